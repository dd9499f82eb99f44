package rules_test

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// before the draw of a round's phase 2.
func beforeDraw(t *testing.T, round int, edit func(p *rules.Position)) *table {
	t.Helper()
	return lay(t, 3, round, rules.Water, edit)
}

// WATER-1: in rounds 1 to 11 one marker leaves the bag and the game. Ruling: an
// empty bag means no draw. EVENT-12: none in round 12.
func TestDraw(t *testing.T) {
	for round := 1; round <= 12; round++ {
		b := beforeDraw(t, round, nil)
		if round == 12 {
			b.is("EVENT-12: no draw", b.s.Decision(), rules.ChooseOption)
			b.is("EVENT-12: no duty", b.s.Duty(), false)
			continue
		}
		b.is("WATER-1: a draw is due", b.s.Decision(), rules.DrawMarker)
		b.draw("hammer-mills-2")
		b.is("WATER-1: one less in the bag", b.s.Bag(), 5)
		b.is("WATER-1: out of the game", b.s.Unseen()>>7&1, 0)
		b.is("WATER-1: on to phase 3", b.s.Phase(), rules.Start)
	}
	b := beforeDraw(t, 5, func(p *rules.Position) { p.Bag = 0 })
	b.is("WATER-1: an empty bag, no draw", b.s.Decision(), rules.ChooseOption)
	b = beforeDraw(t, 5, func(p *rules.Position) { p.Unseen &^= 1 << 3 })
	before := b.s
	if err := b.g.Draw(&b.s, 3); err == nil || b.s != before {
		t.Errorf("WATER-1: a marker drawn before: %v", err)
	}
	for _, marker := range []int{-1, board.Markers} {
		if err := b.g.Draw(&b.s, marker); err == nil || b.s != before {
			t.Errorf("WATER-1: marker %d does not exist: %v", marker, err)
		}
	}
}

// WATER-2: a Thaler onto every space named; at most 2 lie there.
func TestDemand(t *testing.T) {
	for id, spaces := range map[string][]string{
		"industries-broich":             {"industry-saarn", "industry-styrum"},
		"industries-werden":             {"industry-deilbachhammer", "industry-werden", "industry-kupferhammer"},
		"industries-essen":              {"industry-horst", "industry-spillenburg", "industry-rote-muehle"},
		"industries-mark":               {"industry-herbede", "industry-sieben-haemmer", "industry-winz", "industry-dahlhausen"},
		"forges-1":                      {"industry-dahlhausen", "industry-horst", "industry-werden", "industry-styrum"},
		"forges-2":                      {"industry-dahlhausen", "industry-horst", "industry-werden", "industry-styrum"},
		"hammer-mills-1":                {"industry-herbede", "industry-sieben-haemmer", "industry-deilbachhammer", "industry-kupferhammer"},
		"hammer-mills-2":                {"industry-herbede", "industry-sieben-haemmer", "industry-deilbachhammer", "industry-kupferhammer"},
		"gun-factories-1":               {"industry-winz", "industry-spillenburg", "industry-rote-muehle", "industry-saarn"},
		"gun-factories-2":               {"industry-winz", "industry-spillenburg", "industry-rote-muehle", "industry-saarn"},
		"cities-muelheim-kettwig":       {"city-muelheim", "city-kettwig"},
		"cities-werden-kettwig":         {"city-werden", "city-kettwig"},
		"cities-steele-muelheim":        {"city-steele", "city-muelheim"},
		"cities-werden-steele":          {"city-werden", "city-steele"},
		"cities-hattingen-blankenstein": {"city-hattingen", "city-blankenstein"},
		"cities-witten-blankenstein":    {"city-witten", "city-blankenstein"},
		"high-water":                    nil, "low-water": nil, "high-water-minus": nil, "low-water-plus": nil,
	} {
		for lying := range 3 {
			b := beforeDraw(t, 3, func(p *rules.Position) {
				for k := range board.Sells - 1 {
					p.Demand[k] = lying
				}
			})
			b.draw(id)
			want := map[int]int{}
			for _, space := range spaces {
				want[sale(space)] = 1
			}
			for k := range board.Sells - 1 {
				b.is(fmt.Sprintf("WATER-2: %s, %d lay on space %d", id, lying, k), b.s.Demand(k), min(2, lying+want[k]))
			}
			for _, f := range b.facts {
				if f.Kind == rules.FDemand {
					b.is("WATER-2: emitted with what lies there now", int(f.B), b.s.Demand(int(f.A)))
				}
			}
			b.is("WATER-2: emitted where there was room", b.emitted(rules.FDemand, "WATER-2"), map[bool]int{true: len(spaces)}[lying < 2])
			b.is("WATER-2: none in Ruhrort", b.s.Demand(board.Sells-1), 0)
			b.is("WATER-3: pilot ban after "+id, b.s.PilotBanned(), spaces == nil)
		}
	}
}

// WATER-3: high and low water close the three options with a pilot for the
// round; two of the markers change every die on a storage, from 1 to 6, and
// none on the track.
func TestHighAndLowWater(t *testing.T) {
	for id, want := range map[string][]int{
		"high-water": {1, 2, 5, 6}, "low-water": {1, 2, 5, 6}, "high-water-minus": {1, 1, 4, 5}, "low-water-plus": {2, 3, 6, 6},
	} {
		b := beforeDraw(t, 3, func(p *rules.Position) {
			only(p, map[string]int{"horst": 1, "oefte": 2, "gibraltar": 5, "menden": 6})
			p.Track[0][2] = 3
			stand(p, 0, "storage-nachtigall")
			p.Seats[0].Thaler = 9
		})
		b.draw(id)
		b.is("WATER-3: dice after "+id, []int{die(&b.s, "horst"), die(&b.s, "oefte"), die(&b.s, "gibraltar"), die(&b.s, "menden")}, want)
		changed := 0
		for _, f := range b.facts {
			if f.Kind == rules.FDie && f.B != f.C && int(f.C) == b.s.Die(int(f.A)) {
				changed++
			}
		}
		b.is("WATER-3: each die that changes is emitted, and no other", b.emitted(rules.FDie, "WATER-3"), changed)
		b.is("WATER-3: no die where there was none", die(&b.s, "heisingen"), 0)
		b.is("WATER-3: on the track", b.s.TrackDie(0, 2), 3)
		b.offers("option", "none, transport")
		b.refuses("option pilot", "WATER-3", rules.PilotsBanned)
		b.refuses("option transport_pilot", "WATER-3", rules.PilotsBanned)
		b.refuses("option hauling_pilot", "WATER-3", rules.PilotsBanned)
	}
}

// WATER-4: a duty where at most one marker is left after the draw. Ruling: an
// empty bag too.
func TestWhenDutyArises(t *testing.T) {
	for bag, want := range map[int]bool{6: false, 3: false, 2: true, 1: true} {
		b := beforeDraw(t, 5, func(p *rules.Position) { p.Bag = bag })
		b.draw("forges-1")
		b.is(fmt.Sprint("WATER-4: duty with ", bag, " before the draw"), b.s.Duty(), want)
		for _, f := range b.facts {
			b.is("WATER-4: emitted for the table", f.Kind == rules.FDuty && f.Seat != -1, false)
		}
		b.is("WATER-4: emitted", b.emitted(rules.FDuty, "WATER-4"), map[bool]int{true: 1}[want])
	}
	b := beforeDraw(t, 5, func(p *rules.Position) { p.Bag = 0 })
	b.is("WATER-4: with an empty bag", b.s.Duty(), true)
	b = beforeDraw(t, 12, func(p *rules.Position) { p.Bag = 0 })
	b.is("WATER-4, EVENT-12: none in round 12, which has no draw", b.s.Duty(), false)
}
