package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/rules"
)

// TrainConfig says how to train the learned computer players. For each number of
// seats the constants of the evaluator are tuned by self-play; then in
// rounds a search labels positions of self-play games and the policy is fitted
// to the labels (expert iteration).
type TrainConfig struct {
	Board    *board.Board
	Seats    []int // numbers of seats to train, in order; nil is 4, 2, 3
	Seed     uint64
	Steps    int // of tuning the constants
	Rounds   int // of expert iteration
	Games    int // self-play games a round
	Playouts int // of the labelling search, a decision
	Epochs   int // of fitting a value net
	Workers  int // does not affect results
	// From are the models to start from instead of tuning constants, by number of
	// seats; Nets estimate in the searches, which else play to the end.
	From func() [5]*policy.Model
	Nets func() [5]*value.Net
	// Out is the file of weights, written after every round.
	Out string
	// Resume continues with what Out already has, if it was begun with the same
	// settings.
	Resume bool
	// Command is noted in the file.
	Command  string
	Progress func(TrainProgress)
}

// TrainProgress is how far training has come.
type TrainProgress struct {
	Seats  int
	Stage  string // "tune", "play", "fit"
	Round  int    // from 1; 0 while tuning
	Done   int    // steps or games of this stage
	Of     int
	Before float64 // after a fit: loss before and after, in nats
	After  float64
}

// Train writes a file of weights. The same settings make the same file,
// however often training is interrupted and resumed.
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
	w := policy.NewWeights(policy.Made{Command: c.Command, Seed: c.Seed, Steps: c.Steps, Rounds: c.Rounds, Games: c.Games, Playouts: c.Playouts})
	if c.Resume {
		old, err := readWeightsFile(c.Out)
		if err != nil {
			return err
		}
		if old != nil {
			if !old.SameRun(w) {
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

func trainSeats(ctx context.Context, c TrainConfig, w *policy.WeightsFile, seats int) error {
	g := rules.NewGame(c.Board, seats, rules.Variant{})
	m, done := w.Model(seats)
	if m == nil && c.From != nil {
		from := *c.From()[seats]
		m = &policy.Model{Params: from.Params, Weights: slices.Clone(from.Weights)}
	}
	if m == nil {
		t := tune(ctx, g, policy.HandMadeParams, c.Seed+uint64(seats), c.Steps, func(step int) {
			c.Progress(TrainProgress{Seats: seats, Stage: "tune", Done: step, Of: c.Steps})
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m = policy.NewModel(t)
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
var labelling = search.Settings{Explore: 0.25, First: 0.02, Prior: 12, Play: 24}

// seeing are the settings of searches with nets.
var seeing = search.Settings{Explore: 0.5, First: 0.02, Prior: 12, Play: 28, Horizon: 1}

// One decision in oneIn of a self-play game is searched and learned from; the
// policy plays the others.
const oneIn = 4

// selfPlay plays the games of a round and gives the searched decisions.
func selfPlay(ctx context.Context, c TrainConfig, g *rules.Game, m *policy.Model, round int) ([]sample, error) {
	games := make([][]sample, c.Games)
	l := policy.NewTables(g)
	var net *value.Net
	set := labelling
	if c.Nets != nil {
		net, set = c.Nets()[g.Seats()], seeing
	}
	err := inParallel(ctx, c.Workers, c.Games, func(ctx context.Context) (func(n int) error, error) {
		t := search.NewTree(l, m, net, set, 1)
		p := policy.NewLearned(l, m, 16)
		return func(n int) error {
			r := rng.Seeded(c.Seed, uint64(g.Seats()), uint64(round), uint64(n))
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

// labelled plays one game and returns the samples of its searches.
func labelled(ctx context.Context, g *rules.Game, t *search.Tree, p *policy.Learned, playouts int, r *rng.Source) (out []sample) {
	s := g.Start(r.Below(g.Seats()))
	for policy.Settle(g, &s, r); s.Decision() != rules.Over && ctx.Err() == nil; policy.Settle(g, &s, r) {
		l := g.Legal(&s)
		switch {
		case l.Len() == 1:
			g.Play(&s, l.First())
		case r.Below(oneIn) > 0:
			g.Play(&s, p.Pick(&s, r))
		default:
			t.Begin(&s, rng.Source(r.Next()))
			for range playouts {
				t.Run(1)
			}
			x, best := sampled(t, p, &s)
			out = append(out, x)
			g.Play(&s, best)
		}
	}
	return out
}

// sampled returns what the search found at the root, and its choice.
func sampled(t *search.Tree, p *policy.Learned, s *rules.State) (x sample, best rules.Action) {
	p.SetPosition(s)
	most := int32(-1)
	for _, e := range t.Tried() {
		x.feats = append(x.feats, p.Features(e.Action)...)
		x.ends = append(x.ends, int32(len(x.feats)))
		x.share = append(x.share, float32(e.Visits)/float32(t.Visits()))
		if e.Visits > most {
			best, most = e.Action, e.Visits
		}
	}
	return x, best
}

// readWeightsFile returns nil if there is no such file yet.
func readWeightsFile(path string) (*policy.WeightsFile, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return policy.ReadWeights(data)
}

// save atomically writes the file with a model's new state.
func save(w *policy.WeightsFile, path string, seats int, m *policy.Model, rounds int) error {
	w.Put(seats, m, rounds)
	return writeJSON(path, w)
}

// writeJSON atomically writes a file.
func writeJSON(path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	next := path + ".new"
	if err := os.WriteFile(next, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}
