package lab

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/internal/require"
)

// measureInto measures a few decisions into a file.
func measureInto(ctx context.Context, t *testing.T, path string, workers int) error {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	require.NoError(t, err)
	defer f.Close()
	return Losses(ctx, LossesConfig{Board: board.Default(), Decisions: 7, Pairs: 2, Further: 2, Playouts: 24, Seed: 5, Workers: workers, File: f})
}

// measured are the lines of a file by what they are about, without the time they took.
func measured(t *testing.T, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
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
	require.NoError(t, measureInto(t.Context(), t, one, 1))
	want := measured(t, one)
	if len(want) != 3+7 {
		t.Errorf("%d lines: %v", len(want), want)
	}
	data, _ := os.ReadFile(one)
	require.NoError(t, os.WriteFile(two, data[:len(data)*2/3], 0o644))
	over, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if err := measureInto(over, t, two, 2); err != nil {
		t.Errorf("without time: %v", err)
	}
	if got := measured(t, two); len(got) >= len(want) {
		t.Errorf("%d lines before it goes on", len(got))
	}
	require.NoError(t, measureInto(t.Context(), t, two, 3))
	if got := measured(t, two); !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	require.NoError(t, os.WriteFile(two, []byte("something else\n"), 0o644))
	if err := measureInto(t.Context(), t, two, 1); err == nil {
		t.Error("another file is taken for a measurement")
	}
	f, err := os.Open(one)
	require.NoError(t, err)
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

// lossesIn are the decisions and games of a measurement that is kept.
func lossesIn(t *testing.T, file string) (list []*LossLine, games []*GameLine) {
	t.Helper()
	list, games, err := ReadLosses(unzipped(t, file))
	require.NoError(t, err)
	return list, games
}

// unzipped reads a compressed file.
func unzipped(t *testing.T, file string) io.Reader {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	in, err := gzip.NewReader(f)
	require.NoError(t, err)
	return in
}

// Reviews say what decisions lost as the measurement says, and mark losses because of
// that: each half of the games is described well enough by the fit of the other half.
func TestLossesAreCalibrated(t *testing.T) {
	list, _ := lossesIn(t, "losses.jsonl.gz")
	fit, used := FitLosses(list), coach.Calibrated
	for what, x := range map[string][2]float64{
		"First": {fit.First, used.First}, "Further": {fit.Further, used.Further},
		"PerLoss": {fit.PerLoss, used.PerLoss}, "PerError": {fit.PerError, used.PerError},
	} {
		if math.Abs(x[0]-x[1]) > 0.006 {
			t.Errorf("%s is %.3f, what fits is %.3f", what, x[1], x[0])
		}
	}
	for _, odd := range []bool{false, true} {
		of, with := HalfOfGames(list, odd), HalfOfGames(list, !odd)
		fit := FitLosses(of)
		p := ProveLosses(&fit, with)
		if p.N < 250 || p.Slope < 0.85 || p.Slope > 1.15 || p.Right < 0.9 || p.Held < 0.75 || p.Held > 0.85 {
			t.Errorf("odd %v: %+v", odd, p)
		}
		if p.Marks*10 < p.Marked*9 {
			t.Errorf("odd %v: of %d marked losses %d were lost", odd, p.Marked, p.Marks)
		}
	}
}

// said is a row of a table of what losses are said to be, as lab/coach.md has it.
func (p *LossProof) said() string {
	return fmt.Sprintf("| %d | %.2f (%.2f–%.2f) | %.0f %% | %.1f | %d | %d | %.0f %% | %.1f | %.1f ± %.1f | %d | %d |", p.N, p.Slope, p.Low, p.High,
		100*p.Held, p.Deviation, p.Sure, p.Positive, 100*p.Right, p.Said, p.Became.Mean, p.Became.Error, p.Marked, p.Marks)
}

// notForeseen is what reviews of games did not foresee, as the documents have it.
func notForeseen(games []*GameLine, part float64) string {
	return fmt.Sprintf("%.0f, %.0f and %.0f", NotForeseen(games, 2, part), NotForeseen(games, 3, part), NotForeseen(games, 4, part))
}

// documented fails if a document does not have the figures of the measurements.
func documented(t *testing.T, file string, figures ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(data)), " ")
	for _, x := range figures {
		if !strings.Contains(text, x) {
			t.Errorf("%s does not have %q", file, x)
		}
	}
}

// What is said of losses is what the measurements that are kept show.
func TestLossesAsDocumented(t *testing.T) {
	list, games := lossesIn(t, "losses.jsonl.gz")
	later, laterGames := lossesIn(t, "losses-later.jsonl.gz")
	even, odd := HalfOfGames(list, false), HalfOfGames(list, true)
	byEven, byOdd, byAll := FitLosses(even), FitLosses(odd), FitLosses(list)
	first, second, last := ProveLosses(&byEven, odd), ProveLosses(&byOdd, even), ProveLosses(&coach.Calibrated, later)
	figures := []string{
		fmt.Sprintf("%d of %d games", len(list), len(games)), fmt.Sprintf("%d decisions of %d games", len(later), len(laterGames)),
		"| even games | odd games " + first.said(), "| odd games | even games " + second.said(), last.said(),
		fmt.Sprintf("in %d of %d", first.Marks+second.Marks, first.Marked+second.Marked),
		fmt.Sprintf("did not foresee %s points", notForeseen(games, 1)), notForeseen(games, coach.Calibrated.Alone) + " are left",
		fmt.Sprintf("did not foresee %s points", notForeseen(laterGames, 1)),
	}
	for seats := 2; seats <= 4; seats++ {
		p := ProveLosses(&byAll, OfSeats(list, seats))
		figures = append(figures, fmt.Sprintf("| all | %d seats %s", seats, p.said()))
	}
	documented(t, "coach.md", figures...)
	documented(t, "../docs/coach.md",
		fmt.Sprintf("of the two halves of %d games and of %d later ones | %.2f, %.2f, %.2f (", len(games), len(laterGames), first.Slope, second.Slope, last.Slope),
		fmt.Sprintf("held what was lost, of the later games | %.0f %% |", 100*last.Held),
		fmt.Sprintf("were losses, of the later games | %.0f %% |", 100*last.Right),
		fmt.Sprintf("of the later games | %s points |", notForeseen(laterGames, 1)))
}

// A fit finds again how losses were made up, and a proof what is wrong with a fit.
func TestFitLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	made := coach.Calibration{First: 0.3, Further: 0.6, PerLoss: 4, PerError: 6}
	var list []*LossLine
	for n := range 6000 {
		l := &LossLine{N: n, Seats: 2 + n%3, First: 1 + r.ExpFloat64()*10, Further: []Spread{{0, 1 + r.Float64()*3}}}
		l.Further[0][0] = l.First*0.7 + 6*r.NormFloat64()
		l.Truth[1] = 3 + 4*r.Float64()
		lost, deviation := l.lost(&made)
		l.Truth[0] = lost + deviation*r.NormFloat64() + l.Truth[1]*r.NormFloat64()
		list = append(list, l)
	}
	fit := FitLosses(list)
	if math.Abs(fit.First-0.3) > 0.03 || math.Abs(fit.Further-0.6) > 0.03 || math.Abs(fit.PerLoss-4) > 0.7 || math.Abs(fit.PerError-6) > 1.5 {
		t.Errorf("found %+v, made %+v", fit, made)
	}
	p := ProveLosses(&made, list)
	if math.Abs(p.Slope-1) > 0.03 || p.Low > p.Slope || p.High < p.Slope || math.Abs(p.Held-0.8) > 0.02 || p.Right < 0.9 || math.Abs(p.Said-p.Became.Mean) > 0.7 {
		t.Errorf("of what was made: %+v", p)
	}
	twice := made
	twice.First, twice.Further = 0.6, 1.2
	if p := ProveLosses(&twice, list); math.Abs(p.Slope-0.5) > 0.03 || p.Held > 0.75 || p.Said < 1.8*p.Became.Mean {
		t.Errorf("of twice as much: %+v", p)
	}
	if n := len(OfSeats(list, 3)); n != 2000 {
		t.Errorf("%d decisions at three seats", n)
	}
}

// What reviews did not foresee, and what is left if decisions count with less.
func TestNotForeseen(t *testing.T) {
	games := []*GameLine{
		{Places: []coach.Account{{Own: 300_000, Others: -100_000, Unforeseen: -40_000}, {Unforeseen: 30_000}}},
		{Places: make([]coach.Account, 3)},
	}
	for part, want := range map[float64]float64{1: math.Sqrt((16 + 9) / 2.0), 0.5: math.Sqrt((36 + 9) / 2.0)} {
		if got := NotForeseen(games, 2, part); math.Abs(got-want) > 1e-9 {
			t.Errorf("with %.1f of it %.3f points, want %.3f", part, got, want)
		}
	}
}

// Every seat's result of the games that were reviewed is exactly the sum of what it came from.
func TestMeasuredAccountsAddUp(t *testing.T) {
	_, games := lossesIn(t, "losses.jsonl.gz")
	_, later := lossesIn(t, "losses-later.jsonl.gz")
	for _, g := range append(games, later...) {
		won := 0
		for k, a := range g.Places {
			require.Equal(t, a.Fair+a.Start+a.Draws+a.Own+a.Others+a.Unforeseen, a.Won, "game %d, place %d: %+v adds up to", g.Game, k, a)
			won += a.Won
		}
		require.Equal(t, won, coach.Whole, "all wins of game %d", g.Game)
	}
}

// What was not foreseen is nothing on average, at no place more than three standard errors.
func TestNotForeseenByPlace(t *testing.T) {
	_, games := lossesIn(t, "losses.jsonl.gz")
	_, later := lossesIn(t, "losses-later.jsonl.gz")
	for seats := 2; seats <= 4; seats++ {
		said := ""
		first, second := missed(games, seats, coach.Calibrated.Alone), missed(later, seats, 1)
		for k := range seats {
			m := meanOf(append(first[k], second[k]...))
			if math.Abs(m.Mean) > 3*m.Error {
				t.Errorf("%d seats, place %d: %.1f ± %.1f", seats, k, m.Mean, m.Error)
			}
			said += fmt.Sprintf(" %+.1f ± %.1f |", m.Mean, m.Error)
		}
		documented(t, "coach.md", fmt.Sprintf("| %d |%s", seats, strings.ReplaceAll(said, "-", "−")))
	}
}
