package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"unicode/utf8"

	"ruhr/internal/store"
)

// chatTables is the migration that adds chat and notes.
var chatTables = Migration{
	`CREATE TABLE messages (
		table_id $text NOT NULL REFERENCES tables (id),
		n        $int NOT NULL,
		time     $int NOT NULL,
		room     $text NOT NULL,
		author   $bytes NOT NULL,
		seat     $int NOT NULL,
		name     $text NOT NULL,
		body     $text NOT NULL,
		PRIMARY KEY (table_id, n)
	) $suffix`,
	`CREATE INDEX messages_author ON messages (author)`,
	`CREATE TABLE mutes (
		reader $bytes NOT NULL,
		author $bytes NOT NULL,
		PRIMARY KEY (reader, author)
	) $suffix`,
	`CREATE TABLE reports (
		table_id $text NOT NULL REFERENCES tables (id),
		n        $int NOT NULL,
		reporter $bytes NOT NULL,
		time     $int NOT NULL,
		PRIMARY KEY (table_id, n, reporter)
	) $suffix`,
	`CREATE TABLE notes (
		browser  $bytes NOT NULL,
		table_id $text NOT NULL REFERENCES tables (id),
		body     $text NOT NULL,
		PRIMARY KEY (browser, table_id)
	) $suffix`,
	`ALTER TABLE tables ADD COLUMN silent $int NOT NULL DEFAULT 0`,
}

// messageCounts is the migration that counts what was said, so that no number is used again,
// and deletes the reports of messages that are gone: they would be of the next ones.
var messageCounts = Migration{
	`CREATE TABLE said (
		table_id $text PRIMARY KEY,
		n        $int NOT NULL
	) $suffix`,
	`INSERT INTO said SELECT table_id, MAX(n) FROM (SELECT table_id, n FROM room_messages UNION ALL SELECT table_id, n FROM room_reports) AS numbers GROUP BY table_id`,
	`DELETE FROM reports WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.table_id = reports.table_id AND m.n = reports.n)`,
	`DELETE FROM circle_reports WHERE NOT EXISTS (SELECT 1 FROM circle_messages m WHERE m.table_id = circle_reports.table_id AND m.n = circle_reports.n)`,
}

// readTable is the migration that adds how far messages were read. It refers to no table, which
// a server of an earlier version could not delete then.
var readTable = Migration{
	`CREATE TABLE reads (
		table_id $text NOT NULL,
		reader   $bytes NOT NULL,
		n        $int NOT NULL,
		PRIMARY KEY (table_id, reader)
	) $suffix`,
	`CREATE INDEX reads_reader ON reads (reader)`,
}

// forgetTable are the statements that delete a table's chat and notes.
var forgetTable = []string{
	`DELETE FROM messages WHERE table_id = ?1`,
	`DELETE FROM reports WHERE table_id = ?1`,
	`DELETE FROM notes WHERE table_id = ?1`,
	`DELETE FROM reads WHERE table_id = ?1`,
	`DELETE FROM said WHERE table_id = ?1`,
}

// forgetBrowser are the statements that delete a browser's messages, with their reports, and notes.
var forgetBrowser = []string{
	`DELETE FROM reports WHERE (table_id, n) IN (SELECT table_id, n FROM messages WHERE author = ?1)`,
	`DELETE FROM circle_reports WHERE (table_id, n) IN (SELECT table_id, n FROM circle_messages WHERE author = ?1)`,
	`DELETE FROM messages WHERE author = ?1`,
	`DELETE FROM circle_messages WHERE author = ?1`,
	`DELETE FROM mutes WHERE reader = ?1 OR author = ?1`,
	`DELETE FROM reports WHERE reporter = ?1`,
	`DELETE FROM circle_reports WHERE reporter = ?1`,
	`DELETE FROM notes WHERE browser = ?1`,
	`DELETE FROM reads WHERE reader = ?1`,
}

func checkLength(what, text string, most int) error {
	if len(text) > most || !utf8.ValidString(text) {
		return fmt.Errorf("%w: %s of %d bytes, want UTF-8 of at most %d", store.ErrBad, what, len(text), most)
	}
	return nil
}

// inRoom runs a write where people talk: at a table or in a circle, whose row it locks. of
// begins the names of the tables that have what is said there.
func (d *DB) inRoom(ctx context.Context, what, id string, do func(tx tx, of string) error) error {
	if !store.ValidID(id) {
		return d.explain(what, store.NoTable(id))
	}
	return d.write(ctx, what, func(tx tx) error {
		for _, room := range []struct{ lock, of string }{
			{`UPDATE tables SET last = last WHERE id = ?1`, ""},
			{`UPDATE circles SET name = name WHERE id = ?1`, "circle_"},
		} {
			if there, err := changed(tx.exec(room.lock, id)); err != nil {
				return err
			} else if there {
				return do(tx, room.of)
			}
		}
		return store.NoTable(id)
	})
}

// Say implements [store.Chat].
func (d *DB) Say(ctx context.Context, id string, m store.Message) (n int64, err error) {
	const what = "keep a message"
	err = errors.Join(checkLength("a message", m.Text, store.MaxMessage), store.CheckText(m.Name), store.CheckText(m.Room), store.CheckSeat(m.Seat))
	if err != nil {
		return 0, d.explain(what, err)
	}
	err = d.inRoom(ctx, what, id, func(tx tx, of string) error {
		// A server of an earlier version counts the messages alone.
		if err := tx.row(`SELECT COALESCE(MAX(n), 0) + 1 FROM (SELECT n FROM said WHERE table_id = ?1
			UNION ALL SELECT n FROM `+of+`messages WHERE table_id = ?1 UNION ALL SELECT n FROM `+of+`reports WHERE table_id = ?1) AS numbers`, id).Scan(&n); err != nil {
			return err
		}
		if _, err := tx.exec(`INSERT INTO said (table_id, n) VALUES (?1, ?2) ON CONFLICT (table_id) DO UPDATE SET n = ?2`, id, n); err != nil {
			return err
		}
		_, err := tx.exec(`INSERT INTO `+of+`messages (table_id, n, time, room, author, seat, name, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
			id, n, m.Time, m.Room, m.Author[:], m.Seat, m.Name, m.Text)
		if err != nil {
			return err
		}
		// What was reported stays for the operator: nobody can push it out by saying more.
		old := of + `reports WHERE table_id = ?1 AND n <= ?2`
		if err := tx.do(`DELETE FROM `+old+` AND n NOT IN (SELECT n FROM `+old+` GROUP BY n ORDER BY COUNT(*) DESC, n LIMIT ?3)`, id, n-store.MaxMessages, store.MaxReported); err != nil {
			return err
		}
		if err := tx.do(`DELETE FROM `+of+`messages WHERE table_id = ?1 AND n <= ?2 AND n NOT IN (SELECT n FROM `+old+`)`, id, n-store.MaxMessages); err != nil {
			return err
		}
		if !m.News || of != "" {
			return nil
		}
		return tx.do(`UPDATE tables SET news = ?2 WHERE id = ?1
			AND EXISTS (SELECT 1 FROM grants g JOIN channels c ON c.holder = g.browser WHERE g.table_id = ?1 AND g.seat >= 0)`, id, max(1, m.Time))
	})
	return n, err
}

// MarkRead implements [store.Chat].
func (d *DB) MarkRead(ctx context.Context, id string, reader store.Hash, n int64) error {
	return d.write(ctx, "note what was read", func(tx tx) error {
		return tx.do(`INSERT INTO reads (table_id, reader, n) SELECT t.id, ?2, ?3 FROM tables t WHERE t.id = ?1
			ON CONFLICT (table_id, reader) DO UPDATE SET n = excluded.n WHERE reads.n < excluded.n`, id, reader[:], n)
	})
}

// ReadTo implements [store.Chat].
func (d *DB) ReadTo(ctx context.Context, id string, reader store.Hash) (n int64, err error) {
	err = d.row(ctx, `SELECT n FROM reads WHERE table_id = ?1 AND reader = ?2`, id, reader[:]).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, d.explain("ask what was read", err)
	}
	return n, nil
}

// Messages implements [store.Chat].
func (d *DB) Messages(ctx context.Context, id string, after int64, reader store.Hash) ([]store.Message, error) {
	return list(ctx, d, "read what was said", func(m *store.Message) []any {
		return []any{&m.N, &m.Time, &m.Room, (*hashed)(&m.Author), &m.Seat, &m.Name, &m.Text}
	}, `SELECT n, time, room, author, seat, name, body FROM room_messages m WHERE table_id = ?1 AND n > ?2
		AND n > (SELECT COALESCE(MAX(n), 0) FROM said WHERE table_id = ?1) - ?4 AND NOT EXISTS (SELECT 1 FROM mutes WHERE reader = ?3 AND author = m.author) ORDER BY n`, id, after, reader[:], store.MaxMessages)
}

// author returns who wrote a message.
func author(tx tx, id string, n int64) (by []byte, err error) {
	err = tx.row(`SELECT author FROM room_messages WHERE table_id = ?1 AND n = ?2`, id, n).Scan(&by)
	return by, orNone(err, store.ErrNoMessage)
}

// Mute implements [store.Chat].
func (d *DB) Mute(ctx context.Context, id string, n int64, reader store.Hash) error {
	return d.write(ctx, "mute somebody", func(tx tx) error {
		by, err := author(tx, id, n)
		if err == nil {
			_, err = tx.exec(`INSERT INTO mutes (reader, author) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, reader[:], by)
		}
		return err
	})
}

// Muted implements [store.Chat].
func (d *DB) Muted(ctx context.Context, reader, author store.Hash) (muted bool, err error) {
	err = d.rows(ctx, func(r *sql.Rows) error {
		muted = true
		return nil
	}, `SELECT 1 FROM mutes WHERE reader = ?1 AND author = ?2`, reader[:], author[:])
	if err != nil {
		return false, d.explain("ask who is muted", err)
	}
	return muted, nil
}

// Unmute implements [store.Chat].
func (d *DB) Unmute(ctx context.Context, reader store.Hash) error {
	return d.write(ctx, "unmute everybody", func(tx tx) error {
		return tx.do(`DELETE FROM mutes WHERE reader = ?1`, reader[:])
	})
}

// Report implements [store.Chat].
func (d *DB) Report(ctx context.Context, id string, n int64, by store.Hash, time int64) error {
	return d.inRoom(ctx, "report a message", id, func(tx tx, of string) error {
		if _, err := author(tx, id, n); err != nil {
			return err
		}
		return tx.do(`INSERT INTO `+of+`reports (table_id, n, reporter, time) SELECT ?1, ?2, ?3, ?4
			WHERE (SELECT COUNT(*) FROM `+of+`reports WHERE table_id = ?1 AND n = ?2) < ?5 ON CONFLICT DO NOTHING`, id, n, by[:], time, store.MaxReports)
	})
}

// SwitchChat implements [store.Chat].
func (d *DB) SwitchChat(ctx context.Context, id string, silent bool) error {
	return d.at(ctx, "switch a chat", id, func(tx tx) error {
		return tx.do(`UPDATE tables SET silent = ?1 WHERE id = ?2`, number(silent), id)
	})
}

// Silent implements [store.Chat].
func (d *DB) Silent(ctx context.Context, id string) (silent bool, err error) {
	err = d.row(ctx, `SELECT silent FROM tables WHERE id = ?1`, id).Scan(&silent)
	if err != nil {
		return false, d.explain("ask for a chat", orNone(err, store.NoTable(id)))
	}
	return silent, nil
}

// ChangeNote implements [store.Chat].
func (d *DB) ChangeNote(ctx context.Context, id string, browser store.Hash, change func(string) (string, error)) error {
	return d.at(ctx, "keep a note", id, func(tx tx) error {
		var text string
		err := tx.row(`SELECT body FROM notes WHERE browser = ?1 AND table_id = ?2`, browser[:], id).Scan(&text)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		text, err = change(text)
		if err = cmp.Or(err, checkLength("a note", text, store.MaxNote)); err != nil {
			return err
		}
		if _, err := tx.exec(`DELETE FROM notes WHERE browser = ?1 AND table_id = ?2`, browser[:], id); err != nil || text == "" {
			return err
		}
		return tx.do(`INSERT INTO notes (browser, table_id, body) VALUES (?1, ?2, ?3)`, browser[:], id, text)
	})
}

// Note implements [store.Chat].
func (d *DB) Note(ctx context.Context, id string, browser store.Hash) (text string, err error) {
	err = d.row(ctx, `SELECT body FROM notes WHERE browser = ?1 AND table_id = ?2`, browser[:], id).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", d.explain("read a note", err)
	}
	return text, nil
}

// SaidBy implements [store.Chat].
func (d *DB) SaidBy(ctx context.Context, author store.Hash) ([]store.Said, error) {
	return list(ctx, d, "read what somebody has said", func(m *store.Said) []any {
		return []any{&m.Table, &m.N, &m.Time, &m.Room, (*hashed)(&m.Author), &m.Seat, &m.Name, &m.Text}
	}, `SELECT table_id, n, time, room, author, seat, name, body FROM room_messages WHERE author = ?1 ORDER BY table_id, n`, author[:])
}

// NotedBy implements [store.Chat].
func (d *DB) NotedBy(ctx context.Context, browser store.Hash) ([]store.Noted, error) {
	return list(ctx, d, "read somebody's notes", func(n *store.Noted) []any { return []any{&n.Table, &n.Text} },
		`SELECT table_id, body FROM notes WHERE browser = ?1 ORDER BY table_id`, browser[:])
}
