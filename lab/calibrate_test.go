package lab

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/internal/require"
)

// What was expected is compared with what came by tenths, by rounds, and in whole
// VP; these of games of Reeder alone.
func TestExpectations(t *testing.T) {
	var e Expectations
	off := 0.0
	for _, x := range []struct {
		round          int
		win, low, high float64
		won            float32
		vp             int16
		mixed          bool
	}{
		{1, 0.31, 35.5, 44.4, 1, 36, false}, // 36 to 44
		{1, 0.39, 35.5, 44.4, 0, 35, false}, // below
		{2, 0.3, 35.4, 44.4, 0.5, 35, false},
		{2, 1, 35.4, 44.4, 1, 45, false}, // above
		{2, 1, 35.4, 44.4, 1, 45, true},
	} {
		c := analysis.Candidate{Win: [4]float64{x.win}, VP: [4]float64{40}, Low: [4]float64{x.low}, High: [4]float64{x.high}}
		game := &told{mixed: x.mixed, end: outcome{win: [4]float32{x.won}, vp: [4]int16{x.vp}}}
		off += e.add(&foretold{round: x.round, order: []int{0}}, &c, game)
	}
	if s := e.Shares[3]; s.Seats != 3 || !near(s.Expected, 1) || !near(s.Won, 1.5) {
		t.Errorf("30 to 40 %%: %+v", s)
	}
	if s := e.Shares[9]; s.Seats != 2 || !near(s.Won, 2) {
		t.Errorf("90 to 100 %%: %+v", s)
	}
	if want := 0.69*0.69 + 0.39*0.39 + 0.2*0.2; !near(off, want) {
		t.Errorf("squares add up to %v, want %v", off, want)
	}
	v := e.Rounds[1]
	v.Add(e.Rounds[2])
	if v != (VPExpected{Seats: 4, Missing: -4 - 5 - 5 + 5, Within: 2, Below: 1}) {
		t.Errorf("VP: %+v", v)
	}
}

// The mean of samples has the standard error of their spread.
func TestMeanOf(t *testing.T) {
	if m := meanOf([]float64{1, 2, 3}); !near(m.Mean, 2) || !near(m.Error, math.Sqrt(1/3.)) {
		t.Errorf("%+v", m)
	}
}

// A fit finds again by how much expectations were off, on average and as spread.
func TestFitCorrection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var games []told
	for range 60_000 {
		f := foretold{round: 1 + r.IntN(board.Rounds), order: []int{0, 1, 2}}
		weights, sum, all := [3]float64{}, 0.0, 0.0
		power := 0.8 + 0.7*float64(f.round-1)/(board.Rounds-1)
		for k := range weights {
			f.raw.Win[k] = 0.05 + r.Float64()
			sum += f.raw.Win[k]
		}
		for k := range weights {
			f.raw.Win[k] /= sum
			weights[k] = math.Pow(f.raw.Win[k], power)
			all += weights[k]
		}
		game := told{said: []foretold{f}}
		winner := 2
		if x := r.Float64() * all; x < weights[0] {
			winner = 0
		} else if x < weights[0]+weights[1] {
			winner = 1
		}
		game.end.win[winner] = 1
		for k := range 3 {
			x := &game.said[0].raw
			x.VP[k] = 40 + r.Float64()
			x.Low[k], x.High[k] = x.VP[k]-1.2816*4, x.VP[k]+1.2816*4
			game.end.vp[k] = int16(math.Round(x.VP[k] + 0.5 + 2*earlyPart(f.round) + 3*r.NormFloat64()))
		}
		games = append(games, game)
	}
	got, want := fitCorrection(games), analysis.Correction{Power: [2]int{80, 150}, Late: 8, Early: 32, Spread: 75}
	if abs(got.Power[0]-80) > 4 || abs(got.Power[1]-150) > 4 || abs(got.Late-8) > 1 || abs(got.Early-32) > 2 || abs(got.Spread-75) > 4 {
		t.Errorf("%+v, want about %+v", got, want)
	}
}

func abs(x int) int { return max(x, -x) }

// The same seed gives the same figures with any number of workers, for positions of
// all rounds and both kinds of games.
func TestCalibrate(t *testing.T) {
	c := CalibrateConfig{Board: board.Default(), Seats: 3, Games: 4, Seed: 4, Playouts: 40, Every: 3, Workers: 1}
	one, err := Calibrate(t.Context(), c)
	require.NoError(t, err)
	c.Workers = 2
	if two, err := Calibrate(t.Context(), c); err != nil || !reflect.DeepEqual(two, one) {
		t.Errorf("with two workers %+v, %v", two, err)
	}
	seats := 0
	for n, s := range one.Raw.Shares {
		seats += s.Seats
		if seats > 0 && n == 9 && slices.Equal(one.Raw.Shares[:], one.Shown.Shares[:]) {
			t.Error("what is shown is what was expected")
		}
	}
	var vp VPExpected
	for _, x := range one.Raw.Rounds {
		vp.Add(x)
	}
	if seats < 300 || vp.Seats < seats/5 || vp.Seats > 4*seats/5 || one.Places[0][2].Seats == 0 || one.Places[1][2].Seats == 0 {
		t.Errorf("%d seats, VP of %d, places %+v", seats, vp.Seats, one.Places)
	}
}
