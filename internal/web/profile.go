//go:build !js

package web

import (
	"net/http"
	"net/url"

	"ruhr/internal/page"
	"ruhr/internal/people"
)

// profilePage is a person's ratings and record.
type profilePage struct {
	base
	*page.Profile
	Name    string
	Program bool // a program holds the account
	Own     bool // the reader's
	Anchors []page.AnchorLine
}

// ProfilePath is the address of a person's profile.
func ProfilePath(name string) string { return "/people/" + url.PathEscape(name) }

// MyProfile is the address of the reader's own profile.
func (b *base) MyProfile() string { return ProfilePath(b.Me) }

// profile shows a person's ratings and record: to themselves all their games, to
// others the rated ones.
func (s *server) profile(w http.ResponseWriter, r *http.Request) {
	a, err := s.people.Named(r.Context(), r.PathValue("name"))
	if err == nil && a.Banned != 0 {
		err = people.ErrNobody
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	me := personOf(r)
	s.showProfile(w, r, a, me != nil && me.ID == a.ID)
}

func (s *server) showProfile(w http.ResponseWriter, r *http.Request, a people.Account, own bool) {
	career, err := s.service.Results().Career(r.Context(), a.Holder())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	there, err := s.service.There(r.Context(), career)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p := &profilePage{base: s.newBase(r, "", "people.record.title"), Name: a.Name, Program: a.Program, Own: own}
	p.Title = a.Name + " · Ruhr"
	p.Profile = page.NewProfile(p.Localizer, career, own, there)
	p.Anchors = page.Anchors(p.Localizer, s.levels)
	s.show(w, r, http.StatusOK, "profile", p)
}
