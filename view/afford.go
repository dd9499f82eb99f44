package view

import (
	"slices"

	"ruhr/board"
)

// Cheapest is what a seat would pay at least, in Thaler, for what each of its
// building markers allows, by the id of the progress marker; a marker that
// could buy nothing now is left out. It asks neither whose turn it is nor
// whether the seat has the marker and the money: compare it with Seat.Thaler,
// and with what Seat.Pays for such a marker.
func Cheapest(p *Position, seat int) map[string]int {
	out := map[string]int{}
	offer := func(marker string, price int) {
		if was, ok := out[marker]; !ok || price < was {
			out[marker] = price
		}
	}
	if p.LockPrice > 0 && slices.ContainsFunc(p.Spaces, func(s Space) bool { return s.Kind == "lock" && s.Builder < 0 }) {
		price := p.LockPrice // BUY-2
		if p.Seats[seat].FreeLock {
			price = 0 // BUY-3
		}
		offer("lock_building", price)
	}
	if p.Seats[seat].Supply == 0 {
		return out // BUY-12
	}
	for _, city := range p.Cities { // BUY-4, BUY-8
		if city.Next < 0 || slices.ContainsFunc(city.Slots, func(s Slot) bool { return s.Owner == seat }) {
			continue
		}
		offer("warehouse", anyPrice)
		switch {
		case slices.Contains(board.EssenCities[:], city.ID):
			offer("essen_warehouse", city.Slots[city.Next].Price)
		case slices.Contains(board.MarkCities[:], city.ID):
			offer("mark_warehouse", city.Slots[city.Next].Price)
		}
	}
	for _, depot := range p.Depots { // BUY-5
		if depot.Next >= 0 {
			offer("coal_depot", depot.Slots[depot.Next].Price)
		}
	}
	if p.portOpen(seat) { // BUY-6
		offer("port_ruhrort", p.Port.Price)
		offer("warehouse", anyPrice)
	}
	return out
}

// Pays is the most a seat can pay for what a building marker allows, with the
// debts it may take: for a warehouse one must be left to build (DEBT-2).
func (s *Seat) Pays(marker string) int {
	if marker == "lock_building" {
		return s.Means
	}
	return s.Building
}

// anyPrice is what a warehouse costs by the limited marker "warehouse" (BUY-8).
const anyPrice = 2

// portOpen says whether a seat may still build in the port: it has fewer than
// the most, and there is a column with a free place and none of its own.
func (p *Position) portOpen(seat int) bool {
	mine, open := 0, false
	for _, column := range p.Port.Columns {
		own, free := false, false
		for _, place := range column.Places {
			own = own || place.Owner == seat
			free = free || place.Owner < 0
		}
		if own {
			mine++
		}
		open = open || free && !own
	}
	return open && mine < p.Port.PerSeat
}
