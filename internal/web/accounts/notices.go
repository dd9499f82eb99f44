package accounts

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"ruhr/internal/fair"
	"ruhr/internal/notice"
	"ruhr/internal/page"
	"ruhr/internal/people"
	"ruhr/internal/people/settings"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// noticesPage is where a person says how they want to hear of their tables.
type noticesPage struct {
	kernel.Base
	proofs
	Channels []channelForm
	Mail     bool   // the server sends mail
	PushKey  string // with which a browser subscribes
	Address  string // as entered before
	Hook     string
	Zones    []string
	Full     bool // there are as many channels as may be
}

// channelForm is the form of a channel.
type channelForm struct {
	notice.Channel
	Was string // what the form was made with, encoded
}

// Kinds are the kinds of notice.
func (p *noticesPage) Kinds() []string { return notice.Kinds }

// Clock is an hour as a time of day.
func (p *noticesPage) Clock(hour int) string { return strconv.Itoa(hour) + ":00" }

func (s *Accounts) noticesPage(w http.ResponseWriter, r *http.Request) {
	if s.person(w, r) == nil {
		return
	}
	var n *page.Notice
	l := kernel.LocalizerOf(r)
	switch r.URL.Query().Get("done") {
	case "saved":
		n = &page.Notice{Text: l.T("notice.saved")}
	case "tested":
		n = &page.Notice{Text: l.T("notice.tested")}
	case "mail":
		n = &page.Notice{Text: l.T("notice.mail.sent")}
	}
	s.showNotices(w, r, http.StatusOK, n)
}

func (s *Accounts) showNotices(w http.ResponseWriter, r *http.Request, status int, n *page.Notice) {
	p := &noticesPage{Base: s.NewBase(r, "account", "notice.title"), Mail: s.notices.SendsMail(), Zones: settings.Zones,
		Address: r.PostForm.Get("address"), Hook: r.PostForm.Get("hook")}
	p.Notice = n
	p.Scripts = append(p.Scripts, "js/notices.js")
	list, err := s.notices.Channels(r.Context(), kernel.PersonOf(r).ID)
	if err == nil {
		p.PushKey, err = s.notices.PushKey(r.Context())
	}
	if err == nil {
		err = s.addProofs(r, &p.Base, &p.proofs, kernel.PersonOf(r))
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Full = len(list) >= notice.MaxChannels
	for _, c := range list {
		form := channelForm{c, wished{!c.Off, c.Wishes}.fields().Encode()}
		if r.PostForm.Get("do") == "set" && r.PostForm.Get("id") == c.ID { // and was refused
			typed := wishedBy(r.PostForm)
			form.Wishes, form.Off, form.Was = typed.Wishes, !typed.on, r.PostForm.Get("was")
		}
		p.Channels = append(p.Channels, form)
	}
	s.Show(w, r, status, "notices", p)
}

// setNotices adds, changes, tests or removes a way to hear of tables.
func (s *Accounts) setNotices(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil || !s.Parse(w, r) {
		return
	}
	do := r.PostForm.Get("do")
	sends := do == "mail" || do == "test"
	if sends && !s.Limits.May(fair.Notify, kernel.CallerOf(r).Address, p.ID) {
		kernel.NoteWhy(w, "page.error.many")
		w.Header().Set("Retry-After", kernel.RetryAfter[http.StatusTooManyRequests])
		s.showNotices(w, r, http.StatusTooManyRequests, kernel.LocalizerOf(r).Trouble("page.error.many"))
		return
	}
	done, err := s.changeNotices(r, p, do)
	if err != nil {
		l := kernel.LocalizerOf(r)
		status := s.StatusOf(err)
		if status >= http.StatusInternalServerError && !errors.Is(err, notice.ErrFailed) {
			s.Refuse(w, r, err)
			return
		}
		kernel.NoteWhy(w, s.Reason(err))
		if wait := kernel.RetryAfter[status]; wait != "" {
			w.Header().Set("Retry-After", wait)
		}
		s.showNotices(w, r, status, s.noticeOfProof(l, err))
		return
	}
	s.security(r, "notices changed", p)
	http.Redirect(w, r, "/account/notices?done="+done, http.StatusSeeOther)
}

// changeNotices carries out what the page asks for, and returns what to say of it.
func (s *Accounts) changeNotices(r *http.Request, p *people.Person, do string) (done string, err error) {
	ctx, f, id := r.Context(), r.PostForm, r.PostForm.Get("id")
	fresh := notice.AllWishes()
	fresh.Lang = kernel.LocalizerOf(r).Printer.Lang()
	switch do {
	case "mail":
		if err := s.checked(r, p, func() error { return s.people.Prove(ctx, p, proofOf(r, "old")) }); err != nil {
			return "", err
		}
		sent, err := s.notices.AddMail(ctx, p.Account, f.Get("address"), fresh, true)
		if !sent {
			return "saved", err
		}
		return "mail", nil
	case "hook":
		return "saved", s.notices.AddHook(ctx, p.Account, f.Get("hook"), fresh)
	case "push":
		sub := notice.Subscription{Endpoint: f.Get("endpoint"), P256dh: f.Get("p256dh"), Auth: f.Get("auth"), Session: p.Session}
		return "saved", s.notices.AddPush(ctx, p.Account, sub, people.Agent(r.UserAgent()), fresh)
	case "drop":
		return "saved", s.notices.Drop(ctx, p.ID, id)
	case "test":
		return "tested", s.notices.Test(ctx, p.ID, id)
	}
	form := wishedBy(f)
	if form.Hour < 0 {
		return "", notice.ErrHour
	}
	return "saved", s.notices.Change(ctx, p.ID, id, func(w *notice.Wishes, on *bool) {
		now := wished{*on, *w}
		was, err := url.ParseQuery(f.Get("was"))
		if now.change(wishedBy(was), form); !f.Has("was") || err != nil {
			now = form // a page of an earlier version
		}
		now.Lang = w.Lang
		*on, *w = now.on, now.Wishes
	})
}

// wished is what a form asks of a channel.
type wished struct {
	on bool
	notice.Wishes
}

// wishedBy reads a form; Hour is -1 if it is none.
func wishedBy(f url.Values) wished {
	w := notice.Wishes{Turn: f.Has("turn"), Takeback: f.Has("takeback"), Late: f.Has("time"), Begin: f.Has("begin"), Chat: f.Has("chat"), End: f.Has("end"),
		Daily: f.Get("when") == "daily", Zone: f.Get("zone")}
	var err error
	if w.Hour, err = strconv.Atoi(f.Get("hour")); err != nil {
		w.Hour = -1
	}
	return wished{f.Has("on"), w}
}

// fields are those of a form that asks for it.
func (w wished) fields() url.Values {
	v := url.Values{"hour": {strconv.Itoa(w.Hour)}, "zone": {w.Zone}}
	for _, kind := range notice.Kinds {
		if w.Wants(kind) {
			v.Set(kind, "yes")
		}
	}
	if w.on {
		v.Set("on", "yes")
	}
	if w.Daily {
		v.Set("when", "daily")
	}
	return v
}

// change makes the changes of a form. Another form may have changed the rest since this
// one was made.
func (w *wished) change(was, form wished) {
	if !form.Daily && form.Hour == was.Hour {
		form.Zone = was.Zone // the page proposes one
	}
	settings.Carry(&w.on, was.on, form.on)
	settings.Carry(&w.Turn, was.Turn, form.Turn)
	settings.Carry(&w.Takeback, was.Takeback, form.Takeback)
	settings.Carry(&w.Late, was.Late, form.Late)
	settings.Carry(&w.Begin, was.Begin, form.Begin)
	settings.Carry(&w.Chat, was.Chat, form.Chat)
	settings.Carry(&w.End, was.End, form.End)
	settings.Carry(&w.Daily, was.Daily, form.Daily)
	settings.Carry(&w.Hour, was.Hour, form.Hour)
	settings.Carry(&w.Zone, was.Zone, form.Zone)
}

// linkedPage is a page that a link in a mail leads to, for the person with the link.
type linkedPage struct {
	kernel.Base
	What string // the prefix of its texts
	notice.Linked
}

// Asks is the question of the page, and Says what was done.
func (p *linkedPage) Asks() template.HTML { return p.T(p.What+"ask", "address", p.Name) }

// Says is what was done.
func (p *linkedPage) Says() template.HTML { return p.T(p.What+"done", "address", p.Name) }

// linked answers the link of a mail: the page asks whether to do what the link
// is for, or says that it is done.
func (s *Accounts) linked(what string, step func(r *http.Request, id, proof string) (notice.Linked, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l, err := step(r, r.PathValue("id"), r.PathValue("proof"))
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		s.Show(w, r, http.StatusOK, "linked", &linkedPage{s.NewBase(r, "", what+"title"), what, l})
	}
}

func (s *Accounts) confirmable(r *http.Request, id, proof string) (notice.Linked, error) {
	return s.notices.Confirmable(r.Context(), id, proof)
}

func (s *Accounts) confirm(r *http.Request, id, proof string) (notice.Linked, error) {
	l, err := s.notices.Confirm(r.Context(), id, proof)
	if err == nil {
		s.LogOf(r).Info("mail address confirmed", "channel", table.ShortID(id), "from", kernel.CallerOf(r).Address)
	}
	return l, err
}

func (s *Accounts) stoppable(r *http.Request, id, proof string) (notice.Linked, error) {
	return s.notices.Stoppable(r.Context(), id, proof)
}

func (s *Accounts) stop(r *http.Request, id, proof string) (notice.Linked, error) {
	l, err := s.notices.Stop(r.Context(), id, proof)
	if err == nil {
		s.LogOf(r).Info("notices stopped", "channel", table.ShortID(id), "from", kernel.CallerOf(r).Address)
	}
	return l, err
}

// worker sends the script that shows pushed messages. Its address stays the same
// over versions, so that browsers update it instead of adding another.
func (s *Accounts) worker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	kernel.Send(w, r, http.StatusOK, kernel.Kinds[".js"], s.Asset("js/worker.js"))
}
