package sqlstore

import (
	"context"
	"fmt"
	"math"

	"ruhr/internal/store"
)

// dayTables is the migration that adds the deals of days. Games have no reference to
// tables, because they outlive them.
var dayTables = Migration{
	`CREATE TABLE days (
		day  $text PRIMARY KEY,
		body $bytes NOT NULL,
		due  $int NOT NULL
	) $suffix`,
	`CREATE INDEX days_due ON days (due) WHERE due > 0`,
	`CREATE TABLE day_games (
		table_id $text PRIMARY KEY,
		day      $text NOT NULL,
		holder   $bytes NOT NULL,
		first    $int NOT NULL,
		started  $int NOT NULL,
		ended    $int NOT NULL,
		counted  $int NOT NULL,
		vp       $int NOT NULL,
		body     $bytes NOT NULL
	) $suffix`,
	`CREATE UNIQUE INDEX day_games_first ON day_games (holder, day) WHERE first = 1`,
	`CREATE INDEX day_games_holder ON day_games (holder, started)`,
	`CREATE INDEX day_games_counted ON day_games (day, vp, ended) WHERE counted = 1`,
}

// AddDay implements [store.Days].
func (d *DB) AddDay(ctx context.Context, day string, body []byte, due int64) (stored []byte, err error) {
	err = d.checked(ctx, "keep a day", store.CheckDay(day, body), func(tx tx) error {
		if _, err := tx.exec(`INSERT INTO days (day, body, due) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING`, day, body, due); err != nil {
			return err
		}
		return tx.row(`SELECT body FROM days WHERE day = ?1`, day).Scan(&stored)
	})
	return stored, err
}

// Day implements [store.Days].
func (d *DB) Day(ctx context.Context, day string) (body []byte, err error) {
	err = d.row(ctx, `SELECT body FROM days WHERE day = ?1`, day).Scan(&body)
	if err != nil {
		return nil, d.explain("read a day", orNone(err, store.ErrNoDay))
	}
	return body, nil
}

// ClaimDays implements [store.Days].
func (d *DB) ClaimDays(ctx context.Context, now, again int64, limit int) ([]string, error) {
	return d.claim(ctx, "claim days that are due", "days", "day", "due", now, again, limit)
}

// SetDay implements [store.Days].
func (d *DB) SetDay(ctx context.Context, day string, body []byte, due int64) error {
	return d.checked(ctx, "keep what is known of a day", store.CheckDay(day, body), func(tx tx) error {
		return orElse(store.ErrNoDay)(tx.exec(`UPDATE days SET body = ?2, due = ?3 WHERE day = ?1`, day, body, due))
	})
}

// StartDayGame implements [store.Days].
func (d *DB) StartDayGame(ctx context.Context, g store.DayGame) (first bool, err error) {
	err = d.checked(ctx, "keep a game of a day", store.CheckDayGame(g), func(tx tx) error {
		add := func(first int) (bool, error) {
			return changed(tx.exec(`INSERT INTO day_games (table_id, day, holder, first, started, ended, counted, vp, body)
				VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, 0, ?6) ON CONFLICT DO NOTHING`, g.Table, g.Day, g.Holder[:], first, g.Started, []byte{}))
		}
		var err error
		if first, err = add(1); err != nil || first {
			return err
		}
		fresh, err := add(0)
		if err == nil && !fresh {
			err = fmt.Errorf("%w: a game of a day", store.ErrExists)
		}
		return err
	})
	return first && err == nil, err
}

// EndDayGame implements [store.Days].
func (d *DB) EndDayGame(ctx context.Context, table string, end store.DayEnd) error {
	return d.checked(ctx, "keep how a game of a day ended", store.CheckDayEnd(end), func(tx tx) error {
		counted := 0
		if end.Counted {
			counted = 1
		}
		return tx.do(`UPDATE day_games SET ended = ?2, counted = ?3 * first, vp = ?4, body = ?5 WHERE table_id = ?1 AND ended = 0`, table, end.Ended, counted, end.VP, end.Body)
	})
}

const dayGameColumns = `table_id, day, holder, first, started, ended, counted, vp, body`

// dayGames lists the games of days that a query gives.
func (d *DB) dayGames(ctx context.Context, query string, args ...any) ([]store.DayGame, error) {
	games, err := list(ctx, d, "list games of days", func(g *store.DayGame) []any {
		return []any{&g.Table, &g.Day, (*hashed)(&g.Holder), &g.First, &g.Started, &g.Ended, &g.Counted, &g.VP, &g.Body}
	}, `SELECT `+dayGameColumns+` FROM day_games `+query, args...)
	for k := range games {
		if games[k].Ended == 0 {
			games[k].Body = nil
		}
	}
	return games, err
}

// DayGames implements [store.Days].
func (d *DB) DayGames(ctx context.Context, day string) ([]store.DayGame, error) {
	return d.dayGames(ctx, `WHERE day = ?1 AND counted = 1 ORDER BY vp DESC, ended, table_id LIMIT ?2`, day, store.MaxList)
}

// LaterDayGames implements [store.Days].
func (d *DB) LaterDayGames(ctx context.Context, day string) ([]store.DayGame, error) {
	return d.dayGames(ctx, `WHERE table_id IN (SELECT table_id FROM (SELECT table_id, ROW_NUMBER() OVER (PARTITION BY holder ORDER BY vp DESC, ended, table_id) AS best
		FROM day_games WHERE day = ?1 AND counted = 0 AND ended > 0) later WHERE best <= ?3) ORDER BY vp DESC, ended, table_id LIMIT ?2`, day, store.MaxList, store.MaxLaterGames)
}

// DayGamesOf implements [store.Days].
func (d *DB) DayGamesOf(ctx context.Context, holder store.Hash) ([]store.DayGame, error) {
	return d.dayGames(ctx, `WHERE holder = ?1 ORDER BY started DESC, table_id LIMIT ?2`, holder[:], store.MaxDayGames)
}

// DaysCounted implements [store.Days].
func (d *DB) DaysCounted(ctx context.Context, holder store.Hash) ([]string, error) {
	return list(ctx, d, "list the days that count", only[string], `SELECT day FROM day_games
		WHERE holder = ?1 AND first = 1 AND counted = 1 ORDER BY day DESC LIMIT ?2`, holder[:], store.MaxDaysCounted)
}

// DayRank implements [store.Days].
func (d *DB) DayRank(ctx context.Context, day string, vp int) (rank store.DayRank, err error) {
	err = d.row(ctx, `SELECT COUNT(CASE WHEN vp < ?2 THEN 1 END), COUNT(CASE WHEN vp = ?2 THEN 1 END), COUNT(*)
		FROM day_games WHERE day = ?1 AND counted = 1`, day, vp).Scan(&rank.Below, &rank.Equal, &rank.All)
	if err != nil {
		return store.DayRank{}, d.explain("count games of a day", err)
	}
	return rank, nil
}

// PlayedDay implements [store.Days].
func (d *DB) PlayedDay(ctx context.Context, day string, holder store.Hash) (played bool, err error) {
	var n int
	err = d.row(ctx, `SELECT COUNT(*) FROM day_games WHERE holder = ?1 AND day = ?2 AND first = 1 AND ended > 0`, holder[:], day).Scan(&n)
	if err != nil {
		return false, d.explain("find a game of a day", err)
	}
	return n > 0, nil
}

// moveDayGames gives the games of days that a holder began to another one. Of the first
// games of both the one that ended first stays the first, so that none counts that was played
// after another; of two that go on, the one that began first.
func moveDayGames(tx tx, from, to store.Hash) error {
	const later = `UPDATE day_games SET first = 0, counted = 0 WHERE holder = ?1 AND first = 1 AND EXISTS (
		SELECT 1 FROM day_games o WHERE o.holder = ?2 AND o.day = day_games.day AND o.first = 1
		AND (CASE WHEN o.ended > 0 THEN o.ended ELSE ?3 END, o.started, o.table_id)
			< (CASE WHEN day_games.ended > 0 THEN day_games.ended ELSE ?3 END, day_games.started, day_games.table_id))`
	for _, pair := range [][2]store.Hash{{from, to}, {to, from}} {
		if _, err := tx.exec(later, pair[0][:], pair[1][:], int64(math.MaxInt64)); err != nil {
			return err
		}
	}
	return tx.do(`UPDATE day_games SET holder = ?2 WHERE holder = ?1`, from[:], to[:])
}
