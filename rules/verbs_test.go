package rules

import (
	"slices"
	"testing"

	"ruhr/board"
)

// Who adds a verb fills its row, gives it a run of action numbers, and puts them
// within reach of the decisions that offer it.
func TestVerbs(t *testing.T) {
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(b, 2, Variant{})
	offered := make([]map[Decision]bool, len(verbs))
	for d := range verbs {
		v := &verbs[d]
		if v.id == "" || v.rule == NoRule || v.phase == 0 || v.phaseRule == NoRule || len(v.decisions) == 0 {
			t.Errorf("the row of verb %d lacks something: %+v", d, *v)
		}
		if slices.Index(DoIDs[:], v.id) != d {
			t.Errorf("two verbs are called %q", v.id)
		}
		offered[d] = map[Decision]bool{}
	}
	for a := range Action(ActionsCount) {
		m, found := g.Move(a), false
		for _, d := range verbs[m.Do].decisions {
			if bases[d] <= a && a-bases[d] < everything {
				offered[m.Do][d], found = true, true
			}
		}
		if !found {
			t.Errorf("action %d (%+v) lies within the mask of none of the decisions of %q", a, m, m.Do)
		}
		if g.Action(m) != a {
			t.Errorf("action %d (%+v) has the same parts as action %d", a, m, g.Action(m))
		}
	}
	for d := range verbs {
		for _, decision := range verbs[d].decisions {
			if !offered[d][decision] {
				t.Errorf("%q has no action within the mask of decision %d", Do(d), decision)
			}
		}
	}
}
