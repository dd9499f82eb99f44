package tables

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"ruhr/internal/daily"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/view"
)

// dayFailures are those of the deal of the day.
var dayFailures = []kernel.Failure{
	{Err: table.ErrNoDay, Status: http.StatusNotFound, Key: "day.none"},
	{Err: errOtherDeal, Status: http.StatusNotFound, Key: "day.beside.other"},
}

// dayPage is the page of the deal of a day.
type dayPage struct {
	*page.Localizer
	kernel.Base
	*dayModel
}

// dayOf is the day in a request's address, today where it names none.
func (s *Tables) dayOf(r *http.Request) (daily.Day, error) {
	text := r.PathValue("date")
	if text == "" {
		return s.Service.Today(), nil
	}
	d, err := daily.Read(text)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", table.ErrNoDay, err)
	}
	return d, nil
}

// day shows the deal of a day, and what came of it.
func (s *Tables) day(w http.ResponseWriter, r *http.Request) {
	s.showDay(w, r, http.StatusOK, nil)
}

func (s *Tables) showDay(w http.ResponseWriter, r *http.Request, status int, notice *page.Notice) {
	d, err := s.dayOf(r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	seen, err := s.Service.Day(r.Context(), kernel.Browser(r), d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	ahead, err := s.Service.DaysAhead(r.Context())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	played, err := s.firstOf(r, seen)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	b := s.NewBase(r, "day", "day.title")
	b.Notice = notice
	p := newDay(b.Localizer, seen, s.Service.Today(), ahead, played, s.Link(r, "/day/"+d.String()))
	switch {
	case !p.Over || !p.Playable:
	case s.Alone():
		p.Given = &givenDeal{kernel.Brief(r.FormValue("secret"))}
	case s.Offline.Edition != nil && s.Printed():
		p.Offline = kernel.EditionPath + "#day/" + p.ID + "?secret=" + p.Secret
	}
	s.Show(w, r, status, "day", &dayPage{b.Localizer, b, p})
}

// firstOf is the viewer's first game of a day, nil where it is not over or its table has
// gone.
func (s *Tables) firstOf(r *http.Request, d *table.Day) (*view.History, error) {
	if d.First == nil || d.First.Ended == 0 {
		return nil, nil
	}
	snap, err := s.Position(r, d.First.Table)
	if errors.Is(err, table.ErrNoTable) || err == nil && !snap.Over {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return snap.History, nil
}

// playDay starts the game of a day, or goes to the one that waits.
func (s *Tables) playDay(w http.ResponseWriter, r *http.Request) {
	d, err := s.dayOf(r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	holder := s.KnownBrowser(w, r)
	id := kernel.TableID(r, holder)
	if secret := strings.TrimSpace(r.PostFormValue("secret")); s.Alone() && r.PostForm.Has("secret") {
		id, err = s.Service.PlayGiven(r.Context(), holder, id, d, secret, kernel.DayNames(r))
	} else {
		id, err = s.Service.PlayDay(r.Context(), holder, id, d, kernel.DayNames(r))
	}
	if errors.Is(err, table.ErrNoSecret) {
		l := kernel.LocalizerOf(r)
		s.showDay(w, r, http.StatusUnprocessableEntity, &page.Notice{Text: l.T("day.given.bad"), Bad: true})
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/t/"+id, http.StatusSeeOther)
}
