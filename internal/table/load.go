package table

import (
	"context"
	"errors"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/rules"
)

// load returns a table folded up to its newest entry. What is cached only saves
// work: the store is asked for what follows it every time. Errors: ErrNoTable,
// or what the store says; a table that cannot be folded is no error but frozen.
func (v *Service) load(ctx context.Context, id string) (*game.Game, error) {
	if f := v.cache.get(id); f != nil {
		log, err := v.after(ctx, f)
		if err == nil && len(log) == 0 {
			return f, nil
		}
		switch names := func(e store.Entry) bool { return e.Kind == game.KindForget }; {
		case errors.Is(err, store.ErrStale):
			v.cache.drop(id)
		case !slices.ContainsFunc(log, names):
			return v.addAll(f.Clone(), log, err)
		} // else names before it have changed
	}
	// Read the log first: if a name is replaced in between, the log does not say so yet,
	// and the table is read again.
	log, unread := v.opt.Store.Log(ctx, id, 1)
	t, err := v.opt.Store.Table(ctx, id)
	if errors.Is(err, store.ErrDamaged) {
		return v.noteFrozen(game.Unreadable(id, err)), nil
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

// after reads what follows a game in its log. Errors: store.ErrStale if the log is
// another: the table was deleted and made again, or the store has lost entries.
func (v *Service) after(ctx context.Context, f *game.Game) ([]store.Entry, error) {
	log, err := v.opt.Store.Log(ctx, f.ID, f.N)
	if err != nil || f.N == 0 {
		return log, err
	}
	if len(log) == 0 || !f.IsLast(folded(log[:1])[0]) {
		return nil, store.ErrStale
	}
	return log[1:], nil
}

// addAll folds a log on, as far as it can be folded; err is what reading the
// log failed with.
func (v *Service) addAll(f *game.Game, log []store.Entry, err error) (*game.Game, error) {
	switch {
	case errors.Is(err, store.ErrDamaged):
		f.Freeze(game.FrozenLog, f.N, err)
	case err != nil:
		return nil, err
	default:
		f.AddLog(folded(log))
	}
	if f.Sound() {
		v.cache.put(f)
	}
	return v.noteFrozen(f), nil
}

// noteFrozen logs why a table is frozen, once for each.
func (v *Service) noteFrozen(f *game.Game) *game.Game {
	if f.Why != nil {
		if _, logged := v.frozen.LoadOrStore(f.ID, true); !logged {
			v.opt.Log.Error("a table is frozen", "table", store.ShortID(f.ID), "why", f.Frozen.Key, "entry", f.Frozen.N, "error", f.Why)
		}
	}
	return f
}

// begun returns the game of an empty log, frozen where what the table was started
// with cannot be used. The error is the store's.
func (v *Service) begun(ctx context.Context, t store.Table) (*game.Game, error) {
	var unread error
	f := game.Read(t.ID, time.UnixMilli(t.Created), t.Meta, t.Deal, t.Board, func(seats int, variant rules.Variant) (*game.Ruleset, error) {
		return v.games.get(gameKey{t.Board, seats, variant}, func() (data []byte, err error) {
			data, unread = v.opt.Store.Board(ctx, t.Board)
			return data, unread
		})
	})
	if unread != nil && !errors.Is(unread, store.ErrNoBoard) && !errors.Is(unread, store.ErrDamaged) {
		return nil, unread
	}
	return v.noteFrozen(f), nil
}

// gameKey is what a game is made of.
type gameKey struct {
	board   string // SHA-256
	seats   int
	variant rules.Variant
}

// games keeps the games used last.
type games struct {
	kept *lru.Cache[gameKey, *game.Ruleset]
}

func newGames() games {
	kept, _ := lru.New[gameKey, *game.Ruleset](maxGames) // fails below 1 only
	return games{kept}
}

const maxGames = 100 // far more than boards, seats and options in use at once

// get returns the game, made from the board's bytes where there is none yet.
func (c games) get(key gameKey, bytes func() ([]byte, error)) (*game.Ruleset, error) {
	if g, ok := c.kept.Get(key); ok {
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
	g := game.NewRuleset(b, key.seats, key.variant)
	c.kept.Add(key, g)
	return g, nil
}
