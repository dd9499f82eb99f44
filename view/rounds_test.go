package view_test

import (
	"maps"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// What the timeline says of a round is what happens in it, and nothing else
// does (EVENT-1 to EVENT-12, EVENT-W, EVENT-R).
func TestTimelineShowsWhatHappens(t *testing.T) {
	// What can be seen in the log; the others say what may be done from then on.
	lines := map[string]string{"country": "country", "warehouse_given": "warehouse", "richer_coal": "richer_coal",
		"remove": "coal_removed", "pay.thaler": "tax", "pay.vp": "tax", "take.thaler": "gift", "take.vp": "gift",
		"no_marker": "no_marker"}
	inLog := slices.Collect(maps.Values(lines))
	inLog = append(inLog, "paved_path", "rails")
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		happened := map[int]map[string]bool{}
		round := 0
		for n := range h.Steps {
			for _, e := range h.Events(n) {
				if e.Key == "round" {
					round = e.Args["round"].(int)
					happened[round] = map[string]bool{}
				}
				if id := lines[e.Key]; id != "" {
					happened[round][id] = true
				}
				if e.Key == "stage" {
					happened[round][e.Args["stage"].(view.Thing).ID] = true
				}
			}
		}
		for _, y := range h.At(h.Len()).Years {
			said := map[string]bool{}
			for _, id := range y.Events {
				if slices.Contains(inLog, id) {
					said[id] = true
				}
			}
			if !said["no_marker"] {
				delete(happened[y.Round], "no_marker") // the bag may be empty in any round (WATER-1)
			}
			require.Must(t, maps.Equal(said, happened[y.Round]), "round %d: the timeline says %v, it was %v", y.Round, said, happened[y.Round])
		}
	})
}

// What a column would score is what it does score (EXP-1).
func TestColumnsScoreWhatIsShown(t *testing.T) {
	exports := slices.Index(view.SourceIDs[:], "export")
	compared := 0
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			before, step := h.At(n), h.Steps[n+1]
			if step.Action != rules.ADone || before.Country < 0 {
				continue
			}
			got := make([]int, len(before.Seats))
			for seat := range got {
				got[seat] = view.SourcesOf(step.Facts, seat)[exports]
			}
			if slices.Max(got) == 0 {
				continue
			}
			compared++
			if want := before.Scores(before.Country); !slices.Equal(got, want) {
				t.Fatalf("decision %d: column %d scores %v, shown %v", n, before.Country, got, want)
			}
		}
	})
	require.True(t, compared >= 5, "compared only %d exports", compared)
}

// From the rounds that the timeline names locks may be built, locks are dear
// and options are dear (BUY-2, EVENT-2, EVENT-5, EVENT-7).
func TestTimelineShowsPrices(t *testing.T) {
	p := play(t, 3, rules.Variant{}, 1)
	h := history(t, p.rec)
	var locks, options [13]int
	for n := range h.Steps {
		pos := h.At(n)
		locks[pos.Round], options[pos.Round] = pos.LockPrice, pos.Options[rules.Hauling].Price
	}
	for _, y := range h.At(0).Years[1:] {
		for id, changed := range map[string]bool{
			"locks_open":   locks[y.Round-1] == 0 && locks[y.Round] > 0,
			"locks_dear":   locks[y.Round-1] > 0 && locks[y.Round] > locks[y.Round-1],
			"options_dear": options[y.Round] > options[y.Round-1],
		} {
			require.Equal(t, slices.Contains(y.Events, id), changed, "round %d: whether %s changes, timeline %v", y.Round, id, y.Events)
		}
	}
}

// An option is closed for one of the reasons for which the rules refuse it to
// everybody, and then nobody may choose it (WATER-3, START-5, START-6, START-7,
// START-9).
func TestClosedOptionsAreRefused(t *testing.T) {
	everybodys := map[rules.RefusalKey]string{rules.PilotsBanned: "pilot_banned", rules.WageIsTaken: "wage_taken",
		rules.ClosedInLast: "last_round", rules.NothingToRaise: "no_die_to_improve"}
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			s := &h.Steps[n].State
			if s.Decision() != rules.ChooseOption {
				continue
			}
			legal := p.g.Legal(s)
			for k, o := range h.At(n).Options {
				a := p.g.Action(rules.Move{Do: rules.DoOption, Option: rules.Option(k)})
				if o.Closed != "" {
					seen[o.Closed]++
					require.Must(t, !legal.Has(a), "decision %d: %s is closed (%s), but legal", n, o.ID, o.Closed)
				} else if !legal.Has(a) {
					why := p.g.Why(s, a)
					if id := everybodys[why.Key]; id != "" || why.Key == rules.NoArrowDie {
						t.Fatalf("decision %d: %s is open, but refused to everybody: %s", n, o.ID, why.Plain())
					}
				}
			}
		}
	})
	for _, id := range view.ClosedIDs {
		if seen[id] == 0 && id != "no_die_on_arrow" && id != "no_die_to_improve" { // not in play on this board
			t.Errorf("%s did not come about", id)
		}
	}
}

// The order that the log gives with a phase is that in which it is played
// (ORDER-1).
func TestPhaseEventsHaveTheOrder(t *testing.T) {
	logged := 0
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			for _, e := range h.Events(n) {
				if e.Key != "phase" {
					continue
				}
				pos := h.At(n)
				if e.Args["phase"] != view.PhaseThing(pos.Phase) {
					continue
				}
				var seats []view.SeatRef
				for _, turn := range pos.Order {
					seats = append(seats, view.SeatRef(turn.Seat))
				}
				logged++
				if got := e.Args["order"].([]view.SeatRef); !slices.Equal(got, seats) {
					t.Fatalf("decision %d: phase %d has the order %v in the log, it is %v", n, pos.Phase, got, seats)
				}
			}
		}
	})
	require.True(t, logged != 0, "no phase was logged")
}

// What is taken or paid at an event cites the rule of that event (EVENT-3,
// EVENT-6, EVENT-10).
func TestEventsCiteTheirRule(t *testing.T) {
	want := map[int]string{3: "EVENT-3", 6: "EVENT-6", 10: "EVENT-10"}
	seen := map[int]bool{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			s := &h.Steps[n].State
			for _, c := range view.Choices(p.g, h.Codec, s) {
				if c.Do != "pay" && c.Do != "take" {
					continue
				}
				seen[s.Round()] = true
				parts := c.Effect.Parts
				if c.Rule != want[s.Round()] || c.Effect.Debts == 0 && (len(parts) == 0 || parts[0].Rule != c.Rule) {
					t.Fatalf("round %d: %s cites %s, its effect %+v", s.Round(), c.Words, c.Rule, parts)
				}
			}
		}
	})
	require.True(t, len(seen) == len(want), "rounds %v were seen", seen)
}
