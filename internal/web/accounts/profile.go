package accounts

import (
	"net/http"

	"ruhr/internal/page"
	"ruhr/internal/people"
	"ruhr/internal/web/kernel"
)

// profilePage is a person's ratings and record.
type profilePage struct {
	kernel.Base
	*page.Profile
	Name    string
	Program bool // a program holds the account
	Own     bool // the reader's
	Anchors []page.AnchorLine
	// Mistakes are in the reader's last games; nil for a record of others.
	Mistakes *page.Mistakes
}

// mistakesIn is in how many of one's last games the record looks for mistakes.
const mistakesIn = 10

// MayInvite reports whether the reader may invite the person to a table.
func (p *profilePage) MayInvite() bool { return p.Me != "" && !p.Own && !p.Program }

// profile shows a person's ratings and record: to themselves all their games, to
// others the rated ones.
func (s *Accounts) profile(w http.ResponseWriter, r *http.Request) {
	a, err := s.people.Named(r.Context(), r.PathValue("name"))
	if err == nil && a.Banned != 0 {
		err = people.ErrNobody
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	me := kernel.PersonOf(r)
	s.showProfile(w, r, a, me != nil && me.ID == a.ID)
}

func (s *Accounts) showProfile(w http.ResponseWriter, r *http.Request, a people.Account, own bool) {
	career, err := s.Service.Results().Career(r.Context(), a.Holder())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &profilePage{Base: s.NewBase(r, "", "people.record.title"), Name: a.Name, Program: a.Program, Own: own}
	p.Title = a.Name + " · Ruhr"
	p.Profile = page.NewProfile(p.Localizer, career, own)
	there, err := s.Service.There(r.Context(), p.Profile.Tables())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.KeepTables(there)
	p.Anchors = page.Anchors(p.Localizer, s.Levels)
	if own {
		p.Mistakes = s.Mistakes(r, p.Localizer, mistakesIn)
	}
	s.Show(w, r, http.StatusOK, "profile", p)
}
