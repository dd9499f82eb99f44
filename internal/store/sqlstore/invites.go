package sqlstore

import (
	"context"

	"ruhr/internal/store"
)

// inviteTables is the migration that adds invitations.
var inviteTables = Migration{
	`CREATE TABLE invites (
		code    $bytes PRIMARY KEY,
		expires $int NOT NULL
	) $suffix`,
}

// AddInvite implements [store.Invites].
func (d *DB) AddInvite(ctx context.Context, code store.Hash, now, expires int64) error {
	return d.write(ctx, "invite somebody", func(tx tx) error {
		if _, err := tx.exec(`DELETE FROM invites WHERE expires <= ?1`, now); err != nil {
			return err
		}
		return fresh("the invitation")(tx.exec(`INSERT INTO invites (code, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, code[:], expires))
	})
}

// useInvite deletes an invitation that has not expired.
func useInvite(tx tx, code store.Hash, now int64) error {
	return orElse(store.ErrNoInvite)(tx.exec(`DELETE FROM invites WHERE code = ?1 AND expires > ?2`, code[:], now))
}
