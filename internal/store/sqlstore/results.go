package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// resultTables is the migration that adds results and ratings. Results have no
// reference to tables, because they outlive them. ratings_by has one row, which
// a change of ratings locks.
var resultTables = Migration{
	`CREATE TABLE results (
		table_id $text PRIMARY KEY,
		n        $int NOT NULL,
		ended    $int NOT NULL,
		pool     $text NOT NULL,
		body     $bytes NOT NULL
	) $suffix`,
	`CREATE INDEX results_order ON results (pool, ended, table_id)`,
	`CREATE TABLE result_seats (
		table_id $text NOT NULL REFERENCES results (table_id),
		seat     $int NOT NULL,
		holder   $bytes NOT NULL,
		PRIMARY KEY (table_id, seat, holder)
	) $suffix`,
	`CREATE INDEX result_seats_holder ON result_seats (holder)`,
	`CREATE TABLE ratings (
		holder   $bytes NOT NULL,
		pool     $text NOT NULL,
		ended    $int NOT NULL,
		table_id $text NOT NULL REFERENCES results (table_id),
		body     $bytes NOT NULL,
		PRIMARY KEY (holder, pool, ended, table_id)
	) $suffix`,
	`CREATE INDEX ratings_order ON ratings (pool, ended, table_id)`,
	`CREATE TABLE ratings_by (
		version $text NOT NULL
	) $suffix`,
	`INSERT INTO ratings_by (version) VALUES ('')`,
}

// AddResult implements [store.Results].
func (d *DB) AddResult(ctx context.Context, r store.Result, rate store.Rater) (fresh bool, err error) {
	err = d.checked(ctx, "keep a result", store.CheckResult(r), func(tx tx) error {
		if _, err := tx.exec(`UPDATE tables SET due = 0, stage = ?2 WHERE id = ?1`, r.Table, int(store.Over)); err != nil || len(r.Holders) == 0 {
			return err
		}
		if r.Pool != "" {
			if err := lockRatings(tx); err != nil {
				return err
			}
		}
		fresh, err = changed(tx.exec(`INSERT INTO results (table_id, n, ended, pool, body) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING`,
			r.Table, r.N, r.Ended, r.Pool, r.Body))
		if err != nil || !fresh {
			return err
		}
		for _, h := range r.Holders {
			_, err := tx.exec(`INSERT INTO result_seats (table_id, seat, holder, ended) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING`, r.Table, h.Seat, h.Browser[:], r.Ended)
			if err != nil {
				return err
			}
		}
		if r.Pool == "" {
			return nil
		}
		return rateFrom(tx, r.Pool, r.Ended, r.Table, rate)
	})
	return fresh && err == nil, err
}

// lockRatings keeps others from changing ratings until the transaction ends.
func lockRatings(tx tx) error {
	return tx.do(`UPDATE ratings_by SET version = version`)
}

// ratedAtOnce is how many results are rated at a time, and in one transaction while all are
// rated again: there may be a million, and others wait for the transaction.
const ratedAtOnce = 50

// rateFrom computes the ratings of a pool again from a result on, in the order of the ends.
func rateFrom(tx tx, pool string, ended int64, table string, rate store.Rater) error {
	list, err := rateNext(tx, pool, ">=", ended, table, rate)
	for err == nil && len(list) > 0 {
		last := list[len(list)-1]
		list, err = rateNext(tx, pool, ">", last.Ended, last.Table, rate)
	}
	return err
}

// rateNext computes the ratings of a pool's next results again: after one (>), or from that
// one on (>=), in the order of their ends. It returns the results.
func rateNext(tx tx, pool, than string, ended int64, table string, rate store.Rater) ([]store.Result, error) {
	rows, err := listIn(tx, resultSeatInto, `SELECT r.table_id, r.n, r.ended, r.pool, r.body, s.seat, s.holder
		FROM (SELECT table_id, n, ended, pool, body FROM results
			WHERE pool = ?1 AND (ended, table_id) `+than+` (?2, ?3) ORDER BY ended, table_id LIMIT ?4) r
		JOIN result_seats s ON s.table_id = r.table_id
		ORDER BY r.ended, r.table_id, s.seat, s.holder`, pool, ended, table, ratedAtOnce)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list := joined(rows)
	first, last := list[0], list[len(list)-1]
	if _, err := tx.exec(`DELETE FROM ratings WHERE pool = ?1 AND (ended, table_id) >= (?2, ?3) AND (ended, table_id) <= (?4, ?5)`,
		pool, first.Ended, first.Table, last.Ended, last.Table); err != nil {
		return nil, err
	}
	known := map[store.Hash][]byte{}
	before := func(of store.Hash) (body []byte, err error) {
		body, ok := known[of]
		if !ok {
			body, err = ratingBefore(tx, of, first)
			known[of] = body
		}
		return body, err
	}
	for _, r := range list {
		after, err := rate(r, before)
		if err != nil {
			return nil, err
		}
		for holder, body := range after {
			known[holder] = body
			if _, err := tx.exec(`INSERT INTO ratings (holder, pool, ended, table_id, body) VALUES (?1, ?2, ?3, ?4, ?5)`,
				holder[:], pool, r.Ended, r.Table, body); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// resultSeat is a result with one of its seats.
type resultSeat struct {
	store.Result
	seat store.Holder
}

func resultSeatInto(r *resultSeat) []any {
	return []any{&r.Table, &r.N, &r.Ended, &r.Pool, &r.Body, &r.seat.Seat, (*hashed)(&r.seat.Browser)}
}

// joined are the results of some rows; those of one result follow each other.
func joined(rows []resultSeat) (list []store.Result) {
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].Table != r.Table {
			list = append(list, r.Result)
		}
		last := &list[len(list)-1]
		last.Holders = append(last.Holders, r.seat)
	}
	return list
}

// ratingBefore returns a holder's rating before a result, nil for none.
func ratingBefore(tx tx, holder store.Hash, r store.Result) (body []byte, err error) {
	err = tx.row(`SELECT body FROM ratings WHERE holder = ?1 AND pool = ?2 AND (ended, table_id) < (?3, ?4)
		ORDER BY ended DESC, table_id DESC LIMIT 1`, holder[:], r.Pool, r.Ended, r.Table).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return body, err
}

// Describe implements [store.Results].
func (d *DB) Describe(ctx context.Context, table string, body []byte) error {
	return d.checked(ctx, "describe a result", store.CheckBody(body), func(tx tx) error {
		return tx.do(`UPDATE results SET body = ?2 WHERE table_id = ?1`, table, body)
	})
}

// Rerate implements [store.Results].
func (d *DB) Rerate(ctx context.Context, version string, rate store.Rater) (n int, err error) {
	n, _, err = d.rerate(ctx, version, rate, func(string) bool { return true })
	return n, err
}

// RerateOnce implements [store.Results].
func (d *DB) RerateOnce(ctx context.Context, version string, rate store.Rater) (n int, did bool, err error) {
	return d.rerate(ctx, version, rate, func(now string) bool { return now != version })
}

// rating begins what ratings_by has while all ratings are computed again. Who does so and
// what computed them before follow.
const rating = "again "

// errOther: another process has begun to compute all ratings again.
var errOther = errors.New("another process computes the ratings")

// rerate computes all ratings again if they are by a version for which it is due. It does so
// in many transactions, so that nobody waits; of several processes the one that began last.
func (d *DB) rerate(ctx context.Context, version string, rate store.Rater, due func(now string) bool) (n int, did bool, err error) {
	const what = "compute the ratings again"
	if err := store.CheckText(version); err != nil {
		return 0, false, d.explain(what, err)
	}
	mine := ""
	err = d.write(ctx, what, func(tx tx) error {
		now := ""
		if err := lockRatings(tx); err != nil {
			return err
		}
		if err := tx.row(`SELECT version FROM ratings_by`).Scan(&now); err != nil || !due(now) {
			return err
		}
		before := ratedBy(now)
		if before == version {
			before = "" // or what is interrupted would count as done
		}
		mine = rating + store.NewID() + " " + before
		return mark(tx, now, mine)
	})
	if err != nil || mine == "" {
		return 0, false, err
	}
	pools, err := list(ctx, d, what, only[string], `SELECT DISTINCT pool FROM results WHERE pool <> '' ORDER BY pool`)
	if err != nil {
		return 0, false, err
	}
	for _, pool := range pools {
		last := store.Result{}
		for some := ratedAtOnce; some == ratedAtOnce && err == nil; n += some {
			err = d.write(ctx, what, func(tx tx) error {
				if err := mark(tx, mine, mine); err != nil {
					return err
				}
				list, err := rateNext(tx, pool, ">", last.Ended, last.Table, rate)
				if some = len(list); some > 0 {
					last = list[some-1]
				}
				return err
			})
		}
	}
	if err == nil {
		err = d.write(ctx, what, func(tx tx) error { return mark(tx, mine, version) })
	}
	if errors.Is(err, errOther) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	return n, true, nil
}

// mark changes what the ratings are computed by, and keeps others from changing ratings until
// the transaction ends. Errors: errOther if it is something else now.
func mark(tx tx, from, to string) error {
	return orElse(errOther)(tx.exec(`UPDATE ratings_by SET version = ?2 WHERE version = ?1`, from, to))
}

// ratedBy is the version that has computed all ratings.
func ratedBy(kept string) string {
	if rest, again := strings.CutPrefix(kept, rating); again {
		_, kept, _ = strings.Cut(rest, " ")
	}
	return kept
}

// RatedBy implements [store.Results].
func (d *DB) RatedBy(ctx context.Context) (version string, err error) {
	if err := d.row(ctx, `SELECT version FROM ratings_by`).Scan(&version); err != nil {
		return "", d.explain("read what ratings were computed by", err)
	}
	return ratedBy(version), nil
}

// Ratings implements [store.Results].
func (d *DB) Ratings(ctx context.Context, holder store.Hash, most int) ([]store.Rating, error) {
	const what = "read ratings"
	var all []store.Rating
	for pool := ""; ; { // each pool has an index
		var next sql.NullString
		if err := d.row(ctx, `SELECT MIN(pool) FROM ratings WHERE holder = ?1 AND pool > ?2`, holder[:], pool).Scan(&next); err != nil {
			return nil, d.explain(what, err)
		}
		if !next.Valid {
			return all, nil
		}
		pool = next.String
		some, err := list(ctx, d, what, func(r *store.Rating) []any { return []any{&r.Pool, &r.Table, &r.Ended, &r.Body} },
			`SELECT pool, table_id, ended, body FROM ratings WHERE holder = ?1 AND pool = ?2 ORDER BY ended DESC, table_id DESC LIMIT ?3`, holder[:], pool, most)
		if err != nil {
			return nil, err
		}
		slices.Reverse(some)
		all = append(all, some...)
	}
}

// SeatRatings implements [store.Results].
func (d *DB) SeatRatings(ctx context.Context, pool string, tables []string) (map[store.Place][]byte, error) {
	out := map[store.Place][]byte{}
	tables = slices.DeleteFunc(slices.Clone(tables), func(id string) bool { return !store.ValidID(id) })
	for some := range slices.Chunk(tables, store.MaxList) {
		places, args := make([]string, len(some)), []any{pool}
		for i, id := range some {
			places[i], args = fmt.Sprint("?", i+2), append(args, id)
		}
		err := d.rows(ctx, func(r *sql.Rows) error {
			var p store.Place
			var body []byte
			err := r.Scan(&p.Table, &p.Seat, &body)
			if body != nil {
				out[p] = body
			}
			return err
		}, `SELECT g.table_id, g.seat, (SELECT r.body FROM ratings r WHERE r.holder = g.browser AND r.pool = ?1
				ORDER BY r.ended DESC, r.table_id DESC LIMIT 1)
			FROM grants g WHERE g.table_id IN (`+strings.Join(places, ", ")+`) AND g.seat >= 0`, args...)
		if err != nil {
			return nil, d.explain("read the ratings at tables", err)
		}
	}
	return out, nil
}

// ResultsOf implements [store.Results].
func (d *DB) ResultsOf(ctx context.Context, holder store.Hash) ([]store.Result, error) {
	rows, err := list(ctx, d, "read results", resultSeatInto, `SELECT r.table_id, r.n, r.ended, r.pool, r.body, s.seat, s.holder
		FROM result_seats s JOIN results r ON r.table_id = s.table_id
		WHERE s.holder = ?1 ORDER BY s.ended DESC, s.table_id, s.seat LIMIT ?2`, holder[:], store.MaxResults)
	return joined(rows), err
}

// Holders implements [store.Seats].
func (d *DB) Holders(ctx context.Context, table string) ([]store.Holder, error) {
	return list(ctx, d, "read who holds the seats", func(h *store.Holder) []any { return []any{&h.Seat, (*hashed)(&h.Browser)} },
		`SELECT seat, browser FROM grants WHERE table_id = ?1 AND seat >= 0 ORDER BY seat, browser`, table)
}

// forgetHolder makes a holder's results, ratings, games of days and tournaments those of nobody
// who could be known. They stay, because the ratings of others depend on them.
func forgetHolder(tx tx, holder store.Hash) error {
	if err := forgetTournaments(tx, holder); err != nil {
		return err
	}
	nobody := store.HashOf(store.NewID())
	if err := moveDayGames(tx, holder, nobody); err != nil {
		return err
	}
	return moveResults(tx, holder, nobody)
}

// moveResults gives a holder's results to another one, with ratings.
func moveResults(tx tx, from, to store.Hash) error {
	if err := lockRatings(tx); err != nil {
		return err
	}
	for _, stmt := range []string{
		`UPDATE result_seats SET holder = ?2 WHERE holder = ?1 AND NOT EXISTS (
			SELECT 1 FROM result_seats o WHERE o.table_id = result_seats.table_id AND o.seat = result_seats.seat AND o.holder = ?2)`,
		`UPDATE ratings SET holder = ?2 WHERE holder = ?1 AND NOT EXISTS (SELECT 1 FROM ratings o WHERE o.holder = ?2)`,
	} {
		if _, err := tx.exec(stmt, from[:], to[:]); err != nil {
			return err
		}
	}
	return nil
}
