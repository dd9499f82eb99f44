package rules

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/rules/packed"
)

// Position is a table laid out by hand: anything that could lie there, for
// tests, puzzles and questions. Set makes a State of it, which is something the
// rules can play on. Storages, locks, selling spaces, cities and port columns
// go by number, depots by territory.
type Position struct {
	Round, Turn int   // round 1 to 12; how many seats have had their turn in this phase
	Phase       Phase // any but Progress and Export
	Order       []int // the order of this phase; nil takes it from the river

	Dice      [board.Storages]int                   // 0 for none
	Track     [2][board.MaxTrackBoxes]int           // black, white, from the top
	Demand    [board.Sells]int                      // Thaler lying on selling spaces, 0 to 2
	Locks     [board.Obstacles]int                  // builder, -1 for an obstacle
	Cities    [board.Cities][]int                   // owners from the left
	Depots    [4][]int                              // owners from the left
	Port      [board.Countries][]int                // owners from the top
	Export    int                                   // box of the export marker
	Country   int                                   // revealed this round, -1 for none
	Hidden    [board.Countries]int                  // face-down country markers
	Unseen    uint32                                // markers not drawn yet
	Bag       int                                   // markers in the bag
	Copies    [board.Kinds - board.FirstLimited]int // limited markers left
	Ban, Duty bool                                  // pilot ban, building duty
	Wage      bool                                  // wage is taken
	Docked    bool                                  // a ship has docked in Ruhrort this round
	Seats     []PositionSeat
}

// PositionSeat is what one seat of a Position has.
type PositionSeat struct {
	Thaler, VP, Supply, Debts      int
	Timeline                       []int // rounds whose warehouse is to come
	LockField, MarkField           bool
	Tokens                         [board.Areas]int
	Progress, Blanks, Used, Bought uint16
	Barge                          int // river index, -1 off the river
	Arrived                        int // among barges at one space: the higher came later (ORDER-3)
	Option                         Option
	FreeLock                       bool
}

// Layout returns the position of a state as it lies on the table. What has been
// begun within a turn (a transport, a supply) is not in it.
func (g *Game) Layout(s *State) Position {
	p := Position{
		Round: int(s.round), Turn: int(s.turn), Phase: s.phase, Order: g.Order(s),
		Export: int(s.export), Country: s.Country(), Hidden: s.HiddenCountries(), Unseen: s.unseen, Bag: int(s.bag),
		Ban: s.PilotBanned(), Duty: s.Duty(), Wage: s.WageTaken(), Docked: s.ShipDocked(),
	}
	for k := range p.Dice {
		p.Dice[k] = s.Die(k)
	}
	for colour := range p.Track {
		for row := range p.Track[colour] {
			p.Track[colour][row] = s.TrackDie(colour, row)
		}
	}
	for k := range p.Demand {
		p.Demand[k] = s.Demand(k)
	}
	for k := range p.Locks {
		p.Locks[k] = s.LockBuilder(k)
	}
	for k := range p.Cities {
		p.Cities[k] = s.CityOwners(k)
	}
	for k := range p.Depots {
		p.Depots[k] = s.DepotOwners(k)
	}
	for k := range p.Port {
		p.Port[k] = s.PortOwners(k)
	}
	for k := range p.Copies {
		p.Copies[k] = int(s.copies[k])
	}
	river := g.River(s)
	for k := range g.Seats() {
		v := g.Seat(s, k)
		p.Seats = append(p.Seats, PositionSeat{
			Thaler: v.Thaler, VP: v.VP, Supply: v.Supply, Debts: v.Debts, Timeline: v.Timeline,
			LockField: v.LockField, MarkField: v.MarkField, Tokens: v.Tokens,
			Progress: v.Progress, Blanks: v.Blanks, Used: v.Used, Bought: v.Bought, Barge: v.Barge,
			Arrived: g.Seats() - slices.Index(river, k), Option: v.Option, FreeLock: v.FreeLock,
		})
	}
	return p
}

// Set makes a state of a position and plays on to its next decision. The error
// names what could not lie on the table.
func (g *Game) Set(p Position) (State, error) {
	var s State
	if err := g.checkPosition(&p); err != nil {
		return s, err
	}
	g.setSeats(&s, &p)
	g.setBoard(&s, &p)
	s.players = g.n
	s.round, s.phase, s.turn = uint8(p.Round), p.Phase, uint8(p.Turn)
	g.moor(&s, &p)
	g.run(&s)
	return s, nil
}

func (g *Game) checkPosition(p *Position) (err error) {
	limit := func(what string, v, lo, hi int) {
		if err == nil && (v < lo || v > hi) {
			err = fmt.Errorf("position: %s is %d, expected %d to %d", what, v, lo, hi)
		}
	}
	limit("round", p.Round, 1, rounds)
	limit("turn", p.Turn, 0, g.Seats())
	limit("phase", int(p.Phase), 1, int(Export))
	limit("seats", len(p.Seats), g.Seats(), g.Seats())
	limit("export", p.Export, 0, len(g.board.Export)-1)
	limit("country", p.Country, -1, board.Countries-1)
	limit("bag", p.Bag, 0, board.Markers)
	if len(p.Order) != 0 {
		limit("order", len(p.Order), g.Seats(), g.Seats())
		for who := range g.Seats() {
			if err == nil && !slices.Contains(p.Order, who) {
				err = fmt.Errorf("position: order is %v, expected each of %d seats once", p.Order, g.Seats())
			}
		}
	}
	row := func(what string, owners []int, room int) {
		limit(what, len(owners), 0, room)
		for _, who := range owners {
			limit("the owner of a warehouse", who, 0, g.Seats()-1)
		}
	}
	for k := range p.Cities {
		row("the number of warehouses in a city", p.Cities[k], len(g.board.Cities[k].Costs))
	}
	for k := range p.Depots {
		row("the number of warehouses in a depot", p.Depots[k], len(g.board.Depots[k].Costs))
	}
	for k := range p.Port {
		row("the number of warehouses in a port column", p.Port[k], g.portRows)
	}
	for _, who := range p.Locks {
		limit("the builder of a lock", who, -1, g.Seats()-1)
	}
	for _, v := range p.Dice {
		limit("a die", v, 0, 6)
	}
	for _, c := range p.Seats {
		limit("Thaler", c.Thaler, 0, 200)
		limit("VP", c.VP, 0, 200)
		limit("debts", c.Debts, 0, maxDebts)
		limit("supply", c.Supply, 0, 10)
		limit("barge", c.Barge, -1, board.Spaces-1)
		for a, n := range c.Tokens {
			limit(areaTokens[a], n, 0, g.board.AreaSize[a])
		}
	}
	return err
}

// areaTokens is what an area's tokens are called in an error.
var areaTokens = func() (t [board.Areas]string) {
	for a, id := range board.AreaIDs {
		t[a] = "tokens in " + id
	}
	return t
}()

func (g *Game) setSeats(s *State, p *Position) {
	for k, c := range p.Seats {
		to := &s.seats[k]
		*to = seat{
			thaler: uint8(c.Thaler), vp: uint8(c.VP), supply: uint8(c.Supply), credit: maxDebts - uint8(c.Debts),
			progress: markers(c.Progress), blanks: markers(c.Blanks), used: markers(c.Used), ready: markers(c.Progress &^ (c.Used | c.Bought)),
			option: c.Option, freeLock: c.FreeLock,
		}
		for i, round := range board.WarehouseRounds {
			if slices.Contains(c.Timeline, round) {
				to.timeline |= 1 << i
			}
		}
		if c.LockField {
			to.waiting |= waitingLock
		}
		if c.MarkField {
			to.waiting |= waitingMark
		}
		for a, n := range c.Tokens {
			to.tokens += uint16(n) * g.tokens.stride[a]
		}
		if c.Barge >= 0 && g.board.River[c.Barge].Kind == board.Storage {
			s.moored |= 1 << g.storageAt[c.Barge]
		}
	}
}

// moor puts the barges on the river. A place among barges at one space is from
// the order of the phase and whether the barge moved in it, as in play; where
// that is not the river laid out, from the river.
func (g *Game) moor(s *State, p *Position) {
	river := [4]uint8{0, 1, 2, 3}
	at := func(who uint8) packed.RiverIndex {
		switch {
		case int(who) >= len(p.Seats):
			return noSeat
		case p.Seats[who].Barge < 0:
			return offRiver
		}
		return packed.RiverIndex(p.Seats[who].Barge)
	}
	slices.SortStableFunc(river[:g.n], func(a, b uint8) int {
		if at(a) != at(b) {
			return int(at(a)) - int(at(b))
		}
		return p.Seats[b].Arrived - p.Seats[a].Arrived
	})
	s.order = river
	for i, who := range p.Order {
		s.order[i] = uint8(who)
	}
	for i, who := range s.order {
		place := uint8(i)
		c := &s.seats[who]
		moved := (s.phase == Start || s.phase == Sale) && place < s.turn && c.option != Stranded
		if c.barge = packed.SettledAt(at(who), place); moved {
			c.barge = packed.ArrivedAt(at(who), place)
		}
	}
	if s.river() != river {
		for i, who := range river {
			s.seats[who].barge = packed.SettledAt(at(who), uint8(i))
		}
	}
}

func (g *Game) setBoard(s *State, p *Position) {
	for k, v := range p.Dice {
		s.dice.Set(k, v)
	}
	for colour := range p.Track {
		s.track[colour] = packed.ColumnOf(p.Track[colour][:]...)
	}
	for k, n := range p.Demand {
		for range n {
			s.demand.Lay(1 << k)
		}
	}
	for k, who := range p.Locks {
		if who >= 0 {
			s.built |= 1 << k
			s.builders.Set(k, uint8(who))
		}
	}
	for k := range p.Cities {
		s.cities[k] = packed.SlotsOf(p.Cities[k]...)
	}
	for k := range p.Depots {
		s.depots[k] = packed.SlotsOf(p.Depots[k]...)
	}
	for k := range p.Port {
		s.port[k] = packed.SlotsOf(p.Port[k]...)
	}
	for who := range s.seats {
		c := &s.seats[who]
		for k := range s.cities {
			c.cities |= s.cities[k].Seats() >> who & 1 << g.cityPlace[k]
		}
		for k := range s.port {
			c.inPort |= packed.Columns(s.port[k].Seats() >> who & 1 << k)
		}
	}
	g.pricePlaces(s)
	for k, n := range p.Copies {
		s.copies[k] = uint8(n)
	}
	for k, n := range p.Hidden {
		s.hidden[k] = uint8(n)
	}
	s.export, s.unseen, s.bag, s.country = uint8(p.Export), p.Unseen, uint8(p.Bag), noCountry
	if p.Country >= 0 {
		s.country = uint8(p.Country)
	}
	for _, f := range []struct {
		on   bool
		flag flags
	}{{p.Ban, pilotBanned}, {p.Duty, buildingDuty}, {p.Wage, wageTaken}, {p.Docked, shipDocked}} {
		if f.on {
			s.flags |= f.flag
		}
	}
}
