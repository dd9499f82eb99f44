package policy

import "ruhr/board"

// Params holds the constants of the evaluator, in hundredths of a VP.
type Params struct {
	// The value of gaining a progress marker: at once, for every round still to
	// come, and in round 12.
	kind, later, last [board.Kinds]int
	// near is the share of that value, in 256ths, by the number of tokens still
	// missing.
	near [8]int
	// The value of a Thaler: of the first six, up to ten, up to 13, and beyond;
	// cash caps it in round 12.
	thaler [4]int
	cash   int

	river      int    // of a space farther upriver at the round's end, in 16ths
	dock       int    // of moving the export marker, by own warehouse in the port
	guest      int    // of the Thaler another seat gets for a sale in its city
	debt       int    // what a debt costs
	repay      int    // more, when repaid before the last round
	keepFree   int    // of keeping the hauling action marker
	keepHauler int    // … coal hauler
	keepAny    int    // … warehouse, a round
	firstLock  int    // of the two warehouses that the first lock brings
	firstLater int    // … more a round still to come
	city       int    // of a warehouse in a city, a round still to come
	group      [2]int // of the first and second city of a group
	scarce     int    // of keeping the last warehouse
	most       [3]int // of a depot when one behind, level, one ahead
	spread     [3]int // of the first, second and third depot
	export     int    // of a place in the port when its country comes
}

const maxPurse = 40

// purses[left][n] is the value of n Thaler with left rounds to come: the first
// ones buy the best things, and no more than 10 are kept (EXP-2).
func (t *Params) purses() (p [Rounds][maxPurse + 1]int) {
	for left := range p {
		sum := 0
		for n := range p[left] {
			p[left][n] = sum
			per := t.thaler[0]
			switch {
			case n >= 13:
				per = t.thaler[3]
			case n >= 10:
				per = t.thaler[2]
			case n >= 6:
				per = t.thaler[1]
			}
			if left == 0 {
				per = min(per, t.cash)
			}
			sum += per
		}
	}
	return p
}

// nearer[left][k][lack] is the value of one token towards progress marker k
// with lack tokens still missing and left rounds to come: nothing if the
// rounds are too few.
func (t *Params) nearer() (n [Rounds][16][8]int32) {
	for left := range n {
		for k := range board.Kinds {
			full := t.last[k]
			if left > 0 {
				full = t.kind[k] + t.later[k]*left
			}
			for lack := 1; lack < 8 && lack-1 <= left; lack++ {
				n[left][k][lack] = int32(full * (t.near[lack-1] - t.near[lack]) >> 8)
			}
		}
	}
	return n
}

// HandMadeParams are the parameters of the players without training.
var HandMadeParams = Params{
	kind: [board.Kinds]int{board.LockBuilding: 80, board.EssenWarehouse: 100, board.MarkWarehouse: 90,
		board.CoalDepot: 130, board.PortRuhrort: 60,
		board.GrafschaftMark: 60, board.HaulingAction: 40, board.Inn: 200, board.Mayor: 350, board.CoalHauler: 60, board.Warehouse: 130,
		board.Ruhraake: 250, board.Ruhrtalbahn: 120},
	later: [board.Kinds]int{board.LockBuilding: 55, board.EssenWarehouse: 25, board.MarkWarehouse: 20,
		board.CoalDepot: 35, board.PortRuhrort: 75,
		board.GrafschaftMark: 30, board.Wage: 10, board.Supply: 8, board.HaulingAction: 5, board.CoalHauler: 6, board.Warehouse: 10,
		board.Ruhrtalbahn: 20},
	last: [board.Kinds]int{board.LockBuilding: 80, board.EssenWarehouse: 60, board.MarkWarehouse: 60,
		board.CoalDepot: 90, board.PortRuhrort: 50,
		board.GrafschaftMark: 40, board.Inn: 200, board.Mayor: 300, board.Warehouse: 90, board.Ruhraake: 250, board.Ruhrtalbahn: 250},
	near:   [8]int{256, 120, 56, 26, 12, 6, 3, 1},
	thaler: [4]int{62, 40, 20, 8}, cash: 50,
	river: 32, dock: 30, guest: 20, debt: 210, repay: 40, keepFree: 30, keepHauler: 60, keepAny: 5,
	firstLock: 60, firstLater: 20, city: 12, group: [2]int{10, 25}, scarce: 25,
	most: [3]int{40, 80, 10}, spread: [3]int{20, 30, 50}, export: 60,
}

// All lists the parameters, for tuning.
func (t *Params) All() (all []*int) {
	add := func(list []int) {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	add(t.kind[:])
	add(t.later[:])
	add(t.last[:])
	add(t.near[1:])
	add(t.thaler[:])
	add(t.group[:])
	add(t.most[:])
	add(t.spread[:])
	return append(all, &t.cash, &t.river, &t.dock, &t.guest, &t.debt, &t.repay, &t.keepFree, &t.keepHauler, &t.keepAny,
		&t.firstLock, &t.firstLater, &t.city, &t.scarce, &t.export)
}
