package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"ruhr/internal/store"
)

// tournamentTables is the migration that adds tournaments.
var tournamentTables = Migration{
	`CREATE TABLE tournaments (
		id      $text PRIMARY KEY,
		owner   $bytes NOT NULL,
		created $int NOT NULL,
		version $int NOT NULL,
		due     $int NOT NULL,
		body    $bytes NOT NULL
	) $suffix`,
	`CREATE INDEX tournaments_owner ON tournaments (owner)`,
	`CREATE INDEX tournaments_due ON tournaments (due) WHERE due > 0`,
	`CREATE TABLE tournament_players (
		tournament $text NOT NULL REFERENCES tournaments (id),
		number     $int NOT NULL,
		holder     $bytes NOT NULL,
		name       $text NOT NULL,
		gone       $int NOT NULL,
		PRIMARY KEY (tournament, number)
	) $suffix`,
	`CREATE INDEX tournament_players_holder ON tournament_players (holder)`,
}

// tournamentChanges is the migration that adds when a tournament last changed. When those that
// are there did is not known in SQL, but hardly after the last game of all had ended. A server of
// an earlier version beside this one makes tournaments without it, and deletes them.
var tournamentChanges = Migration{
	`CREATE TABLE tournament_changes (
		tournament $text PRIMARY KEY,
		changed    $int NOT NULL
	) $suffix`,
	`INSERT INTO tournament_changes SELECT id, CASE WHEN created > last THEN created ELSE last END
		FROM tournaments, (SELECT COALESCE(MAX(ended), 0) AS last FROM results) AS games`,
}

// CreateTournament implements [store.Tournaments].
func (d *DB) CreateTournament(ctx context.Context, t store.Tournament) error {
	return d.checked(ctx, "keep a tournament", store.CheckTournament(t), func(tx tx) error {
		// The owner's first one is locked: of several made at once, each counts those before.
		if err := tx.do(`UPDATE tournaments SET owner = owner WHERE id = (SELECT id FROM tournaments WHERE owner = ?1 ORDER BY created, id LIMIT 1)`, t.Owner[:]); err != nil {
			return err
		}
		var n int
		if err := tx.row(`SELECT COUNT(*) FROM tournaments WHERE owner = ?1`, t.Owner[:]).Scan(&n); err != nil {
			return err
		}
		fresh, err := changed(tx.exec(`INSERT INTO tournaments (id, owner, created, version, due, body)
			VALUES (?1, ?2, ?3, 1, ?4, ?5) ON CONFLICT DO NOTHING`, t.ID, t.Owner[:], t.Created, t.Due, t.Body))
		switch {
		case err != nil:
			return err
		case !fresh:
			return fmt.Errorf("%w: a tournament", store.ErrExists)
		case n >= store.MaxTournaments:
			return fmt.Errorf("%w: %d tournaments of one person", store.ErrMany, n)
		}
		return addPlayers(tx, t)
	})
}

// addPlayers stores the players of a tournament that has none, and when it changed.
func addPlayers(tx tx, t store.Tournament) error {
	if _, err := tx.exec(`INSERT INTO tournament_changes (tournament, changed) VALUES (?1, ?2) ON CONFLICT (tournament) DO UPDATE SET changed = ?2`, t.ID, t.Changed); err != nil {
		return err
	}
	for k, p := range t.Players {
		gone := 0
		if p.Gone {
			gone = 1
		}
		if _, err := tx.exec(`INSERT INTO tournament_players (tournament, number, holder, name, gone) VALUES (?1, ?2, ?3, ?4, ?5)`, t.ID, k, p.Holder[:], p.Name, gone); err != nil {
			return err
		}
	}
	return nil
}

// SetTournament implements [store.Tournaments].
func (d *DB) SetTournament(ctx context.Context, t store.Tournament) error {
	return d.checked(ctx, "keep a tournament", store.CheckTournament(t), func(tx tx) error {
		set, err := changed(tx.exec(`UPDATE tournaments SET version = version + 1, due = ?3, body = ?4 WHERE id = ?1 AND version = ?2`, t.ID, t.Version, t.Due, t.Body))
		if err != nil {
			return err
		}
		if !set {
			var version int64
			if err := tx.row(`SELECT version FROM tournaments WHERE id = ?1`, t.ID).Scan(&version); err != nil {
				return orNone(err, store.ErrNoTournament)
			}
			return fmt.Errorf("%w: a tournament, %d instead of %d", store.ErrStale, t.Version, version)
		}
		if _, err := tx.exec(`DELETE FROM tournament_players WHERE tournament = ?1`, t.ID); err != nil {
			return err
		}
		return addPlayers(tx, t)
	})
}

// readTournament reads a row for each player; the first one has the body, which may be large.
const readTournament = `SELECT t.id, t.owner, t.created, COALESCE(c.changed, t.created), t.version, t.due, CASE WHEN COALESCE(p.number, 0) = 0 THEN t.body END, p.holder, p.name, p.gone
	FROM tournaments t LEFT JOIN tournament_changes c ON c.tournament = t.id LEFT JOIN tournament_players p ON p.tournament = t.id `

// tournaments lists those that a query gives, each with its players in order.
func (d *DB) tournaments(ctx context.Context, query string, args ...any) (list []store.Tournament, err error) {
	err = d.rows(ctx, func(r *sql.Rows) error {
		var t store.Tournament
		var owner, holder []byte
		var name sql.NullString
		var gone sql.NullInt64
		if err := r.Scan(&t.ID, &owner, &t.Created, &t.Changed, &t.Version, &t.Due, &t.Body, &holder, &name, &gone); err != nil {
			return err
		}
		if copy(t.Owner[:], owner); len(list) == 0 || list[len(list)-1].ID != t.ID {
			list = append(list, t)
		}
		if name.Valid {
			p := store.TournamentPlayer{Name: name.String, Gone: gone.Int64 == 1}
			copy(p.Holder[:], holder)
			last := &list[len(list)-1]
			last.Players = append(last.Players, p)
		}
		return nil
	}, readTournament+query, args...)
	if err != nil {
		return nil, d.explain("read tournaments", err)
	}
	return list, nil
}

// Tournament implements [store.Tournaments].
func (d *DB) Tournament(ctx context.Context, id string) (store.Tournament, error) {
	if !store.ValidID(id) {
		return store.Tournament{}, d.explain("read a tournament", store.ErrNoTournament)
	}
	list, err := d.tournaments(ctx, `WHERE t.id = ?1 ORDER BY p.number`, id)
	if err == nil && len(list) == 0 {
		err = d.explain("read a tournament", store.ErrNoTournament)
	}
	if err != nil {
		return store.Tournament{}, err
	}
	return list[0], nil
}

// TournamentsOf implements [store.Tournaments].
func (d *DB) TournamentsOf(ctx context.Context, holder store.Hash) ([]store.Tournament, error) {
	return d.tournaments(ctx, `WHERE t.id IN (
		SELECT id FROM tournaments WHERE owner = ?1 OR id IN (SELECT tournament FROM tournament_players WHERE holder = ?1)
		ORDER BY due = 0, created DESC, id LIMIT ?2) ORDER BY t.created DESC, t.id, p.number`, holder[:], store.MaxTournaments)
}

// ClaimTournaments implements [store.Tournaments].
func (d *DB) ClaimTournaments(ctx context.Context, now, again int64, limit int) ([]string, error) {
	return d.claim(ctx, "claim tournaments that are due", "tournaments", "id", "due", now, again, limit)
}

// moveTournaments gives the tournaments of a holder to another one. Where both play, the
// first one takes no further part.
func moveTournaments(tx tx, from, to store.Hash) error {
	if err := touchTournaments(tx, from); err != nil {
		return err
	}
	for _, stmt := range []string{
		`UPDATE tournament_players SET gone = 1 WHERE holder = ?1 AND EXISTS (
			SELECT 1 FROM tournament_players o WHERE o.tournament = tournament_players.tournament AND o.holder = ?2 AND o.gone = 0)`,
		`UPDATE tournament_players SET holder = ?2 WHERE holder = ?1`,
		`UPDATE tournaments SET owner = ?2 WHERE owner = ?1`,
	} {
		if _, err := tx.exec(stmt, from[:], to[:]); err != nil {
			return err
		}
	}
	return nil
}

// leaveTournaments has a holder take no further part in tournaments. Those that they made
// belong to the first player who still does, if any.
func leaveTournaments(tx tx, holder store.Hash) error {
	if err := touchTournaments(tx, holder); err != nil {
		return err
	}
	for _, stmt := range []string{
		`UPDATE tournament_players SET gone = 1 WHERE holder = ?1`,
		`UPDATE tournaments SET owner = COALESCE((SELECT p.holder FROM tournament_players p
			WHERE p.tournament = tournaments.id AND p.gone = 0 ORDER BY p.number LIMIT 1), owner) WHERE owner = ?1`,
	} {
		if _, err := tx.exec(stmt, holder[:]); err != nil {
			return err
		}
	}
	return nil
}

// forgetTournaments makes a holder a player of whom nothing is known, who takes no further
// part.
func forgetTournaments(tx tx, holder store.Hash) error {
	if err := leaveTournaments(tx, holder); err != nil {
		return err
	}
	nobody := store.HashOf(store.NewID())
	if err := moveTournaments(tx, holder, nobody); err != nil {
		return err
	}
	return tx.do(`UPDATE tournament_players SET name = '' WHERE holder = ?1`, nobody[:])
}

// touchTournaments makes all who have read the tournaments of a holder read them again.
func touchTournaments(tx tx, holder store.Hash) error {
	return tx.do(`UPDATE tournaments SET version = version + 1 WHERE owner = ?1 OR id IN (SELECT tournament FROM tournament_players WHERE holder = ?1)`, holder[:])
}

// renamePlayer gives a player other names in all tournaments.
func renamePlayer(tx tx, holder store.Hash, as func(name string) string) error {
	if err := touchTournaments(tx, holder); err != nil {
		return err
	}
	names, err := listIn(tx, only[string], `SELECT DISTINCT name FROM tournament_players WHERE holder = ?1`, holder[:])
	for _, name := range names {
		if now := as(name); now != name && err == nil {
			err = tx.do(`UPDATE tournament_players SET name = ?3 WHERE holder = ?1 AND name = ?2`, holder[:], name, now)
		}
	}
	return err
}

// expireTournaments deletes tournaments on which no work is due and that have not changed
// for long.
func expireTournaments(tx tx, before int64) error {
	for _, stmt := range []string{
		`DELETE FROM tournament_players WHERE tournament IN (SELECT id FROM tournaments LEFT JOIN tournament_changes ON tournament = id WHERE due = 0 AND COALESCE(changed, created) < ?1)`,
		`DELETE FROM tournament_changes WHERE changed < ?1 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = tournament AND due <> 0)`,
		`DELETE FROM tournaments WHERE created < ?1 AND due = 0 AND id NOT IN (SELECT tournament FROM tournament_changes)`,
	} {
		if _, err := tx.exec(stmt, before); err != nil {
			return err
		}
	}
	return nil
}
