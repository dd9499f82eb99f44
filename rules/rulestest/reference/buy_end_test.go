package reference

import (
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// The building duty (WATER-4, BUY-9) leaves only lock and inn, while a lock can
// be built and paid for at all.
func TestBuildingDuty(t *testing.T) {
	for _, c := range []struct {
		name                  string
		marker, built         bool
		thaler, supply, debts int
		noObstacle            bool
		only                  bool // nothing but locks and the inn
	}{
		{name: "can pay", marker: true, thaler: 3, supply: 1, only: true},
		{name: "by debt", marker: true, supply: 2, only: true},
		{name: "by the timeline", marker: true, only: true},
		{name: "no marker", thaler: 9, supply: 1},
		{name: "built already", marker: true, built: true, thaler: 9, supply: 1},
		{name: "four debts", marker: true, debts: 4},
		{name: "no obstacle left", marker: true, thaler: 9, supply: 1, noObstacle: true},
	} {
		g := staged(t, 4, 6, 6, task{kind: "buy", seat: 2})
		g.duty = true
		p := g.players[2]
		p.thaler, p.supply, p.debts = c.thaler, c.supply, c.debts
		p.progress["lock_building"], p.usedNow["lock_building"] = c.marker, c.built
		p.progress["inn"] = true
		if c.noObstacle {
			for id := range g.locks {
				g.locks[id] = 0
			}
		}
		have := words(g.Legal())
		require.True(t, strings.Contains(have, "done") != c.only, "%s: legal %s, want only locks and the inn: %v", c.name, have, c.only)
		require.Equal(t, strings.Contains(have, "lock:"), c.only, "%s: whether locks are legal in %s", c.name, have)
		require.True(t, strings.Contains(have, "inn:vp"), "%s: the inn is missing: %s", c.name, have)
	}
}

// The duty arises with at most one marker left after the draw, and with an empty
// bag, but not in round 12 (WATER-4, EVENT-12).
func TestWhenTheDutyArises(t *testing.T) {
	for _, c := range []struct {
		round, bag int
		want       bool
	}{{5, 3, false}, {5, 2, true}, {5, 1, true}, {5, 0, true}, {12, 0, false}, {12, 1, false}} {
		g := staged(t, 2, c.round, 1, task{})
		g.agenda = nil
		g.bag = c.bag
		g.run()
		if g.Needs() == "draw" {
			require.NoError(t, g.Draw("forges-1"))
		}
		require.Equal(t, g.duty, c.want, "round %d, %d in the bag before the draw: duty", c.round, c.bag)
	}
}

// Free second locks (BUY-3).
func TestSecondLock(t *testing.T) {
	for _, c := range []struct {
		name          string
		seats, round  int
		hasLock, free bool
	}{
		{"2 seats, round 2", 2, 2, true, true},
		{"2 seats, round 5", 2, 5, true, true},
		{"2 seats, round 6", 2, 6, false, false},
		{"3 seats, first lock", 3, 9, false, true},
		{"3 seats, later lock", 3, 3, true, false},
		{"4 seats", 4, 3, false, false},
	} {
		g := staged(t, c.seats, c.round, 6, task{kind: "buy", seat: 0})
		p := g.players[0]
		p.progress["lock_building"] = true
		p.thaler = 9
		if c.hasLock {
			g.locks["lock-witten"] = 0
			p.lockWarehouses = 0
		}
		apply(t, g, Action{Do: "lock", Space: "lock-horst"})
		thaler, vp := p.thaler, p.vp
		require.Equal(t, vp, 2, "%s: VP for Horst (BUY-2)", c.name)
		err := g.Apply(Action{Do: "lock", Space: "lock-kemnade"})
		require.True(t, (err == nil) == c.free, "%s: second lock gave %v, want it free: %v", c.name, err, c.free)
		if err == nil && (p.thaler != thaler || p.vp != vp+3) {
			t.Errorf("%s: the second lock cost %d Thaler and gave %d VP, want 0 and 3", c.name, thaler-p.thaler, p.vp-vp)
		}
		require.True(t, g.Apply(Action{Do: "lock", Space: "lock-herbede"}) != nil, "%s: a third lock was built", c.name)
	}
}

// Export scoring (EXP-1) and what is given back (EXP-2).
func TestExport(t *testing.T) {
	g := staged(t, 4, 6, 7, task{kind: "export"})
	g.country = "rhineland"
	g.export = 3
	g.port["rhineland"] = []int{1, 0, 3}
	g.port["belgium"] = []int{2}
	g.players[2].thaler = 13
	g.scoreExport()
	g.clearRound()
	for seat, want := range []int{2, 3, 0, 1} {
		require.Equal(t, g.players[seat].vp, want, "what seat %d scored", seat)
	}
	if g.export != 0 || g.players[2].thaler != 10 || g.country != "" {
		t.Errorf("export box %d, %d Thaler, country %q; want 0, 10 and none", g.export, g.players[2].thaler, g.country)
	}
}

// Thaler above 10 are returned in round 12 too, before the mayor counts (EXP-2, END-3).
func TestThalerAreCutBeforeTheMayor(t *testing.T) {
	g := staged(t, 2, 12, 6, task{kind: "buy", seat: 1})
	g.players[1].thaler = 13
	g.players[1].progress["mayor"] = true
	apply(t, g, Action{Do: "done"})
	if _, _, parts := g.Scores(); g.Needs() != "over" || parts[1]["mayor"] != 10 {
		t.Errorf("the game needs %q, the breakdown is %v; want over and 10 for the mayor", g.Needs(), parts)
	}
}

// A seat has at most two warehouses in the port, but may move them (BUY-6, BUY-7).
func TestTwoInThePort(t *testing.T) {
	g := staged(t, 4, 6, 6, task{kind: "buy", seat: 0})
	p := g.players[0]
	p.thaler, p.supply = 9, 3
	p.progress["port_ruhrort"] = true
	g.port["belgium"], g.port["rhineland"] = []int{0}, []int{0}
	require.Equal(t, words(g.Legal()), "done shift:belgium:netherlands shift:rhineland:netherlands", "legal")
}

// Mayor, inn and debts at the end (END-3, END-4, END-5).
func TestMayorAndInn(t *testing.T) {
	for _, c := range []struct {
		name                string
		mayor, inn, innUsed bool
		thaler, debts       int
		wantMayor, wantInn  int
	}{
		{"mayor", true, false, false, 7, 0, 7, 0},
		{"mayor with debts", true, false, false, 7, 1, 0, 0},
		{"inn", false, true, false, 7, 0, 0, 2},
		{"both", true, true, false, 10, 0, 13, 0},
		{"both with debts", true, true, false, 10, 2, 0, 2},
		{"inn used", false, true, true, 7, 0, 0, 0},
	} {
		g := staged(t, 2, 12, 7, task{})
		p := g.players[1]
		p.progress["mayor"], p.progress["inn"], p.used["inn"] = c.mayor, c.inn, c.innUsed
		p.thaler, p.debts = c.thaler, c.debts
		parts := g.scoreSeat(1)
		if parts["mayor"] != c.wantMayor || parts["inn"] != c.wantInn || parts["debts"] != -2*c.debts {
			t.Errorf("%s: %v, want mayor %d, inn %d", c.name, parts, c.wantMayor, c.wantInn)
		}
	}
}

// Cities, depots, Ruhrtalbahn, Ruhraake and shared ranks (END-1, END-2, END-6).
func TestEndScoring(t *testing.T) {
	g := staged(t, 3, 12, 7, task{})
	for _, city := range append(slices.Clone(essenCities), markCities...) {
		g.cities[city] = []int{0}
	}
	g.cities["city-muelheim"] = []int{1, 0}
	g.depots["depot-broich"] = []int{2, 2, 0}
	g.depots["depot-werden"] = []int{2, 0}
	g.depots["depot-essen"] = []int{2}
	g.depots["depot-mark"] = []int{2}
	g.players[0].progress["ruhrtalbahn"] = true
	g.players[0].progress["ruhraake"] = true
	g.players[1].progress["ruhraake"] = true
	g.moveBarge(1, "city-kettwig")
	g.over = true
	vp, rank, parts := g.Scores()
	if want := []int{1 + 1 + 3 + 7 + 4, 2, 2 + 3}; !slices.Equal(vp, want) {
		t.Errorf("VP %v, want %v: %v", vp, want, parts)
	}
	require.Slices(t, rank, []int{1, 3, 2}, "ranks")
	g.players[1].vp = 3
	if _, rank, _ = g.Scores(); !slices.Equal(rank, []int{1, 2, 2}) {
		t.Errorf("ranks %v, want 1 2 2", rank)
	}
	require.True(t, parts[2]["depotMajorities"] == 3 && parts[2]["allDepots"] == 2 && parts[0]["allCities"] == 3, "breakdown %v", parts)
}

// Limited markers run out in the phase's order; latecomers get a blank (PROG-2).
func TestLimitedMarkersRunOut(t *testing.T) {
	g := staged(t, 3, 5, 5, task{kind: "progress"})
	for _, p := range g.players {
		p.tokens["black_industry"], p.tokens["white_industry"] = 2, 1
	}
	g.giveProgress()
	for seat, want := range []bool{false, true, true} {
		p := g.players[seat]
		if p.progress["coal_hauler"] != want || p.blanks["coal_hauler"] == want {
			t.Errorf("seat %d has the marker: %v, a blank: %v; want %v, %v", seat, p.progress["coal_hauler"], p.blanks["coal_hauler"], want, !want)
		}
	}
}

// Building in the port and moving there (BUY-6, BUY-7, BUY-8, BUY-12).
func TestPort(t *testing.T) {
	g := staged(t, 4, 6, 6, task{kind: "buy", seat: 0})
	p := g.players[0]
	p.thaler, p.supply = 6, 1
	p.progress["port_ruhrort"] = true
	g.port["belgium"] = []int{0, 1}
	g.port["rhineland"] = []int{1, 2, 3}
	want := "done shift:belgium:netherlands warehouse:port_ruhrort:netherlands"
	require.Equal(t, words(g.Legal()), want, "what is legal")
	apply(t, g, Action{Do: "shift", From: "belgium", To: "netherlands"})
	if !slices.Equal(g.port["belgium"], []int{1}) || !slices.Equal(g.port["netherlands"], []int{0}) || p.thaler != 4 {
		t.Errorf("after the move: %v, %d Thaler", g.port, p.thaler)
	}
	// The next costs 5: with 4 Thaler a debt would take the only warehouse (DEBT-2).
	require.Equal(t, words(g.Legal()), "done shift:netherlands:belgium", "legal")
	p.progress["warehouse"] = true
	if !slices.Contains(g.Legal(), Action{Do: "warehouse", With: "warehouse", At: "belgium"}) {
		t.Errorf("the limited marker builds nothing in Belgium: %s", words(g.Legal()))
	}
	apply(t, g, Action{Do: "warehouse", With: "warehouse", At: "city-muelheim"})
	if p.thaler != 2 || p.vp != 2 || p.supply != 0 || !slices.Equal(g.cities["city-muelheim"], []int{0}) {
		t.Errorf("after Mülheim: %d Thaler, %d VP, supply %d, %v", p.thaler, p.vp, p.supply, g.cities["city-muelheim"])
	}
}
