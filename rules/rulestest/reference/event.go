package reference

import "fmt"

// beginEvent writes the agenda of phase 1: the round's historical event, its
// parts in the order in which the rules name them (EVENT-P), and the country
// marker last.
func (g *Game) beginEvent() {
	switch g.round {
	case 3:
		g.eachSeat("pay")
	case 4, 8:
		g.later(task{kind: "path"})
	case 9:
		g.later(task{kind: "improve"})
	case 11:
		g.beginRemoval()
	}
	if g.board.thisRound(g.round).Warehouse {
		g.later(task{kind: "warehouses"})
	}
	if g.round == 6 || g.round == 10 {
		g.eachSeat("take")
	}
	if g.board.thisRound(g.round).CountryMarker {
		g.later(task{kind: "country"})
	}
}

// eachSeat adds the same task for every seat, in the phase's order.
func (g *Game) eachSeat(kind string) {
	for _, seat := range g.order {
		g.later(task{kind: kind, seat: seat})
	}
}

// legalPay is the payment of round 3 (EVENT-3, EVENT-P): 1 Thaler, by debt too,
// or 1 VP. Only a seat with neither takes a debt from the timeline (DEBT-4); one
// that cannot even do that pays nothing, and the list is empty.
func (g *Game) legalPay(seat int) []Action {
	p := g.players[seat]
	var legal []Action
	if p.canPay(1, 0) {
		legal = append(legal, Action{Do: "pay", With: "thaler"})
	}
	if p.vp >= 1 {
		legal = append(legal, Action{Do: "pay", With: "vp"})
	}
	if len(legal) == 0 && p.canPayWithTimeline(1) {
		legal = append(legal, Action{Do: "pay", With: "thaler"})
	}
	return legal
}

func (g *Game) doPay(p *player, with string) {
	if with == "thaler" {
		p.pay(1)
	} else {
		p.vp--
	}
	g.finish()
}

// doTake is the gift of rounds 6 and 10 (EVENT-6, EVENT-10).
func (g *Game) doTake(p *player, what string) {
	if what == "thaler" {
		p.thaler++
	} else {
		p.vp++
	}
	g.finish()
}

// timelineWarehouses gives each seat this round's warehouse, unless that seat
// took it early (EVENT-W).
func (g *Game) timelineWarehouses() {
	for _, p := range g.players {
		for i, round := range p.timeline {
			if round == g.round {
				p.timeline = append(p.timeline[:i:i], p.timeline[i+1:]...)
				p.supply++
				break
			}
		}
	}
}

// beginRemoval is round 11: how many dice of each colour go, and who chooses,
// the barge farthest downriver first (EVENT-R).
func (g *Game) beginRemoval() {
	switch len(g.players) {
	case 2:
		g.owed = map[string]int{"black": 1, "white": 0}
	case 3:
		g.owed = map[string]int{"black": 1, "white": 1}
	case 4:
		g.owed = map[string]int{"black": 2, "white": 1}
	}
	choosers := g.owed["black"] + g.owed["white"]
	for i := range choosers {
		g.later(task{kind: "remove", seat: g.order[len(g.order)-1-i]})
	}
}

// legalRemove is every die on a storage whose colour is still owed.
func (g *Game) legalRemove() []Action {
	var legal []Action
	for _, s := range g.board.spaces("storage") {
		if g.storages[s.ID] > 0 && g.owed[s.coal()] > 0 {
			legal = append(legal, Action{Do: "remove", Storage: s.ID})
		}
	}
	return legal
}

func (g *Game) doRemove(storage string) {
	g.owed[g.board.space(storage).coal()]--
	g.storages[storage] = 0
	g.finish()
}

// Country turns this round's country marker: "belgium", "netherlands" or
// "rhineland". It is refused when no marker is due or none of that country is
// left face down.
func (g *Game) Country(id string) error {
	if g.Needs() != "country" {
		return fmt.Errorf("no country marker is due now: the game waits for %q", g.Needs())
	}
	if g.hidden[id] == 0 {
		return fmt.Errorf("no country marker %q is left face down; there are %v", id, g.hidden)
	}
	g.hidden[id]--
	g.country = id
	g.finish()
	g.run()
	return nil
}
