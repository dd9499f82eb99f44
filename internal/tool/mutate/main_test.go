package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	report := `{"files": [{"file_name": "part/a.go", "mutations": [
		{"type": "ARITHMETIC_BASE", "status": "KILLED", "line": 1, "column": 3},
		{"type": "CONDITIONALS_BOUNDARY", "status": "LIVED", "line": 2, "column": 6},
		{"type": "CONDITIONALS_NEGATION", "status": "LIVED", "line": 2, "column": 6},
		{"type": "CONDITIONALS_NEGATION", "status": "TIMED OUT", "line": 2, "column": 6},
		{"type": "ARITHMETIC_BASE", "status": "NOT COVERED", "line": 3, "column": 3}]}]}`
	open := func(name string) ([]byte, error) {
		if name != "room/part/a.go" {
			return nil, os.ErrNotExist
		}
		return []byte("a + b\n\tif n > m {\nc - d"), nil
	}
	list, err := read([]byte(report), "room", open)
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := readReasons("# words\n\nroom/part/a.go CONDITIONALS_BOUNDARY\nif n > m {\nat equality\nboth do the same\n\nroom/b.go X\ny\nz")
	if err != nil {
		t.Fatal(err)
	}
	if want := (reason{"room/part/a.go", "CONDITIONALS_BOUNDARY", "if n > m {", "at equality both do the same"}); len(reasons) != 2 || reasons[0] != want {
		t.Errorf("reasons %q", reasons)
	}
	s := sum(list, reasons)
	if got, want := s.row("room"), "| `room` | 1 | 2 | 1 | 1 | 1 | 50.0 % |"; got != want {
		t.Errorf("%s\nexpected %s", got, want)
	}
	if want := "room/part/a.go:2:6 CONDITIONALS_NEGATION if n > m {"; len(s.survivors) != 1 || s.survivors[0].String() != want {
		t.Errorf("survivors %v, expected %s", s.survivors, want)
	}
	if got := (summary{}).row("x"); !strings.Contains(got, "| – |") {
		t.Errorf("nothing to change: %s", got)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	open := func(string) ([]byte, error) { return []byte("one line"), nil }
	for _, report := range []string{"{", `{"files": [{"file_name": "a.go", "mutations": [{"line": 9}]}]}`} {
		if _, err := read([]byte(report), "x", open); err == nil {
			t.Errorf("%s was read", report)
		}
	}
	for _, text := range []string{"a.go\nline\nwhy", "a.go KIND\nline"} {
		if _, err := readReasons(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// What is explained is still there: a reason for a line that has gone or
// changed goes, too.
func TestExplained(t *testing.T) {
	reasons, err := readReasons(explained)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reasons {
		text, err := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(r.file)))
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.ContainsFunc(strings.Split(string(text), "\n"), func(l string) bool { return strings.TrimSpace(l) == r.source }) {
			t.Errorf("%s has no line %q any more", r.file, r.source)
		}
	}
}
