package tables

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// chatFailures are those of the chat.
var chatFailures = []kernel.Failure{
	{Err: chat.ErrSilent, Status: http.StatusConflict, Key: "chat.error.silent"},
	{Err: chat.ErrNoRoom, Status: http.StatusForbidden, Key: "chat.error.room", Entitles: true},
	{Err: chat.ErrText, Status: http.StatusUnprocessableEntity, Key: "chat.error.text"},
	{Err: chat.ErrNotOwner, Status: http.StatusForbidden, Key: "chat.error.owner", Entitles: true},
	{Err: chat.ErrNoNote, Status: http.StatusForbidden, Key: "chat.error.note"},
	{Err: chat.ErrOtherNote, Status: http.StatusConflict, Key: "chat.error.changed"},
	{Err: chat.ErrNoMessage, Status: http.StatusNotFound, Key: "chat.error.gone"},
	{Err: errNobody, Status: http.StatusForbidden, Key: "chat.error.room", Entitles: true},
}

// errNobody: the visitor has neither a seat nor an account.
var errNobody = errors.New("nobody known")

// chatPart is a table's chat, in its panel or on its page.
type chatPart struct {
	*page.Localizer
	kernel.Chat
}

// reader returns the visitor as a reader of the chat.
func (s *Tables) reader(r *http.Request, id string) (chat.Reader, error) {
	who, err := s.Actor(r, id)
	out := chat.Reader{Holder: kernel.Browser(r), Actor: who}
	if p := kernel.PersonOf(r); p != nil {
		out.Name = p.Name
	}
	return out, err
}

// chatPart returns the messages after a number.
func (s *Tables) chatPart(r *http.Request, snap *game.Snapshot, l *page.Localizer, after int64) (*chatPart, error) {
	who, err := s.reader(r, snap.ID)
	if err != nil {
		return nil, err
	}
	list, err := s.chat.Messages(r.Context(), snap.ID, who, after)
	if err != nil {
		return nil, err
	}
	p := &chatPart{l, kernel.Chat{Place: "/t/" + snap.ID, Rooms: chat.Rooms(snap, who), MaxText: chat.MaxText, Owner: who.Owner, Known: who.Holder != "", Mute: chat.MayMute(who)}}
	_, signs := page.SeatNames(snap)
	for _, m := range list {
		sign := -1
		if m.Seat >= 0 && m.Seat < len(signs) {
			sign = signs[m.Seat]
		}
		p.Add(l, m, sign)
	}
	p.Silent, err = s.chat.Silent(r.Context(), snap.ID)
	return p, err
}

// chatPage is the page with a table's chat and the viewer's note.
type chatPage struct {
	*page.Localizer
	kernel.Base
	*chatPart
	Note    string
	Was     string // the version of the note as it is kept
	Changed bool   // another note was refused because this one has been changed to Other
	Other   string
	MaxNote int // 0 for a viewer who may take no notes
}

// Back is the text of the way back to where it is said.
func (p *chatPage) Back() string { return "chat.back" }

func (s *Tables) chatPage(w http.ResponseWriter, r *http.Request) {
	s.showChat(w, r, http.StatusOK, nil)
}

func (s *Tables) showChat(w http.ResponseWriter, r *http.Request, status int, refused error) {
	id := r.PathValue("id")
	who, err := s.reader(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	snap, err := s.Service.Position(r.Context(), id, who.Actor)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &chatPage{Base: s.NewBase(r, "table", "chat.title")}
	p.Localizer = p.Base.Localizer
	if p.chatPart, err = s.chatPart(r, snap, p.Base.Localizer, 0); err == nil && chat.MayNote(snap, who) {
		p.MaxNote = chat.MaxNote
		p.Note, err = s.chat.Note(r.Context(), id, who)
		p.Was = chat.Version(p.Note)
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	everybody, err := s.chat.Messages(r.Context(), id, chat.Reader{Actor: who.Actor, Name: who.Name}, 0)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Manage, p.Mutes = p.Known, len(everybody) > len(p.Lines)
	p.Notice = s.NoticeOf(p.Base.Localizer, refused)
	if refused != nil {
		p.Typed = r.PostForm.Get("text")
		if r.PostForm.Has("note") {
			if errors.Is(refused, chat.ErrOtherNote) {
				p.Changed, p.Other = true, p.Note
			} else {
				p.Was = r.PostForm.Get("was")
			}
			p.Note = r.PostForm.Get("note")
		}
	}
	if refused == nil && r.FormValue("done") == "report" {
		p.Notice = &page.Notice{Text: p.Base.T("chat.reported")}
	}
	s.Show(w, r, status, "chat", p)
}

// say posts a message, or mutes or reports one.
func (s *Tables) say(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who, err := s.reader(r, id)
	if err == nil {
		err = s.aboutChat(r, id, who)
	}
	err = s.Cause(r, err)
	switch {
	case err != nil && s.StatusOf(err) == http.StatusInternalServerError, err != nil && kernel.WantsFrames(r), errors.Is(err, kernel.ErrSessionOver):
		s.Refuse(w, r, err)
	case err != nil:
		kernel.NoteWhy(w, s.Reason(err))
		s.showChat(w, r, s.StatusOf(err), err)
	case kernel.WantsFrames(r):
		s.SendJSON(w, r, http.StatusOK, &frames{})
	default:
		to := "/t/" + id + "/chat"
		if r.PostForm.Get("do") == "report" {
			to += "?done=report"
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// aboutChat carries out what a form asks for.
func (s *Tables) aboutChat(r *http.Request, id string, who chat.Reader) error {
	form := r.PostForm
	if who.Holder == "" {
		return errNobody
	}
	if form.Get("do") == "writing" { // no news more often than every few seconds
		return s.chat.Writing(r.Context(), id, who)
	}
	if !s.Limits.May(fair.Say, kernel.CallerOf(r).Address, who.Holder) {
		return kernel.ErrTalk
	}
	n, _ := strconv.ParseInt(form.Get("n"), 10, 64) // 0 is no message
	switch form.Get("do") {
	case "say":
		return s.chat.Say(r.Context(), id, who, form.Get("room"), form.Get("text"))
	case "mute":
		return s.chat.Mute(r.Context(), id, who, n)
	case "unmute":
		return s.chat.Unmute(r.Context(), who)
	case "report":
		s.LogOf(r).Info("message reported", "table", table.ShortID(id), "message", n)
		return s.chat.Report(r.Context(), id, who, n)
	case "silent", "speak":
		return s.chat.Switch(r.Context(), id, who, form.Get("do") == "silent")
	case "note":
		return s.chat.SetNote(r.Context(), id, who, form.Get("note"), form.Get("was"))
	}
	return chat.ErrNoRoom
}

// said is the event with new messages.
type said struct {
	Table string `json:"t"`
	Lang  string `json:"lang"`
	Last  int64  `json:"last"` // the number of the newest one
	Said  string `json:"said"` // HTML for the panel
	// Writing says who is writing, empty for nobody.
	Writing string `json:"writing"`
}

// sendChat sends the messages after the last one that a page has, and who is writing;
// false ends the stream.
func (p *browserStream) sendChat(t *listener) bool {
	if p.Alone() {
		return true
	}
	r := p.in(t)
	if t.circle != "" {
		return p.sendChatOf(r, t)
	}
	snap, err := p.Position(r, t.id)
	if err != nil {
		return errors.Is(err, table.ErrNoTable) // the page knows
	}
	news, err := p.chatPart(r, snap, kernel.LocalizerOf(r), t.said)
	if err != nil {
		p.Fault(r, "what is said at a table", err)
		return false
	}
	writing, err := p.writing(r, snap)
	if err != nil {
		p.Fault(r, "who is writing at a table", err)
		return false
	}
	return len(news.Lines) == 0 && writing == t.writing || p.may(t) && p.sendLines(r, t, news, writing)
}

// sendChatOf is sendChat for a circle. A page of one that its reader no longer belongs to
// is reloaded.
func (p *browserStream) sendChatOf(r *http.Request, t *listener) bool {
	news, err := p.SaidIn(r, t.circle, t.said)
	if errors.Is(err, kernel.ErrNoCircle) {
		return p.beat("reload", t)
	}
	if err != nil {
		p.Fault(r, "what is said in a circle", err)
		return false
	}
	return len(news.Lines) == 0 || p.may(t) && p.sendLines(r, t, &chatPart{kernel.LocalizerOf(r), news}, "")
}

// sendLines sends messages, and who is writing; false ends the stream.
func (p *browserStream) sendLines(r *http.Request, t *listener, news *chatPart, writing string) bool {
	var html bytes.Buffer
	if err := p.Templates.Execute(&html, "table", "messages", news); err != nil {
		p.Fault(r, "what is said at a table", err)
		return false
	}
	ev, err := newEvent("chat", &said{t.id, t.lang, news.Last(), html.String(), writing})
	t.said, t.writing = max(t.said, news.Last()), writing
	return err == nil && p.out.send(ev)
}

// writing says who else is writing at a table, empty for nobody.
func (p *browserStream) writing(r *http.Request, snap *game.Snapshot) (string, error) {
	who, err := p.reader(r, snap.ID)
	if err != nil {
		return "", err
	}
	names, err := p.chat.Writers(r.Context(), snap, who)
	if len(names) == 0 {
		return "", err
	}
	l := kernel.LocalizerOf(r)
	return l.Printer.Text("chat.writing", "n", len(names), "names", l.Printer.List(names)).Plain, err
}
