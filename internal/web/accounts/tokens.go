package accounts

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/people"
)

// tokenLine is an access token with the date of its last use.
type tokenLine struct {
	people.Token
	SeenOn string
}

func (s *Accounts) tokenLines(r *http.Request, l *page.Localizer, p *people.Person) (out []tokenLine, err error) {
	list, err := s.people.Tokens(r.Context(), p)
	for _, t := range list {
		out = append(out, tokenLine{t, l.Printer.Moment(t.Seen)})
	}
	return out, err
}

// tokens creates an access token, shown once, or revokes one.
func (s *Accounts) tokens(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil {
		return
	}
	if id := r.PostForm.Get("end"); id != "" {
		if err := s.people.EndToken(r.Context(), p, id); err != nil {
			s.Refuse(w, r, err)
			return
		}
		s.security(r, "access token ended", p)
		http.Redirect(w, r, "/account#tokens", http.StatusSeeOther)
		return
	}
	token, err := s.people.NewToken(r.Context(), p, r.PostForm.Get("token"), r.PostForm.Has("play"))
	if err != nil {
		s.refuseAccount(w, r, err)
		return
	}
	s.security(r, "access token made", p)
	s.showAccountWith(w, r, http.StatusOK, nil, token)
}

// program marks the account as played by a program, or not.
func (s *Accounts) program(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil {
		return
	}
	if err := s.people.SetProgram(r.Context(), p, r.PostForm.Has("program")); err != nil {
		s.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/account#tokens", http.StatusSeeOther)
}
