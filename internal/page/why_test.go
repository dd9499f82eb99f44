package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// What an element of the board is, what it could be used for now, and why not.
func TestWhy(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a purchase of seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "buy" })
	snap := e.snapshot(n, 0)
	pos := e.At(n)
	l := in("en")
	name := func(thing view.Thing) string { return l.Printer.Thing(thing, "name").Plain }
	for _, x := range []struct {
		target view.Target
		head   string
		lines  bool
		texts  int
		year   string
	}{
		{view.Target{Kind: "space", ID: pos.Cities[3].ID}, pos.Cities[3].Name, true, 2, ""},
		{view.Target{Kind: "depot", ID: pos.Depots[1].ID}, name(view.DepotThing(pos.Depots[1].Territory)), true, 2, ""},
		{view.Target{Kind: "column", ID: "belgium"}, name(view.ColumnThing("belgium")), true, 2, ""},
		{view.Target{Kind: "option", ID: "wage"}, name(view.OptionThing("wage")), true, 1, ""},
		{view.Target{Kind: "progress", ID: "inn"}, name(view.ProgressThing("inn")), true, 3, ""},
		{view.Target{Kind: "progress", ID: "mayor"}, name(view.ProgressThing("mayor")), false, 3, ""},
		{view.Target{Kind: "year", ID: fmt.Sprint(pos.Years[2].Year)}, name(eventThing(3)), false, len(pos.Years[2].Events), fmt.Sprint(pos.Years[2].Year)},
		{view.Target{Kind: "stage", ID: pos.Track.Stages[1].ID}, name(stageThing(pos.Track.Stages[1].ID)), false, 1, ""},
		{view.Target{Kind: "export"}, l.Plain("symbol.export.name"), false, 3, ""},
		{view.Target{Kind: "year", ID: "1492"}, "", false, 0, ""}, {view.Target{Kind: "stage", ID: "x"}, "", false, 0, ""}, {view.Target{Kind: "progress", ID: "x"}, name(view.ProgressThing("x")), false, 0, ""},
		{view.Target{Kind: "space", ID: "x"}, "", false, 0, ""}, {view.Target{Kind: "depot", ID: "x"}, "", false, 0, ""}, {view.Target{}, "", false, 0, ""},
	} {
		got := NewWhy(l, snap, x.target)
		if plain(got.Head) != x.head || (len(got.Lines) > 0) != x.lines || len(got.Texts) != x.texts || got.Year != x.year || got.ID != "TABLE" {
			t.Errorf("%v: %q, %d lines, texts %v, year %q; want %q, lines %v, %d texts, year %q", x.target, got.Head, len(got.Lines), got.Texts, got.Year, x.head, x.lines, x.texts, x.year)
		}
		actions := view.ActionsAt(e.Rules, &snap.State, x.target)
		for i, line := range got.Lines {
			no := view.WhyNot(e.Rules, &snap.State, actions[i])
			require.True(t, (line.Why == "") == (no == nil), "%v: %q is said to be possible, or not", x.target, line.Name)
			if no != nil && (line.Rule != no.Rule || plain(line.Why) != plain(l.AtTable(fourNames[:2], crossSigns[:2]).Printer.Refusal(no).Why.HTML)) {
				t.Errorf("%v: %q is forbidden by %s, %q", x.target, line.Name, line.Rule, line.Why)
			}
		}
	}
	first := &pos.Spaces[0]
	if got := NewWhy(l, snap, view.Target{Kind: "space", ID: first.ID}).Texts; len(got) < len(symbolsOf(first)) || len(got) == 0 {
		t.Errorf("the first space is explained by %v", got)
	}
	if got := NewWhy(l, e.snapshot(e.Len(), 0), view.Target{Kind: "option", ID: "wage"}); got.Head == "" || got.Lines != nil {
		t.Error("after the end an option still has actions")
	}
	for _, target := range []view.Target{{Kind: "export"}, {Kind: "column", ID: "belgium"}, {Kind: "year", ID: fmt.Sprint(pos.Years[3].Year)}} {
		texts := NewWhy(l, snap, target).Texts
		require.True(t, texts[len(texts)-1].Rule != "", "%v is explained without a rule: %+v", target, texts)
	}
}

// PROG-1, PROG-3: a progress marker says what it does and takes; how many tokens are missing is said
// to those who sit at the table and lack it.
func TestWhyOfMarkers(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a purchase of seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "buy" })
	l, pos := in("en"), e.At(n)
	for seat := range 2 {
		snap := e.snapshot(n, seat)
		snap.You.Seats = []int{seat}
		for _, m := range pos.Seats[seat].Progress {
			target := view.Target{Kind: "progress", ID: m.ID}
			got := NewWhy(l, snap, target)
			if len(got.Texts) != 2+b2i(m.State == "open") || !strings.Contains(plain(got.Texts[1].Text), fmt.Sprint(m.Needs[0].Tokens, " ×")) {
				t.Errorf("%s (%s) is explained by %v", m.ID, m.State, got.Texts)
			}
			if m.State == "open" && !strings.Contains(plain(got.Texts[2].Text), fmt.Sprint(m.Missing, " development token")) {
				t.Errorf("%s: %q, but %d tokens are missing", m.ID, got.Texts[2].Text, m.Missing)
			}
		}
		snap.You.Seats = nil
		if got := NewWhy(l, snap, view.Target{Kind: "progress", ID: "mayor"}); len(got.Texts) != 2 {
			t.Errorf("a spectator is told %v", got.Texts)
		}
	}
}

// SAIL-2, BUY-2: of a weir it is said what it is and what it may become; of a lock, only that.
func TestWhyOfLocks(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "the first lock", func(p *view.Position) bool {
		return slices.ContainsFunc(p.Spaces, func(sp view.Space) bool { return sp.Kind == "lock" && sp.Builder >= 0 })
	})
	l, pos := in("en"), e.At(n)
	weir, lock := WhyText{l.T("symbol.obstacle.text"), symbolRules()["obstacle"]}, WhyText{l.T("symbol.lock.text"), symbolRules()["lock"]}
	for _, sp := range pos.Spaces {
		if sp.Kind != "lock" {
			continue
		}
		texts := NewWhy(l, e.snapshot(n, 0), view.Target{Kind: "space", ID: sp.ID}).Texts
		if slices.Contains(texts, weir) != (sp.Builder < 0) || !slices.Contains(texts, lock) {
			t.Errorf("%s, built by %d, is explained by %v", sp.ID, sp.Builder, texts)
		}
	}
}

// START-3, START-4: of a die it is said what it is, and whether it can be loaded; of an empty wharf,
// that there is nothing to load.
func TestWhyOfDice(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a start by seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "start" })
	l, pos, dice, empty := in("en"), e.At(n), 0, 0
	for _, sp := range pos.Spaces {
		if sp.Kind != "storage" {
			continue
		}
		w := NewWhy(l, e.snapshot(n, 0), view.Target{Kind: "space", ID: sp.ID})
		load := w.Lines[0]
		if sp.Die == 0 {
			empty++
			require.True(t, load.Why != "" && load.Rule != "", "%s is empty, but coal can be loaded: %+v", sp.ID, w.Lines)
			continue
		}
		dice++
		if said := plain(w.Texts[0].Text); !strings.Contains(said, fmt.Sprint(sp.Die)) || !strings.Contains(said, sp.Colour) {
			t.Errorf("%s has %s coal of %d; it is said to have %q", sp.ID, sp.Colour, sp.Die, said)
		}
		can := slices.ContainsFunc(view.ActionsAt(e.Rules, e.After(n), view.Target{Kind: "space", ID: sp.ID}), e.Rules.Legal(e.After(n)).Has)
		if may := w.First()[0].Why == ""; may != can || !may && w.First()[0].Rule == "" {
			t.Errorf("%s: %+v, but legal: %v", sp.ID, w.First(), can)
		}
	}
	require.True(t, dice != 0 && empty != 0, "%d wharves have dice, %d have none; the game must be another one", dice, empty)
}

// What was asked comes first: what is possible, or else what the likeliest needs.
func TestWhyAnswersFirstWhatWasAsked(t *testing.T) {
	can, no := func(name string) WhyLine { return WhyLine{Name: template.HTML(name)} }, func(name string) WhyLine { return WhyLine{Name: template.HTML(name), Why: "not so"} }
	for _, x := range []struct{ lines, first, rest []WhyLine }{
		{nil, nil, nil},
		{[]WhyLine{no("a"), no("b")}, []WhyLine{no("a")}, []WhyLine{no("b")}},
		{[]WhyLine{no("a"), can("b"), no("c")}, []WhyLine{can("b")}, []WhyLine{no("a"), no("c")}},
	} {
		w := &Why{Lines: x.lines}
		require.True(t, slices.Equal(w.First(), x.first) && slices.Equal(w.Rest(), x.rest), "%v: first %v, then %v", x.lines, w.First(), w.Rest())
	}
}
