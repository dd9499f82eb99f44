package sqlite

import (
	"context"
	"database/sql"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlstore"
	"ruhr/internal/store/storetest"
)

var (
	// wide are ways to find rows that go through a whole table, or through what many rows share.
	wide = regexp.MustCompile(`^SCAN (\w+)|^SEARCH (\w+) USING (?:COVERING )?INDEX (?:ratings_order \(pool=\?\)|results_order \(pool=\?\)|tables_stage \(stage=\?)`)
	// ofOne are ways through all that somebody has of what may be many: tables, results, ratings.
	// Those in the order of a list end with what is asked for.
	ofOne = regexp.MustCompile(`INDEX (?:sqlite_autoindex_grants_1 \(browser=\?\)|(?:grants_newest|result_seats_newest|sqlite_autoindex_ratings_1) \((?:browser|holder)=\?(?: AND pool=\?)?\))`)
	// inOrder are those that end.
	inOrder = regexp.MustCompile(`INDEX (?:grants_newest|result_seats_newest|sqlite_autoindex_ratings_1) `)
	// small are tables that hold at most a few hundred rows.
	small = []string{"ratings_by", "records", "commitments", "invites"}
	// seldom are statements that may go through a table, by their beginning.
	seldom = map[string]string{
		"DELETE FROM mutes WHERE reader = ?1 OR": "deletes an account",
		"INSERT INTO mutes (reader, author) SEL": "signs up, or brings a guest's places",
		"DELETE FROM mutes WHERE (reader = ?1 O": "signs up, or brings a guest's places",
		"UPDATE reports SET reporter":            "signs up, or brings a guest's places",
		"UPDATE circle_reports SET reporter":     "signs up, or brings a guest's places",
		"DELETE FROM reports WHERE reporter":     "deletes an account",
		"DELETE FROM circle_reports WHERE rep":   "deletes an account",
		"SELECT m.table_id, m.n, m.time":         "lists what was reported, for operators",
		"DELETE FROM tournaments WHERE created":  "deletes old tournaments, once an hour",
		"DELETE FROM tournament_players WHERE t": "deletes old tournaments, once an hour",
		"DELETE FROM tournament_changes WHERE c": "deletes old tournaments, once an hour",
		"SELECT COUNT(*) FROM (SELECT 1":         "reads one row",
		"SELECT t.id, t.last FROM tables t LEFT": "looks at tables older than those that expire, once an hour",
		lobby:                                    "lists the newest of most tables, and stops at those asked for",
		circles:                                  "lists circles, for operators",
		"DELETE FROM result_seats WHERE holder ": "dissolves a circle",
		"DELETE FROM grants WHERE browser = ?1":  "deletes an account, or moves one's places to an account",
		"UPDATE grants SET browser":              "moves one's places to an account",
		"UPDATE result_seats SET holder":         "moves one's places to an account",
		"UPDATE ratings SET holder":              "moves one's places to an account",
		"SELECT p.table_id, p.seat,":             "deletes an account",
		"SELECT table_id, CASE WHEN seat >= 0":   "deletes an account",
		"SELECT g.table_id, g.seat, (SELECT COU": "deletes what a guest has",
		"INSERT INTO grants (browser, table_id, seat, created)\n\t\tSELECT g.browser": "deletes an account",
		"SELECT table_id, seat FROM grants WHERE browser = ?1 ORDER":                  "exports an account",
		"SELECT t.id FROM tables t WHERE t.due":                                       "changes how somebody hears of their tables",
		"SELECT DISTINCT pool":                                                        "computes all ratings again",
	}
)

// lobby begins the statement that lists tables for somebody who holds most of them, or for the few of many
// tables that have not ended.
const lobby = "SELECT t.id, t.created, t.meta, t.last, g.seat\n\t\tFROM (SELECT id AS id FROM tables WHERE EXISTS"

// circles begins the statement that lists the newest circles.
const circles = "SELECT c.id, c.name, c.founder, c.link, c.created, c.version, m.account, a.name, m.joined, m.quiet\n\tFROM circles c JOIN circle_members m ON m.circle = c.id JOIN accounts a ON a.id = m.account WHERE c.id IN (SELECT id FROM circles ORDER"

// TestStatementsDoNotGrow runs the whole contract and asks how SQLite finds what each statement
// names: none that answers a request goes through everything that was ever played.
func TestStatementsDoNotGrow(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	storetest.All(t, func(t *testing.T) store.Store {
		db := empty(t)
		st := sqlstore.New(sqlstore.Config{Write: db, Read: db, Explain: explain, Rebind: func(query string) string {
			mu.Lock()
			defer mu.Unlock()
			seen[query] = true
			return query
		}})
		t.Cleanup(func() { st.Close() })
		return st
	})
	db := empty(t)
	for query := range seen {
		for _, line := range plan(t, db, query) {
			if ofOne.MatchString(line) && !(inOrder.MatchString(line) && strings.Contains(query, "LIMIT")) && (!rare(query) || strings.HasPrefix(query, lobby)) {
				t.Errorf("of one person, %s:\n%s", line, query)
			}
			if m := wide.FindStringSubmatch(line); m != nil && !slices.Contains(small, tableOf(t, db, query, m[1]+m[2])) && !rare(query) {
				t.Errorf("%s:\n%s", line, query)
			}
		}
	}
	require.True(t, len(seen) >= 100, "the contract ran %d statements, expected hundreds", len(seen))
}

// empty returns a database with the schema alone.
func empty(t *testing.T) *sql.DB {
	t.Helper()
	db, err := connect(t.Context(), filepath.Join(t.TempDir(), "x.db"), 1)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	require.NoError(t, sqlstore.Migrate(context.WithoutCancel(t.Context()), db, schema()))
	return db
}

// rare reports whether a statement may go through a table.
func rare(query string) bool {
	for begin := range seldom {
		if strings.HasPrefix(query, begin) {
			return true
		}
	}
	return false
}

// tableOf returns the table that a statement calls so; for a part of the statement it
// returns a small one.
func tableOf(t *testing.T, db *sql.DB, query, name string) string {
	t.Helper()
	if m := regexp.MustCompile(`(?:FROM|JOIN) (\w+) ` + name + `\b`).FindStringSubmatch(query); m != nil {
		name = m[1]
	}
	var tables int
	require.NoError(t, db.QueryRow(`SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = ?`, name).Scan(&tables))
	if tables == 0 {
		return small[0]
	}
	return name
}

// plan returns how SQLite would run a statement.
func plan(t *testing.T, db *sql.DB, query string) (lines []string) {
	t.Helper()
	var args []any
	for range strings.Count(query, "?") {
		args = append(args, 1)
	}
	rows, err := db.Query("EXPLAIN QUERY PLAN "+query, args...)
	require.Must(t, err == nil, "%v: %s", err, query)
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var line string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &line))
		lines = append(lines, line)
	}
	return lines
}
