package view_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// Why it is a seat's turn: in round 11 the barge farthest downriver comes first
// (EVENT-R), a start player places a die (TRACK-3), before the first trip the
// drawn seat begins and the others follow clockwise (SET-6), and then the
// river decides (ORDER-1).
func TestWhyASeatDecides(t *testing.T) {
	seen := map[string]int{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			pos := h.At(n)
			want := "river"
			first := pos.Round == 1 && pos.Phase <= 3
			switch {
			case pos.Decider < 0:
				want = ""
			case pos.Decision == "remove":
				want = "downriver_first"
			case pos.Decision == "place":
				want = "start_player"
			case first && pos.Decider == pos.Order[0].Seat:
				want = "drawn"
			case first || pos.Seats[pos.Decider].Barge < 0:
				want = "clockwise"
			}
			seen[want]++
			require.Must(t, pos.Because == want, "decision %d, %s in round %d: %q, expected %q", n, pos.Decision, pos.Round, pos.Because, want)
		}
	})
	for _, id := range view.ReasonIDs {
		require.True(t, seen[id] != 0, "%s did not come about", id)
	}
}

// Each seat is shown what it would have if the game ended here, its own figure
// (END-1 to END-6).
func TestIfTheGameEnded(t *testing.T) {
	differ := 0
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Steps {
			result := p.g.Result(&h.Steps[n].State)
			for k, seat := range h.At(n).Seats {
				require.Must(t, seat.IfEnded == result.VP[k], "decision %d: seat %d is shown %d VP, it would have %d", n, k, seat.IfEnded, result.VP[k])
				if seat.IfEnded != result.VP[0] {
					differ++
				}
			}
		}
	})
	require.True(t, differ != 0, "all seats always have the same")
}

// Of two barges at a space, the one that came first lies farther downriver
// (ORDER-3); a space lists its barges from upriver.
func TestBargesAtASpace(t *testing.T) {
	shared := 0
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		var came [board.Spaces][]int // the seats at a space, the last to come first
		var at [4]int
		for k := range at {
			at[k] = -1
		}
		for n := range h.Steps {
			pos := h.At(n)
			for k, seat := range pos.Seats {
				if seat.Barge == at[k] {
					continue
				}
				if at[k] >= 0 {
					came[at[k]] = slices.DeleteFunc(came[at[k]], func(o int) bool { return o == k })
				}
				if at[k] = seat.Barge; at[k] >= 0 {
					came[at[k]] = slices.Insert(came[at[k]], 0, k)
				}
			}
			for i, sp := range pos.Spaces {
				require.Must(t, slices.Equal(sp.Barges, came[i]), "decision %d: at %s lie %v, expected %v", n, sp.ID, sp.Barges, came[i])
				if len(sp.Barges) > 1 {
					shared++
				}
			}
		}
	})
	require.True(t, shared != 0, "no two barges ever shared a space")
}

// The timeline lists what happens in a round in the order of the rules
// (EVENT-1 to EVENT-12), and it happens in that order (EVENT-P).
func TestEventsInTheirOrder(t *testing.T) {
	want := [][]string{
		{"start"}, {"locks_open"}, {"tax"}, {"paved_path", "country"}, {"locks_dear", "country"},
		{"warehouse", "gift", "country"}, {"options_dear", "warehouse", "country"}, {"rails", "country"},
		{"richer_coal", "warehouse", "country"}, {"warehouse", "gift", "country"},
		{"coal_removed", "warehouse", "country"}, {"no_marker", "options_closed"},
	}
	inLog := map[string]string{"country": "country", "warehouse_given": "warehouse", "richer_coal": "richer_coal",
		"remove": "coal_removed", "pay.thaler": "tax", "pay.vp": "tax", "take.thaler": "gift", "take.vp": "gift", "stage": "stage"}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		var happened [][]string
		for n := range h.Steps {
			for _, e := range h.Events(n) {
				id := inLog[e.Key]
				if id == "stage" {
					id = e.Args["stage"].(view.Thing).ID
				}
				switch last := len(happened) - 1; {
				case e.Key == "round":
					happened = append(happened, nil)
				case id != "" && !slices.Contains(happened[last], id):
					happened[last] = append(happened[last], id)
				}
			}
		}
		for i, y := range h.At(h.Len()).Years {
			require.Must(t, slices.Equal(y.Events, want[i]), "round %d is shown with %q, expected %q", y.Round, y.Events, want[i])
			shown := slices.DeleteFunc(slices.Clone(y.Events), func(id string) bool { return !slices.Contains(happened[i], id) })
			require.Must(t, slices.Equal(happened[i], shown), "round %d: %q is shown, in the log it is %q", y.Round, shown, happened[i])
		}
	})
}

// What a new action (a verb of the rules) needs here: a rule and a section to
// cite, a group and a key with their texts, and a line in the log that it
// begins. All of it comes up in random games, on the printed board or on one
// with few dice.
func TestEveryVerbIsShown(t *testing.T) {
	rare := map[string]bool{"strand": true} // not in play on the printed board (docs/testing.md)
	shown, logged := map[string]bool{}, map[string]bool{}
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for n := range h.Len() {
			s := &h.Steps[n].State
			chosen := map[rules.Action]view.Choice{}
			for _, c := range view.Choices(p.g, h.Codec, s) {
				shown[c.Do] = true
				chosen[rules.Action(c.Action)] = c
				if c.Rule == "" || c.Section == "" || !slices.Contains(view.GroupIDs[:], c.Group) || !slices.Contains(view.TargetKinds[:], c.Target.Kind) {
					t.Fatalf("%s: rule %q, section %q, group %q, target %q", c.Words, c.Rule, c.Section, c.Group, c.Target.Kind)
				}
			}
			events := h.Events(n + 1)
			if s.Decision() >= rules.DrawMarker || len(events) == 0 {
				continue
			}
			for _, c := range chosen {
				if events[0].Key == c.Key {
					logged[c.Do] = true
				}
			}
		}
	})
	for _, do := range rules.DoIDs {
		if !rare[do] && (!shown[do] || !logged[do]) {
			t.Errorf("%s: shown as a choice %v, in the log %v: view/choices.go, view/events.go, view/whynot.go", do, shown[do], logged[do])
		}
		if !slices.ContainsFunc(view.ChoiceKeys[:], func(key string) bool { return strings.HasPrefix(key, do) }) {
			t.Errorf("%s: no key of its own in ChoiceKeys (view/events.go)", do)
		}
	}
	if len(shown) < len(rules.DoIDs)-len(rare) {
		t.Errorf("shown: %v", slices.Sorted(maps.Keys(shown)))
	}
}
