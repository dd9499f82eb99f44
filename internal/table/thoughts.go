package table

import (
	"context"
	"slices"
	"sync"

	"ruhr/bot"
	"ruhr/rules"
)

// mostThoughts is how many choices are kept of what an opponent considered.
const mostThoughts = 4

// thought is what an opponent considered of one decision.
type thought struct {
	state rules.State // before it
	taken rules.Action
	list  []bot.Considered
}

// thoughts are what the opponents of tables considered, for as long as the
// program runs and there are not too many tables: the log has only what they
// did, and nothing hangs on why.
type thoughts struct {
	mu   sync.Mutex
	kept map[string]map[int]thought // by table, by the decision's place among all
	most int                        // tables
}

func newThoughts(most int) thoughts { return thoughts{kept: map[string]map[int]thought{}, most: most} }

// note keeps what was considered of the decision that follows a fold; thoughts
// on decisions that have been taken back go.
func (t *thoughts) note(f *fold, taken rules.Action, list []bot.Considered) {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.kept[f.id]
	if of == nil {
		if len(list) == 0 {
			return
		}
		for other := range t.kept {
			if len(t.kept) < t.most {
				break
			}
			delete(t.kept, other)
		}
		of = map[int]thought{}
		t.kept[f.id] = of
	}
	n := len(f.steps)
	for k := range of {
		if k >= n {
			delete(of, k)
		}
	}
	if len(list) > 0 {
		of[n] = thought{f.state(), taken, slices.Clone(list[:min(len(list), mostThoughts)])}
	}
}

// on is what was considered of decision n of a fold, nil where nothing is known.
func (t *thoughts) on(f *fold, n int) []bot.Considered {
	t.mu.Lock()
	defer t.mu.Unlock()
	th, ok := t.kept[f.id][n]
	if !ok || n >= len(f.steps) || f.steps[n].Action != th.taken || f.after(n) != th.state {
		return nil
	}
	return th.list
}

// Considered is what the opponent that took decision n, from 0, considered of
// it: its best choices first, nil where it did not search or the program has
// been started anew since. It is advice of a kind, so that a running game where
// there is anybody to take advantage of gives none: only one whose table allows
// hints and has a single person. Errors: ErrNoTable.
func (v *Service) Considered(ctx context.Context, id string, n int) ([]bot.Considered, error) {
	f, err := v.load(ctx, id)
	if err != nil || f.game == nil || !f.tellsThoughts() {
		return nil, err
	}
	return v.thoughts.on(f, n), nil
}

// tellsThoughts says whether opponents tell what they considered.
func (f *fold) tellsThoughts() bool {
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
