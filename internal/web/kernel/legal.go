package kernel

import (
	"html/template"
	"net/http"
)

// Legal are texts of the operator; empty for none.
type Legal struct{ Imprint, Privacy template.HTML }

// Imprint reports whether the operator has an imprint, for the foot of every page.
func (b *Base) Imprint() bool { return b.legal.Imprint != "" }

// Privacy reports whether the operator has a privacy notice.
func (b *Base) Privacy() bool { return b.legal.Privacy != "" }

// showLegal shows a text of the operator, if there is one.
func (s *Kernel) showLegal(title string, text template.HTML) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text == "" {
			s.Fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		p := &legalPage{Base: s.NewBase(r, "", title), Head: title, Text: text}
		s.Show(w, r, http.StatusOK, "legal", p)
	}
}

// legalPage is a text of the operator.
type legalPage struct {
	Base
	Head string // a key
	Text template.HTML
}
