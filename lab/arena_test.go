package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/record"
)

// The same seed plays the same games with any number of workers, and their
// records pass the check.
func TestSimRepeats(t *testing.T) {
	b := board.Default()
	play := func(workers int) (SimResult, map[int]string) {
		records := map[int]string{}
		r, err := Sim(t.Context(), SimConfig{Board: b, Seats: 3, Games: 8, Seed: 5, Workers: workers,
			Bots: []string{"reeder@5", "lotse", "schiffsjunge"},
			OnGame: func(n int, rec *record.Record) error {
				if _, err := record.Referee(rec, b); err != nil {
					return err
				}
				data, err := rec.Write()
				records[n] = string(data)
				return err
			}})
		require.NoError(t, err)
		r.Seconds, r.GamesPerSecond = 0, 0
		return r, records
	}
	r1, games1 := play(1)
	r4, games4 := play(4)
	if !reflect.DeepEqual(r1, r4) || !reflect.DeepEqual(games1, games4) || len(games1) != 8 {
		t.Errorf("%+v\n%+v", r1, r4)
	}
	wins := 0.0
	for _, s := range r1.Seats {
		wins += s.Wins
	}
	if math.Abs(wins-8) > 1e-4 {
		t.Errorf("%v wins in 8 games", wins)
	}
}

func TestSimRefuses(t *testing.T) {
	b := board.Default()
	for want, c := range map[string]SimConfig{
		"seats is 5": {Board: b, Seats: 5, Games: 1, Bots: []string{"random"}},
		"games is 0": {Board: b, Seats: 4, Games: 0, Bots: []string{"random"}},
		"games is 9000000000000000000, expected 1 to": {Board: b, Seats: 4, Games: 9e18, Bots: []string{"random"}},
		"3 bots for 4":             {Board: b, Seats: 4, Games: 1, Bots: []string{"random", "random", "random"}},
		"no computer player is ca": {Board: b, Seats: 2, Games: 1, Bots: []string{"kaiser"}},
	} {
		if _, err := Sim(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, got %v", want, err)
		}
	}
	for _, games := range []int{-4, 0, 9e18} {
		want := fmt.Sprintf("games is %d, expected 1 to", games)
		if _, err := Arena(t.Context(), ArenaConfig{Board: b, Seats: 4, Games: games, Bots: []string{"random", "greedy"}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a match: expected %q, got %v", want, err)
		}
		if err := Train(t.Context(), TrainConfig{Board: b, Steps: 1, Rounds: 1, Games: games, Playouts: 1}); err == nil || !strings.Contains(err.Error(), "rounds of") {
			t.Errorf("training with %d games: %v", games, err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Sim(ended, SimConfig{Board: b, Seats: 4, Games: 5, Bots: []string{"random"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

// withoutTimes removes what depends on the clock from a result.
func withoutTimes(r ArenaResult) ArenaResult {
	r.Seconds = 0
	for i := range r.Entrants {
		r.Entrants[i].Median, r.Entrants[i].P99 = 0, 0
	}
	return r
}

// A match is the same with any number of workers and however often it is
// interrupted and resumed; a file of another match is refused.
func TestArenaRepeatsAndResumes(t *testing.T) {
	c := ArenaConfig{Board: board.Default(), Seats: 4, Games: 48, Seed: 3, Bots: []string{"schiffer", "schiffsjunge"}}
	want, err := Arena(t.Context(), c)
	require.NoError(t, err)
	c.Workers = 4
	if got, err := Arena(t.Context(), c); err != nil || !reflect.DeepEqual(withoutTimes(got), withoutTimes(want)) {
		t.Errorf("four workers: %v\n%+v\n%+v", err, got, want)
	}
	c.Workers, c.Resume = 1, filepath.Join(t.TempDir(), "match.jsonl")
	ctx, stop := context.WithCancel(t.Context())
	c.Progress = func(r ArenaResult) {
		if r.Blocks == 5 {
			stop()
		}
	}
	if r, err := Arena(ctx, c); !errors.Is(err, context.Canceled) || r.Blocks != 5 {
		t.Fatalf("broken off: %v after %d blocks", err, r.Blocks)
	}
	data, err := os.ReadFile(c.Resume)
	require.NoError(t, err)
	// The last line is cut off, as when the power fails.
	require.NoError(t, os.WriteFile(c.Resume, data[:len(data)-9], 0o644))
	first := 0
	c.Progress = func(r ArenaResult) {
		if first == 0 {
			first = r.Blocks
		}
	}
	got, err := Arena(t.Context(), c)
	if err != nil || !reflect.DeepEqual(withoutTimes(got), withoutTimes(want)) {
		t.Errorf("resumed: %v\n%+v\n%+v", err, got, want)
	}
	if first != 5 {
		t.Errorf("it went on with block %d, not the fifth", first)
	}
	c.Seed++
	if _, err := Arena(t.Context(), c); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("the file of another match: %v", err)
	}
	if _, err := json.Marshal(got); err != nil {
		t.Error(err)
	}
}

// Equal players have equal shares, and a stronger one shows in wins, margin,
// ranks and ratings.
func TestArenaMeasures(t *testing.T) {
	b := board.Default()
	r, err := Arena(t.Context(), ArenaConfig{Board: b, Seats: 4, Games: 400, Seed: 1, Bots: []string{"lotse", "schiffsjunge", "schiffsjunge", "random"}})
	require.NoError(t, err)
	if len(r.Entrants) != 3 {
		t.Fatalf("%d entrants", len(r.Entrants))
	}
	for i := 1; i < 3; i++ {
		x, y := r.Entrants[i-1], r.Entrants[i]
		if x.Margin.Low <= y.Margin.High || x.Rank.High >= y.Rank.Low || x.Rating <= y.Rating+50 {
			t.Errorf("%+v is not clearly above %+v", x, y)
		}
	}
	if r.Entrants[0].Win.Low < 0.8 {
		t.Errorf("win share %+v", r.Entrants[0].Win)
	}
	total := r.Entrants[0].Win.Mean + 2*r.Entrants[1].Win.Mean + r.Entrants[2].Win.Mean
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("win shares add up to %v", total)
	}
}

// A sequential test stops early if the difference is large, and finds none
// between equals.
func TestSPRT(t *testing.T) {
	b := board.Default()
	c := ArenaConfig{Board: b, Seats: 2, Games: 4000, Seed: 1, Bots: []string{"schiffer", "schiffsjunge"}, SPRT: &SPRT{H0: 0, H1: 15}}
	r, err := Arena(t.Context(), c)
	if err != nil || r.SPRT.Verdict != Better || r.Games > 400 {
		t.Errorf("%v %+v after %d games", err, r.SPRT, r.Games)
	}
	c.Bots = []string{"schiffsjunge", "schiffer"}
	if r, err = Arena(t.Context(), c); err != nil || r.SPRT.Verdict != NotBetter || r.Games > 400 {
		t.Errorf("%v %+v after %d games", err, r.SPRT, r.Games)
	}
}

// Student's quantiles and the win shares of ratings agree with printed tables.
func TestTables(t *testing.T) {
	for df, want := range map[int]float64{1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962} {
		if got := student(df); math.Abs(got-want) > 0.012*want {
			t.Errorf("student(%d) = %.3f, expected %.3f", df, got, want)
		}
	}
	if s := shareOf(0, 4); s != 0.25 {
		t.Error(s)
	}
	if s := shareOf(400, 2); math.Abs(s-10.0/11) > 1e-12 {
		t.Error(s)
	}
}

// The interval of a share stays between 0 and 1, has a width even if
// everything was won, and is the usual one for many blocks.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		name      string
		x         []float64
		results   int
		low, high float64 // within a thousandth
	}{
		{"ten of ten, Wilson's score", []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 10, 0.6615, 1},
		{"none of forty", make([]float64, 10), 40, 0, 0.1134},
		{"half of two blocks says little", []float64{0, 1}, 2, 0.0015, 0.9985},
		{"one block says nothing", []float64{0.3}, 4, 0, 1},
	} {
		got := share(c.x, c.results)
		if math.Abs(got.Low-c.low) > 1e-3 || math.Abs(got.High-c.high) > 1e-3 {
			t.Errorf("%s: %.4f to %.4f, expected %.4f to %.4f", c.name, got.Low, got.High, c.low, c.high)
		}
	}
	var many []float64
	for k := range 4000 {
		many = append(many, float64(k%4)/4)
	}
	a, b := share(many, 16000), interval(many)
	if math.Abs(a.Low-b.Low) > 1e-3 || math.Abs(a.High-b.High) > 1e-3 {
		t.Errorf("%+v, Student's %+v", a, b)
	}
}

// Training interrupted after any round and resumed makes the same file, and
// the result plays.
func TestTrainResumes(t *testing.T) {
	dir := t.TempDir()
	config := func(name string) TrainConfig {
		return TrainConfig{Board: board.Default(), Seats: []int{2, 3}, Seed: 4, Steps: 10, Rounds: 2, Games: 2, Playouts: 2,
			Workers: 2, Resume: true, Out: filepath.Join(dir, name)}
	}
	require.NoError(t, Train(t.Context(), config("whole")))
	c := config("parts")
	fits := 0
	for range 20 {
		ctx, stop := context.WithCancel(t.Context())
		c.Progress = func(p TrainProgress) {
			if p.Stage == "play" && p.Round == 1+fits%2 {
				fits++
				stop()
			}
		}
		err := Train(ctx, c)
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		c.Progress = nil
		if fits > 3 {
			break
		}
	}
	c.Progress = nil
	require.NoError(t, Train(t.Context(), c))
	whole, err1 := os.ReadFile(filepath.Join(dir, "whole"))
	parts, err2 := os.ReadFile(filepath.Join(dir, "parts"))
	if err1 != nil || err2 != nil || string(whole) != string(parts) {
		t.Error("the files differ", err1, err2)
	}
	w, err := policy.ReadWeights(whole)
	require.NoError(t, err)
	m, rounds := w.Model(2)
	if m == nil || rounds != 2 || reflect.DeepEqual(m.Weights, policy.NewModel(m.Params).Weights) {
		t.Error("nothing was learned")
	}
	c.Games++
	if err := Train(t.Context(), c); err == nil {
		t.Error("a file made with other numbers was taken")
	}
}
