package table

import (
	"errors"
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

// The owner alone gives a table another name, before and during the game, once for a key. It
// is there after a restart, goes on with a rematch, and is as limited as that of a new table.
func TestTablesAreNamedLater(t *testing.T) {
	d := newDen(t, 69)
	c, err := d.CreateFor(t.Context(), "anna", game.NewTable{Seats: append(persons[:2:2], bots(1)...)})
	require.NoError(t, err)
	s, owner := d.settled(c.ID), game.Actor{Seats: []int{0, 1}, Owner: true}
	name := func(who game.Actor, at int64, key, name string) (*game.Snapshot, error) {
		return d.Do(t.Context(), s.ID, who, at, key, game.NameTable(name))
	}
	for what, c := range map[string]struct {
		who  game.Actor
		name string
		want error
	}{
		"a player":        {seat(0), "X", game.ErrNotOwner},
		"a spectator":     {game.Actor{}, "X", game.ErrNotOwner},
		"a long name":     {owner, strings.Repeat("x", game.MaxTableName+1), game.ErrTableName},
		"a hidden letter": {owner, "a\u202eb", game.ErrTableName},
	} {
		if _, err := name(c.who, s.N, "", c.name); !errors.Is(err, c.want) || d.at(s.ID).Name != "" {
			t.Errorf("%s: %v, and the table is called %q", what, err, d.at(s.ID).Name)
		}
	}
	d.ok(name(owner, s.N, "k", " Friday\t evening "))
	now := d.at(s.ID)
	now = d.ok(d.Do(t.Context(), s.ID, owner, now.N, "", game.Act(legal(now)[0])))
	d.ok(name(owner, s.N, "k", " Friday\t evening ")) // sent again
	if log := d.at(s.ID).Events; len(log) != 1 || log[0].Kind != game.EventName || log[0].Text != "Friday evening" {
		t.Errorf("the log says %+v", log)
	}
	d.ok(name(game.Actor{Owner: true}, now.N, "", "Rude")) // without a seat
	over := d.play(d.at(s.ID), never)
	if _, err := name(owner, over.N, "", "Late"); !errors.Is(err, game.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
	next := d.rematch("anna", s.ID)
	restarted := d.fresh()
	defer d.close(restarted)
	for _, id := range []string{s.ID, next} {
		again, err := restarted.Position(t.Context(), id, game.Actor{})
		require.NoError(t, err)
		if d.at(id).Name != "Rude" || again.Name != "Rude" {
			t.Errorf("it is called %q, after a restart %q", d.at(id).Name, again.Name)
		}
	}
}

// An operator removes the names of a table and of its rematches; nothing else changes.
func TestUnname(t *testing.T) {
	d := newDen(t, 68)
	c, err := d.CreateFor(t.Context(), "anna", game.NewTable{Name: "Rude", Seats: persons[:3]})
	require.NoError(t, err)
	s := d.ok(d.Do(t.Context(), c.ID, d.who("anna", c.ID), 1, "", game.NameTable("Rude, too")))
	d.play(s, never)
	next := d.rematch("anna", s.ID)
	require.NoError(t, d.Unname(t.Context(), s.ID))
	for _, id := range []string{s.ID, next} {
		if now := d.at(id); now.Name != "" || now.Seats[1].Name == "" || now.Frozen != nil {
			t.Errorf("the table is now called %q, with %+v", now.Name, now.Seats)
		}
		stored, err := d.opts.Store.Table(t.Context(), id)
		require.NoError(t, err)
		log, err := d.opts.Store.Log(t.Context(), id, 1)
		require.NoError(t, err)
		for _, e := range log {
			stored.Meta = append(stored.Meta, e.Body...)
		}
		if strings.Contains(string(stored.Meta), "Rude") {
			t.Errorf("it is stored as %s", stored.Meta)
		}
	}
}
