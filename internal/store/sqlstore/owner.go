package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"ruhr/internal/store"
)

// owners is the migration that adds owners: in existing tables the browser with
// the first grant, which is the one that made the table.
var owners = Migration{
	`INSERT INTO grants (browser, table_id, seat) SELECT browser, table_id, -2 FROM grants g
		WHERE $row = (SELECT MIN($row) FROM grants WHERE table_id = g.table_id)`,
}

// HandOver implements [store.Seats].
func (d *DB) HandOver(ctx context.Context, p store.Place, by store.Hash) error {
	return d.place(ctx, "hand a table over", p, func(tx tx) error {
		if err := held(tx, p.Table, store.Holder{Browser: by, Seat: store.Owner}); err != nil {
			return err
		}
		if _, err := tx.exec(`DELETE FROM grants WHERE table_id = ?1 AND seat = ?2`, p.Table, store.Owner); err != nil {
			return err
		}
		return own(tx, p.Table, p.Seat)
	})
}

// own makes who holds a seat owners of the table.
func own(tx tx, id string, seat int) error {
	nobody := fmt.Errorf("%w: nobody has seat %d of table %q", store.ErrNotHeld, seat, store.ShortID(id))
	return orElse(nobody)(tx.exec(`INSERT INTO grants (browser, table_id, seat, created)
		SELECT browser, table_id, ?3, created FROM grants WHERE table_id = ?1 AND seat = ?2 AND seat >= 0 ON CONFLICT DO NOTHING`, id, seat, store.Owner))
}

// passOn makes others the owners of the tables that a browser alone owns: those who
// hold the first seat that others hold. and selects some of its grants, with args from ?4 on.
func passOn(tx tx, browser store.Hash, and string, args ...any) error {
	_, err := tx.exec(`INSERT INTO grants (browser, table_id, seat, created)
		SELECT g.browser, g.table_id, ?2, g.created FROM grants g WHERE g.browser <> ?1
			AND g.seat = (SELECT MIN(h.seat) FROM grants h WHERE h.table_id = g.table_id AND h.seat >= ?3 AND h.browser <> ?1)
			AND g.table_id IN (SELECT table_id FROM grants WHERE browser = ?1 AND seat = ?2`+and+`)
			AND NOT EXISTS (SELECT 1 FROM grants o WHERE o.table_id = g.table_id AND o.seat = ?2 AND o.browser <> ?1)`,
		append([]any{browser[:], store.Owner, 0}, args...)...)
	return err
}

// Leave implements [store.Seats].
func (d *DB) Leave(ctx context.Context, browser store.Hash, table string, lists ...store.Hash) (deleted bool, err error) {
	err = d.at(ctx, "leave a table", table, func(tx tx) error {
		deleted = false // reset on a retry
		var places int
		if err := tx.row(`SELECT COUNT(*) FROM grants WHERE table_id = ?1 AND browser = ?2`, table, browser[:]).Scan(&places); err != nil {
			return err
		}
		if places == 0 {
			return fmt.Errorf("%w: no place at table %q", store.ErrNotHeld, store.ShortID(table))
		}
		if err := passOn(tx, browser, ` AND table_id = ?4`, table); err != nil {
			return err
		}
		if err := loseSeats(tx, `table_id = ?1 AND browser = ?2`, table, browser[:]); err != nil {
			return err
		}
		left, err := listIn(tx, func(h *store.Hash) []any { return []any{(*hashed)(h)} }, `SELECT browser FROM grants WHERE table_id = ?1 AND seat > ?2`, table, store.Freed(0))
		if err != nil {
			return err
		}
		if deleted = !slices.ContainsFunc(left, func(h store.Hash) bool { return !slices.Contains(lists, h) }); deleted {
			return remove(tx, table)
		}
		return nil
	})
	return deleted && err == nil, err
}

// Inherit implements [store.Seats].
func (d *DB) Inherit(ctx context.Context, from, to string, seats []int) error {
	return d.at(ctx, "pass on a table's owner and seats", to, func(tx tx) error {
		var taken int
		err := tx.row(`SELECT COUNT(*) FROM grants WHERE table_id = ?1 AND seat <> ?2`, to, store.Nobody).Scan(&taken)
		if err != nil || taken > 0 {
			return err
		}
		places := map[int]int{store.Owner: store.Owner}
		for k, place := range seats {
			places[k] = place
		}
		for old, place := range places {
			_, err := tx.exec(`INSERT INTO grants (browser, table_id, seat, created)
				SELECT g.browser, t.id, ?4, t.created FROM grants g, tables t WHERE g.table_id = ?1 AND g.seat = ?3 AND t.id = ?2 ON CONFLICT DO NOTHING`, from, to, old, place)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
