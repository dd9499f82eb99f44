package sqlite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// TestLibcVersion holds modernc.org/libc at the version that our version of
// modernc.org/sqlite was made and tested with, as that package demands: its own
// go.mod says which. Another dependency may raise it without a word.
func TestLibcVersion(t *testing.T) {
	ours, err := os.ReadFile(filepath.Join("..", "..", "..", "go.mod"))
	require.NoError(t, err)
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	sqlite := required(t, ours, "modernc.org/sqlite")
	path := filepath.Join(strings.TrimSpace(string(cache)), "modernc.org", "sqlite@"+sqlite, "go.mod")
	theirs, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err) // it was there to compile this test
	}
	if got, want := required(t, ours, "modernc.org/libc"), required(t, theirs, "modernc.org/libc"); got != want {
		t.Errorf("go.mod has modernc.org/libc %s; modernc.org/sqlite %s needs exactly %s", got, sqlite, want)
	}
}

// required returns the version of a module that a go.mod requires.
func required(t *testing.T, gomod []byte, module string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^(?:require)?\s*` + regexp.QuoteMeta(module) + `\s+(v\S+)`).FindSubmatch(gomod)
	require.Must(t, m != nil, "go.mod does not require %s", module)
	return string(m[1])
}
