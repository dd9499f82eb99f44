package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// What stands above the table, for who is asked, for the others, and where a
// turn waits to be handed over.
func TestHeadline(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a sale of seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "sell" })
	for ; e.Steps[n].State.ToDecide() != 0 || e.Rules.Legal(&e.Steps[n].State).Len() < 2; n++ {
	}
	l := in("en").AtTable(fourNames[:2], crossSigns[:2])
	who := func(key string, seat int) string { return plain(l.T(key, "seat", view.SeatRef(seat))) }
	said := l.Printer.Headline(new(e.context(n).Pos), func(int) bool { return false })
	own := l.To(0).Printer.Headline(new(e.context(n).Pos), func(int) bool { return false })
	require.Must(t, own.Because != said.Because, "%q is said to everyone", said.Because.Plain)
	to := func(key string, seat int) string { return plain(l.To(seat).T(key, "seat", view.SeatRef(seat))) }
	waits := func(change func(*game.Snapshot)) func(*game.Snapshot) {
		return func(s *game.Snapshot) { s.You = game.You{Seat: -1}; change(s) }
	}
	holiday := time.Date(2026, 12, 3, 0, 0, 0, 0, time.UTC)
	none := func(*game.Snapshot) {}
	for name, x := range map[string]struct {
		change                      func(*game.Snapshot)
		head, waiting, because, tab string
	}{
		"asked":                      {none, said.What.Plain, who("page.table.wait_person", 0), own.Because.Plain, l.Plain("page.table.your_turn") + " · Ruhr"},
		"watching":                   {waits(none), said.Turn.Plain, who("page.table.wait_person", 0), said.Because.Plain, ""},
		"watching a computer player": {waits(func(s *game.Snapshot) { s.Seats[0].Level = "greedy" }), said.Turn.Plain, who("page.table.wait_bot", 0), said.Because.Plain, ""},
		"watching a strong one": {waits(func(s *game.Snapshot) { s.Seats[0].Level, s.Thinks = "greedy", 1500*time.Millisecond }), said.Turn.Plain,
			plain(l.T("page.table.wait_most", "seat", view.SeatRef(0), "n", 2)), said.Because.Plain, ""},
		"watching an open seat": {waits(func(s *game.Snapshot) { s.Seats[0].Kind = game.Open }), said.Turn.Plain, l.Plain("page.table.wait_open"), said.Because.Plain, ""},
		"watching who is on holiday": {waits(func(s *game.Snapshot) { s.Clocks = []game.Clock{{Away: holiday, Rests: true}, {}} }), said.Turn.Plain,
			plain(l.T("page.table.wait_away", "seat", view.SeatRef(0), "day", l.Printer.Date(holiday))), said.Because.Plain, ""},
		"watching quiet hours":            {waits(func(s *game.Snapshot) { s.Clocks = []game.Clock{{Rests: true}, {}} }), said.Turn.Plain, who("page.table.wait_quiet", 0), said.Because.Plain, ""},
		"watching a clock":                {waits(func(s *game.Snapshot) { s.Clocks = []game.Clock{{}, {Away: holiday}} }), said.Turn.Plain, who("page.table.wait_person", 0), said.Because.Plain, ""},
		"watching a hand-over":            {waits(func(s *game.Snapshot) { s.ToAct = 1 }), who("page.table.waits_confirm", 1), who("page.table.wait_person", 1), "", ""},
		"watching a hand-over to oneself": {waits(func(s *game.Snapshot) { s.Turn = game.Turn{Seat: 0, Waiting: true} }), who("page.table.waits_confirm", 0), who("page.table.wait_person", 0), "", ""},
		"handing over": {func(s *game.Snapshot) {
			s.ToAct, s.You = 1, game.You{Seats: []int{1}, Seat: 1, Confirm: true, TurnFrom: -1}
		}, to("page.table.ask_confirm", 1), who("page.table.wait_person", 1), "", l.Plain("page.table.your_turn") + " · Ruhr"},
		"before a reveal": {func(s *game.Snapshot) {
			s.Turn.Reveals, s.You = true, game.You{Seats: []int{0}, Seat: 0, Confirm: true, TurnFrom: -1}
		}, to("page.table.ask_reveal", 0), who("page.table.wait_person", 0), "", l.Plain("page.table.your_turn") + " · Ruhr"},
		"before a reveal, with two seats": {func(s *game.Snapshot) {
			s.Turn.Reveals, s.You = true, game.You{Seats: []int{0, 1}, Seat: 0, Confirm: true, TurnFrom: -1}
		}, who("page.table.ask_reveal", 0), who("page.table.wait_person", 0), "", l.Plain("page.table.your_turn") + " · Ruhr"},
	} {
		snap := e.snapshot(n, 0)
		x.change(snap)
		p := e.page(snap)
		got := p.Headline
		if plain(got.Head) != x.head || plain(got.Waiting) != x.waiting || plain(got.Because) != x.because || got.TabTitle != x.tab {
			t.Errorf("%s: %q, waiting %q, because %q, tab %q\nwant %q, %q, %q, %q", name, plain(got.Head), plain(got.Waiting), plain(got.Because), got.TabTitle, x.head, x.waiting, x.because, x.tab)
		}
		require.True(t, plain(got.Where) == said.Phase.Plain && got.Trouble == "", "%s: where %q, trouble %q", name, got.Where, got.Trouble)
		if strong := name == "watching a strong one"; (got.Thinks == 1500) != strong || strong && slices.Contains(plainAll(p.Aloud(snap.N)), x.head) {
			t.Errorf("%s: %d ms to think, aloud %v", name, got.Thinks, plainAll(p.Aloud(snap.N)))
		}
		if chooses := name == "asked"; (p.Groups != nil) != chooses {
			t.Errorf("%s: choices are shown: %v", name, p.Groups != nil)
		}
	}
}

// What is shared by all who look at a log number is kept while holidays end and quiet hours
// begin: whom the table waits for is of the moment.
func TestWaitingIsOfTheMoment(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	away := e.snapshot(20, 0)
	away.Clocks = []game.Clock{{Away: time.Date(2026, 12, 3, 0, 0, 0, 0, time.UTC)}, {Away: time.Date(2026, 12, 3, 0, 0, 0, 0, time.UTC)}}
	shared := e.shared("en", away)
	later := e.snapshot(20, 0)
	later.Clocks, later.Thinks = make([]game.Clock, 2), 2*time.Second
	require.True(t, shared.Is(later), "the shared part is made again")
	require.Equal(t, NewTable(shared, later, "KEY", Lessons{}).Waiting, e.page(later).Waiting, "for whom it waits once the holiday has ended")
}

// A table that cannot go on says why, and asks for nothing.
func TestFrozenHeadline(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	snap := e.snapshot(20, 0)
	snap.Frozen = &game.Frozen{Key: game.FrozenLog, N: 17}
	p := NewTable(NewShared(in("en"), snap, nil), snap, "KEY", Lessons{})
	if plain(p.Head) != p.Plain("page.table.frozen") || !strings.Contains(string(p.Trouble), "17") || p.Groups != nil || p.Phases != nil || p.Log(1) != nil || p.Warnings != nil {
		t.Errorf("a frozen table says %q, %q", p.Head, p.Trouble)
	}
	require.True(t, p.Steps() == 0 && p.Lately == nil, "a frozen table has steps")
}

// What high or low water changed is said as long as it counts (WATER-3,
// WATER-4).
func TestWarnings(t *testing.T) {
	for _, x := range []struct {
		phase     int
		ban, duty bool
		want      []string
	}{
		{2, false, false, nil}, {2, true, true, []string{"WATER-3", "WATER-4"}}, {4, true, true, []string{"WATER-3", "WATER-4"}},
		{5, true, true, []string{"WATER-4"}}, {6, true, true, []string{"WATER-4"}}, {7, true, true, nil}, {4, false, true, []string{"WATER-4"}},
	} {
		c := &Context{Localizer: in("en"), Pos: view.Position{Phase: x.phase, PilotBanned: x.ban, Duty: x.duty}}
		var got []string
		for _, w := range c.warnings(0) {
			got = append(got, w.Rule)
		}
		require.Slices(t, got, x.want, "phase %d, pilots banned %v, building duty %v: warned of", x.phase, x.ban, x.duty)
	}
}

// High or low water that changed the dice says by how much, in its round only (WATER-3).
func TestWarnsOfCoalThatWaterChanged(t *testing.T) {
	told := 0
	for _, name := range []string{"2-seats-thrifty", "3-seats-thrifty", "4-seats-thrifty"} {
		e := exampleOf(t, name)
		changed := map[int]int{} // by round
		for n := range e.Len() {
			for _, f := range e.Steps[n].Facts {
				if f.Kind == rules.FDie && f.Rule == rules.WATER3 {
					changed[e.Steps[n].State.Round()] = int(f.C - f.B)
				}
			}
			snap := e.snapshot(n)
			want := changed[snap.State.Round()]
			for _, w := range e.page(snap).Warnings {
				if w.Rule == "WATER-3" {
					said := strings.Contains(plain(w.Text), in("en").Printer.T("page.warn.pilot_coal", "n", want))
					require.True(t, said == (want != 0), "%s, position %d: the dice changed by %d, it says %q", name, n, want, w.Text)
					told += want * want
				}
			}
		}
	}
	require.True(t, told > 0, "no water changed any dice")
}

// In the round in which prices rise, who decides about what is dearer is told (EVENT-5,
// EVENT-7).
func TestWarnsOfPrices(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	warned := map[string]int{}
	for n := range e.Len() {
		c := e.context(n)
		for _, w := range c.warnings(0) {
			if dear := map[string]int{"EVENT-5": 5, "EVENT-7": 7}[w.Rule]; dear > 0 {
				warned[w.Rule+" "+c.Pos.Decision]++
				require.Equal(t, c.Pos.Round, dear, "the round of the warning")
			}
		}
	}
	require.True(t, warned["EVENT-7 option"] == 3 && warned["EVENT-5 buy"] > 0 && warned["EVENT-7 buy"] == 0, "warned at the decisions %v", warned)
}

// The phases before, the one at hand with its order and who is asked, and those
// to come (ORDER-1).
func TestPhases(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	for n := 0; n < e.Len(); n += 4 {
		c := e.context(n)
		asked := (max(c.Pos.Decider, 0) + n%2) % 3 // sometimes another one is asked, who has to hand over
		got := c.phases(asked)
		require.Must(t, len(got) == 7, "%d phases", len(got))
		for k, p := range got {
			want := ""
			switch {
			case k+1 < c.Pos.Phase:
				want = "was"
			case k+1 == c.Pos.Phase:
				want = "now"
			}
			if p.Number != k+1 || p.State != want || p.Short == "" || plain(p.Name) != c.Printer.Thing(view.PhaseThing(k+1), "name").Plain {
				t.Errorf("position %d: phase %d is %+v, want state %q", n, k+1, p, want)
			}
			if want != "now" {
				require.True(t, p.Order == nil, "position %d: phase %d, which is not at hand, has an order", n, k+1)
				continue
			}
			var order []PhaseTurn
			for _, turn := range c.Pos.Order {
				order = append(order, PhaseTurn{crossSigns[turn.Seat], fourNames[turn.Seat], turn.Seat == asked})
			}
			require.Slices(t, p.Order, order, "position %d: the order", n)
		}
	}
}
