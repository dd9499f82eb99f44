package reference

import "fmt"

// Feed hands in the outcomes of chance that are due, as a record has them, until
// an action is needed or the game is over. The game itself says which of them is
// next, so a clone can be fed from the same Chance.
func (g *Game) Feed(c Chance) error {
	for {
		switch g.Needs() {
		case "draw":
			n := g.drawn()
			if n >= len(c.Draws) {
				return fmt.Errorf("draw %d in round %d is missing: only %d are given", n+1, g.round, len(c.Draws))
			}
			if err := g.Draw(c.Draws[n]); err != nil {
				return err
			}
		case "country":
			n := g.turned()
			if n >= len(c.Countries) {
				return fmt.Errorf("country marker %d in round %d is missing: only %d are given", n+1, g.round, len(c.Countries))
			}
			if err := g.Country(c.Countries[n]); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// drawn is how many markers have been drawn so far.
func (g *Game) drawn() int {
	n := 0
	for _, m := range g.board.Markers {
		if !g.unseen[m.ID] && !(g.calmWater && m.Star) {
			n++
		}
	}
	return n
}

// turned is how many country markers have been turned so far.
func (g *Game) turned() int {
	n := 0
	for country, all := range g.board.CountryMarkers {
		n += all - g.hidden[country]
	}
	return n
}
