package sqlstore

import (
	"context"
	"errors"

	"ruhr/internal/store"
)

// SetBanned implements [store.Admin].
func (d *DB) SetBanned(ctx context.Context, id string, since int64) error {
	return d.write(ctx, "ban an account", func(tx tx) error {
		if err := known(tx.exec(`UPDATE accounts SET banned = ?1 WHERE id = ?2`, since, id)); err != nil || since == 0 {
			return err
		}
		if _, err := endSessions(tx, id, ""); err != nil {
			return err
		}
		if err := leaveTournaments(tx, store.HashOf(store.Account{ID: id}.Holder())); err != nil {
			return err
		}
		return leaveCircles(tx, id)
	})
}

// RenameAccount implements [store.Admin].
func (d *DB) RenameAccount(ctx context.Context, id, name, key string, looks []string, as func(name string) string) error {
	const what = "rename an account"
	a := store.Account{ID: id, Name: name, Key: key, Password: "stays"}
	if err := store.CheckAccount(a, looks, nil); err != nil {
		return d.explain(what, err)
	}
	return d.writeAndScrub(ctx, what, func(tx tx) error {
		if err := known(tx.exec(`UPDATE accounts SET name = ?1, name_key = ?2 WHERE id = ?3`, name, key, id)); err != nil {
			return err
		}
		if err := renamePlayer(tx, store.HashOf(a.Holder()), as); err != nil {
			return err
		}
		if _, err := tx.exec(`DELETE FROM account_looks WHERE account = ?1`, id); err != nil {
			return err
		}
		if err := tx.addLooks(id, looks); err != nil {
			return err
		}
		holder := store.HashOf(a.Holder())
		for _, of := range []string{"", "circle_"} {
			if _, err := tx.exec(`UPDATE `+of+`messages SET name = ?1 WHERE author = ?2 AND seat = ?3`, name, holder[:], store.Nobody); err != nil {
				return err
			}
		}
		return nil
	})
}

// Reports implements [store.Moderation].
func (d *DB) Reports(ctx context.Context, after, limit int) ([]store.Reported, error) {
	return list(ctx, d, "list reports", func(m *store.Reported) []any {
		return []any{&m.Table, &m.N, &m.Time, &m.Room, (*hashed)(&m.Author), &m.Seat, &m.Name, &m.Text, &m.By}
	}, `SELECT m.table_id, m.n, m.time, m.room, m.author, m.seat, m.name, m.body, r.people
		FROM (SELECT table_id, n, COUNT(*) AS people, MAX(time) AS last FROM room_reports GROUP BY table_id, n) r
		JOIN room_messages m ON m.table_id = r.table_id AND m.n = r.n ORDER BY r.people DESC, r.last DESC, m.table_id, m.n LIMIT ?1 OFFSET ?2`, limit, after)
}

// Dismiss implements [store.Moderation].
func (d *DB) Dismiss(ctx context.Context, id string, n int64) error {
	return d.write(ctx, "dismiss reports", func(tx tx) error {
		return deleteOf(tx, "reports", id, n)
	})
}

// Unsay implements [store.Moderation].
func (d *DB) Unsay(ctx context.Context, id string, n int64) error {
	return d.writeAndScrub(ctx, "delete a message", func(tx tx) error {
		if err := deleteOf(tx, "reports", id, n); err != nil && !errors.Is(err, store.ErrNoMessage) {
			return err
		}
		return deleteOf(tx, "messages", id, n)
	})
}

// deleteOf deletes what a table of messages or reports has of a message. Errors: ErrNoMessage.
func deleteOf(tx tx, kind, id string, n int64) error {
	found := false
	for _, of := range []string{"", "circle_"} { // also of circles that are gone
		some, err := changed(tx.exec(`DELETE FROM `+of+kind+` WHERE table_id = ?1 AND n = ?2`, id, n))
		if err != nil {
			return err
		}
		found = found || some
	}
	if !found {
		return store.ErrNoMessage
	}
	return nil
}
