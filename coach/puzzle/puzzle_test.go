package puzzle

import (
	"context"
	"math/bits"
	"slices"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/search"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// position is a puzzle's game and position.
func position(t *testing.T, p *Puzzle) (*record.Game, *rules.State) {
	t.Helper()
	b := board.Default()
	g, err := p.Read(b)
	require.NoError(t, err)
	return g, g.After(p.After)
}

// Every puzzle is what the file says: at the beginning of a turn in round 12, with a single
// plan that guarantees the most.
func TestEveryPuzzleHasOneSolution(t *testing.T) {
	games := map[string]bool{}
	for i := range All() {
		p := &All()[i]
		g, s := position(t, p)
		v := NewSolver(g.Rules, s.ToDecide(), MostPositions)
		plans := v.Plans(s)
		if v.GaveUp() || s.Round() != board.Rounds || SameTurn(g.After(p.After-1), s) || len(plans) < LeastPlans {
			t.Fatalf("puzzle %d: %d plans at decision %d of round %d", i+1, len(plans), p.After, s.Round())
		}
		if plans[0].Lead != p.Lead || plans[1].Lead != p.Next || p.Lead-p.Next < LeastMargin {
			t.Errorf("puzzle %d: leads %d and %d, not %d and %d", i+1, plans[0].Lead, plans[1].Lead, p.Lead, p.Next)
		}
		a := Judge(g.Rules, s, plans[0].Actions)
		if !slices.Equal(a.Best, plans[0].Actions) || a.Lead != p.Lead || a.Most != p.Lead {
			t.Errorf("puzzle %d: the best plan %v is judged %d of %d, best %v", i+1, plans[0].Actions, a.Lead, a.Most, a.Best)
		}
		if b := Judge(g.Rules, s, plans[1].Actions); b.Lead != p.Next || b.Most != p.Lead {
			t.Errorf("puzzle %d: the next plan is judged %d of %d", i+1, b.Lead, b.Most)
		}
		if p.Seats != g.Rules.Seats() || !slices.Contains(Themes, p.Theme) || p.Missed < 1 || p.Missed > len(Levels) || games[p.Game] {
			t.Errorf("puzzle %d: %d seats, theme %s, missed by %d", i+1, p.Seats, p.Theme, p.Missed)
		}
		games[p.Game] = true
	}
	if len(games) < 60 {
		t.Errorf("%d puzzles", len(games))
	}
}

// plain is the lead by trying everything that the rules permit, and how many positions
// that took.
func plain(g *rules.Game, s *rules.State, seat int, left *int) int {
	*left--
	if s.Decision() == rules.Over || *left < 0 {
		return lead0(g, s, seat)
	}
	lead, own := 1000, s.ToDecide() == seat
	if own {
		lead = -1000
	}
	l := g.Legal(s)
	for m := l.Mask; m != 0; m &= m - 1 {
		next := *s
		g.Play(&next, l.Base+rules.Action(bits.TrailingZeros64(m)))
		if x := plain(g, &next, seat, left); own {
			lead = max(lead, x)
		} else {
			lead = min(lead, x)
		}
	}
	return lead
}

// Trying everything, without leaving anything out or remembering a position, finds the
// same. Puzzles for which that takes too long are left out.
func TestPuzzlesByTryingEverything(t *testing.T) {
	tried := 0
	for i := range All() {
		p := &All()[i]
		g, s := position(t, p)
		left := 300_000
		if lead := plain(g.Rules, s, s.ToDecide(), &left); left >= 0 {
			if tried++; lead != p.Lead {
				t.Errorf("puzzle %d: lead %d, not %d", i+1, lead, p.Lead)
			}
		}
	}
	if tried < len(All())/3 {
		t.Errorf("only %d of %d puzzles were tried", tried, len(All()))
	}
}

// Where only one seat is left to choose, or with two seats, computer players' solver wants
// the same: it finds the same lead.
func TestPuzzlesBySolver(t *testing.T) {
	solved := 0
	for i := range All() {
		p := &All()[i]
		g, s := position(t, p)
		seat := s.ToDecide()
		if g.Rules.Seats() > 2 && (s.Phase() != rules.Purchase || s.Turn() < g.Rules.Seats()-1) {
			continue
		}
		list, ok := search.NewSolver(g.Rules).Solve(context.Background(), s, 2_000_000, time.Time{})
		if !ok {
			continue
		}
		solved++
		other := -1000.0
		for k := range g.Rules.Seats() {
			if k != seat {
				other = max(other, list[0].VP[k])
			}
		}
		require.Equal(t, int(list[0].VP[seat]-other), p.Lead, "puzzle %d: lead", i+1)
	}
	if solved < 20 {
		t.Errorf("only %d puzzles", solved)
	}
}

// What a plan brings, by theme, is what the score says.
func TestBookAddsUp(t *testing.T) {
	for i := range All() {
		g, s := position(t, &All()[i])
		seat := s.ToDecide()
		v := NewSolver(g.Rules, seat, MostPositions)
		gain, vp := Book(g.Rules, *s, seat, v.Line(*s))
		sum := g.Rules.Seat(s, seat).VP
		for _, n := range gain {
			sum += n
		}
		require.Equal(t, sum, vp[seat], "puzzle %d: VP by theme", i+1)
	}
}

func TestProgress(t *testing.T) {
	p := ReadProgress("")
	if p.Solved(1) || p.Solved(len(All())) || p.StreakOn(100) != 0 {
		t.Error("a beginner has solved something")
	}
	day := 20_000
	for d := range 3 {
		p.Solve(OfDay(day+d), day+d)
		p.Solve(OfDay(day+d), day+d) // again
	}
	p.Solve(OfDay(day), day+2) // an earlier one changes no streak
	p = ReadProgress(p.String())
	for d, want := range map[int]int{day + 1: 0, day + 2: 3, day + 3: 3, day + 4: 0} {
		require.Equal(t, p.StreakOn(d), want, "streak of day %d", d-day)
	}
	p.Solve(OfDay(day+9), day+9)
	require.Equal(t, p.StreakOn(day+9), 1, "after days without")
	if !p.Solved(OfDay(day)) || p.Solved(OfDay(day+5)) {
		t.Error("the solved ones are not those that were")
	}
	for _, bad := range []string{"x", "!.1.2", "AA.b.c", "AA.-3.5", "..", string(make([]byte, 9000)) + ".1.1"} {
		if q := ReadProgress(bad); q.StreakOn(5) != 0 || q.Solved(1) {
			t.Errorf("%.10q is progress", bad)
		}
	}
}

// The next puzzle is the easiest that is not solved; all in turn, and then none.
func TestNext(t *testing.T) {
	p, hard := ReadProgress(""), 0
	for seats := 2; seats <= 4; seats++ {
		if n := p.Next(0, seats); All()[n-1].Seats != seats || All()[n-1].Hard() != 1 {
			t.Errorf("puzzle %d comes first for %d seats", n, seats)
		}
	}
	for range All() {
		n := p.Next(0, 3)
		if n == 0 || p.Solved(n) || All()[n-1].Hard() < hard {
			t.Fatalf("puzzle %d comes next", n)
		}
		hard = All()[n-1].Hard()
		p.Solve(n, 0)
	}
	if n := p.Next(0, 3); n != 0 || hard != 3 {
		t.Errorf("puzzle %d after all are solved, the hardest of %d", n, hard)
	}
}
