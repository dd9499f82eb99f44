package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Tables are copied while a server has them open, and the copy is whole. What is
// there already is not touched.
func TestCopy(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "to.db")
	inPlay(t, from, 1)
	run := func(args ...string) (string, int) {
		var out strings.Builder
		code := Main(args, nil, &out, io.Discard)
		return out.String(), code
	}
	if out, code := run("copy", from, to); code != exitOK || !strings.Contains(out, "Copied and compared: ") || !strings.Contains(out, " rows, now in "+to) {
		t.Errorf("exit status %d:\n%s", code, out)
	}
	if out, code := run("doctor", to); code != exitOK || !strings.Contains(out, "Tables in play: 1.") {
		t.Errorf("the copy is unsound, exit status %d:\n%s", code, out)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other"), []byte("text"), 0o600))
	for _, c := range []struct{ from, to string }{
		{from, to}, {from, filepath.Join(dir, "other")}, {filepath.Join(dir, "none"), filepath.Join(dir, "new")}, {filepath.Join(dir, "other"), filepath.Join(dir, "new")},
	} {
		if out, code := run("copy", c.from, c.to); code != exitFailed {
			t.Errorf("copy %s %s: exit status %d, want %d:\n%s", c.from, c.to, code, exitFailed, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
		t.Error("a copy that failed left a file")
	}
}
