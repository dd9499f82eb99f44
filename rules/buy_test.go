package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// buying is a position of phase 6 with seat 0 to buy, rich and with four
// warehouses.
func buying(t *testing.T, seats, round int, progress uint16, edit func(p *rules.Position, me *rules.PositionSeat)) *table {
	t.Helper()
	return lay(t, seats, round, rules.Purchase, func(p *rules.Position) {
		me := &p.Seats[0]
		me.Thaler, me.Supply, me.Progress = 20, 4, progress
		if edit != nil {
			edit(p, me)
		}
	})
}

// BUY-1: in river order, in any order, each black marker once a round.
func TestBuying(t *testing.T) {
	all := marks("lock_building", "essen_warehouse", "mark_warehouse", "coal_depot", "port_ruhrort")
	b := buying(t, 4, 5, all, func(p *rules.Position, me *rules.PositionSeat) { me.Supply = 5 })
	b.do("warehouse coal_depot depot-mark", "warehouse port_ruhrort belgium", "lock lock-horst",
		"warehouse essen_warehouse city-werden", "warehouse mark_warehouse city-witten")
	b.is("BUY-1: each used", named(b.seat(0).Bought), named(all))
	b.is("BUY-1: all that is left, but to move in the port (BUY-7)", b.legal(""), "shift belgium netherlands, shift belgium rhineland, done")
	for _, said := range []string{"lock lock-witten", "warehouse coal_depot depot-essen", "warehouse port_ruhrort rhineland",
		"warehouse essen_warehouse city-steele", "warehouse mark_warehouse city-hattingen"} {
		b.refuses(said, "BUY-1", rules.MarkerUsedNow)
	}
	b.do("done")
	b.is("BUY-1: the next in river order", b.s.ToDecide(), 1)
	b.is("BUY-1: fresh for the next round", b.seat(0).Bought, 0)
	b.is("BUY-1: done is offered where nothing else is", b.legal(""), "done")
	b.refuses("lock lock-witten", "PROG-1", rules.NoMarker)
}

// BUY-2: any obstacle; 3 VP in the Mark, else 2 (Horst 2); the marker goes into
// the bag; the first lock brings 2 warehouses. Ruling: after it is paid.
func TestLock(t *testing.T) {
	for _, id := range rareBoard(-1).At.Lock {
		lock := rareBoard(-1).River[id]
		b := buying(t, 4, 3, marks("lock_building"), nil)
		b.do("lock " + lock.ID)
		want := 2
		if lock.Territory == board.Mark {
			want = 3
		}
		b.is("BUY-2: VP for "+lock.ID, []int{b.seat(0).VP, b.g.LockVP(lock.Index)}, []int{want, want})
		b.is("BUY-2: built", b.s.LockBuilder(lock.Index), 0)
		b.is("BUY-2: in the bag", b.s.Bag(), 7)
		b.is("BUY-2, SET-2: warehouses of the first lock", b.seat(0).Supply, 6)
	}
	b := buying(t, 4, 3, marks("lock_building"), func(p *rules.Position, me *rules.PositionSeat) {
		me.LockField, p.Locks[number("lock-horst")] = false, 0
	})
	b.refuses("lock lock-horst", "BUY-2", rules.LockBuilt)
	b.do("lock lock-witten")
	b.is("BUY-2: none for the second", b.seat(0).Supply, 4)
	b = buying(t, 4, 5, marks("lock_building"), func(p *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply = 0, 1 })
	b.refuses("lock lock-witten", "DEBT-1", rules.CannotPay)
}

// BUY-3: the free second lock: with 2 seats in rounds 2 to 5, with 3 for a
// seat's first. Both score. Ruling: optional, at any time in that phase.
func TestSecondLock(t *testing.T) {
	for _, c := range []struct {
		seats, round int
		first        bool
		want         bool
	}{
		{2, 2, true, true}, {2, 5, false, true}, {2, 6, true, false}, {2, 6, false, false},
		{3, 2, true, true}, {3, 9, true, true}, {3, 3, false, false}, {4, 3, true, false},
	} {
		name := fmt.Sprintf("BUY-3: %d seats, round %d, first %v", c.seats, c.round, c.first)
		b := buying(t, c.seats, c.round, marks("lock_building", "coal_depot"), func(p *rules.Position, me *rules.PositionSeat) {
			if me.LockField = c.first; !c.first {
				p.Locks[number("lock-kettwig")] = 0
			}
		})
		b.do("lock lock-horst")
		thaler := b.seat(0).Thaler
		b.is(name, b.seat(0).FreeLock, c.want)
		if !c.want {
			b.refuses("lock lock-witten", "BUY-1", rules.MarkerUsedNow)
			continue
		}
		later := *b
		b.do("warehouse coal_depot depot-mark", "lock lock-witten")
		b.is(name+": Thaler for the depot alone", b.seat(0).Thaler, thaler-2)
		b.is(name+": VP", b.seat(0).VP, 2+2+3)
		b.refuses("lock lock-kemnade", "BUY-1", rules.MarkerUsedNow)
		later.do("done")
		later.is(name+": optional", later.seat(0).FreeLock, false)
	}
}

// BUY-4: one warehouse a seat and city, the leftmost free space and its price,
// 2 VP; each group needs its marker, and Mülheim is in neither.
func TestCityWarehouse(t *testing.T) {
	steele := number("city-steele")
	for owners, price := range map[int]int{0: 3, 1: 4, 2: 4, 3: 5} {
		b := buying(t, 4, 5, marks("essen_warehouse"), func(p *rules.Position, me *rules.PositionSeat) {
			p.Cities[steele] = []int{1, 2, 3}[:owners]
		})
		b.do("warehouse essen_warehouse city-steele")
		b.is(fmt.Sprint("BUY-4: price of space ", owners+1), b.seat(0).Thaler, 20-price)
		b.is("BUY-4: 2 VP, one less in the supply", b.money(0), fmt.Sprintf("%d Thaler, 2 VP, supply 3, debts 0", 20-price))
		b.is("BUY-4: the leftmost free space", b.s.CityOwners(steele), append([]int{1, 2, 3}[:owners:owners], 0))
	}
	b := buying(t, 4, 5, marks("essen_warehouse", "mark_warehouse"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Cities[steele] = []int{0}
		p.Cities[number("city-werden")] = []int{1, 2, 3, 1}
	})
	b.offers("warehouse", "essen_warehouse city-kettwig, mark_warehouse city-witten, mark_warehouse city-blankenstein, mark_warehouse city-hattingen")
	b.refuses("warehouse essen_warehouse city-steele", "BUY-4", rules.OwnInCity)
	b.refuses("warehouse essen_warehouse city-werden", "BUY-4", rules.CityFull)
	for said := range b.acts {
		if strings.HasSuffix(said, "warehouse city-muelheim") && said != "warehouse warehouse city-muelheim" {
			t.Errorf("BUY-4: there is an action %q", said)
		}
	}
	for _, said := range []string{"essen_warehouse city-kettwig", "essen_warehouse city-werden", "essen_warehouse city-steele",
		"mark_warehouse city-hattingen", "mark_warehouse city-blankenstein", "mark_warehouse city-witten"} {
		b = buying(t, 4, 5, marks("essen_warehouse", "mark_warehouse"), nil)
		b.do("warehouse " + said)
		_, city, _ := strings.Cut(said, " ")
		b.is("BUY-4: "+said, b.s.CityOwners(number(city)), []int{0})
		b.is("BUY-4: "+said, b.seat(0).VP, 2)
	}
	b = buying(t, 4, 5, marks("mark_warehouse"), nil)
	b.refuses("warehouse essen_warehouse city-steele", "PROG-1", rules.NoMarker)
}

// BUY-5: any depot, the leftmost free space and its price, 2 VP. Ruling: a seat
// may own several in a depot.
func TestCoalDepot(t *testing.T) {
	for owners, price := range map[int]int{0: 2, 1: 2, 2: 3, 3: 3} {
		b := buying(t, 3, 5, marks("coal_depot"), func(p *rules.Position, _ *rules.PositionSeat) {
			p.Depots[1] = []int{0, 1, 0}[:owners]
		})
		b.do("warehouse coal_depot depot-werden")
		b.is(fmt.Sprint("BUY-5: space ", owners+1), b.money(0), fmt.Sprintf("%d Thaler, 2 VP, supply 3, debts 0", 20-price))
	}
	for k, d := range rareBoard(-1).Depots {
		b := buying(t, 3, 5, marks("coal_depot"), nil)
		b.do("warehouse coal_depot " + d.ID)
		b.is("BUY-5: "+d.ID, b.s.DepotOwners(k), []int{0})
	}
	b := buying(t, 3, 5, marks("coal_depot"), func(p *rules.Position, _ *rules.PositionSeat) { p.Depots[0] = []int{0, 0, 1, 2} })
	b.offers("warehouse", "coal_depot depot-werden, coal_depot depot-essen, coal_depot depot-mark")
	b.refuses("warehouse coal_depot depot-broich", "BUY-5", rules.DepotFull)
}

// BUY-6: the topmost free place of a column; 3 Thaler for the first in the
// port, 4 for the second and third, 5 after; at most 2 a seat, never both in a
// column; 2 VP.
func TestPort(t *testing.T) {
	for built, price := range map[int]int{0: 3, 1: 4, 2: 4, 3: 5, 4: 5} {
		b := buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
			p.Port = [3][]int{[]int{1, 2}[:min(built, 2)], nil, []int{3, 2}[:max(built-2, 0)]}
		})
		b.do("warehouse port_ruhrort belgium")
		b.is(fmt.Sprint("BUY-6: with ", built, " in the port"), b.money(0), fmt.Sprintf("%d Thaler, 2 VP, supply 3, debts 0", 20-price))
		owners := b.s.PortOwners(0)
		b.is("BUY-6: the topmost free place", owners[len(owners)-1], 0)
	}
	b := buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Port = [3][]int{{1, 2, 3}, {0}, nil}
	})
	b.offers("warehouse", "port_ruhrort rhineland")
	b.refuses("warehouse port_ruhrort belgium", "BUY-6", rules.ColumnFull)
	b.refuses("warehouse port_ruhrort netherlands", "BUY-6", rules.OwnInColumn)
	b.do("warehouse port_ruhrort rhineland", "done", "done", "done", "done")
	b = buying(t, 4, 5, marks("port_ruhrort", "warehouse"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Port = [3][]int{{0}, {0}, nil}
	})
	b.refuses("warehouse port_ruhrort rhineland", "BUY-6", rules.PortLimit)
	b.refuses("warehouse warehouse rhineland", "BUY-6", rules.PortLimit)
}

// BUY-7: an own warehouse moves to another column's topmost free place for 2
// Thaler; those below it move up. Ruling: any number of times.
func TestMovingInThePort(t *testing.T) {
	b := buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, me *rules.PositionSeat) {
		p.Port = [3][]int{{1, 0, 2}, {3}, nil}
		me.Supply, me.Thaler = 0, 5
	})
	b.offers("shift", "belgium netherlands, belgium rhineland")
	b.refuses("shift rhineland belgium", "BUY-7", rules.NoneInColumn)
	b.do("shift belgium netherlands")
	b.is("BUY-7: columns", []any{b.s.PortOwners(0), b.s.PortOwners(1)}, []any{[]int{1, 2}, []int{3, 0}})
	b.is("BUY-7: 2 Thaler, no warehouse", b.money(0), "3 Thaler, 0 VP, supply 0, debts 0")
	b.do("shift netherlands belgium")
	b.is("BUY-7: again", b.s.PortOwners(0), []int{1, 2, 0})
	c := buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Port = [3][]int{{2, 0, 3}, {1, 3}, nil}
		p.Seats[1].Thaler, p.Seats[1].Progress = 9, marks("port_ruhrort")
	})
	c.do("shift belgium netherlands", "done")
	c.is("BUY-6, BUY-7: what the move filled and what it freed", c.legal("warehouse"), "port_ruhrort belgium, port_ruhrort rhineland")
	c.offers("shift", "netherlands belgium, netherlands rhineland")
	b.refuses("shift belgium rhineland", "DEBT-1", rules.CannotPay)
	b = buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Port = [3][]int{{0}, {1, 2, 3}, {0}}
	})
	b.offers("shift", "")
	b.refuses("shift belgium netherlands", "BUY-6", rules.ColumnFull)
	b.refuses("shift belgium rhineland", "BUY-6", rules.OwnInColumn)
	b = buying(t, 4, 5, marks("port_ruhrort"), func(p *rules.Position, me *rules.PositionSeat) {
		p.Port, me.Thaler, me.Supply = [3][]int{{0}}, 0, 1
	})
	b.do("shift belgium rhineland")
	b.is("BUY-7, DEBT-1: by debt", b.money(0), "0 Thaler, 0 VP, supply 0, debts 1")
}

// BUY-8: once a game a warehouse in any city or in the port for 2 Thaler; the
// only way into Mülheim. Ruling: it needs no other marker, uses up none, keeps
// to the other limits and counts for the port's next price.
func TestWarehouseMarker(t *testing.T) {
	b := buying(t, 4, 5, marks("warehouse", "port_ruhrort"), func(p *rules.Position, _ *rules.PositionSeat) {
		p.Cities[number("city-witten")] = []int{0}
		p.Cities[number("city-steele")] = []int{1, 2, 3, 1}
		p.Port[0] = []int{1, 2, 3}
	})
	b.offers("warehouse", "port_ruhrort netherlands, port_ruhrort rhineland, warehouse city-blankenstein, warehouse city-hattingen, "+
		"warehouse city-werden, warehouse city-kettwig, warehouse city-muelheim, warehouse netherlands, warehouse rhineland")
	b.refuses("warehouse warehouse city-witten", "BUY-4", rules.OwnInCity)
	b.refuses("warehouse warehouse city-steele", "BUY-4", rules.CityFull)
	for k, i := range rareBoard(-1).At.City {
		c := buying(t, 4, 5, marks("warehouse"), nil)
		c.do("warehouse warehouse " + rareBoard(-1).River[i].ID)
		c.is("BUY-8: any city", c.s.CityOwners(k), []int{0})
	}
	for k, column := range rareBoard(-1).Port.Columns {
		c := buying(t, 4, 5, marks("warehouse"), nil)
		c.do("warehouse warehouse " + column)
		c.is("BUY-8: any column", c.s.PortOwners(k), []int{0})
	}
	port := *b
	poor := buying(t, 4, 5, marks("warehouse"), func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply = 1, 1 })
	poor.refuses("warehouse warehouse city-werden", "DEBT-2", rules.CannotPay, 2, 1)
	b.do("warehouse warehouse city-muelheim")
	b.is("BUY-8: Mülheim", b.s.CityOwners(number("city-muelheim")), []int{0})
	b.is("BUY-8: 2 Thaler, 2 VP", b.money(0), "18 Thaler, 2 VP, supply 3, debts 0")
	b.refuses("warehouse warehouse city-werden", "BUY-8", rules.MarkerUsedUp)
	port.do("warehouse warehouse rhineland")
	port.is("BUY-8: 2 Thaler in the port too", port.money(0), "18 Thaler, 2 VP, supply 3, debts 0")
	port.do("warehouse port_ruhrort netherlands")
	port.is("BUY-8: it counts for the next price, and the port's marker is still there", port.seat(0).Thaler, 18-5)
}

// BUY-9: the building duty. Rulings: asked again at each decision until a lock
// is built: while the seat has the marker, an obstacle is left and it can pay,
// the timeline included (DEBT-4), only locks and the inn are legal; a free
// second lock is never a duty.
func TestBuildingDuty(t *testing.T) {
	duty := func(seats int, progress uint16, edit func(p *rules.Position, me *rules.PositionSeat)) *table {
		return buying(t, seats, 5, progress, func(p *rules.Position, me *rules.PositionSeat) {
			p.Duty = true
			lockAll(p, 1, "lock-horst", "lock-witten")
			me.LockField = true
			if edit != nil {
				edit(p, me)
			}
		})
	}
	both := marks("lock_building", "coal_depot", "inn")
	b := duty(4, both, nil)
	b.is("BUY-9: only lock and inn", b.legal(""), "lock lock-witten, lock lock-horst, inn thaler, inn vp")
	b.refuses("done", "BUY-9", rules.DutyFirst)
	b.refuses("warehouse coal_depot depot-mark", "BUY-9", rules.DutyFirst)
	b.do("inn vp", "lock lock-horst")
	b.is("BUY-9: then as usual", b.legal(""), "warehouse coal_depot depot-broich, warehouse coal_depot depot-werden, "+
		"warehouse coal_depot depot-essen, warehouse coal_depot depot-mark, done")
	b = duty(3, both, nil)
	b.do("lock lock-horst")
	b.is("BUY-9: the free second is no duty", strings.Contains(b.legal(""), "done"), true)
	for round, binds := range map[int]bool{1: false, 2: true} { // the first locks are built in round 2 (EVENT-2)
		b := buying(t, 4, round, marks("lock_building"), func(p *rules.Position, _ *rules.PositionSeat) { p.Duty = true })
		b.is(fmt.Sprint("BUY-9, EVENT-2: the duty binds in round ", round), !strings.Contains(b.legal(""), "done"), binds)
	}

	for _, c := range []struct {
		name                  string
		progress              uint16
		thaler, supply, debts int
		noTimeline, allBuilt  bool
		bound                 bool
		after                 string
	}{
		{"BUY-9: by debt", marks("lock_building"), 1, 1, 0, false, false, true, "0 Thaler, 3 VP, supply 2, debts 1"},
		{"BUY-9, DEBT-4: from the timeline", marks("lock_building"), 1, 0, 0, false, false, true, "0 Thaler, 3 VP, supply 2, debts 1"},
		{"BUY-9, DEBT-2: four debts", marks("lock_building"), 1, 1, 4, false, false, false, ""},
		{"BUY-9, DEBT-4, DEBT-2: one debt from the timeline is not enough", marks("lock_building"), 0, 0, 3, false, false, false, ""},
		{"BUY-9: no warehouse left", marks("lock_building"), 1, 0, 0, true, false, false, ""},
		{"BUY-9: without the marker", 0, 9, 1, 0, false, false, false, ""},
		{"BUY-9: no obstacle left", marks("lock_building"), 9, 1, 0, false, true, false, ""},
		{"BUY-9: the inn may make it payable", marks("lock_building", "inn"), 0, 0, 0, true, false, false, ""},
	} {
		b := duty(4, c.progress, func(p *rules.Position, me *rules.PositionSeat) {
			me.Thaler, me.Supply, me.Debts = c.thaler, c.supply, c.debts
			if c.noTimeline {
				me.Timeline = nil
			}
			if c.allBuilt {
				lockAll(p, 1)
			}
		})
		b.is(c.name, b.g.Legal(&b.s).Has(b.acts["done"]), !c.bound)
		if c.bound {
			b.do("lock lock-witten")
			b.is(c.name, b.money(0), c.after)
		}
	}
	b = duty(4, marks("lock_building"), func(p *rules.Position, me *rules.PositionSeat) {
		me.Thaler, me.Supply, me.Timeline = 0, 0, []int{11}
	})
	b.is("BUY-9, DEBT-4: the last warehouse of the timeline is one debt, and not enough", b.g.Legal(&b.s).Has(b.acts["done"]), true)
	// Asked again: the inn's Thaler pay for a lock, so it binds now.
	b = duty(4, marks("lock_building", "inn"), func(p *rules.Position, me *rules.PositionSeat) {
		me.Thaler, me.Supply, me.Timeline = 0, 0, nil
	})
	b.do("inn thaler")
	b.is("BUY-9: asked again", b.legal(""), "lock lock-witten, lock lock-horst")
}

// BUY-10: 3 Thaler a debt; the warehouse may be used at once.
func TestRepaying(t *testing.T) {
	b := buying(t, 4, 5, marks("coal_depot"), func(_ *rules.Position, me *rules.PositionSeat) {
		me.Thaler, me.Supply, me.Debts = 8, 0, 3
	})
	b.refuses("warehouse coal_depot depot-mark", "BUY-12", rules.NoWarehouse)
	b.do("repay")
	b.is("BUY-10", b.money(0), "5 Thaler, 0 VP, supply 1, debts 2")
	b.do("warehouse coal_depot depot-mark", "repay")
	b.is("BUY-10: built with it, and again", b.money(0), "0 Thaler, 2 VP, supply 1, debts 1")
	b.refuses("repay", "DEBT-3", rules.CannotRepay)
	b = buying(t, 4, 5, 0, nil)
	b.refuses("repay", "BUY-10", rules.NoDebt)
}

// BUY-11: 3 Thaler or 2 VP, once a game. Ruling: in phase 3 before the option
// or in phase 6.
func TestInn(t *testing.T) {
	b := buying(t, 4, 5, marks("inn"), nil)
	vp := *b
	b.do("inn thaler")
	b.is("BUY-11", b.money(0), "23 Thaler, 0 VP, supply 4, debts 0")
	b.refuses("inn vp", "BUY-11", rules.MarkerUsedUp)
	vp.do("inn vp")
	vp.is("BUY-11", vp.money(0), "20 Thaler, 2 VP, supply 4, debts 0")
	c := choosing(t, 5, "city-steele", map[string]int{"oefte": 3}, func(_ *rules.Position, me *rules.PositionSeat) { me.Progress = marks("inn") })
	after := *c
	c.do("inn thaler", "option none")
	c.is("BUY-11: in phase 3", c.seat(0).Thaler, 3)
	after.do("option none")
	after.refuses("inn vp", "BUY-11", rules.NotNow)
	d := lay(t, 2, 5, rules.Sale, func(p *rules.Position) {
		stand(p, 0, "storage-oefte")
		p.Seats[0].Progress = marks("inn")
	})
	d.refuses("inn vp", "BUY-11", rules.NotNow)
}

// BUY-12: without a warehouse in the supply none is built; locks and moves in
// the port go on.
func TestWithoutWarehouse(t *testing.T) {
	all := marks("lock_building", "essen_warehouse", "coal_depot", "port_ruhrort", "warehouse")
	b := buying(t, 4, 5, all, func(p *rules.Position, me *rules.PositionSeat) {
		me.Supply = 0
		p.Port[0] = []int{0}
	})
	b.offers("warehouse", "")
	b.is("BUY-12: locks and moves", b.legal("lock") != "" && b.legal("shift") != "", true)
	b.refuses("warehouse warehouse city-muelheim", "BUY-12", rules.NoWarehouse)
}
