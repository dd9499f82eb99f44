package rules

import (
	"math/bits"

	"ruhr/board"
)

// water is phase 2. It waits for the marker drawn; with an empty bag, and in
// round 12, nothing is drawn (WATER-1, EVENT-12).
func (g *Game) water(s *State) bool {
	switch {
	case s.drawn:
	case s.round == rounds:
		g.emit(FNoMarker, -1, EVENT12, 0, 0, 0)
	case s.bag == 0:
		g.emit(FNoMarker, -1, WATER1, 0, 0, 0)
		g.imposeDuty(s)
	default:
		s.ask(DrawMarker, 0, 0)
		return true
	}
	return false
}

// Draw hands in the marker drawn from the bag, by its number on the board, and
// carries it out (WATER). It refuses where no draw is due or the marker has
// been drawn before.
func (g *Game) Draw(s *State, marker int) error {
	if s.decision != DrawMarker {
		return &Refusal{Rule: WATER1, Key: NoDrawDue}
	}
	if marker < 0 || marker >= board.Markers || s.unseen>>marker&1 == 0 {
		return &Refusal{Rule: WATER1, Key: MarkerNotUnseen, Args: [3]int{marker}}
	}
	s.unseen &^= 1 << marker
	s.bag--
	s.drawn = true
	m := &g.board.Markers[marker]
	g.emit(FMarker, -1, WATER1, marker, 0, 0)
	room := s.demand.Room(m.Demand) // WATER-2
	s.demand.Lay(room)
	if g.facts != nil {
		g.emitDemand(s, room)
	}
	if m.Effect == board.PilotBanned {
		g.changeWater(s, m.Coal)
	}
	if s.bag <= 1 {
		g.imposeDuty(s)
	}
	g.run(s)
	return nil
}

// emitDemand records the Thaler just laid on a set of selling spaces.
func (g *Game) emitDemand(s *State, spaces uint32) {
	for ; spaces != 0; spaces &= spaces - 1 {
		k := bits.TrailingZeros32(spaces)
		g.emit(FDemand, -1, WATER2, k, s.Demand(k), 0)
	}
}

// changeWater closes the options with a pilot and may change the dice on the
// storages (WATER-3).
func (g *Game) changeWater(s *State, coal int) {
	s.flags |= pilotBanned
	before := s.dice
	switch {
	case coal > 0:
		s.dice.Raise()
	case coal < 0:
		s.dice.Lower()
	}
	if g.facts != nil {
		g.emit(FPilotBan, -1, WATER3, 0, 0, 0)
		for k := range board.Storages {
			if a, b := before.Value(k), s.dice.Value(k); a != b {
				g.emit(FDie, -1, WATER3, k, a, b)
			}
		}
	}
}

// imposeDuty sets the building duty of this round's phase 6 (WATER-4).
func (g *Game) imposeDuty(s *State) {
	s.flags |= buildingDuty
	g.emit(FDuty, -1, WATER4, 0, 0, 0)
}
