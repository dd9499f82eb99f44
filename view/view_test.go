package view_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Every Thaler and every VP gained or paid is in the log, with its seat and
// number.
func TestLogHasEveryThalerAndVP(t *testing.T) {
	lines := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := 1; n <= h.Len(); n++ {
			var thaler, vp [4]int
			for _, e := range h.Events(n) {
				lines[e.Key]++
				account(e, &thaler, &vp)
				for _, d := range e.Details {
					lines[d.Key]++
					account(d, &thaler, &vp)
				}
			}
			before, after := &h.Steps[n-1].State, &h.Steps[n].State
			for k := range p.g.Seats() {
				if got, want := thaler[k], after.Thaler(k)-before.Thaler(k); got != want {
					t.Fatalf("decision %d, seat %d: the log has %d Thaler, it was %d: %+v", n, k, got, want, h.Events(n))
				}
				if got, want := vp[k], after.VP(k)-before.VP(k); got != want {
					t.Fatalf("decision %d, seat %d: the log has %d VP, it was %d: %+v", n, k, got, want, h.Events(n))
				}
			}
		}
	})
	known := slices.Concat(view.EventKeys[:], view.ChoiceKeys[:])
	for key := range lines {
		require.True(t, slices.Contains(known, key), "the log has lines with key %q, which is in neither EventKeys nor ChoiceKeys", key)
	}
	for _, key := range known {
		if lines[key] == 0 {
			t.Logf("not seen in these games: %s", key)
		}
	}
}

// account adds the Thaler and VP of a line.
func account(e view.Event, thaler, vp *[4]int) {
	if e.Seat < 0 {
		return
	}
	n, _ := e.Args["n"].(int)
	switch e.Key {
	case "pay.thaler":
		thaler[e.Seat]--
	case "pay.vp":
		vp[e.Seat]--
	case "take.thaler":
		thaler[e.Seat]++
	case "take.vp":
		vp[e.Seat]++
	case "inn.thaler":
		thaler[e.Seat] += 3
	case "inn.vp":
		vp[e.Seat] += 2
	case "repay":
		thaler[e.Seat] -= 3
	case "paid", "cut":
		thaler[e.Seat] -= n
	case "debt":
		thaler[e.Seat] += 2 * n
	case "storekeeper", "thaler.SAIL-3", "thaler.SAIL-4", "thaler.SAIL-5", "thaler.START-9":
		thaler[e.Seat] += n
	case "vp.DEBT-4", "vp.lost":
		vp[e.Seat] -= n
	case "vp.gained", "exported":
		vp[e.Seat] += n
	}
}

func history(t *testing.T, r *record.Record) *view.History {
	t.Helper()
	played, err := record.Referee(r, board.Default())
	require.NoError(t, err)
	return view.NewHistory(played)
}

// What a choice says it brings is what comes of it: Thaler, VP, debts and
// supply of the seat, as far as the same phase goes on (BUY, SAIL, START).
func TestEffectsAreWhatHappens(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			s := &h.Steps[n].State
			for _, c := range view.Choices(p.g, h.Codec, s) {
				after := *s
				p.g.Play(&after, rules.Action(c.Action))
				if after.Phase() != s.Phase() || s.Phase() == rules.Event {
					continue
				}
				k := s.ToDecide()
				got := [4]int{c.Effect.Thaler, c.Effect.VP, c.Effect.Debts, c.Effect.Supply}
				want := [4]int{after.Thaler(k) - s.Thaler(k), after.VP(k) - s.VP(k), after.Debts(k) - s.Debts(k), after.Supply(k) - s.Supply(k)}
				require.Must(t, got == want, "decision %d, %s: effect is Thaler, VP, debts, supply %v, it was %v", n, c.Words, got, want)
				if len(c.Effect.Path) > 0 && c.Effect.Path[len(c.Effect.Path)-1] != after.BargeAt(k) {
					t.Fatalf("decision %d, %s: path %v does not end at %d", n, c.Words, c.Effect.Path, after.BargeAt(k))
				}
			}
		}
	})
}

// The choices are the legal actions, each once, in groups; clicking the target
// of a choice leads to its action.
func TestChoicesAreTheLegalActions(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			s := &h.Steps[n].State
			var got []rules.Action
			group := -1
			for _, c := range view.Choices(p.g, h.Codec, s) {
				a := rules.Action(c.Action)
				got = append(got, a)
				g := slices.Index(view.GroupIDs[:], c.Group)
				require.Must(t, g >= group && slices.Contains(view.ChoiceKeys[:], c.Key), "%s: group %q after %d, key %q", c.Words, c.Group, group, c.Key)
				group = g
				if c.Target.Kind != "" && !slices.Contains(view.ActionsAt(p.g, s, c.Target), a) {
					t.Fatalf("%s: a click on %v does not lead to it", c.Words, c.Target)
				}
			}
			slices.Sort(got)
			if want := p.g.Legal(s).Append(nil); !slices.Equal(got, want) {
				t.Fatalf("decision %d: choices %v, legal %v", n, got, want)
			}
		}
	})
}

// A position can be written as JSON, has the board's sizes, and shows each
// barge where it is.
func TestPositionShowsTheBoard(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			pos := h.At(n)
			if n%10 == 0 {
				require.Succeeds(t)(json.Marshal(pos))
			}
			if len(pos.Spaces) != board.Spaces || len(pos.Cities) != board.Cities || len(pos.Years) != board.Rounds {
				t.Fatalf("%d spaces, %d cities, %d years", len(pos.Spaces), len(pos.Cities), len(pos.Years))
			}
			for k, seat := range pos.Seats {
				if seat.Barge >= 0 && !slices.Contains(pos.Spaces[seat.Barge].Barges, k) {
					t.Fatalf("decision %d: barge of seat %d is not on space %d", n, k, seat.Barge)
				}
				if houses := seat.Supply + seat.Debts + len(seat.Timeline) + seat.LockField + seat.MarkField + seat.Built; houses != 10 {
					t.Fatalf("decision %d: seat %d has %d warehouses in all, SET-2 has 10: %+v", n, k, houses, seat)
				}
			}
			left, of := 0, map[string]int{}
			for _, m := range pos.Bag.Unseen {
				left += m.Left
				of[m.Water] += m.Left
			}
			if pos.Bag.Draws && left != pos.Bag.Water.Of {
				t.Fatalf("decision %d: %d markers unseen, odds of %d", n, left, pos.Bag.Water.Of)
			}
			if b := &pos.Bag; b.High.For != of["high"] || b.Low.For != of["low"] || b.Water.For != of["high"]+of["low"] {
				t.Fatalf("decision %d: odds %v, unseen %v", n, b, of)
			}
		}
	})
}

// The start of a game has 20 markers unseen, 4 of them of high or low water;
// in calm water 18 and 2 (SET-4).
func TestOddsAtTheStart(t *testing.T) {
	b := board.Default()
	for _, calm := range []bool{false, true} {
		g := rules.NewGame(b, 3, rules.Variant{CalmWater: calm})
		s := g.Start(1)
		want := view.Odds{For: 4, Of: 20}
		if calm {
			want = view.Odds{For: 2, Of: 18}
		}
		require.Equal(t, view.Of(g, &s).Bag.Water, want, "calm %v: odds", calm)
	}
}

// Markers that do the same are one kind in the bag, whatever their places among
// the board's markers.
func TestKindsInTheBag(t *testing.T) {
	b := *board.Default()
	b.Markers[1], b.Markers[board.Markers-1] = b.Markers[0], b.Markers[0]
	g := rules.NewGame(&b, 3, rules.Variant{})
	s := g.Start(0)
	if kind := view.Of(g, &s).Bag.Unseen[0]; kind.Total != 3 || kind.Left != 3 {
		t.Errorf("three markers alike are counted as %d, %d of them unseen", kind.Total, kind.Left)
	}
}

// Positions that differ in nothing but the deal's hidden faces look the same
// (SET-9).
func TestNothingHiddenIsShown(t *testing.T) {
	p := play(t, 3, rules.Variant{}, 5)
	p.rec.Actions = p.rec.Actions[:60]
	p.rec.Chance.Draws = p.rec.Chance.Draws[:4] // as many as there were by then
	p.rec.Result = nil
	q := *p.rec
	q.Chance.Obstacles = make([]*string, board.Obstacles)
	a, b := history(t, p.rec), history(t, &q)
	for n := range a.Steps {
		x, _ := json.Marshal(a.At(n))
		y, _ := json.Marshal(b.At(n))
		require.Must(t, string(x) == string(y), "decision %d: positions differ", n)
	}
}

// Every action that is not legal is refused with a key that the rules name and
// arguments that a sentence can use.
func TestWhyNotAlwaysAnswers(t *testing.T) {
	p := play(t, 4, rules.Variant{}, 3)
	h := history(t, p.rec)
	for n := range h.Steps {
		s := &h.Steps[n].State
		for a := range rules.ActionsCount {
			legal := p.g.Legal(s).Has(rules.Action(a))
			r := view.WhyNot(p.g, s, rules.Action(a))
			if legal != (r == nil) || r != nil && (r.Key == "" || r.Section == "") {
				t.Fatalf("decision %d, action %d: legal %v, refusal %+v", n, a, legal, r)
			}
			if r != nil && r.Key == string(rules.TooFar) && r.Args["n"].(int) <= r.Args["most"].(int) {
				t.Fatalf("decision %d, action %d: too far with %v (SAIL-1)", n, a, r.Args)
			}
		}
	}
}

// The chart has the start and every round's end; the sheet's columns add up.
func TestChartAndSheet(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		chart := h.Chart()
		require.Must(t, len(chart) == board.Rounds+1, "%d points, want the start and 12 rounds", len(chart))
		sheet := view.SheetOf(p.g, &h.Steps[h.Len()].State)
		for k, col := range sheet.Seats {
			sum := col.Game
			for _, l := range col.Lines {
				sum += l.VP
			}
			for _, l := range col.Lines {
				if want, ok := lineVP(l); ok && l.VP != want {
					t.Fatalf("seat %d: %d VP for %s of %d, expected %d", k, l.VP, l.ID, l.N, want)
				}
			}
			if sum != col.VP || col.VP != p.rec.Result.VP[k] || col.VP != chart[len(chart)-1].IfEnded[k] || col.VP != chart[len(chart)-1].VP[k] {
				t.Fatalf("seat %d: lines add up to %d, sheet %d, record %d", k, sum, col.VP, p.rec.Result.VP[k])
			}
		}
		turns := h.Turns()
		require.Must(t, turns[len(turns)-1] == h.Len(), "the last turn ends at %d of %d", turns[len(turns)-1], h.Len())
	})
}

// lineVP is what a line of the sheet brings for what it counts, where that alone
// decides (END-1, END-5).
func lineVP(l view.SheetLine) (vp int, ok bool) {
	all := func(of, vp int) (int, bool) {
		if l.N == of {
			return vp, true
		}
		return 0, true
	}
	switch l.ID {
	case rules.LineIDs[rules.LineEssenCities], rules.LineIDs[rules.LineMarkCities]:
		return all(3, 1)
	case rules.LineIDs[rules.LineAllCities]:
		return all(7, 3)
	case rules.LineIDs[rules.LineAllDepots]:
		return all(4, 2)
	case rules.LineIDs[rules.LineDebts]:
		return -2 * l.N, true
	}
	return 0, false
}
