package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/analyst"
	"ruhr/internal/daily"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/rules"
)

// Store is what a Service keeps: tables and what comes of them.
type Store interface {
	store.Tables
	store.Seats
	store.Records
	store.Commitments
	store.Results
	store.Reviews
	store.Days
}

// Options configure a Service. Store, Live, Board and Bots are required; the
// others have defaults.
type Options struct {
	Store Store
	Live  live.Live
	Board []byte // board file of new tables
	// Account returns an account by its ID. nil is for a host without accounts, at
	// which nobody plays rated games. Errors: store.ErrNoAccount.
	Account func(ctx context.Context, id string) (store.Account, error)
	// Friends reports whether all holders of seats belong to a circle. nil is for a host
	// without circles.
	Friends func(ctx context.Context, circle string, holders []store.Holder) (bool, error)
	// Bots returns a new computer player of a level, or an error for an unknown
	// level.
	Bots func(level string) (bot.Bot, error)
	// Budget bounds a computer player's decision by level and number of seats; nil is one second.
	Budget func(level string, seats int) bot.Budget
	// Searches reports whether a level takes time to think, as a search or an
	// external program. nil means: if its Budget is not zero.
	Searches func(level string) bool
	// StandIn is the level of computer players that take seats automatically,
	// unless the table names one.
	StandIn string
	// Thinkers is how many may think at once over all tables, for each kind:
	// computer players that search, those that do not, and advice; 0 is the
	// number of processors.
	Thinkers int
	// Advise computes a hint, given what an earlier one planned; nil is bot.Hint for
	// HintTime.
	Advise func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis
	// Reviewer returns the analyst of a review of a game; nil is bot.NewAnalyst with
	// ReviewPlayouts.
	Reviewer func(g *rules.Game) coach.Analyst
	// MoveTimeout is the longest a computer player may take for a decision
	// before a random action replaces it; 0 is 30 seconds.
	MoveTimeout time.Duration
	// Cache is how many bytes of folded tables are kept in memory; 0 is 48 MB.
	Cache int
	// Meter counts searches, quick decisions and advice by kind, with the time each
	// waited and took; nil counts nothing.
	Meter func(kind string, waited, took time.Duration)
	// DaySecret returns the secret that the deals of days follow from. nil is for deals
	// that everybody can work out from the date.
	DaySecret func(ctx context.Context) (string, error)
	// ParGames is how many games make par of a day; 0 is daily.ParGames.
	ParGames int
	// Clock returns the current time; nil is time.Now.
	Clock func() time.Time
	// Random returns a uniform number from 0 to n-1 for deals and computer
	// players. It must be safe for concurrent use; nil uses the operating
	// system's generator, and only then shuffles can be proven.
	Random func(n int) int
	// DecisionRandom returns the generator for a computer player's decision
	// after so many decisions of its table; nil seeds one for each computer
	// player from Random.
	DecisionRandom func(decisions int) *rand.Rand
	// Node names this process if several play the same tables: then only one at
	// a time runs a table's computer players. "" is for a single process.
	Node string
	// Log receives messages for the operator; nil is slog.Default().
	Log *slog.Logger
}

// idleTables is for how many tables that nobody plays the ratings are kept.
const idleTables = 200

// moveTimeout is the usual Options.MoveTimeout.
const moveTimeout = 30 * time.Second

// HintTime is the thinking time of a hint: enough for meaningful figures, too
// short to notice.
const HintTime = 90 * time.Millisecond

// Service plays the tables of a store. It is safe for concurrent use. A refused
// command returns the error together with the current position (nil if there is
// no table, or it cannot be read); see Refusal for the errors.
type Service struct {
	opt         Options
	games       games
	commitments commitments
	cache       folds
	frozen      sync.Map // IDs of tables known to be frozen
	audience    audience
	search      *fair.Queue // of computer players that search
	quick       *fair.Queue // of the others
	searchers   searchers

	proves  bool // new tables have shuffles that can be proven
	runner  runner
	analyst *analyst.Analyst
	results *results.Book
}

// Now is the current time.
func (v *Service) Now() time.Time { return v.opt.Clock() }

// New returns a service, or an error for invalid options. This program advises and
// reviews where the options do not say who does.
func New(o Options) (*Service, error) {
	if o.Advise == nil {
		o.Advise = func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
			return bot.Hint(ctx, g, s, bot.Budget{Time: HintTime}, planned)
		}
	}
	if o.Reviewer == nil {
		o.Reviewer = func(g *rules.Game) coach.Analyst { return bot.NewAnalyst(g, ReviewPlayouts) }
	}
	return NewAsking(o)
}

// NewAsking is New for a program that has others think, and need not contain what does:
// Advise and Reviewer are required.
func NewAsking(o Options) (*Service, error) {
	if o.Store == nil || o.Live == nil || o.Bots == nil || o.Advise == nil || o.Reviewer == nil {
		return nil, errors.New("table: Options must have Store, Live, Board, Bots, Advise and Reviewer")
	}
	if _, err := board.Load(o.Board); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	proves := o.Random == nil
	if proves {
		o.Random = rand.New(system{}).IntN
	}
	if o.Budget == nil {
		o.Budget = func(string, int) bot.Budget { return bot.Budget{Time: time.Second} }
	}
	if o.Searches == nil {
		o.Searches = func(level string) bool { return o.Budget(level, 2) != bot.Budget{} }
	}
	if o.Thinkers <= 0 {
		o.Thinkers = runtime.GOMAXPROCS(0)
	}
	if o.MoveTimeout <= 0 {
		o.MoveTimeout = moveTimeout
	}
	if o.Cache <= 0 {
		o.Cache = 48 << 20
	}
	if o.Meter == nil {
		o.Meter = func(string, time.Duration, time.Duration) {}
	}
	if o.ParGames == 0 {
		o.ParGames = daily.ParGames
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	v := &Service{
		opt: o, games: newGames(), commitments: newCommitments(), cache: newFolds(o.Cache), audience: newAudience(),
		search: fair.NewQueue(o.Thinkers), quick: fair.NewQueue(o.Thinkers), searchers: newSearchers(o.Thinkers), proves: proves, runner: newRunner(),
		results: results.NewBook(o.Store, idleTables),
	}
	v.analyst = analyst.New(v.runner.all, o.Thinkers, func(waited, took time.Duration) { o.Meter("advice", waited, took) })
	return v, nil
}

// Ready reports whether tables can be played. Errors: ErrClosed while the
// service shuts down, ErrGone, or the store's.
func (v *Service) Ready(ctx context.Context) error {
	if v.closing() {
		return game.ErrClosed
	}
	return v.opt.Store.Ready(ctx)
}

// Position returns a table's current position for a viewer, counts the viewer as
// present for a while, and wakes the computer players if one is to decide.
// Errors: ErrNoTable, game.ErrHiddenDeal.
func (v *Service) Position(ctx context.Context, id string, viewer game.Actor) (*game.Snapshot, error) {
	return v.PositionAt(ctx, id, viewer, math.MaxInt64)
}

// PositionAt is Position for a viewer who was told that the log has reached number n:
// the store is asked only if what is cached is older.
func (v *Service) PositionAt(ctx context.Context, id string, viewer game.Actor, n int64) (*game.Snapshot, error) {
	f := v.cache.get(id)
	if f == nil || f.N < n {
		var err error
		if f, err = v.load(ctx, id); err != nil {
			return nil, err
		}
	}
	if err := f.MaySee(viewer, v.opt.Clock()); err != nil {
		return nil, err
	}
	v.audience.look(id, viewer.From, v.opt.Clock())
	v.wake(f)
	v.readRatings(ctx, f)
	return v.show(f, viewer), nil
}

// Snapshot returns a table's current position for a viewer who is not there: it
// counts nobody as present and wakes nobody. Errors: ErrNoTable, game.ErrHiddenDeal.
func (v *Service) Snapshot(ctx context.Context, id string, viewer game.Actor) (*game.Snapshot, error) {
	f, err := v.seen(ctx, id, viewer)
	if err != nil {
		return nil, err
	}
	return v.show(f, viewer), nil
}

// seen returns a table for somebody who may see it. Errors: ErrNoTable, game.ErrHiddenDeal.
func (v *Service) seen(ctx context.Context, id string, who game.Actor) (*game.Game, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return f, f.MaySee(who, v.opt.Clock())
}

func (v *Service) show(f *game.Game, viewer game.Actor) *game.Snapshot {
	present := v.opt.Live.Present(f.ID)
	s := f.Snapshot(func(seat int) bool {
		return slices.ContainsFunc(present, func(p live.Present) bool { return p.Who == SeatPresence(seat) })
	}, v.advised(f), v.opt.Clock())
	for k := range s.Seats {
		s.Seats[k].Rating = v.results.OfSeat(f, k)
	}
	s.Thinks = v.thinks(f)
	return s.For(viewer)
}

// thinks is how long the computer player that is to decide thinks at most.
func (v *Service) thinks(f *game.Game) time.Duration {
	level, due := f.BotDue()
	if !due || !v.opt.Searches(level) {
		return 0
	}
	if b := v.budget(f, level); b.Time > 0 {
		return min(b.Time, v.opt.MoveTimeout)
	}
	return min(moveTimeout, v.opt.MoveTimeout)
}

// publish announces a stored change to the cache, the open pages and the
// computer players. The result of a finished game is stored before, so that pages read at
// its end have it; if that fails, the scheduler stores it.
func (v *Service) publish(ctx context.Context, f *game.Game) {
	if f.Sound() {
		v.cache.put(f)
	}
	if _, _, over := f.Ended(); over {
		if err := v.count(ctx, f); err != nil {
			v.opt.Log.Error("a result cannot be stored yet", "table", store.ShortID(f.ID), "error", err)
		}
	}
	v.opt.Live.Publish(f.ID, f.N)
	s := f.State()
	v.analyst.Moved(f.ID, &s, game.ErrStale)
	v.wake(f)
}
