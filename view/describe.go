package view

import "ruhr/rules"

// Describe names an action, legal or not, as a choice without its effect, to
// say what is not possible.
func Describe(g *rules.Game, s *rules.State, a rules.Action) Choice { return describe(g, s, a) }
