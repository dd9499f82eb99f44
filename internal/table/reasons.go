package table

import (
	"cmp"
	"slices"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// Reasons are what a computer player considered of a decision.
type Reasons struct {
	Best     []analysis.Considered // its best choices first; empty where nothing is known
	Playouts int                   // of all its choices
}

// made is the log number at which decision n was made, or is held; 0 for none.
func (f *fold) made(n int) int64 {
	switch {
	case n >= 0 && n < len(f.steps):
		return f.steps[n].made
	case n == len(f.steps) && f.held != nil:
		return f.held.n
	}
	return 0
}

// isMade reports whether a decision that stands was made at a log number, or is held.
func (f *fold) isMade(number int64) bool {
	_, stands := slices.BinarySearchFunc(f.steps, number, func(s Step, n int64) int { return cmp.Compare(s.made, n) })
	return stands || f.held != nil && f.held.n == number
}

// showsThoughts reports whether what computer players considered may be seen.
func (f *fold) showsThoughts() bool {
	s := f.state()
	if s.Decision() == rules.Over {
		return true
	}
	people := 0
	for _, seat := range f.seats {
		if seat.Kind != Bot {
			people++
		}
	}
	return f.setup.Hints && people <= 1
}
