package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/tool/mutate/schemata"
)

func TestSummary(t *testing.T) {
	list := []schemata.Mutant{
		{File: "room/a.go", Line: 1, Column: 3, Kind: schemata.ArithmeticBase, Status: schemata.Killed, Source: "a «+» b"},
		{File: "room/a.go", Line: 2, Column: 6, Kind: schemata.ConditionalsBoundary, Status: schemata.Lived, Source: "if n «>» m {"},
		{File: "room/a.go", Line: 2, Column: 6, Kind: schemata.ConditionalsNegation, Status: schemata.Lived, Source: "if n «>» m {"},
		{File: "room/a.go", Line: 2, Column: 6, Kind: schemata.ConditionalsNegation, Status: schemata.TimedOut, Source: "if n «>» m {"},
		{File: "room/a.go", Line: 3, Column: 3, Kind: schemata.ArithmeticBase, Status: schemata.Unseen, Source: "c «-» d"},
	}
	reasons, err := readReasons("# words\n\nroom/a.go CONDITIONALS_BOUNDARY\nif n «>» m {\nat equality\nboth do the same\n\nroom/b.go X\ny\nz")
	require.NoError(t, err)
	if want := (reason{"room/a.go", "CONDITIONALS_BOUNDARY", "if n «>» m {", "at equality both do the same"}); len(reasons) != 2 || reasons[0] != want {
		t.Errorf("reasons %q", reasons)
	}
	s := sum(list, reasons)
	if got, want := s.row("room"), "| `room` | 1 | 2 | 1 | 1 | 1 | 50.0 % |"; got != want {
		t.Errorf("%s\nexpected %s", got, want)
	}
	if want := "room/a.go:2:6 CONDITIONALS_NEGATION if n «>» m {"; len(s.survivors) != 1 || s.survivors[0].String() != want {
		t.Errorf("survivors %v, expected %s", s.survivors, want)
	}
	if got := (summary{}).row("x"); !strings.Contains(got, "| – |") {
		t.Errorf("nothing to change: %s", got)
	}
}

func TestReasonsThatCannotBeRead(t *testing.T) {
	for _, text := range []string{"a.go\nline\nwhy", "a.go KIND\nline"} {
		if _, err := readReasons(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestChangedLines(t *testing.T) {
	diff := "diff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n@@ -3 +3,2 @@ func f() {\n-a\n+b\n+c\n@@ -9,2 +10,0 @@\n-d\n-e\n" +
		"--- a/y.go\n+++ b/y.go\n@@ -1 +7 @@\n-a\n+b\n"
	want := map[place]bool{{"x.go", 3}: true, {"x.go", 4}: true, {"y.go", 7}: true}
	if got := changedLines(diff); !maps.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}

// A sample is spread evenly over all possible changes; another one has others.
func TestSample(t *testing.T) {
	for from, want := range [][]int{{0, 3, 6}, {1, 4, 7}, {2, 5, 8}} {
		c := config{only: regexp.MustCompile("^a.go"), every: 3, from: from}
		keep, err := c.keep(t.Context(), "room")
		require.NoError(t, err)
		var lines []int
		for line := range 9 {
			for _, file := range []string{"a.go", "b.go"} {
				if keep(schemata.Mutant{File: file, Line: line}) {
					lines = append(lines, line)
				}
			}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("from %d, lines %v are changed, expected %v", from, lines, want)
		}
	}
}

// A folder measured separately is not part of the room above it.
func TestPackages(t *testing.T) {
	t.Chdir("../../..")
	got, err := packages("internal/store")
	require.NoError(t, err)
	if want := []string{"./internal/store", "./internal/store/memory", "./internal/store/postgres", "./internal/store/postgres/pgtest", "./internal/store/sqlite", "./internal/store/sqlite/sqlitetest", "./internal/store/sqlstore", "./internal/store/sqlstore/sqltest"}; !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

// Every explained line still exists; the reason must go when its line changes.
func TestExplained(t *testing.T) {
	reasons, err := readReasons(explained)
	require.NoError(t, err)
	for _, r := range reasons {
		text, err := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(r.file)))
		if err != nil {
			t.Error(err)
			continue
		}
		line := strings.NewReplacer("«", "", "»", "").Replace(r.source)
		if line == r.source || !slices.ContainsFunc(strings.Split(string(text), "\n"), func(l string) bool { return strings.TrimSpace(l) == line }) {
			t.Errorf("%s has no line %q any more, or no operator is marked", r.file, r.source)
		}
	}
}
