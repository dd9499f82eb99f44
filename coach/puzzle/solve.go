package puzzle

import (
	"cmp"
	"math/bits"
	"slices"

	"ruhr/bot/search"
	"ruhr/rules"
)

// Solver works out by how many VP a seat leads the best other seat at the end of the game
// if it plays its best and all others, together, play against it. So whatever the others
// do, the seat gets as much. Of equivalent actions only one is tried.
type Solver struct {
	g     *rules.Game
	seat  int
	known map[rules.State]int
	left  int // positions that may still be visited; below 0 it has given up
}

// NewSolver makes a solver for a seat that visits so many positions at most.
func NewSolver(g *rules.Game, seat, limit int) *Solver {
	return &Solver{g: g, seat: seat, known: map[rules.State]int{}, left: limit}
}

// GaveUp reports whether there were too many positions; then all results are void.
func (v *Solver) GaveUp() bool { return v.left < 0 }

// Lead is what the seat leads by at the end, whatever the others do.
func (v *Solver) Lead(s *rules.State) int {
	lead, _ := v.best(s)
	return lead
}

// Line is how the game goes on to its end if all play as [Solver.Lead] says.
func (v *Solver) Line(s rules.State) (line []rules.Action) {
	for s.Decision() != rules.Over && !v.GaveUp() {
		_, a := v.best(&s)
		line = append(line, a)
		v.g.Play(&s, a)
	}
	return line
}

// best is the lead and the action that keeps it.
func (v *Solver) best(s *rules.State) (lead int, best rules.Action) {
	if s.Decision() == rules.Over {
		return lead0(v.g, s, v.seat), rules.None
	}
	own := s.ToDecide() == v.seat
	list := narrowed(v.g, s)
	for i, a := range list {
		next := *s
		v.g.Play(&next, a)
		if x := v.value(&next); i == 0 || own && x > lead || !own && x < lead {
			lead, best = x, a
		}
	}
	return lead, best
}

// value is the lead, worked out once for each position with a choice.
func (v *Solver) value(s *rules.State) int {
	if known, ok := v.known[*s]; ok {
		return known
	}
	if v.left--; v.left < 0 {
		return 0
	}
	lead, _ := v.best(s)
	v.known[*s] = lead
	return lead
}

// lead0 is how many VP more a seat has at the end than the best other.
func lead0(g *rules.Game, s *rules.State, seat int) int {
	other := -1000
	for k := range g.Seats() {
		if k != seat {
			other = max(other, g.Score(s, k))
		}
	}
	return g.Score(s, seat) - other
}

// narrowed are the actions of a position, equivalent ones once and without those that
// are no better than doing nothing.
func narrowed(g *rules.Game, s *rules.State) (list []rules.Action) {
	l := g.Legal(s)
	for m := search.Narrow(g, s, l.Mask); m != 0; m &= m - 1 {
		list = append(list, l.Base+rules.Action(bits.TrailingZeros64(m)))
	}
	return list
}

// Plan is what a seat may do in its turn. Plans that lead to equivalent positions are
// one, whatever their order.
type Plan struct {
	Actions []rules.Action
	End     rules.State // after the turn
	Lead    int
}

// Plans are all plans for the turn of the seat to decide, the best first.
func (v *Solver) Plans(s *rules.State) (list []Plan) {
	seen := map[rules.State]bool{}
	var walk func(now rules.State, actions []rules.Action)
	walk = func(now rules.State, actions []rules.Action) {
		if seen[now] || v.GaveUp() {
			return
		}
		seen[now] = true
		if !SameTurn(s, &now) {
			list = append(list, Plan{slices.Clone(actions), now, v.value(&now)})
			return
		}
		for _, a := range narrowed(v.g, &now) {
			next := now
			v.g.Play(&next, a)
			walk(next, append(actions, a))
		}
	}
	walk(*s, nil)
	slices.SortStableFunc(list, func(a, b Plan) int { return cmp.Compare(b.Lead, a.Lead) })
	return list
}

// SameTurn reports whether the turn that began at a position still goes on.
func SameTurn(began, now *rules.State) bool {
	return now.Decides(began.ToDecide()) && now.Phase() == began.Phase() && now.Turn() == began.Turn()
}
