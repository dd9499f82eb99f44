package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/postgres/pgtest"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/store/sqlstore"
	"ruhr/internal/store/sqlstore/sqltest"
	"ruhr/internal/store/storetest"
)

var (
	server  *pgtest.Server
	missing error
)

func TestMain(m *testing.M) {
	server, missing = pgtest.Start(context.Background())
	code := m.Run()
	if server != nil {
		server.Remove()
	}
	os.Exit(code)
}

// fresh is the URL of a database with nothing in it.
func fresh(t *testing.T) string {
	t.Helper()
	if errors.Is(missing, pgtest.ErrMissing) && os.Getenv("CI") == "" {
		t.Skip(missing)
	}
	require.NoError(t, missing)
	db := connect(t, server.URL())
	name := "t" + fmt.Sprintf("%x", store.NewID())
	require.Succeeds(t)(db.ExecContext(t.Context(), "CREATE SCHEMA "+name))
	// After a kill the server looks at every file, so what is left behind would
	// make TestDatabaseRestarts slow.
	t.Cleanup(func() {
		require.Succeeds(t)(db.Exec("DROP SCHEMA " + name + " CASCADE"))
	})
	return server.URL() + "&search_path=" + name
}

func connect(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func open(t *testing.T, url string) store.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// empty opens a store with nothing in it.
func empty(t *testing.T) store.Store {
	t.Helper()
	return open(t, fresh(t))
}

func TestContract(t *testing.T) { storetest.All(t, empty) }

// Tables that are due and tables with news are claimed at the same time, in
// opposite orders. Neither claim waits for the other for good.
func TestTwoClaimsNeverBlockEachOther(t *testing.T) {
	url := fresh(t)
	s := open(t, url)
	const tables = 3
	var ids []string
	for range tables {
		ids = append(ids, store.NewID())
	}
	slices.Sort(ids)
	board := []byte(`{}`)
	for i, id := range ids {
		table := store.Table{ID: id, Meta: board, Deal: board, Board: store.BoardSHA(board)}
		first := []store.Entry{{Time: int64(1 + i), News: true, Due: int64(tables - i), Kind: "act", Body: board}}
		require.NoError(t, s.CreateTable(t.Context(), table, board, first))
	}
	// Both claims stop at the table in the middle and go on together.
	db := connect(t, url)
	middle, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer middle.Rollback()
	require.Succeeds(t)(middle.ExecContext(t.Context(), `SELECT 1 FROM tables WHERE id = $1 FOR UPDATE`, ids[1]))
	const now = 10 + store.NewsLater
	var all sync.WaitGroup
	claim := func(claim func(context.Context, int64, int64, int) ([]string, error), want []string) {
		all.Go(func() {
			require.Returns(t, want, "claimed")(claim(t.Context(), now, now+10, tables))
		})
	}
	claim(s.ClaimNews, ids)
	claim(s.Claim, []string{ids[2], ids[1], ids[0]})
	for waiting := 0; waiting < 2; {
		const blocked = `SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`
		require.NoError(t, db.QueryRowContext(t.Context(), blocked).Scan(&waiting))
	}
	require.NoError(t, middle.Rollback())
	all.Wait()
}

// Many nodes start at once on an empty database.
func TestMigrateAtOnce(t *testing.T) {
	url := fresh(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), url)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := s.IDs(context.Background(), "", 1); err != nil {
				t.Error(err)
			}
			s.Close()
		})
	}
	all.Wait()
}

func TestNewerSchemaIsRefused(t *testing.T) {
	url := fresh(t)
	open(t, url)
	require.Succeeds(t)(connect(t, url).ExecContext(t.Context(), `INSERT INTO migrations (version) VALUES (999)`))
	require.Fails(t, store.ErrNewer, "Open")(postgres.Open(t.Context(), url))
}

// Opening a database only to look at it, or beside servers, does not change its schema.
func TestLookingDoesNotMigrate(t *testing.T) {
	for what, look := range map[string]func(context.Context, string) (store.Store, error){"OpenReader": postgres.OpenReader, "OpenBeside": postgres.OpenBeside} {
		url := fresh(t)
		require.Fails(t, store.ErrForeign, what+" of an empty database")(look(t.Context(), url))
		require.NoError(t, open(t, url).Close())
		db := connect(t, url)
		require.Succeeds(t)(db.ExecContext(t.Context(), `DROP TABLE reads; DELETE FROM migrations WHERE version = (SELECT MAX(version) FROM migrations)`))
		s, err := look(t.Context(), url)
		require.NoError(t, err)
		defer s.Close()
		require.Succeeds(t)(s.IDs(t.Context(), "", 1))
		var n int
		require.NoError(t, db.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'reads'`).Scan(&n))
		require.Equal(t, n, 0, "%s: tables of the version that is missing", what)
		err = s.SaveRecord(t.Context(), store.NewID(), []byte(`{}`))
		require.True(t, (err == nil) == (what == "OpenBeside"), "%s: a write: %v", what, err)
	}
}

// Two nodes append at the same number: one wins, whatever the other one has read.
func TestTwoNodesNeverBothWin(t *testing.T) {
	url := fresh(t)
	nodes := []store.Store{open(t, url), open(t, url), open(t, url)}
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: board, Deal: board, Board: store.BoardSHA(board)}
	require.NoError(t, nodes[0].CreateTable(t.Context(), table, board, nil))
	const rounds = 30
	for n := range int64(rounds) {
		var all sync.WaitGroup
		won := make([]bool, len(nodes))
		for i, node := range nodes {
			all.Go(func() {
				e := store.Entry{Time: 1, Kind: "act", Seat: i, Body: []byte(`{}`)}
				_, err := node.Append(t.Context(), table.ID, n, fmt.Sprint(n, ".", i), []store.Entry{e})
				if won[i] = err == nil; err != nil && !errors.Is(err, store.ErrStale) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if s := fmt.Sprint(won); strings.Count(s, "true") != 1 {
			t.Fatalf("append at %d was done by %s, want one", n, s)
		}
	}
	if log, err := nodes[2].Log(t.Context(), table.ID, 1); err != nil || len(log) != rounds {
		t.Errorf("%d entries, %v", len(log), err)
	}
}

// What was acknowledged is there after the database was killed, and the store
// works again without a restart of the program.
func TestDatabaseRestarts(t *testing.T) {
	url := fresh(t)
	s := open(t, url)
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: board, Deal: board, Board: store.BoardSHA(board)}
	e := []store.Entry{{Time: 1, Kind: "act", Seat: 1, Body: board}}
	require.NoError(t, s.CreateTable(t.Context(), table, board, e))
	require.NoError(t, server.Kill())
	require.Fails(t, store.ErrUnreachable, "Append while the database is away")(s.Append(t.Context(), table.ID, 1, "", e))
	require.ErrorIs(t, s.Ready(t.Context()), store.ErrUnreachable, "Ready while the database is away")
	require.NoError(t, server.Restart(t.Context()))
	if log, err := s.Log(t.Context(), table.ID, 1); err != nil || len(log) != 1 {
		t.Errorf("%d entries, %v", len(log), err)
	}
	require.Returns(t, int64(2), "Append")(s.Append(t.Context(), table.ID, 1, "", e))
}

// A standby, or a database that the operator has made read-only, can be read, says
// that it is not ready, and is ready as soon as it can be written.
func TestReadOnlyDatabase(t *testing.T) {
	url := fresh(t)
	s := open(t, url)
	id, board := store.NewID(), []byte(`{}`)
	require.NoError(t, s.CreateTable(t.Context(), store.Table{ID: id, Meta: board, Deal: board, Board: store.BoardSHA(board)}, board, nil))
	db := connect(t, url+"&default_transaction_read_only=off")
	readOnly := func(mode string) {
		t.Helper()
		for _, statement := range []string{
			"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = " + mode + "', current_database()); END $$",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'ruhr'",
		} {
			require.Succeeds(t)(db.ExecContext(t.Context(), statement))
		}
	}
	readOnly("on")
	defer readOnly("off")
	appends := func() error {
		_, err := s.Append(t.Context(), id, 0, "", []store.Entry{{Time: 1, Kind: "act", Seat: 1, Body: board}})
		return err
	}
	for range 16 { // each may find that its connection has ended
		appends()
	}
	for what, err := range map[string]error{"an append": appends(), "readiness": s.Ready(t.Context())} {
		if !errors.Is(err, store.ErrUnreachable) || !strings.Contains(err.Error(), "25006") {
			t.Errorf("%s: %v, want ErrUnreachable because transactions are read-only", what, err)
		}
	}
	if log, err := s.Log(t.Context(), id, 1); err != nil || len(log) != 0 {
		t.Errorf("the log: %v, %v", log, err)
	}
	readOnly("off")
	for range 16 {
		s.Ready(t.Context())
	}
	require.ErrorIs(t, errors.Join(s.Ready(t.Context()), appends()), nil, "where it can be written again")
}

// What another session has locked is refused as something that passes.
func TestLockedByAnotherSession(t *testing.T) {
	url := fresh(t)
	open(t, url).Close() // migrated; its locks may outlast it for a moment
	s := open(t, url+"&lock_timeout=500")
	require.NoError(t, s.Ready(t.Context()))
	db := connect(t, url)
	db.SetMaxOpenConns(1)
	require.Succeeds(t)(db.ExecContext(t.Context(), "BEGIN; LOCK TABLE secrets, records IN EXCLUSIVE MODE"))
	require.ErrorIs(t, s.SaveRecord(t.Context(), store.NewID(), []byte(`{}`)), store.ErrUnreachable, "a write")
	require.ErrorIs(t, s.Ready(t.Context()), store.ErrUnreachable, "readiness")
	require.Succeeds(t)(db.ExecContext(t.Context(), "ROLLBACK"))
	require.ErrorIs(t, s.Ready(t.Context()), nil, "readiness afterwards")
}

func TestErrorsHaveNoPassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://ruhr:hush@127.0.0.1:1/none?connect_timeout=2")
	if err == nil || strings.Contains(err.Error(), "hush") || !errors.Is(err, store.ErrUnreachable) {
		t.Errorf("Open where nothing is: %v", err)
	}
}

// Everything goes from a file into a database and back into a file unchanged.
func TestCopyBothWays(t *testing.T) {
	dir := t.TempDir()
	list := sqlstore.Tables()
	file := func(name string) (store.Store, *sql.DB) {
		path := filepath.Join(dir, name)
		st, err := sqlite.Open(t.Context(), path)
		require.NoError(t, err)
		t.Cleanup(func() { st.Close() })
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		t.Cleanup(func() { db.Close() })
		return st, db
	}
	first, db := file("first.db")
	sqltest.Fill(t, db, list)
	want := sqltest.Rows(t, db, list)
	url := fresh(t)
	middle := open(t, url)
	require.Succeeds(t)(sqlstore.Copy(t.Context(), first, middle))
	require.Equal(t, sqltest.Rows(t, connect(t, url), list), want, "the database")
	second, db := file("second.db")
	require.Succeeds(t)(sqlstore.Copy(t.Context(), middle, second))
	require.Equal(t, sqltest.Rows(t, db, list), want, "the second file")
	require.Fails(t, store.ErrExists, "a copy into what is not empty")(sqlstore.Copy(t.Context(), first, middle))
}

// The database has the tables that are listed, and no others.
func TestTablesAreAll(t *testing.T) {
	url := fresh(t)
	open(t, url)
	rows, err := connect(t, url).QueryContext(t.Context(), `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'migrations'`)
	require.NoError(t, err)
	var got []string
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		got = append(got, name)
	}
	slices.Sort(got)
	if want := slices.Sorted(slices.Values(sqlstore.Tables())); !slices.Equal(got, want) {
		t.Errorf("the database has %v, listed are %v", got, want)
	}
}

// Copying may take longer than other transactions.
func TestLongTransactions(t *testing.T) {
	url := fresh(t) + "&statement_timeout=2000&idle_in_transaction_session_timeout=2000"
	s := open(t, url)
	db := connect(t, url)
	hold, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer hold.Rollback()
	require.Succeeds(t)(hold.ExecContext(t.Context(), `SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE results`))
	time.AfterFunc(3*time.Second, func() { hold.Commit() })
	require.Fails(t, nil, "Copy waits for longer than a statement may take")(sqlstore.Copy(t.Context(), s, open(t, fresh(t))))
}

// What a server of an earlier version has written beside this one is completed at the next start.
func TestRowsOfAnEarlierServer(t *testing.T) {
	url, board := fresh(t), []byte(`{}`)
	s, id := open(t, url), store.NewID()
	holder := store.Holder{Browser: store.HashOf("anna")}
	require.NoError(t, s.CreateTable(t.Context(), store.Table{ID: id, Created: 5, Meta: board, Deal: board, Board: store.BoardSHA(board)}, board, nil, holder))
	none := func(store.Result, store.Before) (map[store.Hash][]byte, error) { return nil, nil }
	_, err := s.AddResult(t.Context(), store.Result{Table: id, N: 1, Ended: 9, Body: board, Holders: []store.Holder{holder}}, none)
	require.NoError(t, err)
	db := connect(t, url)
	_, err = db.ExecContext(t.Context(), `UPDATE grants SET created = 0; UPDATE result_seats SET ended = 0`)
	require.NoError(t, err)
	open(t, url)
	var created, ended int64
	require.NoError(t, db.QueryRowContext(t.Context(), `SELECT MIN(g.created), MIN(r.ended) FROM grants g, result_seats r`).Scan(&created, &ended))
	require.True(t, created == 5 && ended == 9, "created %d, ended %d, want 5 and 9", created, ended)
}
