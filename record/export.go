package record

import (
	"fmt"

	"ruhr/board"
	"ruhr/rules"
)

// Publish adds what the deal of an exported record was derived from: the secret
// only after the end of the game, because the whole deal follows from it (SET-9).
func (r *Record) Publish(sh Shuffle) {
	if r.Result == nil {
		sh.Secret = ""
	}
	r.Shuffle = &sh
}

// Export returns the record of a table from its deal and its decisions in order.
// The record of a running game contains only what has been revealed; there is no
// other way for a deal to leave the program (SET-9). The error names the first
// illegal decision.
func Export(g *rules.Game, d *Deal, players []Player, actions []rules.Action) (*Record, error) {
	b := g.Board()
	codec := NewCodec(g)
	r := &Record{
		Format: Format, Rules: rules.Version,
		Board:   BoardID{b.ID, b.SHA256},
		Variant: VariantOf(g.Variant()),
		Players: players,
		Chance: Chance{StartSeat: d.StartSeat, Obstacles: make([]*string, board.Obstacles), Draws: []string{},
			Countries: make([]*string, len(d.Countries))},
		Actions: []Action{},
	}
	play := NewStepper(g, d)
	s, facts, err := play.Start(d.StartSeat)
	if err != nil {
		return nil, err
	}
	for n, a := range actions {
		entry := codec.Encode(a)
		step, err := play.Step(&s, a)
		if err != nil {
			return nil, fmt.Errorf("decision %d (%s): %w", n, entry, err)
		}
		seat, round := step.Seat, step.Round
		entry.Seat, entry.Round = &seat, &round
		r.Actions = append(r.Actions, entry)
		facts = append(facts, step.Facts...)
		s = step.After
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
