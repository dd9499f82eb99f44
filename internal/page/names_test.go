package page

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/view"
)

// Decisions of seat 2 in that game: after them others have the seat.
const cleoUntil, botUntil = 22, 42

// changed is a table at which Cleo had seat 2 at first, then a computer player, and
// now Dora.
func changed(t *testing.T) (*example, *game.Snapshot) {
	e := exampleOf(t, "3-seats-thrifty")
	if e.Steps[cleoUntil].Seat != 2 || e.Steps[botUntil].Seat != 2 {
		for i, m := range e.Steps[:61] {
			t.Log(i, m.Seat)
		}
		t.Fatal("other seats decide there")
	}
	snap := e.snapshot(60, 2)
	snap.History = e.upTo(60)
	snap.Seats[2].Name = "Dora"
	snap.Sat = []game.Sitting{{Seat: 2, Until: 2*cleoUntil + 1, Name: "Cleo"}, {Seat: 2, Until: 2*botUntil + 1, Name: ""}}
	snap.Events = []game.Event{
		{N: 1, Kind: game.EventHint, Seat: 2},
		{N: 2*cleoUntil + 1, Kind: game.EventRemove, Seat: 2, Text: "Cleo"},
		{N: 2*cleoUntil + 3, Kind: game.EventFill, Seat: 2, Text: "greedy"},
		{N: 2*botUntil + 1, Kind: game.EventJoin, Seat: 2, Text: "Dora"},
		{N: 2*botUntil + 3, Kind: game.EventHint, Seat: 2},
	}
	return e, snap
}

// sitter is who had seat 2 of that table at a step.
func sitter(l *Localizer, step int) string {
	switch {
	case step <= cleoUntil:
		return "Cleo"
	case step <= botUntil:
		return l.botName(2)
	}
	return "Dora"
}

// wordsOf are the events of a step in words, with the name that seat 2 had then.
func wordsOf(c *Context, h *view.History, step int) (out []string) {
	names := slices.Clone(c.Names)
	names[2] = sitter(c.Localizer, step)
	l := c.AtTable(names, c.Signs)
	for _, e := range h.Events(step) {
		out = append(out, plain(l.Printer.Line(e).HTML))
	}
	return out
}

// The log, what is read aloud and the positions of the replay name who had a seat
// when it happened.
func TestNamesOfThatTime(t *testing.T) {
	e, snap := changed(t)
	s := e.shared("en", snap)
	gm := GameOf(in("en"), snap)
	named := map[string]int{}
	for step := 1; step <= 60; step++ {
		want := wordsOf(s.Context, e.History, step)
		for _, line := range want {
			if name := sitter(s.Localizer, step); strings.Contains(line, name) {
				named[name]++
			}
		}
		require.Slices(t, plainAll(s.Events(step-1)), want, "step %d as it is read", step)
		r := NewReplay(in("en"), gm, step, *of(considered(int(e.Steps[step].Action), 500, 0.4)))
		if e.Steps[step].Seat == 2 && (r.Considered == nil || !strings.Contains(plain(r.Considered.Title), sitter(s.Localizer, step))) {
			t.Errorf("step %d: what was considered is headed %+v", step, r.Considered)
		}
		if got := plainAll(r.Events); len(want) > 0 && !slices.Contains(got, want[0]) {
			t.Errorf("the replay says of step %d %q, want %q in it", step, got, want[0])
		}
		if got, want := r.Seats[2].Name, sitter(s.Localizer, min(step+1, 60)); got != want {
			t.Errorf("position %d of the replay has %q at seat 2, want %q", step, got, want)
		}
	}
	require.Must(t, len(named) == 3, "only %v are named", named)
	var want []string
	for step := range 61 {
		want = append(want, wordsOf(s.Context, e.History, step)...)
	}
	besides := plainAll(s.besides(0, s.N))
	for _, line := range plainAll(s.lately(1, 60, math.MaxInt)) {
		require.True(t, slices.Contains(want, line) || slices.Contains(besides, line), "the recap has %q", line)
	}
	for name, rounds := range map[string][]LogRound{"table": s.Log(1), "replay": NewReplay(in("en"), gm, 30, analysis.Analysis{}).Rounds} {
		for _, round := range rounds {
			for _, l := range round.Lines {
				if l.Link != "" && !slices.Contains(want, plain(l.Text)) {
					t.Errorf("the log of the %s has %q", name, plain(l.Text))
				}
			}
		}
	}
}

// An event at the table names who had the seat then; who was removed reads by whom.
func TestEventsNameWhoWasThere(t *testing.T) {
	e, snap := changed(t)
	snap.Sat[1].Until, snap.N = 119, 120
	snap.Events = []game.Event{{N: 118, Kind: game.EventHint, Seat: 2}, {N: 119, Kind: game.EventJoin, Seat: 2, Text: "Dora"}}
	s := e.shared("en", snap)
	var got []string
	for _, l := range s.Log(1)[0].Lines {
		if l.Link == "" {
			got = append(got, plain(l.Text))
		}
	}
	require.Slices(t, got, []string{s.botName(2) + " asks for suggestions", "Dora sits down"}, "the log ends")
	snap.Sat = []game.Sitting{{Seat: 2, Until: 41, Name: "Cleo"}, {Seat: 0, Until: 81, Name: "Olga"}}
	snap.Events = []game.Event{{N: 41, Kind: game.EventRemove, Seat: 2, Text: "Cleo", To: 0}}
	snap.You = game.You{Freed: []int{2}, Seat: -1}
	if got := e.page(snap).Standing; got == nil || !strings.Contains(plain(got.Says), "Olga") || strings.Contains(plain(got.Says), "Anna") {
		t.Errorf("who was removed by Olga reads %+v", got)
	}
}

// Who comes to a seat has moved only since then.
func TestNewcomerHasNotMoved(t *testing.T) {
	e, snap := changed(t)
	since := 0
	for n := botUntil + 1; n < e.Len(); n++ {
		now := e.snapshot(n, 2)
		now.Seats[2].Name, now.Sat = "Dora", snap.Sat
		p := e.page(now)
		moved := slices.ContainsFunc(now.Steps[botUntil:], func(s game.Step) bool { return s.Seat == 2 && !s.Auto })
		if p.hasMoved(2) != moved {
			t.Fatalf("position %d: the newcomer has moved: %v", n, p.hasMoved(2))
		}
		if p.You.Act && !moved {
			since++
			if got := p.lastOwn(p.You); p.Recap != nil || got != botUntil+1 {
				t.Errorf("position %d: since step %d the newcomer missed %q, want %d and nothing", n, got, p.Recap, botUntil+1)
			}
		}
	}
	require.True(t, since != 0, "the newcomer is never asked for the first time")
}

// Each of two people who had a seat answers for the advice they asked for.
func TestAdvisedByPerson(t *testing.T) {
	e, snap := changed(t)
	if got := plain(e.page(snap).Advised()); got != "Suggestions asked for: Cleo once and you once" {
		t.Errorf("advice asked for: %q", got)
	}
}
