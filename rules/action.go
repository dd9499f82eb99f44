package rules

import (
	"ruhr/board"
)

// Action is one decision of one seat, as small as record.md has them. Every
// action of every kind of decision has a number of its own, so actions compare
// with == and order by number; the actions of one decision are neighbours, and
// a legal set is a 64-bit mask over them. The numbers are the same on every
// board: storages, locks, selling spaces and cities count downriver from 0.
type Action uint8

// None is no action.
const None Action = 255

// The first action of each kind; storages, locks, cities, selling spaces and port
// columns follow in their order. The kinds stand so that the actions open at any
// one decision lie within 64 numbers (see bases).
const (
	APay         Action = 0 // EVENT-3: Thaler, VP
	ATake        Action = 2 // EVENT-6, EVENT-10: Thaler, VP
	ARemove      Action = 4 // EVENT-R, by storage
	APlace       Action = ARemove + board.Storages
	ATransport   Action = APlace + board.Storages
	ASupply      Action = ATransport + board.Storages
	AStart       Action = ASupply + board.Storages
	ALock        Action = AStart + board.Storages
	AEssen       Action = ALock + board.Obstacles // by place in the group, upriver first
	AMark        Action = AEssen + 3
	ADepot       Action = AMark + 3 // by territory
	APort        Action = ADepot + 4
	AAnyCity     Action = APort + board.Countries // limited marker warehouse
	AAnyPort     Action = AAnyCity + board.Cities
	AShift       Action = AAnyPort + board.Countries // by pair of columns
	ARepay       Action = AShift + 6
	ADone        Action = ARepay + 1
	AInn         Action = ADone + 1 // Thaler, VP
	AOption      Action = AInn + 2
	AFree        Action = AOption + options // hauling, hauling_pilot, hauling_transport
	ATowed       Action = AFree + 3
	AStrand      Action = ATowed + options
	AHauler      Action = AStrand + 1 // by storage
	ASell        Action = AHauler + board.Storages
	ActionsCount        = int(ASell) + board.Sells // ActionsCount is the number of different actions.
)

// Do is the verb of an action, as record.md names it.
type Do uint8

// The verbs, in the order of the table in record.md.
const (
	DoPay Do = iota
	DoTake
	DoRemove
	DoPlace
	DoCoalHauler
	DoInn
	DoOption
	DoTransport
	DoSupply
	DoStart
	DoStrand
	DoSell
	DoLock
	DoWarehouse
	DoShift
	DoRepay
	DoDone
)

// verb is what is the same for all actions of a verb.
type verb struct {
	id        string // as records write it
	rule      Rule   // by which it is done
	phase     Phase  // to which a refusal out of turn refers,
	phaseRule Rule   // and the rule that puts it there
	decisions []Decision
	runs      []run // its actions
}

// run is a number of neighbouring actions: the first, how many, and what the k-th
// of them does besides the verb.
type run struct {
	first Action
	count int
	move  func(g *Game, k int) Move
}

var verbs = [...]verb{
	DoPay:        {"pay", EVENT3, Event, EVENT3, []Decision{Pay}, []run{{APay, 2, payment}}},
	DoTake:       {"take", EVENT6, Event, EVENT6, []Decision{Take}, []run{{ATake, 2, payment}}},
	DoRemove:     {"remove", EVENTR, Event, EVENTR, []Decision{Remove}, []run{{ARemove, board.Storages, place}}},
	DoPlace:      {"place", TRACK3, Sale, TRACK3, []Decision{Place}, []run{{APlace, board.Storages, place}}},
	DoCoalHauler: {"coal_hauler", START10, Start, START10, []Decision{ChooseOption, Sell}, []run{{AHauler, board.Storages, place}}},
	DoInn:        {"inn", BUY11, Purchase, BUY11, []Decision{ChooseOption, Buy}, []run{{AInn, 2, payment}}},
	DoOption: {"option", START5, Start, START1, []Decision{ChooseOption}, []run{
		{AOption, options, func(_ *Game, k int) Move { return Move{Option: Option(k)} }},
		{AFree, len(freeOptions), func(_ *Game, k int) Move { return Move{Option: freeOptions[k], Free: true} }},
		{ATowed, options, func(_ *Game, k int) Move { return Move{Option: Option(k), Towed: true} }},
	}},
	DoTransport: {"transport", START7, Start, START1, []Decision{ChooseTransport}, []run{{ATransport, board.Storages, place}}},
	DoSupply:    {"supply", START9, Start, START1, []Decision{ChooseSupply}, []run{{ASupply, board.Storages, place}}},
	DoStart:     {"start", START1, Start, START1, []Decision{ChooseStart}, []run{{AStart, board.Storages, place}}},
	DoStrand:    {"strand", START12, Start, START1, []Decision{ChooseOption}, []run{{AStrand, 1, place}}},
	DoSell:      {"sell", SAIL1, Sale, SAIL1, []Decision{Sell}, []run{{ASell, board.Sells, place}}},
	DoLock:      {"lock", BUY2, Purchase, BUY1, []Decision{Buy}, []run{{ALock, board.Obstacles, place}}},
	DoWarehouse: {"warehouse", BUY4, Purchase, BUY1, []Decision{Buy}, []run{
		{AEssen, len(board.EssenCities), func(g *Game, k int) Move { return Move{With: WithEssen, At: int(g.cityOf[0][k])} }},
		{AMark, len(board.MarkCities), func(g *Game, k int) Move { return Move{With: WithMark, At: int(g.cityOf[1][k])} }},
		{ADepot, 4, func(_ *Game, k int) Move { return Move{With: WithDepot, At: k} }},
		{APort, board.Countries, func(_ *Game, k int) Move { return Move{With: WithPort, At: k, InPort: true} }},
		{AAnyCity, board.Cities, func(_ *Game, k int) Move { return Move{With: WithWarehouse, At: k} }},
		{AAnyPort, board.Countries, func(_ *Game, k int) Move { return Move{With: WithWarehouse, At: k, InPort: true} }},
	}},
	DoShift: {"shift", BUY7, Purchase, BUY1, []Decision{Buy}, []run{
		{AShift, len(shifts), func(_ *Game, k int) Move { return Move{From: shifts[k][0], To: shifts[k][1]} }},
	}},
	DoRepay: {"repay", BUY10, Purchase, BUY1, []Decision{Buy}, []run{{ARepay, 1, place}}},
	DoDone:  {"done", BUY1, Purchase, BUY1, []Decision{Buy}, []run{{ADone, 1, place}}},
}

func payment(_ *Game, k int) Move { return Move{VP: k == 1} }

func place(_ *Game, k int) Move { return Move{At: k} }

// DoIDs are the verbs as records write them.
var DoIDs = func() (ids [len(verbs)]string) {
	for d := range verbs {
		ids[d] = verbs[d].id
	}
	return ids
}()

// Rule is the rule by which actions of the verb are done; With.Rule has that of
// each kind of warehouse.
func (d Do) Rule() Rule { return verbs[d].rule }

func (d Do) String() string { return verbs[d].id }

// Option is a special option of phase 3 (START-5).
type Option uint8

// The options in the order of START-5.
const (
	NoOption Option = iota
	Pilot
	Transport
	Wage
	Supply
	Hauling
	TransportPilot
	HaulingPilot
	HaulingTransport
	options = 9
)

// OptionIDs are the options as records write them.
var OptionIDs = [options]string{"none", "pilot", "transport", "wage", "supply", "hauling",
	"transport_pilot", "hauling_pilot", "hauling_transport"}

func (o Option) String() string { return OptionIDs[o] }

// HasPilot reports whether the option takes a pilot along.
func (o Option) HasPilot() bool {
	return pilotOptions.has(o) != 0
}

// HasHauling reports whether the option goes upriver.
func (o Option) HasHauling() bool {
	return haulingOptions.has(o) != 0
}

// HasTransport reports whether the option takes a die from an arrow box.
func (o Option) HasTransport() bool {
	return transportOptions.has(o) != 0
}

var freeOptions = [3]Option{Hauling, HaulingPilot, HaulingTransport}

// With is the progress marker a warehouse is built with (BUY-4 to BUY-8).
type With uint8

// The five ways to build a warehouse.
const (
	WithEssen With = iota
	WithMark
	WithDepot
	WithPort
	WithWarehouse // the limited marker
)

// WithIDs are the markers as records write them.
var WithIDs = [...]string{"essen_warehouse", "mark_warehouse", "coal_depot", "port_ruhrort", "warehouse"}

// withMarkers are the progress markers of the five ways.
var withMarkers = [...]int{
	WithEssen: board.EssenWarehouse, WithMark: board.MarkWarehouse, WithDepot: board.CoalDepot,
	WithPort: board.PortRuhrort, WithWarehouse: board.Warehouse,
}

// withRules are the rules of the five ways.
var withRules = [8]Rule{WithEssen: BUY4, WithMark: BUY4, WithDepot: BUY5, WithPort: BUY6, WithWarehouse: BUY8}

// Rule is the rule by which such a warehouse is built.
func (w With) Rule() Rule { return withRules[w&7] }

// Marker is the progress marker as a number of board.ProgressIDs.
func (w With) Marker() int { return withMarkers[w] }

// Move is an action taken apart. Which fields count follows from Do; the
// others are zero.
type Move struct {
	Do     Do
	VP     bool   // pay, take, inn: VP instead of Thaler
	Option Option // option
	Free   bool   // option: by the hauling action marker
	Towed  bool   // option
	At     int    // number of the storage, lock or selling space; of the city, depot (by territory) or port column for a warehouse
	With   With   // warehouse
	InPort bool   // warehouse with the limited marker: a port column, not a city
	From   int    // shift: columns
	To     int
}

// shifts are the pairs of port columns a warehouse moves between (BUY-7).
var shifts = [6][2]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}

// Move takes an action apart; the zero Move for an action that does not exist.
func (g *Game) Move(a Action) Move {
	if int(a) >= ActionsCount {
		return Move{}
	}
	return g.moves[a]
}

// Action puts a move together again; None where no such action exists.
func (g *Game) Action(m Move) Action {
	if a, ok := g.actions[m]; ok {
		return a
	}
	return None
}

// listMoves fills the tables behind Move and Action.
func (g *Game) listMoves() {
	g.actions = make(map[Move]Action, ActionsCount)
	for d, v := range verbs {
		for _, r := range v.runs {
			for k := range r.count {
				m := r.move(g, k)
				m.Do = Do(d)
				a := r.first + Action(k)
				g.moves[a], g.actions[m] = m, a
			}
		}
	}
}
