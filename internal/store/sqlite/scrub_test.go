package sqlite_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// What somebody wants deleted is in no file any more: neither in a free page of
// the database nor in its write-ahead log, no matter who deletes it.
func TestDeletedIsInNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ruhr.db")
	s := open(t, path)
	beside, err := sqlite.OpenBeside(t.Context(), path)
	require.NoError(t, err)
	defer beside.Close()
	table := create(t, s, 3)
	for what, c := range map[string]struct {
		by     store.Store
		delete func(st store.Store, a store.Account) error
	}{
		"a deleted account": {s, func(st store.Store, a store.Account) error { return st.DeleteAccount(t.Context(), a.ID) }},
		"a name that was replaced": {beside, func(st store.Store, a store.Account) error {
			return st.RenameAccount(t.Context(), a.ID, "other", "other", []string{"other"}, func(name string) string { return name })
		}},
		"a message": {beside, func(st store.Store, a store.Account) error {
			return st.Unsay(t.Context(), table, 1)
		}},
	} {
		secret := "secret" + strings.ReplaceAll(what, " ", "")
		a := store.Account{ID: store.NewID(), Name: secret, Key: secret, Password: "x"}
		if what == "a message" {
			require.Succeeds(t)(s.Say(t.Context(), table, store.Message{Seat: store.Nobody, Text: strings.Repeat(secret, 30)}))
		} else if err := s.CreateAccount(t.Context(), a, []string{secret}); err != nil {
			t.Fatal(err)
		}
		require.True(t, found(t, path, secret) != 0, "%s: the test finds nothing before", what)
		require.NoError(t, c.delete(c.by, a))
		if n := found(t, path, secret); n > 0 {
			t.Errorf("%s is found %d times", what, n)
		}
	}
}

// Deleting waits for no reader, such as a backup, because all writes would wait with it.
// What was deleted goes when the reader has ended.
func TestDeletingWaitsForNoReader(t *testing.T) {
	wait, again := sqlite.LockWait, sqlite.ScrubAgain
	t.Cleanup(func() { sqlite.LockWait, sqlite.ScrubAgain = wait, again })
	sqlite.LockWait, sqlite.ScrubAgain = time.Hour, time.Millisecond
	path := filepath.Join(t.TempDir(), "ruhr.db")
	table := create(t, open(t, path), 1)
	beside, err := sqlite.OpenBeside(t.Context(), path) // which gives up at no time
	require.NoError(t, err)
	defer beside.Close()
	require.Succeeds(t)(beside.Say(t.Context(), table, store.Message{Seat: store.Nobody, Text: "secret said"}))
	reader, err := raw(t, path).BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer reader.Rollback()
	require.NoError(t, reader.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM messages`).Scan(new(int)))
	require.NoError(t, beside.Unsay(t.Context(), table, 1))
	require.NoError(t, reader.Rollback())
	for found(t, path, "secret said") > 0 {
		time.Sleep(time.Millisecond)
	}
}

// found counts how often the files of a database have a text.
func found(t *testing.T, path, text string) (n int) {
	files, err := filepath.Glob(path + "*")
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		n += bytes.Count(data, []byte(text))
	}
	return n
}
