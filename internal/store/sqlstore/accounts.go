package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"ruhr/internal/store"
)

// accountTables is the migration that adds accounts.
var accountTables = Migration{
	`CREATE TABLE accounts (
		id       $text PRIMARY KEY,
		created  $int NOT NULL,
		name     $text NOT NULL,
		name_key $text NOT NULL UNIQUE,
		password $text NOT NULL,
		settings $text NOT NULL
	) $suffix`,
	`CREATE TABLE account_looks (
		look    $text PRIMARY KEY,
		account $text NOT NULL REFERENCES accounts (id)
	) $suffix`,
	`CREATE INDEX account_looks_account ON account_looks (account)`,
	`CREATE TABLE sessions (
		hash    $bytes PRIMARY KEY,
		account $text NOT NULL REFERENCES accounts (id),
		agent   $text NOT NULL,
		created $int NOT NULL,
		seen    $int NOT NULL
	) $suffix`,
	`CREATE INDEX sessions_account ON sessions (account, seen)`,
}

// formerTable is the migration that keeps which seats browsers have held and hold
// no more: their people's names are still there.
var formerTable = Migration{
	`CREATE TABLE former (
		browser  $bytes NOT NULL,
		table_id $text NOT NULL REFERENCES tables (id),
		seat     $int NOT NULL,
		PRIMARY KEY (browser, table_id, seat)
	) $suffix`,
	`CREATE INDEX former_table ON former (table_id)`,
}

const (
	accountColumns = `a.id, a.created, a.name, a.name_key, a.password, a.settings, a.program, a.banned`
	sessionColumns = `s.hash, s.account, s.agent, s.created, s.seen`
)

// accountInto lists the scan destinations for the columns of an account.
func accountInto(a *store.Account) []any {
	return []any{&a.ID, &a.Created, &a.Name, &a.Key, &a.Password, &a.Settings, &a.Program, &a.Banned}
}

// CreateAccount implements [store.Accounts].
func (d *DB) CreateAccount(ctx context.Context, a store.Account, looks []string, keys ...store.Passkey) error {
	return d.checked(ctx, "create an account", store.CheckAccount(a, looks, keys), func(tx tx) error { return tx.createAccount(a, looks, keys) })
}

// SignUp implements [store.Accounts].
func (d *DB) SignUp(ctx context.Context, n store.NewAccount) error {
	return d.checked(ctx, "sign up", cmp.Or(store.CheckAccount(n.Account, n.Looks, n.Keys), store.CheckText(n.Session.Agent)), func(tx tx) error {
		if n.Invite != nil {
			if err := useInvite(tx, *n.Invite, n.Created); err != nil {
				return err
			}
		}
		if n.Spends != nil {
			if err := tx.spend(*n.Spends, n.Created); err != nil {
				return err
			}
		}
		if err := tx.createAccount(n.Account, n.Looks, n.Keys); err != nil {
			return err
		}
		if n.Guest != nil {
			if err := movePlaces(tx, *n.Guest, store.HashOf(n.Holder())); err != nil {
				return err
			}
		}
		return startSession(tx, n.Session, n.Password)
	})
}

// createAccount stores an account with its looks and passkeys. Errors: ErrExists.
func (t tx) createAccount(a store.Account, looks []string, keys []store.Passkey) error {
	err := fresh("the account's name")(t.exec(`INSERT INTO accounts (id, created, name, name_key, password, settings)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`, a.ID, a.Created, a.Name, a.Key, a.Password, a.Settings))
	if err != nil {
		return err
	}
	if err := t.addLooks(a.ID, looks); err != nil {
		return err
	}
	for _, k := range keys {
		if err := t.addPasskey(k); err != nil {
			return err
		}
	}
	return nil
}

// addLooks stores what an account's name looks like. Errors: ErrExists.
func (t tx) addLooks(account string, looks []string) error {
	for _, look := range looks {
		err := fresh("a name that looks like the account's")(t.exec(`INSERT INTO account_looks (look, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING`, look, account))
		if err != nil {
			return err
		}
	}
	return nil
}

// Account implements [store.Accounts].
func (d *DB) Account(ctx context.Context, id string) (store.Account, error) {
	return d.account(d.row(ctx, `SELECT `+accountColumns+` FROM accounts a WHERE a.id = ?1`, id))
}

// AccountByKey implements [store.Accounts].
func (d *DB) AccountByKey(ctx context.Context, key string) (store.Account, error) {
	return d.account(d.row(ctx, `SELECT `+accountColumns+` FROM accounts a WHERE a.name_key = ?1`, key))
}

func (d *DB) account(row row) (store.Account, error) {
	var a store.Account
	err := row.Scan(accountInto(&a)...)
	if err != nil {
		return store.Account{}, d.explain("read an account", orNone(err, store.ErrNoAccount))
	}
	return a, nil
}

// SetPassword implements [store.Accounts].
func (d *DB) SetPassword(ctx context.Context, p store.Person, password string) error {
	return d.checked(ctx, "change a password", store.CheckText(password), func(tx tx) error {
		err := known(tx.exec(`UPDATE accounts SET password = ?1 WHERE id = ?2 AND password = ?3`, password, p.ID, p.Password))
		if err == nil {
			err = signedIn(tx, p.ID, p.Session)
		}
		if err != nil {
			return err
		}
		if password == "" {
			if n, err := tx.passkeys(p.ID); err != nil || n == 0 {
				return cmp.Or(err, store.ErrLastWay)
			}
		}
		_, err = endSessions(tx, p.ID, ` AND hash <> ?2`, p.Session[:])
		return err
	})
}

// signedIn locks a session of an account. Errors: ErrSignedOut if it has ended.
func signedIn(tx tx, account string, session store.Hash) error {
	return signed(tx.exec(`UPDATE sessions SET seen = seen WHERE hash = ?1 AND account = ?2`, session[:], account))
}

// Recover implements [store.Accounts].
func (d *DB) Recover(ctx context.Context, r store.Recovery) error {
	const what = "set a new password"
	if r.Password == "" {
		return d.explain(what, fmt.Errorf("%w: no password", store.ErrBad))
	}
	if err := cmp.Or(store.CheckText(r.Password), store.CheckText(r.Session.Agent)); err != nil {
		return d.explain(what, err)
	}
	return d.write(ctx, what, func(tx tx) error {
		if err := tx.spend(r.Code, r.Session.Created); err != nil {
			return err
		}
		if err := orElse(store.ErrSpent)(tx.exec(`UPDATE accounts SET password = ?1 WHERE id = ?2 AND password = ?3`, r.Password, r.Session.Account, r.Was)); err != nil {
			return err
		}
		if _, err := endSessions(tx, r.Session.Account, ``); err != nil {
			return err
		}
		if err := tx.do(`DELETE FROM access_tokens WHERE account = ?1`, r.Session.Account); err != nil {
			return err
		}
		return startSession(tx, r.Session, r.Password)
	})
}

// ChangeSettings implements [store.Accounts].
func (d *DB) ChangeSettings(ctx context.Context, id string, change func(string) (string, error)) error {
	return d.write(ctx, "keep a person's settings", func(tx tx) error {
		if err := known(tx.exec(`UPDATE accounts SET settings = settings WHERE id = ?1`, id)); err != nil { // nobody else changes them now
			return err
		}
		var settings string
		if err := tx.row(`SELECT settings FROM accounts WHERE id = ?1`, id).Scan(&settings); err != nil {
			return err
		}
		settings, err := change(settings)
		if err = cmp.Or(err, store.CheckText(settings)); err != nil {
			return err
		}
		return known(tx.exec(`UPDATE accounts SET settings = ?1 WHERE id = ?2`, settings, id))
	})
}

// DeleteAccount implements [store.Accounts].
func (d *DB) DeleteAccount(ctx context.Context, id string, redacted ...store.Sat) error {
	return d.writeAndScrub(ctx, "delete an account", func(tx tx) error {
		if err := leaveCircles(tx, id); err != nil { // first: who writes in a circle locks it before its messages
			return err
		}
		holder := store.HashOf(store.Account{ID: id}.Holder())
		holds, err := listIn(tx, func(p *store.Place) []any { return []any{&p.Table, &p.Seat} },
			`SELECT table_id, `+ofGrant+` FROM grants WHERE browser = ?1 AND `+withSeat+` AND seat > ?2`, holder[:], store.Freed(0))
		if err != nil {
			return err
		}
		for _, p := range holds {
			if !slices.ContainsFunc(redacted, func(at store.Sat) bool { return at.Held && at.Place == p }) {
				return fmt.Errorf("%w: seat %d of table %q has come since", store.ErrStale, p.Seat, store.ShortID(p.Table))
			}
		}
		if err := passOn(tx, holder, ""); err != nil {
			return err
		}
		if err := tx.each(forgetBrowser, holder[:]); err != nil {
			return err
		}
		if err := tx.each(forgetChannels, id); err != nil {
			return err
		}
		for _, table := range []string{"sessions", "access_tokens", "passkeys", "account_looks"} {
			if err := tx.do(`DELETE FROM `+table+` WHERE account = ?1`, id); err != nil {
				return err
			}
		}
		for _, table := range []string{"grants", "former"} {
			if err := tx.do(`DELETE FROM `+table+` WHERE browser = ?1`, holder[:]); err != nil {
				return err
			}
		}
		if err := forgetHolder(tx, holder); err != nil {
			return err
		}
		return known(tx.exec(`DELETE FROM accounts WHERE id = ?1`, id))
	})
}

// StartSession implements [store.Accounts].
func (d *DB) StartSession(ctx context.Context, s store.Session, password string) error {
	return d.checked(ctx, "start a session", store.CheckText(s.Agent), func(tx tx) error { return startSession(tx, s, password) })
}

func startSession(tx tx, s store.Session, password string) error {
	// Lock the account's row first, against deletion and a new password.
	if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1 AND password = ?2`, s.Account, password)); err != nil {
		return err
	}
	err := fresh("the session")(tx.exec(`INSERT INTO sessions (hash, account, agent, created, seen)
		VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING`, s.Hash[:], s.Account, s.Agent, s.Created, s.Seen))
	if err != nil {
		return err
	}
	_, err = endSessions(tx, s.Account, ` AND hash <> ?2 AND hash NOT IN (
		SELECT hash FROM sessions WHERE account = ?1 AND hash <> ?2 ORDER BY seen DESC, hash LIMIT ?3)`,
		s.Hash[:], store.MaxSessions-1)
	return err
}

// Session implements [store.Accounts].
func (d *DB) Session(ctx context.Context, hash store.Hash) (s store.Session, a store.Account, err error) {
	var key []byte
	err = d.row(ctx, `SELECT `+sessionColumns+`, `+accountColumns+`
		FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = ?1`, hash[:]).
		Scan(append([]any{&key, &s.Account, &s.Agent, &s.Created, &s.Seen}, accountInto(&a)...)...)
	if err != nil {
		return store.Session{}, store.Account{}, d.explain("read a session", orNone(err, store.ErrNoSession))
	}
	s.Hash = hash
	return s, a, nil
}

// SeeSession implements [store.Accounts].
func (d *DB) SeeSession(ctx context.Context, hash store.Hash, seen int64) error {
	return d.write(ctx, "note a session", func(tx tx) error {
		return open(tx.exec(`UPDATE sessions SET seen = ?1 WHERE hash = ?2`, seen, hash[:]))
	})
}

// EndSession implements [store.Accounts].
func (d *DB) EndSession(ctx context.Context, account string, hash store.Hash) error {
	return d.write(ctx, "end a session", func(tx tx) error {
		return open(endSessions(tx, account, ` AND hash = ?2`, hash[:]))
	})
}

// EndSessions implements [store.Accounts].
func (d *DB) EndSessions(ctx context.Context, account string, keep store.Hash) (n int, err error) {
	err = d.write(ctx, "end sessions", func(tx tx) error {
		r, err := endSessions(tx, account, ` AND hash <> ?2`, keep[:])
		if err != nil {
			return err
		}
		gone, err := r.RowsAffected()
		n = int(gone)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Sessions implements [store.Accounts].
func (d *DB) Sessions(ctx context.Context, account string) ([]store.Session, error) {
	return list(ctx, d, "list sessions", func(s *store.Session) []any {
		return []any{(*hashed)(&s.Hash), &s.Account, &s.Agent, &s.Created, &s.Seen}
	}, `SELECT `+sessionColumns+` FROM sessions s WHERE s.account = ?1 ORDER BY s.seen DESC, s.hash`, account)
}

// MovePlaces implements [store.Holdings].
func (d *DB) MovePlaces(ctx context.Context, from, to store.Hash) error {
	if from == to {
		return nil
	}
	return d.write(ctx, "move places", func(tx tx) error { return movePlaces(tx, from, to) })
}

func movePlaces(tx tx, from, to store.Hash) error {
	// Places held by both would become duplicates.
	_, err := tx.exec(`DELETE FROM grants WHERE browser = ?1 AND EXISTS (
		SELECT 1 FROM grants o WHERE o.browser = ?2 AND o.table_id = grants.table_id AND o.seat = grants.seat)`, from[:], to[:])
	if err != nil {
		return err
	}
	err = tx.each([]string{
		`UPDATE grants SET browser = ?2 WHERE browser = ?1`,
		`UPDATE former SET browser = ?2 WHERE browser = ?1 AND NOT EXISTS (
			SELECT 1 FROM former o WHERE o.browser = ?2 AND o.table_id = former.table_id AND o.seat = former.seat)`,
		`DELETE FROM former WHERE browser = ?1 AND browser <> ?2`,
		`UPDATE messages SET author = ?2 WHERE author = ?1`,
		`UPDATE circle_messages SET author = ?2 WHERE author = ?1`,
		`INSERT INTO mutes (reader, author) SELECT ?2, author FROM mutes WHERE reader = ?1 AND author <> ?2 ON CONFLICT DO NOTHING`,
		`INSERT INTO mutes (reader, author) SELECT reader, ?2 FROM mutes WHERE author = ?1 AND reader <> ?2 ON CONFLICT DO NOTHING`,
		`DELETE FROM mutes WHERE (reader = ?1 OR author = ?1) AND ?1 <> ?2`,
		`UPDATE reports SET reporter = ?2 WHERE reporter = ?1 AND NOT EXISTS (
			SELECT 1 FROM reports o WHERE o.reporter = ?2 AND o.table_id = reports.table_id AND o.n = reports.n)`,
		`UPDATE circle_reports SET reporter = ?2 WHERE reporter = ?1 AND NOT EXISTS (
			SELECT 1 FROM circle_reports o WHERE o.reporter = ?2 AND o.table_id = circle_reports.table_id AND o.n = circle_reports.n)`,
		// Of notes on the same table, the new holder's stays.
		`UPDATE notes SET browser = ?2 WHERE browser = ?1 AND NOT EXISTS (
			SELECT 1 FROM notes o WHERE o.browser = ?2 AND o.table_id = notes.table_id)`,
		// What either has read is read.
		`INSERT INTO reads (table_id, reader, n) SELECT table_id, ?2, n FROM reads WHERE reader = ?1 AND ?1 <> ?2
			ON CONFLICT (table_id, reader) DO UPDATE SET n = excluded.n WHERE reads.n < excluded.n`,
		`DELETE FROM reads WHERE reader = ?1 AND ?1 <> ?2`,
	}, from[:], to[:])
	if err != nil {
		return err
	}
	if err := moveDayGames(tx, from, to); err != nil {
		return err
	}
	if err := moveTournaments(tx, from, to); err != nil {
		return err
	}
	return moveResults(tx, from, to)
}

// Places implements [store.Holdings].
func (d *DB) Places(ctx context.Context, browser store.Hash) ([]store.Place, error) {
	return list(ctx, d, "list places", func(p *store.Place) []any { return []any{&p.Table, &p.Seat} },
		`SELECT table_id, seat FROM grants WHERE browser = ?1 ORDER BY table_id, seat`, browser[:])
}

// DropPlaces implements [store.Holdings].
func (d *DB) DropPlaces(ctx context.Context, browser store.Hash) error {
	return d.write(ctx, "take places", func(tx tx) error {
		if err := passOn(tx, browser, ""); err != nil {
			return err
		}
		err := tx.each([]string{
			`DELETE FROM grants WHERE browser = ?1`, `DELETE FROM former WHERE browser = ?1`, `DELETE FROM notes WHERE browser = ?1`, `DELETE FROM mutes WHERE reader = ?1`,
		}, browser[:])
		if err != nil {
			return err
		}
		return forgetTournaments(tx, browser)
	})
}

// SharedPlaces implements [store.Holdings].
func (d *DB) SharedPlaces(ctx context.Context, browser store.Hash) ([]store.SharedPlace, error) {
	return list(ctx, d, "list places", func(p *store.SharedPlace) []any { return []any{&p.Table, &p.Seat, &p.Others} },
		`SELECT g.table_id, g.seat, (SELECT COUNT(*) FROM grants o WHERE o.table_id = g.table_id AND o.seat = g.seat AND o.browser <> ?1)
		FROM grants g WHERE g.browser = ?1 ORDER BY g.table_id, g.seat`, browser[:])
}

// Sat implements [store.Holdings]. Of a table that was left before former was
// kept, the result is all that says so.
func (d *DB) Sat(ctx context.Context, browser store.Hash) (list []store.Sat, err error) {
	err = d.rows(ctx, func(r *sql.Rows) error {
		var p store.Sat
		var mine, others int
		err := r.Scan(&p.Table, &p.Seat, &mine, &others)
		p.Held, p.Alone = mine > 0, others == 0
		list = append(list, p)
		return err
	}, `SELECT p.table_id, p.seat,
			(SELECT COUNT(*) FROM grants g WHERE g.table_id = p.table_id AND g.seat IN (p.seat, ?2 - p.seat) AND g.browser = ?1),
			(SELECT COUNT(*) FROM grants g WHERE g.table_id = p.table_id AND g.seat IN (p.seat, ?2 - p.seat) AND g.browser <> ?1)
		FROM (SELECT table_id, `+ofGrant+` AS seat FROM grants WHERE browser = ?1 AND `+withSeat+`
			UNION SELECT table_id, seat FROM former WHERE browser = ?1
			UNION SELECT s.table_id, s.seat FROM result_seats s JOIN tables t ON t.id = s.table_id WHERE s.holder = ?1) p
		ORDER BY p.table_id, p.seat`, browser[:], store.Kept(0))
	if err != nil {
		return nil, d.explain("list the seats of a person", err)
	}
	return list, nil
}

// Redact implements [store.Tables].
func (d *DB) Redact(ctx context.Context, id string, after int64, r store.Redaction) error {
	const what = "redact a table"
	err := store.CheckRedaction(r)
	if err == nil && !store.ValidID(id) {
		err = store.NoTable(id)
	}
	if err != nil {
		return d.explain(what, err)
	}
	return d.write(ctx, what, func(tx tx) error {
		current, err := changed(tx.exec(`UPDATE tables SET meta = ?1, last = last + 1 WHERE id = ?2 AND last = ?3`, r.Meta, id, after))
		if err != nil {
			return err
		}
		if !current {
			_, err := refuse(tx, id, after, "")
			return err
		}
		for _, e := range r.Entries {
			none := fmt.Errorf("%w: table %q has no entry %d of kind %s for seat %d", store.ErrBad, store.ShortID(id), e.N, e.Kind, e.Seat)
			err := orElse(none)(tx.exec(`UPDATE entries SET body = ?1 WHERE table_id = ?2 AND n = ?3 AND kind = ?4 AND seat = ?5`,
				e.Body, id, e.N, e.Kind, e.Seat))
			if err != nil {
				return err
			}
		}
		for name, as := range r.Names {
			if _, err := tx.exec(`UPDATE messages SET name = ?1 WHERE table_id = ?2 AND seat = ?3 AND name = ?4`, as, id, r.Seat, name); err != nil {
				return err
			}
		}
		return insert(tx, id, after, "", []store.Entry{r.Note})
	})
}
