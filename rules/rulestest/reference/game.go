package reference

import (
	"fmt"
	"maps"
	"slices"
)

const (
	lastRound = 12
	maxDebts  = 4  // DEBT-2
	maxThaler = 10 // EXP-2
	maxDie    = 6
)

// Game is one position and everything needed to go on from it.
type Game struct {
	board     *Board
	calmWater bool
	everyShip bool
	startSeat int

	round  int
	phase  int // 1 to 7
	over   bool
	order  []int  // ORDER-1: taken when the phase began
	agenda []task // what is still to be done in this phase, first things first

	// What Legal last listed for the decision that waits: nil before it is asked.
	offered []Action

	players []*player
	river   []int // the seats with a barge on the river, upriver first

	storages map[string]int   // value of the die, 0 for none
	track    map[string][]int // column -> value of the die in each box from the top, 0 for none
	thaler   map[string]int   // Thaler lying on a selling space
	locks    map[string]int   // seat that built it, -1 while it is an obstacle
	cities   map[string][]int // owners of the warehouses from the left
	depots   map[string][]int // the same for the depots
	port     map[string][]int // column -> owners from the top
	copies   map[string]int   // limited progress markers still to be had
	unseen   map[string]bool  // markers nobody has seen drawn
	hidden   map[string]int   // country markers still face down, by country
	bag      int              // markers in the bag
	export   int              // the export marker's box, 0 is the leftmost
	country  string           // this round's country, "" before it is turned
	pilotBan bool             // WATER-3
	duty     bool             // WATER-4
	wage     bool             // somebody took the wage this round
	docked   bool             // somebody sold in Ruhrort this round
	owed     map[string]int   // EVENT-R: dice still to be removed, by colour
}

// player is what belongs to one seat.
type player struct {
	thaler, vp, supply, debts int
	timeline                  []int // rounds whose warehouse still waits
	lockWarehouses            int
	markWarehouses            int
	tokens                    map[string]int  // by area
	progress                  map[string]bool // progress markers it has
	blanks                    map[string]bool // limited ones it came too late for
	used                      map[string]bool // limited ones it has used
	barge                     string          // space, "" off the river

	// This round only.
	option      string // the special option chosen
	transportTo string // where hauling_transport put its die
	stranded    bool
	usedNow     map[string]bool // black progress markers used in phase 6
	freeLock    bool            // BUY-3: one more lock for nothing
}

// task is one thing on the agenda: done at once if it needs nobody, otherwise
// waiting for a seat's decision or for an outcome of chance.
type task struct {
	kind  string
	seat  int
	coal  string // place: the die that returns
	value int
}

// Needs tells what the game waits for: "action" (Apply), "draw" (Draw),
// "country" (Country) or "over".
func (g *Game) Needs() string {
	switch {
	case g.over:
		return "over"
	case g.agenda[0].kind == "draw", g.agenda[0].kind == "country":
		return g.agenda[0].kind
	}
	return "action"
}

// Round is the current round, 1 to 12.
func (g *Game) Round() int { return g.round }

// ToDecide is the seat that acts next, or -1 where no action is needed.
func (g *Game) ToDecide() int {
	if g.Needs() != "action" {
		return -1
	}
	return g.agenda[0].seat
}

// Legal lists every legal action of the seat to decide, with Seat and Round
// zero; none where no action is needed. The order means nothing.
func (g *Game) Legal() []Action {
	if g.Needs() != "action" {
		return nil
	}
	g.offered = g.legalFor(g.agenda[0])
	return g.offered
}

// legalFor lists the legal actions of one waiting task.
func (g *Game) legalFor(t task) []Action {
	switch t.kind {
	case "pay":
		return g.legalPay(t.seat)
	case "take":
		return []Action{{Do: "take", What: "thaler"}, {Do: "take", What: "vp"}}
	case "remove":
		return g.legalRemove()
	case "place":
		return g.legalPlace(t.coal)
	case "option":
		return g.legalOption(t.seat)
	case "transport":
		return g.legalTransport(t.seat, g.players[t.seat].option)
	case "supply":
		return g.legalSupply()
	case "start":
		return g.legalStart(t.seat)
	case "sell":
		return g.legalSell(t.seat)
	case "buy":
		return g.legalBuy(t.seat)
	}
	return nil
}

// Apply carries out an action of the seat to decide. The action may be in the
// form of a legal list (Round 0; Seat is then not looked at) or of a record, in
// which case seat and round must be the right ones. Anything not legal is
// refused with an error and changes nothing.
func (g *Game) Apply(a Action) error {
	if g.Needs() != "action" {
		return fmt.Errorf("no action can be taken now: the game waits for %q", g.Needs())
	}
	if a.Round != 0 && (a.Round != g.round || a.Seat != g.ToDecide()) {
		return fmt.Errorf("seat %d in round %d cannot act: it is seat %d's decision in round %d", a.Seat, a.Round, g.ToDecide(), g.round)
	}
	a.Seat, a.Round = 0, 0
	legal := g.offered
	if legal == nil {
		legal = g.Legal()
	}
	if !slices.Contains(legal, a) {
		return fmt.Errorf("%+v is not legal for seat %d in round %d; legal is %+v", a, g.ToDecide(), g.round, legal)
	}
	g.carryOut(a)
	g.run()
	return nil
}

// carryOut does what a legal action says.
func (g *Game) carryOut(a Action) {
	g.offered = nil
	t := g.agenda[0]
	p := g.players[t.seat]
	switch a.Do {
	case "pay":
		g.doPay(p, a.With)
	case "take":
		g.doTake(p, a.What)
	case "remove":
		g.doRemove(a.Storage)
	case "place":
		g.doPlace(t, a.Storage)
	case "coal_hauler":
		g.doCoalHauler(p, a.Storage)
	case "inn":
		g.doInn(p, a.Take)
	case "option":
		g.doOption(t.seat, a)
	case "transport":
		g.doTransport(p, a.Coal, a.Storage)
	case "supply":
		g.doSupply(a.Storage)
	case "start":
		g.doStart(t.seat, a.Storage)
	case "strand":
		g.doStrand(p)
	case "sell":
		g.doSell(t.seat, a.Space)
	case "lock":
		g.doLock(t.seat, a.Space)
	case "warehouse":
		g.doWarehouse(t.seat, a.With, a.At)
	case "shift":
		g.doShift(t.seat, a.From, a.To)
	case "repay":
		g.doRepay(p)
	case "done":
		g.finish()
	}
}

// finish takes the first task off the agenda.
func (g *Game) finish() {
	g.agenda = g.agenda[1:]
}

// next puts tasks at the front of the agenda, in the order given.
func (g *Game) next(tasks ...task) {
	g.agenda = append(slices.Clone(tasks), g.agenda...)
}

// later puts a task at the end of the agenda.
func (g *Game) later(t task) {
	g.agenda = append(g.agenda, t)
}

// decisions are the tasks that wait for a seat.
var decisions = map[string]bool{
	"pay": true, "take": true, "remove": true, "place": true, "option": true, "transport": true,
	"supply": true, "start": true, "sell": true, "buy": true,
}

// mayPass are those among them that a seat may have nothing for: then they are
// owed by nobody and pass without an action (EVENT-P, EVENT-R). In all others
// there is something to choose.
var mayPass = map[string]bool{"pay": true, "remove": true}

// run goes on until somebody has to decide, chance has to fall or the game is
// over.
func (g *Game) run() {
	for !g.over {
		if len(g.agenda) == 0 {
			g.beginNextPhase()
			continue
		}
		t := g.agenda[0]
		if t.kind == "draw" || t.kind == "country" {
			return
		}
		if decisions[t.kind] {
			if !mayPass[t.kind] || len(g.legalFor(t)) > 0 {
				return
			}
			g.finish()
			continue
		}
		g.finish()
		g.doItself(t.kind)
	}
}

// doItself carries out a task that needs no decision.
func (g *Game) doItself(kind string) {
	switch kind {
	case "path":
		g.changePath()
	case "improve":
		g.improveTrack()
	case "warehouses":
		g.timelineWarehouses()
	case "progress":
		g.giveProgress()
	case "export":
		g.scoreExport()
	case "clear":
		g.clearRound()
	}
}

// beginNextPhase moves to the next phase, or to the next round, takes the order
// (ORDER-1) and writes the agenda.
func (g *Game) beginNextPhase() {
	if g.phase == 7 && g.round == lastRound {
		g.over = true
		return
	}
	if g.phase == 7 {
		g.phase = 0
		g.round++
	}
	g.phase++
	g.order = g.riverOrder()
	switch g.phase {
	case 1:
		g.beginEvent()
	case 2:
		g.beginWater()
	case 3:
		g.beginStart()
	case 4:
		g.beginSail()
	case 5:
		g.later(task{kind: "progress"})
	case 6:
		g.beginBuy()
	case 7:
		g.later(task{kind: "export"})
		g.later(task{kind: "clear"})
	}
}

// Clone copies the game; the copy and the original then live apart.
func (g *Game) Clone() *Game {
	c := *g
	c.order = slices.Clone(g.order)
	c.agenda = slices.Clone(g.agenda)
	c.river = slices.Clone(g.river)
	c.storages = maps.Clone(g.storages)
	c.thaler = maps.Clone(g.thaler)
	c.locks = maps.Clone(g.locks)
	c.copies = maps.Clone(g.copies)
	c.unseen = maps.Clone(g.unseen)
	c.hidden = maps.Clone(g.hidden)
	c.owed = maps.Clone(g.owed)
	c.track = cloneLists(g.track)
	c.cities = cloneLists(g.cities)
	c.depots = cloneLists(g.depots)
	c.port = cloneLists(g.port)
	c.players = nil
	for _, p := range g.players {
		q := *p
		q.timeline = slices.Clone(p.timeline)
		q.tokens = maps.Clone(p.tokens)
		q.progress = maps.Clone(p.progress)
		q.blanks = maps.Clone(p.blanks)
		q.used = maps.Clone(p.used)
		q.usedNow = maps.Clone(p.usedNow)
		c.players = append(c.players, &q)
	}
	return &c
}

// cloneLists copies a map of lists with its lists.
func cloneLists(m map[string][]int) map[string][]int {
	c := map[string][]int{}
	for k, v := range m {
		c[k] = slices.Clone(v)
	}
	return c
}
