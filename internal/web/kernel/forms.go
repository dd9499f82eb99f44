package kernel

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
)

// Parse reads a form. If that fails, it has responded.
func (s *Kernel) Parse(w http.ResponseWriter, r *http.Request) bool {
	if err := r.ParseForm(); err != nil {
		s.FailBody(w, r, err)
		return false
	}
	return true
}

// BackOr is the page that a form leads back to, or another where it names none.
func BackOr(r *http.Request, usual string) string {
	if back := r.PostForm.Get("back"); back != "" {
		return OwnPath(back)
	}
	return usual
}

// TableName is the name proposed to a person at a table.
func TableName(r *http.Request, l *page.Localizer) string {
	if p := PersonOf(r); p != nil && len([]rune(p.Name)) <= game.MaxName {
		return p.Name
	}
	return l.Plain("page.name.me")
}

// FailBody answers an error in reading a request's body.
func (s *Kernel) FailBody(w http.ResponseWriter, r *http.Request, err error) {
	var late interface{ Timeout() bool }
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		s.Fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
	case errors.As(err, &late) && late.Timeout():
		s.Fail(w, r, http.StatusRequestTimeout, "page.error.slow")
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
	}
}
