package results

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/rating"
	"ruhr/internal/store"
)

// Career is what has come of a person's games.
type Career struct {
	Ratings map[rating.Pool][]RatedGame `json:"ratings"` // rising by time
	Games   []PlayedGame                `json:"games"`   // newest first
}

// RatedGame is a rated game with the rating that it led to.
type RatedGame struct {
	Table string    `json:"table"`
	Ended time.Time `json:"ended"`
	rating.Rating
}

// PlayedGame is a finished game that a person played.
type PlayedGame struct {
	Table   string      `json:"table"`
	Ended   time.Time   `json:"ended"`
	Pool    rating.Pool `json:"pool,omitempty"` // in which it is rated, "" if it is not
	Seats   []int       `json:"own"`            // the person's, one at least
	Outcome `json:"outcome"`
}

// maxRatings is how many ratings in a pool a career has at most, the newest.
const maxRatings = 300

// Career returns what has come of the games of a browser or an account, by its
// secret or holder's name.
func (b *Book) Career(ctx context.Context, holder string) (*Career, error) {
	hash := store.HashOf(holder)
	ratings, err := b.store.Ratings(ctx, hash, maxRatings)
	if err != nil {
		return nil, err
	}
	c := &Career{Ratings: map[rating.Pool][]RatedGame{}}
	for _, r := range ratings {
		g := RatedGame{Table: r.Table, Ended: time.UnixMilli(r.Ended)}
		if err := json.Unmarshal(r.Body, &g.Rating); err != nil {
			return nil, err
		}
		c.Ratings[rating.Pool(r.Pool)] = append(c.Ratings[rating.Pool(r.Pool)], g)
	}
	results, err := b.store.ResultsOf(ctx, hash)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		g := PlayedGame{Table: r.Table, Ended: time.UnixMilli(r.Ended), Pool: rating.Pool(r.Pool)}
		if err := json.Unmarshal(r.Body, &g.Outcome); err != nil {
			return nil, err
		}
		for _, h := range r.Holders {
			if h.Seat < len(g.Outcome.Seats) {
				g.Seats = append(g.Seats, h.Seat)
			}
		}
		if len(g.Seats) > 0 {
			c.Games = append(c.Games, g)
		}
	}
	return c, nil
}

// Rating is the newest rating in a pool, false before the first rated game.
func (c *Career) Rating(pool rating.Pool) (rating.Rating, bool) {
	list := c.Ratings[pool]
	if len(list) == 0 {
		return rating.Rating{}, false
	}
	return list[len(list)-1].Rating, true
}

// ratingsLast is how long the ratings beside the seats of a table are cached:
// they change when other tables end, too.
const ratingsLast = time.Minute

// readRatings is the ratings of a table's seats, nil for seats without one.
type readRatings struct {
	read  time.Time
	seats []*rating.Rating
}

// ReadSeats brings the cached ratings of rated tables up to date. An error concerns
// those that could not be read.
func (b *Book) ReadSeats(ctx context.Context, now time.Time, list ...*game.Game) error {
	old := map[rating.Pool][]string{}
	seats := map[string]int{}
	for _, f := range list {
		if r, ok := b.seats.Get(f.ID); f.Setup.Rated && (!ok || now.Sub(r.read) >= ratingsLast) {
			pool := rating.PoolOf(len(f.Seats))
			old[pool], seats[f.ID] = append(old[pool], f.ID), len(f.Seats)
		}
	}
	var bad error
	for pool, ids := range old {
		bodies, err := b.store.SeatRatings(ctx, string(pool), ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			r := readRatings{now, make([]*rating.Rating, seats[id])}
			for k := range r.seats {
				body, ok := bodies[store.Place{Table: id, Seat: k}]
				if !ok {
					continue
				}
				r.seats[k] = new(rating.Rating)
				if err := json.Unmarshal(body, r.seats[k]); err != nil {
					bad = fmt.Errorf("table %s: %w", store.ShortID(id), err)
					r.seats[k] = nil
				}
			}
			b.seats.Add(id, r)
		}
	}
	return bad
}

// OfSeat is the rating to show beside a seat as it was read last, nil for none: a
// computer player's is that of its level.
func (b *Book) OfSeat(f *game.Game, k int) *rating.Rating {
	if !f.Setup.Rated {
		return nil
	}
	if s := f.Seats[k]; s.Kind != game.Person && s.Level != "" {
		if r, ok := rating.Anchor(rating.PoolOf(len(f.Seats)), s.Level); ok {
			return &r
		}
		return nil
	}
	read, _ := b.seats.Get(f.ID)
	if f.Seats[k].Kind != game.Person || k >= len(read.seats) {
		return nil
	}
	return read.seats[k]
}
