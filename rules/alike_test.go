package rules_test

import (
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// together reports whether one of the sets has both actions.
func together(sets []uint64, base, a, b rules.Action) bool {
	return slices.ContainsFunc(sets, func(set uint64) bool { return set>>(a-base)&1 != 0 && set>>(b-base)&1 != 0 })
}

// Before the last round locks are alike where nothing lies between their
// obstacles and they bring the same VP (BUY-2): whichever is built, the same trips
// lose a pip (SAIL-2). The printed board has none such, other boards have.
func TestLocksAlike(t *testing.T) {
	neighbours := 0
	for k := -1; k < 16; k++ {
		g := rules.NewGame(rareBoard(k), 4, rules.Variant{})
		start := g.Start(0)
		p := g.Layout(&start)
		p.Round, p.Phase, p.Turn, p.Order = 5, rules.Purchase, 0, nil
		p.Seats[0].Progress = marks("lock_building")
		s, err := g.Set(p)
		if err != nil {
			continue // the board has its own idea of what lies where in round 5
		}
		river := g.Board().River
		for i, lock := range g.Board().At.Lock {
			for j := range i {
				other := g.Board().At.Lock[j]
				between := river[other+1 : lock]
				near := !slices.ContainsFunc(between[:], func(sp board.Space) bool { return sp.Kind != board.Lock })
				want := near && g.LockVP(i) == g.LockVP(j)
				require.Equal(t, together(g.Alike(&s), rules.ALock, rules.ALock+rules.Action(i), rules.ALock+rules.Action(j)), want, "board %d: locks %d and %d alike", k, i, j)
				if want {
					neighbours++
					sameTrips(t, g, s, i, j)
				}
			}
		}
	}
	require.True(t, neighbours >= 2, "only %d pairs of neighbours on all boards together", neighbours)
}

// sameTrips holds the trips that lose a pip against each other, once with one lock
// built and once with the other.
func sameTrips(t *testing.T, g *rules.Game, s rules.State, a, b int) {
	t.Helper()
	one, other := s, s
	g.Play(&one, rules.ALock+rules.Action(a))
	g.Play(&other, rules.ALock+rules.Action(b))
	for from := range board.Storages {
		for to := range board.Sells {
			require.True(t, g.PipLost(&one, from, to) == g.PipLost(&other, from, to), "locks %d and %d: the trip from %d to %d differs", a, b, from, to)
		}
	}
}

// In round 12 a lock is its VP and nothing else, and so are the columns of the
// port while none can fill up (EVENT-12); dice that return are not loaded again.
// In round 11 all that matters.
func TestAlikeInTheLastRound(t *testing.T) {
	lock := func(id string) rules.Action { return rules.ALock + rules.Action(number(id)) }
	for round, want := range map[int]bool{11: false, 12: true} {
		b := buying(t, 2, round, marks("lock_building", "port_ruhrort"), nil)
		sets := b.g.Alike(&b.s)
		b.is("two locks of 2 VP", together(sets, rules.ALock, lock("lock-kettwig"), lock("lock-horst")), want)
		b.is("locks of 3 and 2 VP", together(sets, rules.ALock, lock("lock-witten"), lock("lock-horst")), false)
		b.is("columns of the port", together(sets, rules.ALock, rules.APort, rules.APort+2), want)
		_, forced := b.g.Forced(&b.s)
		b.is("something to choose", forced, false)
	}
	full := buying(t, 2, 12, marks("port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Port[0] = []int{1, 1}
	})
	full.is("a column that may fill up", together(full.g.Alike(&full.s), rules.ALock, rules.APort, rules.APort+2), false)
}

// A die that is pushed off the track goes anywhere after the sales of round 12
// (TRACK-3): nobody is to choose. Before that its place matters.
func TestForced(t *testing.T) {
	for round, want := range map[int]bool{11: false, 12: true} {
		b := lay(t, 2, round, rules.Sale, func(p *rules.Position) {
			stand(p, 0, "storage-menden")
			stand(p, 1, "storage-mintard")
			for row := range 3 {
				p.Track[0][row] = 3
			}
		})
		b.do("sell industry-saarn")
		b.is("the die pushed off is to be placed (TRACK-3)", b.s.Decision(), rules.Place)
		a, forced := b.g.Forced(&b.s)
		b.is("forced", forced, want)
		b.is("the first of them", a, b.g.Legal(&b.s).First())
	}
	b := buying(t, 2, 5, 0, nil)
	b.is("nothing to buy", b.legal(""), "done")
	a, forced := b.g.Forced(&b.s)
	b.is("the only action", []any{b.said[a], forced}, []any{"done", true})
}
