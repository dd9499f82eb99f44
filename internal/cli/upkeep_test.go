package cli

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/lang"
)

// moody is a store that is ready or not, and has so many old tables.
type moody struct {
	store.Store
	mu      sync.Mutex
	bad     error
	old     int
	deleted []int64 // the moments it was asked to delete up to
}

func (m *moody) set(bad error, old int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bad, m.old = bad, old
}

func (m *moody) Ready(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bad
}

// asked gives the moments it was asked to delete up to, and how many tables are left.
func (m *moody) asked() ([]int64, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.deleted), m.old
}

func (m *moody) Expire(_ context.Context, before int64, limit int) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deleted = append(m.deleted, before)
	n := min(m.old, limit)
	m.old -= n
	return n, m.bad
}

// syncBuffer is a buffer that several goroutines may use.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// The log says once that the tables cannot be used, soon, and once that they can
// again.
func TestWatchStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out syncBuffer
		ctx, stop := context.WithCancel(t.Context())
		st := &moody{}
		go watchStore(ctx, st, slog.New(slog.NewTextHandler(&out, nil)))
		for _, c := range []struct {
			bad  error
			want int // lines in the log
		}{{nil, 0}, {store.ErrGone, 1}, {store.ErrGone, 1}, {nil, 2}, {nil, 2}, {store.ErrGone, 3}} {
			st.set(c.bad, 0)
			time.Sleep(watchEvery)
			synctest.Wait()
			if got := strings.Count(out.String(), "\n"); got != c.want {
				t.Fatalf("with %v: %d lines, want %d:\n%s", c.bad, got, c.want, out.String())
			}
		}
		stop()
		synctest.Wait()
	})
}

// Old tables go at the start and every hour, all of them, some at a time; a
// failure waits for the next hour.
func TestExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		st := &moody{old: 2*expireAtOnce + 1}
		began := time.Now()
		var log syncBuffer
		go upkeepFlags{ExpireAfter: 24 * time.Hour}.expire(ctx, st, slog.New(slog.NewTextHandler(&log, nil)))
		synctest.Wait()
		deleted, old := st.asked()
		if want := began.Add(-24 * time.Hour).UnixMilli(); len(deleted) != 3 || deleted[0] != want || old != 0 {
			t.Fatalf("asked for %v with %d left, want three times %d and none left", deleted, old, want)
		}
		if want := `msg="old tables deleted" tables=41`; !strings.Contains(log.String(), want) {
			t.Errorf("logged %s, want %s", log.String(), want)
		}
		st.set(errors.New("not now"), 100)
		time.Sleep(expireEvery)
		synctest.Wait()
		if deleted, _ := st.asked(); len(deleted) != 4 {
			t.Errorf("asked %d times, want once more after a failure", len(deleted))
		}
		stop()
		synctest.Wait()
	})
}

// A server makes backups at its pace, not at every start, and keeps so many.
func TestScheduledBackups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, copies := t.TempDir(), t.TempDir()
		path := filepath.Join(dir, "tables.db")
		st, err := sqlite.Open(t.Context(), path)
		require.NoError(t, err)
		defer st.Close()
		f := upkeepFlags{BackupDir: copies, BackupEvery: 6 * time.Hour, BackupKeep: 2}
		count := func() int {
			synctest.Wait()
			list, err := backups(copies, time.Now())
			require.NoError(t, err)
			return len(list)
		}
		ctx, stop := context.WithCancel(t.Context())
		go f.backUp(ctx, path, slog.New(slog.DiscardHandler))
		if n := count(); n != 1 {
			t.Fatalf("%d backups at the start, want 1", n)
		}
		time.Sleep(5 * time.Hour)
		stop()
		ctx, stop = context.WithCancel(t.Context()) // started again
		go f.backUp(ctx, path, slog.New(slog.DiscardHandler))
		if n := count(); n != 1 {
			t.Fatalf("%d backups after another start, want 1", n)
		}
		time.Sleep(time.Hour + time.Minute)
		require.Equal(t, count(), 2, "backups when the second is due")
		time.Sleep(24 * time.Hour)
		require.Equal(t, count(), 2, "backups in the end")
		stop()
		synctest.Wait()
	})
}

func TestUpkeepFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	w := &env{words: lang.For("en")}
	fine := upkeepFlags{BackupDir: t.TempDir(), BackupEvery: time.Hour, BackupKeep: 1, ExpireAfter: 8760 * time.Hour}
	if fine.check(w, "postgres://ruhr@127.0.0.1/ruhr") == nil {
		t.Error("backups of a database elsewhere are accepted")
	}
	require.NoError(t, errors.Join(fine.check(w, "tables.db"), upkeepFlags{BackupEvery: time.Hour}.check(w, "postgres://127.0.0.1/ruhr")))
	for name, spoil := range map[string]func(*upkeepFlags){
		"a file":       func(f *upkeepFlags) { f.BackupDir = file },
		"no folder":    func(f *upkeepFlags) { f.BackupDir = file + "-none" },
		"never":        func(f *upkeepFlags) { f.BackupEvery = 0 },
		"fewer":        func(f *upkeepFlags) { f.BackupKeep = -1 },
		"in the past":  func(f *upkeepFlags) { f.ExpireAfter = -1 },
		"all at once":  func(f *upkeepFlags) { f.ExpireAfter = 30 * time.Minute },
		"all the time": func(f *upkeepFlags) { f.BackupEvery = time.Millisecond },
	} {
		f := fine
		spoil(&f)
		require.True(t, f.check(w, "tables.db") != nil, "%s: accepted", name)
	}
}
