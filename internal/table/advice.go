package table

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/rules"
)

// advice is the result of thinking about one position of one table, for the
// seat to decide.
type advice struct {
	steps int
	state rules.State
	told  analysis.Analysis
}

func adviceOn(f *game.Game, told analysis.Analysis) *advice {
	return &advice{len(f.Steps), f.State(), told}
}

// fits reports whether the advice is about the position of a game.
func (a *advice) fits(f *game.Game) bool {
	return a != nil && a.steps == len(f.Steps) && a.state == f.State()
}

// hintQueue serializes the thinking about advice for one table.
type hintQueue struct {
	turn chan struct{} // holds one: whoever has it may think
	// Guarded by hintQueues.mu.
	users  int
	last   *advice            // the newest
	on     *advice            // the position that is thought about, nil in between
	cancel context.CancelFunc // ends that thinking
}

// hintQueues are the hint queues of the tables. Of those that nobody uses only
// the newest are kept.
type hintQueues struct {
	mu   sync.Mutex
	busy map[string]*hintQueue // by table
	idle *simplelru.LRU[string, *hintQueue]
}

func newHintQueues(idle int) hintQueues {
	return hintQueues{busy: map[string]*hintQueue{}, idle: newLRU[string, *hintQueue](idle)}
}

// use returns a table's hint queue, which is kept until leave is called.
func (d *hintQueues) use(id string) (k *hintQueue, leave func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k = d.of(id); k == nil {
		k = &hintQueue{turn: make(chan struct{}, 1)}
	}
	d.idle.Remove(id)
	d.busy[id] = k
	k.users++
	return k, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if k.users--; k.users == 0 {
			delete(d.busy, id)
			d.idle.Add(id, k)
		}
	}
}

// of is a table's hint queue, nil if none is kept.
func (d *hintQueues) of(id string) *hintQueue {
	if k := d.busy[id]; k != nil {
		return k
	}
	k, _ := d.idle.Get(id)
	return k
}

// about is the advice there is on the position of a game.
func (d *hintQueues) about(f *game.Game) (told analysis.Analysis, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k := d.of(f.ID); k != nil && k.last.fits(f) {
		return k.last.told, true
	}
	return analysis.Analysis{}, false
}

// moved ends the thinking about a position that has passed.
func (d *hintQueues) moved(f *game.Game) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k := d.busy[f.ID]; k != nil && k.on != nil && !k.on.fits(f) {
		k.cancel()
	}
}

// Hint thinks about the decision the actor is to make and notes in the log
// that it was asked for. The advice is then in the position that comes back,
// and in every later one, for whoever holds the seat, as long as the decision
// is the same; asking again for it does nothing. Thinking ends when ctx does or
// the position changes. Errors besides those of Act: ErrNoHints, ErrNoChoice,
// ErrBusy when there was no time for it.
func (v *Service) Hint(ctx context.Context, id string, who game.Actor, at int64, key string) (*game.Snapshot, error) {
	// Checked before a queue is made: someone who may not ask must not crowd out
	// others.
	if f, err := v.asking(ctx, id, who, at); f == nil {
		return nil, err
	} else if err != nil {
		return v.show(f, who), err
	}
	k, leave := v.hintQueues.use(id)
	defer leave()
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return nil, game.ErrBusy
	}
	f, err := v.asking(ctx, id, who, at)
	if f == nil {
		return nil, err
	}
	if err != nil {
		return v.show(f, who), err
	}
	if _, ok := v.hintQueues.about(f); !ok {
		told, err := v.advise(ctx, k, f, who.From)
		if err != nil {
			if now, lost := v.load(context.WithoutCancel(ctx), id); lost == nil {
				f = now
			}
			return v.show(f, who), err
		}
		v.hintQueues.mu.Lock()
		k.last = adviceOn(f, told)
		v.hintQueues.mu.Unlock()
	}
	return v.noteHint(ctx, f, who, key)
}

// asking returns the table, and an error if no hint may be asked for there; no
// table if it cannot be read.
func (v *Service) asking(ctx context.Context, id string, who game.Actor, at int64) (*game.Game, error) {
	if v.closing() {
		return nil, game.ErrClosed
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := f.MayAsk(who); err != nil {
		return f, err
	}
	if at < 1 || at > f.N || f.Decided(at) {
		return f, game.ErrStale
	}
	return f, nil
}

// noteHint notes once in the log that advice was asked for at the position of
// a game. Entries that leave the position as it was do not matter.
func (v *Service) noteHint(ctx context.Context, f *game.Game, who game.Actor, key string) (*game.Snapshot, error) {
	about := adviceOn(f, analysis.Analysis{})
	for {
		now, err := v.load(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if !about.fits(now) {
			return v.show(now, who), game.ErrStale
		}
		if now.Hinted {
			return v.show(now, who), nil
		}
		s, err := v.do(ctx, f.ID, who, now.N, key, game.NoteHint(), nil)
		if !errors.Is(err, game.ErrStale) {
			return s, err
		}
	}
}

// advise thinks about the position of a game for a visitor, as one of those that
// may be advised at the same time over all tables.
func (v *Service) advise(ctx context.Context, k *hintQueue, f *game.Game, visitor string) (told analysis.Analysis, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &v.runner
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return told, game.ErrClosed
	}
	c.wg.Add(1)
	c.mu.Unlock()
	defer c.wg.Done()
	defer context.AfterFunc(c.all, func() { cancel(game.ErrClosed) })()
	v.hintQueues.mu.Lock()
	k.on, k.cancel = adviceOn(f, analysis.Analysis{}), func() { cancel(game.ErrStale) }
	v.hintQueues.mu.Unlock()
	defer func() {
		v.hintQueues.mu.Lock()
		defer v.hintQueues.mu.Unlock()
		k.on, k.cancel = nil, nil
	}()
	q, came := v.queues.advice, time.Now()
	done, err := q.enter(ctx, visitor)
	if err != nil {
		return told, endOf(ctx)
	}
	defer done()
	began := time.Now()
	defer func() { v.opt.Meter(q.kind, began.Sub(came), time.Since(began)) }()
	for s := f.State(); ; {
		told = v.opt.Advise(ctx, f.Rules, &s)
		switch {
		case ctx.Err() != nil:
			return told, endOf(ctx)
		case len(told.Candidates) > 0:
			return told, nil
		}
		// There was no time for a single playout: try again, as long as ctx allows.
	}
}

// endOf says why thinking about a hint ended early.
func endOf(ctx context.Context) error {
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return game.ErrBusy
}

// advised is the advice that the seat to decide was given on the position, nothing
// where it has not asked.
func (v *Service) advised(f *game.Game) (told analysis.Analysis) {
	if f.Hinted {
		told, _ = v.hintQueues.about(f)
	}
	return told
}
