package lab

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/bot/bottest"
)

// measureInto measures a few decisions into a file.
func measureInto(ctx context.Context, t *testing.T, path string, workers int) error {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return Losses(ctx, LossesConfig{Board: bottest.DefaultBoard(t), Decisions: 7, Pairs: 2, Further: 2, Playouts: 24, Seed: 5, Workers: workers, File: f})
}

// measured are the lines of a file by what they are about, without the time they took.
func measured(t *testing.T, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if !strings.HasSuffix(line, "\n") {
			continue // cut off
		}
		var about struct{ N, Game *int }
		if err := json.Unmarshal([]byte(line), &about); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		rest, _, _ := strings.Cut(line, `,"seconds"`)
		key, _, _ := strings.Cut(line, ",")
		if out[key] != "" {
			t.Errorf("%s is there twice", key)
		}
		out[key] = rest
	}
	return out
}

// A measurement gives the same lines in whatever order, and goes on where it was cut
// off.
func TestLosses(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if err := measureInto(t.Context(), t, one, 1); err != nil {
		t.Fatal(err)
	}
	want := measured(t, one)
	if len(want) != 3+7 {
		t.Errorf("%d lines: %v", len(want), want)
	}
	data, _ := os.ReadFile(one)
	if err := os.WriteFile(two, data[:len(data)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if err := measureInto(over, t, two, 2); err != nil {
		t.Errorf("without time: %v", err)
	}
	if got := measured(t, two); len(got) >= len(want) {
		t.Errorf("%d lines before it goes on", len(got))
	}
	if err := measureInto(t.Context(), t, two, 3); err != nil {
		t.Fatal(err)
	}
	if got := measured(t, two); !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if err := os.WriteFile(two, []byte("something else\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := measureInto(t.Context(), t, two, 1); err == nil {
		t.Error("another file is taken for a measurement")
	}
	f, err := os.Open(one)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, games, err := ReadLosses(f)
	if err != nil || len(list) != 7 || len(games) != 3 {
		t.Fatalf("%d decisions, %d games, %v", len(list), len(games), err)
	}
	for _, l := range list {
		if len(l.Further) != 13-l.Round || l.First < lossSizes[0] || l.Pairs != 2 {
			t.Errorf("%+v", l)
		}
	}
	for _, g := range games {
		won := 0
		for _, p := range g.Places {
			won += p.Won
		}
		if won != 1_000_000 {
			t.Errorf("%+v", g)
		}
	}
}
