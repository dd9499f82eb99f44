package view_test

import (
	"reflect"
	"runtime"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// A history numbers its moments and counts a seat's consecutive decisions in
// one phase as a turn.
func TestHistory(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		first := h.Steps[0]
		if first.Seat != -1 || first.Action != rules.None || first.Round != 1 || first.Phase != 1 || first.Turn != 0 {
			t.Fatalf("the start is %+v", first)
		}
		turn := 0
		var ends []int
		for n, m := range h.Steps[1:] {
			if last := h.Steps[n]; n == 0 || m.Seat != last.Seat || m.Round != last.Round || m.Phase != last.Phase {
				turn++
				ends = append(ends, n)
			}
			before := &h.Steps[n].State
			if m.Turn != turn || m.Seat != before.ToDecide() || m.Round != before.Round() || m.Phase != before.Phase() {
				t.Fatalf("moment %d is %+v, expected turn %d of seat %d", n+1, m, turn, before.ToDecide())
			}
		}
		ends = append(ends[1:], h.Len())
		require.Must(t, slices.Equal(h.Turns(), ends), "turns end at %v, expected %v", h.Turns(), ends)
	})
}

// Nobody decides where chance does.
func TestNobodyDecidesForChance(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	s := g.Start(1)
	if s.Decision() != rules.DrawMarker {
		t.Fatalf("the game begins with %s, expected a marker to be drawn (WATER-1)", view.DecisionIDs[s.Decision()])
	}
	if pos := view.Of(g, &s); pos.Decider != -1 || pos.Because != "" {
		t.Errorf("seat %d decides (%s)", pos.Decider, pos.Because)
	}
}

// A sale announces the progress markers it completes, but none that is complete
// already, such as one that an earlier sale of the turn completed (PROG-1).
func TestSaleAnnouncesProgress(t *testing.T) {
	p := play(t, 3, rules.Variant{}, 1)
	h := history(t, p.rec)
	announced := map[int]int{}
	for n := range h.Len() {
		s := &h.Steps[n].State
		if s.Decision() != rules.Sell || s.Round() > 3 {
			continue
		}
		for tokens, area := range [][board.Areas]int{{}, {1, 0}, {1, 1}} {
			laid := p.g.Layout(s)
			seat := &laid.Seats[s.ToDecide()]
			seat.Tokens, seat.Progress = area, 0
			at, err := p.g.Set(laid)
			require.NoError(t, err)
			for _, c := range view.Choices(p.g, h.Codec, &at) {
				for _, r := range c.Effect.Progress {
					if r.ID == board.ProgressIDs[board.LockBuilding] {
						announced[tokens]++
					}
				}
			}
		}
	}
	if announced[0] != 0 || announced[1] == 0 || announced[2] != 0 {
		t.Errorf("sales that complete lock building by tokens there are: %v, expected some with 1, none with 0 or 2", announced)
	}
}

// The log may begin with any fact: where there is no line that it could belong
// to, it has its own.
func TestFirstFacts(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	for _, c := range []struct {
		facts []rules.Fact
		key   string
		n     int
	}{
		{[]rules.Fact{{Kind: rules.FDebt, Seat: 1, Rule: rules.DEBT1}}, "debt", 1},
		{[]rules.Fact{{Kind: rules.FExported, Seat: 1, Rule: rules.EXP1, A: 1, B: 2}}, "exported", 0},
		{[]rules.Fact{{Kind: rules.FExported, Seat: 1, Rule: rules.EXP1, A: 1, B: 2}, {Kind: rules.FVP, Seat: 1, Rule: rules.EXP1, A: 3}}, "exported", 3},
	} {
		events := view.Events(g, nil, c.facts)
		if len(events) != 1 || events[0].Key != c.key || events[0].Args["n"] != c.n {
			t.Errorf("%+v: %+v, expected %s of %d", c.facts, events, c.key, c.n)
		}
	}
	events := view.Events(g, nil, []rules.Fact{{Kind: rules.FSupply, Seat: 2, Rule: rules.EVENTW, A: 1}, {Kind: rules.FSupply, Seat: 0, Rule: rules.EVENTW, A: 1}})
	if len(events) != 1 || events[0].Key != "warehouse_given" || !slices.Equal(events[0].Args["seats"].([]view.SeatRef), []view.SeatRef{2, 0}) {
		t.Errorf("warehouses of the timeline: %+v, expected one line for seats 2 and 0 (EVENT-W)", events)
	}
}

// The events of a moment are those of its decision and its facts, whenever they
// are asked for, and only those of the last moments are kept.
func TestEventsOfAMoment(t *testing.T) {
	games(t, func(t *testing.T, p played) {
		h := history(t, p.rec)
		for range 2 {
			rounds := 0
			for n := range h.Steps {
				m := h.Steps[n]
				var did *view.Decided
				if n > 0 {
					did = &view.Decided{Before: &h.Steps[n-1].State, Action: m.Action}
				}
				got, want := h.Events(n), view.Events(p.g, did, m.Facts)
				require.Must(t, reflect.DeepEqual(got, want), "moment %d: %v, want %v", n, got, want)
				if len(got) > 0 && (&got[0] == &h.Events(n)[0]) != (n > h.Len()-80) {
					t.Fatalf("moment %d of %d is kept or not", n, h.Len())
				}
				for _, e := range got {
					if e.Heading == 1 {
						rounds++
					}
				}
				if rounds -= m.RoundsBegun(); rounds != 0 {
					t.Fatalf("moment %d begins another number of rounds", n)
				}
			}
		}
		require.True(t, len(h.EventsFrom(h.Len()-1)) == len(h.Events(h.Len()-1))+len(h.Events(h.Len())), "events from a moment on are others")
	})
}

// Size is about what a history takes in memory, with its events and without.
func TestSizeOfAHistory(t *testing.T) {
	const many = 40
	p := play(t, 3, rules.Variant{}, 1)
	heap := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	var kept [many]*view.History
	for _, read := range []bool{false, true} {
		want := 0
		for i := range kept {
			kept[i] = history(t, p.rec)
			if read {
				kept[i].EventsFrom(0)
			}
			want += kept[i].Size()
		}
		got := heap()
		for _, h := range kept {
			*h = view.History{Game: record.Game{Rules: h.Rules, Codec: h.Codec}} // tables share those
		}
		if got -= heap(); got < want*2/3 || got > want*3/2 {
			t.Errorf("with events %v: %d bytes in the heap, %d by Size", read, got/many, want/many)
		}
	}
	runtime.KeepAlive(&kept)
}
