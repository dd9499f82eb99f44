package schemata

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
)

// Comments in testdata/harbour state the result of each of its mutants.
func TestRun(t *testing.T) {
	module := "testdata/harbour"
	leftOut := false
	note := func(format string, args ...any) {
		t.Logf(format, args...)
		leftOut = leftOut || args[0] == "TestHasNoSay"
	}
	found, err := Run(t.Context(), Room{Module: module, Change: []string{"."}}, Options{Log: note, Wait: time.Hour})
	require.NoError(t, err)
	if !leftOut {
		t.Error("no word of the test that fails alone")
	}
	slices.SortStableFunc(found, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(b.Kind, a.Kind))
	})
	outcomes := map[int][]string{}
	for _, m := range found {
		if m.File != "harbour.go" {
			t.Errorf("%s: expected harbour.go", m.File)
		}
		outcomes[m.Line] = append(outcomes[m.Line], m.Kind+" "+string(m.Status))
	}
	text, err := os.ReadFile(module + "/harbour.go")
	require.NoError(t, err)
	for i, line := range strings.Split(string(text), "\n") {
		_, want, _ := strings.Cut(line, " // ")
		if kind, _, _ := strings.Cut(want, "_"); kind != strings.ToUpper(kind) || strings.HasPrefix(line, "//") {
			want = ""
		}
		if got := strings.Join(outcomes[i+1], ", "); got != want {
			t.Errorf("%s\ngot      %s\nexpected %s", strings.TrimSpace(line), got, want)
		}
	}
}

// Tests of other packages can be included, tests skipped, and operators
// filtered.
func TestChosen(t *testing.T) {
	source := "return fee «/» 2 // ARITHMETIC_BASE NOT COVERED"
	room := Room{
		Module: "testdata/harbour", Change: []string{"."}, Test: []string{"./office"},
		Keep: func(m Mutant) bool { return m.Source == source },
	}
	for _, c := range []struct {
		only, skip string
		want       Status
	}{{"", "", Killed}, {"", "^TestRefund$", Unseen}, {"^TestRefund$", "", Killed}, {"^TestNone$", "", Unseen}} {
		found, err := Run(t.Context(), room, Options{Only: c.only, Skip: c.skip, Wait: time.Hour})
		require.NoError(t, err)
		if len(found) != 1 || found[0].Status != c.want {
			t.Errorf("tests like %q without %q: %+v, expected one mutant, %s", c.only, c.skip, found, c.want)
		}
	}
}

func TestNoPackage(t *testing.T) {
	if _, err := Run(t.Context(), Room{Module: "testdata/harbour", Change: []string{"./nowhere"}}, Options{}); err == nil {
		t.Error("a package that does not exist was changed")
	}
}
