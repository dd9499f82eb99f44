package coach

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Whole is the shares of all seats together.
const Whole = 1_000_000

// Shares are the seats' shares of wins in millionths. They add up to Whole.
type Shares [4]int

// Hundredths rounds a share of wins, or a change of one, given in millionths.
func Hundredths(millionths int) int {
	return int(math.Round(float64(millionths) * 100 / Whole))
}

// Even are the shares where all seats are equal.
func Even(seats int) Shares {
	all := []float64{1, 1, 1, 1}
	return round(all[:seats])
}

// round makes shares in the proportion of figures; what rounding down leaves goes to
// the greatest remainders.
func round(figures []float64) (out Shares) {
	sum, left := 0.0, Whole
	for _, x := range figures {
		sum += x
	}
	if sum == 0 {
		return out
	}
	rest := make([]float64, len(figures))
	seats := make([]int, len(figures))
	for k, x := range figures {
		whole := math.Floor(x / sum * Whole)
		out[k], rest[k], seats[k] = int(whole), x/sum*Whole-whole, k
		left -= out[k]
	}
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(rest[b], rest[a]) })
	for _, k := range seats[:left] {
		out[k]++
	}
	return out
}

// result is the shares at the end of a game: ties split the win (END-6).
func result(g *rules.Game, s *rules.State) Shares {
	var won [4]float64
	for k, rank := range g.Result(s).Rank {
		if rank == 1 {
			won[k] = 1
		}
	}
	return round(won[:g.Seats()])
}

// outcome is what chance may decide at a position.
type outcome struct {
	state   rules.State
	weight  int    // how many markers lead to it
	numbers uint32 // of these markers on the board, or of the country's port column
}

// outcomes are what chance may decide at a position. Equal markers are one outcome
// (WATER-1, EVENT-4).
func outcomes(g *rules.Game, s *rules.State) (list []outcome) {
	if s.Decision() == rules.RevealCountry {
		for column, n := range s.HiddenCountries() {
			o := outcome{*s, n, 1 << column}
			if n > 0 && g.Reveal(&o.state, column) == nil {
				list = append(list, o)
			}
		}
		return list
	}
	for left := s.Unseen(); left != 0; {
		first := bits.TrailingZeros32(left)
		o := outcome{state: *s}
		for m := left; m != 0; m &= m - 1 {
			if k := bits.TrailingZeros32(m); alike(&g.Board().Markers[k], &g.Board().Markers[first]) {
				o.weight, o.numbers = o.weight+1, o.numbers|1<<k
			}
		}
		left &^= o.numbers
		if g.Draw(&o.state, first) == nil {
			list = append(list, o)
		}
	}
	return list
}

// alike reports whether two markers differ in nothing but their names.
func alike(a, b *board.Marker) bool {
	return a.Effect == b.Effect && a.Territory == b.Territory && a.Trade == b.Trade && a.Demand == b.Demand &&
		a.High == b.High && a.Coal == b.Coal && a.Star == b.Star && slices.Equal(a.Cities, b.Cities)
}
