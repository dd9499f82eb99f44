package reference

import "slices"

// The cities of the two progress markers for city warehouses (BUY-4). Mülheim
// belongs to neither.
var (
	essenCities = []string{"city-kettwig", "city-werden", "city-steele"}
	markCities  = []string{"city-hattingen", "city-blankenstein", "city-witten"}
)

// beginBuy is phase 6.
func (g *Game) beginBuy() {
	g.eachSeat("buy")
}

// legalBuy lists what a seat may do next in phase 6 (BUY-1).
func (g *Game) legalBuy(seat int) []Action {
	p := g.players[seat]
	if g.mustBuildLock(p) {
		return append(g.legalInn(p), g.unbuiltLocks()...)
	}
	legal := g.legalInn(p)
	legal = append(legal, g.legalLock(p)...)
	legal = append(legal, g.legalCities(seat, "essen_warehouse", essenCities)...)
	legal = append(legal, g.legalCities(seat, "mark_warehouse", markCities)...)
	legal = append(legal, g.legalDepots(p)...)
	legal = append(legal, g.legalPort(seat)...)
	legal = append(legal, g.legalAnywhere(seat)...)
	legal = append(legal, g.legalShift(seat)...)
	if p.debts > 0 && p.thaler >= 3 {
		legal = append(legal, Action{Do: "repay"}) // BUY-10, DEBT-3
	}
	return append(legal, Action{Do: "done"})
}

// lockPrice is 2 Thaler up to round 4 and 3 from round 5 (BUY-2).
func (g *Game) lockPrice() int {
	if g.round >= 5 {
		return 3
	}
	return 2
}

// unbuiltLocks lists a lock for every obstacle left.
func (g *Game) unbuiltLocks() []Action {
	var legal []Action
	for _, s := range g.board.spaces("lock") {
		if g.locks[s.ID] == -1 {
			legal = append(legal, Action{Do: "lock", Space: s.ID})
		}
	}
	return legal
}

// mayPayLock tells whether a seat may use its lock building marker now: from
// round 2 and once a round (BUY-1, PROG-3). What it can pay is another question.
func (g *Game) mayPayLock(p *player) bool {
	return g.round >= 2 && p.progress["lock_building"] && !p.usedNow["lock_building"]
}

// mustBuildLock is the building duty (BUY-9), asked at each decision again. It
// ends with the first lock, so a free second one is never a duty.
func (g *Game) mustBuildLock(p *player) bool {
	return g.duty && g.mayPayLock(p) && len(g.unbuiltLocks()) > 0 && p.canPayWithTimeline(g.lockPrice())
}

// legalLock lists the locks a seat may build voluntarily, paid or free.
func (g *Game) legalLock(p *player) []Action {
	if p.freeLock || (g.mayPayLock(p) && p.canPay(g.lockPrice(), 0)) {
		return g.unbuiltLocks()
	}
	return nil
}

// doLock builds a lock (BUY-2, BUY-3).
func (g *Game) doLock(seat int, id string) {
	p := g.players[seat]
	firstEver := !slices.Contains(g.lockOwners(), seat)
	if p.freeLock {
		p.freeLock = false
	} else {
		p.pay(g.lockPrice())
		p.usedNow["lock_building"] = true
		twoSeats := len(g.players) == 2 && g.round >= 2 && g.round <= 5
		threeSeats := len(g.players) == 3 && firstEver
		p.freeLock = twoSeats || threeSeats
	}
	g.locks[id] = seat
	g.bag++
	if g.board.space(id).Territory == "mark" {
		p.vp += 3
	} else {
		p.vp += 2
	}
	if firstEver {
		p.supply += p.lockWarehouses
		p.lockWarehouses = 0
	}
}

// lockOwners lists the builders of all locks.
func (g *Game) lockOwners() []int {
	var owners []int
	for _, owner := range g.locks {
		owners = append(owners, owner)
	}
	return owners
}

// canBuild tells whether a seat can pay for a warehouse and still has one to
// build after the debts (DEBT-2, BUY-12).
func (p *player) canBuild(price int) bool {
	return p.canPay(price, 1)
}

// cityOpen tells whether a seat may still build in a city: a space is free and
// it has none there (BUY-4).
func (g *Game) cityOpen(seat int, city string) bool {
	return len(g.cities[city]) < len(g.board.CityWarehouses[city]) && !slices.Contains(g.cities[city], seat)
}

// cityPrice is the price on the leftmost free space.
func (g *Game) cityPrice(city string) int {
	return g.board.CityWarehouses[city][len(g.cities[city])]
}

// legalCities lists the city warehouses of one black marker (BUY-4).
func (g *Game) legalCities(seat int, with string, cities []string) []Action {
	p := g.players[seat]
	if !p.progress[with] || p.usedNow[with] {
		return nil
	}
	var legal []Action
	for _, city := range cities {
		if g.cityOpen(seat, city) && p.canBuild(g.cityPrice(city)) {
			legal = append(legal, Action{Do: "warehouse", With: with, At: city})
		}
	}
	return legal
}

// legalDepots lists the depots with a free space the seat can pay (BUY-5).
func (g *Game) legalDepots(p *player) []Action {
	if !p.progress["coal_depot"] || p.usedNow["coal_depot"] {
		return nil
	}
	var legal []Action
	for _, d := range g.board.Depots {
		if len(g.depots[d.ID]) < len(d.Costs) && p.canBuild(g.depotPrice(d.ID)) {
			legal = append(legal, Action{Do: "warehouse", With: "coal_depot", At: d.ID})
		}
	}
	return legal
}

// depotPrice is the price on a depot's leftmost free space.
func (g *Game) depotPrice(id string) int {
	for _, d := range g.board.Depots {
		if d.ID == id {
			return d.Costs[len(g.depots[id])]
		}
	}
	return 0
}

// portCount is how many warehouses stand in the port, and how many of a seat's.
func (g *Game) portCount(seat int) (all, own int) {
	for _, owners := range g.port {
		for _, owner := range owners {
			all++
			if owner == seat {
				own++
			}
		}
	}
	return all, own
}

// portPrice depends on how many stand there, whosever they are (BUY-6).
func (g *Game) portPrice() int {
	all, _ := g.portCount(-1)
	costs := g.board.Harbour.Costs
	return costs[min(all, len(costs)-1)]
}

// columnOpen tells whether a column has a free place and none of the seat's.
func (g *Game) columnOpen(seat int, column string) bool {
	return len(g.port[column]) < g.board.Harbour.Rows && !slices.Contains(g.port[column], seat)
}

// openColumns lists the columns where a seat may put one more warehouse.
func (g *Game) openColumns(seat int) []string {
	if _, own := g.portCount(seat); own >= g.board.Harbour.PerPlayer {
		return nil
	}
	var open []string
	for _, column := range g.board.Harbour.Columns {
		if g.columnOpen(seat, column) {
			open = append(open, column)
		}
	}
	return open
}

// legalPort lists the port warehouses of the black marker (BUY-6).
func (g *Game) legalPort(seat int) []Action {
	p := g.players[seat]
	if !p.progress["port_ruhrort"] || p.usedNow["port_ruhrort"] || !p.canBuild(g.portPrice()) {
		return nil
	}
	var legal []Action
	for _, column := range g.openColumns(seat) {
		legal = append(legal, Action{Do: "warehouse", With: "port_ruhrort", At: column})
	}
	return legal
}

// anywherePrice is what the limited marker's warehouse costs (BUY-8).
const anywherePrice = 2

// legalAnywhere lists the places of the limited marker warehouse (BUY-8): any
// city, Mülheim too, or the port.
func (g *Game) legalAnywhere(seat int) []Action {
	p := g.players[seat]
	if !p.holds("warehouse") || !p.canBuild(anywherePrice) {
		return nil
	}
	var legal []Action
	for _, s := range g.board.spaces("city") {
		if g.cityOpen(seat, s.ID) {
			legal = append(legal, Action{Do: "warehouse", With: "warehouse", At: s.ID})
		}
	}
	for _, column := range g.openColumns(seat) {
		legal = append(legal, Action{Do: "warehouse", With: "warehouse", At: column})
	}
	return legal
}

// doWarehouse builds in a city, a depot or the port: 2 VP everywhere.
func (g *Game) doWarehouse(seat int, with, at string) {
	p := g.players[seat]
	place, price := g.port, g.portPrice()
	if _, isCity := g.cities[at]; isCity {
		place = g.cities
		if with != "warehouse" {
			price = g.cityPrice(at)
		}
	}
	if _, isDepot := g.depots[at]; isDepot {
		place, price = g.depots, g.depotPrice(at)
	}
	if with == "warehouse" {
		price = anywherePrice
		p.used["warehouse"] = true
	} else {
		p.usedNow[with] = true
	}
	p.pay(price)
	p.supply--
	place[at] = append(place[at], seat)
	p.vp += 2
}

// legalShift lists the moves of an own warehouse in the port (BUY-7).
func (g *Game) legalShift(seat int) []Action {
	p := g.players[seat]
	if !p.canPay(g.board.Harbour.ShiftCost, 0) {
		return nil
	}
	var legal []Action
	for _, from := range g.board.Harbour.Columns {
		if !slices.Contains(g.port[from], seat) {
			continue
		}
		for _, to := range g.board.Harbour.Columns {
			if to != from && g.columnOpen(seat, to) {
				legal = append(legal, Action{Do: "shift", From: from, To: to})
			}
		}
	}
	return legal
}

// doShift moves a warehouse; those below it in the old column move up.
func (g *Game) doShift(seat int, from, to string) {
	g.players[seat].pay(g.board.Harbour.ShiftCost)
	at := slices.Index(g.port[from], seat)
	g.port[from] = slices.Delete(slices.Clone(g.port[from]), at, at+1)
	g.port[to] = append(g.port[to], seat)
}

// doRepay pays one debt back (BUY-10).
func (g *Game) doRepay(p *player) {
	p.thaler -= 3
	p.debts--
	p.supply++
}
