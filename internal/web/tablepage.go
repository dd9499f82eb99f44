package web

import (
	"net/http"
	"strconv"
	"strings"

	"ruhr/internal/table"
	"ruhr/view"
)

// tablePage shows a table as it is now.
func (s *server) tablePage(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.service.Position(r.Context(), id, s.actor(r, id))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.showTable(w, r, snap, nil)
}

// showTable writes a table's page, with what was wrong with the last command.
func (s *server) showTable(w http.ResponseWriter, r *http.Request, snap *table.Snapshot, refused error) {
	if snap.Game == nil {
		m := message{base: s.newBase(r, "", "page.table.frozen")}
		m.Text = m.T("page.refused."+strings.TrimPrefix(snap.Frozen.Key, "table."), "n", int(snap.Frozen.N))
		s.show(w, r, http.StatusOK, "message", &m)
		return
	}
	v, err := s.tableView(r, snap)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if refused != nil {
		v.Notice = s.refusalWord(&v.base, refused)
		status = http.StatusConflict
	}
	v.Styles = append(v.Styles, "css/hint.css")
	s.show(w, r, status, "table", v)
}

// frame answers with what has changed since a log number.
func (s *server) frame(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	after, err := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.Position(r.Context(), id, s.actor(r, id))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	f, err := s.frames(r, snap, after, nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.sendJSON(w, r, http.StatusOK, f)
}

// why says what an element of the board is, and why what it is for is not
// possible now.
func (s *server) why(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.service.Position(r.Context(), id, s.actor(r, id))
	if err == nil && snap.Game == nil {
		err = table.ErrFrozen
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	names, signs := seatNames(snap)
	sc := s.newScenery(s.newBase(r, "table", "page.why.title"), id, view.Of(snap.Game, &snap.State), names, signs)
	q := r.URL.Query()
	p := whyPage{scenery: sc}
	p.ask(snap, view.Target{Kind: q.Get("kind"), ID: q.Get("id")})
	s.show(w, r, http.StatusOK, "why", &p)
}
