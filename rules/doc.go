// Package rules is the game: what a position is, what may be done in it and
// what comes of it, by the numbered rules of spec/rules.md.
//
// It knows nothing of the world: no input or output, no clock, no goroutine,
// nothing drawn at random. A State is a value; a Game (a checked board, the
// number of seats and the table's options) says what may be done with it and
// never changes. Chance is handed in as outcomes: which marker was drawn, which
// country turned up. What nobody at the table may know is not in a State at
// all, only the set of what is still unseen.
//
//	g := rules.NewGame(b, 4, rules.Variant{})
//	s := g.Start(0)
//	for s.Decision() != rules.Over {
//		switch s.Decision() {
//		case rules.DrawMarker:
//			g.Draw(&s, marker)
//		case rules.RevealCountry:
//			g.Reveal(&s, country)
//		default:
//			g.Apply(&s, choose(g.Legal(&s)))
//		}
//	}
//
// The sequence of play is the table in sequence.go; each phase has a file with
// the name the rulebook gives it.
package rules
