package web

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"ruhr/guide"
	"ruhr/internal/draw"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/view"
)

// coach is the card of a guided table that explains what is to be decided.
// Without a title there is nothing new; Left: this browser has left the
// lesson at this table; Done: the game is over, and one's own can follow.
type coach struct {
	Table       string
	Hint        template.HTML // in place of an explanation; "" while others decide
	Left, Done  bool
	Title, Text template.HTML
	Count       template.HTML
	Rules       []string
}

// say is what the card adds to what is read aloud.
func (c *coach) say() []template.HTML {
	if c == nil || c.Title == "" {
		return nil
	}
	return []template.HTML{c.Title, c.Text}
}

// lessonCookie says at one table, by its path, that the lesson was left there.
const lessonCookie = "ruhr-lesson"

// learn starts the game that teaches.
func (s *server) learn(w http.ResponseWriter, r *http.Request) {
	t := tongueFor(readSettings(r).Lang, r.Header.Get("Accept-Language"))
	s.start(w, r, table.NewTable{Hints: true, Guided: true, Seats: []table.NewSeat{
		{Kind: table.Person, Name: t.plain("page.name.me")},
		{Kind: table.Bot, Name: t.plain("page.name.bot1"), Level: s.levels[0]},
	}})
}

// lesson leaves the lesson at a table, or takes it up again; for this browser
// and this table only.
func (s *server) lesson(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := r.ParseForm(); err != nil || !store.ValidID(id) {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	c := &http.Cookie{Name: lessonCookie, Value: "off", MaxAge: int(cookieLife.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil}
	if c.Path = "/t/" + id; r.PostForm.Get("lesson") == "on" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, "/t/"+id+"#headline", http.StatusSeeOther)
}

// teach fills the card for the learner at a guided table, and points at what
// it speaks of.
func (v *tableView) teach(r *http.Request, past *view.History) {
	v.Years = yearsOf(v.tongue, &v.Pos)
	snap := v.Snap
	if !snap.Guided || past == nil || snap.Frozen != nil || !slices.Contains(v.You.Seats, guide.Learner) || !snap.Seats[guide.Learner].ByHand() {
		return
	}
	v.Styles = append(v.Styles, "css/guide.css")
	v.Guide = &coach{Table: v.ID}
	switch {
	case v.Groups != nil:
		v.Guide.Hint = v.T("guide.quiet")
	case v.You.Confirm:
		v.Guide.Hint = v.T("guide.confirm")
	}
	if c, err := r.Cookie(lessonCookie); err == nil && c.Value == "off" {
		v.Guide.Left = true
		return
	}
	if v.Guide.Done = v.Over; v.Over {
		v.Guide.Title, v.Guide.Text = v.T("guide.done"), v.T("guide.done_note")
	}
	p := guide.Due(past, guide.Learner)
	if p == nil {
		return
	}
	v.Guide.Title, v.Guide.Text, v.Guide.Rules = v.T(p.Title()), v.T(p.Text(), p.Args), p.Rules
	v.Guide.Count = v.T("guide.count", "n", p.N, "of", len(guide.Keys()))
	var halos strings.Builder
	for _, t := range p.Targets {
		c := view.Choice{Target: t}
		if p.Key == "city" {
			c.Do = "warehouse"
		}
		if at, ok := v.sight.place(c); ok {
			halos.WriteString(string(draw.HaloBox("guide", at.Box)))
		}
	}
	v.Targets += template.HTML(halos.String())
}
