package page

import (
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

func (e *example) game() *Game {
	seats := e.Rules.Seats()
	return &Game{History: e.History, Names: fourNames[:seats], Signs: crossSigns[:seats], Link: "/g", Score: "/g/score", Record: "/g/record", Table: "/t"}
}

// Names of seats in texts get their colours, whatever number the seat has.
func TestColoursOfNames(t *testing.T) {
	l := in("en").AtTable([]string{"Anna", "Bert <b>"}, []int{1, 0})
	got := string(l.T("page.event.hint", "seat", view.SeatRef(0)))
	require.True(t, strings.Contains(got, `class="who seat-1"`) && !strings.Contains(got, "seat-0"), "seat 0 with sign 1 is %s", got)
	if got := string(l.T("page.event.hint", "seat", view.SeatRef(1))); strings.Contains(got, "<b>,") || !strings.Contains(got, "&lt;b&gt;") {
		t.Errorf("a name is markup: %s", got)
	}
	same := in("en").AtTable([]string{"Anna", "Bert"}, []int{0, 1})
	if got := string(same.T("page.event.hint", "seat", view.SeatRef(1))); !strings.Contains(got, `class="who seat-1"`) {
		t.Errorf("seat 1 with sign 1 is %s", got)
	}
	require.Equal(t, l.Level("unheard <of>"), "unheard &lt;of&gt;", "a level without a name")
	if plain(l.Level("greedy")) != l.Plain("page.level.greedy") || l.MapWord("map.rhine") != l.Plain("page.map.rhine") || plain(l.Colour("blue")) != l.Plain("page.colour.blue") || plain(l.Setting("theme", "dark")) != l.Plain("page.settings.theme.dark") {
		t.Error("a word is not the catalogue's")
	}
}

// Why a command changed nothing, with the rule as a link.
func TestRefused(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	l := in("en").AtTable(fourNames[:2], crossSigns[:2])
	board := NewBoard(board.Default())
	stale := &game.Refusal{Key: game.ErrStale.Key, Seat: -1}
	if n := l.Refused(board, fmt.Errorf("again: %w", stale)); n == nil || n.Bad || n.Rule != "" || plain(n.Text) != plain(l.T("page.refused.stale")) || n.HTML() != n.Text {
		t.Errorf("a stale command: %+v", n)
	}
	taken := &game.Refusal{Key: game.ErrBadName.Key, Seat: 1, Value: "x"}
	if n := l.Refused(board, taken); !n.Bad || plain(n.Text) != plain(l.T("page.refused.bad_name", "seat", view.SeatRef(1), "value", "x")) {
		t.Errorf("a bad name: %+v", n)
	}
	s := e.Steps[0].State
	var err error
	for a := range rules.ActionsCount {
		if err = e.Rules.Apply(&s, rules.Action(a)); err != nil {
			break
		}
	}
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	want := l.Printer.Refusal(view.RefusalOf(e.Rules, refusal))
	n := l.Refused(board, err)
	require.True(t, n.Bad && n.Rule == want.Rule && plain(n.Text) == want.Why.Plain, "an illegal action: %+v, want %+v", n, want)
	require.Equal(t, string(n.HTML()), string(n.Text)+` <a class="rule" href="/handbook#`+n.Rule+`">`+n.Rule+`</a>`, "with its rule")
	require.True(t, l.Refused(board, errors.New("disk full")) == nil && (*Notice)(nil).HTML() == "", "a failure is shown as a refusal")
	if n := l.Trouble("page.error.internal"); !n.Bad || plain(n.Text) != l.Plain("page.error.internal") {
		t.Errorf("trouble is %+v", n)
	}
}

// Tables in a list, with their day, their seats and what they wait for.
func TestTableLines(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	asked, over := e.snapshot(30, e.Steps[30].State.ToDecide()), e.snapshot(e.Len(), 0)
	asked.Created = time.Date(1990, time.March, 7, 12, 0, 0, 0, time.UTC)
	over.Frozen = &game.Frozen{Key: game.FrozenLog}
	got := TableLines(in("fr"), []game.Listed{{Snapshot: asked}, {Snapshot: over}})
	first := got[0]
	if first.ID != "TABLE" || first.Day != "1990-03-07" || first.Begun != "7 mars 1990, 12:00" || first.Round != asked.State.Round() || !first.Asked || first.Over || first.Frozen || first.Turn != "" ||
		!slices.Equal(first.Names, []LineSeat{{SeatName: SeatName{"Anna", 3}, VP: asked.State.VP(0)}, {SeatName: SeatName{"Bert", 2}, VP: asked.State.VP(1)}}) {
		t.Errorf("the first table is %+v", first)
	}
	if !got[1].Over || !got[1].Frozen || got[1].Asked || got[1].Names[0].VP != over.Game.Result(&over.State).VP[0] ||
		got[1].Names[0].Won == got[1].Names[1].Won {
		t.Errorf("the second table is %+v", got[1])
	}
	waits := e.snapshot(30, -1)
	waits.Seats[1] = game.Seat{Kind: game.Bot, Name: "Bert", Level: "lotse"}
	line := TableLines(in("en"), []game.Listed{{Snapshot: waits}})[0]
	if name := waits.Seats[waits.ToAct].Name; line.Asked || plain(line.Turn) != name+" to move" || line.Names[1].Level == "" {
		t.Errorf("a table that waits for %s is %+v", name, line)
	}
	waits.Seats[1].Name = "" // a deal that is repeated names no other people
	require.True(t, TableLines(in("en"), []game.Listed{{Snapshot: waits}})[0].Names[1].Name != "", "a computer player has no name in lists")
}

// A list is sorted by the last move, by the beginning, or by whom it waits for; a
// query finds names and levels.
func TestSortAndFind(t *testing.T) {
	day := func(n int) time.Time { return time.Date(1990, time.March, n, 0, 0, 0, 0, time.UTC) }
	seats := func(name, level string) []LineSeat {
		return []LineSeat{{SeatName: SeatName{name, 0}}, {SeatName: SeatName{"Bert", 1}, Level: template.HTML(level)}}
	}
	list := []TableLine{
		{ID: "a", made: day(1), since: day(9), Names: seats("Anna", "Lotse")},
		{ID: "b", made: day(2), since: day(5), Names: seats("Anna", "Reeder"), Asked: true},
		{ID: "c", made: day(3), since: day(3), Names: seats("Cleo", "H&#39;n"), Asked: true},
	}
	ids := func(list []TableLine) (out string) {
		for _, line := range list {
			out += line.ID
		}
		return out
	}
	for order, want := range map[string]string{"played": "abc", "begun": "cba", "turn": "bca"} {
		sorted := slices.Clone(list)
		if Sort(sorted, order); ids(sorted) != want {
			t.Errorf("by %s: %s, want %s", order, ids(sorted), want)
		}
	}
	for query, want := range map[string]string{"": "abc", "anna": "ab", " REED  ann ": "b", "h'n": "c", "dora": ""} {
		require.Equal(t, ids(Find(list, query)), want, "what %q finds", query)
	}
}

// A seat has the sign of its colour; of an unknown colour the first.
func TestSeatNames(t *testing.T) {
	names, signs := SeatNames(&game.Snapshot{Seats: []game.Seat{{Name: "A", Colour: game.Colours[2]}, {Name: "", Colour: "puce"}, {Name: "C", Colour: game.Colours[1]}}})
	require.True(t, slices.Equal(names, []string{"A", "", "C"}) && slices.Equal(signs, []int{2, 0, 1}), "%q with the signs %v", names, signs)
}
