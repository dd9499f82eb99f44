package rules_test

import (
	"fmt"
	"math/bits"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// What lies on the table before the first decision.
func TestSetup(t *testing.T) {
	for _, c := range []struct {
		seats              int
		black, white, copy int
	}{{2, 6, 4, 1}, {3, 7, 5, 2}, {4, 8, 6, 3}} {
		for start := range c.seats {
			b := open(t, c.seats, rules.Variant{})
			b.s = b.g.Start(start)
			for k := range c.seats {
				v := b.seat(k)
				b.is("SET-1: a seat", b.money(k), "0 Thaler, 0 VP, supply 1, debts 0")
				b.is("SET-1: barge off the river", v.Barge, -1)
				b.is("SET-2: waiting on the fields", []bool{v.LockField, v.MarkField}, []bool{true, true})
				b.is("SET-2: on the timeline", v.Timeline, []int{6, 7, 9, 10, 11})
			}
			b.is("SET-3: country markers face down: Belgium, Netherlands, Rhineland", b.s.HiddenCountries(), [3]int{2, 3, 3})
			b.is("SET-5: black and white dice, the one on the track included", countDice(b.g, &b.s), [2]int{c.black, c.white})
			b.is("SET-5: the die on the arrow box", b.s.TrackDie(0, board.MaxTrackBoxes-5), 3)
			b.is("SET-6: export marker on the leftmost box", b.s.ExportBox(), 0)
			b.is("SET-6: the drawn seat starts", b.g.Order(&b.s)[0], start)
			for kind := 8; kind < board.Kinds; kind++ {
				b.is("SET-7: copies of "+board.ProgressIDs[kind], b.s.CopiesLeft(kind), c.copy)
			}
		}
	}
}

// SET-5: black dice on storages outside the Mark, white ones inside, with the
// values of the rulebook's pictures.
func TestSetupDice(t *testing.T) {
	for seats, want := range map[int]string{
		2: "nachtigall 4, hardenstein 3, gibraltar 4, rauendahl 4, holteyer-hafen 3, heisingen 3, oefte 4, mintard 3, menden 4",
		3: "nachtigall 4, hardenstein 3, gibraltar 4, rauendahl 4, hasenwinkel 4, holteyer-hafen 3, heisingen 3, fischlaken 4, oefte 4, mintard 3, menden 4",
		4: "nachtigall 4, hardenstein 3, stiepel 4, gibraltar 4, rauendahl 4, hasenwinkel 4, horst 4, holteyer-hafen 3, heisingen 3, fischlaken 4, oefte 4, mintard 3, menden 4",
	} {
		b := open(t, seats, rules.Variant{})
		b.s = b.g.Start(0)
		got := ""
		for k, i := range b.g.Board().At.Storage {
			if v := b.s.Die(k); v > 0 {
				got += fmt.Sprintf(", %s %d", b.g.Board().River[i].ID[len("storage-"):], v)
			}
		}
		b.is(fmt.Sprint(seats, " seats"), got[2:], want)
	}
}

// SET-4: 20 markers, 6 of them in the bag; in calm water 18 and 4.
func TestSetupMarkers(t *testing.T) {
	for _, c := range []struct {
		calm        bool
		unseen, bag int
	}{{false, 20, 6}, {true, 18, 4}} {
		b := open(t, 3, rules.Variant{CalmWater: c.calm})
		b.s = b.g.Start(0)
		b.is("unseen", bits.OnesCount32(b.s.Unseen()), c.unseen)
		b.is("in the bag", b.s.Bag(), c.bag)
		for k, m := range b.g.Board().Markers {
			b.is(m.ID, b.s.Unseen()>>k&1 == 0, c.calm && m.Star)
		}
	}
}

// SET-8: the bank pays with far more than the box's 45 Thaler in hand, and a
// supply that has seen ten warehouses still takes one back.
func TestBankNeverRunsOut(t *testing.T) {
	b := lay(t, 4, 5, rules.Sale, func(p *rules.Position) {
		only(p, map[string]int{"heisingen": 6})
		stand(p, 0, "storage-heisingen")
		for k := range p.Seats {
			p.Seats[k].Thaler = 30
		}
		p.Seats[0].Option = rules.NoOption
	})
	b.do("sell industry-deilbachhammer")
	b.is("Thaler of the seller", b.seat(0).Thaler, 35)
}

// SET-9: nothing hidden is in a position: two deals that differ only in faces
// nobody has seen lead to the same states. A built lock's marker goes into the
// bag unseen.
func TestNothingHiddenInAState(t *testing.T) {
	g := newGame(t, 3, rules.Variant{})
	shuffle := func(d *record.Deal, by int) {
		for k := range d.Obstacles {
			d.Obstacles[k] = (k + by) % board.Markers
		}
	}
	for round := range 2 {
		one := record.NewDeal(g, func(int) int { return 0 })
		shuffle(&one, 0)
		other := one
		shuffle(&other, 3+round)
		other.Countries[7], other.Countries[0] = one.Countries[0], one.Countries[7]
		x, y := g.Start(one.StartSeat), g.Start(other.StartSeat)
		require.True(t, x == y && x.Hash() == y.Hash(), "the states of two tables differ by what is hidden")
	}
	b := lay(t, 3, 5, rules.Purchase, func(p *rules.Position) {
		p.Seats[0].Thaler, p.Seats[0].Progress = 9, marks("lock_building")
	})
	unseen, bag := b.s.Unseen(), b.s.Bag()
	b.do("lock lock-horst")
	b.is("unseen after a lock", b.s.Unseen(), unseen)
	b.is("in the bag after a lock", b.s.Bag(), bag+1)
}

// ORDER-1: who is farthest upriver is first, as in the rulebook's example of
// the blue ship above the green one; the order holds for the phase and is
// taken again for the next.
func TestOrder(t *testing.T) {
	const green, blue, red = 0, 1, 2
	b := lay(t, 3, 5, rules.Sale, func(p *rules.Position) {
		only(p, map[string]int{"horst": 4, "heisingen": 3, "oefte": 4})
		stand(p, green, "storage-heisingen")
		stand(p, blue, "storage-horst")
		stand(p, red, "storage-oefte")
		for k := range p.Seats {
			p.Seats[k].Option = rules.Pilot
		}
	})
	b.is("ORDER-1: blue, green, red", b.g.Order(&b.s), []int{blue, green, red})
	b.do("sell ruhrort")
	b.is("ORDER-1: green decides although blue has passed all", b.s.ToDecide(), green)
	b.is("ORDER-1: the order of the phase stays", b.g.Order(&b.s), []int{blue, green, red})
	b.do("sell industry-deilbachhammer", "sell industry-saarn")
	b.is("phase", b.s.Phase(), rules.Purchase)
	b.is("ORDER-1: the order of the next phase", b.g.Order(&b.s), []int{green, red, blue})
}

// ORDER-2: without a barge on the river the order is clockwise from the drawn
// start player through phases 1 to 3 of round 1; a seat off the river comes
// after all barges.
func TestOrderOffTheRiver(t *testing.T) {
	b := open(t, 4, rules.Variant{})
	b.s = b.g.Start(2)
	b.is("ORDER-2: phase 1 and 2", b.g.Order(&b.s), []int{2, 3, 0, 1})
	b.draw("forges-1")
	b.is("ORDER-2: phase 3", b.g.Order(&b.s), []int{2, 3, 0, 1})
	b.do("option none", "start storage-menden")
	b.is("ORDER-2: the next clockwise", b.s.ToDecide(), 3)

	b = lay(t, 4, 2, rules.Start, func(p *rules.Position) {
		p.Seats[0].Barge, p.Seats[1].Barge = -1, -1
		p.Seats[2].Barge, p.Seats[3].Barge = at("city-kettwig"), at("city-witten")
	})
	b.is("ORDER-2: off the river after all barges", b.g.Order(&b.s), []int{3, 2, 0, 1})
}

// ORDER-3: who came to a space earlier stands farther downriver; the first to
// dock in Ruhrort takes the last place of the port.
func TestOrderAtOneSpace(t *testing.T) {
	for _, c := range []struct{ name, to string }{
		{"ORDER-3: a city", "city-werden"}, {"ORDER-3: an industry", "industry-kupferhammer"}, {"ORDER-3: Ruhrort", "ruhrort"},
	} {
		b := lay(t, 3, 2, rules.Sale, func(p *rules.Position) {
			only(p, map[string]int{"horst": 4, "heisingen": 3, "fischlaken": 4})
			stand(p, 0, "storage-horst")
			stand(p, 1, "storage-heisingen")
			stand(p, 2, "storage-fischlaken")
			for k := range p.Seats {
				p.Seats[k].Option = rules.Pilot
			}
		})
		b.do("sell "+c.to, "sell "+c.to, "sell "+c.to)
		b.is(c.name, b.g.River(&b.s), []int{2, 1, 0})
	}
}

// SET-6: only a seat at the table is drawn to start.
func TestStartSeat(t *testing.T) {
	g := newGame(t, 3, rules.Variant{})
	for seat, panics := range map[int]bool{-1: true, 0: false, 2: false, 3: true} {
		func() {
			defer func() {
				require.Equal(t, recover() != nil, panics, "SET-6: seat %d of 3 starts: whether it panics", seat)
			}()
			g.Start(seat)
		}()
	}
}

// SAIL-3: a token more is the set that a seat with that token has; a full area
// takes none.
func TestAddToken(t *testing.T) {
	for area := range board.Areas {
		b := loaded(t, "oefte", 4, rules.NoOption, nil)
		full := b.g.Board().AreaSize[area]
		for n := range full + 1 {
			with := func(n int) int {
				p := b.g.Layout(&b.s)
				p.Seats[0].Tokens[area] = n
				s, err := b.g.Set(p)
				require.NoError(t, err)
				return s.Tokens(0)
			}
			b.is(fmt.Sprintf("SAIL-3: a token more than %d in area %d", n, area), b.g.AddToken(with(n), area), with(min(n+1, full)))
		}
	}
}
