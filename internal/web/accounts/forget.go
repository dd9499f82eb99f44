package accounts

import (
	"context"
	"errors"
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/kernel"
)

// forgetPage asks a guest whether this browser may forget them.
type forgetPage struct {
	kernel.Base
	Tables      []forgetLine
	Tournaments []*director.Tournament
	Signed      bool // a person is signed in: signing out is elsewhere
}

// forgetLine is a table that the browser holds something at.
type forgetLine struct {
	page.TableLine
	Others int  // most other browsers that hold one of its seats
	Seat   bool // it holds a seat; else a place to watch, or the table alone
}

// forgetPage shows what would be lost.
func (s *Accounts) forgetPage(w http.ResponseWriter, r *http.Request) {
	p := forgetPage{Base: s.NewBase(r, "tables", "people.forget.title"), Signed: kernel.PersonOf(r) != nil}
	if secret := kernel.GuestOf(r); secret != "" && !p.Signed {
		held, err := s.people.Held(r.Context(), secret)
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		for _, line := range page.TableLines(p.Localizer, append(s.TablesOf(r, s.Service.Unfinished), s.TablesOf(r, func(ctx context.Context, who string) ([]game.Listed, error) {
			return s.Service.Finished(ctx, who, "", table.MaxTables)
		})...)) {
			l := forgetLine{TableLine: line}
			for _, h := range held {
				if h.Table == line.ID && h.Seat >= 0 {
					l.Seat, l.Others = true, max(l.Others, h.Others)
				}
			}
			p.Tables = append(p.Tables, l)
		}
		if p.Tournaments, err = s.director.Of(r.Context(), secret); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	s.Show(w, r, http.StatusOK, "forget", &p)
}

// forget takes a guest's places from this browser, and its cookies.
func (s *Accounts) forget(w http.ResponseWriter, r *http.Request) {
	if kernel.PersonOf(r) != nil { // what a person holds is not this browser's
		http.Redirect(w, r, "/account", http.StatusSeeOther)
		return
	}
	if secret := kernel.GuestOf(r); secret != "" {
		if err := s.abandon(r, secret); err != nil {
			s.Refuse(w, r, err)
			return
		}
		if err := s.people.ForgetGuest(r.Context(), secret); err != nil {
			s.Refuse(w, r, err)
			return
		}
		s.LogOf(r).Info("guest forgotten", "from", kernel.CallerOf(r).Address)
	}
	for _, name := range []string{kernel.BrowserCookie, kernel.SettingsCookie, kernel.KnownCookie, kernel.KeptCookie} {
		s.DropCookie(w, r, name)
	}
	for _, name := range []string{kernel.SettingsCookie, kernel.KnownCookie} { // those of earlier versions
		kernel.DropUnmarked(w, r, name)
	}
	b := s.NewBase(kernel.WithOwnCookies(r, nil), "", "people.forget.done")
	s.Show(w, r, http.StatusOK, "message", &kernel.Message{Base: b, Head: "people.forget.done", Text: b.T("people.forget.gone")})
}

// abandon has computer players play the seats that no other browser of a guest holds.
func (s *Accounts) abandon(r *http.Request, secret string) error {
	held, err := s.people.Held(r.Context(), secret)
	if err != nil {
		return err
	}
	seats := map[string][]int{}
	for _, h := range held {
		if h.Seat >= 0 && h.Others == 0 {
			seats[h.Table] = append(seats[h.Table], h.Seat)
		}
	}
	for id, list := range seats {
		if err := s.Service.Abandon(r.Context(), id, list); err != nil && !errors.Is(err, table.ErrNoTable) {
			return err
		}
	}
	return nil
}
