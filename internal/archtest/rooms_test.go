package archtest

import (
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

const example = "# comment: not a room\nlow:\nmid: low\nmid/tests: mid\nin/high: mid example.org/flags\n"

func TestReadRooms(t *testing.T) {
	r, err := readRooms(example)
	require.NoError(t, err)
	for room, want := range map[string][]string{"low": {}, "mid": {"low"}, "mid/tests": {"mid"}, "in/high": {"mid", "example.org/flags"}} {
		if got, ok := r[room]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s may import %q, expected %q", room, got, want)
		}
	}
	require.Equal(t, len(r), 4, "rooms of %v", r)
	for pkg, want := range map[string]string{"low": "low", "mid/x/y": "mid", "mid/tests": "mid/tests", "mid/tests/z": "mid/tests", "in": "", "lower": ""} {
		require.Equal(t, r.room(pkg), want, "%s is in room", pkg)
	}
}

func TestUnreadableLines(t *testing.T) {
	for text, want := range map[string]string{
		"low\n":            "a folder, a colon",
		"low mid: other\n": "a folder, a colon",
		"a:\nb: a\na: b\n": "two lines for a",
	} {
		if _, err := readRooms(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

func TestDescribed(t *testing.T) {
	text := "| room | pages |\n| --- | --- |\n| `mid/` | needs `low/` |\n\n| room | rules |\n| --- | --- |\n| `low/` | rules |\n"
	require.Slices(t, described(text), []string{"low", "mid"}, "rooms that are described")
}

// Every import that no line allows is found, even if a chain of allowed imports
// leads there, and so is every unneeded permission.
func TestProblems(t *testing.T) {
	r, err := readRooms(example)
	require.NoError(t, err)
	fine := []dependency{
		{"mid", "mid/a.go", "ruhr/low"}, {"mid", "mid/a.go", "net/http"}, {"mid", "mid/a.go", "ruhr/mid/part"},
		{"mid/tests", "mid/tests/a.go", "ruhr/mid"},
		{"in/high", "in/high/a.go", "ruhr/mid"}, {"in/high", "in/high/a.go", "example.org/flags/v2"},
	}
	for room := range r {
		if list := r.problems(room, fine); len(list) > 0 {
			t.Errorf("%s: %q", room, list)
		}
	}
	for _, c := range []struct {
		name, room string
		extra      dependency
		want       string
	}{
		{"upwards", "low", dependency{"low", "low/a.go", "ruhr/mid"}, "low/a.go imports ruhr/mid"},
		{"along a chain", "in/high", dependency{"in/high", "in/high/b.go", "ruhr/low"}, "in/high/b.go imports ruhr/low"},
		{"below a room that is allowed, with its own line", "in/high", dependency{"in/high", "in/high/b.go", "ruhr/mid/tests"}, "imports ruhr/mid/tests"},
		{"from a folder below the room", "low", dependency{"low/deep", "low/deep/a.go", "ruhr/mid"}, "low/deep/a.go imports"},
		{"a folder without a line", "mid", dependency{"mid", "mid/a.go", "ruhr/stray"}, "imports ruhr/stray"},
		{"another module", "mid", dependency{"mid", "mid/a.go", "example.org/flags"}, "imports example.org/flags"},
		{"a module whose path begins alike", "in/high", dependency{"in/high", "in/high/a.go", "example.org/flagstaff"}, "imports example.org/flagstaff"},
	} {
		list := r.problems(c.room, append(slices.Clone(fine), c.extra))
		require.True(t, len(list) == 1 && strings.Contains(list[0], c.want), "%s: %q, expected %q", c.name, list, c.want)
	}
	if list := r.problems("in/high", fine[:5]); len(list) != 1 || !strings.Contains(list[0], "allows example.org/flags") {
		t.Errorf("a permission nobody needs: %q", list)
	}
}

func TestReadPicture(t *testing.T) {
	arrows, err := readPicture("x\n```mermaid\nflowchart LR\n  a --> b --> c[\"in/c\"]\n  c --> d\n```\n")
	if want := [][2]string{{"a", "b"}, {"b", "in/c"}, {"in/c", "d"}}; err != nil || !slices.Equal(arrows, want) {
		t.Errorf("%v, %v, expected %v", arrows, err, want)
	}
	for _, bad := range []string{"", "```mermaid\nflowchart LR\n  a ==> b\n```"} {
		if _, err := readPicture(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
