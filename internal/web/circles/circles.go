// Package circles serves the pages of circles of friends. It is not compiled for browsers,
// where nobody else is.
package circles

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"strconv"

	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// Room returns what adds the pages of circles to a site.
func Room(c *circle.Service) func(*kernel.Kernel) kernel.Handlers {
	return func(k *kernel.Kernel) kernel.Handlers {
		k.Explain(failures...)
		s := &circles{k, c}
		k.CirclesOf, k.SaidIn, k.InCircle = s.named, s.saidIn, s.belongs
		return s.routes()
	}
}

type circles struct {
	*kernel.Kernel
	circle *circle.Service
}

var errForm = errors.New("a form that asks for nothing")

var failures = []kernel.Failure{
	{Err: circle.ErrNone, Status: http.StatusNotFound, Key: "circle.error.none", Entitles: true},
	{Err: store.ErrNoAccount, Status: http.StatusNotFound, Key: "circle.error.none"}, // banned meanwhile
	{Err: circle.ErrMany, Status: http.StatusConflict, Key: "circle.error.many"},
	{Err: circle.ErrFull, Status: http.StatusConflict, Key: "circle.error.full"},
	{Err: circle.ErrFounder, Status: http.StatusForbidden, Key: "circle.error.founder"},
	{Err: circle.ErrName, Status: http.StatusUnprocessableEntity, Key: "circle.error.name"},
	{Err: circle.ErrMember, Status: http.StatusConflict, Key: "circle.error.member"},
	{Err: circle.ErrPlayers, Status: http.StatusUnprocessableEntity, Key: "circle.error.players"},
	{Err: errForm, Status: http.StatusBadRequest, Key: "page.error.form"},
}

func (s *circles) routes() kernel.Handlers {
	return kernel.Handlers{
		"GET /circles":                  s.Queued(s.list),
		"POST /circles":                 s.Queued(s.LimitCreates(s.found)),
		"GET /circle/{id}":              s.Queued(s.show),
		"POST /circle/{id}":             s.Queued(s.LimitCreates(s.change)),
		"POST /circle/{id}/table":       s.Queued(s.LimitCreates(s.start)),
		"GET /circle/{id}/chat":         s.Queued(s.chatPage),
		"POST /circle/{id}/chat":        s.Queued(s.talk),
		"GET /circle/{id}/join/{link}":  s.Queued(s.joinPage),
		"POST /circle/{id}/join/{link}": s.Queued(s.LimitCreates(s.join)),
	}
}

// who is the account of a request, the zero one for nobody.
func who(r *http.Request) store.Account {
	if p := kernel.PersonOf(r); p != nil {
		return p.Account
	}
	return store.Account{}
}

// named lists the circles of a person.
func (s *circles) named(ctx context.Context, p *store.Person) (out []kernel.Circle, err error) {
	list, err := s.circle.Of(ctx, p.Account)
	for _, c := range list {
		out = append(out, kernel.Circle{ID: c.ID, Name: c.Name})
	}
	return out, err
}

// listPage lists a person's circles.
type listPage struct {
	kernel.Base
	Circles []*circle.Circle
	Name    string // that was refused
	Full    bool   // they are as many as may be
	MaxName int
}

func (s *circles) list(w http.ResponseWriter, r *http.Request) {
	s.showList(w, r, nil)
}

func (s *circles) showList(w http.ResponseWriter, r *http.Request, refused error) {
	p := &listPage{Base: s.NewBase(r, "tables", "circle.title"), MaxName: circle.MaxName}
	if a := who(r); a.ID == "" {
		p.SignIn = kernel.SignInPath(r)
	} else {
		var err error
		if p.Circles, err = s.circle.Of(r.Context(), a); err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	p.Full = len(p.Circles) >= store.MaxCircles
	status := s.Refused(w, &p.Base, refused)
	if refused != nil {
		p.Name = r.PostForm.Get("name")
	}
	s.Show(w, r, status, "circles", p)
}

func (s *circles) found(w http.ResponseWriter, r *http.Request) {
	a := who(r)
	if a.ID == "" {
		s.Refuse(w, r, store.ErrSignedOut)
		return
	}
	id, err := s.circle.Found(r.Context(), a, kernel.TableID(r, a.Holder()), r.PostForm.Get("name"))
	s.answer(w, r, "/circle/"+id, err, s.showList)
}

// answer leads on, or shows a page again with why its form was refused.
func (s *circles) answer(w http.ResponseWriter, r *http.Request, to string, err error, again func(http.ResponseWriter, *http.Request, error)) {
	err = s.Cause(r, err)
	switch {
	case err == nil:
		http.Redirect(w, r, to, http.StatusSeeOther)
	case errors.Is(err, circle.ErrNone), errors.Is(err, kernel.ErrSessionOver), s.StatusOf(err) >= http.StatusInternalServerError:
		s.Refuse(w, r, err)
	default:
		again(w, r, err)
	}
}

// change does what a form of a circle's page asks for.
func (s *circles) change(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	to := "/circle/" + id
	do := r.PostForm.Get("do")
	if do == "leave" || do == "dissolve" {
		to = "/circles"
	}
	s.answer(w, r, to, s.do(r.Context(), who(r), id, do, r.PostForm.Get("name")), s.showWith)
}

// do carries out what a form asks for; name is that of a member, or the circle's new one.
func (s *circles) do(ctx context.Context, a store.Account, id, do, name string) error {
	switch do {
	case "leave":
		return s.circle.Leave(ctx, a, id)
	case "quiet", "loud":
		return s.circle.Quiet(ctx, a, id, do == "quiet")
	case "rename":
		return s.circle.Rename(ctx, a, id, name)
	case "renew":
		return s.circle.Renew(ctx, a, id)
	case "remove":
		return s.circle.Remove(ctx, a, id, name)
	case "hand":
		return s.circle.HandOn(ctx, a, id, name)
	case "dissolve":
		return s.circle.Dissolve(ctx, a, id)
	}
	return errForm
}

// start makes a table with the members chosen.
func (s *circles) start(w http.ResponseWriter, r *http.Request) {
	a, id := who(r), r.PathValue("id")
	pace, known := game.PaceNamed(r.PostForm.Get("pace"))
	if !known {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	n := circle.NewTable{ID: kernel.TableID(r, a.Holder()), Name: r.PostForm.Get("table"), With: r.PostForm["with"], Pace: pace}
	made, err := s.circle.Start(r.Context(), a, id, n, func() error {
		if !s.Limits.May(fair.Invite, "", a.ID) {
			return kernel.ErrInvites
		}
		return nil
	})
	if err == nil {
		s.LogOf(r).Info("table of a circle made", "table", table.ShortID(made))
		s.ApplyQuietHours(r, a.Holder(), made)
	}
	s.answer(w, r, "/t/"+made, err, s.showWith)
}

// chatPage is the page with all that was said in a circle.
type chatPage struct {
	kernel.Base
	kernel.Chat
	MaxNote int // no notes
}

// Back is the text of the way back.
func (p *chatPage) Back() string { return "circle.back" }

func (s *circles) chatPage(w http.ResponseWriter, r *http.Request) { s.showChat(w, r, nil) }

func (s *circles) showChat(w http.ResponseWriter, r *http.Request, refused error) {
	p := &chatPage{Base: s.NewBase(r, "tables", "chat.title")}
	var err error
	if p.Chat, err = s.saidIn(r, r.PathValue("id"), 0); err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Manage, p.Path = true, p.Place+"/chat"
	status := s.Refused(w, &p.Base, refused)
	if refused != nil {
		p.Typed = r.PostForm.Get("text")
	} else if r.FormValue("done") == "report" {
		p.Notice = &page.Notice{Text: p.T("chat.reported")}
	}
	s.Show(w, r, status, "chat", p)
}

// belongs fails with circle.ErrNone unless it is a member who asks.
func (s *circles) belongs(r *http.Request, id string) error {
	_, err := s.circle.Circle(r.Context(), who(r), id)
	return err
}

// saidIn shows what was said in a circle after a message.
func (s *circles) saidIn(r *http.Request, id string, after int64) (kernel.Chat, error) {
	c, err := s.circle.Circle(r.Context(), who(r), id)
	if err != nil {
		return kernel.Chat{}, err
	}
	return s.said(r, c, after)
}

func (s *circles) said(r *http.Request, c *circle.Circle, after int64) (kernel.Chat, error) {
	list, mutes, err := s.circle.Messages(r.Context(), c, after)
	out := kernel.Chat{Place: "/circle/" + c.ID, Rooms: []string{chat.InCircle}, MaxText: chat.MaxText, Known: true, Mute: true, Mutes: mutes}
	for _, m := range list {
		out.Add(kernel.LocalizerOf(r), m, -1)
	}
	return out, err
}

// talk posts a message, or mutes or reports one.
func (s *circles) talk(w http.ResponseWriter, r *http.Request) {
	id, do := r.PathValue("id"), r.PostForm.Get("do")
	to := "/circle/" + id + "/chat"
	switch do {
	case "report":
		to += "?done=report"
	case "say":
		to = "/circle/" + id + "#chat"
	}
	err := s.aboutChat(r, id, do)
	if !kernel.WantsFrames(r) {
		s.answer(w, r, to, err, s.showChat)
	} else if err = s.Cause(r, err); err != nil {
		s.Refuse(w, r, err)
	} else {
		s.SendJSON(w, r, http.StatusOK, struct{}{})
	}
}

func (s *circles) aboutChat(r *http.Request, id, do string) error {
	a, ctx := who(r), r.Context()
	if _, err := s.circle.Circle(ctx, a, id); err != nil {
		return err
	}
	if !s.Limits.May(fair.Say, kernel.CallerOf(r).Address, a.Holder()) {
		return kernel.ErrTalk
	}
	n, _ := strconv.ParseInt(r.PostForm.Get("n"), 10, 64) // 0 is no message
	switch do {
	case "say":
		return s.circle.Say(ctx, a, id, r.PostForm.Get("text"))
	case "mute":
		return s.circle.Mute(ctx, a, id, n)
	case "unmute":
		return s.circle.Unmute(ctx, a, id)
	case "report":
		s.LogOf(r).Info("message reported", "circle", table.ShortID(id), "message", n)
		return s.circle.Report(ctx, a, id, n)
	}
	return errForm
}

// joinForm is the page that the link to a circle leads to.
type joinForm struct {
	kernel.Base
	Name, Founder string
	Action        string        // where the form goes
	SignUp        string        // address of the form for a new account
	Full          template.HTML // why nobody can join, or not this person; "" for no reason
}

func (s *circles) joinPage(w http.ResponseWriter, r *http.Request) { s.showJoin(w, r, nil) }

func (s *circles) showJoin(w http.ResponseWriter, r *http.Request, refused error) {
	id, a := r.PathValue("id"), who(r)
	name, founder, members, err := s.circle.Invited(r.Context(), id, r.PathValue("link"))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if _, err := s.circle.Circle(r.Context(), a, id); err == nil {
		http.Redirect(w, r, "/circle/"+id, http.StatusSeeOther)
		return
	}
	p := &joinForm{Base: s.NewBase(r, "", "circle.join.title"), Name: name, Founder: founder, Action: r.URL.Path}
	p.Path, p.Return = "/", p.Path // the link stays out of everything else on the page but the way back from signing in
	if a.ID == "" {
		p.SignIn = kernel.SignInPath(r)
		p.SignUp = "/account/new" + p.SignIn[len("/account"):]
	}
	if mine, err := s.circle.Of(r.Context(), a); a.ID != "" && err == nil && len(mine) >= store.MaxCircles {
		p.Full = p.T("circle.error.many")
	}
	if members >= circle.MaxMembers {
		p.Full = p.T("circle.error.full")
	}
	status := s.Refused(w, &p.Base, refused)
	w.Header().Set("Referrer-Policy", "strict-origin") // as of the links to seats
	s.Show(w, r, status, "joincircle", p)
}

func (s *circles) join(w http.ResponseWriter, r *http.Request) {
	a, id := who(r), r.PathValue("id")
	if a.ID == "" {
		s.Refuse(w, r, store.ErrSignedOut)
		return
	}
	err := s.circle.Join(r.Context(), a, id, r.PathValue("link"))
	s.answer(w, r, "/circle/"+id, err, s.showJoin)
}
