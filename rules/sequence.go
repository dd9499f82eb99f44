package rules

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
// hands on to the next.
func (g *Game) run(s *State) {
	for {
		switch s.phase {
		case Event:
			if g.event(s) {
				return
			}
			g.beginPhase(s, Water)
		case Water:
			if g.water(s) {
				return
			}
			g.beginPhase(s, Start)
		case Start:
			if g.start(s) {
				return
			}
			g.beginPhase(s, Sale)
		case Sale:
			if g.sale(s) {
				return
			}
			g.beginPhase(s, Progress)
		case Progress:
			g.progress(s)
			g.beginPhase(s, Purchase)
		case Purchase:
			if g.purchase(s) {
				return
			}
			g.beginPhase(s, Export)
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

// beginPhase takes the order, which then holds for the phase (ORDER-1).
func (g *Game) beginPhase(s *State, p Phase) {
	s.phase = p
	s.step, s.turn = 0, 0
	s.order = s.river
	if g.facts != nil {
		if p == Event {
			g.note(FRound, -1, ORDER1, int(s.round))
		}
		o := s.order
		g.note(FPhase, -1, ORDER1, int(p), int(o[0])|int(o[1])<<4|int(o[2])<<8|int(o[3])<<12)
	}
}

// ask makes the position wait for a seat's choice among a mask of actions.
func (s *State) ask(d Decision, seat uint8, legal uint64) {
	s.decision, s.toDecide, s.legal = d, seat, legal
}

// moveBarge puts a seat's barge on a river index. On a space where others
// stand the later one is upriver of them (ORDER-3).
func (g *Game) moveBarge(s *State, who, to uint8) {
	s.seats[who].at = to
	i := 0
	for s.river[i] != who {
		i++
	}
	// The barges pass one another one by one, as on the river.
	for ; i+1 < int(g.n) && s.seats[s.river[i+1]].at < to; i++ {
		s.river[i] = s.river[i+1]
	}
	for ; i > 0 && s.seats[s.river[i-1]].at >= to; i-- {
		s.river[i] = s.river[i-1]
	}
	s.river[i] = who
}
