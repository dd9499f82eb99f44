package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"ruhr/internal/store"
)

// noticeTables is the migration that adds channels and notices, and when a table
// has news.
var noticeTables = Migration{
	`CREATE TABLE channels (
		id       $text PRIMARY KEY,
		account  $text NOT NULL REFERENCES accounts (id),
		holder   $bytes NOT NULL,
		kind     $text NOT NULL,
		address  $text NOT NULL,
		name     $text NOT NULL,
		settings $text NOT NULL,
		state    $text NOT NULL,
		created  $int NOT NULL,
		failed   $int NOT NULL
	) $suffix`,
	`CREATE INDEX channels_account ON channels (account, created)`,
	`CREATE INDEX channels_holder ON channels (holder)`,
	`CREATE TABLE notices (
		channel  $text NOT NULL REFERENCES channels (id),
		table_id $text NOT NULL REFERENCES tables (id),
		kind     $text NOT NULL,
		n        $int NOT NULL,
		time     $int NOT NULL,
		due      $int NOT NULL,
		batch    $text NOT NULL,
		tries    $int NOT NULL,
		PRIMARY KEY (channel, table_id, kind)
	) $suffix`,
	`CREATE INDEX notices_due ON notices (due) WHERE due > 0`,
	`CREATE INDEX notices_table ON notices (table_id)`,
	`CREATE TABLE secrets (
		name   $text PRIMARY KEY,
		secret $text NOT NULL
	) $suffix`,
	`CREATE INDEX grants_table ON grants (table_id)`,
	`ALTER TABLE tables ADD COLUMN news $int NOT NULL DEFAULT 0`,
	`CREATE INDEX tables_news ON tables (news) WHERE news > 0`,
}

// channelSessions is the migration that ties channels to sessions.
var channelSessions = Migration{`ALTER TABLE channels ADD COLUMN session $bytes`}

// optional is a hash in a column that may be NULL for the zero one.
type optional struct{ *store.Hash }

// Scan implements [sql.Scanner].
func (o optional) Scan(v any) error {
	hash, _ := v.([]byte)
	copy(o.Hash[:], hash)
	return nil
}

// orNull is the value of such a column.
func orNull(h store.Hash) any {
	if h == (store.Hash{}) {
		return nil
	}
	return h[:]
}

// endSessions removes those sessions of an account for which the condition holds,
// and the channels that go with them.
func endSessions(tx tx, account, and string, args ...any) (sql.Result, error) {
	r, err := tx.exec(`DELETE FROM sessions WHERE account = ?1`+and, append([]any{account}, args...)...)
	if err == nil {
		err = dropChannels(tx, `account = ?1 AND session IS NOT NULL AND session NOT IN (SELECT hash FROM sessions WHERE account = ?1)`, account)
	}
	return r, err
}

// dropChannels removes channels with their notices.
func dropChannels(tx tx, where string, args ...any) error {
	_, err := tx.exec(`DELETE FROM notices WHERE channel IN (SELECT id FROM channels WHERE `+where+`)`, args...)
	if err == nil {
		_, err = tx.exec(`DELETE FROM channels WHERE `+where, args...)
	}
	return err
}

// forgetChannels are the statements that delete an account's channels.
var forgetChannels = []string{
	`DELETE FROM notices WHERE channel IN (SELECT id FROM channels WHERE account = ?1)`,
	`DELETE FROM channels WHERE account = ?1`,
}

// news returns when a table has news after an append, 0 if the append has none.
func news(entries []store.Entry) int64 {
	for _, e := range entries {
		if e.News {
			return max(1, entries[len(entries)-1].Time)
		}
	}
	return 0
}

const channelColumns = `c.id, c.account, c.kind, c.address, c.name, c.settings, c.state, c.created, c.failed, c.session`

// channelInto lists the scan destinations for the columns of a channel.
func channelInto(c *store.Channel) []any {
	return []any{&c.ID, &c.Account, &c.Kind, &c.Address, &c.Name, &c.Settings, &c.State, &c.Created, &c.Failed, optional{&c.Session}}
}

// AddChannel implements [store.Notices].
func (d *DB) AddChannel(ctx context.Context, c store.Channel) error {
	holder := store.HashOf(store.Account{ID: c.Account}.Holder())
	return d.checked(ctx, "add a channel", store.CheckChannel(c), func(tx tx) error {
		// Lock the account's row first, against concurrent additions and deletion.
		if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1`, c.Account)); err != nil {
			return err
		}
		if c.Session != (store.Hash{}) {
			if err := signedIn(tx, c.Account, c.Session); err != nil {
				return err
			}
			if err := dropChannels(tx, `kind = ?1 AND address = ?2 AND account <> ?3`, c.Kind, c.Address, c.Account); err != nil {
				return err
			}
		}
		var n int
		if err := tx.row(`SELECT COUNT(*) FROM channels WHERE account = ?1`, c.Account).Scan(&n); err != nil {
			return err
		}
		if n >= store.MaxChannels {
			return fmt.Errorf("%w: the account has %d channels, at most %d", store.ErrBad, n, store.MaxChannels)
		}
		fresh, err := changed(tx.exec(`INSERT INTO channels (id, account, holder, kind, address, name, settings, state, created, failed, session)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10) ON CONFLICT DO NOTHING`,
			c.ID, c.Account, holder[:], c.Kind, c.Address, c.Name, c.Settings, c.State, c.Created, orNull(c.Session)))
		if err == nil && !fresh {
			err = fmt.Errorf("%w: the channel", store.ErrExists)
		}
		if err != nil {
			return err
		}
		return lookAgain(tx, holder)
	})
}

// lookAgain marks the tables that are due where a holder has a seat. Rows are
// locked in the order of their IDs, as when they are claimed.
func lookAgain(tx tx, holder store.Hash) error {
	ids, err := listIn(tx, only[string], `SELECT t.id FROM tables t WHERE t.due > 0
		AND t.id IN (SELECT table_id FROM grants WHERE browser = ?1 AND seat >= 0) ORDER BY t.id`, holder[:])
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := tx.exec(`UPDATE tables SET news = 1 WHERE id = ?1 AND due > 0`, id); err != nil {
			return err
		}
	}
	return nil
}

// Channel implements [store.Notices].
func (d *DB) Channel(ctx context.Context, id string) (c store.Channel, a store.Account, err error) {
	err = d.row(ctx, `SELECT `+channelColumns+`, `+accountColumns+`
		FROM channels c JOIN accounts a ON a.id = c.account WHERE c.id = ?1`, id).
		Scan(append(channelInto(&c), accountInto(&a)...)...)
	if err != nil {
		return store.Channel{}, store.Account{}, d.explain("read a channel", orNone(err, store.ErrNoChannel))
	}
	return c, a, nil
}

// Channels implements [store.Notices].
func (d *DB) Channels(ctx context.Context, account string) ([]store.Channel, error) {
	return list(ctx, d, "list channels", channelInto, `SELECT `+channelColumns+` FROM channels c WHERE c.account = ?1 ORDER BY c.created, c.id`, account)
}

// ChangeChannel implements [store.Notices].
func (d *DB) ChangeChannel(ctx context.Context, account, id string, change func(*store.Channel) error) error {
	return d.write(ctx, "change a channel", func(tx tx) error {
		err := there(tx.exec(`UPDATE channels SET failed = 0 WHERE id = ?1 AND account = ?2`, id, account)) // nobody else changes it now
		if err != nil {
			return err
		}
		var c store.Channel
		if err := tx.row(`SELECT `+channelColumns+` FROM channels c WHERE c.id = ?1`, id).Scan(channelInto(&c)...); err != nil {
			return err
		}
		if err := cmp.Or(change(&c), store.CheckText(c.Settings), store.CheckText(c.State)); err != nil {
			return err
		}
		if c.Session != (store.Hash{}) {
			if err := signedIn(tx, account, c.Session); err != nil {
				return err
			}
		}
		err = there(tx.exec(`UPDATE channels SET settings = ?1, state = ?2, session = ?4 WHERE id = ?3`, c.Settings, c.State, id, orNull(c.Session)))
		if err != nil {
			return err
		}
		return lookAgain(tx, store.HashOf(store.Account{ID: account}.Holder()))
	})
}

// DropChannel implements [store.Notices].
func (d *DB) DropChannel(ctx context.Context, account, id string) error {
	return d.write(ctx, "remove a channel", func(tx tx) error {
		_, err := tx.exec(`DELETE FROM notices WHERE channel = (SELECT id FROM channels WHERE id = ?1 AND account = ?2)`, id, account)
		if err != nil {
			return err
		}
		return there(tx.exec(`DELETE FROM channels WHERE id = ?1 AND account = ?2`, id, account))
	})
}

// there returns ErrNoChannel if a statement changed no row.
var there = orElse(store.ErrNoChannel)

// Listeners implements [store.Notices].
func (d *DB) Listeners(ctx context.Context, table string) ([]store.Listener, error) {
	return list(ctx, d, "ask who listens at a table", func(l *store.Listener) []any {
		return append(append([]any{&l.Seat}, channelInto(&l.Channel)...), accountInto(&l.Account)...)
	}, `SELECT g.seat, `+channelColumns+`, `+accountColumns+`
		FROM grants g JOIN channels c ON c.holder = g.browser JOIN accounts a ON a.id = c.account
		WHERE g.table_id = ?1 AND (g.seat >= 0 OR g.seat BETWEEN ?2 AND ?3) ORDER BY g.seat, c.created, c.id`, table, store.Kept(store.MaxSeat), store.Kept(0))
}

// AddNotices implements [store.Notices].
func (d *DB) AddNotices(ctx context.Context, table string, claimed, next int64, list []store.Notice) error {
	const what = "add notices"
	for _, n := range list {
		if n.N < 0 || n.Due <= 0 || n.Table != table {
			return d.explain(what, fmt.Errorf("%w: a notice about %d due at %d", store.ErrBad, n.N, n.Due))
		}
	}
	return d.write(ctx, what, func(tx tx) error {
		for _, n := range list {
			_, err := tx.exec(`INSERT INTO notices (channel, table_id, kind, n, time, due, batch, tries)
				SELECT c.id, t.id, ?3, ?4, ?5, ?6, '', 0 FROM channels c, tables t WHERE c.id = ?1 AND t.id = ?2
				ON CONFLICT (channel, table_id, kind) DO UPDATE
				SET n = excluded.n, time = excluded.time, batch = '', tries = CASE notices.due WHEN 0 THEN 0 ELSE notices.tries END,
					due = CASE WHEN notices.batch <> '' AND notices.due > excluded.due THEN notices.due ELSE excluded.due END
				WHERE notices.n < excluded.n`,
				n.Channel, table, n.Kind, n.N, n.Time, n.Due)
			if err != nil {
				return err
			}
		}
		return tx.do(`UPDATE tables SET news = ?1 WHERE id = ?2 AND news = ?3`, next, table, claimed)
	})
}

// ClaimNotices implements [store.Notices].
func (d *DB) ClaimNotices(ctx context.Context, now, again int64, limit int, kinds []string, take func(store.Channel) bool) (out []store.Batch, err error) {
	const what = "claim notices"
	if err := store.CheckClaim(now, again, limit); err != nil {
		return nil, d.explain(what, err)
	}
	known := "," + strings.Join(kinds, ",") + ","
	var channels []string
	err = d.rows(ctx, func(r *sql.Rows) error {
		var c store.Channel
		if err := r.Scan(channelInto(&c)...); err != nil {
			return err
		}
		if take == nil || take(c) {
			channels = append(channels, c.ID)
		}
		if len(channels) == limit {
			return errEnough
		}
		return nil
	}, `SELECT `+channelColumns+` FROM channels c
		JOIN (SELECT channel, MIN(due) AS due FROM notices WHERE due > 0 AND due <= ?1 AND ?2 LIKE '%,' || kind || ',%' GROUP BY channel) n ON n.channel = c.id
		ORDER BY ROW_NUMBER() OVER (PARTITION BY c.account ORDER BY n.due, c.id), n.due, c.id`, now, known)
	if err != nil && !errors.Is(err, errEnough) {
		return nil, d.explain(what, err)
	}
	for _, id := range channels {
		var b store.Batch
		err := d.write(ctx, what, func(tx tx) (err error) {
			b, err = claimBatch(tx, id, now, again, known)
			return err
		})
		if err != nil && !errors.Is(err, store.ErrNoChannel) {
			return out, err
		}
		if len(b.Notices) > 0 {
			out = append(out, b)
		}
	}
	return out, nil
}

// errEnough ends a list that needs no more rows.
var errEnough = errors.New("enough")

// claimBatch claims what is due of a channel and of known kinds: a batch that was claimed before,
// else a new one.
func claimBatch(tx tx, channel string, now, again int64, known string) (b store.Batch, err error) {
	// A concurrent caller waits here and then finds nothing due.
	if err := there(tx.exec(`UPDATE channels SET failed = failed WHERE id = ?1`, channel)); err != nil {
		return b, err
	}
	var earlier string
	err = tx.row(`SELECT batch FROM notices WHERE channel = ?1 AND due > 0 AND due <= ?2 AND ?3 LIKE '%,' || kind || ',%'
		ORDER BY CASE batch WHEN '' THEN 1 ELSE 0 END, due, table_id, kind LIMIT 1`, channel, now, known).Scan(&earlier)
	if errors.Is(err, sql.ErrNoRows) {
		return b, nil
	}
	if err != nil {
		return b, err
	}
	if b.ID = earlier; b.ID == "" {
		b.ID = store.NewID()
	}
	_, err = tx.exec(`UPDATE notices SET batch = ?1, due = ?2, tries = tries + 1 WHERE channel = ?3 AND due > 0 AND due <= ?4 AND batch = ?5 AND ?6 LIKE '%,' || kind || ',%'`,
		b.ID, again, channel, now, earlier, known)
	if err != nil {
		return b, err
	}
	err = tx.row(`SELECT `+channelColumns+`, `+accountColumns+` FROM channels c JOIN accounts a ON a.id = c.account WHERE c.id = ?1`, channel).
		Scan(append(channelInto(&b.Channel), accountInto(&b.Account)...)...)
	if err != nil {
		return b, err
	}
	rows, err := tx.QueryContext(tx, tx.rebind(`SELECT table_id, kind, n, time, due, tries FROM notices
		WHERE channel = ?1 AND batch = ?2 ORDER BY time, table_id, kind`), channel, b.ID)
	if err != nil {
		return b, err
	}
	defer rows.Close()
	for rows.Next() {
		n := store.Notice{Channel: channel}
		var tries int
		if err := rows.Scan(&n.Table, &n.Kind, &n.N, &n.Time, &n.Due, &tries); err != nil {
			return b, err
		}
		b.Notices, b.Tries = append(b.Notices, n), max(b.Tries, tries)
	}
	return b, rows.Err()
}

// Settle implements [store.Notices].
func (d *DB) Settle(ctx context.Context, b store.Batch, outcome store.Outcome) error {
	return d.write(ctx, "settle notices", func(tx tx) error {
		_, err := tx.exec(`UPDATE notices SET due = 0, batch = '' WHERE channel = ?1 AND batch = ?2`, b.Channel.ID, b.ID)
		if err != nil {
			return err
		}
		switch outcome {
		case store.Delivered:
			if _, err = tx.exec(`UPDATE notices SET tries = 0 WHERE channel = ?1 AND due > 0 AND batch = ''`, b.Channel.ID); err == nil {
				_, err = tx.exec(`UPDATE channels SET failed = 0 WHERE id = ?1`, b.Channel.ID)
			}
		case store.GivenUp:
			_, err = tx.exec(`UPDATE channels SET failed = failed + 1 WHERE id = ?1`, b.Channel.ID)
		case store.Dropped:
		}
		return err
	})
}

// Postpone implements [store.Notices].
func (d *DB) Postpone(ctx context.Context, b store.Batch, due int64, tried bool) error {
	return d.write(ctx, "postpone notices", func(tx tx) error {
		return tx.do(`UPDATE notices SET due = ?1, tries = tries - ?4, batch = CASE tries WHEN ?4 THEN '' ELSE batch END
			WHERE channel = ?2 AND batch = ?3`, due, b.Channel.ID, b.ID, number(!tried))
	})
}

// NoticesOf implements [store.Notices].
func (d *DB) NoticesOf(ctx context.Context, account string) ([]store.Notice, error) {
	return list(ctx, d, "list notices", func(n *store.Notice) []any { return []any{&n.Channel, &n.Table, &n.Kind, &n.N, &n.Time, &n.Due} },
		`SELECT n.channel, n.table_id, n.kind, n.n, n.time, n.due FROM notices n JOIN channels c ON c.id = n.channel
		WHERE c.account = ?1 ORDER BY n.channel, n.time, n.table_id, n.kind`, account)
}

// Pending implements [store.Notices].
func (d *DB) Pending(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	err := d.rows(ctx, func(r *sql.Rows) error {
		var kind string
		var n int
		err := r.Scan(&kind, &n)
		out[kind] = n
		return err
	}, `SELECT c.kind, COUNT(*) FROM notices n JOIN channels c ON c.id = n.channel WHERE n.due > 0 GROUP BY c.kind`)
	if err != nil {
		return nil, d.explain("count notices", err)
	}
	return out, nil
}

// Secret implements [store.Secrets].
func (d *DB) Secret(ctx context.Context, name, fresh string) (secret string, err error) {
	err = d.checked(ctx, "read a secret of the server", errors.Join(store.CheckText(name), store.CheckText(fresh)), func(tx tx) error {
		if _, err := tx.exec(`INSERT INTO secrets (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return tx.row(`SELECT secret FROM secrets WHERE name = ?1`, name).Scan(&secret)
	})
	return secret, err
}
