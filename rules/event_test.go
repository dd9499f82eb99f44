package rules_test

import (
	"fmt"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// EVENT-1, EVENT-2, EVENT-12: rounds in whose event nothing is done.
func TestQuietEvents(t *testing.T) {
	for round, rule := range map[int]string{1: "EVENT-1", 2: "EVENT-2"} {
		b := lay(t, 3, round, rules.Event, nil)
		b.is(rule+": waits for the draw", b.s.Decision(), rules.DrawMarker)
		b.is(rule+": country", b.s.Country(), -1)
	}
	b := lay(t, 3, 12, rules.Event, nil)
	b.is("EVENT-12: no draw, on to phase 3", fmt.Sprint(b.s.Decision(), b.s.Phase()), fmt.Sprint(rules.ChooseOption, rules.Start))
	b.is("EVENT-12: emitted", b.emitted(rules.FMarker, "WATER-1"), 0)
}

// EVENT-2, EVENT-5: locks from round 2 at 2 Thaler, from round 5 at 3.
func TestLockPrices(t *testing.T) {
	for round, want := range map[int]int{2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 12: 3} {
		b := lay(t, 4, round, rules.Purchase, func(p *rules.Position) {
			p.Seats[0].Thaler, p.Seats[0].Progress = 9, marks("lock_building")
		})
		b.is("LockPrice", rules.LockPrice(round), want)
		b.do("lock lock-horst")
		b.is(fmt.Sprint("EVENT-2, EVENT-5: Thaler left in round ", round), b.seat(0).Thaler, 9-want)
	}
	b := lay(t, 4, 1, rules.Purchase, func(p *rules.Position) {
		p.Seats[0].Thaler, p.Seats[0].Progress = 9, marks("lock_building")
	})
	b.refuses("lock lock-horst", "EVENT-2", rules.TooEarly)
	b = lay(t, 4, 2, rules.Purchase, func(p *rules.Position) {
		p.Seats[0].Supply, p.Seats[0].Progress = 0, marks("lock_building")
	})
	b.refuses("lock lock-horst", "DEBT-1", rules.CannotPay, 2, 0)
}

// EVENT-3, EVENT-P: who pays what in round 3, in river order. Rulings: who can
// pay must; a seat without Thaler may choose Thaler by debt and must where it
// has no VP, the timeline last (DEBT-4); who can do none of this pays nothing.
func TestPayment(t *testing.T) {
	for _, c := range []struct {
		name                      string
		thaler, vp, supply, debts int
		noTimeline                bool
		offers, after             string
	}{
		{"EVENT-3: either", 1, 1, 1, 0, false, "thaler, vp", "0 Thaler, 1 VP, supply 1, debts 0"},
		{"EVENT-P: by debt if it likes", 0, 1, 1, 0, false, "thaler, vp", "1 Thaler, 1 VP, supply 0, debts 1"},
		{"EVENT-P: by debt because it must", 0, 0, 1, 0, false, "thaler", "1 Thaler, 0 VP, supply 0, debts 1"},
		{"DEBT-4: not from the timeline while there is a VP", 0, 1, 0, 0, false, "vp", "0 Thaler, 0 VP, supply 0, debts 0"},
		{"EVENT-P, DEBT-4: from the timeline at last", 0, 0, 0, 0, false, "thaler", "1 Thaler, 0 VP, supply 0, debts 1"},
		{"EVENT-P: the last Thaler, with no debt to take", 1, 1, 0, 0, false, "thaler, vp", "0 Thaler, 1 VP, supply 0, debts 0"},
		{"EVENT-3: paying a VP needs one", 2, 0, 1, 0, false, "thaler", "1 Thaler, 0 VP, supply 1, debts 0"},
		{"EVENT-P, DEBT-2: four debts, nothing paid", 0, 0, 1, 4, false, "", "0 Thaler, 0 VP, supply 1, debts 4"},
		{"EVENT-P: nothing left, nothing paid", 0, 0, 0, 0, true, "", "0 Thaler, 0 VP, supply 0, debts 0"},
	} {
		b := lay(t, 2, 3, rules.Event, func(p *rules.Position) {
			v := &p.Seats[0]
			v.Thaler, v.VP, v.Supply, v.Debts = c.thaler, c.vp, c.supply, c.debts
			if c.noTimeline {
				v.Timeline = nil
			}
			p.Seats[1].Thaler = 1
		})
		if c.offers == "" {
			b.is(c.name+": passed over", b.s.ToDecide(), 1)
			b.is(c.name, b.money(0), c.after)
			continue
		}
		b.is(c.name, b.legal("pay"), c.offers)
		b.do(map[bool]string{true: "pay thaler", false: "pay vp"}[c.offers[0] == 't'])
		b.is(c.name, b.money(0), c.after)
		b.is(c.name+": then the next downriver", b.s.ToDecide(), 1)
	}
	for seats := 2; seats <= 4; seats++ {
		b := lay(t, seats, 3, rules.Event, nil)
		for k := range seats {
			b.is("EVENT-P: in river order", b.s.ToDecide(), k)
			b.do("pay thaler")
		}
		b.is("EVENT-3: once each, then the draw", b.s.Decision(), rules.DrawMarker)
	}
	b := lay(t, 2, 3, rules.Event, func(p *rules.Position) { p.Seats[0].Thaler = 1 })
	b.refuses("pay vp", "EVENT-P", rules.NoVP)
	b = lay(t, 2, 3, rules.Event, func(p *rules.Position) { p.Seats[0].VP, p.Seats[0].Supply = 1, 0 })
	b.refuses("pay thaler", "EVENT-P", rules.CannotPay)
}

// EVENT-4, EVENT-8: the path changes and the dice move sideways, then a country
// marker is turned.
func TestPathChanges(t *testing.T) {
	for _, c := range []struct {
		name  string
		round int
	}{{"EVENT-4", 4}, {"EVENT-8", 8}} {
		b := lay(t, 2, c.round, rules.Event, func(p *rules.Position) {
			p.Track[0] = [7]int{0, 2, 5}
		})
		b.is(c.name+": stage", b.emitted(rules.FStage, "TRACK-4"), 1)
		b.is(c.name+": dice keep their rows", []int{b.s.TrackDie(0, 1), b.s.TrackDie(0, 2)}, []int{2, 5})
		b.is(c.name+": then the country", b.s.Decision(), rules.RevealCountry)
	}
}

// EVENT-4 to EVENT-11: each of these rounds turns one country marker, after
// the choices of its event; EVENT-6, EVENT-7, EVENT-9, EVENT-10, EVENT-11 bring
// a warehouse (EVENT-W), EVENT-6 and EVENT-10 a Thaler or a VP.
func TestEventsWithCountries(t *testing.T) {
	for round := 4; round <= 11; round++ {
		rule := fmt.Sprint("EVENT-", round)
		b := lay(t, 2, round, rules.Event, func(p *rules.Position) { p.Dice[number("storage-horst")] = 2 })
		warehouse := map[int]int{6: 1, 7: 1, 9: 1, 10: 1, 11: 1}[round]
		if round == 6 || round == 10 {
			b.is(rule+": the farthest upriver takes first", b.s.ToDecide(), 0)
			b.offers("take", "thaler, vp")
			b.do("take thaler", "take vp")
		}
		if round == 11 {
			b.do("remove storage-horst")
		}
		b.is(rule+": the country last", b.s.Decision(), rules.RevealCountry)
		b.is(rule+": supply", []int{b.seat(0).Supply, b.seat(1).Supply}, []int{1 + warehouse, 1 + warehouse})
		if round == 6 || round == 10 {
			b.is(rule+": taken", []int{b.seat(0).Thaler, b.seat(1).VP}, []int{1, 1})
		}
		hidden := b.s.HiddenCountries()
		k := 0
		for hidden[k] == 0 {
			k++
		}
		b.reveal(b.g.Board().Port.Columns[k])
		b.is(rule+": revealed", b.s.Country(), k)
		b.is(rule+": one less face down", b.s.HiddenCountries()[k], hidden[k]-1)
		b.is(rule+": emitted", b.emitted(rules.FCountry, rule), 1)
	}
}

// EVENT-7: paid options cost 1 Thaler more, those without a price stay free.
func TestOptionsGetDearer(t *testing.T) {
	for o := rules.NoOption; o <= rules.HaulingTransport; o++ {
		more := 0
		if rules.OptionPrice(6, o) > 0 {
			more = 1
		}
		require.Equal(t, rules.OptionPrice(7, o), rules.OptionPrice(6, o)+more, "EVENT-7: the price of %s", o)
	}
}

// EVENT-9: every die on the track rises by 1, up to 6; those on storages stay.
func TestDiceOnTheTrackRise(t *testing.T) {
	b := lay(t, 2, 9, rules.Event, func(p *rules.Position) {
		p.Track = [2][7]int{{1, 5, 6}, {0, 0, 3}}
		only(p, map[string]int{"horst": 4})
	})
	for _, f := range b.facts {
		if f.Kind == rules.FTrackDie {
			b.is("EVENT-9: emitted with the value it has now", int(f.C), b.s.TrackDie(int(f.A), int(f.B)))
		}
	}
	b.is("EVENT-9: each that rises is emitted", b.emitted(rules.FTrackDie, "EVENT-9"), 3)
	b.is("EVENT-9: black", []int{b.s.TrackDie(0, 0), b.s.TrackDie(0, 1), b.s.TrackDie(0, 2)}, []int{2, 6, 6})
	b.is("EVENT-9: white", b.s.TrackDie(1, 2), 4)
	b.is("EVENT-9: an empty box stays empty", b.s.TrackDie(1, 0), 0)
	b.is("EVENT-9: on a storage", die(&b.s, "horst"), 4)
}

// EVENT-W: the warehouse comes from the seat's own timeline; one taken early
// does not come again.
func TestWarehouseTakenEarly(t *testing.T) {
	b := lay(t, 2, 7, rules.Event, func(p *rules.Position) {
		p.Seats[0].Timeline = []int{9, 10, 11}
	})
	b.is("EVENT-W: supplies", []int{b.seat(0).Supply, b.seat(1).Supply}, []int{1, 2})
	b.is("EVENT-W: what stays", b.seat(1).Timeline, []int{9, 10, 11})
}

// EVENT-R, EVENT-11: the toll by number of seats, the farthest downriver first
// and then the next upriver, any die whose colour is still owed. Ruling: a
// colour with none on the storages is not owed.
func TestToll(t *testing.T) {
	for _, c := range []struct {
		name   string
		seats  int
		dice   map[string]int
		offers []string // to seats from the last in the order up
	}{
		{"EVENT-R: 2 seats, 1 black", 2, map[string]int{"horst": 2, "stiepel": 3}, []string{"storage-horst"}},
		{"EVENT-R: 3 seats, 1 black and 1 white", 3, map[string]int{"horst": 2, "stiepel": 3, "oefte": 1},
			[]string{"storage-stiepel, storage-horst, storage-oefte", "storage-horst, storage-oefte"}},
		{"EVENT-R: 4 seats, 2 black and 1 white", 4, map[string]int{"horst": 2, "stiepel": 3, "oefte": 1, "gibraltar": 1},
			[]string{"storage-stiepel, storage-gibraltar, storage-horst, storage-oefte", "storage-horst, storage-oefte", "storage-oefte"}},
		{"EVENT-R: no white to be had", 4, map[string]int{"horst": 2, "oefte": 1, "menden": 4},
			[]string{"storage-horst, storage-oefte, storage-menden", "storage-oefte, storage-menden"}},
		{"EVENT-R: too few black", 4, map[string]int{"stiepel": 2, "horst": 1},
			[]string{"storage-stiepel, storage-horst", "storage-horst"}},
		{"EVENT-R: nothing at all", 4, nil, nil},
	} {
		b := lay(t, c.seats, 11, rules.Event, func(p *rules.Position) { only(p, c.dice) })
		for i, offers := range c.offers {
			b.is(c.name+": who", b.s.ToDecide(), c.seats-1-i)
			b.is(c.name, b.legal("remove"), offers)
			b.g.Play(&b.s, b.g.Legal(&b.s).First())
		}
		b.is(c.name+": then the country", b.s.Decision(), rules.RevealCountry)
		b.is(c.name+": out of the game", b.emitted(rules.FRemoved, "EVENT-R"), len(c.offers))
		dice := countDice(b.g, &b.s)
		b.is(c.name+": dice left, with the one on the track", dice[0]+dice[1], 1+len(c.dice)-len(c.offers))
	}
	b := lay(t, 2, 11, rules.Event, nil)
	b.refuses("remove storage-nachtigall", "EVENT-R", rules.ColourNotOwed)
	b.refuses("remove storage-horst", "EVENT-R", rules.NoDieThere)
}

// EVENT-C: where black coal returns to, by round.
func TestWhereCoalReturns(t *testing.T) {
	for i, want := range []string{"broich", "essen", "werden", "broich", "essen", "werden", "broich", "essen", "werden", "broich", "essen", "werden"} {
		y := rareBoard(-1).Years[i]
		require.Equal(t, []string{"broich", "werden", "essen", "mark"}[y.Returns], want, "EVENT-C: round %d", i+1)
	}
}
