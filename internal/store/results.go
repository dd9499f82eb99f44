package store

import (
	"context"
	"encoding/json"
	"fmt"
)

// Limits on what is stored of finished games.
const (
	MaxResult  = 16 << 10 // bytes in the body of a result or a rating
	MaxPool    = 32       // bytes in the name of a pool
	MaxResults = 1000     // results of a holder that are listed
)

// Result is how a finished game ended. It outlives the table.
type Result struct {
	Table   string
	N       int64    // the log number of the end
	Ended   int64    // unix milliseconds
	Pool    string   // in which the game is rated, "" if it is not
	Body    []byte   // JSON
	Holders []Holder // who held the seats at the end; Seat is 0 to MaxSeat
}

// Rating is what a rated game made of a holder's rating in a pool.
type Rating struct {
	Pool  string
	Table string
	Ended int64 // unix milliseconds
	Body  []byte
}

// Rater computes the ratings that a game makes, of its holders and of whatever else has
// ratings in the pool, from those before it. It must depend on its arguments alone.
type Rater func(r Result, before Before) (map[Hash][]byte, error)

// Before returns what was rated last under a hash in a game's pool before that game, nil
// for nothing.
type Before func(Hash) ([]byte, error)

// Results keeps how finished games ended, and the ratings that follow. Ratings
// are always those that all results give in the order of their ends (at the same
// time, in that of their tables), however they came in.
type Results interface {
	// AddResult stores the result of a table's game with the ratings that follow,
	// once for each table, and reports whether it was new. The table is Over, and no
	// longer due. A result that nobody held a seat of is not stored. Errors: ErrBad, and
	// those of rate.
	AddResult(ctx context.Context, r Result, rate Rater) (fresh bool, err error)
	// Describe replaces the body of a result and leaves the ratings as they are until they
	// are computed again. Without that result it does nothing. Errors: ErrBad.
	Describe(ctx context.Context, table string, body []byte) error
	// Rerate computes all ratings again, remembers the version of what computed
	// them, and returns how many games are rated. Others can write meanwhile; until it has
	// ended, some ratings are those of before. Where another process begins to, it stops and
	// returns 0.
	Rerate(ctx context.Context, version string, rate Rater) (int, error)
	// RerateOnce does so and returns true unless the ratings are by that version
	// already. Of several programs at the same moment one does: the one that begins last.
	RerateOnce(ctx context.Context, version string, rate Rater) (n int, did bool, err error)
	// RatedBy returns the version that last computed all ratings, "" for none.
	RatedBy(ctx context.Context) (string, error)
	// Ratings returns the newest ratings that a holder has had, at most so many of each
	// pool, by pool and rising by time.
	Ratings(ctx context.Context, holder Hash, most int) ([]Rating, error)
	// SeatRatings returns the newest ratings in a pool of those who hold seats of
	// tables, by table and seat.
	SeatRatings(ctx context.Context, pool string, tables []string) (map[Place][]byte, error)
	// ResultsOf returns the results of the games that a holder played, newest first,
	// at most MaxResults. Holders are their seats alone.
	ResultsOf(ctx context.Context, holder Hash) ([]Result, error)
}

// CheckResult returns ErrBad with the reason if the store does not take a result.
func CheckResult(r Result) error {
	if !ValidID(r.Table) || r.N < 1 || r.Ended < 0 {
		return fmt.Errorf("%w: result of table %.30q, entry %d at %d", ErrBad, r.Table, r.N, r.Ended)
	}
	if len(r.Pool) > MaxPool {
		return fmt.Errorf("%w: result with a pool of %d bytes", ErrBad, len(r.Pool))
	}
	if err := CheckBody(r.Body); err != nil {
		return err
	}
	for _, h := range r.Holders {
		if h.Seat < 0 || h.Seat > MaxSeat {
			return fmt.Errorf("%w: result with a holder of seat %d", ErrBad, h.Seat)
		}
	}
	return nil
}

// CheckBody refuses a body of a result that is no JSON or too large.
func CheckBody(body []byte) error {
	if len(body) > MaxResult || !json.Valid(body) {
		return fmt.Errorf("%w: result with a body of %d bytes, want JSON of at most %d", ErrBad, len(body), MaxResult)
	}
	return nil
}
