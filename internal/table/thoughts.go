package table

import (
	"context"
	"maps"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/bot/analysis"
)

// mostThoughts is how many choices are kept of what a computer player considered.
const mostThoughts = 4

// keptThoughts is of how many tables thoughts are kept.
const keptThoughts = 1000

// thoughts are what the computer players of the tables played last considered: the
// log has only what they did, and nothing hangs on why.
type thoughts struct {
	mu sync.Mutex
	of *simplelru.LRU[string, map[int64]analysis.Analysis] // by table and the log number of the decision, which never comes again
}

func newThoughts(tables int) *thoughts {
	return &thoughts{of: newLRU[string, map[int64]analysis.Analysis](tables)}
}

// keep keeps what was considered of a decision of a table by its log number. What
// belongs to decisions that do not stand any more goes.
func (t *thoughts) keep(table string, number int64, stands func(number int64) bool, a analysis.Analysis) {
	if len(a.Candidates) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	of, _ := t.of.Get(table)
	if of == nil {
		of = map[int64]analysis.Analysis{}
		t.of.Add(table, of)
	}
	maps.DeleteFunc(of, func(number int64, _ analysis.Analysis) bool { return !stands(number) })
	of[number] = a.Top(mostThoughts)
}

// about are what was considered of a decision of a table.
func (t *thoughts) about(table string, number int64) analysis.Analysis {
	t.mu.Lock()
	defer t.mu.Unlock()
	of, _ := t.of.Get(table)
	return of[number]
}

// Considered is what the computer player that took decision n, from 0, considered of
// it; nothing where it did not search, the table was not in memory all the while since,
// or it may not be seen ([game.Game.ShowsThoughts]). Errors: ErrNoTable.
func (v *Service) Considered(ctx context.Context, id string, n int) (analysis.Analysis, error) {
	f, err := v.load(ctx, id)
	if err != nil || f.Rules == nil || !f.ShowsThoughts() {
		return analysis.Analysis{}, err
	}
	return v.thoughts.about(f.ID, f.Made(n)), nil
}
