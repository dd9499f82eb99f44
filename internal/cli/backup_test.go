package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store/sqlite"
	"ruhr/lang"
)

func TestBackupWhileServing(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "tables.db")
	st, err := sqlite.Open(t.Context(), db)
	require.NoError(t, err)
	defer st.Close()
	copies := filepath.Join(dir, "copies")
	require.NoError(t, os.Mkdir(copies, 0o700))
	var last string
	for range 3 {
		var out strings.Builder
		if code := Main([]string{"backup", "--db", db, "--keep", "2", copies}, nil, &out, io.Discard); code != 0 {
			t.Fatalf("exit code %d", code)
		}
		list, err := filepath.Glob(filepath.Join(copies, "*"))
		require.NoError(t, err)
		last = slices.Max(list)
		if len(list) > 2 || !strings.Contains(out.String(), last) {
			t.Fatalf("said %q, the folder has %q; want the newest named and at most 2", out.String(), list)
		}
	}
	t.Setenv("LC_ALL", "en")
	var errs strings.Builder
	if code := Main([]string{"restore", "--db", db, last}, nil, io.Discard, &errs); code != exitFailed || !strings.Contains(errs.String(), "name another file with --db") {
		t.Errorf("restore over tables in use: exit code %d, want %d; said %q", code, exitFailed, errs.String())
	}
	st.Close()
	var out strings.Builder
	if code := Main([]string{"restore", "--db", db, last}, nil, &out, io.Discard); code != 0 || !strings.Contains(out.String(), "tables.db.before-") {
		t.Errorf("restore: exit code %d, said %q; want the place of the old tables", code, out.String())
	}
}

// Without a number to keep, all backups stay.
func TestBackupsStay(t *testing.T) {
	from, folder := filepath.Join(t.TempDir(), "tables.db"), t.TempDir()
	st, err := sqlite.Open(t.Context(), from)
	require.NoError(t, err)
	defer st.Close()
	for _, c := range []struct{ keep, want int }{{0, 1}, {0, 2}, {0, 3}, {2, 2}} {
		require.Succeeds(t)(backupInto(t.Context(), from, folder, c.keep))
		list, err := os.ReadDir(folder)
		require.True(t, err == nil && len(list) == c.want, "keeping %d: %d backups, %v, want %d", c.keep, len(list), err, c.want)
		time.Sleep(2 * time.Millisecond) // names are times to the millisecond
	}
}

// One backup that fails does not end those that follow.
func TestBackupsGoOn(t *testing.T) {
	from, folder := filepath.Join(t.TempDir(), "tables.db"), filepath.Join(t.TempDir(), "backups")
	st, err := sqlite.Open(t.Context(), from)
	require.NoError(t, err)
	require.NoError(t, st.Close())
	require.NoError(t, os.Mkdir(folder, 0o700))
	ctx, stop := context.WithCancel(t.Context())
	out, errs := &lines{}, &lines{}
	done := make(chan error)
	go func() {
		c := backupCmd{To: folder, Every: time.Millisecond}
		c.DB = from
		done <- c.Run(&env{ctx: ctx, out: out, errors: errs, words: lang.For("en")})
	}()
	out.await(t, 1)
	require.NoError(t, os.Rename(folder, folder+"-away"))
	errs.await(t, 1)
	require.NoError(t, os.Rename(folder+"-away", folder))
	out.await(t, out.count()+2)
	stop()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// lines counts lines that are written.
type lines struct{ n atomic.Int64 }

func (l *lines) Write(p []byte) (int, error) {
	l.n.Add(1)
	return len(p), nil
}

func (l *lines) count() int64 { return l.n.Load() }

func (l *lines) await(t *testing.T, n int64) {
	t.Helper()
	for l.count() < n {
		require.Must(t, t.Context().Err() == nil, "nothing was written")
		time.Sleep(time.Millisecond)
	}
}

func TestPruneKeepsTheNewestAndWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	day := func(n int) string { return backupName(time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC)) }
	for _, name := range []string{day(3), day(1), day(2), "ruhr-notabackupTnotime.txtZ.db", "ruhr.db"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	require.NoError(t, prune(dir, 2))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	want := []string{day(2), day(3), "ruhr-notabackupTnotime.txtZ.db", "ruhr.db"}
	slices.Sort(want)
	require.Slices(t, names, want, "left")
}

// A backup that cannot be removed neither keeps the others nor counts as a failure to make one.
func TestBackupsThatStay(t *testing.T) {
	from, folder := filepath.Join(t.TempDir(), "tables.db"), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		st, err := sqlite.Open(t.Context(), from)
		require.NoError(t, err)
		defer st.Close()
		for days := range 3 {
			path := filepath.Join(folder, backupName(time.Now().AddDate(0, 0, days-9)))
			require.NoError(t, os.MkdirAll(path, 0o700))
			if days == 0 {
				require.NoError(t, os.WriteFile(filepath.Join(path, "file"), nil, 0o600))
			}
		}
		var out syncBuffer
		ctx, stop := context.WithCancel(t.Context())
		go upkeepFlags{BackupDir: folder, BackupEvery: 24 * time.Hour, BackupKeep: 1}.backUp(ctx, from, slog.New(slog.NewTextHandler(&out, nil)))
		time.Sleep(25 * time.Hour)
		stop()
		synctest.Wait()
		list, err := backups(folder, time.Now())
		require.True(t, err == nil && len(list) == 2, "left are %v, %v", list, err)
		require.Equal(t, strings.Count(out.String(), `"backed up, but`), 2, "backups in a day and an hour: %s", out.String())
	})
	var said, errs strings.Builder
	code := Main([]string{"backup", "--db", from, "--keep", "1", folder}, nil, &said, &errs)
	require.True(t, code == exitFailed && strings.Contains(said.String(), folder), "exit status %d, %q, %q", code, said.String(), errs.String())
}

// After a clock was fast, its backups push out none that is made now, and stay.
func TestPruneAfterAFastClock(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for _, days := range []int{-3, -2, 0, 300, 301} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, backupName(now.AddDate(0, 0, days))), nil, 0o600))
	}
	require.NoError(t, prune(dir, 2))
	left, err := filepath.Glob(filepath.Join(dir, backupPattern))
	require.NoError(t, err)
	for i, days := range []int{-2, 0, 300, 301} {
		if want := backupName(now.AddDate(0, 0, days)); len(left) != 4 || filepath.Base(left[i]) != want {
			t.Fatalf("left are %v, want %s at %d", left, want, i)
		}
	}
}

// What an interrupted backup has left goes, but not what one is making now.
func TestPartsOfBackupsGo(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	old, young := filepath.Join(dir, backupName(now)+".part-1"), filepath.Join(dir, backupName(now)+".part-2")
	for _, path := range []string{old, young} {
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	require.NoError(t, os.Chtimes(old, now, now.Add(-48*time.Hour)))
	_, err := backupInto(t.Context(), filepath.Join(dir, "none.db"), dir, 0)
	require.Must(t, err != nil, "a backup of nothing")
	left, err := filepath.Glob(filepath.Join(dir, "*.part-*"))
	require.True(t, err == nil && len(left) == 1 && left[0] == young, "left are %v, %v", left, err)
}
