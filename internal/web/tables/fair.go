package tables

import (
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// commitment commits the program to the secret of a table that is about to be
// made.
func (s *Tables) commitment(w http.ResponseWriter, r *http.Request) {
	if !s.Limits.May(fair.Commit, kernel.CallerOf(r).Address, "") {
		s.TooMany(w, r, "page.error.many")
		return
	}
	c, err := s.Service.Commitment(r.Context(), kernel.CallerOf(r).Address)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.SendJSON(w, r, http.StatusOK, map[string]string{"commitment": c})
}

// partOf is the maker's part in the shuffle of a new table.
func partOf(r *http.Request) game.Part {
	return game.Part{Commitment: r.PostFormValue("commitment"), Contribution: r.PostFormValue("contribution")}
}

// contribute adds a browser's random number to the shuffle of a table.
func (s *Tables) contribute(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Contribute(k, r.PostForm.Get("contribution")))
	s.answer(w, r, c, snap, err)
}

// numbers writes seat numbers with a space between them.
func numbers(seats []int) string {
	var out []string
	for _, k := range seats {
		out = append(out, strconv.Itoa(k))
	}
	return strings.Join(out, " ")
}

// fairPage shows how a table was shuffled.
type fairPage struct {
	*page.Localizer
	kernel.Base
	*page.Fair
}

func (s *Tables) fair(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who, snap, err := s.Visit(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if snap.Game == nil {
		s.showTable(w, r, snap, nil)
		return
	}
	rec, err := s.Service.Record(r.Context(), id, who)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	b := s.NewBase(r, "table", "fair.title")
	b.Styles = []string{"css/site.css"}
	p := page.NewFair(b.Localizer, snap, rec)
	if p.Commitment != "" {
		b.Scripts = append(b.Scripts, "js/fair.js")
	}
	s.Show(w, r, http.StatusOK, "fair", &fairPage{p.Localizer, b, p})
}
