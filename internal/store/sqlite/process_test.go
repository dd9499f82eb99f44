package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// childFile and childTable tell a second process of this test which file to
// open and which log to extend.
const (
	childFile  = "RUHR_TEST_FILE"
	childTable = "RUHR_TEST_TABLE"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childFile); path != "" {
		if err := appendForever(path, os.Getenv(childTable)); err != nil {
			fmt.Println(err)
		}
		return
	}
	os.Exit(m.Run())
}

// appendForever writes to a log and prints each number once it is reported as
// done, until it is killed or its standard input ends.
func appendForever(path, id string) error {
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0) // the test is gone
	}()
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	log, err := s.Log(ctx, id, 1)
	last := int64(len(log))
	for err == nil {
		last, err = s.Append(ctx, id, last, fmt.Sprint("key-", last), entries(3))
		if err == nil {
			fmt.Println(last)
		}
	}
	return err
}

// startChild runs appendForever in a process of its own and returns its output.
func startChild(t *testing.T, path, id string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childFile+"="+path, childTable+"="+id)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil { // closed when this process ends
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd, bufio.NewScanner(out)
}

// TestKilled kills a process while it writes, again and again: the file must be
// free at once, and hold everything that was reported as done, whole.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ruhr.db")
	s := open(t, path)
	id := create(t, s, 0)
	require.NoError(t, s.Close())
	for round := range 4 {
		cmd, out := startChild(t, path, id)
		var told int64
		for range 5 + 10*round {
			require.Must(t, out.Scan(), "the writing process ended by itself")
			n, err := strconv.ParseInt(out.Text(), 10, 64)
			require.Must(t, err == nil, "the writing process says %q", out.Text())
			told = n
		}
		require.NoError(t, cmd.Process.Kill())
		for out.Scan() { // what it still said before the end
			told, _ = strconv.ParseInt(out.Text(), 10, 64)
		}
		cmd.Wait() // says that it was killed
		s := open(t, path)
		log, err := s.Log(t.Context(), id, 1)
		require.NoError(t, err)
		if n := int64(len(log)); n < told || n%3 != 0 {
			t.Fatalf("round %d: log has %d entries; %d were reported as done, in threes", round, n, told)
		}
		require.NoError(t, s.Close())
	}
}

func TestSecondProcess(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ruhr.db")
	s := open(t, path)
	id := create(t, s, 1)

	cmd, out := startChild(t, path, id)
	require.Must(t, out.Scan(), "the second process says nothing")
	said := out.Text()
	for _, word := range []string{path, store.ErrInUse.Error(), strconv.Itoa(os.Getpid())} {
		require.True(t, strings.Contains(said, word), "the second process says %q, want %q in it", said, word)
	}
	require.NoError(t, cmd.Wait())
	// A second opening in one process, and one by another name, are refused too.
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(path, link); err != nil {
		link = path // not every system allows links
	}
	for _, name := range []string{path, link} {
		require.Fails(t, store.ErrInUse, "Open(%s)", name)(sqlite.Open(t.Context(), name))
	}
	require.Fails(t, nil, "the first cannot write any more")(s.Append(t.Context(), id, 1, "", entries(1)))
	require.NoError(t, s.Close())
	open(t, path)
}
