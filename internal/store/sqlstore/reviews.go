package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"ruhr/internal/store"
)

// reviewTable is the migration that adds reviews.
var reviewTable = Migration{
	`CREATE TABLE reviews (
		table_id $text PRIMARY KEY REFERENCES tables (id),
		made_of  $text NOT NULL,
		body     $bytes NOT NULL
	) $suffix`,
}

// SaveReview implements [store.Reviews].
func (d *DB) SaveReview(ctx context.Context, id, of string, body []byte) error {
	const what = "keep a review"
	if err := store.CheckReview(of, body); err != nil {
		return d.explain(what, err)
	}
	if body == nil {
		body = []byte{}
	}
	return d.at(ctx, what, id, func(tx tx) error {
		return tx.do(`INSERT INTO reviews (table_id, made_of, body) VALUES (?1, ?2, ?3)
			ON CONFLICT (table_id) DO UPDATE SET made_of = excluded.made_of, body = excluded.body`, id, of, body)
	})
}

// Review implements [store.Reviews].
func (d *DB) Review(ctx context.Context, id string) (of string, body []byte, err error) {
	if !store.ValidID(id) {
		return "", nil, nil
	}
	err = d.row(ctx, `SELECT made_of, body FROM reviews WHERE table_id = ?1`, id).Scan(&of, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, d.explain("read a review", err)
	}
	return of, body, nil
}
