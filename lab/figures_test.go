package lab

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/require"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 }

// Means and their intervals worked out by hand, with Student's quantiles.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		x               []float64
		mean, low, high float64
	}{
		{[]float64{0, 1}, 0.5, 0.5 - 6.353, 0.5 + 6.353},
		{[]float64{1, 2, 3}, 2, 2 - 2.48434, 2 + 2.48434},
		{[]float64{4, 4, 4, 4}, 4, 4, 4},
		{[]float64{7}, 7, -math.MaxFloat32, math.MaxFloat32},
	} {
		if got := interval(c.x); !near(got.Mean, c.mean) || !near(got.Low, c.low) || !near(got.High, c.high) {
			t.Errorf("%v: %+v, expected %v from %v to %v", c.x, got, c.mean, c.low, c.high)
		}
	}
	for df, c := range map[int][2]float64{4: {2.776, 1e-9}, 5: {2.5706, 0.025}, 10: {2.2281, 0.003}, 20: {2.0860, 5e-4}, 30: {2.0423, 2e-4}, 100: {1.9840, 5e-5}} {
		if got := student(df); math.Abs(got-c[0]) > c[1] {
			t.Errorf("student(%d) = %.5f, expected %.4f within %g", df, got, c[0], c[1])
		}
	}
}

// The stages of a finishing order: each place is drawn among all that are left,
// equals from the same, and the last is not drawn.
func TestStages(t *testing.T) {
	const third, half = 1.0 / 3, 1.0 / 2
	for _, c := range []struct {
		vp           [4]int16
		won, chances []float64
	}{
		{[4]int16{3, 2, 1}, []float64{1, 1, 0}, []float64{third, third + half, third + half}},
		{[4]int16{1, 3, 2}, []float64{0, 1, 1}, []float64{third + half, third, third + half}},
		{[4]int16{9, 9, 5}, []float64{1, 1, 0}, []float64{2 * third, 2 * third, 2 * third}},
		{[4]int16{9, 5, 5}, []float64{1, 0, 0}, []float64{third, third, third}},
		{[4]int16{5, 5, 5}, []float64{0, 0, 0}, []float64{0, 0, 0}},
	} {
		won, chances := make([]float64, 3), make([]float64, 3)
		countStages(&c.vp, []int{0, 1, 2}, []float64{1, 1, 1}, won, chances)
		if !slices.Equal(won, c.won) || !slices.EqualFunc(chances, c.chances, near) {
			t.Errorf("%v: won %v with chances %v, expected %v and %v", c.vp, won, chances, c.won, c.chances)
		}
	}
	// Who wins three games of four is three times as strong.
	b := &block{VP: [][4]int16{{9, 1}, {9, 1}, {9, 1}, {1, 9}}}
	if got := plackettLuce([]*block{b}, []string{"a", "b"}, []string{"a", "b"}); !near(got[0]-got[1], 400*math.Log10(3)) || !near(got[0]+got[1], 0) {
		t.Errorf("rated %v, expected %.1f apart", got, 400*math.Log10(3))
	}
}

// A sequential test worked out by hand: nothing before sixteen blocks, then as
// soon as the ratio leaves its bounds.
func TestSPRTByHand(t *testing.T) {
	row := func(n int, scores ...float64) (out []float64) {
		for i := range n {
			out = append(out, scores[i%len(scores)])
		}
		return out
	}
	for _, c := range []struct {
		name   string
		scores []float64
		want   SPRTResult
	}{
		{"too few", row(15, 1), SPRTResult{Verdict: Undecided, Blocks: 15}},
		{"enough, and all won", row(20, 1), SPRTResult{Verdict: Better, Blocks: 16, LLR: 0.140065 * (16 - 16*1.140065/2) / 1e-4}},
		{"and all lost", row(20, 0), SPRTResult{Verdict: NotBetter, Blocks: 16, LLR: 0.140065 * (-16 * 1.140065 / 2) / 1e-4}},
		{"half of sixteen", row(16, 0.25, 0.75), SPRTResult{Verdict: Undecided, Blocks: 16, LLR: -2.35420}},
		{"half of more", row(40, 0.25, 0.75), SPRTResult{Verdict: NotBetter, Blocks: 17, LLR: -3.04898}},
		{"none", nil, SPRTResult{Verdict: Undecided}},
	} {
		got := (&SPRT{H0: 0, H1: 100}).test(c.scores, 2)
		if got.Verdict != c.want.Verdict || got.Blocks != c.want.Blocks || math.Abs(got.LLR-c.want.LLR) > 1e-3*max(1, math.Abs(c.want.LLR)) {
			t.Errorf("%s: %+v, expected %+v", c.name, got, c.want)
		}
		if !near(got.Low, -2.944439) || !near(got.High, 2.944439) {
			t.Errorf("%s: bounds %v and %v, expected the logarithms of 19", c.name, got.Low, got.High)
		}
	}
	if got := (&SPRT{H1: 100, Alpha: 0.01}).test(nil, 2); !near(got.High, math.Log(99)) || !near(got.Low, -math.Log(99)) {
		t.Errorf("at one in a hundred the bounds are %v and %v", got.Low, got.High)
	}
}

// What a match of three seats, where one plays two, has brought each player.
func TestEntrants(t *testing.T) {
	c := ArenaConfig{Seats: 3, Seed: 9, Divide: 4}
	names := []string{"reeder@5", "lotse", "lotse"}
	blocks := []*block{
		{N: 1, VP: [][4]int16{{10, 4, 1}, {6, 6, 3}}},
		{N: 0, VP: [][4]int16{{10, 4, 1}, {6, 6, 3}}},
		{N: 5, VP: [][4]int16{{10, 4, 1}}}, // of a longer match that this one goes on
	}
	r := newTally(c, names, 5, blocks).sum(true)
	if r.Blocks != 2 || r.Games != 6 || !near(r.Fair, 1.0/3) || len(r.Entrants) != 2 {
		t.Fatalf("%+v", r)
	}
	for i, want := range []struct{ win, vp, margin, rank float64 }{{0.75, 8, 4.5, 1}, {0.125, 3.5, -2.25, 2.25}} {
		e := r.Entrants[i]
		if !near(e.Win.Mean, want.win) || !near(e.VP.Mean, want.vp) || !near(e.Margin.Mean, want.margin) || !near(e.Rank.Mean, want.rank) {
			t.Errorf("%s: %+v, expected %+v", e.Bot, e, want)
		}
	}
	if a, b := r.Entrants[0], r.Entrants[1]; a.Playouts != 5 || b.Playouts != 0 || a.Rating <= b.Rating || !near(a.Rating+b.Rating, 0) {
		t.Errorf("playouts %d and %d, ratings %v and %v", a.Playouts, b.Playouts, a.Rating, b.Rating)
	}
	if empty := newTally(c, names, 2, nil).sum(true); empty.Games != 0 || empty.Entrants != nil {
		t.Errorf("before the first block: %+v", empty)
	}
	for want, c := range map[int]ArenaConfig{
		750:  {Seats: 2, Divide: 4},
		3000: {Seats: 2},
		7:    {Seats: 2, Divide: 4, Budget: bot.Budget{Playouts: 7}},
	} {
		if got := c.budgetOf("reeder-1"); got != want { // its playouts stay as they are
			t.Errorf("reeder-1 has %d playouts, expected %d", got, want)
		}
	}
}

// The sums over games: shares of wins, means, and what the winner had; games
// that were not played do not count.
func TestSumUp(t *testing.T) {
	ends := []outcome{
		{played: true, vp: [4]int16{10, 20}, rank: [4]int16{2, 1}, win: [4]float32{0, 1}, start: 1},
		{played: true, vp: [4]int16{30, 30}, rank: [4]int16{1, 1}, win: [4]float32{0.5, 0.5}},
		{vp: [4]int16{99, 99}},
	}
	r := sumUp([]string{"a", "b"}, ends, 4)
	want := SimResult{Games: 2, Seconds: 4, GamesPerSecond: 0.5, WinnerVP: 25,
		Seats: []SimSeat{{Bot: "a", Wins: 0.5, MeanVP: 20, MeanRank: 1.5}, {Bot: "b", Wins: 1.5, MeanVP: 25, MeanRank: 1}}}
	if r.Games != want.Games || r.GamesPerSecond != want.GamesPerSecond || r.WinnerVP != want.WinnerVP || !slices.Equal(r.Seats, want.Seats) {
		t.Errorf("%+v, expected %+v", r, want)
	}
	if places := []SimPlace{{1.5, 25}, {0.5, 20}}; !slices.Equal(r.Places, places) {
		t.Errorf("by place from the start seat %+v, expected %+v", r.Places, places)
	}
	if r := sumUp([]string{"a"}, nil, 0); r.Games != 0 || r.GamesPerSecond != 0 || r.Seats[0].MeanVP != 0 {
		t.Errorf("no game: %+v", r)
	}
}

// Names are spread over the seats: one for all, one each, or in a match one
// against the others.
func TestWhoSitsWhere(t *testing.T) {
	for _, c := range []struct {
		names      []string
		seats      int
		sim, match string // "" where it is refused
	}{
		{[]string{"a"}, 2, "a a", ""},
		{[]string{"a", "b"}, 2, "a b", "a b"},
		{[]string{"a", "b"}, 4, "", "a b b b"},
		{[]string{"a", "b", "c"}, 3, "a b c", "a b c"},
		{[]string{"a", "b", "c"}, 4, "", ""},
		{[]string{"a"}, 1, "", ""},
		{[]string{"a"}, 5, "", ""},
		{[]string{"a", "b"}, 1, "", ""},
		{[]string{"a", "b"}, 5, "", ""},
	} {
		sim, err := spread(c.names, c.seats)
		if strings.Join(sim, " ") != c.sim || (err == nil) != (c.sim != "") {
			t.Errorf("%v at %d seats: %v, %v; expected %q", c.names, c.seats, sim, err, c.sim)
		}
		match, err := (&ArenaConfig{Bots: c.names, Seats: c.seats}).lineup()
		if strings.Join(match, " ") != c.match || (err == nil) != (c.match != "") {
			t.Errorf("%v in a match at %d seats: %v, %v; expected %q", c.names, c.seats, match, err, c.match)
		}
	}
}

// A file of another match, or with a line that is no block of it, is refused; a
// shorter match takes of a longer one what it needs.
func TestResumeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.jsonl")
	c := ArenaConfig{Board: board.Default(), Seats: 2, Games: 12, Seed: 3, Divide: 1, Resume: path, Bots: []string{"schiffer", "random"}}
	whole, err := Arena(t.Context(), c)
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	write := func(text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	for name, change := range map[string]func(*ArenaConfig){
		"seats":     func(c *ArenaConfig) { c.Seats = 3 },
		"seed":      func(c *ArenaConfig) { c.Seed = 4 },
		"divide":    func(c *ArenaConfig) { c.Divide = 2 },
		"playouts":  func(c *ArenaConfig) { c.Budget.Playouts = 1 },
		"time":      func(c *ArenaConfig) { c.Budget.Time = 1 },
		"water":     func(c *ArenaConfig) { c.Variant.CalmWater = true },
		"ships":     func(c *ArenaConfig) { c.Variant.EveryShip = true },
		"opponents": func(c *ArenaConfig) { c.Bots = []string{"random", "schiffer"} },
	} {
		other := c
		change(&other)
		if _, err := Arena(t.Context(), other); err == nil || !strings.Contains(err.Error(), "of another match") {
			t.Errorf("another match by its %s: %v", name, err)
		}
	}
	for name, line := range map[string]string{
		"no block":        "{",
		"below the first": `{"block":-1,"vp":[[1,2],[3,4]],"time":{}}`,
		"too few games":   `{"block":1,"vp":[[1,2]],"time":{}}`,
	} {
		write(string(data) + line + "\n")
		if _, err := Arena(t.Context(), c); err == nil || !strings.Contains(err.Error(), "line 8: not a block") {
			t.Errorf("%s: %v", name, err)
		}
	}
	write("something else\n")
	if _, err := Arena(t.Context(), c); err == nil || !strings.Contains(err.Error(), "not a resume file") {
		t.Errorf("another file: %v", err)
	}
	write(string(data))
	c.Games = 5 // rounded up to three blocks
	short, err := Arena(t.Context(), c)
	if err != nil || short.Blocks != 3 || short.Games != 6 || whole.Blocks != 6 {
		t.Errorf("%d blocks of %d, %v; expected 3 of 6", short.Blocks, whole.Blocks, err)
	}
}

// Jobs are done once each by any number of workers; the first error stops all.
func TestInParallel(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3} {
		var done [20]atomic.Int32
		var prepared atomic.Int32
		err := inParallel(t.Context(), workers, len(done), func(context.Context) (func(int) error, error) {
			prepared.Add(1)
			return func(k int) error { done[k].Add(1); return nil }, nil
		})
		for k := range done {
			if n := done[k].Load(); n != 1 || err != nil {
				t.Errorf("%d workers: job %d was done %d times, %v", workers, k, n, err)
			}
		}
		if int(prepared.Load()) != max(1, workers) {
			t.Errorf("%d workers: %d were prepared", workers, prepared.Load())
		}
	}
	broken := errors.New("broken")
	if err := inParallel(t.Context(), 2, 10, func(context.Context) (func(int) error, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("no worker could be prepared: %v", err)
	}
	var after atomic.Int32
	err := inParallel(t.Context(), 1, 10, func(context.Context) (func(int) error, error) {
		return func(k int) error {
			if k > 3 {
				after.Add(1)
			}
			if k == 3 {
				return broken
			}
			return nil
		}, nil
	})
	if !errors.Is(err, broken) || after.Load() != 0 {
		t.Errorf("after %v %d more jobs were done", err, after.Load())
	}
}
