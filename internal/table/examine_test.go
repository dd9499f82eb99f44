package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// What is sound is found sound, at the beginning, in the middle and at the end;
// what is spoilt is found with its reason.
func TestExaminer(t *testing.T) {
	d := newDen(t, 71)
	x := NewExaminer(d.opts.Store)
	begun := d.create(persons[:3]...)
	middle := d.play(d.create(persons[:2]...), func(s *game.Snapshot) bool { return len(s.Steps) > 40 })
	end := d.play(d.create(bots(2)...), never)
	for _, s := range []*game.Snapshot{begun, middle, end} {
		require.Returns(t, s.Over, "after %d decisions: over", len(s.Steps))(x.Table(t.Context(), s.ID))
	}
	require.Fails(t, ErrNoTable, "no table")(x.Table(t.Context(), store.NewID()))
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
		require.True(t, err != nil && strings.Contains(err.Error(), c.want), "%s: %v, want an error with %q", name, err, c.want)
	}
}

// The record is held against the table: as many decisions, and the same position
// after them, at any moment of a game.
func TestExaminerReferees(t *testing.T) {
	d := newDen(t, 72)
	x := NewExaminer(d.opts.Store)
	for s := d.create(persons[:2]...); ; {
		f, err := x.v.load(t.Context(), s.ID)
		require.NoError(t, err)
		require.ErrorIs(t, x.referee(t.Context(), f), nil, "after %d decisions", len(s.Steps))
		for name, c := range map[string]struct {
			spoil func(f *game.Game)
			want  string
		}{
			"a decision fewer": {func(f *game.Game) { f.Steps = f.Steps[:len(f.Steps)-1] }, fmt.Sprintf("%d decisions, the table %d", len(s.Steps), len(s.Steps)-1)},
			"another position": {func(f *game.Game) {
				f.History.Steps = slices.Clone(f.History.Steps)
				f.History.Steps[len(f.Steps)] = f.History.Steps[0]
			}, "another position"},
			"another table": {func(f *game.Game) { *f = *game.Unreadable(store.NewID(), nil) }, "no such table"},
			"no board":      {func(f *game.Game) { f.Board = strings.Repeat("0", 64) }, "no such board"},
		} {
			g := f.Clone()
			if len(g.Steps) == 0 {
				break
			}
			board := f.Board
			c.spoil(g)
			if err := x.referee(t.Context(), g); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("after %d decisions, %s: %v, expected an error with %q", len(s.Steps), name, err, c.want)
			}
			f.Board = board
		}
		if s.Over {
			return
		}
		n := len(s.Steps) + 12
		s = d.play(s, func(s *game.Snapshot) bool { return len(s.Steps) >= n })
	}
}
