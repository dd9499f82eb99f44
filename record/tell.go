package record

import (
	"fmt"

	"ruhr/board"
	"ruhr/rules"
)

// Tell writes the record of a table from its deal and its decisions in the
// order taken. Of a running game it tells only what the table has seen: this
// is the one gate through which a deal leaves the program (SET-9). The error
// says which decision is not legal.
func Tell(g *rules.Game, d *Deal, players []Player, actions []rules.Action) (*Record, error) {
	b := g.Board()
	words := NewWords(g)
	r := &Record{
		Format: Format, Rules: rules.Version,
		Board:   BoardID{b.ID, b.SHA256},
		Variant: VariantOf(g.Variant()),
		Players: players,
		Chance: Chance{StartSeat: d.StartSeat, Obstacles: make([]*string, board.Obstacles), Draws: []string{},
			Countries: make([]*string, len(d.Countries))},
		Actions: []Action{},
	}
	var facts []rules.Fact
	noting := g.Noting(&facts)
	s := d.Start(noting)
	for n, a := range actions {
		said := words.Say(a)
		seat, round := s.ToDecide(), s.Round()
		said.Seat, said.Round = &seat, &round
		if err := d.Apply(noting, &s, a); err != nil {
			return nil, fmt.Errorf("decision %d (%s): %w", n, said, err)
		}
		r.Actions = append(r.Actions, said)
	}
	countries := 0
	for _, f := range facts {
		switch f.Kind {
		case rules.FMarker:
			r.Chance.Draws = append(r.Chance.Draws, b.Markers[f.A].ID)
		case rules.FCountry:
			r.Chance.Countries[countries] = &b.Port.Columns[f.A]
			countries++
		}
	}
	if s.Decision() == rules.Over {
		for k, m := range d.Obstacles {
			r.Chance.Obstacles[k] = &b.Markers[m].ID
		}
		r.Result = ResultOf(g, g.Result(&s))
	}
	return r, nil
}
