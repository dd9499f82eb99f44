package sqlstore

import (
	"context"
	"fmt"

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
		fresh, err := changed(tx.exec(`INSERT INTO invites (code, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, code[:], expires))
		if err == nil && !fresh {
			err = fmt.Errorf("%w: the invitation", store.ErrExists)
		}
		return err
	})
}

// CreateInvited implements [store.Invites].
func (d *DB) CreateInvited(ctx context.Context, a store.Account, looks []string, code store.Hash, keys ...store.Passkey) error {
	return d.createAccount(ctx, a, looks, keys, func(tx tx) error {
		used, err := changed(tx.exec(`DELETE FROM invites WHERE code = ?1 AND expires > ?2`, code[:], a.Created))
		if err == nil && !used {
			err = store.ErrNoInvite
		}
		return err
	})
}
