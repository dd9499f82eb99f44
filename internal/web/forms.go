package web

import (
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
