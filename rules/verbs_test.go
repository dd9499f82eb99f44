package rules

import (
	"errors"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
)

// Who adds a verb fills its row, gives it a run of action numbers, and puts them
// within reach of the decisions that offer it.
func TestVerbs(t *testing.T) {
	b := board.Default()
	g := NewGame(b, 2, Variant{})
	offered := make([]map[Decision]bool, len(verbs))
	for d := range verbs {
		v := &verbs[d]
		if v.id == "" || v.rule == NoRule || v.phase == 0 || v.phaseRule == NoRule || len(v.decisions) == 0 {
			t.Errorf("the row of verb %d lacks something: %+v", d, *v)
		}
		require.True(t, slices.Index(DoIDs[:], v.id) == d, "two verbs are called %q", v.id)
		offered[d] = map[Decision]bool{}
	}
	for a := range Action(ActionsCount) {
		m, found := g.Move(a), false
		for _, d := range verbs[m.Do].decisions {
			if bases[d] <= a && a-bases[d] < 64 {
				offered[m.Do][d], found = true, true
			}
		}
		require.True(t, found, "action %d (%+v) lies within the mask of none of the decisions of %q", a, m, m.Do)
		require.Equal(t, g.Action(m), a, "the action of the same parts %+v", m)
	}
	for d := range verbs {
		for _, decision := range verbs[d].decisions {
			if !offered[d][decision] {
				t.Errorf("%q has no action within the mask of decision %d", Do(d), decision)
			}
		}
	}
}

// An action that does not exist has no parts.
func TestNoSuchAction(t *testing.T) {
	b := board.Default()
	g := NewGame(b, 2, Variant{})
	for _, a := range []Action{Action(ActionsCount), None} {
		require.Equal(t, g.Move(a), Move{}, "action %d, which is none", a)
		s := g.Start(0)
		s.ask(Pay, 0, 1)
		if r := g.Why(&s, a); r == nil || r.Rule != ORDER1 || r.Key != NotNow {
			t.Errorf("action %d is refused by %v, expected ORDER-1: not now", a, r)
		}
	}
}

// choices is chance that a test decides.
type choices struct{ marker, country int }

func (c choices) Marker(*State) (int, error)  { return c.marker, nil }
func (c choices) Country(*State) (int, error) { return c.country, nil }

// Chance is asked until a seat must decide, and an outcome that cannot be is
// refused (WATER-1, EVENT-4, SET-3).
func TestSettle(t *testing.T) {
	b := board.Default()
	g := NewGame(b, 2, Variant{})
	s := g.Start(0)
	if err := g.Settle(&s, choices{marker: board.Markers}); !isRefusal(err, WATER1) || s.Decision() != DrawMarker {
		t.Errorf("a marker that does not exist: error %v, expected a refusal by WATER-1", err)
	}
	if err := g.Settle(&s, choices{}); err != nil || s.Decision() != ChooseOption {
		t.Errorf("error %v and decision %d, expected options to be chosen", err, s.Decision())
	}
	p := g.Layout(&s)
	p.Round, p.Phase = 4, Event
	s, err := g.Set(p)
	if err != nil || s.Decision() != RevealCountry {
		t.Fatalf("round 4 waits for decision %d (%v), expected a country (EVENT-4)", s.Decision(), err)
	}
	if err := g.Settle(&s, choices{marker: 1, country: board.Countries}); !isRefusal(err, SET3) || s.Decision() != RevealCountry {
		t.Errorf("a country that does not exist: error %v, expected a refusal by SET-3", err)
	}
}

func isRefusal(err error, rule Rule) bool {
	refusal := new(Refusal)
	return errors.As(err, &refusal) && refusal.Rule == rule
}
