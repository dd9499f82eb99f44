// Package results keeps how games ended: their results, what comes of them for
// those who played, and the ratings that follow.
package results

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

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
	seats *lru.Cache[string, readRatings] // the ratings beside the seats of rated tables
}

// NewBook opens the results of a store. The ratings of so many tables are cached.
func NewBook(st Store, tables int) *Book {
	seats, _ := lru.New[string, readRatings](tables) // fails below 1 only
	return &Book{st, seats}
}

// Count stores the result of a finished game, once, with the ratings that
// follow, and says whether these are new. A table that ended for lack of action has a
// result only if it is rated.
func (b *Book) Count(ctx context.Context, f *game.Game) (rated bool, err error) {
	n, at, ok := f.Ended()
	if !ok {
		return false, nil
	}
	r := store.Result{Table: f.ID, N: n, Ended: at.UnixMilli(), Body: []byte(`{}`)}
	if described(f) {
		if err := b.describe(ctx, f, &r); err != nil {
			return false, err
		}
	}
	fresh, err := b.store.AddResult(ctx, r, rate)
	if rated = err == nil && fresh && r.Pool != ""; rated {
		b.seats.Remove(f.ID)
	}
	return rated, err
}

// Describe brings the stored result of a finished game up to date for ratings that are
// about to be computed again. Without such a result it does nothing.
func (b *Book) Describe(ctx context.Context, f *game.Game) error {
	n, _, ok := f.Ended()
	if !ok || !described(f) {
		return nil
	}
	body, err := json.Marshal(Ended(f, n))
	if err != nil {
		return err
	}
	return b.store.Describe(ctx, f.ID, body)
}

// described reports whether the result of a finished game says how it ended.
func described(f *game.Game) bool {
	return f.Setup.Unknown() && (f.Frozen == nil || f.Setup.Rated && f.Rules != nil && len(f.Steps) > 0)
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
	if list := rated(out, r.Holders, pool); f.Setup.Rated && list != nil {
		r.Pool = string(pool)
	}
	if f.Setup.Circle != "" { // its tally outlives the table
		r.Holders = append(r.Holders, store.Holder{Browser: store.HashOf(store.CircleHolder(f.Setup.Circle)), Seat: store.MaxSeat})
	}
	return nil
}

// player is a player of a game that is compared with the others.
type player struct {
	rating.Player
	who  store.Hash // whose rating it is; zero for a computer player's
	turn store.Hash // under which the worth of its turn is kept; zero if the turn is not known
}

// turnHash is where the worth of a turn is kept among the ratings of a pool. It is the
// hash of no browser.
func turnHash(turn, seats int) (h store.Hash) {
	if turn > 0 {
		copy(h[:], fmt.Sprintf("turn %d of %d", turn, seats))
	}
	return h
}

// rated returns the players of a game that are compared with each other: people who had
// their one seat for themselves, and computer players of measured strength. It is nil where
// there is nobody to rate.
func rated(o Outcome, holders []store.Holder, pool rating.Pool) (list []player) {
	bySeat, byHolder := map[int][]store.Hash{}, map[store.Hash]int{}
	for _, h := range holders {
		bySeat[h.Seat] = append(bySeat[h.Seat], h.Browser)
		byHolder[h.Browser]++
	}
	people := 0
	for k, seat := range o.Seats {
		p := player{Player: rating.Player{Rank: seat.Place}, turn: turnHash(seat.Turn, len(o.Seats))}
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
			p.Rating, p.who = rating.First(pool), held[0]
			people++
		default:
			continue
		}
		list = append(list, p)
	}
	if people == 0 || len(list) < 2 {
		return nil
	}
	return list
}

// rate is the [store.Rater] of all games.
func rate(r store.Result, before store.Before) (map[store.Hash][]byte, error) {
	var o Outcome
	if err := json.Unmarshal(r.Body, &o); err != nil {
		return nil, fmt.Errorf("result of table %s: %w", store.ShortID(r.Table), err)
	}
	pool := rating.Pool(r.Pool)
	list := rated(o, r.Holders, pool)
	var players []rating.Player
	for _, p := range list {
		if p.turn != (store.Hash{}) {
			p.Turn = rating.FirstTurn()
		}
		for of, into := range map[store.Hash]*rating.Rating{p.who: &p.Rating, p.turn: &p.Turn} {
			if err := readRating(before, of, into); err != nil {
				return nil, fmt.Errorf("rating before table %s: %w", store.ShortID(r.Table), err)
			}
		}
		players = append(players, p.Player)
	}
	out := map[store.Hash][]byte{}
	ratings, turns := rating.Rate(pool, players, r.Ended)
	for i, p := range list {
		for of, after := range map[store.Hash]rating.Rating{p.who: ratings[i], p.turn: turns[i]} {
			if of == (store.Hash{}) || of == p.turn && after == players[i].Turn {
				continue
			}
			body, err := json.Marshal(after)
			if err != nil {
				return nil, err
			}
			out[of] = body
		}
	}
	return out, nil
}

// readRating replaces a rating by the one that is kept under a hash, if there is one.
func readRating(before store.Before, of store.Hash, into *rating.Rating) error {
	if of == (store.Hash{}) {
		return nil
	}
	body, err := before(of)
	if err != nil || body == nil {
		return err
	}
	return json.Unmarshal(body, into)
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
