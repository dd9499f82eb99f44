// Package analysis has what searches expect of the actions of a position, and
// corrects it before people see it. It does not search.
package analysis

import (
	"cmp"
	"math"
	"slices"

	"ruhr/rules"
)

// Analysis is what a search expects of the actions of a position. The zero value
// is that nothing is known.
type Analysis struct {
	Candidates []Candidate // the best first
	Playouts   int         // of all actions, also of those not listed
	Exact      bool        // worked out to the end of the game instead of tried
	Edge       Edge        // what mainly sets the best apart from the next; zero where nothing is known
	// Plan is what the seat would do after the best, forced actions included, until
	// chance or another seat decides; nothing where nothing follows or is known.
	Plan []rules.Action
}

// Even is a difference of shares of wins, 0 to 1, that a quick search cannot tell from
// none: twice the deviation of such differences between two searches.
const Even = 0.04

// Follow puts the first action of an earlier plan first, and the rest of the plan
// after it, unless the seat may now expect clearly less of it than of the best.
func (a *Analysis) Follow(plan []rules.Action, seat int) {
	if len(plan) == 0 || a.Exact {
		return
	}
	at := slices.IndexFunc(a.Candidates, func(c Candidate) bool { return c.Action == plan[0] })
	if at < 0 || a.Candidates[at].Rare || a.Candidates[0].Win[seat]-a.Candidates[at].Win[seat] > Even {
		return
	}
	if at > 0 {
		planned := a.Candidates[at]
		a.Candidates = slices.Insert(slices.Delete(slices.Clone(a.Candidates), at, at+1), 0, planned)
		a.Edge = Edge{}
	}
	a.Plan = plan[1:]
}

// Of is the analysis of actions that were all tried, or all worked out exactly.
func Of(list []Candidate, exact bool) Analysis {
	a := Analysis{Candidates: list, Exact: exact}
	for i := range list {
		a.Playouts += list[i].Playouts
	}
	return a
}

// Top is the analysis with no more than n candidates.
func (a Analysis) Top(n int) Analysis {
	a.Candidates = append([]Candidate(nil), a.Candidates[:min(n, len(a.Candidates))]...)
	return a
}

// Candidate is what a search expects of one action, per seat: the share of wins
// (0 to 1, ties split; of all seats together 1) and the mean final VP with an 80 %
// interval. The figures are not rounded.
type Candidate struct {
	Action   rules.Action
	Playouts int
	Rare     bool // tried too rarely to compare its figures with the others'
	Win      [4]float64
	VP       [4]float64
	Low      [4]float64
	High     [4]float64
}

// Compare puts the better of two candidates of a seat first: those tried often
// enough, by their share of wins and then by VP; then the others, by how often
// they were tried. A difference within a hundredth of wins is chance, so it
// compares whole hundredths.
func Compare(x, y *Candidate, seat int) int {
	switch {
	case x.Rare && y.Rare:
		return cmp.Compare(y.Playouts, x.Playouts)
	case x.Rare:
		return 1
	case y.Rare:
		return -1
	}
	return cmp.Or(cmp.Compare(math.Round(100*y.Win[seat]), math.Round(100*x.Win[seat])), cmp.Compare(y.VP[seat], x.VP[seat]))
}
