package guide

import (
	"testing"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/spec"
	"ruhr/view"
)

// A voyage leads to the token of lock building that is missing, an industry's
// or a city's of black coal, before any Thaler; then to the most Thaler, and of
// equal ones to the buyer farther upriver (PROG-1, SAIL-3, SAIL-4).
func TestSuggestedVoyage(t *testing.T) {
	city := func(p *rules.Position, me *rules.PositionSeat) { me.Tokens[areaOf("black_city")] = 1 }
	both := func(edits ...func(*rules.Position, *rules.PositionSeat)) func(*rules.Position, *rules.PositionSeat) {
		return func(p *rules.Position, me *rules.PositionSeat) {
			for _, e := range edits {
				e(p, me)
			}
		}
	}
	locks := func(p *rules.Position, me *rules.PositionSeat) { // no obstacle is left in the way
		for k := range p.Locks {
			p.Locks[k] = 1
		}
	}
	// At a start, with a die in Oefte, from where Kettwig is within reach, and one in Mintard, above Saarn (SAIL-1).
	start := func(oefte, mintard int, edits ...func(*rules.Position, *rules.PositionSeat)) layout {
		return layout{round: 2, phase: rules.Start, barge: "city-witten", dice: map[string]int{"oefte": oefte, "mintard": mintard}, edit: both(edits...), play: []string{"option none"}}
	}
	for _, c := range []struct {
		name string
		layout
		key, place, buyer string // no suggestion where key is ""
		points            string
	}{
		{"of equal buyers the one farther upriver", start(4, 4, locks), "load", "storage-oefte", "city-kettwig", "space storage-oefte, space city-kettwig"},
		{"more Thaler for the coal", start(4, 5, locks), "load", "storage-mintard", "industry-saarn", "space storage-mintard, space industry-saarn"},
		{"Thaler that lie there", start(4, 4, locks, demand("industry-saarn", 1)), "load", "storage-mintard", "industry-saarn", "space storage-mintard, space industry-saarn"},
		{"a pip less for an obstacle on the way (SAIL-2)", start(4, 4), "load", "storage-mintard", "industry-saarn", "space storage-mintard, space industry-saarn"},
		{"the token that is missing", start(6, 1, locks, city, demand("city-kettwig", 2)), "load", "storage-mintard", "industry-saarn", "space storage-mintard, space industry-saarn"},
		{"no more from round 3 on", func() layout { l := start(4, 4, locks); l.round = 3; return l }(), "", "", "", ""},
		{"before an option: downriver, and not where a barge lies", layout{round: 2, phase: rules.Start, barge: "city-kettwig", dice: map[string]int{"oefte": 6, "mintard": 5, "menden": 2},
			edit: both(locks, func(p *rules.Position, me *rules.PositionSeat) { p.Seats[1].Barge, p.Ban = 42, true })}, "none", "storage-menden", "city-muelheim",
			"option none, space storage-menden, space city-muelheim"},
		{"before an option: a pilot to be had changes nothing", layout{round: 2, phase: rules.Start, barge: "city-kettwig", dice: map[string]int{"menden": 2},
			edit: both(locks, func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler = 9 })}, "none", "storage-menden", "city-muelheim",
			"option none, space storage-menden, space city-muelheim"},
		{"at the sale only the buyer", layout{round: 2, phase: rules.Sale, barge: "storage-mintard", dice: map[string]int{"mintard": 4},
			edit: both(locks, func(_ *rules.Position, me *rules.PositionSeat) { me.Option = rules.NoOption })}, "sell", "storage-mintard", "industry-saarn", "space industry-saarn"},
	} {
		q := c.question(t)
		got := q.voyage()
		switch {
		case c.key == "" && got != nil:
			t.Errorf("%s: %+v, expected none", c.name, got)
		case c.key == "":
		case got == nil:
			t.Errorf("%s: none, expected %s to %s, with %s", c.name, c.place, c.buyer, q.spoken())
		case got.Key != c.key || got.Args["place"].(view.Thing).ID != c.place || got.Args["buyer"].(view.Thing).ID != c.buyer || pointed(got.Targets) != c.points:
			t.Errorf("%s: %s from %v to %v pointing at %s; expected %s from %s to %s pointing at %s", c.name, got.Key, got.Args["place"], got.Args["buyer"], pointed(got.Targets),
				c.key, c.place, c.buyer, c.points)
		}
	}
}

func areaOf(id string) int {
	for k, a := range board.AreaIDs {
		if a == id {
			return k
		}
	}
	panic("no area " + id)
}

// The first locks suggested are those of the Mark, which score most (BUY-2);
// none is where they are all built.
func TestSuggestedLocks(t *testing.T) {
	mark := "space lock-witten, space lock-herbede, space lock-kemnade, space lock-blankenstein, space lock-hattingen, space lock-dahlhausen"
	for _, c := range []struct {
		built  []string
		points string
	}{
		{nil, mark},
		{[]string{"lock-witten", "lock-horst"}, mark[len("space lock-witten, "):]},
		{[]string{"lock-witten", "lock-herbede", "lock-kemnade", "lock-blankenstein", "lock-hattingen", "lock-dahlhausen"}, ""},
	} {
		q := layout{round: 3, phase: rules.Purchase, edit: func(p *rules.Position, me *rules.PositionSeat) {
			rich("lock_building")(p, me)
			b, _ := board.Load(spec.Board)
			for _, id := range c.built {
				for _, s := range b.River {
					if s.ID == id {
						p.Locks[s.Index] = 1
					}
				}
			}
		}}.question(t)
		got := q.firstLock()
		switch {
		case c.points == "" && got != nil:
			t.Errorf("%v built: %s, expected none", c.built, pointed(got.Targets))
		case c.points == "":
		case got == nil || pointed(got.Targets) != c.points:
			t.Errorf("%v built: %+v, expected %s", c.built, got, c.points)
		}
	}
}
