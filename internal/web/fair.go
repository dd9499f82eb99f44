package web

import (
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/page"
)

// commitment commits the program to the secret of a table that is about to be
// made.
func (s *server) commitment(w http.ResponseWriter, r *http.Request) {
	if !s.limits.MayCommit(callerOf(r).address) {
		s.tooMany(w, r, "page.error.many")
		return
	}
	c, err := s.service.Commitment(r.Context(), callerOf(r).address)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.sendJSON(w, r, http.StatusOK, map[string]string{"commitment": c})
}

// partOf is the maker's part in the shuffle of a new table.
func partOf(r *http.Request) game.Part {
	return game.Part{Commitment: r.PostFormValue("commitment"), Contribution: r.PostFormValue("contribution")}
}

// contribute adds a browser's random number to the shuffle of a table.
func (s *server) contribute(w http.ResponseWriter, r *http.Request) {
	c, k, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	snap, err := s.service.Do(r.Context(), c.id, c.who, c.at, c.key, game.Contribute(k, r.PostForm.Get("contribution")))
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
	base
	*page.Fair
}

func (s *server) fair(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.position(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if snap.Game == nil {
		s.showTable(w, r, snap, nil)
		return
	}
	rec, err := s.service.Record(r.Context(), id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	b := s.newBase(r, "table", "fair.title")
	b.Styles = []string{"css/site.css"}
	p := page.NewFair(b.Localizer, snap, rec)
	if p.Commitment != "" {
		b.Scripts = append(b.Scripts, "js/fair.js")
	}
	s.show(w, r, http.StatusOK, "fair", &fairPage{p.Localizer, b, p})
}
