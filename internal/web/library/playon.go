package library

import (
	"errors"
	"net/http"
	"strconv"

	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/record"
)

// playOn starts a new table from a position of a finished game.
func (s *Library) playOn(w http.ResponseWriter, r *http.Request) {
	s.playOnFrom(w, r, func(browser string, n, seat int, level, name string) (string, error) {
		return s.Service.PlayOnFor(r.Context(), browser, r.PathValue("id"), n, seat, level, name)
	})
}

// playOnLink starts a new table from a position of a game that a browser has opened
// from a link and sends only now.
func (s *Library) playOnLink(w http.ResponseWriter, r *http.Request) {
	played, err := record.ReadLink(r.PostFormValue("game"), s.Board.Board)
	if err != nil {
		p := s.openForm(r)
		s.refuseOpen(w, r, p, "fair.link.bad", &page.Notice{Text: p.BadLink(err), Bad: true})
		return
	}
	s.playOnFrom(w, r, func(browser string, n, seat int, level, name string) (string, error) {
		return s.Service.PlayOnGame(r.Context(), browser, played, n, seat, level, name)
	})
}

// playOnOpened starts a new table from a position of a record file that was opened.
func (s *Library) playOnOpened(w http.ResponseWriter, r *http.Request) {
	gm := s.openedGame(w, r)
	if gm == nil {
		return
	}
	s.Queued(s.LimitCreates(func(w http.ResponseWriter, r *http.Request) {
		s.playOnFrom(w, r, func(browser string, n, seat int, level, name string) (string, error) {
			return s.Service.PlayOnGame(r.Context(), browser, &gm.History.Game, n, seat, level, name)
		})
	}))(w, r)
}

// playOnFrom starts a new table as a form wishes, and goes there.
func (s *Library) playOnFrom(w http.ResponseWriter, r *http.Request, start func(browser string, n, seat int, level, name string) (string, error)) {
	n, err := strconv.Atoi(r.PostFormValue("n"))
	seat, err2 := strconv.Atoi(r.PostFormValue("seat"))
	if err != nil || err2 != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	level, name := kernel.OneOf(r.PostFormValue("level"), s.Levels), kernel.LocalizerOf(r).Plain("page.name.me")
	next, err := start(s.KnownBrowser(w, r), n, seat, level, name)
	if _, ok := errors.AsType[*record.Fault](err); ok { // offered by no page
		s.Fail(w, r, http.StatusUnprocessableEntity, "page.error.form")
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/t/"+next, http.StatusSeeOther)
}
