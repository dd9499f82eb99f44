package reference

import (
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// staged is a game put straight into a round and phase, with every barge in
// Ruhrort (seat 0 first to dock) and one task waiting.
func staged(t *testing.T, seats, round, phase int, waiting task) *Game {
	t.Helper()
	g, err := New(spec.Board, seats, false, false, 0)
	require.NoError(t, err)
	g.round, g.phase = round, phase
	for seat := range g.players {
		g.moveBarge(seat, "ruhrort")
		g.players[seat].timeline = slices.DeleteFunc(g.players[seat].timeline, func(r int) bool { return r <= round })
	}
	g.order = g.riverOrder()
	if round >= 4 {
		g.changePath()
	}
	g.agenda = []task{waiting}
	return g
}

// words writes the legal actions short, sorted, one word each.
func words(legal []Action) string {
	var all []string
	for _, a := range legal {
		parts := []string{a.Do}
		for _, part := range []string{a.With, a.What, a.Take, a.Storage, a.Option, a.Coal, a.Space, a.At, a.From, a.To} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		if a.Free {
			parts = append(parts, "free")
		}
		if a.Towed {
			parts = append(parts, "towed")
		}
		all = append(all, strings.Join(parts, ":"))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func apply(t *testing.T, g *Game, a Action) {
	t.Helper()
	require.NoError(t, g.Apply(a))
}

// Who can pay nothing uses the timeline, then is towed, then is stranded
// (DEBT-1, DEBT-2, DEBT-4, START-11, START-12).
func TestPayingForOptions(t *testing.T) {
	for _, c := range []struct {
		name                       string
		round                      int
		thaler, supply, debts      int
		noTimeline, marker, noDice bool
		want                       string
	}{
		{name: "debts from the supply", round: 5, supply: 1,
			want: "option:hauling option:hauling_pilot option:hauling_transport"},
		{name: "debts from the supply, dearer", round: 7, supply: 1,
			want: "option:hauling"},
		{name: "the fourth debt is the last", round: 7, supply: 2, debts: 3,
			want: "option:hauling"},
		{name: "debts from the timeline", round: 5,
			want: "option:hauling option:hauling_pilot option:hauling_transport"},
		{name: "supply first, the timeline not for the dearer ones", round: 7, supply: 1, thaler: 0,
			want: "option:hauling"},
		{name: "timeline and supply together", round: 7, debts: 2,
			want: "option:hauling option:hauling_pilot option:hauling_transport"},
		{name: "the free marker is a choice, so no timeline", round: 5, marker: true,
			want: "option:hauling:free option:hauling_pilot:free option:hauling_transport:free"},
		{name: "towed, all debts taken", round: 5, supply: 3, debts: 4,
			want: "option:hauling:towed"},
		{name: "towed, no warehouse left", round: 11, noTimeline: true,
			want: "option:hauling:towed"},
		{name: "stranded", round: 5, thaler: 9, noDice: true,
			want: "strand"},
	} {
		g := staged(t, 3, c.round, 3, task{kind: "option", seat: 1})
		p := g.players[1]
		p.thaler, p.supply, p.debts = c.thaler, c.supply, c.debts
		p.progress["hauling_action"] = c.marker
		if c.noTimeline {
			p.timeline = nil
		}
		if c.noDice {
			clear(g.storages)
			clear(g.track["black"])
			clear(g.track["white"])
		}
		require.Equal(t, words(g.Legal()), c.want, "%s: what is legal", c.name)
	}
}

// Inn and coal hauler stand beside a towed seat's and a stranded seat's actions
// (record.md, strand).
func TestBesideTowedAndStranded(t *testing.T) {
	g := staged(t, 3, 5, 3, task{kind: "option", seat: 1})
	p := g.players[1]
	p.supply, p.debts = 0, 4
	p.progress["inn"] = true
	require.Equal(t, words(g.Legal()), "inn:thaler inn:vp option:hauling:towed", "towed: legal")
	apply(t, g, Action{Do: "inn", Take: "thaler"})
	require.Equal(t, words(g.Legal()), "option:hauling option:hauling_pilot option:hauling_transport", "with the inn's 3 Thaler: legal")

	g = staged(t, 2, 5, 3, task{kind: "option", seat: 1})
	p = g.players[1]
	p.progress["coal_hauler"] = true
	clear(g.storages)
	clear(g.track["black"])
	g.storages["storage-nachtigall"] = 4 // white, and the seat may not load it
	require.Equal(t, words(g.Legal()), "coal_hauler:storage-nachtigall strand", "stranded: legal")
}

// What towing, the timeline and a free option cost (START-11, START-12, DEBT-4).
func TestPriceOfHauling(t *testing.T) {
	for _, c := range []struct {
		name                      string
		thaler, vp, supply, debts int
		marker                    bool
		choose                    Action
		wantThaler, wantVP        int
		wantDebts, wantTimeline   int
	}{
		{"with Thaler", 3, 5, 1, 0, false, Action{Do: "option", Option: "hauling_pilot"}, 1, 5, 0, 5},
		{"by debt, 1 Thaler is left over", 0, 5, 1, 0, false, Action{Do: "option", Option: "hauling"}, 1, 5, 1, 5},
		{"by the timeline", 0, 5, 0, 0, false, Action{Do: "option", Option: "hauling_pilot"}, 0, 3, 1, 4},
		{"by the timeline, VP not below 0", 0, 1, 0, 3, false, Action{Do: "option", Option: "hauling"}, 1, 0, 4, 4},
		{"towed", 0, 5, 0, 4, false, Action{Do: "option", Option: "hauling", Towed: true}, 0, 3, 4, 5},
		{"towed, VP not below 0", 0, 1, 0, 4, false, Action{Do: "option", Option: "hauling", Towed: true}, 0, 0, 4, 5},
		{"free", 0, 5, 0, 0, true, Action{Do: "option", Option: "hauling_pilot", Free: true}, 0, 5, 0, 5},
	} {
		g := staged(t, 2, 5, 3, task{kind: "option", seat: 0})
		p := g.players[0]
		p.thaler, p.vp, p.supply, p.debts = c.thaler, c.vp, c.supply, c.debts
		p.progress["hauling_action"] = c.marker
		if err := g.Apply(c.choose); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if p.thaler != c.wantThaler || p.vp != c.wantVP || p.debts != c.wantDebts || len(p.timeline) != c.wantTimeline {
			t.Errorf("%s: Thaler %d, VP %d, debts %d, %d on the timeline; want %d, %d, %d, %d", c.name,
				p.thaler, p.vp, p.debts, len(p.timeline), c.wantThaler, c.wantVP, c.wantDebts, c.wantTimeline)
		}
	}
}

// Stranded seats keep their places and have no turn in phase 4 (START-12).
func TestStrandedSeatsDoNotSail(t *testing.T) {
	g := staged(t, 2, 5, 3, task{kind: "option", seat: 1})
	g.later(task{kind: "option", seat: 0})
	g.moveBarge(1, "city-blankenstein") // a selling space lies right below it
	clear(g.storages)
	clear(g.track["black"])
	apply(t, g, Action{Do: "strand"})
	apply(t, g, Action{Do: "strand"})
	if have := words(g.Legal()); g.phase != 6 || have != "done" {
		t.Errorf("after both stranded: phase %d, legal %s; want phase 6 and done", g.phase, have)
	}
	if want := []int{1, 0}; !slices.Equal(g.riverOrder(), want) {
		t.Errorf("order %v, want %v as before", g.riverOrder(), want)
	}
}

// Only one seat a round takes the wage, and nobody in round 12 (START-5, START-6).
func TestWage(t *testing.T) {
	for _, c := range []struct {
		name          string
		round         int
		marker, taken bool
		want          bool
	}{
		{"with the marker", 5, true, false, true},
		{"without it", 5, false, false, false},
		{"taken this round", 5, true, true, false},
		{"round 12", 12, true, false, false},
	} {
		g := staged(t, 2, c.round, 3, task{kind: "option", seat: 1})
		g.moveBarge(1, "city-steele")
		p := g.players[1]
		p.progress["wage"], g.wage = c.marker, c.taken
		require.Equal(t, slices.Contains(g.Legal(), Action{Do: "option", Option: "wage"}), c.want, "%s: the wage is legal", c.name)
		if c.want {
			apply(t, g, Action{Do: "option", Option: "wage"})
			require.True(t, p.thaler == 2 && g.wage, "%s: %d Thaler and taken %v, want 2 and true (START-9)", c.name, p.thaler, g.wage)
		}
	}
}

// The payment of round 3 (EVENT-3, EVENT-P, DEBT-4).
func TestRound3Payment(t *testing.T) {
	for _, c := range []struct {
		name                      string
		thaler, vp, supply, debts int
		noTimeline                bool
		want                      string
	}{
		{"Thaler and VP", 1, 1, 1, 0, false, "pay:thaler pay:vp"},
		{"VP, and Thaler by debt", 0, 1, 1, 0, false, "pay:thaler pay:vp"},
		{"VP, no debt from the timeline", 0, 1, 0, 0, false, "pay:vp"},
		{"Thaler only", 1, 0, 1, 0, false, "pay:thaler"},
		{"debt must be taken", 0, 0, 1, 0, false, "pay:thaler"},
		{"the timeline must be used", 0, 0, 0, 0, false, "pay:thaler"},
		{"nothing: four debts", 0, 0, 1, 4, false, ""},
		{"nothing: no warehouse", 0, 0, 0, 0, true, ""},
	} {
		g := staged(t, 2, 3, 1, task{kind: "pay", seat: 0})
		p := g.players[0]
		p.thaler, p.vp, p.supply, p.debts = c.thaler, c.vp, c.supply, c.debts
		if c.noTimeline {
			p.timeline = nil
		}
		require.Equal(t, words(g.legalPay(0)), c.want, "%s: what is legal", c.name)
		g.run()
		if c.want == "" && g.Needs() != "draw" {
			t.Errorf("%s: the payment does not pass by itself: the game needs %q", c.name, g.Needs())
		}
	}
}

// Dice on the track (TRACK-2, TRACK-3, START-7).
func TestTrack(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []int
		want   []int
		asks   bool
	}{
		{"the arrow first", []int{0, 0, 0, 0}, []int{0, 0, 5, 0}, false},
		{"then above", []int{0, 0, 2, 0}, []int{0, 5, 2, 0}, false},
		{"then the top", []int{0, 3, 2, 0}, []int{5, 3, 2, 0}, false},
		{"then all move down", []int{4, 3, 2, 0}, []int{5, 4, 3, 2}, false},
		{"and off the bottom", []int{4, 3, 2, 1}, []int{5, 4, 3, 2}, true},
		{"the arrow though there is one below", []int{0, 0, 0, 1}, []int{0, 0, 5, 1}, false},
	} {
		g := staged(t, 2, 4, 4, task{kind: "sell", seat: 1})
		g.agenda = nil
		g.track["black"] = c.before
		g.ontoTrack("black", 5)
		require.Slices(t, g.track["black"], c.want, "%s", c.name)
		require.Equal(t, c.asks, len(g.agenda) == 1, "%s: whether a die is to be placed, agenda %v", c.name, g.agenda)
		if c.asks && g.agenda[0] != (task{kind: "place", seat: g.order[0], coal: "black", value: 1}) {
			t.Errorf("%s: asks %v", c.name, g.agenda[0])
		}
	}
	g := staged(t, 2, 4, 3, task{kind: "option", seat: 1})
	g.track["black"] = []int{4, 3, 2, 1}
	if value := g.takeFromArrow("black"); value != 2 || !slices.Equal(g.track["black"], []int{0, 4, 3, 1}) {
		t.Errorf("took %d from the arrow and left %v, want 2 and [0 4 3 1]", value, g.track["black"])
	}
}

// Where black coal returns to: the round's territory, else anywhere outside the
// Mark (TRACK-3, EVENT-C); white coal to the Mark.
func TestWhereCoalReturns(t *testing.T) {
	g := staged(t, 2, 4, 4, task{kind: "place", seat: 0, coal: "black", value: 1})
	clear(g.storages)
	require.Equal(t, words(g.Legal()), "place:storage-menden place:storage-mintard", "black in round 4")
	g.storages["storage-menden"], g.storages["storage-mintard"], g.storages["storage-horst"] = 1, 1, 1
	want := "place:storage-fischlaken place:storage-heisingen place:storage-holteyer-hafen place:storage-oefte place:storage-rellinghausen place:storage-schuir"
	require.Equal(t, words(g.Legal()), want, "black, the territory full")
	require.Equal(t, words(g.legalPlace("white")), "place:storage-gibraltar place:storage-hardenstein place:storage-hasenwinkel place:storage-nachtigall place:storage-rauendahl place:storage-stiepel", "white")
}

// A change of path returns the lowest dice, black first (TRACK-4).
func TestChangeOfPath(t *testing.T) {
	g := staged(t, 3, 4, 1, task{kind: "draw"})
	g.agenda = nil
	g.track = map[string][]int{"black": {1, 2, 3, 4, 5}}
	g.changePath()
	if !slices.Equal(g.track["black"], []int{1, 2, 3, 4}) || !slices.Equal(g.track["white"], []int{0, 0, 0, 0}) {
		t.Errorf("round 4: %v", g.track)
	}
	g.agenda = nil
	g.round = 8
	g.track = map[string][]int{"black": {1, 2, 3, 4}, "white": {0, 0, 5, 6}}
	g.changePath()
	require.True(t, slices.Equal(g.track["black"], []int{1, 2, 3}) && slices.Equal(g.track["white"], []int{0, 0, 5}), "round 8: %v", g.track)
	want := []task{{"place", g.order[0], "black", 4}, {"place", g.order[0], "white", 6}}
	require.Slices(t, g.agenda, want, "round 8")
}

// Round 11: a colour with nothing on the storages is not owed, and passes
// without an action (EVENT-R).
func TestRemoval(t *testing.T) {
	g := staged(t, 4, 11, 1, task{})
	g.agenda = nil
	g.beginRemoval()
	clear(g.storages)
	g.storages["storage-horst"], g.storages["storage-menden"], g.storages["storage-oefte"] = 2, 3, 4
	require.Equal(t, g.ToDecide(), 0, "who chooses first: it docked first and lies farthest downriver")
	apply(t, g, Action{Do: "remove", Storage: "storage-menden"})
	require.Equal(t, g.ToDecide(), 1, "who chooses second")
	apply(t, g, Action{Do: "remove", Storage: "storage-horst"})
	require.Equal(t, g.Needs(), "draw", "what the game needs after two black dice with no white one left")
	require.True(t, g.storages["storage-oefte"] == 4, "the third black die is gone too")
}

// Selling: tokens, full areas, obstacles, Ruhrort, the export marker and city
// warehouses (SAIL-2 to SAIL-6).
func TestSelling(t *testing.T) {
	for _, c := range []struct {
		name                   string
		from, to               string
		die, full              int
		locks                  bool
		every, docked          bool
		thaler, export, others int
	}{
		{name: "token and the rest", from: "storage-heisingen", to: "industry-deilbachhammer", die: 4, thaler: 3},
		{name: "full area", from: "storage-heisingen", to: "industry-deilbachhammer", die: 4, full: 3, thaler: 4},
		{name: "over obstacles, once", from: "storage-fischlaken", to: "city-kettwig", die: 4, thaler: 2},
		{name: "never below 1", from: "storage-fischlaken", to: "city-kettwig", die: 1, thaler: 0},
		{name: "over locks", from: "storage-fischlaken", to: "city-kettwig", die: 4, locks: true, thaler: 3},
		{name: "city with warehouses, the seller's too", from: "storage-fischlaken", to: "city-werden", die: 4, thaler: 2, others: 1},
		{name: "Ruhrort, 3", from: "storage-menden", to: "ruhrort", die: 4, thaler: 3, export: 1},
		{name: "Ruhrort, 4", from: "storage-menden", to: "ruhrort", die: 4, locks: true, thaler: 4, export: 2},
		{name: "Ruhrort, second ship", from: "storage-menden", to: "ruhrort", die: 4, docked: true, thaler: 3, export: 0},
		{name: "Ruhrort, second ship of every ship", from: "storage-menden", to: "ruhrort", die: 4, docked: true, every: true, thaler: 3, export: 1},
	} {
		g := staged(t, 3, 5, 4, task{kind: "sell", seat: 0})
		g.everyShip, g.docked = c.every, c.docked
		g.moveBarge(0, c.from)
		g.storages[c.from] = c.die
		p := g.players[0]
		p.option = "pilot"
		p.tokens["black_industry"] = c.full
		g.cities["city-werden"] = []int{1, 0}
		if c.locks {
			for id := range g.locks {
				g.locks[id] = 2
			}
		}
		g.doSell(0, c.to)
		if p.thaler != c.thaler+c.others || g.players[1].thaler != c.others {
			t.Errorf("%s: %d Thaler and %d for the other warehouse, want %d and %d", c.name, p.thaler, g.players[1].thaler, c.thaler+c.others, c.others)
		}
		require.Equal(t, g.export, c.export, "%s: the box of the export marker", c.name)
		require.True(t, g.storages[c.from] == 0 && g.players[0].barge == c.to, "%s: the die or the barge stayed behind", c.name)
	}
}

// Where barges at one space stand (ORDER-3).
func TestOrderAtOneSpace(t *testing.T) {
	g := staged(t, 3, 5, 4, task{kind: "sell"})
	if want := []int{2, 1, 0}; !slices.Equal(g.riverOrder(), want) {
		t.Errorf("order %v, want %v: seat 0 docked first", g.riverOrder(), want)
	}
	g.moveBarge(0, "city-kettwig")
	g.moveBarge(1, "city-kettwig")
	if want := []int{1, 0, 2}; !slices.Equal(g.riverOrder(), want) {
		t.Errorf("order %v, want %v: seat 0 came to Kettwig first", g.riverOrder(), want)
	}
}
