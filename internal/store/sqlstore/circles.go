package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"ruhr/internal/store"
)

// circleTables is the migration that adds circles, and what is said in them beside what is
// said at tables: table_id is the circle there. The views have both.
var circleTables = Migration{
	`CREATE TABLE circles (
		id      $text PRIMARY KEY,
		name    $text NOT NULL,
		founder $text NOT NULL,
		link    $text NOT NULL,
		created $int NOT NULL,
		version $int NOT NULL
	) $suffix`,
	`CREATE TABLE circle_members (
		circle  $text NOT NULL REFERENCES circles (id),
		account $text NOT NULL REFERENCES accounts (id),
		number  $int NOT NULL,
		joined  $int NOT NULL,
		quiet   $int NOT NULL,
		PRIMARY KEY (circle, account)
	) $suffix`,
	`CREATE INDEX circle_members_account ON circle_members (account)`,
	`CREATE TABLE circle_messages (
		table_id $text NOT NULL,
		n        $int NOT NULL,
		time     $int NOT NULL,
		room     $text NOT NULL,
		author   $bytes NOT NULL,
		seat     $int NOT NULL,
		name     $text NOT NULL,
		body     $text NOT NULL,
		PRIMARY KEY (table_id, n)
	) $suffix`,
	`CREATE INDEX circle_messages_author ON circle_messages (author)`,
	`CREATE TABLE circle_reports (
		table_id $text NOT NULL,
		n        $int NOT NULL,
		reporter $bytes NOT NULL,
		time     $int NOT NULL,
		PRIMARY KEY (table_id, n, reporter)
	) $suffix`,
	`CREATE VIEW room_messages AS SELECT table_id, n, time, room, author, seat, name, body FROM messages
		UNION ALL SELECT table_id, n, time, room, author, seat, name, body FROM circle_messages`,
	`CREATE VIEW room_reports AS SELECT table_id, n, reporter, time FROM reports
		UNION ALL SELECT table_id, n, reporter, time FROM circle_reports`,
}

// CreateCircle implements [store.Circles].
func (d *DB) CreateCircle(ctx context.Context, c store.Circle) error {
	return d.checked(ctx, "keep a circle", store.CheckCircle(c), func(tx tx) error {
		err := fresh("a circle")(tx.exec(`INSERT INTO circles (id, name, founder, link, created, version)
			VALUES (?1, ?2, ?3, ?4, ?5, 1) ON CONFLICT DO NOTHING`, c.ID, c.Name, c.Founder, c.Link, c.Created))
		if err != nil {
			return err
		}
		return addMembers(tx, c, nil)
	})
}

// addMembers stores the members of a circle that has none. Those who were there before may
// belong to however many.
func addMembers(tx tx, c store.Circle, before []string) error {
	for k, m := range c.Members {
		if !slices.Contains(before, m.Account) {
			if err := mayJoin(tx, m.Account); err != nil {
				return err
			}
		}
		if _, err := tx.exec(`INSERT INTO circle_members (circle, account, number, joined, quiet) VALUES (?1, ?2, ?3, ?4, ?5)`,
			c.ID, m.Account, k, m.Joined, number(m.Quiet)); err != nil {
			return err
		}
	}
	return nil
}

// mayJoin refuses an account that is banned or belongs to as many circles as it may. It locks
// its row: another process may be adding it elsewhere, or banning it.
func mayJoin(tx tx, account string) error {
	if err := known(tx.exec(`UPDATE accounts SET created = created WHERE id = ?1 AND banned = 0`, account)); err != nil {
		return err
	}
	var n int
	if err := tx.row(`SELECT COUNT(*) FROM circle_members WHERE account = ?1`, account).Scan(&n); err != nil {
		return err
	}
	if n >= store.MaxCircles {
		return fmt.Errorf("%w: %d circles of one account", store.ErrMany, n)
	}
	return nil
}

// SetCircle implements [store.Circles].
func (d *DB) SetCircle(ctx context.Context, c store.Circle) error {
	return d.checked(ctx, "keep a circle", store.CheckCircle(c), func(tx tx) error {
		set, err := changed(tx.exec(`UPDATE circles SET version = version + 1, name = ?3, founder = ?4, link = ?5 WHERE id = ?1 AND version = ?2`, c.ID, c.Version, c.Name, c.Founder, c.Link))
		if err != nil {
			return err
		}
		if !set {
			var version int64
			if err := tx.row(`SELECT version FROM circles WHERE id = ?1`, c.ID).Scan(&version); err != nil {
				return orNone(err, store.ErrNoCircle)
			}
			return fmt.Errorf("%w: a circle, %d instead of %d", store.ErrStale, c.Version, version)
		}
		before, err := accountsIn(tx, c.ID)
		if err != nil {
			return err
		}
		if len(c.Members) == 0 {
			return removeCircle(tx, c.ID)
		}
		if _, err := tx.exec(`DELETE FROM circle_members WHERE circle = ?1`, c.ID); err != nil {
			return err
		}
		return addMembers(tx, c, before)
	})
}

// accountsIn are the members of a circle, in the order in which they joined.
func accountsIn(tx tx, id string) ([]string, error) {
	return listIn(tx, only[string], `SELECT account FROM circle_members WHERE circle = ?1 ORDER BY number`, id)
}

// removeCircle deletes a circle with all that belongs to it alone, but for what was reported:
// that is for operators to delete. Its tables stay.
func removeCircle(tx tx, id string) error {
	for _, stmt := range []string{
		`DELETE FROM circle_messages WHERE table_id = ?1 AND n NOT IN (SELECT n FROM circle_reports WHERE table_id = ?1)`,
		`DELETE FROM circle_members WHERE circle = ?1`,
		`DELETE FROM said WHERE table_id = ?1`,
		`DELETE FROM circles WHERE id = ?1`,
	} {
		if _, err := tx.exec(stmt, id); err != nil {
			return err
		}
	}
	holder := store.HashOf(store.CircleHolder(id))
	if err := tx.each([]string{`DELETE FROM grants WHERE browser = ?1`, `DELETE FROM result_seats WHERE holder = ?1`}, holder[:]); err != nil {
		return err
	}
	return nil
}

// leaveCircles takes an account out of its circles. What it founded is administered by the
// member who joined first; a circle without members goes.
func leaveCircles(tx tx, account string) error {
	ids, err := listIn(tx, only[string], `SELECT circle FROM circle_members WHERE account = ?1 ORDER BY circle`, account)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := tx.exec(`UPDATE circles SET version = version + 1 WHERE id = ?1`, id); err != nil { // locks it
			return err
		}
		if _, err := tx.exec(`DELETE FROM circle_members WHERE circle = ?1 AND account = ?2`, id, account); err != nil {
			return err
		}
		left, err := accountsIn(tx, id)
		if err != nil {
			return err
		}
		if len(left) == 0 {
			err = removeCircle(tx, id)
		} else {
			_, err = tx.exec(`UPDATE circles SET founder = ?3 WHERE id = ?1 AND founder = ?2`, id, account, left[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const readCircle = `SELECT c.id, c.name, c.founder, c.link, c.created, c.version, m.account, a.name, m.joined, m.quiet
	FROM circles c JOIN circle_members m ON m.circle = c.id JOIN accounts a ON a.id = m.account `

// circles lists those that a query gives, each with its members in order.
func (d *DB) circles(ctx context.Context, query string, args ...any) (list []store.Circle, err error) {
	err = d.rows(ctx, func(r *sql.Rows) error {
		var c store.Circle
		var m store.Member
		if err := r.Scan(&c.ID, &c.Name, &c.Founder, &c.Link, &c.Created, &c.Version, &m.Account, &m.Name, &m.Joined, &m.Quiet); err != nil {
			return err
		}
		if len(list) == 0 || list[len(list)-1].ID != c.ID {
			list = append(list, c)
		}
		last := &list[len(list)-1]
		last.Members = append(last.Members, m)
		return nil
	}, readCircle+query, args...)
	if err != nil {
		return nil, d.explain("read circles", err)
	}
	return list, nil
}

// Circle implements [store.Circles].
func (d *DB) Circle(ctx context.Context, id string) (store.Circle, error) {
	if !store.ValidID(id) {
		return store.Circle{}, d.explain("read a circle", store.ErrNoCircle)
	}
	list, err := d.circles(ctx, `WHERE c.id = ?1 ORDER BY m.number`, id)
	if err == nil && len(list) == 0 {
		err = d.explain("read a circle", store.ErrNoCircle)
	}
	if err != nil {
		return store.Circle{}, err
	}
	return list[0], nil
}

// CirclesOf implements [store.Circles].
func (d *DB) CirclesOf(ctx context.Context, account string) ([]store.Circle, error) {
	return d.circles(ctx, `WHERE c.id IN (SELECT circle FROM circle_members WHERE account = ?1) ORDER BY c.name, c.id, m.number`, account)
}

// AllCircles implements [store.Circles].
func (d *DB) AllCircles(ctx context.Context, limit int) ([]store.Circle, error) {
	return d.circles(ctx, `WHERE c.id IN (SELECT id FROM circles ORDER BY created DESC, id LIMIT ?1) ORDER BY c.created DESC, c.id, m.number`, limit)
}

// CircleResults implements [store.Circles].
func (d *DB) CircleResults(ctx context.Context, id string) ([]store.Result, error) {
	holder := store.HashOf(store.CircleHolder(id))
	rows, err := list(ctx, d, "read the results of a circle", resultSeatInto, `SELECT r.table_id, r.n, r.ended, r.pool, r.body, s.seat, s.holder FROM (
			SELECT c.table_id, c.n, c.ended, c.pool, c.body FROM result_seats m JOIN results c ON c.table_id = m.table_id
			WHERE m.holder = ?1 ORDER BY m.ended DESC, m.table_id LIMIT ?2) r
		JOIN result_seats s ON s.table_id = r.table_id ORDER BY r.ended DESC, r.table_id, s.seat, s.holder`, holder[:], store.MaxCircleResults)
	return joined(rows), err
}
