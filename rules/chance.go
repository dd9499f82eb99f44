package rules

// Chance is a source of the outcomes that the rules ask for: the deal of a
// table, the chance of a record, a generator. An error ends Settle.
type Chance interface {
	// Marker returns the marker drawn from the bag of s, by its number on the
	// board (WATER-1).
	Marker(s *State) (int, error)
	// Country returns the country marker turned up in s, by port column (EVENT-4).
	Country(s *State) (int, error)
}

// Settle plays what chance decides until a seat must decide or the game is
// over. The error is the source's, or a *Refusal of its outcome; what came
// before it stands.
func (g *Game) Settle(s *State, c Chance) error {
	for {
		switch s.Decision() {
		case DrawMarker:
			m, err := c.Marker(s)
			if err != nil {
				return err
			}
			if err := g.Draw(s, m); err != nil {
				return err
			}
		case RevealCountry:
			column, err := c.Country(s)
			if err != nil {
				return err
			}
			if err := g.Reveal(s, column); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}
