package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"ruhr/internal/store"
)

// CreateTable implements [store.Store].
func (d *DB) CreateTable(ctx context.Context, t store.Table, board []byte, first []store.Entry) error {
	const what = "create a table"
	if err := errors.Join(store.CheckTable(t, board), store.CheckEntries(first)); err != nil {
		return d.explain(what, err)
	}
	return d.write(ctx, what, func(tx tx) error {
		_, err := tx.exec(`INSERT INTO boards (sha, body) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, t.Board, board)
		if err != nil {
			return err
		}
		fresh, err := changed(tx.exec(`INSERT INTO tables (id, created, meta, deal, board, last)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
			t.ID, t.Created, t.Meta, t.Deal, t.Board, len(first)))
		if err != nil {
			return err
		}
		if !fresh {
			return fmt.Errorf("%w: table %s", store.ErrExists, short(t.ID))
		}
		return insert(tx, t.ID, 0, "", first)
	})
}

// Table implements [store.Store].
func (d *DB) Table(ctx context.Context, id string) (store.Table, error) {
	const what = "read a table"
	t := store.Table{ID: id}
	if !store.ValidID(id) {
		return store.Table{}, d.explain(what, noTable(id))
	}
	err := d.row(ctx, `SELECT created, meta, deal, board FROM tables WHERE id = ?1`, id).
		Scan(&t.Created, &t.Meta, &t.Deal, &t.Board)
	if errors.Is(err, sql.ErrNoRows) {
		err = noTable(id)
	}
	if err != nil {
		return store.Table{}, d.explain(what, err)
	}
	return t, nil
}

// Board implements [store.Store].
func (d *DB) Board(ctx context.Context, sha string) ([]byte, error) {
	const what = "read a board"
	if _, err := hex.DecodeString(sha); err != nil || len(sha) != 2*sha256.Size {
		return nil, d.explain(what, fmt.Errorf("%w: %.70q is not a SHA-256 in hexadecimal digits", store.ErrNoBoard, sha))
	}
	var body []byte
	err := d.row(ctx, `SELECT body FROM boards WHERE sha = ?1`, sha).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: %s", store.ErrNoBoard, sha)
	}
	if err != nil {
		return nil, d.explain(what, err)
	}
	if got := store.BoardSHA(body); got != sha {
		return nil, d.explain(what, fmt.Errorf("%w: board %s has become %s", store.ErrDamaged, sha, got))
	}
	return body, nil
}
