package lab

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"ruhr/board"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A position's target mixes what a search expected there with the target of the
// next one, and in the end with the result.
func TestTargetsLookAhead(t *testing.T) {
	list := []boundary{{search: &[4]float64{60, 40}}, {}, {search: &[4]float64{50, 50}}}
	aim(list, [4]int16{70, 30})
	for i, want := range [][2]float32{{65.95, 34.05}, {67, 33}, {67, 33}} {
		for who, vp := range want {
			if d := list[i].target[who] - vp; d > 0.01 || d < -0.01 {
				t.Errorf("position %d, seat %d: the target is %.2f VP, expected %.2f", i, who, list[i].target[who], vp)
			}
		}
		if list[i].vp != [4]int16{70, 30} {
			t.Errorf("position %d: the game ended %v", i, list[i].vp)
		}
	}
}

// The same settings make the same file however many games are played at a time,
// whether the policy or searches play them.
func TestValueTrainingIsReproducible(t *testing.T) {
	train := func(workers int, nets func() [5]*value.Net) string {
		out := filepath.Join(t.TempDir(), "nets.json")
		c := TrainConfig{Board: board.Default(), Seats: []int{3}, Seed: 7, Games: 12, Epochs: 1, Playouts: 6,
			Workers: workers, Nets: nets, Out: out}
		require.NoError(t, TrainValue(t.Context(), c))
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		return string(data)
	}
	policy, searched := train(1, nil), train(1, value.Nets)
	if policy != train(3, nil) || searched != train(3, value.Nets) {
		t.Error("three workers made another file than one")
	}
	if policy == searched {
		t.Error("games of searches taught the same as games of the policy")
	}
}

// A lead is over the best of the others. A win surprises the less the more of a
// lead was expected; a shared one is between the two.
func TestLeadsAndSurprise(t *testing.T) {
	vp := [4]float64{50, 40, 45, 99}
	for who, want := range []float64{5, -10, -5} {
		if got := marginOf(&vp, 3, who); got != want {
			t.Errorf("seat %d of 3 leads by %g, expected %g", who, got, want)
		}
	}
	even, ahead := [4]float64{40, 40}, [4]float64{45, 40}
	won, lost, tie := [4]float64{60, 50}, [4]float64{50, 60}, [4]float64{50, 50}
	loss := func(expected, end [4]float64) float64 { return surprise(&expected, &end, 2, 5) }
	if got := loss(even, won); math.Abs(got-math.Ln2) > 1e-9 {
		t.Errorf("a win out of two equals surprises by %g, expected ln 2", got)
	}
	if w, e, l := loss(ahead, won), loss(ahead, tie), loss(ahead, lost); math.Abs(w-math.Log(1+math.Exp(-1))) > 1e-9 || math.Abs(e-(w+l)/2) > 1e-9 || math.Abs(l-w-1) > 1e-9 {
		t.Errorf("a win, a shared one and a loss of who was ahead by the scale surprise by %g, %g, %g", w, e, l)
	}
}

// The spreads of a net are the errors it makes in held-out games, one in ten,
// round by round.
func TestSpreadsOfHeldOutGames(t *testing.T) {
	c := TrainConfig{Board: board.Default(), Seed: 7, Games: 19, Workers: 1, Progress: func(TrainProgress) {}}
	g := rules.NewGame(c.Board, 2, rules.Variant{})
	games, err := valueGames(t.Context(), c, g, policy.Models()[2])
	require.NoError(t, err)
	tables := value.NewTables(g)
	net := value.NewLearner(tables, c.Seed).Net()
	calibrate(g, tables, net, games)
	squares, count := 0.0, 0.0
	for _, b := range games[9] {
		if fit := net.Fit[b.s.Round()]; fit.VP <= 0 || fit.Win <= 0 || fit.Margin <= 0 {
			t.Errorf("round %d: %+v", b.s.Round(), fit)
		}
		vp := float64(net.Fit[b.s.Round()].VP) / value.One
		squares, count = squares+vp*vp, count+1
	}
	if off := heldOut(g, tables, net, games); count == 0 || math.Abs(off-math.Sqrt(squares/count)) > 0.05 {
		t.Errorf("the net is off by %g VP, by its spreads %g in %g rounds", off, math.Sqrt(squares/count), count)
	}
}

// Nets for other numbers of seats stay in the file if training resumes.
func TestNetsAreTrainedOneByOne(t *testing.T) {
	out := filepath.Join(t.TempDir(), "nets.json")
	c := TrainConfig{Board: board.Default(), Seed: 7, Games: 10, Epochs: 1, Playouts: 1, Workers: 1, Out: out, Resume: true}
	for _, seats := range []int{2, 3} {
		c.Seats = []int{seats}
		require.NoError(t, TrainValue(t.Context(), c))
	}
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	f, err := value.Read(data)
	require.NoError(t, err)
	if all := f.All(); all[2] == nil || all[3] == nil || all[4] != nil {
		t.Errorf("the file has nets for 2 to 4 seats: %t, %t, %t", all[2] != nil, all[3] != nil, all[4] != nil)
	}
	c.Resume = false
	require.NoError(t, TrainValue(t.Context(), c))
	if data, err = os.ReadFile(out); err != nil {
		t.Fatal(err)
	}
	if f, err = value.Read(data); err != nil || f.All()[2] != nil {
		t.Errorf("a new training kept an old net (%v)", err)
	}
}
