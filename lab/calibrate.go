package lab

import (
	"context"
	"math"
	"math/rand/v2"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/rules"
)

// CalibrateConfig describes games in which every seat searches and says what it
// expects.
type CalibrateConfig struct {
	Board    *board.Board
	Seats    int // 2 to 4
	Games    int
	Seed     uint64
	Playouts int // a decision
	Workers  int // games at a time; does not affect results
}

// Calibration compares what seats expected of their choices with what came of
// them: as their searches expected it, and as it is shown.
type Calibration struct {
	Raw, Shown Expectations
	Fit        ShownFit // the correction of what is shown that fits these games
}

// Expectations are what was expected at a number of decisions, and what came of
// them.
type Expectations struct {
	Shares [10]Share // by the share of wins expected, in tenths
	Rounds [board.Rounds + 1]VPExpected
}

// Share is the decisions at which a share of wins was expected: sums of that, and
// of what was won.
type Share struct {
	Decisions     int
	Expected, Won float64
}

// VPExpected is how final VP compared with those expected.
type VPExpected struct {
	Decisions     int
	Missing       float64 // the sum of VP beyond those expected
	Within, Below int     // how often they lay within the 80 % interval in whole VP, and below it
}

// foretold is what a seat expected of its choice, without correction and with
// it, and what came of it.
type foretold struct {
	round      int
	raw, shown expectation
	won        float64
	vp         int
}

type expectation struct{ win, vp, low, high float64 }

// Calibrate plays games of Reeder. The first error, or the end of ctx, ends it.
func Calibrate(ctx context.Context, c CalibrateConfig) (Calibration, error) {
	g := rules.NewGame(c.Board, c.Seats, rules.Variant{})
	games := make([][]foretold, c.Games)
	err := inParallel(ctx, c.Workers, c.Games, func(ctx context.Context) (func(k int) error, error) {
		f := &foreteller{}
		seats := make([]bot.Seat, c.Seats)
		for i := range seats {
			b, err := bot.New("reeder")
			if err != nil {
				return nil, err
			}
			bot.Raw(b)
			seats[i] = bot.Seat{Bot: telling{b, f}, Budget: bot.Budget{Playouts: c.Playouts}}
		}
		return func(k int) (err error) {
			games[k], err = f.play(ctx, g, seats, c.Seed+uint64(k))
			return err
		}, nil
	})
	var all []foretold
	for _, said := range games {
		all = append(all, said...)
	}
	return calibrationOf(all), err
}

// foreteller collects what the seats of a game expect.
type foreteller struct {
	said []foretold
	who  []int // the seat of each
}

func (f *foreteller) play(ctx context.Context, g *rules.Game, seats []bot.Seat, seed uint64) ([]foretold, error) {
	f.said, f.who = nil, f.who[:0]
	d := bot.NewDeal(g, seed)
	s, err := bot.Play(ctx, g, seats, &d, seed, nil)
	if err != nil {
		return nil, err
	}
	end := outcomeOf(g, &s)
	for i, who := range f.who {
		f.said[i].won, f.said[i].vp = float64(end.win[who]), int(end.vp[who])
	}
	return f.said, nil
}

// telling is a player that says what it expects of its choice, unless that is
// worked out exactly.
type telling struct {
	bot.Bot
	to *foreteller
}

func (t telling) Choose(ctx context.Context, g *rules.Game, s *rules.State, b bot.Budget, random *rand.Rand) bot.Thought {
	th := t.Bot.Choose(ctx, g, s, b, random)
	if len(th.Considered) > 0 && th.Considered[0].Playouts > 1 {
		who := s.ToDecide()
		said := foretold{round: s.Round(), raw: expectationOf(&th.Considered[0], who)}
		bot.Show(g, s, th.Considered[:1])
		said.shown = expectationOf(&th.Considered[0], who)
		t.to.said, t.to.who = append(t.to.said, said), append(t.to.who, who)
	}
	return th
}

func (t telling) Reset() { bot.Reset(t.Bot) }

func expectationOf(c *analysis.Considered, who int) expectation {
	return expectation{c.Win[who], c.VP[who], c.Low[who], c.High[who]}
}

func calibrationOf(all []foretold) (c Calibration) {
	for i := range all {
		c.Raw.add(&all[i], &all[i].raw)
		c.Shown.add(&all[i], &all[i].shown)
	}
	c.Fit = fitShown(all)
	return c
}

func (e *Expectations) add(f *foretold, x *expectation) {
	s := &e.Shares[min(int(10*x.win), 9)]
	s.Decisions++
	s.Expected += x.win
	s.Won += f.won
	v, vp := &e.Rounds[f.round], float64(f.vp)
	v.Decisions++
	v.Missing += vp - x.vp
	switch {
	case vp < math.Round(x.low):
		v.Below++
	case vp <= math.Round(x.high):
		v.Within++
	}
}

// Add adds other decisions.
func (v *VPExpected) Add(o VPExpected) {
	v.Decisions += o.Decisions
	v.Missing += o.Missing
	v.Within += o.Within
	v.Below += o.Below
}
