package table

import (
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// named is a finished table with a name.
func (d *den) named(name string) *game.Snapshot {
	d.Helper()
	return d.finished(func(t *game.NewTable) { t.Name = name })
}

// The name of a table is tidied, is there after a restart, and goes on with a rematch,
// but not with a game that one person plays on.
func TestTablesHaveNames(t *testing.T) {
	d := newDen(t, 66)
	s := d.named("  Friday\t evening ")
	next := d.rematch("anna", s.ID)
	on, err := d.PlayOnFor(t.Context(), "anna", s.ID, 0, 0, "random", "Anna")
	require.NoError(t, err)
	restarted := d.fresh()
	defer d.close(restarted)
	for id, want := range map[string]string{s.ID: "Friday evening", next: "Friday evening", on: "", d.named(" ").ID: ""} {
		again, err := restarted.Position(t.Context(), id, game.Actor{})
		require.NoError(t, err)
		if d.at(id).Name != want || again.Name != want {
			t.Errorf("table %s is called %q, after a restart %q, want %q", id, d.at(id).Name, again.Name, want)
		}
	}
}

// A name that is too long or not all visible is refused.
func TestNamesOfTablesShow(t *testing.T) {
	d := newDen(t, 67)
	most := strings.Repeat("ä", game.MaxTableName)
	for name, want := range map[string]error{most: nil, most + "x": game.ErrTableName, "a\u202eb": game.ErrTableName, "a\u200bb": game.ErrTableName, "\xff": game.ErrTableName} {
		_, err := d.Create(t.Context(), game.NewTable{Name: name, Seats: persons[:2]})
		require.ErrorIs(t, err, want, "a table called %q", name)
	}
}

// An operator removes the name of a table and of its rematches; nothing else changes.
func TestUnname(t *testing.T) {
	d := newDen(t, 68)
	s := d.named("Rude")
	next := d.rematch("anna", s.ID)
	require.NoError(t, d.Unname(t.Context(), s.ID))
	for _, id := range []string{s.ID, next} {
		if now := d.at(id); now.Name != "" || now.Seats[1].Name == "" || now.Frozen != nil {
			t.Errorf("the table is now called %q, with %+v", now.Name, now.Seats)
		}
		stored, err := d.opts.Store.Table(t.Context(), id)
		require.NoError(t, err)
		if strings.Contains(string(stored.Meta), "Rude") {
			t.Errorf("it is stored as %s", stored.Meta)
		}
	}
}
