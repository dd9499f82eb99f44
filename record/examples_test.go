package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/spec"
)

// examples lists the whole games of spec/examples.
func examples(t testing.TB) []string {
	all, err := fs.Glob(spec.Examples, "examples/*-seats-*.json")
	require.Must(t, err == nil && len(all) == 24, "%d example games, %v", len(all), err)
	return all
}

func read(t testing.TB, name string) *Record {
	data, err := spec.Examples.ReadFile(name)
	require.NoError(t, err)
	r, err := Read(data)
	if err != nil {
		t.Fatal(name, err)
	}
	return r
}

// The 24 games played by an independent program end with the same result and
// breakdown (END-1 to END-6).
func TestExamplesReplay(t *testing.T) {
	b := board.Default()
	for _, name := range examples(t) {
		require.Fails(t, nil, "%s", name)(Referee(read(t, name), b))
	}
}

// refereed is the game of a valid record.
func refereed(t testing.TB, r *Record) *Game {
	t.Helper()
	g, err := Referee(r, board.Default())
	require.NoError(t, err)
	return g
}

// For six of them, every legal list is the same set.
func TestExamplesLegal(t *testing.T) {
	lists, _ := fs.Glob(spec.Examples, "examples/*.legal.jsonl")
	require.Must(t, len(lists) == 6, "%d lists", len(lists))
	for _, name := range lists {
		played := refereed(t, read(t, strings.Replace(name, ".legal.jsonl", ".json", 1)))
		n := 0
		data, _ := spec.Examples.ReadFile(name)
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var want LegalLine
			require.NoError(t, json.Unmarshal(lines.Bytes(), &want))
			got := played.Legal(n)
			if want.N != got.N || want.Seat != got.Seat || !sameSet(got.Legal, want.Legal) {
				t.Fatalf("%s: action %d\n got %v\nwant %v", name, want.N, got, want)
			}
			n++
		}
		require.Equal(t, n, played.Len(), "actions that %s lists", name)
	}
}

func sameSet(a, b []Action) bool {
	sorted := func(l []Action) []string {
		var out []string
		for _, x := range l {
			out = append(out, x.String())
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(sorted(a), sorted(b))
}
