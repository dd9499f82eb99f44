package page

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/internal/draw"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// The facts of a sale, as the scripts get them.
func TestFactsOfASale(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := 0
	for i, facts := range e.facts {
		if slices.ContainsFunc(facts, func(f rules.Fact) bool { return f.Kind == rules.FToken }) {
			n = i
			break
		}
	}
	before, after := e.At(n-1), e.At(n)
	seat := e.Steps[n].Seat
	from := before.Seats[seat].Barge
	got := FactsOf(e.Rules, &after, e.facts[n])
	by := map[string]Fact{}
	for _, f := range got {
		by[f.Kind+f.Rule] = f
	}
	sail := by["sailSAIL-1"]
	require.Must(t, sail.Seat == seat && sail.From == fmt.Sprintf("space-%d", from), "the trip is %+v, want from %d", sail, from)
	value := before.Spaces[from].Die
	if f, ok := by["pip_lostSAIL-2"]; ok {
		if value--; f.Amount != value {
			t.Errorf("the die falls to %d, want %d", f.Amount, value)
		}
	}
	require.Equal(t, by["soldSAIL-3"], (Fact{"sold", seat, before.Spaces[from].Colour, fmt.Sprintf("die-%d", from), sail.To, value, "SAIL-3"}), "sold")
	if f := by["to_trackSAIL-7"]; f.From != sail.To || !strings.HasPrefix(f.To, "track-") || f.Amount != value {
		t.Errorf("to the track goes %+v", f)
	}
	if value > 1 {
		require.Equal(t, by["thalerSAIL-3"], (Fact{"thaler", seat, "", sail.To, "", value - 1, "SAIL-3"}), "the price")
	}
	data, err := json.Marshal(Fact{Kind: "duty", Seat: -1})
	require.True(t, err == nil && string(data) == `{"kind":"duty","seat":-1}`, "a fact without values is %s, %v", data, err)
}

var pieceID = regexp.MustCompile(`<g id="([^"]*)"`)

func pieceIDs(h draw.MapView) map[string]bool {
	out := map[string]bool{}
	for _, m := range pieceID.FindAllStringSubmatch(string(h.Pieces()), -1) {
		out[m[1]] = true
	}
	return out
}

// What a fact names is on the map: what moves away or is used stood there
// before the step, what is new stands there after it. Where one step moves the
// dice of the track on, their places are others afterwards.
func TestFactsNamePieces(t *testing.T) {
	seen := map[string]int{}
	for _, name := range []string{"2-seats-uniform", "3-seats-thrifty", "4-seats-thrifty", "4-seats-uniform"} {
		e := exampleOf(t, name)
		signs := []int{0, 1, 2, 3}
		for n := 1; n < len(e.Steps); n++ {
			before, after := e.At(n-1), e.At(n)
			was := pieceIDs(draw.MapView{Pos: &before, Signs: signs})
			is := pieceIDs(draw.MapView{Pos: &after, Signs: signs})
			facts := FactsOf(e.Rules, &after, e.facts[n])
			moved := slices.ContainsFunc(facts, func(f Fact) bool {
				return f.Kind == "stage" || f.Kind == "off_track" || f.Kind == "to_track" || f.Kind == "phase"
			})
			for i, f := range facts {
				seen[f.Kind]++
				if f.Rule != e.facts[n][i].Rule.String() || f.Seat != int(e.facts[n][i].Seat) {
					t.Fatalf("%s at %d: %+v, want rule %v of seat %d", name, n, f, e.facts[n][i].Rule, e.facts[n][i].Seat)
				}
				switch f.Kind {
				case "early", "sold", "removed", "shift", "lock":
					if at := f.From + map[bool]string{true: f.To}[f.Kind == "lock"]; !was[at] {
						t.Errorf("%s at %d: %+v, but there was no %s", name, n, f, at)
					}
				}
				switch f.Kind {
				case "option", "warehouse", "shift", "lock", "returned", "demand":
					if f.What != "none" && !is[f.To] && !moved {
						t.Errorf("%s at %d: %+v, but there is no %s", name, n, f, f.To)
					}
				case "transport":
					if !moved && !is[f.To] {
						t.Errorf("%s at %d: %+v, but there is no %s", name, n, f, f.To)
					}
				case "die":
					if !was[f.To] && !is[f.To] {
						t.Errorf("%s at %d: %+v, but there is no %s", name, n, f, f.To)
					}
				}
				if f.Kind == "warehouse" && was[f.To] {
					t.Errorf("%s at %d: %+v stood there before", name, n, f)
				}
				if f.Kind == "option" && f.Amount > 3 {
					t.Errorf("%s at %d: an option for %d Thaler", name, n, f.Amount)
				}
			}
		}
	}
	for kind := range factKinds {
		if name := factKinds[kind]; seen[name] == 0 && name != "stranded" && name != "no_marker" && name != "duty" && name != "cut" && name != "blank" && name != "shift" {
			t.Errorf("no fact %s in whole games", name)
		}
	}
}

// Figures in a step add up to what the seats have afterwards.
func TestFactsAddUp(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	for n := 1; n < len(e.Steps); n++ {
		before, after := e.At(n-1), e.At(n)
		sum := map[string][4]int{}
		for _, f := range FactsOf(e.Rules, &after, e.facts[n]) {
			if f.Seat >= 0 {
				s := sum[f.Kind]
				s[f.Seat] += f.Amount
				sum[f.Kind] = s
			}
		}
		for k := range after.Seats {
			a, b := &after.Seats[k], &before.Seats[k]
			if sum["thaler"][k] != a.Thaler-b.Thaler || sum["vp"][k] != a.VP-b.VP || sum["supply"][k] != a.Supply-b.Supply || sum["debt"][k] != a.Debts-b.Debts {
				t.Fatalf("step %d, seat %d: %v, want %d Thaler, %d VP, %d warehouses, %d debts", n, k, sum, a.Thaler-b.Thaler, a.VP-b.VP, a.Supply-b.Supply, a.Debts-b.Debts)
			}
		}
	}
}

// Each kind of fact by its numbers.
func TestFacts(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	b := board.Default()
	pos := e.At(e.Len())
	two := min(1, len(pos.Track.Stages[pos.Track.Stage].Columns)-1)
	built := slices.IndexFunc(pos.Cities, func(r view.Row) bool { return r.Next > 0 })
	city, depot := pos.Cities[built], pos.Depots[slices.IndexFunc(pos.Depots, func(r view.Row) bool { return r.Next != 0 })]
	depotAt := slices.IndexFunc(pos.Depots, func(r view.Row) bool { return r.ID == depot.ID })
	last := func(r view.Row) string {
		n := 0
		for k, slot := range r.Slots {
			if slot.Owner >= 0 {
				n = k
			}
		}
		return fmt.Sprintf("%s-%d", r.ID, n)
	}
	for _, x := range []struct {
		f    rules.Fact
		want Fact
	}{
		{rules.Fact{Kind: rules.FRound, Seat: -1, A: 4}, Fact{Kind: "round", Seat: -1, Amount: 4}},
		{rules.Fact{Kind: rules.FVP, Seat: 1, A: -2}, Fact{Kind: "vp", Seat: 1, Amount: -2}},
		{rules.Fact{Kind: rules.FThaler, Seat: 1, A: 3}, Fact{Kind: "thaler", Seat: 1, Amount: 3}},
		{rules.Fact{Kind: rules.FEarly, Seat: 1, A: 6}, Fact{Kind: "early", Seat: 1, From: "time-5-1"}},
		{rules.Fact{Kind: rules.FMarker, Seat: -1, A: 3}, Fact{Kind: "marker", Seat: -1, What: b.Markers[3].ID}},
		{rules.Fact{Kind: rules.FCountry, Seat: -1, A: 2}, Fact{Kind: "country", Seat: -1, What: b.Port.Columns[2]}},
		{rules.Fact{Kind: rules.FDemand, Seat: -1, A: 1, B: 2}, Fact{Kind: "demand", Seat: -1, To: fmt.Sprintf("coin-%d-1", b.At.Sell[1])}},
		{rules.Fact{Kind: rules.FDie, Seat: 0, A: 2, B: 1, C: 3}, Fact{Kind: "die", To: fmt.Sprintf("die-%d", b.At.Storage[2]), Amount: 3}},
		{rules.Fact{Kind: rules.FTrackDie, Seat: -1, A: 1, B: 2, C: 5}, Fact{Kind: "track_die", Seat: -1, To: fmt.Sprintf("track-%d-2", two), Amount: 5}},
		{rules.Fact{Kind: rules.FRemoved, A: 2, B: 4}, Fact{Kind: "removed", From: fmt.Sprintf("die-%d", b.At.Storage[2]), Amount: 4}},
		{rules.Fact{Kind: rules.FReturned, A: 2, B: 4}, Fact{Kind: "returned", To: fmt.Sprintf("die-%d", b.At.Storage[2]), Amount: 4}},
		{rules.Fact{Kind: rules.FOffTrack, Seat: -1, A: 1, B: 6}, Fact{Kind: "off_track", Seat: -1, What: "white", Amount: 6}},
		{rules.Fact{Kind: rules.FOption, Seat: 1, A: 2, C: 1}, Fact{Kind: "option", Seat: 1, What: rules.Option(2).String(), To: "choice-1", Amount: 1}},
		{rules.Fact{Kind: rules.FOption, Seat: 1, A: int16(rules.NoOption), C: 0}, Fact{Kind: "option", Seat: 1, What: "none"}},
		{rules.Fact{Kind: rules.FStart, Seat: 1, A: -1, B: 7}, Fact{Kind: "start", Seat: 1, To: "space-7"}},
		{rules.Fact{Kind: rules.FStart, Seat: 1, A: 0, B: 7}, Fact{Kind: "start", Seat: 1, From: "space-0", To: "space-7"}},
		{rules.Fact{Kind: rules.FAreaFull, A: 3}, Fact{Kind: "area_full", What: board.AreaIDs[3]}},
		{rules.Fact{Kind: rules.FExport, Seat: -1, A: 3, B: 1}, Fact{Kind: "export", Seat: -1, Amount: -2}},
		{rules.Fact{Kind: rules.FBlank, A: 4}, Fact{Kind: "blank", What: board.ProgressIDs[4]}},
		{rules.Fact{Kind: rules.FLock, Seat: 1, A: 2}, Fact{Kind: "lock", Seat: 1, To: fmt.Sprintf("weir-%d", b.At.Lock[2])}},
		{rules.Fact{Kind: rules.FWarehouse, Seat: 1, A: int16(rules.WithEssen), B: int16(built)}, Fact{Kind: "warehouse", Seat: 1, To: last(city)}},
		{rules.Fact{Kind: rules.FWarehouse, Seat: 1, A: int16(rules.WithDepot), B: int16(depotAt)}, Fact{Kind: "warehouse", Seat: 1, To: last(depot)}},
		{rules.Fact{Kind: rules.FWarehouse, Seat: 1, A: int16(rules.WithWarehouse), B: 2, C: 1}, Fact{Kind: "warehouse", Seat: 1, To: "port-2-1"}},
		{rules.Fact{Kind: rules.FShift, Seat: 1, A: 2, B: 0}, Fact{Kind: "shift", Seat: 1, From: "port-2-1", To: "port-0-1"}},
		{rules.Fact{Kind: rules.FExported, Seat: 1, A: 2}, Fact{Kind: "exported", Seat: 1, From: "port-2-1"}},
		{rules.Fact{Kind: rules.FOver, Seat: -1}, Fact{Kind: "over", Seat: -1}},
	} {
		got := FactsOf(e.Rules, &pos, []rules.Fact{x.f})[0]
		x.want.Rule = x.f.Rule.String()
		require.Equal(t, got, x.want, "%+v", x.f)
	}
	if n := int(rules.FOver) + 1; len(factKinds) != n {
		t.Errorf("%d kinds have names, there are %d", len(factKinds), n)
	}
}

// A position of a replay carries the facts that led there, for its script.
func TestReplayFacts(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	all := 0
	for n := range e.Len() + 1 {
		r := NewReplay(in("en"), e.game(), n, analysis.Analysis{})
		after := e.At(n)
		var got []Fact
		text, err := r.FactsJSON()
		if err == nil {
			err = json.Unmarshal([]byte(text), &got)
		}
		if want := FactsOf(e.Rules, &after, e.facts[n]); err != nil || !slices.Equal(got, want) {
			t.Errorf("position %d: %v, %v, want %v", n, err, got, want)
		}
		all += len(got)
	}
	require.True(t, all >= e.Len(), "only %d facts in %d decisions", all, e.Len())
}
