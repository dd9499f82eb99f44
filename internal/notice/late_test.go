package notice

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// hears makes a table by correspondence and lets its first notices go out; it
// returns who is to act and who is not, and what each hears from then on.
func (w *world) hears(wishes Wishes, settings string) (id string, acts, waits store.Account, of map[store.Account]*receiver) {
	w.Helper()
	anna, bert := w.person("Anna", settings), w.person("Bert", settings)
	of = map[store.Account]*receiver{anna: w.hooked(anna, wishes), bert: w.hooked(bert, wishes)}
	id = w.sit(correspondence(), anna, bert)
	w.pass(0)
	s, _ := w.at(id, anna)
	if s.ToAct == 0 {
		return id, anna, bert, of
	}
	return id, bert, anna, of
}

// When four fifths of the time for a turn have gone, its person hears it once,
// also after a restart; who has moved meanwhile does not.
func TestTimeRunsShort(t *testing.T) {
	w := newWorld(t)
	id, acts, waits, of := w.hears(Wishes{Late: true}, "")
	want := func(what, one, other string) {
		t.Helper()
		if a, b := of[acts].take(), of[waits].take(); a != one || b != other {
			t.Fatalf("%s: who is to act hears %q, the other %q; want %q and %q", what, a, b, one, other)
		}
	}
	w.pass(57 * time.Hour) // of 72
	w.pass(soon)
	want("before", "", "")
	var err error
	if w.Service, err = New(w.Options); err != nil { // the program starts again
		t.Fatal(err)
	}
	w.pass(36 * time.Minute)
	w.pass(soon)
	want("four fifths have gone", "time", "")
	w.pass(time.Hour)
	w.pass(soon)
	want("once", "", "")
	w.play(id, acts)
	w.pass(0)
	acts, waits = waits, acts
	w.pass(57*time.Hour + 37*time.Minute)
	w.play(id, acts) // just in time
	w.pass(soon)
	want("who has moved", "", "")
}

// The warning waits for the end of quiet hours, but for no daily message.
func TestWarningAtWhichTime(t *testing.T) {
	for _, c := range []struct {
		name     string
		daily    bool
		settings string
		after    time.Duration // of the warning
	}{
		{"at once", false, "", soon},
		{"daily", true, "", soon},
		{"in quiet hours", false, "from=21:00&to=23:00&zone=UTC", 84 * time.Minute}, // it is 21:36
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			_, acts, _, of := w.hears(Wishes{Late: true, Daily: c.daily, Hour: 20}, c.settings)
			w.pass(57*time.Hour + 36*time.Minute + time.Second)
			w.pass(c.after - 2*time.Second)
			require.Equal(t, of[acts].take(), "", "too early")
			w.pass(4 * time.Second)
			require.Equal(t, of[acts].take(), "time", "in time")
		})
	}
}

// A channel that was added during a turn hears when the time for it runs low, and
// nothing of what came before.
func TestWarningForANewChannel(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	id := w.sit(correspondence(), anna, bert)
	s, _ := w.at(id, anna)
	w.pass(time.Hour) // nobody listens
	of := w.hooked([]store.Account{anna, bert}[s.ToAct], AllWishes())
	w.pass(56 * time.Hour)
	w.pass(soon)
	require.Equal(t, of.take(), "", "before four fifths have gone")
	w.pass(36 * time.Minute)
	w.pass(soon)
	require.Equal(t, of.take(), "time", "when four fifths have gone")
}

// Live tables and others without clocks warn nobody.
func TestNoWarning(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	a, b := w.hooked(anna, Wishes{Late: true}), w.hooked(bert, Wishes{Late: true})
	quick, _ := game.PaceNamed("quick")
	w.sit(quick, anna, bert)
	w.sit(game.Pace{}, anna, bert)
	for range 12 {
		w.pass(time.Minute)
	}
	require.Equal(t, a.take()+b.take(), "", "what is heard")
}

// Who is asked to let a choice be taken back hears it, unless it is settled by
// then.
func TestTakebackIsTold(t *testing.T) {
	for _, answered := range []bool{false, true} {
		w := newWorld(t)
		id, acts, waits, of := w.hears(Wishes{Takeback: true}, "")
		for n := 0; ; n++ { // until a choice was made after which nothing was revealed
			w.play(id, acts)
			if s, _ := w.at(id, acts); len(s.You.Takeback) > 0 {
				break
			}
			if acts, waits = waits, acts; n > 20 {
				t.Fatal("nothing to take back")
			}
		}
		s, who := w.at(id, acts)
		require.Succeeds(t)(w.tables.Do(w.ctx, id, who, s.N, "", game.AskTakeback(who.Seats[0])))
		w.pass(0)
		want := "takeback"
		if answered {
			s, who := w.at(id, waits)
			require.Succeeds(t)(w.tables.Do(w.ctx, id, who, s.N, "", game.AnswerTakeback(who.Seats[0], false)))
			want = ""
		}
		w.pass(soon)
		w.pass(soon)
		if a, b := of[acts].take(), of[waits].take(); a != "" || b != want {
			t.Errorf("answered %v: who asked hears %q, the other %q; want nothing and %q", answered, a, b, want)
		}
	}
}

// Channels from before there were such notices have them if they have turns.
func TestWishesFromBefore(t *testing.T) {
	for settings, want := range map[string]bool{
		`{"turn":true}`: true, `{"end":true}`: false, `{"turn":true,"takeback":false,"time":false}`: false, `{"takeback":true,"time":true}`: true, `nonsense`: false,
	} {
		if w := readWishes(settings); w.Takeback != want || w.Late != want {
			t.Errorf("%s: %+v, want both %v", settings, w, want)
		}
	}
	off := AllWishes()
	off.Takeback, off.Late = false, false
	require.Equal(t, readWishes(off.encode("")), off, "wishes read again")
}

// A round of a tournament is told, too, to somebody alone with computer players there, whose
// clock runs.
func TestRoundsAloneAreTold(t *testing.T) {
	w := newWorld(t)
	anna := w.person("Anna", "")
	annas := w.hooked(anna, Wishes{})
	n := game.NewTable{ID: store.NewID(), Tournament: store.NewID(), Pace: correspondence(), Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Bot, Name: "B", Level: "random"}}}
	require.NoError(t, table.StartSeated(w.ctx, w.tables, n, []store.Hash{store.HashOf(anna.Holder()), {}}, ""))
	w.pass(store.NewsLater * time.Millisecond)
	w.pass(soon)
	require.Equal(t, annas.take(), "turn", "what Anna hears when the round begins")
	s, _ := w.at(n.ID, anna)
	w.pass(s.Clocks[0].Until.Sub(beginning.Add(time.Duration(w.passed.Load()))) - time.Minute)
	w.pass(soon)
	require.Equal(t, annas.take(), "time", "what Anna hears while a minute is left")
}
