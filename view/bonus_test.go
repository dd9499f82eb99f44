package view_test

import (
	"slices"
	"testing"

	"ruhr/rules"
	"ruhr/view"
)

// What a purchase changes at the end is the difference between the score sheets
// before and after it (END-1, END-5), without the Thaler and the markers; a step is
// a line that counts more afterwards.
func TestBonus(t *testing.T) {
	compared := []string{"essenCities", "markCities", "allCities", "allDepots", "depotMajorities", "debts"}
	sum := func(lines []view.SheetLine) (vp int) {
		for _, l := range lines {
			if slices.Contains(compared, l.ID) {
				vp += l.VP
			}
		}
		return vp
	}
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			s := h.Steps[n].State
			before := view.SheetOf(h.Rules, &s)
			for _, c := range view.Choices(h.Rules, h.Codec, &s) {
				after := s
				h.Rules.Play(&after, rules.Action(c.Action))
				is, was := view.SheetOf(h.Rules, &after).Seats[c.Seat].Lines, before.Seats[c.Seat].Lines
				want := 0
				if s.Phase() == rules.Purchase {
					want = sum(is) - sum(was)
				}
				if c.AtEnd != want {
					t.Fatalf("decision %d: %s changes %d at the end, want %d", n, c.Key, c.AtEnd, want)
				}
				if want > 0 {
					seen[c.Group]++
				}
				if c.Step == nil {
					continue
				}
				i := slices.IndexFunc(is, func(l view.SheetLine) bool { return l.ID == c.Step.ID })
				if is[i] != withSection(*c.Step, is[i]) || is[i].N <= was[i].N || is[i].N < 2 {
					t.Fatalf("decision %d: %s is a step to %+v, the sheet counts %+v after %+v", n, c.Key, *c.Step, is[i], was[i])
				}
				seen["step"]++
			}
		}
	})
	for _, what := range []string{"city", "depot", "repay", "step"} {
		if seen[what] == 0 {
			t.Errorf("%s did not come about", what)
		}
	}
}

// withSection is a line with the section of another.
func withSection(l, of view.SheetLine) view.SheetLine {
	l.Section = of.Section
	return l
}
