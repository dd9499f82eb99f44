package puzzle

import (
	"math"
	"math/rand/v2"
	"ruhr/internal/require"
	"testing"
)

// What nothing is known of has 1500 points; who solves half of the puzzles of a rating has
// that rating nearly, and each further try makes it surer.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		list            []Tries
		rating, atLeast float64 // and the least deviation
	}{
		{nil, 1500, 350},
		{[]Tries{{1800, 400, 200}}, 1799, 15},
		{[]Tries{{1200, 400, 200}}, 1201, 15},
		{[]Tries{{1500, 1, 1}}, 1683, 260},
		{[]Tries{{1500, 100, 100}}, 2280, 149},
	} {
		rating, deviation := Rate(c.list)
		if math.Abs(rating-c.rating) > 1 || deviation < c.atLeast || deviation > 350 {
			t.Errorf("%v: %.1f ± %.1f, want %.0f", c.list, rating, deviation, c.rating)
		}
	}
	if p := Chance(1900, 1500); math.Abs(p-10./11) > 1e-9 {
		t.Errorf("400 points more solve %.3f", p)
	}
}

// Simulated people have the rating that their first tries come from, within what is said
// of it: 95 of 100 within 1.96 standard errors.
func TestRatingsHold(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	within, all := 0, 0
	for range 400 {
		is := 1500 + 350*random.NormFloat64()
		var f FirstTries
		for range 30 {
			number := 1 + random.IntN(len(All()))
			f.Note(number, random.Float64() < Chance(is, float64(All()[number-1].Rating)))
		}
		rating, deviation, _ := ReadFirstTries(f.String()).Rating()
		if all++; math.Abs(rating-is) < 1.96*deviation {
			within++
		}
	}
	if share := float64(within) / float64(all); share < 0.92 || share > 0.98 {
		t.Errorf("%.3f of the ratings are within what is said of them", share)
	}
}

// Only the first try at a puzzle is noted, and what cannot be read is lost.
func TestFirstTries(t *testing.T) {
	var f FirstTries
	for _, c := range []struct {
		number       int
		right, first bool
	}{{3, false, true}, {3, true, false}, {150, true, true}} {
		require.Equal(t, f.Note(c.number, c.right), c.first, "puzzle %d: first", c.number)
	}
	again := ReadFirstTries(f.String())
	if _, _, of := again.Rating(); of != 2 || again.right.has(3) || !again.right.has(150) || again.Note(3, true) {
		t.Errorf("read again: %+v", again)
	}
	for _, bad := range []string{"", ".", "*.*", "AAAA", "a.b.c", f.String() + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		if rating, _, of := ReadFirstTries(bad).Rating(); of > 2 || math.IsNaN(rating) {
			t.Errorf("%q: %d tries", bad, of)
		}
	}
}
