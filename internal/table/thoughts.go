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

// Reasons are what an opponent considered of a decision.
type Reasons struct {
	Best     []bot.Considered // its best choices first; empty where nothing is known
	Playouts int              // of all its choices
}

// thoughts are what the opponents of tables considered, for as long as the
// program runs and there are not too many tables: the log has only what they
// did, and nothing hangs on why.
type thoughts struct {
	mu    sync.Mutex
	kept  map[string]*tableThoughts
	most  int    // tables
	noted uint64 // so far
}

// tableThoughts are those of a table by the number in its log of the entry that
// took the decision, which never comes again.
type tableThoughts struct {
	of   map[int64]Reasons
	last uint64 // when something was noted
}

func newThoughts(most int) thoughts { return thoughts{kept: map[string]*tableThoughts{}, most: most} }

// note keeps what was considered of the decision with which a fold goes on
// after n others.
func (t *thoughts) note(next *fold, n int, list []bot.Considered) {
	if len(list) == 0 {
		return
	}
	r := Reasons{Best: slices.Clone(list[:min(len(list), mostThoughts)])}
	for _, c := range list {
		r.Playouts += c.Playouts
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.kept[next.id]
	if of == nil {
		t.makeRoom()
		of = &tableThoughts{of: map[int64]Reasons{}}
		t.kept[next.id] = of
	}
	t.noted++
	of.last = t.noted
	of.of[next.steps[n].N] = r
	if len(of.of) > mostDecisions {
		of.forgetUndone(next)
	}
}

// mostDecisions is more than a game has: with more thoughts than that, some are
// of decisions that have been taken back.
const mostDecisions = 500

func (o *tableThoughts) forgetUndone(f *fold) {
	stand := map[int64]Reasons{}
	for _, step := range f.steps {
		if r, ok := o.of[step.N]; ok {
			stand[step.N] = r
		}
	}
	o.of = stand
}

// makeRoom lets the table go at which nothing was noted for longest, where
// there are too many.
func (t *thoughts) makeRoom() {
	if len(t.kept) < t.most {
		return
	}
	oldest := ""
	for id, of := range t.kept {
		if oldest == "" || of.last < t.kept[oldest].last {
			oldest = id
		}
	}
	delete(t.kept, oldest)
}

// on is what was considered of decision n of a fold.
func (t *thoughts) on(f *fold, n int) Reasons {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.kept[f.id]
	if of == nil || n < 0 || n >= len(f.steps) {
		return Reasons{}
	}
	return of.of[f.steps[n].N]
}

// Considered is what the opponent that took decision n, from 0, considered of
// it; nothing where it did not search or the program has been started anew
// since. It is advice of a kind, so that a running game where there is anybody
// to take advantage of gives none: only one whose table allows hints and has a
// single person. Errors: ErrNoTable.
func (v *Service) Considered(ctx context.Context, id string, n int) (Reasons, error) {
	f, err := v.load(ctx, id)
	if err != nil || f.game == nil || !f.tellsThoughts() {
		return Reasons{}, err
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
