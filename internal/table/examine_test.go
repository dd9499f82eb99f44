package table

import (
	"errors"
	"strings"
	"testing"

	"ruhr/internal/store"
)

// What is sound is found sound, at the beginning, in the middle and at the end;
// what is spoilt is found with its reason.
func TestExaminer(t *testing.T) {
	d := newDen(t, 71)
	x := NewExaminer(d.opts.Store)
	begun := d.create(persons[:3]...)
	middle := d.play(d.create(persons[:2]...), func(s *Snapshot) bool { return len(s.Steps) > 40 })
	end := d.play(d.create(bots(2)...), never)
	for _, s := range []*Snapshot{begun, middle, end} {
		if over, err := x.Table(t.Context(), s.ID); err != nil || over != s.Over {
			t.Errorf("after %d decisions: over %v, %v", len(s.Steps), over, err)
		}
	}
	if _, err := x.Table(t.Context(), store.NewID()); !errors.Is(err, ErrNoTable) {
		t.Errorf("no table: %v", err)
	}
	for name, c := range map[string]struct {
		spoilt *spoilt
		want   string
	}{
		"an entry that does not fit": {&spoilt{log: func(l []store.Entry) ([]store.Entry, error) {
			l[3].Body = []byte(`{"do":{"do":"nothing"}}`)
			return l, nil
		}}, "entry 4"},
		"a seat that is not at the table": {&spoilt{log: func(l []store.Entry) ([]store.Entry, error) {
			l[3].Seat = 2
			return l, nil
		}}, "seat 2, expected 0 to 1"},
		"a gap":       {&spoilt{log: func(l []store.Entry) ([]store.Entry, error) { return nil, store.ErrDamaged }}, "damaged"},
		"no board":    {&spoilt{board: store.ErrNoBoard}, "no such board"},
		"other faces": {&spoilt{table: otherFaces(false)}, ""},
	} {
		c.spoilt.Store = d.opts.Store
		_, err := NewExaminer(c.spoilt).Table(t.Context(), end.ID)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}
