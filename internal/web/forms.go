package web

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
)

// parse reads a form. If that fails, it has responded.
func (s *server) parse(w http.ResponseWriter, r *http.Request) bool {
	if err := r.ParseForm(); err != nil {
		s.failBody(w, r, err)
		return false
	}
	return true
}

// backOr is the page that a form leads back to, or another where it names none.
func backOr(r *http.Request, usual string) string {
	if back := r.PostForm.Get("back"); back != "" {
		return ownPath(back)
	}
	return usual
}

// tableName is the name proposed to a person at a table.
func tableName(r *http.Request, l *page.Localizer) string {
	if p := personOf(r); p != nil && len([]rune(p.Name)) <= game.MaxName {
		return p.Name
	}
	return l.Plain("page.name.me")
}

// failBody answers an error in reading a request's body.
func (s *server) failBody(w http.ResponseWriter, r *http.Request, err error) {
	var late interface{ Timeout() bool }
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		s.fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
	case errors.As(err, &late) && late.Timeout():
		s.fail(w, r, http.StatusRequestTimeout, "page.error.slow")
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
	}
}
