package kernel

import (
	"context"
	"errors"
	"html"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/rules"
)

// Failure is an error that is not a refusal by a table, as a page answers it.
type Failure struct {
	Err      error
	Status   int
	Key      string // of the text that says why
	Entitles bool   // to be signed in might be what is missing
}

// failures are those that any page may have; rooms add theirs. Scripts repeat what is
// answered by StatusServiceUnavailable until it passes.
var failures = []Failure{
	{Err: table.ErrNoTable, Status: http.StatusNotFound, Key: "page.error.no_table"},
	{Err: table.ErrNoLink, Status: http.StatusNotFound, Key: "page.error.no_link"},
	{Err: table.ErrNoRecord, Status: http.StatusNotFound, Key: "page.open.gone"},
	{Err: table.ErrFull, Status: http.StatusInsufficientStorage, Key: "page.error.full"},
	{Err: table.ErrGone, Status: http.StatusInsufficientStorage, Key: "page.error.gone"},
	{Err: table.ErrUnreachable, Status: http.StatusServiceUnavailable, Key: "page.error.away"},
	{Err: store.ErrSignedOut, Status: http.StatusForbidden, Key: "people.error.signed_out", Entitles: true},
	{Err: ErrTalk, Status: http.StatusTooManyRequests, Key: "chat.error.many"},
	{Err: ErrInvites, Status: http.StatusTooManyRequests, Key: "people.invite.many"},
	{Err: ErrSessionOver, Status: http.StatusForbidden, Key: "people.session_over"},
	{Err: errOtherAccount, Status: http.StatusForbidden, Key: "people.other_account"},
	{Err: context.DeadlineExceeded, Status: http.StatusServiceUnavailable, Key: "page.error.busy"},
	{Err: fair.ErrBusy, Status: http.StatusServiceUnavailable, Key: "page.error.busy"},
}

// Explain adds failures to those that the pages can explain, in place of what is said of
// the same errors otherwise.
func (s *Kernel) Explain(more ...Failure) { s.failures = append(more, s.failures...) }

// failureOf finds the failure that an error is.
func (s *Kernel) failureOf(err error) (Failure, bool) {
	i := slices.IndexFunc(s.failures, func(f Failure) bool { return errors.Is(err, f.Err) })
	if i < 0 {
		return Failure{}, false
	}
	return s.failures[i], true
}

// Errors of forms. ErrSessionOver: what was asked for needs the account that this browser
// was signed in to, and no longer is. errOtherAccount: it is signed in to another one than
// the page was made for.
var (
	ErrSessionOver  = errors.New("session over")
	errOtherAccount = errors.New("another account")
	ErrTalk         = errors.New("too many messages")
	ErrInvites      = errors.New("too many invitations")
)

// Cause is the reason that a reader gets for a refusal: that the session has ended,
// where somebody was entitled before.
func (s *Kernel) Cause(r *http.Request, err error) error {
	f, _ := s.failureOf(err)
	if err != nil && WasSignedIn(r) && (f.Entitles || errors.Is(err, game.ErrNotYours) || errors.Is(err, game.ErrNotOwner) || errors.Is(err, game.ErrRatedAccount)) {
		return ErrSessionOver
	}
	return err
}

// Refused notes for the log and on a page that is shown again why its form was refused,
// nil for one that was not, and returns the status.
func (s *Kernel) Refused(w http.ResponseWriter, b *Base, err error) (status int) {
	if err == nil {
		return http.StatusOK
	}
	NoteWhy(w, s.Reason(err))
	b.Notice = s.NoticeOf(b.Localizer, err)
	return s.StatusOf(err)
}

// Refuse answers an error with a page, or for a script with a notice.
func (s *Kernel) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	err = s.Cause(r, err)
	NoteWhy(w, s.Reason(err))
	status := s.StatusOf(err)
	b := s.NewBase(r, "", headOf(status))
	if status >= http.StatusInternalServerError && !errors.Is(err, game.ErrClosed) && !errors.Is(err, fair.ErrBusy) {
		s.Fault(r, "request failed", err)
	}
	if errors.Is(err, ErrSessionOver) || errors.Is(err, store.ErrSignedOut) || errors.Is(err, game.ErrRatedAccount) {
		b.SignIn = SignInPath(r)
	}
	n := s.NoticeOf(b.Localizer, err)
	if errors.Is(err, game.ErrNoCommitment) && !WantsFrames(r) {
		s.sendAgain(w, r, status, &b, n)
		return
	}
	s.AnswerNotice(w, r, status, &b, n)
}

// sendAgain answers a form that would have made a table with a page that sends it
// once more, with a fresh commitment.
func (s *Kernel) sendAgain(w http.ResponseWriter, r *http.Request, status int, b *Base, n *page.Notice) {
	b.Scripts = append(b.Scripts, "js/contribute.js")
	m := &Message{Base: *b, Head: "page.error.later", Text: n.HTML(), Form: again(r), Resend: !r.PostForm.Has(lastTry)}
	s.Show(w, r, status, "message", m)
}

// again are the fields of a form that is to be sent once more. Passwords are typed again.
func again(r *http.Request) url.Values {
	if strings.HasPrefix(r.URL.Path, "/account") {
		return nil
	}
	fields := maps.Clone(r.PostForm)
	delete(fields, "commitment")
	delete(fields, "contribution")
	return fields
}

// SignInPath is the address of the form to sign in, which leads back to the page
// that was asked for, or on which something was pressed.
func SignInPath(r *http.Request) string {
	back := r.URL.RequestURI()
	secret := strings.Contains(r.URL.Path, "/join/") // such pages send no Referer, and their forms post to their own address
	if !secret && (r.Method != http.MethodGet || WantsFrames(r)) {
		from, err := url.Parse(r.Referer())
		if err != nil || from.Path == "" {
			return "/account"
		}
		back = from.RequestURI()
	}
	return "/account?back=" + url.QueryEscape(back)
}

// StatusOf returns the HTTP status for an error.
func (s *Kernel) StatusOf(err error) int {
	f, known := s.failureOf(err)
	switch {
	case known:
		return f.Status
	case errors.Is(err, table.ErrUnknownBoard):
		return http.StatusNotFound
	case errors.Is(err, game.ErrClosed):
		return http.StatusServiceUnavailable
	case errors.Is(err, game.ErrNotYours), errors.Is(err, game.ErrNotOwner), errors.Is(err, game.ErrHiddenDeal):
		return http.StatusForbidden
	case errors.As(err, new(*game.Refusal)), errors.As(err, new(*rules.Refusal)):
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}

// NoticeOf describes an error for the reader; nil if there is none.
func (s *Kernel) NoticeOf(l *page.Localizer, err error) *page.Notice {
	if err == nil {
		return nil
	}
	if f, ok := s.failureOf(err); ok {
		return l.Trouble(f.Key)
	}
	if n := l.Refused(s.Board, err); n != nil {
		return n
	}
	return l.Trouble("page.error.internal")
}

// Fail answers with a status and an error text in the reader's language.
func (s *Kernel) Fail(w http.ResponseWriter, r *http.Request, status int, key string) {
	NoteWhy(w, key)
	b := s.NewBase(r, "", headOf(status))
	s.AnswerNotice(w, r, status, &b, b.Trouble(key))
}

// headOf is the heading of a refusal: only a fault of the program is called one.
func headOf(status int) string {
	if status < http.StatusInternalServerError {
		return "page.refused.title"
	}
	return "page.error.title"
}

// RetryAfter is the Retry-After of a status, in seconds.
var RetryAfter = map[int]string{http.StatusTooManyRequests: "60", http.StatusServiceUnavailable: "10"}

var markup = regexp.MustCompile(`<[^>]*>`)

// AnswerNotice sends a notice: as a page of its own, as a fragment for a script, or to a program.
func (s *Kernel) AnswerNotice(w http.ResponseWriter, r *http.Request, status int, b *Base, n *page.Notice) {
	if wait, ok := RetryAfter[status]; ok && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", wait)
	}
	if s.RefuseProgram != nil && strings.HasPrefix(r.URL.Path, "/api/") { // refused before it came there
		code := strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "_")
		s.RefuseProgram(w, status, code, html.UnescapeString(markup.ReplaceAllString(string(n.Text), "")))
		return
	}
	if WantsFrames(r) {
		said := n.HTML()
		if b.SignIn != "" {
			said += template.HTML(` <a href="`+template.HTMLEscapeString(b.SignIn)+`">`) + b.T("people.in.go") + `</a>`
		}
		s.SendJSON(w, r, status, struct { // as frames, without any
			N      int           `json:"n"`
			Frames []struct{}    `json:"frames"`
			Notice template.HTML `json:"notice,omitempty"`
		}{Notice: said})
		return
	}
	m := &Message{Base: *b, Head: headOf(status), Text: n.HTML(), Lobby: status == http.StatusNotFound}
	switch {
	case status == http.StatusNotFound:
		m.Head = "page.error.not_found"
	case b.SignIn != "":
		m.Head = "people.in.title"
	case RetryAfter[status] != "":
		m.Head = "page.error.later"
		if m.Form = again(r); r.Method == http.MethodGet {
			m.Again = r.URL.RequestURI()
		} else if r.PostForm.Has("commitment") {
			m.Scripts = append(m.Scripts, "js/contribute.js")
		}
	}
	s.Show(w, r, status, "message", m)
}

// Fault logs a server-side failure of a request. A connection closed by the
// visitor is not logged.
func (s *Kernel) Fault(r *http.Request, what string, err error) {
	if r.Context().Err() == nil {
		s.LogOf(r).Error(what, "route", r.Pattern, "err", err)
	}
}

// unknown answers requests that match no route: 404, or 405 if the address
// exists for other methods. Where only forms are sent to, a browser may still ask
// for what was answered, as for a restored tab: it is led to the form's page.
func (s *Kernel) unknown(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		allowed := methodsAt(mux, r)
		if len(allowed) == 0 {
			s.Fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		if !WantsFrames(r) && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			http.Redirect(w, r, pageAbove(mux, r), http.StatusSeeOther)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		s.Fail(w, r, http.StatusMethodNotAllowed, "page.error.method")
	}
}

// pageAbove is the nearest address above that of a request that is a page.
func pageAbove(mux *http.ServeMux, r *http.Request) string {
	probe := *r
	probe.Method = http.MethodGet
	for at := r.URL.EscapedPath(); ; {
		at = at[:max(strings.LastIndexByte(at, '/'), 0)]
		u, err := url.Parse(at)
		if at == "" || err != nil {
			return "/"
		}
		probe.URL = u
		if _, pattern := mux.Handler(&probe); pattern != anyRoute {
			return OwnPath(at)
		}
	}
}

// methodsAt lists the methods that the address of a request accepts.
func methodsAt(mux *http.ServeMux, r *http.Request) (out []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		probe := *r
		probe.Method = method
		if _, pattern := mux.Handler(&probe); pattern != anyRoute {
			out = append(out, method)
		}
	}
	return out
}

// Brief is the beginning of an error's text: it may quote the file, which
// anyone can write.
func Brief(why string) string {
	const most = 300
	if r := []rune(why); len(r) > most {
		return string(r[:most]) + "…"
	}
	return why
}
