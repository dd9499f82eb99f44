package search

import (
	"context"
	"fmt"
	"math/bits"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/internal/require"
	"ruhr/rules"
)

// plain is max^n over every action without a table, to compare the solver
// with.
func plain(v *Solver, s rules.State, left *int) (best ending, ok bool) {
	if *left--; *left < 0 {
		return best, false
	}
	g := v.g
	if s.Decision() == rules.Over {
		r := g.Result(&s)
		for who := range g.Seats() {
			best[who] = int16(r.VP[who])
		}
		return best, true
	}
	most := int64(-1)
	for l := g.Legal(&s); l.Mask != 0; l.Mask &= l.Mask - 1 {
		next := s
		g.Play(&next, l.First())
		e, ok := plain(v, next, left)
		if !ok {
			return best, false
		}
		if r := v.reward(e, s.ToDecide()); r > most {
			best, most = e, r
		}
	}
	return best, true
}

// The solver finds the same as brute force in round 12: for purchases, and for
// the sales and returned dice before them.
func TestExactAgreesWithBruteForce(t *testing.T) {
	compared := map[rules.Phase]int{}
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		v := NewSolver(g)
		for seed := uint64(20); seed < 32; seed++ {
			for _, s := range bottest.Positions(t, g, seed, 1) {
				if !v.within(&s) || s.Phase() == rules.Start || s.Phase() == rules.Sale && seats > 2 {
					continue // too long for brute force
				}
				v.Reset()
				left := 10000
				want, ok := plain(v, s, &left)
				if !ok {
					continue
				}
				found, solved := v.Solve(t.Context(), &s, 100_000, time.Time{})
				require.Must(t, solved, "%d seats, seed %d: not solved", seats, seed)
				who := s.ToDecide()
				next := s
				g.Play(&next, found[0].Action)
				left = 10000
				got, _ := plain(v, next, &left)
				require.Must(t, v.reward(got, who) == v.reward(want, who), "%d seats, seed %d: %v, brute force %v", seats, seed, got, want)
				compared[s.Phase()]++
			}
		}
	}
	require.True(t, compared[rules.Purchase] >= 60 && compared[rules.Sale] >= 1, "only %v positions were small enough to compare", compared)
}

// Equivalent actions lead to the same ending, and an idle one to none that is
// better for the seat.
func TestAlike(t *testing.T) {
	const enough = 1500
	pairs, idlers := 0, 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		v := NewSolver(g)
		for seed := range uint64(10) {
			for _, s := range bottest.Positions(t, g, seed, 1) {
				if !v.within(&s) || s.Phase() == rules.Start {
					continue
				}
				v.Reset()
				ends := map[int]ending{}
				l := g.Legal(&s)
				for m := l.Mask; m != 0; m &= m - 1 {
					k := bits.TrailingZeros64(m)
					next, left := s, enough
					g.Play(&next, l.Base+rules.Action(k))
					if e, ok := plain(v, next, &left); ok {
						ends[k] = e
					}
				}
				if len(ends) < l.Len() {
					continue
				}
				who := s.ToDecide()
				best := int64(-1)
				for _, e := range ends {
					best = max(best, v.reward(e, who))
				}
				sets, idle := v.g.Alike(&s), idle(v.g, &s)
				bestKept := int64(-1)
				for k, e := range ends {
					if idle>>k&1 != 0 {
						idlers++
						continue
					}
					bestKept = max(bestKept, v.reward(e, who))
					for _, set := range sets {
						if first := bits.TrailingZeros64(set & l.Mask); set>>k&1 != 0 && first != k {
							pairs++
							if ends[first] != e {
								t.Fatalf("%d seats, seed %d: %v and %v are not alike: %v, %v", seats, seed,
									g.Move(l.Base+rules.Action(first)), g.Move(l.Base+rules.Action(k)), ends[first], e)
							}
						}
					}
				}
				require.Must(t, bestKept >= best, "%d seats, seed %d: what is idle would have been best", seats, seed)
			}
		}
	}
	require.True(t, pairs >= 50 && idlers >= 10, "only %d alike and %d idle", pairs, idlers)
}

// Known endings survive when the table grows.
func TestEndings(t *testing.T) {
	var known endings
	const many = 5000
	for k := range uint64(many) {
		known.add(k<<20|1, ending{int16(k % 100), int16(k / 100)})
	}
	for k := range uint64(many) {
		if e, ok := known.find(k<<20 | 1); !ok || e != (ending{int16(k % 100), int16(k / 100)}) {
			t.Fatalf("ending %d: %v, %v", k, e, ok)
		}
		if _, ok := known.find(k<<20 | 3); ok {
			t.Fatalf("ending %d was never added", k)
		}
	}
}

// A solver gives up at its limit and when its context ends.
func TestExactGivesUp(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	ended, stop := context.WithCancel(t.Context())
	stop()
	tried := 0
	for _, s := range bottest.Positions(t, g, 1, 1) {
		v := NewSolver(g)
		if !v.within(&s) || s.Decision() != rules.Sell || s.Turn() < 2 {
			continue
		}
		tried++
		if _, ok := v.Solve(t.Context(), &s, 20, time.Time{}); ok {
			t.Errorf("played out by looking at 20 positions")
		}
		v = NewSolver(g)
		if _, ok := v.Solve(ended, &s, 1<<30, time.Time{}); ok {
			t.Errorf("played out after the end of its context")
		}
		if _, ok := v.Solve(t.Context(), &s, 1<<30, time.Time{}); !ok {
			t.Errorf("not played out later, as it was interrupted once")
		}
	}
	require.True(t, tried != 0, "no position to try")
}

// Rewards: the win is half and shared by ties, a greater margin is never worse.
func TestRewards(t *testing.T) {
	for _, c := range []struct {
		vp   [4]int
		n    int
		want [4]int64
	}{
		{[4]int{40, 40}, 2, [4]int64{One / 2, One / 2}},
		{[4]int{48, 40}, 2, [4]int64{One/2 + One*3/8, One / 8}},
		{[4]int{40, 40, 40, 32}, 4, [4]int64{One/6 + One/4, One/6 + One/4, One/6 + One/4, One / 8}},
	} {
		require.Equal(t, rewardsOf(&c.vp, c.n), c.want, "%v", c.vp)
	}
	for m := -60; m < 60; m++ {
		if squash(m) > squash(m+1) || squash(m) < 0 || squash(m) > One/2 {
			t.Errorf("squash(%d) = %d, squash(%d) = %d", m, squash(m), m+1, squash(m+1))
		}
	}
}

// BenchmarkExact reports the share of round 12's decisions that are solved,
// for the budgets of the levels and a tenth of them, in games of Lotse. Run it
// with -benchtime 20x for the games 0 to 19.
func BenchmarkExact(b *testing.B) {
	for _, playouts := range []int{300, 3000, 60000} {
		for seats := 2; seats <= 4; seats++ {
			b.Run(fmt.Sprintf("%d_playouts/%d_seats", playouts, seats), func(b *testing.B) {
				g := rules.NewGame(board.Default(), seats, rules.Variant{})
				p := policy.NewSteady(g)
				limit := PositionsFor(playouts, 0)
				asked, solved := map[rules.Phase]float64{}, map[rules.Phase]float64{}
				for n := range b.N {
					r := rng.Source(n)
					s := g.Start(0)
					solvers := [4]*Solver{NewSolver(g), NewSolver(g), NewSolver(g), NewSolver(g)} // each seat has its own
					for policy.Settle(g, &s, &r); s.Decision() != rules.Over; policy.Settle(g, &s, &r) {
						if s.Round() == policy.Rounds && g.Legal(&s).Len() > 1 {
							asked[s.Phase()]++
							asked[0]++
							if _, ok := solvers[s.ToDecide()].Solve(b.Context(), &s, limit, time.Time{}); ok {
								solved[s.Phase()]++
								solved[0]++
							}
						}
						g.Play(&s, p.Pick(&s, &r))
					}
				}
				for phase, name := range map[rules.Phase]string{0: "all", rules.Start: "start", rules.Sale: "sale", rules.Purchase: "purchase"} {
					b.ReportMetric(100*solved[phase]/max(1, asked[phase]), "%_"+name)
				}
			})
		}
	}
}

// In phase 3 of round 12, taking the inn's VP is idle: keeping the inn to the
// end is as good (END-4).
func TestInnIsKeptInTheLastRound(t *testing.T) {
	compared := 0
	for seats := 2; seats <= 3; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		v := NewSolver(g)
		for seed := range uint64(20) {
			for _, s := range bottest.Positions(t, g, seed, 1) {
				v.Reset()
				l := g.Legal(&s)
				if !v.within(&s) || s.Decision() != rules.ChooseOption || l.Mask&2 == 0 || l.Mask&^2 == 0 {
					continue
				}
				found, ok := v.Solve(t.Context(), &s, 20_000, time.Time{})
				if !ok {
					continue
				}
				var best ending
				for who := range best {
					best[who] = int16(found[0].VP[who])
				}
				v.left, v.stack[0] = 1<<30, s
				g.Play(&v.stack[0], l.Base+1)
				if inn := v.value(0); v.reward(inn, s.ToDecide()) > v.reward(best, s.ToDecide()) {
					t.Errorf("%d seats, seed %d: the inn now brings %v, the best without %v", seats, seed, inn, best)
				}
				compared++
			}
		}
	}
	require.True(t, compared >= 5, "only %d positions compared", compared)
}

// A solver out of time gives up, and does not try again in the same turn.
func TestSolverKeepsToTheClock(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	tried := 0
	for seed := range uint64(10) {
		for _, s := range bottest.Positions(t, g, seed, 1) {
			v := NewSolver(g)
			if !v.within(&s) || s.Phase() != rules.Sale {
				continue
			}
			if _, ok := v.Solve(t.Context(), &s, 1_000_000, time.Now().Add(-time.Second)); ok {
				continue // fewer positions than between two checks of the clock
			}
			require.Must(t, v.known.n <= 1000 && v.gaveUp.Round == policy.Rounds, "seed %d: it went on, or would start again", seed)
			tried++
		}
	}
	require.True(t, tried != 0, "no position was long enough")
}
