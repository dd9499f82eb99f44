package rules_test

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// loaded is a position of phase 4 with seat 0 to sail from a storage.
func loaded(t *testing.T, storage string, value int, option rules.Option, edit func(p *rules.Position)) *table {
	t.Helper()
	return lay(t, 2, 5, rules.Sale, func(p *rules.Position) {
		stand(p, 0, "storage-"+storage)
		only(p, map[string]int{storage: value})
		p.Seats[0].Option = option
		if edit != nil {
			edit(p)
		}
	})
}

// SAIL-1: at most 2 spaces downriver without a pilot, as in the rulebook's two
// pictures; every entry of the river counts; any distance with one, and only
// so to Ruhrort.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		name, from string
		option     rules.Option
		offers     string
	}{
		{"SAIL-1: 2 spaces to the next city", "nachtigall", rules.NoOption, "city-witten"},
		{"SAIL-1: 2 spaces to the next industry", "horst", rules.NoOption, "industry-horst"},
		{"SAIL-1: the next space, not the one behind a lock", "heisingen", rules.NoOption, "industry-deilbachhammer"},
		{"SAIL-1: a storage counts as one", "mintard", rules.NoOption, "industry-saarn"},
		{"SAIL-1: two selling spaces within reach", "fischlaken", rules.Transport, "city-werden"},
		{"SAIL-1: any distance with a pilot", "oefte", rules.Pilot, "city-kettwig, industry-saarn, city-muelheim, industry-styrum, ruhrort"},
		{"SAIL-1: with transport and pilot", "menden", rules.TransportPilot, "city-muelheim, industry-styrum, ruhrort"},
		{"SAIL-1: with hauling and pilot", "mintard", rules.HaulingPilot, "industry-saarn, city-muelheim, industry-styrum, ruhrort"},
		{"SAIL-1: not with hauling alone", "menden", rules.Hauling, "city-muelheim"},
	} {
		b := loaded(t, c.from, 4, c.option, nil)
		b.is(c.name, b.legal("sell"), c.offers)
	}
	b := loaded(t, "menden", 4, rules.NoOption, nil)
	b.refuses("sell industry-styrum", "SAIL-1", rules.TooFar, at("industry-styrum")-at("storage-menden"), 2)
	b.refuses("sell ruhrort", "SAIL-1", rules.RuhrortPilot)
	b.refuses("sell city-kettwig", "SAIL-1", rules.SailUpriver)
}

// SAIL-2: one pip a trip over unbuilt obstacles, however many; none over locks.
// Ruling: a die never falls below 1.
func TestObstacles(t *testing.T) {
	for _, c := range []struct {
		name   string
		value  int
		to     string
		locks  []string // obstacles left
		thaler int
	}{
		{"SAIL-2: past one obstacle", 4, "city-werden", []string{"lock-neukirchen"}, 2},
		{"SAIL-2: past four obstacles", 4, "city-muelheim", []string{"lock-neukirchen", "lock-papiermuehle", "lock-kettwig", "lock-muelheim"}, 2},
		{"SAIL-2: past locks", 4, "city-muelheim", nil, 3},
		{"SAIL-2: past locks and one obstacle", 4, "city-muelheim", []string{"lock-kettwig"}, 2},
		{"SAIL-2: obstacles elsewhere", 4, "city-werden", []string{"lock-baldeney", "lock-papiermuehle"}, 3},
		{"SAIL-2: never below 1", 1, "city-werden", []string{"lock-neukirchen"}, 0},
	} {
		b := loaded(t, "fischlaken", c.value, rules.Pilot, func(p *rules.Position) { lockAll(p, 1, c.locks...) })
		b.do("sell " + c.to)
		b.is(c.name, b.seat(0).Thaler, c.thaler)
	}
}

// SAIL-3: a token in the area of the colour and the place, and value - 1
// Thaler, as in the rulebook's examples 1 (a 3 at an industry) and 2 (a 4 in
// Werden); a full area gives the full value.
func TestSelling(t *testing.T) {
	tokens := func(area int, n int) (out [board.Areas]int) { out[area] = n; return out }
	for _, c := range []struct {
		name, from string
		value      int
		to         string
		before     [board.Areas]int
		after      [board.Areas]int
		thaler     int
	}{
		{"SAIL-3: a black 3 at an industry", "heisingen", 3, "industry-deilbachhammer", [5]int{}, tokens(0, 1), 2},
		{"SAIL-3: a black 4 in Werden", "fischlaken", 4, "city-werden", [5]int{}, tokens(1, 1), 3},
		{"SAIL-3: white at an industry", "hasenwinkel", 4, "industry-dahlhausen", [5]int{}, tokens(2, 1), 3},
		{"SAIL-3: white in a city", "nachtigall", 2, "city-witten", [5]int{}, tokens(3, 1), 1},
		{"SAIL-3: the colour is the coal's, not the place's", "hasenwinkel", 4, "city-steele", [5]int{}, tokens(3, 1), 3},
		{"SAIL-3, SAIL-5: black in Ruhrort", "menden", 4, "ruhrort", [5]int{}, tokens(4, 1), 4},
		{"SAIL-3, SAIL-5: white in Ruhrort, one area for both", "nachtigall", 4, "ruhrort", tokens(4, 1), tokens(4, 2), 4},
		{"SAIL-3: black industry full", "heisingen", 3, "industry-deilbachhammer", tokens(0, 3), tokens(0, 3), 3},
		{"SAIL-3: white cities full with two", "nachtigall", 2, "city-witten", tokens(3, 2), tokens(3, 2), 2},
		{"SAIL-3, SAIL-5: Ruhrort full", "menden", 4, "ruhrort", tokens(4, 2), tokens(4, 2), 5},
	} {
		b := loaded(t, c.from, c.value, rules.Pilot, func(p *rules.Position) {
			lockAll(p, 1)
			p.Seats[0].Tokens = c.before
		})
		b.do("sell " + c.to)
		b.is(c.name+": tokens", b.seat(0).Tokens, c.after)
		b.is(c.name+": Thaler", b.seat(0).Thaler, c.thaler)
		b.is(c.name+": the storage is empty", die(&b.s, c.from), 0)
		b.is(c.name+": the barge", b.seat(0).Barge, at(c.to))
	}
}

// SAIL-4: the Thaler on the space go to the seller.
func TestThalerOnTheSpace(t *testing.T) {
	for lying := range 3 {
		b := loaded(t, "heisingen", 3, rules.NoOption, func(p *rules.Position) {
			p.Demand[sale("industry-deilbachhammer")], p.Demand[sale("industry-werden")] = lying, 2
		})
		b.do("sell industry-deilbachhammer")
		b.is(fmt.Sprint("SAIL-4: with ", lying), b.seat(0).Thaler, 2+lying)
		b.is("SAIL-4: none is left there", b.s.Demand(sale("industry-deilbachhammer")), 0)
		b.is("SAIL-4: elsewhere they stay", b.s.Demand(sale("industry-werden")), 2)
	}
}

// SAIL-5: a Thaler more in Ruhrort; the export marker moves by 1 for a value
// sold of 1 to 3 and by 2 for 4 to 6. Rulings: not past the last box, and only
// for the first ship of a round unless the table plays with every ship.
func TestRuhrort(t *testing.T) {
	for _, c := range []struct {
		name         string
		value, box   int
		obstacle     bool
		docked, each bool
		want         int
	}{
		{"SAIL-5: a 3", 3, 1, false, false, false, 2},
		{"SAIL-5: a 4", 4, 1, false, false, false, 3},
		{"SAIL-5: a 4 that lost a pip", 4, 1, true, false, false, 2},
		{"SAIL-5: not past the last box", 6, 4, false, false, false, 5},
		{"SAIL-5: on the last box", 6, 5, false, false, false, 5},
		{"SAIL-5: the second ship", 6, 1, false, true, false, 1},
		{"SAIL-5: the second ship where every ship counts", 6, 1, false, true, true, 3},
	} {
		b := layWith(t, 2, rules.Variant{EveryShip: c.each}, 5, rules.Sale, func(p *rules.Position) {
			stand(p, 0, "storage-menden")
			only(p, map[string]int{"menden": c.value})
			p.Seats[0].Option, p.Export, p.Docked = rules.Pilot, c.box, c.docked
			if !c.obstacle {
				lockAll(p, 1)
			}
		})
		b.do("sell ruhrort")
		b.is(c.name, b.s.ExportBox(), c.want)
		b.is(c.name+": emitted", b.emitted(rules.FExport, "SAIL-5"), map[bool]int{true: 1}[c.want != c.box])
		sold := c.value
		if c.obstacle {
			sold--
		}
		b.is(c.name+": a Thaler more", b.seat(0).Thaler, sold)
	}
}

// SAIL-6: everybody with a warehouse in the city gets a Thaler, the seller too.
func TestCityWarehousesPay(t *testing.T) {
	b := loaded(t, "nachtigall", 2, rules.NoOption, func(p *rules.Position) {
		lockAll(p, 1)
		p.Cities[number("city-witten")] = []int{1, 0}
		p.Cities[number("city-hattingen")] = []int{1}
	})
	b.do("sell city-witten")
	b.is("SAIL-6: the seller", b.seat(0).Thaler, 1+1)
	b.is("SAIL-6: the other", b.seat(1).Thaler, 1)
}

// SAIL-7: the die goes onto the track with its value as sold.
func TestSoldDieOnTheTrack(t *testing.T) {
	b := loaded(t, "fischlaken", 4, rules.NoOption, func(p *rules.Position) { p.Track = [2][7]int{} })
	b.do("sell city-werden")
	b.is("SAIL-7: less the pip of the obstacle", b.s.TrackDie(0, 2), 3)
	b = loaded(t, "nachtigall", 5, rules.NoOption, func(p *rules.Position) { lockAll(p, 1); p.Track = [2][7]int{} })
	b.do("sell city-witten")
	b.is("SAIL-7: white", b.s.TrackDie(1, 2), 5)
}
