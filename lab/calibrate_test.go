package lab

import (
	"math"
	"math/rand/v2"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
)

// What was expected is compared with what came by tenths, by rounds, and in whole
// VP.
func TestExpectations(t *testing.T) {
	var e Expectations
	for _, x := range []struct {
		round          int
		win, low, high float64
		won            float64
		vp             int
	}{
		{1, 0.31, 35.5, 44.4, 1, 36}, // 36 to 44
		{1, 0.39, 35.5, 44.4, 0, 35}, // below
		{2, 0.3, 35.4, 44.4, 0.5, 35},
		{2, 1, 35.4, 44.4, 1, 45}, // above
	} {
		f := foretold{round: x.round, won: x.won, vp: x.vp}
		e.add(&f, &expectation{x.win, 40, x.low, x.high})
	}
	if s := e.Shares[3]; s.Decisions != 3 || !near(s.Expected, 1) || !near(s.Won, 1.5) {
		t.Errorf("30 to 40 %%: %+v", s)
	}
	if s := e.Shares[9]; s.Decisions != 1 || !near(s.Won, 1) {
		t.Errorf("90 to 100 %%: %+v", s)
	}
	v := e.Rounds[1]
	v.Add(e.Rounds[2])
	if v != (VPExpected{Decisions: 4, Missing: -4 - 5 - 5 + 5, Within: 2, Below: 1}) {
		t.Errorf("VP: %+v", v)
	}
}

// A fit finds again by how much expectations were off, on average and as spread.
func TestFitShown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []foretold
	for range 60_000 {
		f := foretold{round: 1 + r.IntN(board.Rounds)}
		part := float64(f.round-1) / (board.Rounds - 1)
		f.raw.win = 0.02 + 0.96*r.Float64()
		odds := math.Log(f.raw.win / (1 - f.raw.win))
		if r.Float64() < 1/(1+math.Exp(-((1+part)*odds-0.3))) {
			f.won = 1
		}
		f.raw.vp = 40 + r.Float64()
		f.vp = int(math.Round(f.raw.vp + 0.5 + 2*earlyPart(f.round) + 3*r.NormFloat64()))
		f.raw.low, f.raw.high = f.raw.vp-1.2816*4, f.raw.vp+1.2816*4
		all = append(all, f)
	}
	got := fitShown(all)
	if abs(got.Late-8) > 1 || abs(got.Early-32) > 2 || abs(got.Spread-75) > 4 {
		t.Errorf("late %d, early %d, spread %d, expected about 8, 32 and 75", got.Late, got.Early, got.Spread)
	}
	for k, times := range []float64{1, 2} {
		for n := 1; n < 10; n++ {
			p := float64(n) / 10
			want := 1 / (1 + math.Exp(-(times*math.Log(p/(1-p)) - 0.3)))
			if math.Abs(float64(got.Win[k][n])/1000-want) > 0.015 {
				t.Errorf("%d %% becomes %d, expected %.0f thousandths", 10*n, got.Win[k][n], 1000*want)
			}
		}
		if got.Win[k][0] != 0 || got.Win[k][10] != 1000 {
			t.Errorf("the ends are %v", got.Win[k])
		}
	}
	if none := fitShown(nil); none != (ShownFit{}) {
		t.Errorf("of no games %+v", none)
	}
}

func abs(x int) int { return max(x, -x) }

// The same seed gives the same figures with any number of workers, for every
// decision of a search.
func TestCalibrate(t *testing.T) {
	c := CalibrateConfig{Board: bottest.DefaultBoard(t), Seats: 3, Games: 2, Seed: 4, Playouts: 20, Workers: 1}
	one, err := Calibrate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Workers = 2
	if two, err := Calibrate(t.Context(), c); err != nil || two != one {
		t.Errorf("with two workers %+v, %v", two, err)
	}
	var raw, shown VPExpected
	for round := range one.Raw.Rounds {
		raw.Add(one.Raw.Rounds[round])
		shown.Add(one.Shown.Rounds[round])
	}
	if raw.Decisions < 200 || raw.Decisions != shown.Decisions || one.Raw.Rounds[1].Decisions == 0 {
		t.Errorf("%d decisions, %d as shown", raw.Decisions, shown.Decisions)
	}
	if raw.Missing == shown.Missing || one.Raw.Shares == one.Shown.Shares {
		t.Error("what is shown is what was expected")
	}
}
