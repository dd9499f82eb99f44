package record

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// chance supplies the outcomes recorded in a game. Its errors are *Fault.
type chance struct {
	*Chance
	board *board.Board

	lying     [board.Obstacles]int // obstacle markers on the river
	known     bool                 // the record contains them
	drawn     int
	countries int // number revealed
}

// newChance checks the outcomes known from the start.
func newChance(g *rules.Game, c *Chance) (*chance, error) {
	p := &chance{Chance: c, board: g.Board()}
	start := g.Start(c.StartSeat)
	if err := p.layObstacles(start.Unseen()); err != nil {
		return nil, err
	}
	if n := len(c.Countries); n != 8 {
		return nil, fault(0, "SET-3", fmt.Sprintf("%d countries, expected 8", n))
	}
	return p, nil
}

// layObstacles checks the 14 markers on the river (SET-4); left are the
// remaining markers.
func (p *chance) layObstacles(left uint32) error {
	if len(p.Obstacles) == 0 {
		return nil
	}
	if len(p.Obstacles) != board.Obstacles {
		return fault(0, "SET-4", fmt.Sprintf("%d obstacles, expected %d", len(p.Obstacles), board.Obstacles))
	}
	nulls := 0
	for k, id := range p.Obstacles {
		if id == nil {
			nulls++
			continue
		}
		m := p.marker(*id)
		if m < 0 || left>>m&1 == 0 {
			return fault(0, "SET-4", fmt.Sprintf("obstacle %q is not a marker of this table, or lies there twice", *id))
		}
		left &^= 1 << m
		p.lying[k] = m
	}
	switch nulls {
	case 0:
		p.known = true
	case board.Obstacles:
	default:
		return fault(0, "SET-9", "some obstacles are null and others are not; a finished game has all of them, a running one none")
	}
	return nil
}

// marker returns the number of a marker, -1 if unknown.
func (p *chance) marker(id string) int {
	return slices.IndexFunc(p.board.Markers[:], func(m board.Marker) bool { return m.ID == id })
}

// Marker implements [rules.Chance].
func (p *chance) Marker(s *rules.State) (int, error) {
	if p.drawn == len(p.Draws) {
		return 0, &Fault{Rule: "WATER-1", Why: "draws has no marker for this round", pending: true}
	}
	in := s.Unseen()
	if p.known {
		in = bag(s, &p.lying)
	}
	id := p.Draws[p.drawn]
	m := p.marker(id)
	if m < 0 || in>>m&1 == 0 {
		return 0, &Fault{Rule: "WATER-1", Why: fmt.Sprintf("marker %q was not in the bag", id)}
	}
	p.drawn++
	return m, nil
}

// Country implements [rules.Chance].
func (p *chance) Country(s *rules.State) (int, error) {
	id := p.Countries[p.countries]
	if id == nil {
		return 0, &Fault{Rule: "SET-3", Why: "a country that must be revealed is null", pending: true}
	}
	c := slices.Index(p.board.Port.Columns[:], *id)
	if c < 0 || s.HiddenOf(c) == 0 {
		return 0, &Fault{Rule: "SET-3", Why: fmt.Sprintf("country %q: no such face-down marker is left", *id)}
	}
	p.countries++
	return c, nil
}
