package table

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/bot"
	"ruhr/guide"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/rules"
)

// runner runs the computer players, with one worker for each table where one is
// to decide.
type runner struct {
	all  context.Context // ends with the service, because of ErrClosed
	stop context.CancelCauseFunc
	wg   sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	workers map[string]*worker
}

func newRunner() runner {
	ctx, stop := context.WithCancelCause(context.Background())
	return runner{all: ctx, stop: stop, workers: map[string]*worker{}}
}

// worker plays one table's computer players until none of them is to decide.
type worker struct {
	id   string
	bots map[int]*player // that do not search, by seat

	// Guarded by runner.mu.
	again  bool               // there is news it has not looked at
	on     *game.Game         // the position it thinks about, nil between thoughts
	cancel context.CancelFunc // cancels that thinking
}

// player is the computer player of a seat.
type player struct {
	level string
	bot   bot.Bot
	rng   *rand.Rand
}

// queueOf is the queue for a computer player of a level, and its kind for the
// figures. Those that search, or are programs of their own, have slots apart from
// those that decide at once, so that neither wait for the others.
func (v *Service) queueOf(level string) (*fair.Queue, string) {
	if v.opt.Searches(level) {
		return v.search, "search"
	}
	return v.quick, "quick"
}

func (v *Service) closing() bool {
	v.runner.mu.Lock()
	defer v.runner.mu.Unlock()
	return v.runner.closed
}

// wake starts the thinking if a computer player is to decide, and cancels
// thinking about an outdated position.
func (v *Service) wake(f *game.Game) {
	c := &v.runner
	_, due := f.BotDue()
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.workers[f.ID]
	if w != nil {
		if w.on == nil || f.N > w.on.N {
			w.again = true
			if w.on != nil && !w.on.SameTask(f) {
				w.cancel()
			}
		}
		return
	}
	if !due || c.closed {
		return
	}
	w = &worker{id: f.ID, bots: map[int]*player{}, again: true}
	c.workers[f.ID] = w
	c.wg.Go(func() { v.work(w) })
}

// work is the loop of a worker.
func (v *Service) work(w *worker) {
	for v.look(w) {
		var f *game.Game
		err := v.keepTrying(v.runner.all, w.id, "a computer player cannot see its table", func() (err error) {
			f, err = v.load(v.runner.all, w.id)
			return err
		})
		if err != nil {
			v.leave(w)
			return
		}
		level, due := f.BotDue()
		if _, seen := v.awaited(f); due && seen {
			v.decide(w, f, level)
		}
	}
}

// look reports whether there is news for the worker; otherwise it ends the
// worker.
func (v *Service) look(w *worker) bool {
	c := &v.runner
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || !w.again {
		v.end(w)
		return false
	}
	w.again = false
	return true
}

func (v *Service) leave(w *worker) {
	v.runner.mu.Lock()
	defer v.runner.mu.Unlock()
	v.end(w)
}

// end forgets a worker and its players; runner.mu is locked.
func (v *Service) end(w *worker) {
	delete(v.runner.workers, w.id)
	v.searchers.forget(w.id)
}

// decide thinks and stores the decision if it is still wanted.
func (v *Service) decide(w *worker, f *game.Game, level string) {
	c := &v.runner
	ctx, cancel := context.WithCancel(c.all)
	defer cancel()
	c.mu.Lock()
	if w.again { // news arrived since the last look
		c.mu.Unlock()
		return
	}
	w.on, w.cancel = f, cancel
	c.mu.Unlock()
	refused := false
	if release, mine := v.lease(ctx, f.ID); mine {
		if t, ok := v.choose(ctx, w, f, level); ok {
			refused = v.move(ctx, f, t, level)
		}
		release()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.on = nil
	w.again = w.again || !refused // what is refused now will be again, until there is news
}

// move stores a computer player's decision, or that the stand-in plays on for one that
// cannot be asked, retrying until ctx ends. News that leave the position unchanged (such as
// a new name) only change its number. It reports whether the table refuses it.
func (v *Service) move(ctx context.Context, f *game.Game, t bot.Thought, level string) (refused bool) {
	now, decides := f, game.BotDecides(f, t.Action, level)
	if t.Action == rules.None {
		decides = game.BotLeaves(f, v.opt.StandIn)
	}
	err := v.keepTrying(ctx, f.ID, "a computer player's decision cannot be stored", func() error {
		for {
			next, err := v.try(ctx, now, game.Actor{}, now.N, "", decides, nil)
			if err == nil {
				v.analyst.Keep(thoughtOf(f, len(f.Steps), level), t.Analysis.Top(mostThoughts))
				v.publish(ctx, next)
				return nil
			}
			if !errors.Is(err, store.ErrStale) {
				return err
			}
			fresh, err := v.load(ctx, f.ID)
			if err != nil {
				return err
			}
			now = fresh
		}
	})
	if refused = game.Refused(err) && !errors.Is(err, game.ErrStale); refused {
		v.opt.Log.Error("a computer player's decision is refused", "table", store.ShortID(f.ID), "level", level, "decision", len(f.Steps), "error", err)
	}
	return refused
}

// Delay before retrying after a store error, first and longest.
const (
	firstRetry   = 250 * time.Millisecond
	longestRetry = 30 * time.Second
)

// keepTrying retries do on store errors until it succeeds, is refused, or ctx
// ends, and returns the last error. The failure is logged once.
func (v *Service) keepTrying(ctx context.Context, id, what string, do func() error) error {
	wait := firstRetry
	for attempt := 1; ; attempt++ {
		err := do()
		if err == nil && attempt > 1 {
			v.opt.Log.Info("the store works again", "table", store.ShortID(id), "attempts", attempt)
		}
		if err == nil || game.Refused(err) || errors.Is(err, ErrNoTable) || ctx.Err() != nil {
			return err
		}
		if attempt == 1 {
			v.opt.Log.Error(what, "table", store.ShortID(id), "error", err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
		wait = min(2*wait, longestRetry)
	}
}

// grace is how long a computer player may keep running after its cancellation.
const grace = 3 * time.Second

// searchers keep computer players that search from one of their decisions to the
// next. Each remembers up to some 200 MB, and any number of tables may wait for
// their turn to think: only those that have thought last are kept, the others
// start again.
type searchers struct{ *lru.Cache[seatOf, *player] }

// seatOf says whose a player is.
type seatOf struct {
	table string
	seat  int
}

func newSearchers(most int) searchers {
	kept, _ := lru.New[seatOf, *player](most) // fails below 1 only
	return searchers{kept}
}

// take returns the player of a seat, who is not kept while it thinks; nil if there
// is none.
func (m searchers) take(of seatOf) *player {
	p, _ := m.Peek(of)
	if !m.Remove(of) {
		return nil
	}
	return p
}

// forget drops the players of a table.
func (m searchers) forget(table string) {
	for _, of := range m.Keys() {
		if of.table == table {
			m.Remove(of)
		}
	}
}

// choose asks the computer player for its decision, replacing it by a random one
// if it fails; there is none from one that cannot be asked. It returns false if ctx
// ends or everybody has left before its turn for a processor comes.
func (v *Service) choose(ctx context.Context, w *worker, f *game.Game, level string) (bot.Thought, bool) {
	visitor, _ := v.awaited(f)
	q, kind := v.queueOf(level)
	came := time.Now()
	leave, err := q.Await(ctx, visitor)
	if err != nil {
		return bot.Thought{}, false
	}
	defer leave()
	if _, seen := v.awaited(f); !seen {
		return bot.Thought{}, false
	}
	began := time.Now()
	defer func() { v.opt.Meter(kind, began.Sub(came), time.Since(began)) }()
	s := f.State()
	var p *player
	alike := f.Alike()
	if alike != "" {
		p, err = v.alikePlayer(alike, f, level)
	} else {
		p, err = v.player(w, s.ToDecide(), level)
	}
	why := "there is no such computer player"
	t := bot.Thought{Action: rules.None}
	if err == nil {
		switch {
		case alike != "": // it has its own
		case f.Setup.Deal == game.Lesson:
			p.rng = guide.Chance(len(f.Steps))
		case v.opt.DecisionRandom != nil:
			p.rng = v.opt.DecisionRandom(len(f.Steps))
		}
		t, why = v.ask(ctx, w, p, f)
	}
	if ctx.Err() != nil {
		return bot.Thought{}, false
	}
	legal := f.Rules.Legal(&s)
	if legal.Has(t.Action) {
		if alike == "" {
			v.putBack(w, s.ToDecide(), p)
		}
		return t, true
	}
	if t.Failed != nil {
		return t, true
	}
	v.opt.Log.Error("a random decision replaces a computer player's", "table", store.ShortID(f.ID), "level", level,
		"seat", s.ToDecide(), "decision", len(f.Steps), "why", why, "error", err)
	random := v.opt.Random
	if v.opt.DecisionRandom != nil {
		random = v.opt.DecisionRandom(len(f.Steps)).IntN
	}
	return bot.Thought{Action: legal.Append(nil)[random(legal.Len())]}, true
}

// player returns the computer player of a seat, a new one if the level has
// changed or nobody has put it back.
func (v *Service) player(w *worker, seat int, level string) (*player, error) {
	p := v.searchers.take(seatOf{w.id, seat})
	if p == nil {
		p = w.bots[seat]
		delete(w.bots, seat)
	}
	if p != nil && p.level == level {
		return p, nil
	}
	b, err := v.opt.Bots(level)
	if err != nil {
		return nil, err
	}
	p = &player{level: level, bot: b}
	if v.opt.DecisionRandom == nil {
		p.rng = rand.New(rand.NewPCG(uint64(v.opt.Random(math.MaxInt)), uint64(v.opt.Random(math.MaxInt))))
	}
	return p, nil
}

// putBack keeps a computer player for its next decision. One that failed, or does
// not stop thinking, is not put back.
func (v *Service) putBack(w *worker, seat int, p *player) {
	if v.opt.Searches(p.level) {
		v.searchers.Add(seatOf{w.id, seat}, p)
		return
	}
	w.bots[seat] = p
}

// budget bounds the decision of a computer player at a table.
func (v *Service) budget(f *game.Game, level string) bot.Budget {
	if f.Alike() != "" {
		return bot.AlikeBudget(level, f.Rules.Seats())
	}
	return scaled(v.opt.Budget(level, f.Rules.Seats()), f.Setup.Thinking)
}

// scaled is a budget for a length of thinking.
func scaled(b bot.Budget, t game.Thinking) bot.Budget {
	switch t {
	case game.Short:
		return bot.Budget{Playouts: (b.Playouts + 3) / 4, Time: b.Time / 4}
	case game.Long:
		return bot.Budget{Playouts: 4 * b.Playouts, Time: 4 * b.Time}
	}
	return b
}

// ask lets a computer player think, for at most MoveTimeout even if it ignores
// cancellation; one that does is not asked again.
func (v *Service) ask(ctx context.Context, w *worker, p *player, f *game.Game) (bot.Thought, string) {
	ctx, cancel := context.WithTimeout(ctx, v.opt.MoveTimeout)
	defer cancel()
	type answer struct {
		bot.Thought
		why string
	}
	answers := make(chan answer, 1)
	s := f.State()
	seat := s.ToDecide() // from here on the position belongs to the computer player
	v.runner.wg.Go(func() {
		out := answer{bot.Thought{Action: rules.None}, "it failed"}
		defer func() {
			if r := recover(); r != nil {
				v.opt.Log.Error("a computer player failed", "level", p.level, "panic", r, "stack", string(debug.Stack()))
			}
			answers <- out
		}()
		t := p.bot.Choose(ctx, f.Rules, &s, v.budget(f, p.level), p.rng)
		// A cancelled thought is not a failure, and the reason for ErrResting
		// has been logged.
		if t.Failed != nil && !errors.Is(ctx.Err(), context.Canceled) && !errors.Is(t.Failed, bot.ErrResting) {
			v.opt.Log.Warn("a program failed; a stand-in decided", "level", p.level, "table", store.ShortID(f.ID), "seat", seat, "why", t.Failed)
		}
		out = answer{t, "its action is not legal"}
	})
	select {
	case out := <-answers:
		return out.Thought, out.why
	case <-ctx.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case out := <-answers:
		return out.Thought, out.why
	case <-late.C:
		return bot.Thought{Action: rules.None}, "it did not stop in time"
	}
}

// Close cancels all thinking and waits until nothing runs, or ctx ends. Later
// commands are refused with ErrClosed.
func (v *Service) Close(ctx context.Context) error {
	v.runner.mu.Lock()
	v.runner.closed = true
	v.runner.mu.Unlock()
	v.runner.stop(game.ErrClosed)
	done := make(chan struct{})
	go func() {
		v.runner.wg.Wait()
		v.analyst.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
