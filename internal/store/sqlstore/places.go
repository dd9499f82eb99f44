package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruhr/internal/store"
)

// SaveToken implements [store.Seats].
func (d *DB) SaveToken(ctx context.Context, token store.Hash, p store.Place) error {
	return d.link(ctx, p, func(tx tx) error { return saveToken(tx, token, p) })
}

// link is at for a write of a private link.
func (d *DB) link(ctx context.Context, p store.Place, do func(tx) error) error {
	const what = "save a private link"
	if p.Seat == store.NextFree {
		return d.at(ctx, what, p.Table, do)
	}
	return d.place(ctx, what, p, do)
}

// SaveTokenBy implements [store.Seats].
func (d *DB) SaveTokenBy(ctx context.Context, token store.Hash, p store.Place, by store.Holder) error {
	return d.link(ctx, p, func(tx tx) error {
		if err := held(tx, p.Table, by); err != nil {
			return err
		}
		if err := saveToken(tx, token, p); err != nil {
			return err
		}
		return few(tx, "links", `SELECT COUNT(*) FROM tokens WHERE table_id = ?1 AND seat = ?2`, p, store.MaxLinks)
	})
}

// few returns ErrMany where a place has more of something than it may have.
func few(tx tx, what, count string, p store.Place, most int) error {
	var n int
	if err := tx.row(count, p.Table, p.Seat).Scan(&n); err != nil || n <= most {
		return err
	}
	return fmt.Errorf("%w: %d %s for seat %d of table %q, at most %d", store.ErrMany, n, what, p.Seat, store.ShortID(p.Table), most)
}

func saveToken(tx tx, token store.Hash, p store.Place) error {
	fresh, err := changed(tx.exec(`INSERT INTO tokens (hash, table_id, seat) VALUES (?1, ?2, ?3)
		ON CONFLICT DO NOTHING`, token[:], p.Table, p.Seat))
	if fresh || err != nil {
		return err
	}
	var old store.Place
	err = tx.row(`SELECT table_id, seat FROM tokens WHERE hash = ?1`, token[:]).Scan(&old.Table, &old.Seat)
	if err == nil && old != p {
		err = fmt.Errorf("%w: the link leads to seat %d of table %q", store.ErrExists, old.Seat, store.ShortID(old.Table))
	}
	return err
}

// held returns ErrNotHeld if a browser does not hold its place at a table.
func held(tx tx, id string, by store.Holder) error {
	var one int
	err := tx.row(`SELECT 1 FROM grants WHERE browser = ?1 AND table_id = ?2 AND (?3 <> -1 AND seat = ?3 OR ?3 = -1 AND seat >= 0) LIMIT 1`,
		by.Browser[:], id, by.Seat).Scan(&one)
	switch {
	case !errors.Is(err, sql.ErrNoRows):
		return err
	case by.Seat == store.Owner:
		return fmt.Errorf("%w: table %q is another's", store.ErrNotHeld, store.ShortID(id))
	case by.Seat < 0:
		return fmt.Errorf("%w: none of table %q", store.ErrNotHeld, store.ShortID(id))
	}
	return fmt.Errorf("%w: seat %d of table %q", store.ErrNotHeld, by.Seat, store.ShortID(id))
}

// TokenByHash implements [store.Seats].
func (d *DB) TokenByHash(ctx context.Context, token store.Hash) (store.Place, error) {
	var p store.Place
	err := d.row(ctx, `SELECT table_id, seat FROM tokens WHERE hash = ?1`, token[:]).Scan(&p.Table, &p.Seat)
	if err != nil {
		return store.Place{}, d.explain("follow a private link", orNone(err, store.ErrNoToken))
	}
	return p, nil
}

// Grant implements [store.Seats].
func (d *DB) Grant(ctx context.Context, browser store.Hash, p store.Place) error {
	return d.at(ctx, "grant a seat", p.Table, func(tx tx) error { return give(tx, browser, p) })
}

// give grants any place; of one that is kept for a browser there is news.
func give(tx tx, browser store.Hash, p store.Place) error {
	if err := store.CheckGrant(p.Seat); err != nil {
		return err
	}
	if p.Seat <= store.Kept(0) && p.Seat >= store.Kept(store.MaxSeat) {
		if _, err := tx.exec(`UPDATE tables SET news = 1 WHERE id = ?1`, p.Table); err != nil {
			return err
		}
	}
	return grant(tx, browser, p)
}

// GrantByToken implements [store.Seats].
func (d *DB) GrantByToken(ctx context.Context, browser, token store.Hash) (p store.Place, err error) {
	err = d.write(ctx, "grant a seat by a private link", func(tx tx) error {
		// Lock the table's row first: a concurrent renewal of the link either
		// waits, or is already done and the link is gone.
		_, err := tx.exec(`UPDATE tables SET last = last WHERE id = (SELECT table_id FROM tokens WHERE hash = ?1)`, token[:])
		if err != nil {
			return err
		}
		err = tx.row(`SELECT table_id, seat FROM tokens WHERE hash = ?1`, token[:]).Scan(&p.Table, &p.Seat)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNoToken
		}
		switch {
		case err != nil:
			return err
		case p.Seat == store.NextFree:
			return store.ErrNoToken
		}
		return grant(tx, browser, p)
	})
	if err != nil {
		return store.Place{}, err
	}
	return p, nil
}

func grant(tx tx, browser store.Hash, p store.Place) error {
	fresh, err := changed(tx.exec(`INSERT INTO grants (browser, table_id, seat, created)
		SELECT ?1, id, ?3, created FROM tables WHERE id = ?2 ON CONFLICT DO NOTHING`, browser[:], p.Table, p.Seat))
	if err == nil && fresh {
		err = few(tx, "browsers", `SELECT COUNT(*) FROM grants WHERE table_id = ?1 AND seat = ?2`, p, store.MaxHolders)
	}
	if errors.Is(err, store.ErrMany) && p.Seat == store.Nobody {
		return tx.do(`DELETE FROM grants WHERE browser = ?1 AND table_id = ?2 AND seat = ?3`, browser[:], p.Table, p.Seat)
	}
	if err == nil && p.Seat >= 0 { // anyone who was removed is back
		_, err = tx.exec(`DELETE FROM grants WHERE browser = ?1 AND table_id = ?2 AND seat <= ?3`, browser[:], p.Table, store.Freed(0))
	}
	return err
}

// place is at for a write that needs a valid seat.
func (d *DB) place(ctx context.Context, what string, p store.Place, do func(tx) error) error {
	if err := store.CheckSeat(p.Seat); err != nil {
		return d.explain(what, err)
	}
	return d.at(ctx, what, p.Table, do)
}

// at runs a write on an existing table. It locks the table's row, so that such
// writes to one table are serialized.
func (d *DB) at(ctx context.Context, what, id string, do func(tx) error) error {
	if !store.ValidID(id) {
		return d.explain(what, store.NoTable(id))
	}
	return d.write(ctx, what, func(tx tx) error {
		err := orElse(store.NoTable(id))(tx.exec(`UPDATE tables SET last = last WHERE id = ?1`, id))
		if err != nil {
			return err
		}
		return do(tx)
	})
}

// Renew implements [store.Seats].
func (d *DB) Renew(ctx context.Context, token store.Hash, p store.Place, by store.Holder, alone bool) error {
	return d.place(ctx, "renew a private link", p, func(tx tx) error {
		if err := held(tx, p.Table, by); err != nil {
			return err
		}
		if err := tx.do(`DELETE FROM tokens WHERE table_id = ?1 AND seat = ?2`, p.Table, p.Seat); err != nil {
			return err
		}
		err := fresh("the new link")(tx.exec(`INSERT INTO tokens (hash, table_id, seat) VALUES (?1, ?2, ?3)
			ON CONFLICT DO NOTHING`, token[:], p.Table, p.Seat))
		if err != nil {
			return err
		}
		if !alone {
			return nil
		}
		return loseSeats(tx, `table_id = ?1 AND seat = ?2 AND browser <> ?3`, p.Table, p.Seat, by.Browser[:])
	})
}

// SeatsOf implements [store.Seats].
func (d *DB) SeatsOf(ctx context.Context, browser store.Hash, table string) ([]int, error) {
	if !store.ValidID(table) {
		return nil, nil // no grants for a malformed ID
	}
	return list(ctx, d, "read a browser's seats at a table", only[int], `SELECT seat FROM grants WHERE browser = ?1 AND table_id = ?2 ORDER BY seat`, browser[:], table)
}

// TablesOf implements [store.Seats].
func (d *DB) TablesOf(ctx context.Context, browser store.Hash, l store.Listing) ([]store.Listed, error) {
	const what = "list a browser's tables"
	if l.Limit < 1 {
		return nil, d.explain(what, fmt.Errorf("%w: at most %d tables, want 1 to %d", store.ErrBad, l.Limit, store.MaxHeld))
	}
	q, err := d.listing(ctx, browser, l)
	if err != nil {
		return nil, d.explain(what, err)
	}
	args := []any{browser[:], min(l.Limit, store.MaxHeld)}
	if l.Stages != nil {
		in := make([]string, len(l.Stages))
		for i, s := range l.Stages {
			in[i] = strconv.Itoa(int(s))
		}
		q.from += " AND " + q.stage + " IN (" + strings.Join(in, ", ") + ")"
	}
	if l.After != "" {
		t, err := d.Table(ctx, l.After)
		if err != nil {
			return nil, err
		}
		q.from, args = q.from+" AND ("+q.created+", "+q.id+") < (?3, ?4)", append(args, t.Created, t.ID)
	}
	var list []store.Listed
	err = d.rows(ctx, func(r *sql.Rows) error {
		var t store.Listed
		var seat int
		if err := r.Scan(&t.ID, &t.Created, &t.Meta, &t.Last, &seat); err != nil {
			return err
		}
		if n := len(list); n == 0 || list[n-1].ID != t.ID {
			list = append(list, t)
		}
		at := &list[len(list)-1]
		at.Seats = append(at.Seats, seat)
		return nil
	}, `SELECT t.id, t.created, t.meta, t.last, g.seat
		FROM (SELECT `+q.id+` AS id FROM `+q.from+q.group+` ORDER BY `+q.created+` DESC, `+q.id+` DESC LIMIT ?2) n
		CROSS JOIN tables t CROSS JOIN grants g WHERE t.id = n.id AND g.table_id = t.id AND g.browser = ?1
		ORDER BY t.created DESC, t.id DESC, g.seat`, args...)
	if err != nil {
		return nil, d.explain(what, err)
	}
	return list, nil
}

// many is so many places of a browser that those of its tables that have not ended are found
// among all such tables.
const many = 1000

// listing is how to find the tables of a list, and what it calls their columns.
type listing struct{ from, stage, created, id, group string }

// listing returns how to find a browser's tables: in the order of the list unless those wanted
// may be few of them.
func (d *DB) listing(ctx context.Context, browser store.Hash, l store.Listing) (listing, error) {
	ofAll := listing{`tables WHERE EXISTS (SELECT 1 FROM grants WHERE browser = ?1 AND table_id = tables.id)`, "stage", "created", "id", ""}
	switch {
	case l.Most:
		return ofAll, nil
	case l.Stages == nil || slices.Contains(l.Stages, store.Over):
		return listing{`grants g CROSS JOIN tables t WHERE g.browser = ?1 AND t.id = g.table_id`, "t.stage", "g.created", "g.table_id", " GROUP BY g.created, g.table_id"}, nil
	}
	var held int
	err := d.row(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM grants WHERE browser = ?1 LIMIT ?2) AS held`, browser[:], many).Scan(&held)
	if held == many {
		return ofAll, err
	}
	// The plus keeps SQLite from going through all tables of a stage.
	return listing{`tables WHERE id IN (SELECT table_id FROM grants WHERE browser = ?1)`, "+stage", "created", "id", ""}, err
}

// loseSeats takes places from browsers, and keeps which seats they were.
func loseSeats(tx tx, where string, args ...any) error {
	err := keepFormer(tx, where, args...)
	if err == nil {
		_, err = tx.exec(`DELETE FROM grants WHERE `+where, args...)
	}
	return err
}

// keepFormer keeps which seats browsers have had, or were to have.
func keepFormer(tx tx, where string, args ...any) error {
	return tx.do(`INSERT INTO former (browser, table_id, seat)
		SELECT browser, table_id, `+ofGrant+` FROM grants WHERE `+withSeat+` AND `+where+` ON CONFLICT DO NOTHING`, args...)
}

// withSeat holds for a grant of a seat, of one that is kept, and of one that was freed;
// ofGrant is which seat that is.
var (
	withSeat = fmt.Sprintf(`(seat >= 0 OR seat <= %d)`, store.Kept(0))
	ofGrant  = fmt.Sprintf(`CASE WHEN seat >= 0 THEN seat WHEN seat >= %d THEN %d - seat ELSE %d - seat END`,
		store.Kept(store.MaxSeat), store.Kept(0), store.Freed(0))
)
