package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/board"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// load returns a table folded up to its newest entry. What is cached only saves
// work: the store is asked for what follows it every time. Errors: ErrNoTable,
// or what the store says; a table that cannot be folded is no error but frozen.
func (v *Service) load(ctx context.Context, id string) (*fold, error) {
	if f := v.cache.get(id); f != nil {
		log, err := v.opt.Store.Log(ctx, id, f.n+1)
		if err == nil && len(log) == 0 {
			return f, nil
		}
		if !slices.ContainsFunc(log, func(e store.Entry) bool { return e.Kind == kindForget }) {
			return v.addAll(f.clone(), log, err)
		} // else names before it have changed
	}
	// The log comes first: of names that are replaced in between it does not say so
	// yet, and the table is read again.
	log, unread := v.opt.Store.Log(ctx, id, 1)
	t, err := v.opt.Store.Table(ctx, id)
	if errors.Is(err, store.ErrDamaged) {
		return v.freeze(newFold(&base{id: id}), FrozenDeal, 0, err), nil
	}
	if err != nil {
		return nil, err
	}
	f, err := v.begun(ctx, t)
	if err != nil {
		return nil, err
	}
	return v.addAll(f, log, unread)
}

// addAll folds a log on, as far as it can be folded; err is what reading the
// log failed with.
func (v *Service) addAll(f *fold, log []store.Entry, err error) (*fold, error) {
	switch {
	case errors.Is(err, store.ErrDamaged):
		return v.freeze(f, FrozenLog, f.n, err), nil
	case err != nil:
		return nil, err
	case f.frozen != nil:
		f.n += int64(len(log)) // shown as it was started, at its true number
	default:
		if n, err := addLog(f, log); err != nil {
			v.freeze(f, FrozenLog, n, err)
			f.n = log[len(log)-1].N
		}
	}
	if f.frozen == nil {
		v.cache.put(f)
	}
	return f, nil
}

// addLog adds entries until one does not fit and gives its number. A panic of
// the rules on a log they were not made for is such an error.
func addLog(f *fold, log []store.Entry) (n int64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("entry %d: panic: %v", n, r)
		}
	}()
	p := f.stepper()
	for _, e := range log {
		n = e.N
		if err := f.add(e, p); err != nil {
			return n, err
		}
	}
	return 0, nil
}

// freeze marks a fold. The service's log says why, once for each table.
func (v *Service) freeze(f *fold, key string, n int64, why error) *fold {
	f.frozen, f.why = &Frozen{Key: key, N: n}, why
	if _, logged := v.frozen.LoadOrStore(f.id, true); !logged {
		v.opt.Log.Error("a table is frozen", "table", store.ShortID(f.id), "why", key, "entry", n, "error", why)
	}
	return f
}

// begun returns the fold of an empty log, frozen where what the table was started
// with cannot be used. The error is the store's.
func (v *Service) begun(ctx context.Context, t store.Table) (*fold, error) {
	b := &base{id: t.ID, created: time.UnixMilli(t.Created), board: t.Board}
	var version struct{ Rules int }
	if err := json.Unmarshal(t.Meta, &version); err != nil {
		return v.freeze(newFold(b), FrozenDeal, 0, err), nil
	}
	if n := version.Rules; n > rules.Version {
		return v.freeze(newFold(b), FrozenRules, 0, fmt.Errorf("made by rules version %d, this program knows %d", n, rules.Version)), nil
	}
	if err := json.Unmarshal(t.Meta, &b.setup); err != nil {
		return v.freeze(newFold(b), FrozenDeal, 0, err), nil
	}
	if n := len(b.setup.Seats); n < 2 || n > 4 {
		return v.freeze(newFold(b), FrozenDeal, 0, fmt.Errorf("%d seats, expected 2 to 4", n)), nil
	}
	var unread error
	g, err := v.games.get(gameKey{t.Board, len(b.setup.Seats), b.setup.variant()}, func() (data []byte, err error) {
		data, unread = v.opt.Store.Board(ctx, t.Board)
		return data, unread
	})
	if unread != nil && !errors.Is(unread, store.ErrNoBoard) && !errors.Is(unread, store.ErrDamaged) {
		return nil, unread
	}
	if err != nil {
		return v.freeze(newFold(b), FrozenBoard, 0, err), nil
	}
	b.game, b.words = g.game, g.words
	if err := b.readDeal(t.Deal); err != nil {
		b.game, b.words = nil, nil // there is no position to show
		return v.freeze(newFold(b), FrozenDeal, 0, err), nil
	}
	return newFold(b), nil
}

func (b *base) readDeal(data []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("deal: panic: %v", r)
		}
	}()
	if b.deal, err = record.ReadDeal(b.game, data); err != nil {
		return err
	}
	if b.setup.Shuffle != nil {
		if err := b.readSecret(data); err != nil {
			return err
		}
	}
	return b.begin()
}

// begin plays what happens before the first decision.
func (b *base) begin() (err error) {
	b.start, b.opening, err = b.stepper().Start(b.deal.StartSeat)
	return err
}

// gameKey is what a game is made of.
type gameKey struct {
	board   string // SHA-256
	seats   int
	variant rules.Variant
}

// game is the rules for one kind of table with the codec of its records; tables
// alike share one.
type game struct {
	game  *rules.Game
	words *record.Codec
}

// games keeps the games used last.
type games struct {
	mu   sync.Mutex
	kept *simplelru.LRU[gameKey, *game]
}

func newGames() games { return games{kept: newLRU[gameKey, *game](maxGames)} }

const maxGames = 100 // far more than boards, seats and options in use at once

// get returns the game, made from the board's bytes where there is none yet.
func (c *games) get(key gameKey, bytes func() ([]byte, error)) (*game, error) {
	c.mu.Lock()
	g, ok := c.kept.Get(key)
	c.mu.Unlock()
	if ok {
		return g, nil
	}
	data, err := bytes()
	if err != nil {
		return nil, err
	}
	b, err := board.Load(data)
	if err != nil {
		return nil, err
	}
	g = &game{game: rules.NewGame(b, key.seats, key.variant)}
	g.words = record.NewCodec(g.game)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Add(key, g)
	return g, nil
}
