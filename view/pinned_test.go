package view_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

var update = flag.Bool("update", false, "rewrite testdata")

const rewrite = "if that is meant: go test ./view -run Pinned -args -update"

// pinned are the games whose pages are pinned: all numbers of seats, both
// options, habits that lead to what is rare.
var pinned = []string{"2-seats-docker", "3-seats-every-ship-gatherer", "4-seats-calm-every-ship-mixed"}

func recorded(t *testing.T, name string) *record.Record {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "record", "testdata", name+".json"))
	require.NoError(t, err)
	r, err := record.Read(data)
	require.NoError(t, err)
	return r
}

// digests is everything that a game shows, by kind: positions, choices with
// their effects, lines of the log, refusals.
func digests(t *testing.T, name string) map[string]string {
	t.Helper()
	h := history(t, recorded(t, name))
	text := map[string]*bytes.Buffer{"positions": {}, "choices": {}, "events": {}, "refusals": {}, "sheet": {}}
	add := func(kind string, v any) {
		data, err := json.Marshal(v)
		require.NoError(t, err)
		text[kind].Write(data)
	}
	for n := range h.Steps {
		s := &h.Steps[n].State
		add("positions", h.At(n))
		add("choices", view.Choices(h.Rules, h.Codec, s))
		add("events", h.Events(n))
		for a := n % 5; a < rules.ActionsCount; a += 5 {
			add("refusals", view.WhyNot(h.Rules, s, rules.Action(a)))
		}
	}
	add("sheet", view.SheetOf(h.Rules, &h.Steps[h.Len()].State))
	add("sheet", h.Chart())
	out := map[string]string{}
	for kind, b := range text {
		sum := sha256.Sum256(b.Bytes())
		out[kind] = hex.EncodeToString(sum[:8])
	}
	return out
}

// What recorded games show is what they showed before.
func TestPinnedGames(t *testing.T) {
	file := filepath.Join("testdata", "digests.json")
	got := map[string]map[string]string{}
	for _, name := range pinned {
		got[name] = digests(t, name)
	}
	if *update {
		data, err := json.MarshalIndent(got, "", "\t")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(data, '\n'), 0o644))
		return
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var want map[string]map[string]string
	require.NoError(t, json.Unmarshal(data, &want))
	for _, name := range pinned {
		for _, kind := range slices.Sorted(maps.Keys(got[name])) {
			require.True(t, got[name][kind] == want[name][kind], "%s: %s differ from before; %s", name, kind, rewrite)
		}
	}
}

// The log of a whole game, to be read: keys, seats, rules and arguments, details
// beneath their line.
func TestPinnedLog(t *testing.T) {
	var text strings.Builder
	line := func(indent string, e view.Event) {
		args, err := json.Marshal(e.Args)
		require.NoError(t, err)
		fmt.Fprintf(&text, "%s%s %s %s %s\n", indent, e.Key, e.Rule, e.Section, args)
	}
	for _, e := range history(t, recorded(t, pinned[0])).EventsFrom(0) {
		line("", e)
		for _, d := range e.Details {
			line("    ", d)
		}
	}
	file := filepath.Join("testdata", "log.txt")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	gotLines, wantLines := strings.Split(text.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		require.Must(t, gotLines[i] == wantLines[i], "line %d of the log is\n%s\nexpected\n%s\n%s", i+1, gotLines[i], wantLines[i], rewrite)
	}
	require.Equal(t, len(gotLines), len(wantLines), "the log lines; %s", rewrite)
}
