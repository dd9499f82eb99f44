package web

import (
	"fmt"

	"ruhr/internal/table"
	"ruhr/rules"
	"ruhr/view"
)

// history is a table's game up to a log number.
type history struct {
	n int64
	*view.History
}

// historyOf is the history of a table up to a snapshot; nil of one that is
// frozen. Those asked for last are kept.
func (s *server) historyOf(snap *table.Snapshot) (*view.History, error) {
	if kept, ok := s.histories.Get(snap.ID); ok && kept.n == snap.N {
		return kept.History, nil
	}
	if snap.Frozen != nil {
		return nil, nil
	}
	h, err := walk(snap)
	if err != nil {
		return nil, err
	}
	s.histories.Add(snap.ID, history{snap.N, h})
	return h, nil
}

// walk takes a snapshot's decisions through the rules again, with the
// outcomes of chance that its facts tell.
func walk(snap *table.Snapshot) (*view.History, error) {
	g := snap.Game
	start := g.Start(startSeat(g, snap))
	h := &view.History{Game: g, Codec: snap.Codec}
	if err := settle(g, &start, snap.Opening); err != nil {
		return nil, err
	}
	h.Steps = append(h.Steps, view.Moment{Seat: -1, Action: -1, Round: 1, Phase: 1, Events: view.Events(g, nil, snap.Opening), State: start})
	s, turn := start, 0
	for i, step := range snap.Steps {
		before := s
		if err := g.Apply(&s, step.Action); err != nil {
			return nil, fmt.Errorf("decision %d: %w", i, err)
		}
		if err := settle(g, &s, step.Facts); err != nil {
			return nil, fmt.Errorf("decision %d: %w", i, err)
		}
		last := &h.Steps[i]
		if last.Seat != step.Seat || last.Phase != int(step.Phase) || last.Round != step.Round {
			turn++
		}
		h.Steps = append(h.Steps, view.Moment{N: i + 1, Seat: step.Seat, Action: int(step.Action), Round: step.Round, Phase: int(step.Phase),
			Turn: turn, Forced: step.Auto, Events: view.Events(g, &view.Decided{Before: &before, Action: step.Action}, step.Facts), State: s})
	}
	return h, nil
}

// startSeat is who was drawn to begin: the first of the first phase's order.
func startSeat(g *rules.Game, snap *table.Snapshot) int {
	for _, f := range snap.Opening {
		if f.Kind == rules.FPhase {
			return int(uint16(f.B) & 3)
		}
	}
	return 0
}

// settle hands in the outcomes of chance that the facts tell.
func settle(g *rules.Game, s *rules.State, facts []rules.Fact) error {
	for _, f := range facts {
		switch {
		case f.Kind == rules.FMarker && s.Decision() == rules.DrawMarker:
			if err := g.Draw(s, int(f.A)); err != nil {
				return err
			}
		case f.Kind == rules.FCountry && s.Decision() == rules.RevealCountry:
			if err := g.Reveal(s, int(f.A)); err != nil {
				return err
			}
		}
	}
	return nil
}
