package kernel

import (
	"context"
	"net/http"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/page"
)

// Actor is the visitor at a table: the seats that their browser holds there.
// Where these cannot be read, nobody may be taken for somebody without a seat:
// the error is to be answered.
func (s *Kernel) Actor(r *http.Request, id string) (game.Actor, error) {
	who, err := s.Service.ActorOf(r.Context(), Browser(r), id)
	who.From = CallerOf(r).Address
	return who, err
}

// Position is a table as the visitor sees it.
func (s *Kernel) Position(r *http.Request, id string) (*game.Snapshot, error) {
	_, snap, err := s.Visit(r, id)
	return snap, err
}

// Visit is the visitor at a table, and the table as they see it.
func (s *Kernel) Visit(r *http.Request, id string) (who game.Actor, snap *game.Snapshot, err error) {
	if who, err = s.Actor(r, id); err == nil {
		snap, err = s.Service.Position(r.Context(), id, who)
	}
	return who, snap, err
}

// standIn is the level of computer players that take seats automatically, unless the
// table chooses another.
const standIn = "hafenmeister"

// StandIns are the levels for a seat that somebody leaves to the computer, the usual
// one first.
func (s *Kernel) StandIns() []string {
	return append([]string{OneOf(standIn, s.Levels)}, s.Levels...)
}

// Lister lists tables of a browser.
type Lister func(ctx context.Context, who string) ([]game.Listed, error)

// TablesOf returns tables of a request's browser; none if the service fails.
func (s *Kernel) TablesOf(r *http.Request, which Lister) []game.Listed {
	secret := Browser(r)
	if secret == "" {
		return nil
	}
	list, err := which(r.Context(), secret)
	if err != nil {
		s.Fault(r, "list of tables", err)
	}
	return list
}

// Mistakes are those in the last finished games of a request's browser, at most so many,
// as far as they were reviewed.
func (s *Kernel) Mistakes(r *http.Request, l *page.Localizer, most int) *page.Mistakes {
	list := s.TablesOf(r, func(ctx context.Context, who string) ([]game.Listed, error) {
		return s.Service.Finished(ctx, who, "", most)
	})
	return page.NewMistakes(l, list, func(t game.Listed) *coach.Review {
		made, err := s.Service.KeptReview(r.Context(), t.ID, &t.History.Game)
		if err != nil {
			s.Fault(r, "review of a table", err)
		}
		return made
	})
}

// ApplyQuietHours applies the browser's quiet hours to a table where its holder has just
// taken a seat.
func (s *Kernel) ApplyQuietHours(r *http.Request, holder, id string) {
	hours, err := ReadSettings(r).Quiet.Hours()
	if err == nil && !hours.None() {
		err = s.Service.SetHours(r.Context(), holder, id, hours)
	}
	if err != nil {
		s.Fault(r, "quiet hours at a table", err)
	}
}
