package sqlstore

import (
	"context"
	"fmt"

	"ruhr/internal/store"
)

// accessTokens is the migration that adds access tokens, and two account
// columns: whether it belongs to a program, and since when it is banned.
var accessTokens = Migration{
	`CREATE TABLE access_tokens (
		hash    $bytes PRIMARY KEY,
		account $text NOT NULL REFERENCES accounts (id),
		name    $text NOT NULL,
		play    $int NOT NULL,
		created $int NOT NULL,
		seen    $int NOT NULL
	) $suffix`,
	`CREATE INDEX access_tokens_account ON access_tokens (account, created)`,
	`ALTER TABLE accounts ADD COLUMN program $int NOT NULL DEFAULT 0`,
	`ALTER TABLE accounts ADD COLUMN banned $int NOT NULL DEFAULT 0`,
}

const accessColumns = `t.hash, t.account, t.name, t.play, t.created, t.seen`

// AddAccess implements [store.Accesses].
func (d *DB) AddAccess(ctx context.Context, a store.Access) error {
	return d.checked(ctx, "add an access token", store.CheckText(a.Name), func(tx tx) error {
		// Lock the account's row first, against concurrent additions and
		// deletion.
		if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1`, a.Account)); err != nil {
			return err
		}
		var n int
		if err := tx.row(`SELECT COUNT(*) FROM access_tokens WHERE account = ?1`, a.Account).Scan(&n); err != nil {
			return err
		}
		if n >= store.MaxAccess {
			return fmt.Errorf("%w: the account has %d access tokens, at most %d", store.ErrBad, n, store.MaxAccess)
		}
		return fresh("the access token")(tx.exec(`INSERT INTO access_tokens (hash, account, name, play, created, seen)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`, a.Hash[:], a.Account, a.Name, number(a.Play), a.Created, a.Seen))
	})
}

// number encodes a bool for storage.
func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// AccessByHash implements [store.Accesses].
func (d *DB) AccessByHash(ctx context.Context, hash store.Hash) (t store.Access, a store.Account, err error) {
	var key []byte
	err = d.row(ctx, `SELECT `+accessColumns+`, `+accountColumns+`
		FROM access_tokens t JOIN accounts a ON a.id = t.account WHERE t.hash = ?1`, hash[:]).
		Scan(append([]any{&key, &t.Account, &t.Name, &t.Play, &t.Created, &t.Seen}, accountInto(&a)...)...)
	if err != nil {
		return store.Access{}, store.Account{}, d.explain("read an access token", orNone(err, store.ErrNoAccess))
	}
	t.Hash = hash
	return t, a, nil
}

// SeeAccess implements [store.Accesses].
func (d *DB) SeeAccess(ctx context.Context, hash store.Hash, seen int64) error {
	return d.write(ctx, "note an access token", func(tx tx) error {
		return valid(tx.exec(`UPDATE access_tokens SET seen = ?1 WHERE hash = ?2`, seen, hash[:]))
	})
}

// EndAccess implements [store.Accesses].
func (d *DB) EndAccess(ctx context.Context, account string, hash store.Hash) error {
	return d.write(ctx, "end an access token", func(tx tx) error {
		return valid(tx.exec(`DELETE FROM access_tokens WHERE account = ?1 AND hash = ?2`, account, hash[:]))
	})
}

// AccessOf implements [store.Accesses].
func (d *DB) AccessOf(ctx context.Context, account string) ([]store.Access, error) {
	return list(ctx, d, "list access tokens", func(t *store.Access) []any {
		return []any{(*hashed)(&t.Hash), &t.Account, &t.Name, &t.Play, &t.Created, &t.Seen}
	}, `SELECT `+accessColumns+` FROM access_tokens t WHERE t.account = ?1 ORDER BY t.created DESC, t.hash`, account)
}

// SetProgram implements [store.Accesses].
func (d *DB) SetProgram(ctx context.Context, account string, program bool) error {
	return d.write(ctx, "mark an account", func(tx tx) error {
		return known(tx.exec(`UPDATE accounts SET program = ?1 WHERE id = ?2`, number(program), account))
	})
}
