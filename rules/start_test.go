package rules_test

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// choosing is a position of phase 3 with seat 0 to choose, its barge at a
// space and the others in Ruhrort.
func choosing(t *testing.T, round int, barge string, dice map[string]int, edit func(p *rules.Position, me *rules.PositionSeat)) *table {
	t.Helper()
	return lay(t, 3, round, rules.Start, func(p *rules.Position) {
		only(p, dice)
		stand(p, 0, barge)
		p.Track = [2][board.MaxTrackBoxes]int{}
		if edit != nil {
			edit(p, &p.Seats[0])
		}
	})
}

// START-1: a storage with a die and no other barge; at most one option.
func TestStart(t *testing.T) {
	b := choosing(t, 3, "city-witten", map[string]int{"horst": 4, "oefte": 2, "heisingen": 6, "schuir": 3}, func(p *rules.Position, me *rules.PositionSeat) {
		stand(p, 1, "storage-oefte")
	})
	b.do("option none")
	b.offers("start", "storage-horst, storage-heisingen")
	b.refuses("start storage-oefte", "START-1", rules.BargeThere)
	b.refuses("start storage-menden", "START-1", rules.NoDieThere)
	b.refuses("option pilot", "START-1", rules.NotNow)
	b.do("start storage-horst")
	b.is("START-1: the barge", b.seat(0).Barge, at("storage-horst"))
	b.is("START-1: the next in order", b.s.ToDecide(), 1)
}

// START-2: downriver any distance is free, upriver needs hauling, and hauling
// goes upriver only. Ruling: in round 1 any storage, and nothing to haul.
func TestUpAndDown(t *testing.T) {
	dice := map[string]int{"horst": 4, "heisingen": 2, "menden": 6}
	b := choosing(t, 3, "city-werden", dice, func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler = 9 })
	b.offers("option", "none, pilot, hauling, hauling_pilot")
	with := func(option string) *table {
		c := choosing(t, 3, "city-werden", dice, func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler = 9 })
		c.do(option)
		return c
	}
	b = with("option none")
	b.offers("start", "storage-menden")
	b.refuses("start storage-horst", "START-2", rules.UpriverNeedsHaul)
	b = with("option hauling")
	b.offers("start", "storage-horst, storage-heisingen")
	b.refuses("start storage-menden", "START-2", rules.HaulOnlyUpriver)
	b = choosing(t, 3, "ruhrort", dice, nil)
	b.refuses("option none", "START-2", rules.NoStartDown)
	b = choosing(t, 3, "city-witten", dice, nil)
	b.refuses("option hauling", "START-2", rules.NoStartUp)

	b = open(t, 2, rules.Variant{})
	b.s = b.g.Start(0)
	b.draw("forges-1")
	b.offers("option", "none, pilot, transport, transport_pilot")
	b.refuses("option hauling", "START-2", rules.NothingToHaul)
	b.do("option none")
	b.offers("start", "storage-holteyer-hafen, storage-heisingen, storage-oefte, storage-mintard, storage-menden")
}

// START-3: white dice only with Grafschaft Mark.
func TestWhiteNeedsMark(t *testing.T) {
	dice := map[string]int{"gibraltar": 4, "horst": 4}
	b := choosing(t, 5, "city-witten", dice, nil)
	b.refuses("start storage-gibraltar", "START-3", rules.NeedsMark)
	b.refuses("start storage-horst", "START-1", rules.OptionFirst)
	b.do("option none")
	b.offers("start", "storage-horst")
	b.refuses("start storage-gibraltar", "START-3", rules.NeedsMark)
	b = choosing(t, 5, "city-witten", dice, func(_ *rules.Position, me *rules.PositionSeat) { me.Progress = marks("grafschaft_mark") })
	b.do("option none")
	b.offers("start", "storage-gibraltar, storage-horst")
}

// START-4: a choice must leave a start from which the barge reaches a selling
// space; a storage with a black arrow needs a pilot.
func TestChoicesLeaveAStart(t *testing.T) {
	b := choosing(t, 5, "storage-oefte", map[string]int{"horst": 4}, nil)
	b.offers("option", "hauling, hauling_pilot")

	pilotOnly := map[string]int{"rellinghausen": 4}
	b = choosing(t, 5, "storage-horst", pilotOnly, nil)
	b.offers("option", "pilot")
	b.refuses("option none", "START-4", rules.OnlyPilotStarts)
	b = choosing(t, 5, "storage-horst", map[string]int{"rellinghausen": 4, "oefte": 2}, nil)
	b.do("option none")
	b.offers("start", "storage-oefte")
	b.refuses("start storage-rellinghausen", "START-4", rules.PilotNeeded)
	b = choosing(t, 5, "storage-horst", map[string]int{"rellinghausen": 4, "oefte": 2}, nil)
	b.do("option pilot")
	b.offers("start", "storage-rellinghausen, storage-oefte")

	// A die from the arrow box must land where it opens a start.
	b = choosing(t, 3, "storage-oefte", map[string]int{"horst": 4}, func(p *rules.Position, _ *rules.PositionSeat) { p.Track[0][2] = 5 })
	b.do("option transport")
	b.offers("transport", "black storage-mintard, black storage-menden")
	b.refuses("transport black storage-heisingen", "START-4", rules.LeavesNoStart)
	b = choosing(t, 3, "storage-oefte", map[string]int{"horst": 4}, func(p *rules.Position, _ *rules.PositionSeat) { p.Track[0][2] = 5 })
	b.do("option hauling_transport")
	b.offers("transport", "black storage-holteyer-hafen, black storage-heisingen, black storage-fischlaken")
	b.refuses("transport black storage-rellinghausen", "START-4", rules.PilotNeeded)
}

// START-5: the options and what they cost in rounds 1 to 6 and 7 to 12.
func TestOptionPrices(t *testing.T) {
	for _, c := range []struct {
		option      string
		early, late int
	}{
		{"none", 0, 0}, {"pilot", 0, 0}, {"transport", 0, 0}, {"wage", -2, -2}, {"supply", 0, 0},
		{"hauling", 1, 2}, {"transport_pilot", 1, 2}, {"hauling_pilot", 2, 3}, {"hauling_transport", 2, 3},
	} {
		for _, round := range []int{2, 6, 7, 11} {
			price := c.early
			if round >= 7 {
				price = c.late
			}
			b := choosing(t, round, "city-werden", map[string]int{"horst": 4, "menden": 2}, func(p *rules.Position, me *rules.PositionSeat) {
				me.Thaler, me.Progress = 9, marks("wage", "supply")
				p.Track[0][2] = 5
			})
			b.do("option " + c.option)
			b.is(fmt.Sprintf("START-5: Thaler left after %s in round %d", c.option, round), b.seat(0).Thaler, 9-price)
			b.is("START-5: option", b.seat(0).Option, c.option)
		}
	}
}

// START-5, START-6, START-9: wage once a round, wage and supply with their
// markers and not in round 12; 2 Thaler, +2 up to 6. Ruling: a 6 is no target,
// and without a die below 6 there is no supply.
func TestWageAndSupply(t *testing.T) {
	both := func(p *rules.Position, me *rules.PositionSeat) { me.Progress = marks("wage", "supply") }
	dice := map[string]int{"horst": 3, "oefte": 6, "nachtigall": 5}
	b := choosing(t, 5, "city-steele", dice, both)
	b.do("option wage")
	b.is("START-9: wage", b.seat(0).Thaler, 2)
	b.is("START-5: taken", b.s.WageTaken(), true)
	b = choosing(t, 5, "city-steele", dice, func(p *rules.Position, me *rules.PositionSeat) { both(p, me); p.Wage = true })
	b.refuses("option wage", "START-5", rules.WageIsTaken)
	b.offers("option", "none, pilot, supply, hauling, hauling_pilot")
	b.do("option supply")
	b.offers("supply", "storage-nachtigall, storage-horst")
	b.refuses("supply storage-oefte", "START-9", rules.DieIsSix)
	b.refuses("supply storage-menden", "START-9", rules.NoDieThere)
	b.do("supply storage-nachtigall")
	b.is("START-9: from 5 to 6", die(&b.s, "nachtigall"), 6)
	b.offers("start", "storage-oefte")

	for marker, offers := range map[string]string{
		"wage": "none, pilot, wage, hauling, hauling_pilot", "supply": "none, pilot, supply, hauling, hauling_pilot",
	} {
		b = choosing(t, 5, "city-steele", dice, func(_ *rules.Position, me *rules.PositionSeat) { me.Progress, me.Thaler = marks(marker), 9 })
		b.is("START-6: with the marker "+marker, b.legal("option"), offers)
	}
	b = choosing(t, 5, "city-steele", dice, nil)
	b.refuses("option wage", "PROG-1", rules.NoMarker)
	b.refuses("option supply", "PROG-1", rules.NoMarker)
	for _, edit := range []func(*rules.Position, *rules.PositionSeat){both, nil} {
		b = choosing(t, 12, "city-steele", dice, edit)
		b.refuses("option wage", "START-6", rules.ClosedInLast)
	}
	b.refuses("option supply", "START-6", rules.ClosedInLast)
	b = choosing(t, 5, "city-steele", map[string]int{"oefte": 6}, both)
	b.refuses("option supply", "START-9", rules.NothingToRaise)
}

// START-7: the die on an arrow box goes to an empty storage of its colour's
// region with its value, those above it move down. Rulings: any seat may move
// a white die, which arrow box is its choice, the die may be loaded at once.
func TestTransport(t *testing.T) {
	track := func(p *rules.Position, _ *rules.PositionSeat) {
		p.Track = [2][board.MaxTrackBoxes]int{{4, 5, 2, 1}, {0, 0, 6, 3}}
	}
	b := choosing(t, 5, "city-steele", map[string]int{"oefte": 3, "horst": 1}, track)
	b.do("option transport")
	b.offers("transport", "white storage-nachtigall, white storage-hardenstein, white storage-stiepel, white storage-gibraltar, "+
		"white storage-rauendahl, white storage-hasenwinkel, black storage-holteyer-hafen, black storage-rellinghausen, "+
		"black storage-heisingen, black storage-fischlaken, black storage-schuir, black storage-mintard, black storage-menden")
	b.refuses("transport black storage-horst", "START-7", rules.StorageTaken)
	white := *b
	b.do("transport black storage-menden")
	b.is("START-7: value stays", die(&b.s, "menden"), 2)
	b.is("START-7: black column", []int{b.s.TrackDie(0, 0), b.s.TrackDie(0, 1), b.s.TrackDie(0, 2), b.s.TrackDie(0, 3)}, []int{0, 4, 5, 1})
	b.offers("start", "storage-oefte, storage-menden")
	white.do("transport white storage-gibraltar")
	white.is("START-7: without Grafschaft Mark", die(&white.s, "gibraltar"), 6)
	white.is("START-7: white column", []int{white.s.TrackDie(1, 1), white.s.TrackDie(1, 2), white.s.TrackDie(1, 3)}, []int{0, 0, 3})
	white.offers("start", "storage-oefte")

	b = choosing(t, 5, "city-steele", map[string]int{"oefte": 3}, func(p *rules.Position, _ *rules.PositionSeat) { p.Track[0] = [7]int{0, 0, 0, 5} })
	b.refuses("option transport", "START-7", rules.NoArrowDie)
	b = choosing(t, 5, "city-steele", map[string]int{"oefte": 3}, func(p *rules.Position, _ *rules.PositionSeat) { p.Track[0] = [7]int{0, 0, 5} })
	b.do("option transport")
	b.refuses("transport white storage-gibraltar", "START-7", rules.NoArrowDie)
	b = choosing(t, 5, "city-steele", nil, func(p *rules.Position, _ *rules.PositionSeat) {
		for k := range p.Dice {
			p.Dice[k] = 1
		}
		p.Track[0] = [7]int{0, 0, 5}
	})
	b.refuses("option transport", "START-7", rules.NoEmptyStorage)
}

// START-8: with hauling and transport the die goes onto the storage upriver
// that is the start.
func TestHaulingTransport(t *testing.T) {
	b := choosing(t, 5, "city-werden", map[string]int{"horst": 3, "oefte": 4}, func(p *rules.Position, me *rules.PositionSeat) {
		p.Track = [2][board.MaxTrackBoxes]int{{0, 0, 2}, {0, 0, 5}}
		me.Thaler = 5
	})
	b.do("option hauling_transport")
	b.offers("transport", "black storage-holteyer-hafen, black storage-heisingen, black storage-fischlaken")
	b.refuses("transport black storage-menden", "START-2", rules.HaulOnlyUpriver)
	b.refuses("transport white storage-gibraltar", "START-3", rules.NeedsMark)
	b.do("transport black storage-heisingen")
	b.offers("start", "storage-heisingen")
	b.refuses("start storage-horst", "START-8", rules.MustStartThere)
}

// START-10: coal hauler, once a game, +3 up to 6. Rulings: in phase 3 before
// the option or in phase 4 before sailing; a 6 is no target.
func TestCoalHauler(t *testing.T) {
	b := choosing(t, 5, "city-steele", map[string]int{"oefte": 2, "gibraltar": 4, "menden": 6}, func(_ *rules.Position, me *rules.PositionSeat) {
		me.Progress = marks("coal_hauler")
	})
	b.offers("coal_hauler", "storage-gibraltar, storage-oefte")
	b.refuses("coal_hauler storage-menden", "START-10", rules.DieIsSix)
	later := *b
	b.do("coal_hauler storage-gibraltar")
	b.is("START-10: from 4 to 6", die(&b.s, "gibraltar"), 6)
	b.refuses("coal_hauler storage-oefte", "START-10", rules.MarkerUsedUp)
	b.offers("option", "none, pilot")

	later.do("option none")
	later.refuses("coal_hauler storage-oefte", "START-10", rules.NotNow)
	later.do("start storage-oefte")

	c := lay(t, 2, 5, rules.Sale, func(p *rules.Position) {
		only(p, map[string]int{"oefte": 1, "menden": 2})
		stand(p, 0, "storage-oefte")
		stand(p, 1, "storage-menden")
		p.Seats[0].Progress = marks("coal_hauler")
	})
	c.offers("coal_hauler", "storage-oefte, storage-menden")
	c.do("coal_hauler storage-oefte")
	c.is("START-10: in phase 4, from 1 to 4", die(&c.s, "oefte"), 4)
	c.is("START-10: then it sails", c.legal(""), "sell city-kettwig")
}

// START-11: the hauling action, once a game, makes one hauling option free of
// charge as the seat's option of the round.
func TestHaulingAction(t *testing.T) {
	b := choosing(t, 8, "ruhrort", map[string]int{"oefte": 2}, func(p *rules.Position, me *rules.PositionSeat) {
		me.Progress, me.Thaler = marks("hauling_action"), 3
		p.Track[0][2] = 4
	})
	b.offers("option", "hauling, hauling_pilot, hauling_transport, hauling free, hauling_pilot free, hauling_transport free")
	b.do("option hauling_pilot free")
	b.is("START-11: free", b.seat(0).Thaler, 3)
	b.is("START-11: used up", named(b.seat(0).Used), "hauling_action")
	b.is("START-11: its option", b.seat(0).Option, rules.HaulingPilot)
	b.offers("", "start storage-oefte")
	b = choosing(t, 8, "ruhrort", map[string]int{"oefte": 2}, func(_ *rules.Position, me *rules.PositionSeat) {
		me.Progress, me.Used = marks("hauling_action"), marks("hauling_action")
	})
	b.refuses("option hauling free", "START-11", rules.MarkerUsedUp)
}

// START-12: towed and stranded. Rulings: only a seat that can pay for none of
// its options, with every debt, the timeline's too, is towed; a free hauling
// marker is a choice; coal hauler and inn are not; the 2 VP are not below 0;
// stranded only where no option exists at all.
func TestTowedAndStranded(t *testing.T) {
	dice := map[string]int{"oefte": 2, "horst": 3}
	for _, c := range []struct {
		name                      string
		round                     int
		thaler, vp, supply, debts int
		noTimeline                bool
		progress                  uint16
		offers, after             string
	}{
		{"START-12: four debts", 5, 0, 5, 2, 4, false, 0, "hauling towed", "0 Thaler, 3 VP, supply 2, debts 4"},
		{"START-12: VP not below 0", 5, 0, 1, 2, 4, false, 0, "hauling towed", "0 Thaler, 0 VP, supply 2, debts 4"},
		{"START-12: nothing left, dearer round", 11, 1, 9, 0, 0, true, 0, "hauling towed", "1 Thaler, 7 VP, supply 0, debts 0"},
		{"START-12: the inn is no choice", 5, 0, 5, 2, 4, false, marks("inn"), "hauling towed", "0 Thaler, 3 VP, supply 2, debts 4"},
		{"START-12, START-11: the free hauling is one", 5, 0, 5, 2, 4, false, marks("hauling_action"),
			"hauling free, hauling_pilot free", "0 Thaler, 5 VP, supply 2, debts 4"},
		{"START-12, DEBT-4: the timeline first", 5, 0, 5, 0, 3, false, 0, "hauling, hauling_pilot", "1 Thaler, 3 VP, supply 0, debts 4"},
		{"START-12, DEBT-1: a debt from the supply", 5, 0, 5, 1, 3, false, 0, "hauling, hauling_pilot", "1 Thaler, 5 VP, supply 0, debts 4"},
	} {
		b := choosing(t, c.round, "ruhrort", dice, func(_ *rules.Position, me *rules.PositionSeat) {
			me.Thaler, me.VP, me.Supply, me.Debts, me.Progress = c.thaler, c.vp, c.supply, c.debts, c.progress
			if c.noTimeline {
				me.Timeline = nil
			}
		})
		b.is(c.name, b.legal("option"), c.offers)
		b.is(c.name+": inn beside it", b.legal("inn") != "", c.progress == marks("inn"))
		if c.offers == "hauling towed" {
			b.refuses("option hauling", "DEBT-1", rules.CannotPay)
		} else {
			b.refuses("option hauling towed", "START-12", rules.NotTowed)
		}
		b.g.Play(&b.s, b.acts["option "+firstOf(b.legal("option"))])
		b.is(c.name, b.money(0), c.after)
		b.offers("start", "storage-horst, storage-oefte")
	}

	// With the inn's 3 Thaler the seat is towed no longer.
	b := choosing(t, 5, "ruhrort", dice, func(_ *rules.Position, me *rules.PositionSeat) {
		me.Debts, me.Progress = 4, marks("inn")
	})
	b.do("inn thaler")
	b.offers("option", "hauling, hauling_pilot")

	// The timeline would do for a debt, but not for the price: towed, no debt.
	b = choosing(t, 8, "ruhrort", map[string]int{"rellinghausen": 3}, func(_ *rules.Position, me *rules.PositionSeat) {
		me.Supply, me.Debts = 0, 3
	})
	b.do("option hauling_pilot towed")
	b.is("START-12, DEBT-2: no debt taken", b.money(0), "0 Thaler, 0 VP, supply 0, debts 3")

	// Towed for one of the cheapest: here only with a die from the track.
	b = choosing(t, 5, "ruhrort", map[string]int{"rellinghausen": 3}, func(p *rules.Position, me *rules.PositionSeat) {
		me.Debts, p.Track[0][2] = 4, 2
	})
	b.offers("option", "hauling_pilot towed, hauling_transport towed")

	b = choosing(t, 5, "city-steele", map[string]int{"gibraltar": 4}, func(_ *rules.Position, me *rules.PositionSeat) {
		me.Thaler, me.Progress = 9, marks("coal_hauler", "inn")
	})
	b.is("START-12: stranded, coal hauler and inn beside it", b.legal(""), "inn thaler, inn vp, strand, coal_hauler storage-gibraltar")
	b.do("coal_hauler storage-gibraltar", "inn vp", "strand", "strand", "strand")
	b.is("START-12: nobody sells, the order stays", b.g.Order(&b.s), []int{0, 1, 2})
	b.is("START-12: on to phase 6", b.s.Phase(), rules.Purchase)
	b.is("START-12: the barge stays", b.seat(0).Barge, at("city-steele"))
	b = choosing(t, 5, "city-steele", dice, nil)
	b.refuses("strand", "START-12", rules.NotStranded)
}

func firstOf(list string) string {
	for k, c := range list {
		if c == ',' {
			return list[:k]
		}
	}
	return list
}
