package tables

import (
	"net/http"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// lobbyPage is where people find tables.
type lobbyPage struct {
	kernel.Base
	*page.Lobby
	Name string // who sits down
}

func (s *Tables) lobby(w http.ResponseWriter, r *http.Request) {
	s.showLobby(w, r, http.StatusOK, nil)
}

func (s *Tables) showLobby(w http.ResponseWriter, r *http.Request, status int, refused error) {
	var mine []game.Listed
	var err error
	who := kernel.Browser(r)
	if who != "" {
		if mine, err = s.Service.Unfinished(r.Context(), who); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	public, err := s.Service.Lobby(r.Context(), who)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	b := s.NewBase(r, "lobby", "people.lobby.title")
	b.Scripts = append(b.Scripts, "js/contribute.js")
	b.Notice = s.NoticeOf(b.Localizer, refused)
	name := s.knownName(r)
	if refused != nil {
		name = r.PostForm.Get("name")
	}
	s.Show(w, r, status, "lobby", &lobbyPage{b, page.NewLobby(b.Localizer, mine, public), name})
}

// sit takes an open seat at a public table.
func (s *Tables) sit(w http.ResponseWriter, r *http.Request) {
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	id := r.PathValue("id")
	if _, err := s.Service.Position(r.Context(), id, game.Actor{}); err != nil { // before a browser gets a secret
		s.Refuse(w, r, err)
		return
	}
	holder := s.KnownBrowser(w, r)
	if err := s.Service.Sit(r.Context(), holder, id, seat, r.PostForm.Get("name")); err != nil {
		l := kernel.LocalizerOf(r)
		if l.Refused(s.Board, err) == nil {
			s.Refuse(w, r, err)
			return
		}
		kernel.NoteWhy(w, s.Reason(err))
		s.showLobby(w, r, s.StatusOf(err), err)
		return
	}
	s.LogOf(r).Info("joined", "table", table.ShortID(id), "seat", seat)
	s.ApplyQuietHours(r, holder, id)
	http.Redirect(w, r, "/t/"+id, http.StatusSeeOther)
}

// next leads to the table that waits longest for the visitor.
func (s *Tables) next(w http.ResponseWriter, r *http.Request) {
	to := "/tables"
	if who := kernel.Browser(r); who != "" {
		id, err := s.Service.Next(r.Context(), who, r.URL.Query().Get("after"))
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		if id != "" {
			to = "/t/" + id
		}
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
