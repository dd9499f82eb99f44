package table

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// mostThoughts is how many choices are kept of what a computer player considered.
const mostThoughts = 4

// Reasons are what a computer player considered of a decision.
type Reasons struct {
	Best     []analysis.Considered // its best choices first; empty where nothing is known
	Playouts int                   // of all its choices
}

// thoughts are what the computer players of a table considered, for as long as it is
// cached: the log has only what they did, and nothing hangs on why. All folds of
// a table share them.
type thoughts struct {
	mu sync.Mutex
	of map[int64]Reasons // by the log number of the decision, which never comes again
}

// explain keeps what was considered of decision n of the fold, which may be the
// one that is held. What belongs to
// decisions that have been taken back goes.
func (f *fold) explain(n int, list []analysis.Considered) {
	if len(list) == 0 {
		return
	}
	r := Reasons{Best: slices.Clone(list[:min(len(list), mostThoughts)])}
	for _, c := range list {
		r.Playouts += c.Playouts
	}
	t := f.thoughts
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.of, func(number int64, _ Reasons) bool {
		_, stands := slices.BinarySearchFunc(f.steps, number, func(s Step, n int64) int { return cmp.Compare(s.made, n) })
		return !stands && (f.held == nil || f.held.n != number)
	})
	if f.held != nil && n == len(f.steps) {
		t.of[f.held.n] = r
		return
	}
	t.of[f.steps[n].made] = r
}

// reasons are what was considered of decision n of the fold.
func (f *fold) reasons(n int) Reasons {
	if n < 0 || n >= len(f.steps) {
		return Reasons{}
	}
	f.thoughts.mu.Lock()
	defer f.thoughts.mu.Unlock()
	return f.thoughts.of[f.steps[n].made]
}

// Considered is what the computer player that took decision n, from 0, considered of
// it; nothing where it did not search or the table was not in memory all the
// while since. It is advice of a kind, so that a running game where there is anybody
// to take advantage of gives none: only one whose table allows hints and has a
// single person. Errors: ErrNoTable.
func (v *Service) Considered(ctx context.Context, id string, n int) (Reasons, error) {
	f, err := v.load(ctx, id)
	if err != nil || f.game == nil || !f.showsThoughts() {
		return Reasons{}, err
	}
	return f.reasons(n), nil
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
