// Package lab measures and trains computer players: simulated games, matches
// with confidence intervals and sequential tests, and the training of weights.
package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/lab/entrant"
	"ruhr/rules"
)

// ArenaConfig describes a match. A match consists of blocks: in a block one
// deal is played with every computer player in every seat.
type ArenaConfig struct {
	Board   *board.Board
	Variant rules.Variant
	Seats   int // 2 to 4
	Games   int // rounded up to whole blocks of Seats games
	Seed    uint64
	// Bots are names as entrant.Open takes them: one a seat, or two, of which the first
	// plays one seat and the second all others.
	Bots    []string
	Workers int        // games at a time; does not affect results
	Budget  bot.Budget // for every player that searches; zero is each level's own
	Divide  int        // divides the levels' own budgets, 0 for 1
	SPRT    *SPRT      // stops the match when the test is decided
	// Resume is a file that keeps what was played; a match that was broken off
	// goes on where it stopped. Empty keeps nothing.
	Resume string
	// Progress is called with the result so far after every block, without
	// ratings, one call at a time.
	Progress func(ArenaResult)
}

// ArenaResult is the result of a match so far.
type ArenaResult struct {
	Seats    int         `json:"seats"`
	Games    int         `json:"games"`
	Blocks   int         `json:"blocks"`
	Seed     uint64      `json:"seed"`
	Divide   int         `json:"divide"`
	Fair     float64     `json:"fair"` // the win share of equals
	Seconds  float64     `json:"seconds"`
	Entrants []Entrant   `json:"entrants"`
	SPRT     *SPRTResult `json:"sprt,omitempty"`
}

// Entrant is the result of one player over all its seats.
type Entrant struct {
	Bot      string   `json:"bot"`
	Playouts int      `json:"playouts,omitempty"` // a decision
	Win      Interval `json:"win"`                // share of wins a seat, ties split
	Margin   Interval `json:"margin"`             // VP against the mean of the other seats
	VP       Interval `json:"vp"`
	Rank     Interval `json:"rank"`   // 1 is best
	Rating   float64  `json:"rating"` // Plackett–Luce, in points of 400 a factor of ten; the mean is 0
	Median   float64  `json:"medianMillis"`
	P99      float64  `json:"p99Millis"` // of the time of its decisions
	Chosen   int      `json:"decisions"`
	bot.Failures
}

// Interval is a mean with its 95 % interval from block means; that of a share
// stays between 0 and 1.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// block is the games of one deal: an outcome for each rotation.
type block struct {
	N    int                   `json:"block"`
	VP   [][4]int16            `json:"vp"`
	Time map[string]*stopwatch `json:"time"`
	// Failed counts, by name, the decisions that external programs failed to take.
	Failed map[string]bot.Failures `json:"failed,omitempty"`
}

// Arena plays a match. Seed, players and number alone decide a block, unless a
// budget is a time. When ctx ends, Arena returns what was played with the error of
// ctx.
func Arena(ctx context.Context, c ArenaConfig) (ArenaResult, error) {
	c.Divide = max(1, c.Divide)
	names, err := c.lineup()
	if err != nil {
		return ArenaResult{}, err
	}
	total := (c.Games + c.Seats - 1) / c.Seats
	if c.Games < 1 || c.Games > maxGames {
		return ArenaResult{}, fmt.Errorf("games is %d, expected 1 to %d", c.Games, maxGames)
	}
	file, err := openResume(c.Resume, c, names)
	if err != nil {
		return ArenaResult{}, err
	}
	defer file.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m := match{file, newTally(c, names, total, file.blocks), rules.NewGame(c.Board, c.Seats, c.Variant), stop}
	err = inParallel(ctx, c.Workers, total, m.worker)
	r := m.result()
	if r.SPRT != nil && r.SPRT.Verdict != Undecided || r.Blocks == total {
		err = nil
	}
	return r, err
}

// match is what the workers of a match share.
type match struct {
	file *resumeFile
	*tally
	g    *rules.Game
	stop func() // ends the match before its last block
}

// worker opens players for one goroutine and returns the function that plays
// block n with them.
func (m match) worker(ctx context.Context) (func(n int) error, error) {
	seats, err := m.c.seatAll(ctx, m.names)
	if err != nil {
		return nil, err
	}
	return func(n int) error {
		if m.has(n) {
			return nil
		}
		b, err := playBlock(ctx, m.g, seats, m.names, m.c.Seed, n)
		if err != nil {
			return err
		}
		if err := m.file.write(b); err != nil {
			return err
		}
		if m.add(b) {
			m.stop()
		}
		return nil
	}, nil
}

// lineup gives each seat of the first rotation its name.
func (c *ArenaConfig) lineup() ([]string, error) {
	if c.Seats < 2 || c.Seats > 4 {
		return nil, fmt.Errorf("seats is %d, expected 2 to 4 (SET-1)", c.Seats)
	}
	names := append([]string(nil), c.Bots...)
	if len(names) == 2 {
		for len(names) < c.Seats {
			names = append(names, c.Bots[1])
		}
	}
	if len(names) != c.Seats {
		return nil, fmt.Errorf("%d bots for %d seats, expected %d names, or two: one against the others", len(c.Bots), c.Seats, c.Seats)
	}
	return names, nil
}

func (c *ArenaConfig) seatAll(ctx context.Context, names []string) ([]bot.Seat, error) {
	seats, err := openAll(ctx, names, c.Budget)
	if err != nil {
		return nil, err
	}
	for i := range seats {
		if own := entrant.Playouts(names[i], c.Seats); own > 0 && seats[i].Budget == (bot.Budget{}) {
			seats[i].Budget.Playouts = max(1, own/c.Divide)
		}
	}
	return seats, nil
}

// playBlock plays one deal, each time with the players one seat further.
func playBlock(ctx context.Context, g *rules.Game, seats []bot.Seat, names []string, seed uint64, n int) (*block, error) {
	b := &block{N: n, Time: map[string]*stopwatch{}}
	dealSeed := uint64(rng.Seeded(seed, uint64(n)))
	timed := make([]bot.Seat, len(seats))
	for i := range seats {
		w := b.Time[names[i]]
		if w == nil {
			w = &stopwatch{Buckets: map[int]int{}}
			b.Time[names[i]] = w
		}
		watched := bot.Watch(seats[i].Bot, func(why error) { b.fail(names[i], why) })
		timed[i] = bot.Seat{Bot: &timedBot{watched, w}, Budget: seats[i].Budget}
	}
	for turn := range seats {
		table := make([]bot.Seat, len(seats))
		for i := range timed {
			table[(i+turn)%len(seats)] = timed[i]
		}
		d := bot.NewDeal(g, dealSeed)
		s, err := bot.Play(ctx, g, table, &d, dealSeed+uint64(turn), nil)
		if err != nil {
			return nil, err
		}
		o := outcomeOf(g, &s)
		var vp [4]int16
		for i := range seats {
			vp[i] = o.vp[(i+turn)%len(seats)]
		}
		b.VP = append(b.VP, vp)
	}
	return b, nil
}

// timedBot measures how long a computer player takes.
type timedBot struct {
	bot.Bot
	watch *stopwatch
}

func (b *timedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget bot.Budget, random *rand.Rand) bot.Thought {
	began := time.Now()
	t := b.Bot.Choose(ctx, g, s, budget, random)
	b.watch.add(time.Since(began))
	return t
}

func (b *timedBot) Reset() { bot.Reset(b.Bot) }

// fail notes a decision that a program left to its stand-in.
func (b *block) fail(name string, why error) {
	if b.Failed == nil {
		b.Failed = map[string]bot.Failures{}
	}
	f := b.Failed[name]
	f.Note(why)
	b.Failed[name] = f
}

// tally collects the blocks as they are played.
type tally struct {
	sync.Mutex
	c      ArenaConfig
	names  []string
	blocks []*block
	began  time.Time
}

// newTally starts with the blocks of an earlier run.
func newTally(c ArenaConfig, names []string, total int, before []*block) *tally {
	t := &tally{c: c, names: names, blocks: make([]*block, total), began: time.Now()}
	for _, b := range before {
		if b.N < total {
			t.blocks[b.N] = b
		}
	}
	return t
}

func (t *tally) has(n int) bool {
	t.Lock()
	defer t.Unlock()
	return t.blocks[n] != nil
}

// add adds a block and reports whether the match is decided.
func (t *tally) add(b *block) bool {
	t.Lock()
	defer t.Unlock()
	t.blocks[b.N] = b
	if t.c.Progress != nil {
		t.c.Progress(t.sum(false))
	}
	return t.c.SPRT != nil && t.c.SPRT.test(t.scores(), t.c.Seats).Verdict != Undecided
}

func (t *tally) result() ArenaResult {
	t.Lock()
	defer t.Unlock()
	return t.sum(true)
}

// scores are the first computer player's win shares in the blocks up to the
// first gap, so that a test always sees them in the same order.
func (t *tally) scores() (out []float64) {
	for _, b := range t.blocks {
		if b == nil {
			break
		}
		out = append(out, b.mean(func(vp *[4]int16) float64 { return search.WinShare(vp, t.c.Seats, 0) }))
	}
	return out
}
