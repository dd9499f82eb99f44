// Package results keeps how games ended: their results, what comes of them for
// those who played, and the ratings that follow.
package results

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/rating"
	"ruhr/internal/store"
)

// Store is what a Book reads and writes.
type Store interface {
	store.Results
	// Holders returns who holds the seats of a table, by seat.
	Holders(ctx context.Context, table string) ([]store.Holder, error)
}

// Book has the results and ratings of a store. It is safe for concurrent use.
type Book struct {
	store Store
	seats *seatRatings
}

// NewBook opens the results of a store. The ratings of so many tables are cached.
func NewBook(st Store, tables int) *Book { return &Book{st, newSeatRatings(tables)} }

// Count stores the result of a finished game, once, with the ratings that
// follow, and says whether these are new. A table that ended for lack of action has a
// result only if it is rated.
func (b *Book) Count(ctx context.Context, f *game.Game) (rated bool, err error) {
	n, at, ok := f.Ended()
	if !ok {
		return false, nil
	}
	r := store.Result{Table: f.ID, N: n, Ended: at.UnixMilli(), Body: []byte(`{}`)}
	if f.Setup.Unknown() && (f.Frozen == nil || f.Setup.Rated && f.Rules != nil && len(f.Steps) > 0) {
		if err := b.describe(ctx, f, &r); err != nil {
			return false, err
		}
	}
	fresh, err := b.store.AddResult(ctx, r, rate)
	if rated = err == nil && fresh && r.Pool != ""; rated {
		b.seats.drop(f.ID)
	}
	return rated, err
}

// describe completes a result with how the game ended and who played it.
func (b *Book) describe(ctx context.Context, f *game.Game, r *store.Result) (err error) {
	out := Ended(f, r.N)
	if r.Body, err = json.Marshal(out); err != nil {
		return err
	}
	holders, err := b.store.Holders(ctx, f.ID)
	if err != nil {
		return err
	}
	tenures := tenures(f, r.N)
	for _, h := range holders {
		if h.Seat < len(tenures) && tenures[h.Seat].kind == game.Person {
			r.Holders = append(r.Holders, h)
		}
	}
	pool := rating.PoolOf(len(out.Seats))
	if players, _ := rated(out, r.Holders, pool); f.Setup.Rated && players != nil {
		r.Pool = string(pool)
	}
	return nil
}

// rated returns the players of a game that are compared with each other, and
// their holders, zero for a computer player's: people who had their one seat for
// themselves, and computer players of measured strength. Both are nil where
// there is nobody to rate.
func rated(o Outcome, holders []store.Holder, pool rating.Pool) (players []rating.Player, who []store.Hash) {
	bySeat, byHolder := map[int][]store.Hash{}, map[store.Hash]int{}
	for _, h := range holders {
		bySeat[h.Seat] = append(bySeat[h.Seat], h.Browser)
		byHolder[h.Browser]++
	}
	people := 0
	for k, seat := range o.Seats {
		p := rating.Player{Rank: seat.Place}
		var holder store.Hash
		switch held := bySeat[k]; {
		case seat.Mixed:
			continue
		case seat.Level != "":
			var known bool
			if p.Rating, known = rating.Anchor(pool, seat.Level); !known {
				continue
			}
			p.Anchor = true
		case len(held) == 1 && byHolder[held[0]] == 1:
			p.Rating, holder = rating.First(pool), held[0]
			people++
		default:
			continue
		}
		players, who = append(players, p), append(who, holder)
	}
	if people == 0 || len(players) < 2 {
		return nil, nil
	}
	return players, who
}

// rate is the [store.Rater] of all games.
func rate(r store.Result, before map[store.Hash][]byte) (map[store.Hash][]byte, error) {
	var o Outcome
	if err := json.Unmarshal(r.Body, &o); err != nil {
		return nil, fmt.Errorf("result of table %s: %w", store.ShortID(r.Table), err)
	}
	pool := rating.Pool(r.Pool)
	players, who := rated(o, r.Holders, pool)
	for i, p := range players {
		if body, ok := before[who[i]]; ok && !p.Anchor {
			if err := json.Unmarshal(body, &players[i].Rating); err != nil {
				return nil, fmt.Errorf("rating before table %s: %w", store.ShortID(r.Table), err)
			}
		}
	}
	out := map[store.Hash][]byte{}
	for i, after := range rating.Rate(pool, players, r.Ended) {
		if players[i].Anchor {
			continue
		}
		body, err := json.Marshal(after)
		if err != nil {
			return nil, err
		}
		out[who[i]] = body
	}
	return out, nil
}

// Rerate computes all ratings again from the results of all games, and returns
// how many games are rated.
func (b *Book) Rerate(ctx context.Context) (int, error) {
	return b.store.Rerate(ctx, rating.Version, rate)
}

// RerateOnce computes the ratings again if an older version did so last, after
// before has been called with that version, "" for one from before there were
// results. Of several programs one does. One that is older than that version leaves
// them as they are: otherwise, each that starts while servers are exchanged would
// compute them again. It returns how many games are rated, 0 if nothing was done.
func (b *Book) RerateOnce(ctx context.Context, before func(version string) error) (int, error) {
	by, err := b.store.RatedBy(ctx)
	if err != nil || !olderVersion(by, rating.Version) {
		return 0, err
	}
	if err := before(by); err != nil {
		return 0, err
	}
	n, did, err := b.store.RerateOnce(ctx, rating.Version, rate)
	if !did {
		n = 0
	}
	return n, err
}

// olderVersion reports whether a version of the ratings is before another one. They are
// numbers; anything else is from before there were versions.
func olderVersion(a, b string) bool {
	m, _ := strconv.Atoi(a)
	n, _ := strconv.Atoi(b)
	return m < n
}
