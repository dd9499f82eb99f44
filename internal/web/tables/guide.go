package tables

import (
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// learn starts the game that teaches.
func (s *Tables) learn(w http.ResponseWriter, r *http.Request) {
	l := kernel.LocalizerOf(r)
	s.start(w, r, game.NewTable{Hints: true, Deal: game.Lesson, Seats: []game.NewSeat{
		{Kind: game.Person, Name: s.tableName(r, l)},
		{Kind: game.Bot, Name: l.Plain("page.name.bot1"), Level: s.Levels[0]},
	}})
}

// lesson leaves the lesson at a table, or takes it up again; for this browser
// and this table only.
func (s *Tables) lesson(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := r.ParseForm(); err != nil || !table.ValidID(id) {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	s.SetCookieAt(w, r, "/t/"+id, kernel.LessonCookie, "off", r.PostForm.Get("lesson") != "on")
	http.Redirect(w, r, "/t/"+id+"#headline", http.StatusSeeOther)
}
