package web

import (
	"net/http"

	"ruhr/internal/game"
	"ruhr/internal/table"
)

// lessonCookie says at one table, by its path, that the lesson was left there.
const lessonCookie = "ruhr-lesson"

// learn starts the game that teaches.
func (s *server) learn(w http.ResponseWriter, r *http.Request) {
	l := localizerOf(r)
	s.start(w, r, game.NewTable{Hints: true, Deal: game.Lesson, Seats: []game.NewSeat{
		{Kind: game.Person, Name: tableName(r, l)},
		{Kind: game.Bot, Name: l.Plain("page.name.bot1"), Level: s.levels[0]},
	}})
}

// lesson leaves the lesson at a table, or takes it up again; for this browser
// and this table only.
func (s *server) lesson(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := r.ParseForm(); err != nil || !table.ValidID(id) {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	c := &http.Cookie{Name: lessonCookie + s.mark, Value: "off", MaxAge: int(cookieLife.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: callerOf(r).https}
	if c.Path = "/t/" + id; r.PostForm.Get("lesson") == "on" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, "/t/"+id+"#headline", http.StatusSeeOther)
}
