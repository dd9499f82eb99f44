package sqlstore

import (
	"context"
	"fmt"

	"ruhr/internal/store"
)

// passkeyTables is the migration that adds passkeys, and what has been used of
// what may be used once.
var passkeyTables = Migration{
	`CREATE TABLE passkeys (
		id         $bytes PRIMARY KEY,
		account    $text NOT NULL REFERENCES accounts (id),
		name       $text NOT NULL,
		public_key $bytes NOT NULL,
		flags      $int NOT NULL,
		uses       $int NOT NULL,
		created    $int NOT NULL,
		seen       $int NOT NULL
	) $suffix`,
	`CREATE INDEX passkeys_account ON passkeys (account, created)`,
	`CREATE TABLE spent (
		hash    $bytes PRIMARY KEY,
		expires $int NOT NULL
	) $suffix`,
	`CREATE INDEX spent_expires ON spent (expires)`,
}

// AddPasskey implements [store.Passkeys].
func (d *DB) AddPasskey(ctx context.Context, p store.Passkey) error {
	return d.checked(ctx, "add a passkey", store.CheckPasskey(p), func(tx tx) error {
		// Lock the account's row first, against concurrent additions and
		// deletion.
		if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1`, p.Account)); err != nil {
			return err
		}
		return tx.addPasskey(p)
	})
}

// addPasskey adds a passkey to an account whose row is locked.
func (t tx) addPasskey(p store.Passkey) error {
	n, err := t.passkeys(p.Account)
	if err != nil {
		return err
	}
	if n >= store.MaxPasskeys {
		return fmt.Errorf("%w: the account has %d passkeys, at most %d", store.ErrBad, n, store.MaxPasskeys)
	}
	return fresh("the passkey")(t.exec(`INSERT INTO passkeys (id, account, name, public_key, flags, uses, created, seen)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`, []byte(p.ID), p.Account, p.Name, p.Key, p.Flags, p.Count, p.Created, p.Seen))
}

// passkeys counts the passkeys of an account.
func (t tx) passkeys(account string) (n int, err error) {
	err = t.row(`SELECT COUNT(*) FROM passkeys WHERE account = ?1`, account).Scan(&n)
	return n, err
}

// PasskeysOf implements [store.Passkeys].
func (d *DB) PasskeysOf(ctx context.Context, account string) ([]store.Passkey, error) {
	return list(ctx, d, "list passkeys", func(p *store.Passkey) []any {
		return []any{&p.ID, &p.Account, &p.Name, &p.Key, &p.Flags, &p.Count, &p.Created, &p.Seen}
	}, `SELECT id, account, name, public_key, flags, uses, created, seen FROM passkeys WHERE account = ?1 ORDER BY created, id`, account)
}

// UsePasskey implements [store.Passkeys].
func (d *DB) UsePasskey(ctx context.Context, p store.Passkey) error {
	return d.write(ctx, "note a passkey", func(tx tx) error {
		counted, err := changed(tx.exec(`UPDATE passkeys SET uses = ?1, flags = ?2, seen = ?3
			WHERE id = ?4 AND account = ?5 AND (uses < ?1 OR uses = 0 AND ?1 = 0)`, p.Count, p.Flags, p.Seen, []byte(p.ID), p.Account))
		if err != nil || counted {
			return err
		}
		var uses int64
		err = tx.row(`SELECT uses FROM passkeys WHERE id = ?1 AND account = ?2`, []byte(p.ID), p.Account).Scan(&uses)
		if err != nil {
			return orNone(err, store.ErrNoPasskey)
		}
		return fmt.Errorf("%w: from %d to %d", store.ErrCounter, uses, p.Count)
	})
}

// DropPasskey implements [store.Passkeys].
func (d *DB) DropPasskey(ctx context.Context, account, id string) error {
	return d.write(ctx, "remove a passkey", func(tx tx) error {
		// Lock the account's row first: of the last two ways to sign in only one
		// may go.
		if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1`, account)); err != nil {
			return err
		}
		err := orElse(store.ErrNoPasskey)(tx.exec(`DELETE FROM passkeys WHERE id = ?1 AND account = ?2`, []byte(id), account))
		if err != nil {
			return err
		}
		var password string
		if err := tx.row(`SELECT password FROM accounts WHERE id = ?1`, account).Scan(&password); err != nil || password != "" {
			return err
		}
		n, err := tx.passkeys(account)
		if err == nil && n == 0 {
			err = store.ErrLastWay
		}
		return err
	})
}

// Spend implements [store.Passkeys].
func (d *DB) Spend(ctx context.Context, what store.Spent, now int64) error {
	return d.write(ctx, "note what is used once", func(tx tx) error { return tx.spend(what, now) })
}

func (t tx) spend(what store.Spent, now int64) error {
	if _, err := t.exec(`DELETE FROM spent WHERE expires < ?1`, now); err != nil {
		return err
	}
	return orElse(store.ErrSpent)(t.exec(`INSERT INTO spent (hash, expires) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, what.Hash[:], what.Expires))
}
