package sqlstore

import (
	"context"

	"ruhr/internal/store"
)

// commitmentTables is the migration that adds commitments.
var commitmentTables = Migration{
	`CREATE TABLE commitments (
		commitment $text PRIMARY KEY,
		secret     $text NOT NULL,
		expires    $int NOT NULL
	) $suffix`,
	`CREATE INDEX commitments_expires ON commitments (expires)`,
}

// AddCommitment implements [store.Commitments].
func (d *DB) AddCommitment(ctx context.Context, commitment, secret string, now, expires int64) error {
	return d.checked(ctx, "keep a commitment", store.CheckCommitment(commitment, secret), func(tx tx) error {
		err := fresh("the commitment")(tx.exec(`INSERT INTO commitments (commitment, secret, expires) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING`, commitment, secret, expires))
		if err != nil {
			return err
		}
		return tx.do(`DELETE FROM commitments WHERE expires <= ?1
			OR expires <= (SELECT expires FROM commitments ORDER BY expires DESC LIMIT 1 OFFSET ?2)`, now, store.MaxCommitments)
	})
}

// TakeCommitment implements [store.Commitments].
func (d *DB) TakeCommitment(ctx context.Context, commitment string, now int64) (secret string, err error) {
	err = d.write(ctx, "take a commitment", func(tx tx) error {
		err := tx.row(`SELECT secret FROM commitments WHERE commitment = ?1 AND expires > ?2`, commitment, now).Scan(&secret)
		if err != nil {
			return orNone(err, store.ErrNoCommitment)
		}
		return orElse(store.ErrNoCommitment)(tx.exec(`DELETE FROM commitments WHERE commitment = ?1`, commitment)) // a concurrent caller was first
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}
