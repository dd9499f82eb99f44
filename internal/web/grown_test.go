package web

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/webtest"
)

// BenchmarkGrown measures pages of a server on which much was played: RUHR_TABLES tables are
// kept (10,000 by default) and RUHR_GAMES finished games (100,000), of which Anna played one in
// a thousand. For each page it reports the median and the longest time of b.N requests.
func BenchmarkGrown(b *testing.B) {
	w := newWorld(b, 301)
	anna, bert, guest := w.Visitor(), w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	rated := anna.Opens(url.Values{"pace": {"days"}, "rated": {"yes"}, "public": {"yes"}})
	link := anna.Post(rated+"/share", url.Values{"seat": {"1"}}).Invitation()
	bert.Post(link, nil)
	id := strings.TrimPrefix(rated, "/t/")
	w.PlayOut(id)
	began := time.Now()
	tables, games := many(b, "RUHR_TABLES", 10_000), many(b, "RUHR_GAMES", 100_000)
	multiply(b, w.File, id, tables, games)
	b.Logf("%d tables and %d games stored in %s", tables, games, time.Since(began).Round(time.Second))

	for _, c := range []struct {
		name string
		who  *webtest.Visitor
		path string
	}{
		{"first page", anna, "/"},
		{"my tables", anna, "/tables"},
		{"search", anna, "/tables?q=bert&by=turn"},
		{"lobby", guest, "/lobby"},
		{"table", guest, rated},
		{"replay", guest, rated + "/replay"},
		{"own record", anna, "/people/Anna"},
		{"record of another", guest, "/people/Anna"},
		{"day", anna, "/day"},
		{"export", anna, "/account/export"},
	} {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			timed(b, func() {
				if p := c.who.Get(c.path); p.Status != http.StatusOK {
					b.Fatalf("GET %s: status %d", c.path, p.Status)
				}
			})
		})
	}
	b.Run("new_table", func(b *testing.B) {
		timed(b, func() { anna.Opens(url.Values{"public": {"yes"}}) })
	})
	b.Run("rated_game_ends", func(b *testing.B) {
		results, err := w.Store.ResultsOf(b.Context(), holderOf(b, w, "anna"))
		if err != nil || len(results) == 0 {
			b.Fatal("Anna has no results", err)
		}
		r := results[0]
		r.Holders = []store.Holder{{Browser: holderOf(b, w, "anna"), Seat: 0}, {Browser: holderOf(b, w, "bert"), Seat: 1}}
		rate := func(r store.Result, before store.Before) (map[store.Hash][]byte, error) {
			out := map[store.Hash][]byte{}
			for _, h := range r.Holders {
				var err error
				if out[h.Browser], err = before(h.Browser); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
		timed(b, func() {
			r.Table, r.Ended = store.NewID(), time.Now().UnixMilli()
			if fresh, err := w.Store.AddResult(b.Context(), r, rate); err != nil || !fresh {
				b.Fatal(fresh, err)
			}
		})
	})
	b.Run("all_ratings_again", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
		began := time.Now()
		n, err := w.Service.Results().Rerate(b.Context())
		require.NoError(b, err)
		b.ReportMetric(time.Since(began).Seconds()*1e6/float64(n), "µs/game")
	})
}

// many is a number from the environment.
func many(b *testing.B, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s=%q, want a number", name, text)
	}
	return n
}

// timed reports the median and the longest time of what is done b.N times.
func timed(b *testing.B, do func()) {
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		do()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-longest")
}

func holderOf(b *testing.B, w *world, key string) store.Hash {
	a, err := w.Store.AccountByKey(b.Context(), key)
	require.NoError(b, err)
	return store.HashOf(a.Holder())
}

// multiply copies a finished table with its log, and its result with the ratings. Every
// thousandth copy has the same players, the others are of ten thousand others.
func multiply(b *testing.B, file, id string, tables, games int) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
	require.NoError(b, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(stmt string, args ...any) {
		b.Helper()
		if _, err := db.Exec(stmt, args...); err != nil {
			b.Fatalf("%s: %v", stmt, err)
		}
	}
	columns := func(table string, besides ...string) string {
		rows, err := db.Query(`SELECT name FROM pragma_table_info(?)`, table)
		require.NoError(b, err)
		defer rows.Close()
		var out []string
		for rows.Next() {
			var name string
			require.NoError(b, rows.Scan(&name))
			if !slices.Contains(besides, name) {
				out = append(out, name)
			}
		}
		return strings.Join(out, ", ")
	}
	const (
		numbers = `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d) `
		copied  = `printf('copy%017dA', i)`
		other   = `CASE WHEN i % 1000 = 0 THEN holder ELSE CAST(printf('%016d%016d', i % 10000, seat) AS BLOB) END`
	)
	copies := func(n int, table, key, special, made string) {
		b.Helper()
		names := strings.Split(special, ", ")
		rest := columns(table, append(names, key)...)
		if rest != "" {
			rest = ", " + rest
		}
		if special != "" {
			special, made = ", "+special, ", "+made
		}
		exec(fmt.Sprintf(numbers, n)+`INSERT INTO `+table+` (`+key+special+rest+`) SELECT `+copied+made+rest+` FROM c, `+table+` WHERE `+key+` = ?`, id)
	}
	exec(`PRAGMA foreign_keys = off`)
	exec(`BEGIN`)
	copies(tables, "tables", "id", "created", "created - 1000 * i")
	copies(tables, "entries", "table_id", "", "")
	copies(tables, "grants", "table_id", "browser", `CASE WHEN seat = -1 OR i % 100 = 0 THEN browser ELSE CAST(printf('%032d', i) AS BLOB) END`)
	copies(games, "results", "table_id", "ended", "ended - 1000 * i")
	copies(games, "result_seats", "table_id", "holder", other)
	copies(games, "ratings", "table_id", "ended, holder", "ended - 1000 * i, "+
		`CASE WHEN i % 1000 = 0 OR NOT EXISTS (SELECT 1 FROM result_seats s WHERE s.holder = ratings.holder) THEN holder ELSE randomblob(32) END`)
	exec(`COMMIT`)
	exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
}
