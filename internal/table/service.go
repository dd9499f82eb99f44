package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/rules"
)

// Options are what a Service works with. Store, Live, Board and Bots must be
// given; the others have good values when zero.
type Options struct {
	Store store.Store
	Live  live.Live
	Board []byte // the board file new tables are played on
	// Bots gives a new computer player of a level, with an error where there is none of
	// that name.
	Bots func(level string) (bot.Bot, error)
	// Budget bounds a computer player's decision by its level; nil is one second.
	Budget func(level string) bot.Budget
	// Searches says whether a computer player of a level takes its time: it searches,
	// or is a program of its own. nil is whether its Budget is more than the zero one.
	Searches func(level string) bool
	// StandIn is the level of computer players that come by themselves, where a
	// table says nothing else.
	StandIn string
	// Thinkers is how many may think at the same time over all tables, of each kind:
	// computer players that search, those that do not, and advice; 0 is the number of
	// processors.
	Thinkers int
	// Advise thinks for a hint; nil is bot.Hint for some tens of
	// milliseconds.
	Advise func(ctx context.Context, g *rules.Game, s *rules.State) []bot.Considered
	// MoveTimeout is how long a computer player may take for one decision before a
	// random action replaces it; 0 is 30 seconds.
	MoveTimeout time.Duration
	// Cache is how many tables are kept folded; 0 is 200.
	Cache int
	// Meter counts thoughts: their kind (search, quick, advice), how long each waited
	// and how long it took; nil counts nothing.
	Meter func(kind string, waited, took time.Duration)
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
	// Random gives an even number from 0 to n-1 for deals and computer players, and may
	// be called from several goroutines; nil is the operating system's generator.
	Random func(n int) int
	// DecisionRandom gives the generator from which a computer player decides when its table has
	// made so many decisions; nil gives each computer player one of its own by Random.
	DecisionRandom func(decisions int) *rand.Rand
	// Node names this process among several that play the same tables: then only one
	// of them at a time lets a table's computer players think. "" is the only one.
	Node string
	// Log gets what an operator should know; nil is slog.Default().
	Log *slog.Logger
}

// hintTime is how long a hint is thought about: long enough for figures that
// say something, too short to be waited for.
const hintTime = 90 * time.Millisecond

// Service plays the tables of a store. Its methods may be called from several
// goroutines. A command that is refused returns the error together with the
// position as it is now (nil only where there is no table, or it cannot be
// read); see Refusal for the errors.
type Service struct {
	opt        Options
	games      games
	cache      *cache
	frozen     sync.Map // IDs of the tables that were found frozen
	audience   audience
	queues     queues
	runner     runner
	hintQueues hintQueues
}

// New makes a service. The error says what is wrong with the options.
func New(o Options) (*Service, error) {
	if o.Store == nil || o.Live == nil || o.Bots == nil {
		return nil, errors.New("table: Options must have Store, Live, Board and Bots")
	}
	if _, err := board.Load(o.Board); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	if o.Budget == nil {
		o.Budget = func(string) bot.Budget { return bot.Budget{Time: time.Second} }
	}
	if o.Searches == nil {
		o.Searches = func(level string) bool { return o.Budget(level) != bot.Budget{} }
	}
	if o.Advise == nil {
		o.Advise = func(ctx context.Context, g *rules.Game, s *rules.State) []bot.Considered {
			return bot.Hint(ctx, g, s, bot.Budget{Time: hintTime})
		}
	}
	if o.Thinkers <= 0 {
		o.Thinkers = runtime.GOMAXPROCS(0)
	}
	if o.MoveTimeout <= 0 {
		o.MoveTimeout = 30 * time.Second
	}
	if o.Cache <= 0 {
		o.Cache = 200
	}
	if o.Meter == nil {
		o.Meter = func(string, time.Duration, time.Duration) {}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Random == nil {
		o.Random = rand.New(system{}).IntN
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{
		opt: o, games: newGames(), cache: newCache(o.Cache), audience: newAudience(),
		queues: newQueues(o.Thinkers), runner: newRunner(), hintQueues: newHintQueues(o.Cache),
	}, nil
}

// Ready says whether tables can be played. Errors: ErrClosed while the service
// ends, ErrGone, or what the store says.
func (v *Service) Ready(ctx context.Context) error {
	if v.closing() {
		return ErrClosed
	}
	return v.opt.Store.Ready(ctx)
}

// Position gives a table as it is now, for a viewer, who is at the table from now
// on for a while, and wakes its computer players if it is their turn. Errors:
// ErrNoTable.
func (v *Service) Position(ctx context.Context, id string, viewer Actor) (*Snapshot, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	v.audience.look(id, viewer.From, v.opt.Clock())
	v.wake(f)
	return v.show(f, viewer), nil
}

func (v *Service) show(f *fold, viewer Actor) *Snapshot {
	s := f.snapshot(v.opt.Live.Present(f.id), v.opt.Clock())
	s.advice = v.advised(f)
	return s.For(viewer)
}

// publish spreads what has just been stored: to the cache, to the open pages, to
// the computer players.
func (v *Service) publish(f *fold) {
	if f.frozen == nil {
		v.cache.put(f)
	}
	v.opt.Live.Publish(f.id, f.n)
	v.hintQueues.moved(f)
	v.wake(f)
}
