package table

import (
	"context"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

func nameless(string) string { return game.Nameless }

// A person who is forgotten leaves no name at their seat, neither where it is shown
// nor in what is stored, and a computer player plays on.
func TestForget(t *testing.T) {
	d := newDen(t, 21)
	ctx := t.Context()
	s := d.create(game.NewSeat{Kind: game.Person, Name: "Anna Secret"}, game.NewSeat{Kind: game.Person, Name: "Ben"}, game.NewSeat{Kind: game.Open})
	s = d.ok(d.Do(ctx, s.ID, seat(2), s.N, "a-key", game.Join(2, "Cleo Secret")))
	s = d.ok(d.Do(ctx, s.ID, seat(0), s.N, "", game.Rename(0, "Another Secret")))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(0), s.N, "", game.Rename(1, "Anna")))
	cold := d.fresh()
	defer d.close(cold)
	before := d.at(s.ID)
	for _, k := range []int{0, 2} {
		require.NoError(t, d.Forget(ctx, s.ID, k, "random", nameless))
	}
	require.True(t, d.Forget(ctx, store.NewID(), 0, "random", nameless) != nil, "a table that is not there has been forgotten")
	s = d.settled(s.ID)
	again, err := cold.Position(ctx, s.ID, seat(0, 1, 2))
	require.NoError(t, err)
	d.same("the table read afresh", again, s)
	for k, want := range []game.Seat{{Name: game.Nameless, Level: "random"}, {Name: "Ben"}, {Name: game.Nameless, Level: "random"}} {
		if got := s.Seats[k]; got.Name != want.Name || got.Level != want.Level || got.Kind != game.Person {
			t.Errorf("seat %d is %+v", k, got)
		}
	}
	stored, err := d.opts.Store.Table(ctx, s.ID)
	require.NoError(t, err)
	for what, shown := range map[string]string{
		"what is shown": text(t, s), "the meta": string(stored.Meta), "the log": bodies(d.log(s.ID)),
	} {
		require.True(t, !strings.Contains(shown, "Secret"), "%s still has the name: %s", what, shown)
	}
	require.True(t, strings.Contains(text(t, before), "Another Secret"), "a snapshot from before has changed")
	if n, err := d.Do(ctx, s.ID, seat(1), s.N, "", game.Rename(1, "Bert")); err != nil || n.Seats[1].Name != "Bert" {
		t.Errorf("the table does not go on: %v", err)
	}
}

// A game that is over stays as it is but for the name.
func TestForgetAfterTheEnd(t *testing.T) {
	d := newDen(t, 22)
	s := d.create(game.NewSeat{Kind: game.Person, Name: "Anna"}, game.NewSeat{Kind: game.Bot, Name: "B", Level: "random"})
	s = d.play(s, never)
	steps := len(s.Steps)
	require.NoError(t, d.Forget(t.Context(), s.ID, 0, "random", nameless))
	s = d.at(s.ID)
	if s.Seats[0].Name != game.Nameless || s.Seats[0].Level != "" || len(s.Steps) != steps || !s.Over {
		t.Errorf("the seat is %+v after %d of %d decisions", s.Seats[0], len(s.Steps), steps)
	}
	r, err := d.Record(t.Context(), s.ID, game.Actor{})
	require.True(t, err == nil && r.Players[0].Name == game.Nameless, "the record has %+v, %v", r.Players, err)
}

// Nothing is kept for a person who is forgotten: their seat of a rematch is free, whether
// it is made before, after or meanwhile.
func TestForgetAtTheRematch(t *testing.T) {
	d := newDen(t, 23)
	ctx := t.Context()
	for _, made := range []string{"before", "after", "meanwhile"} {
		s := d.play(d.create(game.NewSeat{Kind: game.Person, Name: "Anna Secret"}, game.NewSeat{Kind: game.Person, Name: "Ben"}), never)
		require.NoError(t, d.grant(ctx, "anna", s.ID, []int{0}))
		rematch := func() string {
			next, err := d.Rematch(ctx, s.ID, seat(1), game.Part{})
			require.NoError(t, err)
			return next
		}
		forget := func() {
			require.NoError(t, d.Forget(ctx, s.ID, 0, "random", nameless))
		}
		switch made {
		case "before":
			rematch()
			forget()
		case "after":
			forget()
		case "meanwhile": // it exists, and its table before does not name it yet
			plain := d.opt.Store
			d.opt.Store = &inheriting{plain, forget}
			rematch()
			d.opt.Store = plain
		}
		next := d.at(rematch())
		if got := next.Seats[1]; got.Kind != game.Open || got.Name != "" || got.Level != "" || got.Kept || next.Seats[0].Name != "Ben" {
			t.Errorf("a rematch made %s: its seats are %+v", made, next.Seats)
		}
		stored, err := d.opts.Store.Table(ctx, next.ID)
		if err != nil || strings.Contains(text(t, next)+string(stored.Meta)+bodies(d.log(next.ID)), "Secret") {
			t.Errorf("a rematch made %s still has the name, %v", made, err)
		}
	}
}

// rewritten is a store that notes which entries were rewritten.
type rewritten struct {
	Store
	entries []store.Entry
}

func (s *rewritten) Redact(ctx context.Context, id string, after int64, r store.Redaction) error {
	s.entries = append(s.entries, r.Entries...)
	return s.Store.Redact(ctx, id, after, r)
}

// However often a seat was renamed, only the entries with the name are rewritten.
func TestForgetRewritesWhatHasTheName(t *testing.T) {
	d := newDen(t, 24)
	s := d.create(persons[:2]...)
	for _, name := range []string{"Secret", "Anne", "Secret", "Ann"} {
		s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, name)))
	}
	st := &rewritten{Store: d.opts.Store}
	d.opts.Store = st
	v := d.fresh()
	defer d.close(v)
	require.NoError(t, v.Redact(t.Context(), s.ID, 0, func(name string) string { return strings.ReplaceAll(name, "Secret", game.Nameless) }))
	if log := bodies(d.log(s.ID)); len(st.entries) != 2 || strings.Contains(log, "Secret") || !strings.Contains(log, "Anne") {
		t.Errorf("%d entries were rewritten, the log has %s", len(st.entries), log)
	}
}

// bodies are what a log says.
func bodies(log []store.Entry) (out string) {
	for _, e := range log {
		out += string(e.Body)
	}
	return out
}
