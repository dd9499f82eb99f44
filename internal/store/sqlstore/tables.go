package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// CreateTable implements [store.Tables].
func (d *DB) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry, holders ...store.Holder) error {
	const what = "create a table"
	told := news(first)
	if told > 0 {
		told += store.NewsLater
	}
	if err := errors.Join(store.CheckTable(t, board), store.CheckEntries(first)); err != nil {
		return d.explain(what, err)
	}
	return d.write(ctx, what, func(tx tx) error {
		// A board that is there already is locked, so that it stays until the table is.
		_, err := tx.exec(`INSERT INTO boards (sha, body) VALUES (?1, ?2)
			ON CONFLICT (sha) DO UPDATE SET body = excluded.body WHERE FALSE`, t.Board, board)
		if err != nil {
			return err
		}
		err = orElse(fmt.Errorf("%w: table %q", store.ErrExists, store.ShortID(t.ID)))(tx.exec(`INSERT INTO tables (id, created, meta, deal, board, last, due, news, stage)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING`,
			t.ID, t.Created, t.Meta, t.Deal, t.Board, len(first), due(first), told, stage(first)))
		if err != nil {
			return err
		}
		if err := insert(tx, t.ID, 0, "", first); err != nil {
			return err
		}
		for _, h := range holders {
			if err := give(tx, h.Browser, store.Place{Table: t.ID, Seat: h.Seat}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Table implements [store.Tables].
func (d *DB) Table(ctx context.Context, id string) (store.Table, error) {
	const what = "read a table"
	t := store.Table{ID: id}
	if !store.ValidID(id) {
		return store.Table{}, d.explain(what, store.NoTable(id))
	}
	err := d.row(ctx, `SELECT created, meta, deal, board FROM tables WHERE id = ?1`, id).
		Scan(&t.Created, &t.Meta, &t.Deal, &t.Board)
	if err != nil {
		return store.Table{}, d.explain(what, orNone(err, store.NoTable(id)))
	}
	return t, nil
}

// Board implements [store.Tables].
func (d *DB) Board(ctx context.Context, sha string) ([]byte, error) {
	const what = "read a board"
	if _, err := hex.DecodeString(sha); err != nil || len(sha) != 2*sha256.Size {
		return nil, d.explain(what, fmt.Errorf("%w: %.70q is not a SHA-256 in hexadecimal digits", store.ErrNoBoard, sha))
	}
	var body []byte
	err := d.row(ctx, `SELECT body FROM boards WHERE sha = ?1`, sha).Scan(&body)
	if err != nil {
		return nil, d.explain(what, orNone(err, fmt.Errorf("%w: %s", store.ErrNoBoard, sha)))
	}
	if got := store.BoardSHA(body); got != sha {
		return nil, d.explain(what, fmt.Errorf("%w: board %s has become %s", store.ErrDamaged, sha, got))
	}
	return body, nil
}

// IDs implements [store.Tables].
func (d *DB) IDs(ctx context.Context, after string, limit int) ([]string, error) {
	const what = "list the tables"
	if limit < 1 {
		return nil, d.explain(what, fmt.Errorf("%w: at most %d tables, want 1 to %d", store.ErrBad, limit, store.MaxList))
	}
	return list(ctx, d, what, only[string], `SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2`, after, min(limit, store.MaxList))
}

// Expire implements [store.Upkeep].
func (d *DB) Expire(ctx context.Context, before int64, limit int) (n int, err error) {
	const what = "delete old tables"
	if limit < 1 {
		return 0, d.explain(what, fmt.Errorf("%w: at most %d tables, want 1 at least", store.ErrBad, limit))
	}
	err = d.write(ctx, what, func(tx tx) error {
		type idle struct {
			id   string
			last int64
		}
		// Tables made since need not be looked at. Where something is due later, as the end of a holiday, the game goes on.
		old, err := listIn(tx, func(t *idle) []any { return []any{&t.id, &t.last} }, `SELECT t.id, t.last FROM tables t LEFT JOIN entries e ON e.table_id = t.id AND e.n = t.last
			WHERE t.stage IN (0, 1, 2) AND t.created < ?1 AND t.due < ?1 AND COALESCE(e.time, t.created) < ?1 LIMIT ?2`, before, limit)
		if err != nil {
			return err
		}
		if err := expireTournaments(tx, before); err != nil {
			return err
		}
		slices.SortFunc(old, func(a, b idle) int { return strings.Compare(a.id, b.id) })
		var ids []string
		for _, t := range old { // locked, unless somebody has just acted there or another server deletes it
			still, err := changed(tx.exec(`UPDATE tables SET last = last WHERE id = ?1 AND last = ?2`, t.id, t.last))
			if err != nil {
				return err
			}
			if still {
				ids = append(ids, t.id)
			}
		}
		n = len(ids)
		return remove(tx, ids...)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// boardIndex is the migration that finds the tables on a board.
var boardIndex = Migration{`CREATE INDEX tables_board ON tables (board)`}

// remove deletes tables, and the boards that no other table is played on.
func remove(tx tx, ids ...string) error {
	boards := map[string]bool{}
	for _, id := range ids {
		var sha string
		if err := tx.row(`SELECT board FROM tables WHERE id = ?1`, id).Scan(&sha); err != nil {
			return err
		}
		boards[sha] = true
		if err := removeTable(tx, id); err != nil {
			return err
		}
	}
	for _, sha := range slices.Sorted(maps.Keys(boards)) { // always in this order: two that lock boards never wait for each other
		if err := removeBoard(tx, sha); err != nil {
			return err
		}
	}
	return nil
}

// removeBoard deletes a board without tables. It locks the board first and looks for
// tables afterwards: others may just be creating or deleting one.
func removeBoard(tx tx, sha string) error {
	_, err := tx.exec(`INSERT INTO boards (sha, body) SELECT sha, body FROM boards WHERE sha = ?1
		ON CONFLICT (sha) DO UPDATE SET body = excluded.body WHERE FALSE`, sha)
	if err == nil {
		_, err = tx.exec(`DELETE FROM boards WHERE sha = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE board = ?1)`, sha)
	}
	return err
}

// removeTable deletes a table with all that belongs to it alone.
func removeTable(tx tx, id string) error {
	for _, stmt := range append(forgetTable[:len(forgetTable):len(forgetTable)],
		`DELETE FROM reviews WHERE table_id = ?1`,
		`DELETE FROM notices WHERE table_id = ?1`,
		`DELETE FROM grants WHERE table_id = ?1`,
		`DELETE FROM former WHERE table_id = ?1`,
		`DELETE FROM tokens WHERE table_id = ?1`,
		`DELETE FROM entries WHERE table_id = ?1`,
		`DELETE FROM tables WHERE id = ?1`,
	) {
		if _, err := tx.exec(stmt, id); err != nil {
			return err
		}
	}
	return nil
}
