package rules

import (
	"ruhr/board"
	"ruhr/rules/packed"
)

// RoundEvent is one part of what the timeline says of a round (§6.1).
type RoundEvent uint8

// The parts of round events. Phase 1 carries out those up to CountryRevealed; the
// others only say what holds from that round on or in it.
const (
	noEvent         RoundEvent = iota
	TaxPaid                    // each seat pays 1 Thaler or 1 VP (EVENT-3)
	GiftTaken                  // each seat takes 1 Thaler or 1 VP (EVENT-6, EVENT-10)
	WarehouseGained            // each seat gets a warehouse (EVENT-W)
	StageBegins                // the dice move to the next stage of the track (EVENT-4, EVENT-8)
	CoalEnriched               // every die on the track +1 (EVENT-9)
	CoalRemoved                // dice leave the game (EVENT-11)
	CountryRevealed            // a country marker is turned

	StartDrawn    // the start player is drawn (EVENT-1)
	LocksOpen     // locks may be built (EVENT-2)
	LocksDearer   // locks cost more (EVENT-5)
	OptionsDearer // options cost more (EVENT-7)
	NoMarkerDrawn // no marker is drawn (EVENT-12)
	OptionsClosed // wage and supply are closed (EVENT-12, START-6)
)

// Timeline lists the parts of a round's event in the order in which they happen.
// The board tells which rounds begin a stage, bring a warehouse or turn a country
// marker.
func (g *Game) Timeline(round int) (list []RoundEvent) {
	year := g.board.Years[round-1]
	add := func(part RoundEvent, happens bool) {
		if happens {
			list = append(list, part)
		}
	}
	add(StartDrawn, round == 1)
	add(LocksOpen, round == LockRound)
	add(TaxPaid, round == 3)
	add(StageBegins, g.board.Stage(round) != g.board.Stage(round-1))
	add(LocksDearer, round == dearLockRound)
	add(OptionsDearer, round == priceRiseRound)
	add(CoalEnriched, round == 9)
	add(CoalRemoved, round == 11)
	add(WarehouseGained, year.Warehouse)
	add(GiftTaken, round == 6 || round == 10)
	add(CountryRevealed, year.Country)
	add(NoMarkerDrawn, round == rounds)
	add(OptionsClosed, round == rounds)
	return list
}

// eventRule is the rule a round's event is written in.
func eventRule(round uint8) Rule { return EVENT1 + Rule(round) - 1 }

// event is phase 1: each part works until it waits for a decision (true) or is done.
func (g *Game) event(s *State) bool {
	y := g.year(s)
	for ; ; s.step, s.turn = s.step+1, 0 {
		switch y.events[s.step&3] {
		case noEvent:
			return false
		case TaxPaid:
			if g.askTax(s) {
				return true
			}
		case GiftTaken:
			if s.turn < g.n {
				s.ask(Take, s.order[s.turn&3], 3)
				return true
			}
		case WarehouseGained:
			g.giveWarehouses(s)
		case StageBegins:
			if g.moveStage(s) {
				return true
			}
		case CoalEnriched:
			g.enrich(s)
		case CoalRemoved:
			if g.askRemove(s) {
				return true
			}
		case CountryRevealed:
			if s.country == noCountry {
				s.ask(RevealCountry, 0, 0)
				return true
			}
		}
	}
}

// askTax asks the next seat that can pay at all (EVENT-3, EVENT-P).
func (g *Game) askTax(s *State) bool {
	for ; s.turn < g.n; s.turn++ {
		who := s.order[s.turn&3]
		c := s.seat(who)
		var legal uint64
		if c.means() >= 1 {
			legal |= 1
		}
		if c.vp >= 1 {
			legal |= 2
		}
		if legal == 0 && c.lastMeans() >= 1 {
			legal = 1
		}
		if legal != 0 {
			s.ask(Pay, who, legal)
			return true
		}
	}
	return false
}

func (g *Game) payTax(s *State, k int) {
	c := s.decider()
	if k == 0 {
		g.pay(c, s.toDecide, 1, EVENT3)
	} else {
		g.score(c, s.toDecide, -1, EVENT3)
	}
	s.turn++
}

func (g *Game) takeGift(s *State, k int) {
	c := s.decider()
	if k == 0 {
		g.gain(c, s.toDecide, 1, eventRule(s.round))
	} else {
		g.score(c, s.toDecide, 1, eventRule(s.round))
	}
	s.turn++
}

// giveWarehouses brings each seat the round's warehouse from its timeline,
// unless it was taken early (EVENT-W).
func (g *Game) giveWarehouses(s *State) {
	bit := fromTimeline[s.round&15]
	for i := range g.n {
		who := s.order[i&3]
		c := s.seat(who)
		if c.timeline&bit != 0 {
			c.timeline &^= bit
			g.stock(c, who, 1, EVENTW)
		}
	}
}

// fromTimeline has the bit of a round's warehouse in seat.timeline.
var fromTimeline = func() (t [16]uint8) {
	for i, round := range board.WarehouseRounds {
		t[round] = 1 << i
	}
	return t
}()

// tolls are the black and white dice that round 11 takes, by number of seats.
var tolls = [5][2]uint8{2: {1, 0}, 3: {1, 1}, 4: {2, 1}}

// askRemove asks the seats from downriver up for one die each of a colour
// still owed (EVENT-R). step counts on while the toll is being paid.
func (g *Game) askRemove(s *State) bool {
	if s.turn == 0 {
		s.owed = tolls[g.n]
	}
	var from packed.Storages
	if s.owed[0] > 0 {
		from |= g.black
	}
	if s.owed[1] > 0 {
		from |= g.white
	}
	from &= s.dice.Loaded()
	if from == 0 || s.turn >= g.n {
		s.owed = [2]uint8{}
		return false
	}
	s.ask(Remove, s.order[g.n-1-s.turn], uint64(from))
	return true
}

func (g *Game) removeDie(s *State, k int) {
	g.emit(FRemoved, int(s.toDecide), EVENTR, k, s.dice.Value(k), 0)
	s.owed[g.white>>k&1]--
	s.dice.Clear(k)
	s.turn++
}

// Reveal turns the round's country marker: column is the port column of the
// country, 0 to 2. It refuses where no such marker is due or left (SET-3).
func (g *Game) Reveal(s *State, column int) error {
	if s.decision != RevealCountry {
		return &Refusal{Rule: SET3, Key: NoCountryDue}
	}
	if column < 0 || column >= len(s.hidden) || s.hidden[column] == 0 {
		return &Refusal{Rule: SET3, Key: NoSuchCountry, Args: [3]int{column}}
	}
	s.country = uint8(column)
	s.hidden[column]--
	g.emit(FCountry, -1, eventRule(s.round), column, 0, 0)
	g.run(s)
	return nil
}
