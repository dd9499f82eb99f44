package bot

import (
	"math"
	"reflect"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/rules"
)

// A greater share of wins is shown as a greater one, in whole hundredths as
// searches compare them; none is certain.
func TestShareRises(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		c := &corrections[seats]
		for round := 1; round <= board.Rounds; round++ {
			last := 0.0
			for n := 1; n <= 99; n++ {
				got := c.share(float64(n)/100, round)
				if got <= last || got >= 1 {
					t.Errorf("%d seats, round %d: %d %% is shown as %.4f, one less as %.4f", seats, round, n, got, last)
				}
				last = got
			}
			if c.share(0, round) != c.share(0.01, round) || c.share(1, round) != c.share(0.99, round) || c.share(0.304, round) != c.share(0.296, round) {
				t.Errorf("%d seats, round %d: shares that searches take for equal are not shown as equal", seats, round)
			}
		}
	}
}

// Shares, VP and intervals corrected by hand.
func TestCorrection(t *testing.T) {
	c := correction{late: 16, early: 32, spread: 80}
	c.win[0] = [11]int{0, 50, 100, 200, 300, 400, 500, 600, 800, 900, 1000}
	c.win[1] = [11]int{0, 160, 320, 400, 500, 600, 700, 800, 900, 950, 1000}
	for _, x := range []struct {
		win   float64
		round int
		want  float64
	}{
		{0.1, 1, 0.05}, {0.1, 12, 0.16}, {0.15, 1, 0.075}, {0.15, 12, 0.24}, {0.1, 2, 0.06}, {0.996, 12, 0.995},
	} {
		if got := c.share(x.win, x.round); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%.3f in round %d becomes %.4f, expected %.4f", x.win, x.round, got, x.want)
		}
	}
	for round, want := range map[int]float64{12: 1, 1: 3, 11: 1 + 2/121.0} {
		if got := c.moreVP(round); math.Abs(got-want) > 1e-9 {
			t.Errorf("%.3f more VP in round %d, expected %.3f", got, round, want)
		}
	}
	for half, want := range map[float64]float64{5: 3.5, 1: 0.5, 0: 0.5} {
		if got := c.width(half); math.Abs(got-want) > 1e-9 {
			t.Errorf("%.1f to either side becomes %.2f, expected %.2f", half, got, want)
		}
	}
	for _, x := range []struct{ win, want [4]float64 }{
		{[4]float64{0.2, 0.5, 0.3}, [4]float64{0.4, 0.375, 0.225}},
		{[4]float64{1, 0, 0}, [4]float64{0.4, 0.3, 0.3}},
	} {
		shareOut(&x.win, 3, 0, 0.4)
		for k := range x.win {
			if math.Abs(x.win[k]-x.want[k]) > 1e-9 {
				t.Errorf("shares %v, expected %v", x.win, x.want)
			}
		}
	}
}

// What is shown is corrected, and what is chosen is not: a player decides as one
// whose figures are raw, lists the same actions in the same order, and gives all
// of them the same number of VP more. What is solved exactly stays as it is.
func TestShow(t *testing.T) {
	compared, exact := 0, 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(bottest.DefaultBoard(t), seats, rules.Variant{})
		for _, s := range bottest.Positions(t, g, 1, 7) {
			plain, _ := New("reeder")
			Raw(plain)
			raw := plain.Choose(t.Context(), g, &s, Budget{Playouts: 60}, chance(1))
			corrected, _ := New("reeder")
			shown := corrected.Choose(t.Context(), g, &s, Budget{Playouts: 60}, chance(1))
			if raw.Action != shown.Action || len(raw.Considered) != len(shown.Considered) {
				t.Fatalf("chose %v of %d, raw %v of %d", shown.Action, len(shown.Considered), raw.Action, len(raw.Considered))
			}
			if len(raw.Considered) > 0 && raw.Considered[0].Low == raw.Considered[0].High {
				exact++
				if !reflect.DeepEqual(raw, shown) {
					t.Errorf("exact figures %+v are shown as %+v", raw, shown)
				}
				continue
			}
			for i, x := range shown.Considered {
				y := raw.Considered[i]
				if x.Action != y.Action || x.Playouts != y.Playouts {
					t.Fatalf("%v where the raw list has %v", x.Action, y.Action)
				}
				sum := 0.0
				for k := range seats {
					sum += x.Win[k]
					if more := x.VP[k] - y.VP[k]; math.Abs(more-corrections[seats].moreVP(s.Round())) > 1e-9 || x.High[k] <= x.Low[k] {
						t.Errorf("round %d: %v becomes %v, %v to %v", s.Round(), y.VP[k], x.VP[k], x.Low[k], x.High[k])
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("shares of wins %v add up to %v", x.Win, sum)
				}
				compared++
			}
		}
	}
	if compared < 100 || exact == 0 {
		t.Errorf("%d figures were corrected, %d lists exact", compared, exact)
	}
}
