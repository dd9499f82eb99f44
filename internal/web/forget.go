//go:build !js

package web

import (
	"net/http"

	"ruhr/internal/page"
)

// forgetPage asks a guest whether this browser may forget them.
type forgetPage struct {
	base
	Tables []forgetLine
	Signed bool // a person is signed in: signing out is elsewhere
}

// forgetLine is a table that the browser holds something at.
type forgetLine struct {
	page.TableLine
	Others int  // most other browsers that hold one of its seats
	Seat   bool // it holds a seat; else a place to watch, or the table alone
}

// forgetPage shows what would be lost.
func (s *server) forgetPage(w http.ResponseWriter, r *http.Request) {
	p := forgetPage{base: s.newBase(r, "tables", "people.forget.title"), Signed: personOf(r) != nil}
	if secret := guestOf(r); secret != "" && !p.Signed {
		held, err := s.people.Held(r.Context(), secret)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		for _, line := range page.TableLines(p.Localizer, append(s.tablesOf(r, s.service.Unfinished), s.tablesOf(r, s.finished(""))...)) {
			l := forgetLine{TableLine: line}
			for _, h := range held {
				if h.Table == line.ID && h.Seat >= 0 {
					l.Seat, l.Others = true, max(l.Others, h.Others)
				}
			}
			p.Tables = append(p.Tables, l)
		}
	}
	s.show(w, r, http.StatusOK, "forget", &p)
}

// forget takes a guest's places from this browser, and its cookies.
func (s *server) forget(w http.ResponseWriter, r *http.Request) {
	if !s.parse(w, r) {
		return
	}
	if personOf(r) != nil { // what a person holds is not this browser's
		http.Redirect(w, r, "/account", http.StatusSeeOther)
		return
	}
	if secret := guestOf(r); secret != "" {
		if err := s.people.ForgetGuest(r.Context(), secret); err != nil {
			s.refuse(w, r, err)
			return
		}
		s.logOf(r).Info("guest forgotten", "from", callerOf(r).address)
	}
	for _, name := range []string{browserCookie, settingsCookie, knownCookie, keptCookie} {
		s.dropCookie(w, r, name)
	}
	for _, name := range []string{settingsCookie, knownCookie} { // those of earlier versions
		dropCookie(w, r, name)
	}
	b := s.newBase(withOwnCookies(r, nil), "", "people.forget.done")
	s.show(w, r, http.StatusOK, "message", &message{base: b, Head: "people.forget.done", Text: b.T("people.forget.gone")})
}
