package view_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// exported is what a seat's exports bring this round if nobody buys anything more.
func exported(g *rules.Game, s rules.State, seat int) (vp int) {
	var facts []rules.Fact
	noting := g.WithFacts(&facts)
	for round := s.Round(); s.Phase() == rules.Purchase && s.Round() == round; {
		legal := g.Legal(&s).Append(nil)
		noting.Play(&s, legal[len(legal)-1]) // done, or what the building duty leaves
	}
	for _, f := range facts {
		if f.Kind == rules.FVP && f.Rule == rules.EXP1 && int(f.Seat) == seat {
			vp += int(f.A)
		}
	}
	return vp
}

// endVP are the VP of the lines of a seat's sheet that purchases are compared by.
func endVP(sheet view.Sheet, seat int) (vp int) {
	compared := []string{"essenCities", "markCities", "allCities", "allDepots", "depotMajorities"}
	for _, l := range sheet.Seats[seat].Lines {
		if slices.Contains(compared, l.ID) {
			vp += l.VP
		}
	}
	return vp
}

// What tells a purchase apart is first what it changes of this round's exports
// (EXP-1), then of the score sheet without the Thaler, markers and debts (END-1), then
// a line that counts more afterwards.
func TestExtra(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			s := h.Steps[n].State
			if s.Phase() != rules.Purchase {
				continue
			}
			before := view.SheetOf(h.Rules, &s)
			for _, c := range view.Choices(h.Rules, h.Codec, &s) {
				if c.Do == "done" {
					continue
				}
				after := s
				h.Rules.Play(&after, rules.Action(c.Action))
				sheet := view.SheetOf(h.Rules, &after)
				end, now := endVP(sheet, c.Seat)-endVP(before, c.Seat), exported(h.Rules, after, c.Seat)-exported(h.Rules, s, c.Seat)
				checkExtra(t, &c, now, end, before.Seats[c.Seat].Lines, sheet.Seats[c.Seat].Lines)
				if c.Extra != nil {
					seen[c.Extra.Kind]++
				}
			}
		}
	})
	for _, what := range view.ExtraKinds {
		require.True(t, seen[what] != 0, "%s did not come about", what)
	}
}

func checkExtra(t *testing.T, c *view.Choice, now, end int, was, is []view.SheetLine) {
	t.Helper()
	e := view.Extra{}
	if c.Extra != nil {
		e = *c.Extra
	}
	switch {
	case now != 0:
		if e.Kind != "export" || e.N != now || e.Country != c.Target.ID && c.Do != "shift" {
			t.Fatalf("%s of %s changes %d of the exports: %+v", c.Key, c.Target.ID, now, e)
		}
	case end != 0:
		require.Must(t, e.Kind == "end" && e.N == end && len(e.Lines) != 0, "%s changes %d at the end: %+v", c.Key, end, e)
	case e.Kind == "step":
		i := slices.IndexFunc(is, func(l view.SheetLine) bool { return l.ID == e.Lines[0] })
		if is[i].N != e.N || is[i].N <= was[i].N || e.N < 2 || e.N >= e.Of {
			t.Fatalf("%s is a step %+v, the sheet counts %+v after %+v", c.Key, e, is[i], was[i])
		}
	case c.Extra != nil:
		t.Fatalf("%s, which changes nothing, says %+v", c.Key, e)
	}
}

// What a choice's debts cost at the end is what the line of the sheet loses (END-5); a
// lock frees a second one where the next position offers it for nothing (BUY-3).
func TestOwingAndFrees(t *testing.T) {
	seen := map[string]int{}
	debts := func(h *view.History, s *rules.State, seat int) int {
		lines := view.SheetOf(h.Rules, s).Seats[seat].Lines
		return lines[slices.IndexFunc(lines, func(l view.SheetLine) bool { return l.ID == "debts" })].VP
	}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			s := h.Steps[n].State
			for _, c := range view.Choices(h.Rules, h.Codec, &s) {
				after := s
				h.Rules.Play(&after, rules.Action(c.Action))
				if want := debts(h, &after, c.Seat) - debts(h, &s, c.Seat); c.Owing != want {
					t.Fatalf("decision %d: %s changes %d for debts, want %d", n, c.Key, c.Owing, want)
				}
				if c.Owing != 0 {
					seen[c.Do]++
				}
				free := slices.ContainsFunc(view.Choices(h.Rules, h.Codec, &after), func(c view.Choice) bool { return c.Key == "lock_free" })
				if c.Do == "lock" && c.Key != "lock_free" && c.Frees != free {
					t.Fatalf("decision %d: %s frees another: %t, offered: %t", n, c.Key, c.Frees, free)
				}
				if c.Frees {
					seen["frees"]++
				}
			}
		}
	})
	for _, what := range []string{"lock", "repay", "option", "frees"} {
		require.True(t, seen[what] != 0, "%s did not come about: %v", what, seen)
	}
}
