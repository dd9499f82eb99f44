package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ruhr/board"
	"ruhr/rules"
)

// TrainConfig says how the learned computer players are made. For each number of
// seats the constants of the evaluator are tuned by self-play; then in
// rounds a search labels positions of self-play games and the policy is fitted
// to what it found (expert iteration).
type TrainConfig struct {
	Board    *board.Board
	Seats    []int // numbers of seats to train, in order; nil is 4, 2, 3
	Seed     uint64
	Steps    int // of tuning the constants
	Rounds   int // of expert iteration
	Games    int // self-play games a round
	Playouts int // of the labelling search, a decision
	Workers  int // changes nothing in what is learned
	// Out is the file of weights, written after every round.
	Out string
	// Resume goes on with what Out has already, where it was begun with the
	// same numbers.
	Resume bool
	// Command is noted in the file.
	Command  string
	Progress func(TrainProgress)
}

// TrainProgress is where training stands.
type TrainProgress struct {
	Seats  int
	Stage  string // "tune", "play", "fit"
	Round  int    // from 1; 0 while tuning
	Done   int    // steps or games of this stage
	Of     int
	Before float64 // after a fit: loss before and after, in nats
	After  float64
}

// Train makes a file of weights. The same numbers make the same file, however
// often it was broken off and resumed.
func Train(ctx context.Context, c TrainConfig) error {
	if c.Seats == nil {
		c.Seats = []int{4, 2, 3}
	}
	if c.Progress == nil {
		c.Progress = func(TrainProgress) {}
	}
	if c.Steps < 0 || c.Rounds < 0 || c.Games < 1 || c.Games > maxGames || c.Playouts < 1 {
		return fmt.Errorf("%d steps, %d rounds of %d games, %d playouts: expected 0 or more steps and rounds, 1 or more games and playouts",
			c.Steps, c.Rounds, c.Games, c.Playouts)
	}
	w := newWeights(made{Command: c.Command, Seed: c.Seed, Steps: c.Steps, Rounds: c.Rounds, Games: c.Games, Playouts: c.Playouts})
	if c.Resume {
		old, err := readWeightsFile(c.Out)
		if err != nil {
			return err
		}
		if old != nil {
			if !old.sameRun(w) {
				return fmt.Errorf("%s was made with other numbers: %+v", c.Out, old.Made)
			}
			old.Made.Command, old.Made.Rounds, old.Made.Measured = c.Command, c.Rounds, ""
			w = old
		}
	}
	for _, seats := range c.Seats {
		if seats < 2 || seats > 4 {
			return fmt.Errorf("seats is %d, expected 2 to 4 (SET-1)", seats)
		}
		if err := trainSeats(ctx, c, w, seats); err != nil {
			return err
		}
	}
	return nil
}

func trainSeats(ctx context.Context, c TrainConfig, w *weightsFile, seats int) error {
	g := rules.NewGame(c.Board, seats, rules.Variant{})
	m, done := w.model(seats)
	if m == nil {
		t := tune(ctx, g, handMadeParams, c.Seed+uint64(seats), c.Steps, func(step int) {
			c.Progress(TrainProgress{Seats: seats, Stage: "tune", Done: step, Of: c.Steps})
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m = newModel(t)
		if err := save(w, c.Out, seats, m, 0); err != nil {
			return err
		}
	}
	for round := done + 1; round <= c.Rounds; round++ {
		samples, err := selfPlay(ctx, c, g, m, round)
		if err != nil {
			return err
		}
		before, after := fit(m, samples, epochs, c.Seed+uint64(round))
		c.Progress(TrainProgress{Seats: seats, Stage: "fit", Round: round, Before: before, After: after})
		if err := save(w, c.Out, seats, m, round); err != nil {
			return err
		}
	}
	return nil
}

const epochs = 6

// labelling are the settings of the searches that training learns from.
var labelling = settings{explore: 0.25, first: 0.02, prior: 12, play: 24}

// oneIn of the decisions of a self-play game are searched and learned from;
// the others are played by the policy.
const oneIn = 4

// selfPlay plays the games of a round and gives the searched decisions.
func selfPlay(ctx context.Context, c TrainConfig, g *rules.Game, m *model, round int) ([]sample, error) {
	games := make([][]sample, c.Games)
	l := newTables(g)
	err := inParallel(ctx, c.Workers, c.Games, func(ctx context.Context) (func(n int) error, error) {
		t := newTree(l, m, labelling, 1)
		p := newLearned(l, m, 16)
		return func(n int) error {
			r := seeded(c.Seed, uint64(g.Seats()), uint64(round), uint64(n))
			games[n] = labelled(ctx, g, t, p, c.Playouts, &r)
			if n%16 == 0 {
				c.Progress(TrainProgress{Seats: g.Seats(), Stage: "play", Round: round, Done: n, Of: c.Games})
			}
			return ctx.Err()
		}, nil
	})
	var all []sample
	for _, list := range games {
		all = append(all, list...)
	}
	return all, err
}

// labelled plays one game and gives what the searches on the way found.
func labelled(ctx context.Context, g *rules.Game, t *tree, p *learned, playouts int, r *source) (out []sample) {
	s := g.Start(r.below(g.Seats()))
	for settle(g, &s, r); s.Decision() != rules.Over && ctx.Err() == nil; settle(g, &s, r) {
		l := g.Legal(&s)
		switch {
		case l.Len() == 1:
			g.Play(&s, l.First())
		case r.below(oneIn) > 0:
			g.Play(&s, p.pick(&s, r))
		default:
			t.begin(&s, source(r.next()))
			for range playouts {
				t.run(1)
			}
			x, best := sampled(t, p, &s)
			out = append(out, x)
			g.Play(&s, best)
		}
	}
	return out
}

// sampled takes what the search found at the root, and its choice.
func sampled(t *tree, p *learned, s *rules.State) (x sample, best rules.Action) {
	p.setPosition(s)
	most := int32(-1)
	for _, e := range t.tried() {
		x.feats = append(x.feats, p.features(e.action)...)
		x.ends = append(x.ends, int32(len(x.feats)))
		x.share = append(x.share, float32(e.visits)/float32(t.visits()))
		if e.visits > most {
			best, most = e.action, e.visits
		}
	}
	return x, best
}

// readWeightsFile gives nil where there is no such file yet.
func readWeightsFile(path string) (*weightsFile, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readWeights(data)
}

// save writes the file with a model's new state, at once or not at all.
func save(w *weightsFile, path string, seats int, m *model, rounds int) error {
	w.put(seats, m, rounds)
	data, err := json.Marshal(w)
	if err != nil {
		return err
	}
	next := path + ".new"
	if err := os.WriteFile(next, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}
