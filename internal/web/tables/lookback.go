package tables

import (
	"net/http"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

func (s *Tables) replayTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		id := r.PathValue("id")
		s.library.Replay(w, r, gm, func(n int) (analysis.Analysis, error) {
			who, err := s.Actor(r, id)
			if err != nil {
				return analysis.Analysis{}, err
			}
			return s.Service.Considered(r.Context(), id, n, who)
		})
	}
}

// tableGame returns the game of a table; nil if it has already answered.
func (s *Tables) tableGame(w http.ResponseWriter, r *http.Request) *page.Game {
	snap, err := s.Position(r, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return nil
	}
	if snap.Game == nil || snap.Frozen != nil {
		s.showTable(w, r, snap, nil)
		return nil
	}
	return page.GameOf(kernel.LocalizerOf(r), snap)
}

// planTable tries what a table may come to.
func (s *Tables) planTable(w http.ResponseWriter, r *http.Request) {
	snap, err := s.Position(r, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if snap.History == nil {
		s.showTable(w, r, snap, nil)
		return
	}
	s.library.Plan(w, r, snap)
}

func (s *Tables) scoreTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.library.Score(w, r, gm)
	}
}

func (s *Tables) reviewTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.library.Review(w, r, gm, r.PathValue("id"))
	}
}

func (s *Tables) learnTable(w http.ResponseWriter, r *http.Request) {
	if gm := s.tableGame(w, r); gm != nil {
		s.library.Learn(w, r, gm, r.PathValue("id"))
	}
}

// turned is what the end of a table's game says of its review; nil while there is none.
func (s *Tables) turned(r *http.Request, snap *game.Snapshot, l *page.Localizer) *page.Turned {
	if !snap.Over || snap.History == nil || snap.Frozen != nil {
		return nil
	}
	made, under, err := s.Service.Reviewed(r.Context(), "", snap.ID, &snap.History.Game)
	if made == nil || under || err != nil {
		return nil
	}
	return page.NewTurned(l, snap, made)
}
