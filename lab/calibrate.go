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

// CalibrateConfig describes games in which a search says what it expects of
// positions. In every other game all seats are Reeder; in the others their levels
// are drawn.
type CalibrateConfig struct {
	Board    *board.Board
	Seats    int // 2 to 4
	Games    int
	Seed     uint64
	Playouts int // of the search; the Reeder of a seat has a quarter
	Every    int // one decision in so many, drawn, is searched
	Workers  int // games at a time; does not affect results
}

// drawn are the levels of the seats of mixed games.
var drawn = []string{"steuermann", "lotse", "hafenmeister", "kohlenhaendler", "reeder"}

// Calibration compares what was expected at positions with what came of them: as
// the search expected it, and as it is shown.
type Calibration struct {
	Raw, Shown Expectations
	Places     [2][]PlaceShare     // by place in the order in rounds 1 to 3: of Reeder alone, and of mixed games
	Changed    float64             // the part of the searches whose best action is not the best as shown
	Fit        analysis.Correction // that fits these games
}

// Expectations are what was expected of the seats at a number of positions, and
// what came of them.
type Expectations struct {
	Shares [10]Share // by the share of wins expected, in tenths
	Rounds [board.Rounds + 1]VPExpected
	Brier  Mean // of all seats' shares, a game as one sample
}

// Share is the seats of which a share of wins was expected: sums of that, and of
// what was won.
type Share struct {
	Seats         int
	Expected, Won float64
}

// PlaceShare is the seats at a place, with the sums of the shares of wins that were
// expected, and shown.
type PlaceShare struct {
	Seats            int
	Raw, Shown, Wins float64
}

// VPExpected is how final VP compared with those expected.
type VPExpected struct {
	Seats         int
	Missing       float64 // the sum of VP beyond those expected
	Within, Below int     // how often they lay within the 80 % interval in whole VP, and below it
}

// Mean is a mean with its standard error.
type Mean struct{ Mean, Error float64 }

// foretold is what was expected of a position, without correction and with it.
type foretold struct {
	round      int
	order      []int
	raw, shown analysis.Candidate // of the best action
	changed    bool               // another action is the best as shown
}

// told is a game with what was expected in it.
type told struct {
	mixed bool // not all seats were Reeder
	said  []foretold
	end   outcome
}

// Calibrate plays games. The first error, or the end of ctx, ends it.
func Calibrate(ctx context.Context, c CalibrateConfig) (Calibration, error) {
	g := rules.NewGame(c.Board, c.Seats, rules.Variant{})
	games := make([]told, c.Games)
	err := inParallel(ctx, c.Workers, c.Games, func(context.Context) (func(k int) error, error) {
		f, err := newPredictor(&c)
		return func(k int) (err error) {
			games[k], err = f.play(ctx, g, k)
			return err
		}, err
	})
	return calibrationOf(games, c.Seats), err
}

// predictor plays games and records what a search expects of them.
type predictor struct {
	*CalibrateConfig
	players []map[string]bot.Bot // by seat and level
	search  bot.Bot
	chance  *rand.Rand
	said    []foretold
}

func newPredictor(c *CalibrateConfig) (*predictor, error) {
	f := &predictor{CalibrateConfig: c}
	for range c.Seats {
		at := map[string]bot.Bot{}
		for _, level := range drawn {
			b, err := bot.New(level)
			if err != nil {
				return nil, err
			}
			at[level] = &overheard{b, f}
		}
		f.players = append(f.players, at)
	}
	var err error
	f.search, err = bot.New("reeder")
	bot.Raw(f.search)
	return f, err
}

// play plays game k.
func (f *predictor) play(ctx context.Context, g *rules.Game, k int) (told, error) {
	seed := f.Seed + uint64(k)
	f.said, f.chance = nil, rand.New(rand.NewPCG(seed, 0xca11))
	seats := make([]bot.Seat, f.Seats)
	for i := range seats {
		level := "reeder"
		if k%2 == 1 {
			level = drawn[f.chance.IntN(len(drawn))]
		}
		seats[i].Bot = f.players[i][level]
		if level == "reeder" {
			seats[i].Budget.Playouts = f.Playouts / 4
		}
	}
	d := bot.NewDeal(g, seed)
	s, err := bot.Play(ctx, g, seats, &d, seed, nil)
	if err != nil {
		return told{}, err
	}
	return told{mixed: k%2 == 1, said: f.said, end: outcomeOf(g, &s)}, nil
}

// overheard is a player some of whose decisions are searched.
type overheard struct {
	bot.Bot
	to *predictor
}

// Choose has the position searched now and then, unless that is worked out exactly.
func (o *overheard) Choose(ctx context.Context, g *rules.Game, s *rules.State, b bot.Budget, random *rand.Rand) bot.Thought {
	if f := o.to; f.chance.IntN(f.Every) == 0 {
		bot.Reset(f.search)
		a := f.search.Choose(ctx, g, s, bot.Budget{Playouts: f.Playouts}, f.chance).Analysis
		if len(a.Candidates) > 0 && !a.Exact {
			said := foretold{round: s.Round(), order: g.Order(s), raw: a.Candidates[0]}
			analysis.Show(g, s, a.Candidates)
			said.shown = a.Candidates[0]
			for i := range a.Candidates {
				said.changed = said.changed || analysis.Compare(&a.Candidates[i], &said.shown, s.ToDecide()) < 0
			}
			f.said = append(f.said, said)
		}
	}
	return o.Bot.Choose(ctx, g, s, b, random)
}

// Reset prepares for another game.
func (o *overheard) Reset() { bot.Reset(o.Bot) }

func calibrationOf(games []told, seats int) (c Calibration) {
	for i := range c.Places {
		c.Places[i] = make([]PlaceShare, seats)
	}
	var raw, shown []float64
	said, changed := 0.0, 0.0
	for i := range games {
		t, mixed := &games[i], 0
		if t.mixed {
			mixed = 1
		}
		var off [2]float64
		for j := range t.said {
			f := &t.said[j]
			off[0] += c.Raw.add(f, &f.raw, t)
			off[1] += c.Shown.add(f, &f.shown, t)
			addPlaces(c.Places[mixed], f, &t.end)
			if said++; f.changed {
				changed++
			}
		}
		if n := float64(len(t.said)); n > 0 {
			raw, shown = append(raw, off[0]/n), append(shown, off[1]/n)
		}
	}
	c.Raw.Brier, c.Shown.Brier = meanOf(raw), meanOf(shown)
	c.Changed = changed / max(1, said)
	c.Fit = fitCorrection(games)
	return c
}

// add adds a position and returns the sum of the squares of what its shares were off.
// VP count where all seats were Reeder, for which they are corrected.
func (e *Expectations) add(f *foretold, x *analysis.Candidate, t *told) (off float64) {
	for _, k := range f.order {
		s := &e.Shares[min(int(10*x.Win[k]), 9)]
		s.Seats++
		s.Expected += x.Win[k]
		s.Won += t.end.won(k)
		off += (x.Win[k] - t.end.won(k)) * (x.Win[k] - t.end.won(k))
		if t.mixed {
			continue
		}
		v, vp := &e.Rounds[f.round], float64(t.end.vp[k])
		v.Seats++
		v.Missing += vp - x.VP[k]
		switch {
		case vp < math.Round(x.Low[k]):
			v.Below++
		case vp <= math.Round(x.High[k]):
			v.Within++
		}
	}
	return off
}

// addPlaces adds a position of the first rounds by place.
func addPlaces(places []PlaceShare, f *foretold, end *outcome) {
	if f.round > 3 {
		return
	}
	for place, k := range f.order {
		p := &places[place]
		p.Seats++
		p.Raw += f.raw.Win[k]
		p.Shown += f.shown.Win[k]
		p.Wins += end.won(k)
	}
}

// meanOf is the mean of samples.
func meanOf(x []float64) (m Mean) {
	n := float64(len(x))
	for _, v := range x {
		m.Mean += v / n
	}
	for _, v := range x {
		m.Error += (v - m.Mean) * (v - m.Mean)
	}
	if n > 1 {
		m.Error = math.Sqrt(m.Error / n / (n - 1))
	}
	return m
}

// Add adds others.
func (v *VPExpected) Add(o VPExpected) {
	v.Seats += o.Seats
	v.Missing += o.Missing
	v.Within += o.Within
	v.Below += o.Below
}
