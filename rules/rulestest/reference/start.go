package reference

import "slices"

// option is a special option (START-5). The price is that of rounds 1 to 6.
type option struct {
	id                        string
	price                     int
	hauling, transport, pilot bool
}

var options = []option{
	{id: "none"},
	{id: "pilot", pilot: true},
	{id: "transport", transport: true},
	{id: "wage"},
	{id: "supply"},
	{id: "hauling", price: 1, hauling: true},
	{id: "transport_pilot", price: 1, transport: true, pilot: true},
	{id: "hauling_pilot", price: 2, hauling: true, pilot: true},
	{id: "hauling_transport", price: 2, hauling: true, transport: true},
}

// optionByID finds an option.
func optionByID(id string) option {
	for _, o := range options {
		if o.id == id {
			return o
		}
	}
	return option{}
}

// priceOf is what an option costs this round (EVENT-7).
func (g *Game) priceOf(o option) int {
	if o.price > 0 && g.round >= 7 {
		return o.price + 1
	}
	return o.price
}

// beginStart is phase 3: every seat chooses an option and a start.
func (g *Game) beginStart() {
	g.eachSeat("option")
}

// legalOption lists coal hauler, inn and the options (START-5). A seat chooses
// among what it can pay with its own warehouses as debts; if there is nothing of
// that, among what it can pay with debts from the timeline (DEBT-4); if there is
// nothing of that either it is towed for the lowest price, and where no option
// could be used at all it is stranded (START-12).
func (g *Game) legalOption(seat int) []Action {
	p := g.players[seat]
	beside := append(g.legalCoalHauler(p), g.legalInn(p)...)
	var payable, withTimeline, towed []Action
	lowest := -1
	for _, o := range options {
		if !g.usable(seat, o) {
			continue
		}
		price := g.priceOf(o)
		if p.canPay(price, 0) {
			payable = append(payable, Action{Do: "option", Option: o.id})
		}
		if o.hauling && p.holds("hauling_action") {
			payable = append(payable, Action{Do: "option", Option: o.id, Free: true})
		}
		if p.canPayWithTimeline(price) {
			withTimeline = append(withTimeline, Action{Do: "option", Option: o.id})
		}
		if lowest == -1 || price < lowest {
			lowest = price
			towed = nil
		}
		if price == lowest {
			towed = append(towed, Action{Do: "option", Option: o.id, Towed: true})
		}
	}
	switch {
	case len(payable) > 0:
		return append(beside, payable...)
	case len(withTimeline) > 0:
		return append(beside, withTimeline...)
	case len(towed) > 0:
		return append(beside, towed...)
	}
	return append(beside, Action{Do: "strand"})
}

// usable tells whether an option is open to the seat, price aside, and whether
// its whole chain of die, target, start and sale can be completed (START-4).
func (g *Game) usable(seat int, o option) bool {
	p := g.players[seat]
	if o.pilot && g.pilotBan {
		return false // WATER-3
	}
	if o.hauling && p.barge == "" {
		return false // START-2
	}
	if o.id == "wage" && (!p.progress["wage"] || g.wage || g.round == lastRound) {
		return false // START-5, START-6
	}
	if o.id == "supply" && (!p.progress["supply"] || len(g.legalSupply()) == 0 || g.round == lastRound) {
		return false // START-6, START-9
	}
	if o.transport {
		return len(g.legalTransport(seat, o.id)) > 0
	}
	return len(g.starts(seat, o)) > 0
}

// starts lists the storages on which a seat may start with an option.
func (g *Game) starts(seat int, o option) []string {
	p := g.players[seat]
	var starts []string
	for _, s := range g.board.spaces("storage") {
		if g.storages[s.ID] == 0 || g.occupied(s.ID, seat) {
			continue // START-1
		}
		if s.coal() == "white" && !p.progress["grafschaft_mark"] {
			continue // START-3
		}
		if p.barge != "" {
			upriver := g.board.index(s.ID) < g.board.index(p.barge)
			if upriver != o.hauling {
				continue // START-2
			}
		}
		if s.PilotOnly && !o.pilot {
			continue // START-4
		}
		if len(g.reach(s.ID, o.pilot)) == 0 {
			continue // START-4
		}
		starts = append(starts, s.ID)
	}
	return starts
}

// doOption pays for an option and lays out the rest of its chain.
func (g *Game) doOption(seat int, a Action) {
	p := g.players[seat]
	o := optionByID(a.Option)
	switch {
	case a.Free:
		p.used["hauling_action"] = true // START-11
	case a.Towed:
		p.vp = max(0, p.vp-2) // START-12
	default:
		p.pay(g.priceOf(o))
	}
	p.option = o.id
	g.finish()
	g.next(task{kind: "start", seat: seat})
	if o.id == "wage" {
		g.wage = true
		p.thaler += 2 // START-9
	}
	if o.id == "supply" {
		g.next(task{kind: "supply", seat: seat})
	}
	if o.transport {
		g.next(task{kind: "transport", seat: seat})
	}
}

// legalTransport lists the dice on arrow boxes and the empty storages they may
// go to, as far as a start is left afterwards (START-4, START-7). Together with
// hauling the storage is itself the start (START-8).
func (g *Game) legalTransport(seat int, optionID string) []Action {
	o := optionByID(optionID)
	var legal []Action
	for _, coal := range g.columns() {
		value := g.track[coal][g.arrow()]
		if value == 0 {
			continue
		}
		for _, s := range g.board.spaces("storage") {
			if g.storages[s.ID] > 0 || s.coal() != coal {
				continue
			}
			g.storages[s.ID] = value // laid there to look
			starts := g.starts(seat, o)
			g.storages[s.ID] = 0
			if o.hauling && !slices.Contains(starts, s.ID) {
				continue
			}
			if len(starts) > 0 {
				legal = append(legal, Action{Do: "transport", Coal: coal, Storage: s.ID})
			}
		}
	}
	return legal
}

func (g *Game) doTransport(p *player, coal, storage string) {
	g.storages[storage] = g.takeFromArrow(coal)
	if optionByID(p.option).hauling {
		p.transportTo = storage
	}
	g.finish()
}

// legalSupply lists the dice on storages that can still grow (START-9).
func (g *Game) legalSupply() []Action {
	var legal []Action
	for _, s := range g.board.spaces("storage") {
		if g.storages[s.ID] > 0 && g.storages[s.ID] < maxDie {
			legal = append(legal, Action{Do: "supply", Storage: s.ID})
		}
	}
	return legal
}

func (g *Game) doSupply(storage string) {
	g.storages[storage] = min(maxDie, g.storages[storage]+2)
	g.finish()
}

// legalCoalHauler lists the targets of an unused coal hauler (START-10).
func (g *Game) legalCoalHauler(p *player) []Action {
	if !p.holds("coal_hauler") {
		return nil
	}
	var legal []Action
	for _, s := range g.board.spaces("storage") {
		if g.storages[s.ID] > 0 && g.storages[s.ID] < maxDie {
			legal = append(legal, Action{Do: "coal_hauler", Storage: s.ID})
		}
	}
	return legal
}

// doCoalHauler leaves the task on the agenda: the seat still has its turn.
func (g *Game) doCoalHauler(p *player, storage string) {
	p.used["coal_hauler"] = true
	g.storages[storage] = min(maxDie, g.storages[storage]+3)
}

// legalStart lists the starts that the chosen option leaves.
func (g *Game) legalStart(seat int) []Action {
	p := g.players[seat]
	var legal []Action
	for _, id := range g.starts(seat, optionByID(p.option)) {
		if p.transportTo == "" || p.transportTo == id {
			legal = append(legal, Action{Do: "start", Storage: id})
		}
	}
	return legal
}

func (g *Game) doStart(seat int, storage string) {
	g.moveBarge(seat, storage)
	g.finish()
}

// doStrand leaves the barge where it is; the seat sells nothing (START-12).
func (g *Game) doStrand(p *player) {
	p.stranded = true
	g.finish()
}
