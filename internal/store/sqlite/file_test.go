package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// run executes statements on a file with nothing of ours around them.
func run(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	for _, stmt := range statements {
		if _, err := db.Exec(stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		want error
	}{
		{"a text file", func(t *testing.T, path string) { write(t, path, []byte(strings.Repeat("text ", 2000))) }, store.ErrDamaged},
		{"a short text file", func(t *testing.T, path string) { write(t, path, []byte("x")) }, store.ErrDamaged},
		{"a header alone", func(t *testing.T, path string) { write(t, path, []byte("SQLite format 3\x00")) }, store.ErrDamaged},
		{"another program's database", func(t *testing.T, path string) {
			run(t, path, "CREATE TABLE theirs (a)")
		}, store.ErrForeign},
		{"a newer version's file", func(t *testing.T, path string) {
			open(t, path).Close()
			run(t, path, "INSERT INTO migrations (version) VALUES (1000)")
		}, store.ErrNewer},
		{"nothing behind the first page", func(t *testing.T, path string) {
			open(t, path).Close()
			require.NoError(t, os.Truncate(path, 4096))
		}, store.ErrDamaged},
		{"a directory", func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(path, 0o700))
		}, nil},
		{"no directory", func(t *testing.T, path string) {
			require.NoError(t, os.Remove(filepath.Dir(path)))
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sub", "ruhr.db")
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
			c.make(t, path)
			before, _ := os.ReadFile(path) // nothing to read where there is no file
			// Twice: a failed opening must have given its lock back.
			for range 2 {
				_, err := sqlite.Open(t.Context(), path)
				if err == nil || c.want != nil && !errors.Is(err, c.want) {
					t.Fatalf("Open: error %v, want %v", err, c.want)
				}
				require.True(t, !errors.Is(err, store.ErrInUse) && strings.Contains(err.Error(), path), "Open: error %q, want one about %s", err, path)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file that was refused has changed")
			}
		})
	}
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, b, 0o600))
}

func TestLogWithAGap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ruhr.db")
	s := open(t, path)
	first, middle, tail, good := create(t, s, 5), create(t, s, 5), create(t, s, 5), create(t, s, 5)
	s.Close()
	for id, n := range map[string]int{first: 1, middle: 3, tail: 5} {
		run(t, path, fmt.Sprintf("DELETE FROM entries WHERE table_id = '%s' AND n = %d", id, n))
	}
	s = open(t, path)
	for _, id := range []string{first, middle, tail} {
		require.Fails(t, store.ErrDamaged, "Log with a gap")(s.Log(t.Context(), id, 1))
	}
	if log, err := s.Log(t.Context(), good, 1); err != nil || len(log) != 5 {
		t.Errorf("Log of the whole table: %d entries, %v; want 5", len(log), err)
	}
}

// TestSpoiltPages overwrites stretches of a good file: whatever comes of it,
// the program goes on, and what is read is whole or said to be damaged.
func TestSpoiltPages(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "good.db")
	s := open(t, path)
	var ids []string
	for range 4 {
		ids = append(ids, create(t, s, 40))
	}
	s.Close()
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1890))
	damaged := 0
	for i := range 60 {
		spoilt := bytes.Clone(good)
		at := 100 + rng.IntN(len(good)-200)
		for j := range spoilt[at : at+100] {
			spoilt[at+j] = byte(rng.Uint32())
		}
		path := filepath.Join(dir, fmt.Sprint(i, ".db"))
		write(t, path, spoilt)
		s, err := sqlite.Open(t.Context(), path)
		if err != nil {
			damaged++
			continue
		}
		for _, id := range ids {
			log, err := s.Log(t.Context(), id, 1)
			if errors.Is(err, store.ErrDamaged) {
				damaged++
			} else if err == nil && len(log) != 40 {
				t.Errorf("bytes %d to %d spoilt: log of %d entries passes for whole, want 40", at, at+100, len(log))
			}
			s.Append(t.Context(), id, 40, "", entries(1)) // may fail, must return
		}
		s.Close()
	}
	require.True(t, damaged != 0, "no damage was noticed at all")
}

func TestFileIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	path := filepath.Join(t.TempDir(), "ruhr.db")
	s := open(t, path)
	create(t, s, 1) // so that the write-ahead log is there
	files, err := filepath.Glob(path + "*")
	require.Must(t, err == nil && len(files) >= 3, "files %q, %v; want the database, its write-ahead log and the lock", files, err)
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(t, err)
		require.True(t, info.Mode().Perm()&0o077 == 0, "%s has mode %v: others can read the deals", f, info.Mode())
	}
}

// BenchmarkAppend measures one acknowledged append of one entry.
func BenchmarkAppend(b *testing.B) {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "ruhr.db"))
	require.NoError(b, err)
	defer s.Close()
	board := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: board, Deal: board, Board: store.BoardSHA(board)}
	require.NoError(b, s.CreateTable(b.Context(), table, board, nil))
	list, last := entries(1), int64(0)
	for b.Loop() {
		if last, err = s.Append(b.Context(), table.ID, last, fmt.Sprint(last), list); err != nil {
			b.Fatal(err)
		}
	}
}

// TestWithoutItsJournal has the program killed and the journal beside the file
// removed by somebody who tidies up: what was only in the journal is lost, but
// the file opens, and every log that is left is whole and goes on.
func TestWithoutItsJournal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ruhr.db")
	s := open(t, path)
	id := create(t, s, 3)
	if err := s.Close(); err != nil { // this much is in the file itself
		t.Fatal(err)
	}
	cmd, out := startChild(t, path, id)
	for range 5 {
		require.Must(t, out.Scan(), "the writing process ended by itself")
	}
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait() // says that it was killed
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Fatalf("the killed process left no journal: %v", err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	s = open(t, path)
	log, err := s.Log(t.Context(), id, 1)
	require.Must(t, err == nil && len(log) >= 3, "the log has %d entries, %v", len(log), err)
	require.Fails(t, nil, "the log does not go on")(s.Append(t.Context(), id, int64(len(log)), "", entries(1)))
	require.NoError(t, s.Close())
}

// A server of an earlier version beside this one writes neither when a tournament changed nor how
// many messages there were: both go on.
func TestBesideAnEarlierVersion(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "ruhr.db")
	db := open(t, path)
	cup := store.Tournament{ID: store.NewID(), Created: 5, Changed: 90, Body: []byte("{}"), Players: []store.TournamentPlayer{{Holder: store.HashOf("anna"), Name: "Anna"}}}
	circle := store.Circle{ID: store.NewID(), Name: "Ruhr", Link: "abc", Created: 5}
	require.NoError(t, db.CreateTournament(ctx, cup))
	require.NoError(t, db.CreateCircle(ctx, circle))
	for range 2 {
		_, err := db.Say(ctx, circle.ID, store.Message{Room: "circle", Text: "one"})
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	run(t, path, `DELETE FROM tournament_changes`, `UPDATE said SET n = 1`)
	db = open(t, path)
	if got, err := db.Tournament(ctx, cup.ID); err != nil || got.Changed != 5 {
		t.Errorf("Tournament = %+v, %v", got, err)
	}
	require.Returns(t, int64(3), "Say")(db.Say(ctx, circle.ID, store.Message{Room: "circle", Text: "three"}))
	_, err := db.Expire(ctx, 6, 10)
	require.NoError(t, err)
	_, err = db.Tournament(ctx, cup.ID)
	require.ErrorIs(t, err, store.ErrNoTournament, "after it expired")
}
