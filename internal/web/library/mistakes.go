package library

import (
	"context"
	"net/http"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// mistakesPage has a person's mistakes over their games.
type mistakesPage struct {
	*page.Localizer
	kernel.Base
	*page.Mistakes
}

// mistakes shows the mistakes in the games of a browser or a signed-in person that were
// reviewed. It begins no review.
func (s *Library) mistakes(w http.ResponseWriter, r *http.Request) {
	list := s.TablesOf(r, func(ctx context.Context, who string) ([]game.Listed, error) {
		return s.Service.Finished(ctx, who, "", table.MaxTables)
	})
	b := s.NewBase(r, "tables", "page.mistakes.title")
	p := page.NewMistakes(b.Localizer, list, func(t game.Listed) *coach.Review {
		made, err := s.Service.KeptReview(r.Context(), t.ID, &t.History.Game)
		if err != nil {
			s.Fault(r, "review of a table", err)
		}
		return made
	})
	s.Show(w, r, http.StatusOK, "mistakes", &mistakesPage{p.Localizer, b, p})
}
