package tables

import (
	"errors"
	"net/http"
	"slices"

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

// errOtherDeal: two games are compared that have not both ended, or not had the same deal.
var errOtherDeal = errors.New("these games cannot be compared")

// besideTable compares the game of a table with another one of the same deal, at the
// viewer's place or else the first person's.
func (s *Tables) besideTable(w http.ResponseWriter, r *http.Request) {
	var snaps [2]*game.Snapshot
	for i, id := range []string{r.PathValue("id"), r.PathValue("other")} {
		snap, err := s.Position(r, id)
		if err == nil && (!snap.Over || snap.History == nil || snap.Frozen != nil || snap.Shuffle == nil ||
			i > 0 && (snap.Shuffle.Commitment != snaps[0].Shuffle.Commitment || snap.Game.Seats() != snaps[0].Game.Seats())) {
			err = errOtherDeal
		}
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		snaps[i] = snap
	}
	who, err := s.Actor(r, snaps[0].ID)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.library.Beside(w, r, snaps, personOf(snaps[0], who))
}

// personOf is the first seat of an actor, else of a person, else of one who has left it.
func personOf(snap *game.Snapshot, who game.Actor) int {
	if len(who.Seats) > 0 {
		return who.Seats[0]
	}
	seat := slices.IndexFunc(snap.Seats, func(seat game.Seat) bool { return seat.Kind == game.Person })
	if seat < 0 && len(snap.Sat) > 0 {
		seat = snap.Sat[0].Seat
	}
	return max(0, seat)
}

// lookBack adds what the end of a table's game says of its review, made or yet to be made.
func (s *Tables) lookBack(r *http.Request, t *page.Table, snap *game.Snapshot) {
	if !snap.Over || snap.History == nil || snap.Frozen != nil {
		return
	}
	t.Review = page.GameOf(t.Localizer, snap).Review
	if made, err := s.Service.KeptReview(r.Context(), snap.ID, &snap.History.Game); made != nil && err == nil {
		t.Turned = page.Turned(t.Localizer, snap, made)
	}
}
