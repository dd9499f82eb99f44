package page

import (
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/view"
)

// What one has to know of the choices at hand is said with its rule: the price of
// a debt (DEBT-1), an empty supply (BUY-12), what the cap takes (EXP-2), and who is
// about to take the last copy of a marker (PROG-2).
func TestNotesOnChoices(t *testing.T) {
	limited := func(missing int, state string) []view.Progress {
		return []view.Progress{{ID: "mayor", Limited: true, State: state, Missing: missing}}
	}
	for name, x := range map[string]struct {
		decision   string
		me         view.Seat
		owes       bool
		left, mine int
		other      int
		state      string
		want       []string
	}{
		"nothing to say":        {"buy", view.Seat{Supply: 1, Thaler: 10}, false, 2, 1, 1, "open", nil},
		"a debt":                {"option", view.Seat{}, true, 2, 1, 1, "open", []string{"DEBT-1"}},
		"an empty supply":       {"buy", view.Seat{Thaler: 3}, false, 2, 1, 1, "open", []string{"BUY-12"}},
		"… where none is built": {"sell", view.Seat{}, false, 2, 1, 1, "open", nil},
		"above the cap":         {"buy", view.Seat{Supply: 1, Thaler: 11}, false, 2, 1, 1, "open", []string{"EXP-2"}},
		"the last copy":         {"sell", view.Seat{}, false, 1, 2, 1, "open", []string{"PROG-2"}},
		"… as dice return":      {"place", view.Seat{}, false, 1, 2, 1, "open", nil},
		"… out of one's reach":  {"sell", view.Seat{}, false, 1, 3, 1, "open", nil},
		"… out of theirs":       {"sell", view.Seat{}, false, 1, 1, 2, "open", nil},
		"… that they have":      {"sell", view.Seat{}, false, 1, 1, 1, "held", nil},
	} {
		c := exampleOf(t, "2-seats-thrifty").context(0)
		x.me.Progress = limited(x.mine, "open")
		c.Pos.Decision, c.Pos.Limited = x.decision, []view.Copies{{ID: "mayor", Left: x.left}}
		c.Pos.Seats = []view.Seat{x.me, {Progress: limited(x.other, x.state)}}
		s := &Shared{Context: c, snap: &game.Snapshot{}}
		s.groups = func() ([]ChoiceGroup, []view.Choice) {
			return []ChoiceGroup{{ID: "lock", Cards: []Card{{Owes: x.owes}}}}, make([]view.Choice, 2)
		}
		var got []string
		for _, n := range s.notes(game.You{Act: true, Seat: 0}) {
			got = append(got, n.Rule)
		}
		require.Slices(t, got, x.want, "%s: the notes cite", name)
	}
}

// A buyer who can only stop is told that nothing can be bought (BUY-1).
func TestNothingToBuyIsSaid(t *testing.T) {
	c := exampleOf(t, "2-seats-thrifty").context(0)
	c.Pos.Decision, c.Pos.Limited = "buy", nil
	c.Pos.Seats = []view.Seat{{Supply: 1}, {}}
	s := &Shared{Context: c, snap: &game.Snapshot{}}
	for want, groups := range [][]ChoiceGroup{{{ID: "lock"}, {ID: waysOut}}, {{ID: waysOut}}} {
		s.groups = func() ([]ChoiceGroup, []view.Choice) { return groups, nil }
		if notes := s.notes(game.You{Act: true, Seat: 0}); len(notes) != want {
			t.Errorf("with the choices %v the notes are %v, want %d", groups, notes, want)
		}
	}
}

// One note names all markers of which a seat is about to take the last copy, and says
// whether it still lacks a token (PROG-2).
func TestLastCopiesAreOneNote(t *testing.T) {
	open := func(missing int) []view.Progress {
		return []view.Progress{{ID: "mayor", Limited: true, State: "open", Missing: missing}, {ID: "inn", Limited: true, State: "open", Missing: missing}}
	}
	c := exampleOf(t, "2-seats-thrifty").context(0)
	c.Pos.Limited = []view.Copies{{ID: "mayor", Left: 1}, {ID: "inn", Left: 1}}
	s := &Shared{Context: c, snap: &game.Snapshot{}}
	s.groups = func() ([]ChoiceGroup, []view.Choice) { return []ChoiceGroup{{ID: "lock"}}, make([]view.Choice, 2) }
	for missing, want := range []string{"has the tokens for the last copy of: Mayor and Inn", "is one token short of the last copy of: Mayor and Inn", ""} {
		c.Pos.Seats = []view.Seat{{Progress: open(2)}, {Progress: open(missing)}}
		var got []string
		for _, note := range s.notes(game.You{Act: true, Seat: 0}) {
			if note.Rule == "PROG-2" {
				got = append(got, plain(note.Text))
			}
		}
		if len(got) != min(1, len(want)) || want != "" && !strings.Contains(got[0], want) {
			t.Errorf("with %d tokens missing the notes are %q, want one with %q", missing, got, want)
		}
	}
}

// Where no option is no choice, the note says why (START-5).
func TestNoteOnRequiredOption(t *testing.T) {
	e := exampleOf(t, "3-seats-uniform")
	seen := map[bool]int{}
	for n := range e.Len() {
		c := e.context(n)
		if c.Pos.Decision != "option" {
			continue
		}
		choices := view.Choices(e.Rules, e.Codec, &e.Steps[n].State)
		none := slices.ContainsFunc(choices, func(x view.Choice) bool { return x.Key == "option_none" })
		s := &Shared{Context: c, snap: &game.Snapshot{Game: e.Rules, State: e.Steps[n].State}}
		groups := c.choices(choices)
		if !slices.ContainsFunc(groups, func(g ChoiceGroup) bool { return g.ID == "option" }) {
			continue
		}
		if said := s.noneRefused(groups) != nil; said == none {
			t.Errorf("position %d: no option is a choice: %v, and a note says why not: %v", n, none, said)
		}
		seen[none]++
	}
	require.True(t, seen[true] != 0 && seen[false] != 0, "both cases should occur: %v", seen)
}
