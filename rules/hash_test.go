package rules_test

import (
	"testing"

	"ruhr/rules"
)

// Records name digests of positions, so they outlive every change of State: in
// these games each position has the digest that it has always had. To
// change them, rewrite the fixtures of record too.
func TestDigestsStay(t *testing.T) {
	for seats, want := range map[int]uint64{2: 0xe13a960668f5271c, 3: 0xc71c2aa1ad47919b, 4: 0x7399315967c36937} {
		g := newGame(t, seats, rules.Variant{})
		r := lcg(seats)
		s := g.Start(1)
		all := uint64(0)
		for s.Decision() != rules.Over {
			all = all*31 + s.Hash()
			if s.Decision() >= rules.DrawMarker {
				r.chance(g, &s)
				continue
			}
			list := g.Legal(&s).Append(nil)
			g.Play(&s, list[r.intn(len(list))])
		}
		if all = all*31 + s.Hash(); all != want {
			t.Errorf("%d seats: digests add up to %#x, expected %#x", seats, all, want)
		}
	}
}
