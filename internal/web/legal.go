package web

import (
	"fmt"
	"html/template"
	"net/http"
)

// Legal are texts of the operator, in plain text or Markdown; empty for none.
type Legal struct{ Imprint, Privacy []byte }

// MaxLegal is how many bytes such a text may have.
const MaxLegal = 256 << 10

// legal are these texts as HTML.
type legal struct{ imprint, privacy template.HTML }

func readLegal(l Legal) (out legal, err error) {
	if out.imprint, err = fromMarkdown(l.Imprint); err != nil {
		return out, fmt.Errorf("imprint: %w", err)
	}
	if out.privacy, err = fromMarkdown(l.Privacy); err != nil {
		return out, fmt.Errorf("privacy: %w", err)
	}
	return out, nil
}

// Imprint reports whether the operator has an imprint, for the foot of every page.
func (b *base) Imprint() bool { return b.legal.imprint != "" }

// Privacy reports whether the operator has a privacy notice.
func (b *base) Privacy() bool { return b.legal.privacy != "" }

// showLegal shows a text of the operator, if there is one.
func (s *server) showLegal(title string, text template.HTML) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text == "" {
			s.fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		p := &legalPage{base: s.newBase(r, "", title), Head: title, Text: text}
		s.show(w, r, http.StatusOK, "legal", p)
	}
}

// legalPage is a text of the operator.
type legalPage struct {
	base
	Head string // a key
	Text template.HTML
}
