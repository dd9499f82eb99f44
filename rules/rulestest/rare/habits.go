package rare

import (
	"ruhr/board"
	"ruhr/rules"
)

// Habit is a way to play at random: each legal action is chosen with a chance
// in proportion to its weight, which is at least 1, so that nothing legal is
// out of the question.
type Habit struct {
	Name   string
	weight func(g *rules.Game, s *rules.State, m rules.Move) int
}

// Habits are the ways to play. The first is uniform; the others lead where a
// uniform player seldom comes: into debt, to an empty bag, to a full port, to
// full areas and sold-out markers.
var Habits = []Habit{
	{"uniform", func(*rules.Game, *rules.State, rules.Move) int { return 1 }},
	{"spender", spender},
	{"idler", idler},
	{"docker", docker},
	{"gatherer", gatherer},
}

// Pick chooses from a list of legal actions. random gives an even number from
// 0 to n-1.
func (h *Habit) Pick(g *rules.Game, s *rules.State, list []rules.Action, random func(n int) int) rules.Action {
	sum := 0
	for _, a := range list {
		sum += h.weight(g, s, g.Move(a))
	}
	k := random(sum)
	for _, a := range list {
		if k -= h.weight(g, s, g.Move(a)); k < 0 {
			return a
		}
	}
	return list[len(list)-1]
}

// spender never keeps a Thaler and ends up towed: the dearest option, then all
// that can be bought, and no debt paid back (DEBT, START-12).
func spender(g *rules.Game, s *rules.State, m rules.Move) int {
	switch m.Do {
	case rules.DoOption:
		if m.Free {
			return 1
		}
		return 1 + 8*rules.OptionPrice(s.Round(), m.Option)
	case rules.DoSell:
		if isRuhrort(g, m.At) {
			return 8
		}
	case rules.DoLock, rules.DoWarehouse, rules.DoShift:
		return 20
	case rules.DoPay, rules.DoTake, rules.DoInn:
		if m.VP == (m.Do != rules.DoPay) {
			return 8
		}
	}
	return 1
}

// idler builds nothing, so that the bag runs empty (WATER-1, WATER-4).
func idler(_ *rules.Game, _ *rules.State, m rules.Move) int {
	if m.Do == rules.DoDone {
		return 200
	}
	return 1
}

// docker sells in Ruhrort and fills the port (SAIL-5, BUY-6, BUY-7, EXP-1).
func docker(g *rules.Game, _ *rules.State, m rules.Move) int {
	switch {
	case m.Do == rules.DoOption && m.Option.HasPilot(), m.Do == rules.DoSell && isRuhrort(g, m.At), m.Do == rules.DoShift:
		return 10
	case m.Do == rules.DoWarehouse && m.InPort:
		return 40
	}
	return 1
}

// gatherer collects tokens of all areas and builds with all that they bring
// (PROG, BUY-3 to BUY-8, BUY-10).
func gatherer(g *rules.Game, s *rules.State, m rules.Move) int {
	switch m.Do {
	case rules.DoStart:
		if g.White()>>m.At&1 != 0 {
			return 6
		}
	case rules.DoSell:
		white := 0
		if g.White()>>g.StorageOf(s.BargeAt(s.ToDecide()))&1 != 0 {
			white = 1
		}
		if g.AddToken(s.Tokens(s.ToDecide()), g.SellArea(m.At, white)) != s.Tokens(s.ToDecide()) {
			return 10
		}
	case rules.DoLock, rules.DoWarehouse:
		return 10
	case rules.DoRepay:
		return 6
	}
	return 1
}

func isRuhrort(g *rules.Game, sell int) bool {
	return g.Board().River[g.Board().At.Sell[sell]].Kind == board.Harbour
}
