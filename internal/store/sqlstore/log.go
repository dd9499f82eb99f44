package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ruhr/internal/store"
)

// Append implements [store.Tables].
func (d *DB) Append(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
	return d.append(ctx, id, after, key, entries, func(tx) error { return nil })
}

// AppendJoin implements [store.Seats].
func (d *DB) AppendJoin(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser, token store.Hash, seat int) (int64, error) {
	return d.append(ctx, id, after, key, entries, func(tx tx) error {
		var p store.Place
		err := tx.row(`SELECT table_id, seat FROM tokens WHERE hash = ?1`, token[:]).Scan(&p.Table, &p.Seat)
		if errors.Is(err, sql.ErrNoRows) || err == nil && p != (store.Place{Table: id, Seat: seat}) {
			return store.ErrNoToken
		}
		if err != nil {
			return err
		}
		if err := grant(tx, browser, p); err != nil {
			return err
		}
		return loseSeats(tx, `table_id = ?1 AND seat = ?2`, id, store.Kept(seat))
	})
}

// AppendReturn implements [store.Seats].
func (d *DB) AppendReturn(ctx context.Context, id string, after int64, key string, entries []store.Entry, browser store.Hash, seat int) (int64, error) {
	return d.append(ctx, id, after, key, entries, func(tx tx) error {
		if err := held(tx, id, store.Holder{Browser: browser, Seat: store.Kept(seat)}); err != nil {
			return err
		}
		return turn(tx, id, store.Kept(seat), seat)
	})
}

// AppendRemove implements [store.Seats].
func (d *DB) AppendRemove(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return d.append(ctx, id, after, key, entries, func(tx tx) error {
		if err := held(tx, id, by); err != nil {
			return err
		}
		if err := keepFormer(tx, `table_id = ?1 AND seat IN (?2, ?3)`, id, seat, store.Kept(seat)); err != nil {
			return err
		}
		for _, place := range []int{seat, store.Kept(seat)} {
			if err := turn(tx, id, place, store.Freed(seat)); err != nil {
				return err
			}
		}
		return tx.do(`DELETE FROM tokens WHERE table_id = ?1 AND seat IN (?2, ?3)`, id, seat, store.NextFree)
	})
}

// AppendReplace implements [store.Seats].
func (d *DB) AppendReplace(ctx context.Context, id string, after int64, key string, entries []store.Entry, seat int, by store.Holder) (int64, error) {
	return d.append(ctx, id, after, key, entries, func(tx tx) error {
		if err := held(tx, id, by); err != nil || by.Seat < 0 {
			return err
		}
		owned, err := changed(tx.exec(`DELETE FROM grants WHERE table_id = ?1 AND seat = ?2
			AND browser IN (SELECT browser FROM grants WHERE table_id = ?1 AND seat = ?3)`, id, store.Owner, seat))
		if err != nil || !owned {
			return err
		}
		return own(tx, id, by.Seat)
	})
}

// turn makes one place of a table another one for all who hold it.
func turn(tx tx, id string, from, to int) error {
	_, err := tx.exec(`INSERT INTO grants (browser, table_id, seat, created)
		SELECT browser, table_id, ?3, created FROM grants WHERE table_id = ?1 AND seat = ?2 ON CONFLICT DO NOTHING`, id, from, to)
	if err == nil {
		_, err = tx.exec(`DELETE FROM grants WHERE table_id = ?1 AND seat = ?2`, id, from)
	}
	return err
}

// append is Append with a function to run in the same transaction after it.
func (d *DB) append(ctx context.Context, id string, after int64, key string, entries []store.Entry, and func(tx) error) (int64, error) {
	const what = "append to a log"
	err := store.CheckAppend(key, entries)
	if err == nil && !store.ValidID(id) {
		err = store.NoTable(id)
	}
	if err != nil {
		return 0, d.explain(what, err)
	}
	var last int64
	err = d.write(ctx, what, func(tx tx) (err error) {
		if last, err = appendTo(tx, id, after, key, entries); err != nil {
			return err
		}
		return and(tx)
	})
	switch {
	case err == nil, errors.Is(err, store.ErrStale), errors.Is(err, store.ErrRepeated):
		return last, err
	}
	return 0, err
}

// appendTo is Append inside its transaction. The UPDATE comes first to lock the
// table's row against concurrent appends.
func appendTo(tx tx, id string, after int64, key string, entries []store.Entry) (int64, error) {
	stmt, args := `UPDATE tables SET last = last + ?1, due = ?4, stage = ?5 WHERE id = ?2 AND last = ?3`, []any{len(entries), id, after, due(entries), stage(entries)}
	if at := news(entries); at > 0 {
		stmt, args = `UPDATE tables SET last = last + ?1, due = ?4, stage = ?5, news = ?6 WHERE id = ?2 AND last = ?3`, append(args, at)
	}
	current, err := changed(tx.exec(stmt, args...))
	if err != nil {
		return 0, err
	}
	if !current {
		return refuse(tx, id, after, key)
	}
	if led, used, err := ledTo(tx, id, key); err != nil {
		return 0, err
	} else if used {
		return led, repeated(id, key, led)
	}
	return after + int64(len(entries)), insert(tx, id, after, key, entries)
}

// refuse explains why the log cannot be extended after this number.
func refuse(tx tx, id string, after int64, key string) (int64, error) {
	var last int64
	err := tx.row(`SELECT last FROM tables WHERE id = ?1`, id).Scan(&last)
	if err != nil {
		return 0, orNone(err, store.NoTable(id))
	}
	if led, used, err := ledTo(tx, id, key); err != nil {
		return 0, err
	} else if used {
		return led, repeated(id, key, led)
	}
	return last, fmt.Errorf("%w: log of table %q is at %d, not %d", store.ErrStale, store.ShortID(id), last, after)
}

func repeated(id, key string, led int64) error {
	return fmt.Errorf("%w: key %q at table %q led to %d", store.ErrRepeated, key, store.ShortID(id), led)
}

// ledTo returns the number that the append with this key led to, if any.
func ledTo(tx tx, id, key string) (n int64, used bool, err error) {
	if key == "" {
		return 0, false, nil
	}
	err = tx.row(`SELECT n FROM entries WHERE table_id = ?1 AND idem = ?2`, id, key).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}

// insert writes entries after number after. The last one carries the key,
// because its number is the result of the append.
func insert(tx tx, id string, after int64, key string, entries []store.Entry) error {
	for i, e := range entries {
		idem := sql.NullString{String: key, Valid: key != "" && i == len(entries)-1}
		_, err := tx.exec(`INSERT INTO entries (table_id, n, time, kind, seat, body, idem)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
			id, after+int64(i)+1, e.Time, e.Kind, e.Seat, e.Body, idem)
		if err != nil {
			return err
		}
	}
	return nil
}

// Log implements [store.Tables].
func (d *DB) Log(ctx context.Context, id string, from int64) ([]store.Entry, error) {
	const what = "read a log"
	if !store.ValidID(id) {
		return nil, d.explain(what, store.NoTable(id))
	}
	from = max(from, 1)
	var log []store.Entry
	last := int64(-1)
	// One statement, so that the entries and the last number are consistent on
	// every database.
	err := d.rows(ctx, func(r *sql.Rows) error {
		var e store.Entry
		var n, time, seat sql.NullInt64
		var kind, key sql.NullString
		if err := r.Scan(&last, &n, &time, &kind, &seat, &e.Body, &key); err != nil {
			return err
		}
		if n.Valid {
			e.N, e.Time, e.Seat, e.Kind, e.Key = n.Int64, time.Int64, int(seat.Int64), kind.String, key.String
			log = append(log, e)
		}
		return nil
	}, `SELECT t.last, e.n, e.time, e.kind, e.seat, e.body, e.idem
		FROM tables t LEFT JOIN entries e ON e.table_id = t.id AND e.n >= ?2
		WHERE t.id = ?1 ORDER BY e.n`, id, from)
	if err == nil && last < 0 {
		err = store.NoTable(id)
	}
	if err == nil {
		err = whole(id, log, from, last)
	}
	if err != nil {
		return nil, d.explain(what, err)
	}
	return log, nil
}

// whole checks that a log read from a number on has no gaps up to last.
func whole(id string, log []store.Entry, from, last int64) error {
	for i, e := range log {
		if want := from + int64(i); e.N != want {
			return fmt.Errorf("%w: log of table %q has entry %d where %d is due", store.ErrDamaged, store.ShortID(id), e.N, want)
		}
	}
	if want := max(last-from+1, 0); int64(len(log)) != want {
		return fmt.Errorf("%w: log of table %s should end at %d, but has %d of %d entries from %d on",
			store.ErrDamaged, store.ShortID(id), last, len(log), want, from)
	}
	return nil
}
