package rules

import "math/bits"

// Perft counts the action sequences of a length from a position, within its
// round: a sequence that ends the round or the game before counts once, forced
// actions count as actions. Where chance decides within the round (only before
// the first decisions of a round) a sequence ends too.
func (g *Game) Perft(s *State, depth int) uint64 {
	if depth == 0 || s.decision >= DrawMarker {
		return 1
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(s.legal))
	}
	var n uint64
	l := g.Legal(s)
	for m := l.Mask; m != 0; m &= m - 1 {
		next := *s
		g.Play(&next, l.Base+Action(bits.TrailingZeros64(m)))
		if next.round != s.round {
			n++
		} else {
			n += g.Perft(&next, depth-1)
		}
	}
	return n
}

// PerftDivide is Perft with a count for each first action, in the order of the
// legal list.
func (g *Game) PerftDivide(s *State, depth int) (actions []Action, counts []uint64) {
	if depth < 1 {
		return nil, nil
	}
	for _, a := range g.Legal(s).Append(nil) {
		next := *s
		g.Play(&next, a)
		n := uint64(1)
		if next.round == s.round {
			n = g.Perft(&next, depth-1)
		}
		actions, counts = append(actions, a), append(counts, n)
	}
	return actions, counts
}
