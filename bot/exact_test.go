package bot

import (
	"testing"

	"ruhr/rules"
)

// plain is max^n without any memory, over every action: what the solver must
// agree with.
func plain(g *rules.Game, s rules.State, left *int) (best ending, ok bool) {
	if *left--; *left < 0 {
		return best, false
	}
	v := newSolver(g)
	if s.Decision() == rules.Over {
		r := g.Result(&s)
		for who := range g.Seats() {
			best[who] = int8(r.VP[who])
		}
		return best, true
	}
	most := int64(-1)
	for l := g.Legal(&s); l.Mask != 0; l.Mask &= l.Mask - 1 {
		next := s
		g.Play(&next, l.First())
		e, ok := plain(g, next, left)
		if !ok {
			return best, false
		}
		if r := v.reward(e, s.ToDecide()); r > most {
			best, most = e, r
		}
	}
	return best, true
}

// The last purchases are played out as exactly as by looking at every line.
func TestExactAgreesWithBruteForce(t *testing.T) {
	compared := 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(defaultBoard(t), seats, rules.Variant{})
		for seed := range uint64(30) {
			for _, s := range middle(t, g, seed, 1) {
				v := newSolver(g)
				if !v.within(&s) {
					continue
				}
				left := 30000
				want, ok := plain(g, s, &left)
				if !ok {
					continue
				}
				th, solved := v.solve(t.Context(), &s)
				if !solved {
					t.Fatalf("%d seats, seed %d: not solved", seats, seed)
				}
				who := s.ToDecide()
				next := s
				g.Play(&next, th.Action)
				left = 30000
				got, _ := plain(g, next, &left)
				if v.reward(got, who) != v.reward(want, who) {
					t.Fatalf("%d seats, seed %d: %v, brute force %v", seats, seed, got, want)
				}
				compared++
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d positions were small enough to compare", compared)
	}
}

// Rewards: the win is half and shared by ties, a greater margin is never worse.
func TestRewards(t *testing.T) {
	for _, c := range []struct {
		vp   [4]int
		n    int
		want [4]int64
	}{
		{[4]int{40, 40}, 2, [4]int64{one / 2, one / 2}},
		{[4]int{48, 40}, 2, [4]int64{one/2 + one*3/8, one / 8}},
		{[4]int{40, 40, 40, 32}, 4, [4]int64{one/6 + one/4, one/6 + one/4, one/6 + one/4, one / 8}},
	} {
		if got := rewardsOf(&c.vp, c.n); got != c.want {
			t.Errorf("%v: %v, expected %v", c.vp, got, c.want)
		}
	}
	for m := -60; m < 60; m++ {
		if squash(m) > squash(m+1) || squash(m) < 0 || squash(m) > one/2 {
			t.Errorf("squash(%d) = %d, squash(%d) = %d", m, squash(m), m+1, squash(m+1))
		}
	}
}
