package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/coach"
	"ruhr/record"
	"ruhr/rules"
)

// LossesConfig describes a measurement of what reviews say that decisions lost
// against what they lose when both actions are played out.
//
// Game k, of 2, 3 or 4 seats in turn and mixed levels, is reviewed as players see
// it. Three of its decisions are drawn, each with a loss of another size where there
// is one, so that large losses are as frequent as small ones. The seed and the number
// of a decision determine its line.
type LossesConfig struct {
	Board     *board.Board
	Decisions int
	Pairs     int // of games that play a decision out
	Further   int // pairs of the second estimate
	Playouts  int // of the review for a decision
	Seed      uint64
	Workers   int
	File      *os.File // JSON lines; those in it are not measured again
}

// LossLine is a decision: what is said that it lost, and what it loses. Shares are in
// points, hundredths of a win.
type LossLine struct {
	N        int      `json:"n"` // the decision of the measurement, from 0
	Seats    int      `json:"seats"`
	Levels   string   `json:"levels"`
	Decision int      `json:"decision"`
	Round    int      `json:"round"`
	Seat     int      `json:"seat"`
	Buys     bool     `json:"buys"`  // the decision is a purchase
	Share    float64  `json:"share"` // what the review says that the seat's share was
	First    float64  `json:"first"` // … that the decision lost
	Further  []Spread `json:"further"`
	Pairs    int      `json:"pairs"`
	Truth    Spread   `json:"truth"`
	VP       Spread   `json:"vp"` // what is lost of the seat's own VP
	Seconds  float64  `json:"seconds"`
}

// Spread is a mean and its standard error.
type Spread [2]float64

// GameLine is a reviewed game: where the seats' results came from, in millionths, by
// place in the first order.
type GameLine struct {
	Game   int             `json:"game"`
	Levels string          `json:"levels"`
	Places []coach.Account `json:"places"`
}

// lossLevels are the levels of the seats of the games, at budgets for quick games.
var lossLevels = []string{"schiffer", "steuermann", "lotse", "hafenmeister", "kohlenhaendler@65", "reeder@180"}

// lossSizes are the least losses, in points, of the groups that decisions are drawn from.
var lossSizes = []float64{1, 3, 6, 10, 16}

const (
	lossesOfGame = 3
	judge        = "reeder" // plays decisions out
	judgePlays   = 180
)

// Losses measures decisions and appends a line for each to the file. If the time of
// ctx is over, it ends without an error; the same call goes on.
func Losses(ctx context.Context, c LossesConfig) error {
	done := map[int]bool{} // decisions, and as -1-k the games
	games := (c.Decisions + lossesOfGame - 1) / lossesOfGame
	return measure(ctx, c.File, c.Workers, games, eachLoss(func(l *LossLine) { done[l.N] = true }, func(g *GameLine) { done[-1-g.Game] = true }),
		func(ctx context.Context, k int, out *lines) error { return c.game(ctx, k, done, out) })
}

// lossRun is a game whose decisions are measured.
type lossRun struct {
	*LossesConfig
	k      int
	levels []string
	played *record.Game
	review *coach.Review
}

// game measures the decisions of game k that are not done.
func (c *LossesConfig) game(ctx context.Context, k int, done map[int]bool, out *lines) error {
	first := k * lossesOfGame
	last := min(first+lossesOfGame, c.Decisions)
	wanted := make([]int, 0, lossesOfGame)
	for n := first; n < last; n++ {
		if !done[n] {
			wanted = append(wanted, n)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	r := lossRun{LossesConfig: c, k: k}
	if err := r.play(ctx); err != nil {
		return err
	}
	if !done[-1-k] {
		if err := out.write(r.line()); err != nil {
			return err
		}
	}
	steps := r.draw()
	for _, n := range wanted {
		if n-first >= len(steps) {
			continue // a game without as many losses
		}
		line, err := r.measure(ctx, n, steps[n-first])
		if err != nil {
			return err
		}
		if err := out.write(line); err != nil {
			return err
		}
	}
	return nil
}

// play plays the game and reviews it.
func (r *lossRun) play(ctx context.Context) error {
	seats := 2 + r.k%3
	g := rules.NewGame(r.Board, seats, rules.Variant{})
	chance := rng.Seeded(r.Seed, uint64(r.k), 0x1055)
	for range seats {
		r.levels = append(r.levels, lossLevels[chance.Below(len(lossLevels))])
	}
	players, err := openAll(ctx, r.levels, bot.Budget{})
	if err != nil {
		return err
	}
	seed := chance.Next()
	d := bot.NewDeal(g, seed)
	var actions []rules.Action
	if _, err := bot.Play(ctx, g, players, &d, seed, func(a rules.Action) { actions = append(actions, a) }); err != nil {
		return err
	}
	if r.played, err = record.Play(g, &d, actions); err != nil {
		return err
	}
	r.review, err = coach.Of(ctx, r.played, bot.NewAnalyst(g, r.Playouts))
	return err
}

func (r *lossRun) line() *GameLine {
	l := &GameLine{Game: r.k, Levels: strings.Join(r.levels, ",")}
	for _, k := range r.played.Rules.Order(r.played.After(0)) {
		l.Places = append(l.Places, r.review.Seats[k])
	}
	return l
}

// draw draws decisions with losses of different sizes: of each group in turn a
// random one, or one of the next smaller group that has any.
func (r *lossRun) draw() (list []*coach.Step) {
	var groups [8][]*coach.Step
	for i := range r.review.Steps {
		s := &r.review.Steps[i]
		for g := len(lossSizes) - 1; g >= 0 && s.Seat >= 0; g-- {
			if said(s) >= lossSizes[g] {
				groups[g] = append(groups[g], s)
				break
			}
		}
	}
	chance := rng.Seeded(r.Seed, uint64(r.k), 0xd4a3)
	for j := range lossesOfGame {
		from := (r.k*lossesOfGame + j) % len(lossSizes)
		for g := range lossSizes {
			group := &groups[(from-g+len(lossSizes))%len(lossSizes)]
			if len(*group) > 0 {
				i := chance.Below(len(*group))
				list = append(list, (*group)[i])
				*group = slices.Delete(*group, i, i+1)
				break
			}
		}
	}
	return list
}

// said is what a review says that a decision lost, in points.
func said(s *coach.Step) float64 {
	return float64(s.Expected[s.Seat]-s.Came[s.Seat]) * 100 / coach.Whole
}

// measure plays a decision out.
func (r *lossRun) measure(ctx context.Context, n int, step *coach.Step) (*LossLine, error) {
	began := time.Now()
	g, s := r.played.Rules, r.played.After(step.Decision-1)
	played := r.played.Steps[step.Decision].Action
	l := &LossLine{N: n, Seats: g.Seats(), Levels: strings.Join(r.levels, ","), Decision: step.Decision, Round: step.Round,
		Seat: step.Seat, Buys: s.Decision() == rules.Buy, Share: round2(float64(step.Expected[step.Seat]) * 100 / coach.Whole), First: round2(said(step)), Pairs: r.Pairs}
	rounds := board.Rounds + 1 - step.Round
	further, w := make([][]float64, rounds), bot.NewEstimator(g)
	for i := range r.Further {
		pair, err := w.Pair(ctx, s, step.Best, played, uint64(rng.Seeded(r.Seed, uint64(n), 2, uint64(i))), rounds)
		if err != nil {
			return nil, err
		}
		for h, x := range pair {
			further[h] = append(further[h], 100*x)
		}
	}
	for _, x := range further {
		l.Further = append(l.Further, spreadOf(x))
	}
	var share, vp []float64
	j, err := bot.New(judge)
	for i := 0; i < r.Pairs && err == nil; i++ {
		seed := uint64(rng.Seeded(r.Seed, uint64(n), 3, uint64(i)))
		var x, y outcome
		if x, err = playOut(ctx, g, s, step.Best, j, seed); err == nil {
			y, err = playOut(ctx, g, s, played, j, seed)
		}
		share = append(share, 100*(x.won(step.Seat)-y.won(step.Seat)))
		vp = append(vp, float64(x.vp[step.Seat]-y.vp[step.Seat]))
	}
	l.Truth, l.VP, l.Seconds = spreadOf(share), spreadOf(vp), round2(time.Since(began).Seconds())
	return l, err
}

// playOut plays an action out with the chance of a seed.
func playOut(ctx context.Context, g *rules.Game, s *rules.State, a rules.Action, j bot.Bot, seed uint64) (outcome, error) {
	next := *s
	g.Play(&next, a)
	end, err := bot.PlayOn(ctx, g, next, j, bot.Budget{Playouts: judgePlays}, seed, nil)
	if err != nil {
		return outcome{}, err
	}
	return outcomeOf(g, &end), nil
}

func spreadOf(x []float64) Spread {
	m := meanOf(x)
	return Spread{round2(m.Mean), round2(m.Error)}
}

func round2(x float64) float64 { return math.Round(100*x) / 100 }

// ReadLosses reads decisions and games.
func ReadLosses(r io.Reader) (list []*LossLine, games []*GameLine, err error) {
	_, err = readLines(r, eachLoss(func(l *LossLine) { list = append(list, l) }, func(g *GameLine) { games = append(games, g) }))
	return list, games, err
}

func eachLoss(decision func(*LossLine), game func(*GameLine)) func(data []byte) error {
	return func(data []byte) error {
		var l struct {
			LossLine
			Game   *int            `json:"game"`
			Places []coach.Account `json:"places"`
		}
		if err := json.Unmarshal(data, &l); err != nil {
			return fmt.Errorf("not a decision: %w", err)
		}
		if l.Game != nil {
			game(&GameLine{*l.Game, l.Levels, l.Places})
		} else {
			decision(&l.LossLine)
		}
		return nil
	}
}
