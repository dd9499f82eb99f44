package lab

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/lab/entrant"
	"ruhr/record"
	"ruhr/rules"
)

// SimConfig describes a simulation.
type SimConfig struct {
	Board   *board.Board
	Variant rules.Variant
	Seats   int        // 2 to 4
	Games   int        // 1 to 100 million
	Seed    uint64     // the same seed gives the same games
	Bots    []string   // as entrant.Open takes them: one for all seats, or one a seat
	Workers int        // games at a time; 0 or less is 1. Does not affect results
	Budget  bot.Budget // for those without one of their own; zero is the level's own
	// OnGame gets the record of game n, from 0. Calls do not overlap; their
	// order is that in which games end. Nothing is recorded where it is nil.
	OnGame func(n int, r *record.Record) error
	// Progress is called with the number of games done, from several goroutines.
	Progress func(done int)
}

// SimResult is the result of a simulation.
type SimResult struct {
	Games          int       `json:"games"`
	Seconds        float64   `json:"seconds"`
	GamesPerSecond float64   `json:"gamesPerSecond"`
	WinnerVP       float64   `json:"winnerVP"` // mean of the best score of each game
	Seats          []SimSeat `json:"seats"`
	// Places are the seats clockwise from the drawn start seat (SET-6): what a place is
	// worth, where all players are alike.
	Places []SimPlace `json:"places"`
}

// SimPlace is the sum over the games of one place; wins add up to the number of games.
type SimPlace struct {
	Wins   float64 `json:"wins"`
	MeanVP float64 `json:"meanVP"`
}

// SimSeat is the sum over the games of one seat. Seats that share first place
// share the win, so wins add up to the number of games.
type SimSeat struct {
	Bot      string  `json:"bot"`
	Wins     float64 `json:"wins"`
	MeanVP   float64 `json:"meanVP"`
	MeanRank float64 `json:"meanRank"` // equal scores share a rank (END-6)
	bot.Failures
}

// maxGames limits the memory for the outcomes of all games.
const maxGames = 100_000_000

// Sim plays games between computer players. Seed and n alone decide game n. When
// ctx ends, Sim returns what was played with the error of ctx.
func Sim(ctx context.Context, c SimConfig) (SimResult, error) {
	names, err := spread(c.Bots, c.Seats)
	if err != nil {
		return SimResult{}, err
	}
	if c.Games < 1 || c.Games > maxGames {
		return SimResult{}, fmt.Errorf("games is %d, expected 1 to %d", c.Games, maxGames)
	}
	run := simRun{c: c, names: names, g: rules.NewGame(c.Board, c.Seats, c.Variant),
		ends: make([]outcome, c.Games), failed: make([]bot.Failures, c.Seats)}
	began := time.Now()
	err = inParallel(ctx, c.Workers, c.Games, run.worker)
	r := sumUp(names, run.ends, time.Since(began).Seconds())
	for i := range r.Seats {
		r.Seats[i].Failures = run.failed[i]
	}
	return r, err
}

// simRun is what the workers of a Sim share.
type simRun struct {
	c      SimConfig
	names  []string
	g      *rules.Game
	ends   []outcome // each written by the worker that plays the game
	done   atomic.Int64
	lock   sync.Mutex // of the failures and of OnGame
	failed []bot.Failures
}

// worker opens players for one goroutine and returns the function that plays
// game n with them.
func (r *simRun) worker(ctx context.Context) (func(n int) error, error) {
	seats, err := openAll(ctx, r.names, r.c.Budget)
	if err != nil {
		return nil, err
	}
	for i, seat := range seats {
		seats[i].Bot = bot.Watch(seat.Bot, func(why error) {
			r.lock.Lock()
			defer r.lock.Unlock()
			r.failed[i].Note(why)
		})
	}
	return func(n int) error { return r.play(ctx, seats, n) }, nil
}

func (r *simRun) play(ctx context.Context, seats []bot.Seat, n int) error {
	seed := uint64(rng.Seeded(r.c.Seed, uint64(n)))
	d := bot.NewDeal(r.g, seed)
	var played []rules.Action
	var note func(rules.Action)
	if r.c.OnGame != nil {
		note = func(a rules.Action) { played = append(played, a) }
	}
	s, err := bot.Play(ctx, r.g, seats, &d, seed, note)
	if err != nil {
		return err
	}
	r.ends[n] = outcomeOf(r.g, &s)
	r.ends[n].start = int8(d.StartSeat)
	if r.c.OnGame != nil {
		r.lock.Lock()
		defer r.lock.Unlock()
		if err := export(r.g, &d, r.names, played, n, r.c.OnGame); err != nil {
			return err
		}
	}
	if r.c.Progress != nil {
		r.c.Progress(int(r.done.Add(1)))
	}
	return nil
}

// export hands the record of game n to OnGame.
func export(g *rules.Game, d *record.Deal, names []string, played []rules.Action, n int, to func(int, *record.Record) error) error {
	players := make([]record.Player, len(names))
	for i, name := range names {
		players[i] = record.Player{Name: fmt.Sprintf("%s %d", name, i+1), Bot: name}
	}
	r, err := record.Export(g, d, players, played)
	if err != nil {
		return err
	}
	return to(n, r)
}

// outcome is the end of one game; played is false while it has not ended.
type outcome struct {
	played   bool
	vp, rank [4]int16
	win      [4]float32 // shared by ties
	start    int8       // the drawn start seat
}

// won is the share of the win that a seat got.
func (o *outcome) won(seat int) float64 { return float64(o.win[seat]) }

func outcomeOf(g *rules.Game, s *rules.State) (o outcome) {
	r := g.Result(s)
	first := 0
	for who := range g.Seats() {
		o.vp[who], o.rank[who] = int16(r.VP[who]), int16(r.Rank[who])
		if r.Rank[who] == 1 {
			first++
		}
	}
	for who := range g.Seats() {
		if r.Rank[who] == 1 {
			o.win[who] = 1 / float32(first)
		}
	}
	o.played = true
	return o
}

func sumUp(names []string, ends []outcome, seconds float64) SimResult {
	r := SimResult{Seconds: seconds}
	for _, name := range names {
		r.Seats = append(r.Seats, SimSeat{Bot: name})
	}
	r.Places = make([]SimPlace, len(names))
	for _, o := range ends {
		if !o.played {
			continue
		}
		r.Games++
		best := o.vp[0]
		for i := range names {
			r.Seats[i].Wins += float64(o.win[i])
			r.Seats[i].MeanVP += float64(o.vp[i])
			r.Seats[i].MeanRank += float64(o.rank[i])
			best = max(best, o.vp[i])
			place := &r.Places[(i-int(o.start)+len(names))%len(names)]
			place.Wins += float64(o.win[i])
			place.MeanVP += float64(o.vp[i])
		}
		r.WinnerVP += float64(best)
	}
	if r.Games > 0 {
		n := float64(r.Games)
		r.WinnerVP /= n
		r.GamesPerSecond = n / seconds
		for i := range r.Seats {
			r.Seats[i].MeanVP /= n
			r.Seats[i].MeanRank /= n
			r.Places[i].MeanVP /= n
		}
	}
	return r
}

// spread gives each seat its name: one name stands for all seats.
func spread(names []string, seats int) ([]string, error) {
	if seats < 2 || seats > 4 {
		return nil, fmt.Errorf("seats is %d, expected 2 to 4 (SET-1)", seats)
	}
	out := make([]string, seats)
	switch len(names) {
	case 1:
		for i := range out {
			out[i] = names[0]
		}
	case seats:
		copy(out, names)
	default:
		return nil, fmt.Errorf("%d bots for %d seats, expected 1 or %d names", len(names), seats, seats)
	}
	return out, nil
}

// openAll makes the computer players of a table. External programs end with
// ctx.
func openAll(ctx context.Context, names []string, budget bot.Budget) ([]bot.Seat, error) {
	seats := make([]bot.Seat, len(names))
	for i, name := range names {
		b, own, err := entrant.Open(name)
		if err != nil {
			return nil, err
		}
		if own == (bot.Budget{}) {
			own = budget
		}
		seats[i] = bot.Seat{Bot: b, Budget: own}
		if program, ok := b.(*bot.External); ok {
			context.AfterFunc(ctx, func() { program.Close() })
		}
	}
	return seats, nil
}
