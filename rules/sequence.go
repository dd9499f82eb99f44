package rules

import (
	"ruhr/board"
	"ruhr/rules/packed"
)

// Phase is one of the seven phases of a round (ORDER-1).
type Phase uint8

// The phases, numbered as in the rulebook's §6.
const (
	Event    Phase = 1 + iota // §6.1
	Water                     // §6.2
	Start                     // §6.3
	Sale                      // §6.4
	Progress                  // §6.5
	Purchase                  // §6.6
	Export                    // §6.7
)

const rounds = board.Rounds

// run carries the game on until somebody or chance must decide. This is the
// sequence of play: each phase works until it waits (true) or is over, and
// hands on to the next. Each phase holds the order at its beginning (ORDER-1);
// as only Start and Sale move barges, it is taken again after those two alone.
func (g *Game) run(s *State) {
	for {
		switch s.phase {
		case Event:
			if g.event(s) {
				return
			}
			g.beginPhase(s, Water)
			fallthrough
		case Water:
			if g.water(s) {
				return
			}
			g.beginPhase(s, Start)
			fallthrough
		case Start:
			if g.start(s) {
				return
			}
			s.takeOrder()
			g.beginPhase(s, Sale)
			fallthrough
		case Sale:
			if g.sale(s) {
				return
			}
			s.takeOrder()
			g.beginPhase(s, Progress)
			fallthrough
		case Progress:
			g.progress(s)
			g.beginPhase(s, Purchase)
			fallthrough
		case Purchase:
			if g.purchase(s) {
				return
			}
			g.beginPhase(s, Export)
			fallthrough
		case Export:
			g.exports(s)
			if s.round == rounds {
				g.finish(s)
				return
			}
			s.round++
			g.beginPhase(s, Event)
		}
	}
}

// beginPhase begins a phase.
func (g *Game) beginPhase(s *State, p Phase) {
	s.progression = progression{phase: p}
	if g.facts != nil {
		g.emitPhase(s)
	}
}

func (g *Game) emitPhase(s *State) {
	if s.phase == Event {
		g.emit(FRound, -1, ORDER1, int(s.round), 0, 0)
	}
	order := 0
	for i, who := range s.order[:g.n] {
		order |= int(who) << (4 * i)
	}
	g.emit(FPhase, -1, ORDER1, int(s.phase), order, 0)
}

// ask makes the position wait for a seat's choice among a mask of actions.
func (s *State) ask(d Decision, seat uint8, legal uint64) {
	s.decision, s.toDecide, s.legal = d, seat, legal
}

const (
	offRiver  packed.RiverIndex = board.Spaces // where a barge off the river is
	noSeat    packed.RiverIndex = 63           // where that of a seat not in play is
	riverMask                   = 63           // for tables by river index
)

// takeOrder puts the seats in river order and lets their barges rest there
// (ORDER-1, ORDER-3).
func (s *State) takeOrder() {
	first, second, third, fourth := packed.RiverOrder(
		s.seats[0].barge, s.seats[1].barge, s.seats[2].barge, s.seats[3].barge)
	s.rest(0, first)
	s.rest(1, second)
	s.rest(2, third)
	s.rest(3, fourth)
}

func (s *State) rest(place uint8, b packed.Barge) {
	who := b & packed.SeatOf
	s.order[place&3] = uint8(who)
	s.seats[who].barge = b.Settled(place)
}

// river is the seats from the farthest upriver down at this moment; those off
// the river last (ORDER-2).
func (s *State) river() [4]uint8 {
	now := *s
	now.takeOrder()
	return now.order
}
