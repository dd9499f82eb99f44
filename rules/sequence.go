package rules

import "ruhr/board"

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

const rounds = 12

// run carries the game on until somebody or chance must decide. This is the
// sequence of play: each phase works until it waits (true) or is over, and
// hands on to the next. Each phase holds the order at its beginning (ORDER-1);
// as only Start and Sale move barges, it is taken anew after those two alone.
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
	s.phase, s.step, s.turn = p, 0, 0
	if g.facts != nil {
		g.notePhase(s)
	}
}

func (g *Game) notePhase(s *State) {
	if s.phase == Event {
		g.note(FRound, -1, ORDER1, int(s.round), 0, 0)
	}
	order := 0
	for i, who := range s.order[:g.n] {
		order |= int(who) << (4 * i)
	}
	g.note(FPhase, -1, ORDER1, int(s.phase), order, 0)
}

// ask makes the position wait for a seat's choice among a mask of actions.
func (s *State) ask(d Decision, seat uint8, legal uint64) {
	s.decision, s.toDecide, s.legal = d, seat, legal
}

// mooring is where a barge is, as a number that grows downriver: the river
// index, and below it the place among those at one space, where the later is
// upriver of the earlier (ORDER-3). So the order is that of the numbers, and
// nothing has to be moved about when a barge sails (6,500 instructions a game
// less than with a list of the barges).
type mooring uint16

const (
	placeBits = 3
	rested    = 4 // places 4 to 7: there since before this phase; 3 to 0: arrived in it, the later the lower

	offRiver  = board.Spaces // at of a barge off the river
	noSeat    = 63           // at of a seat not in play
	riverMask = 63           // for tables by river index
)

func restedAt(index, place uint8) mooring { return mooring(index)<<placeBits | rested | mooring(place) }

func arrivedAt(index, turn uint8) mooring { return mooring(index)<<placeBits + 3 - mooring(turn) }

// at is the river index of the barge, or offRiver.
func (m mooring) at() uint8 { return uint8(m >> placeBits) }

// takeOrder puts the seats in river order and lets their barges rest there. It
// sorts four numbers, each a mooring and its seat, without a branch.
func (s *State) takeOrder() {
	a, b := int(s.seats[0].barge)<<2, int(s.seats[1].barge)<<2|1
	c, d := int(s.seats[2].barge)<<2|2, int(s.seats[3].barge)<<2|3
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	s.rest(0, a)
	s.rest(1, b)
	s.rest(2, c)
	s.rest(3, d)
}

func (s *State) rest(place uint8, sorted int) {
	who := sorted & 3
	s.order[place&3] = uint8(who)
	s.seats[who].barge = mooring(sorted>>2)&^(1<<placeBits-1) | rested | mooring(place)
}

// river is the seats from the farthest upriver down at this moment; those off
// the river last.
func (s *State) river() [4]uint8 {
	now := *s
	now.takeOrder()
	return now.order
}
