package web

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/rules"
)

// failures maps errors that are not refusals by a table to texts, and to status codes
// where neither statusAtTable nor statusWithOthers has one.
var failures = append([]failure{
	{table.ErrNoTable, 0, "page.error.no_table"},
	{table.ErrNoLink, 0, "page.error.no_link"},
	{table.ErrNoRecord, http.StatusNotFound, "page.open.gone"},
	{table.ErrFull, 0, "page.error.full"},
	{table.ErrGone, 0, "page.error.gone"},
	{table.ErrUnreachable, 0, "page.error.away"},
	{errSessionOver, http.StatusForbidden, "people.session_over"},
	{chat.ErrSilent, 0, "chat.error.silent"},
	{chat.ErrNoRoom, 0, "chat.error.room"},
	{chat.ErrText, 0, "chat.error.text"},
	{chat.ErrNotOwner, 0, "chat.error.owner"},
	{chat.ErrNoNote, 0, "chat.error.note"},
	{chat.ErrOtherNote, 0, "chat.error.changed"},
	{chat.ErrNoMessage, 0, "chat.error.gone"},
	{errNobody, http.StatusForbidden, "chat.error.room"},
	{errTalk, http.StatusTooManyRequests, "chat.error.many"},
	{context.DeadlineExceeded, 0, "page.error.busy"},
	{fair.ErrBusy, http.StatusServiceUnavailable, "page.error.busy"},
}, failuresOfOthers...)

// failure is a row of failures.
type failure struct {
	err    error
	status int
	key    string
}

// errSessionOver: what was asked for needs the account that this browser was signed
// in to, and no longer is.
var errSessionOver = errors.New("session over")

// ofAccounts are the refusals that somebody gets who was entitled before the session
// ended.
var ofAccounts = []error{game.ErrNotYours, game.ErrRatedAccount, chat.ErrNoRoom, chat.ErrNotOwner, errNobody, errSignedOut}

// why is the reason that a reader gets for a refusal: that the session has ended,
// where that is the cause.
func why(r *http.Request, err error) error {
	is := func(kind error) bool { return errors.Is(err, kind) }
	if err != nil && wasSignedIn(r) && slices.ContainsFunc(ofAccounts, is) {
		return errSessionOver
	}
	return err
}

// refuse answers an error with a page, or for a script with a notice.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	err = why(r, err)
	noteWhy(w, reason(err))
	status := statusOf(err)
	b := s.newBase(r, "", headOf(status))
	if status >= http.StatusInternalServerError && !errors.Is(err, game.ErrClosed) && !errors.Is(err, fair.ErrBusy) {
		s.fault(r, "request failed", err)
	}
	if errors.Is(err, errSessionOver) || errors.Is(err, errSignedOut) || errors.Is(err, game.ErrRatedAccount) {
		b.SignIn = signInPath(r)
	}
	n := s.noticeOf(b.Localizer, err)
	if errors.Is(err, game.ErrNoCommitment) && !wantsFrames(r) {
		s.sendAgain(w, r, status, &b, n)
		return
	}
	s.answerNotice(w, r, status, &b, n)
}

// sendAgain answers a form that would have made a table with a page that sends it
// once more, with a fresh commitment.
func (s *server) sendAgain(w http.ResponseWriter, r *http.Request, status int, b *base, n *page.Notice) {
	b.Scripts = append(b.Scripts, "js/contribute.js")
	m := &message{base: *b, Head: "page.error.later", Text: n.HTML(), Form: r.PostForm}
	m.Form.Del("commitment")
	m.Form.Del("contribution")
	s.show(w, r, status, "message", m)
}

// signInPath is the address of the form to sign in, which leads back to the page
// that was asked for, or on which something was pressed.
func signInPath(r *http.Request) string {
	back := r.URL.RequestURI()
	if r.Method != http.MethodGet || wantsFrames(r) {
		from, err := url.Parse(r.Referer())
		if err != nil || from.Path == "" {
			return "/account"
		}
		back = from.RequestURI()
	}
	return "/account?back=" + url.QueryEscape(back)
}

// statusOf returns the HTTP status for an error.
func statusOf(err error) int {
	for _, f := range failures {
		if errors.Is(err, f.err) && f.status != 0 {
			return f.status
		}
	}
	return cmp.Or(statusAtTable(err), statusWithOthers(err), http.StatusInternalServerError)
}

// statusAtTable is the HTTP status of an error of a table, 0 for another.
func statusAtTable(err error) int {
	is := func(kinds ...error) bool {
		return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
	}
	switch {
	case is(table.ErrNoTable, table.ErrNoLink, table.ErrUnknownBoard):
		return http.StatusNotFound
	case is(table.ErrFull, table.ErrGone, table.ErrUnreachable, game.ErrClosed, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	case is(game.ErrNotYours):
		return http.StatusForbidden
	case errors.As(err, new(*game.Refusal)), errors.As(err, new(*rules.Refusal)):
		return http.StatusConflict
	}
	return 0
}

// noticeOf describes an error for the reader; nil if there is none.
func (s *server) noticeOf(l *page.Localizer, err error) *page.Notice {
	if err == nil {
		return nil
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return l.Trouble(f.key)
		}
	}
	if n := l.Refused(s.board, err); n != nil {
		return n
	}
	return l.Trouble("page.error.internal")
}

// fail answers with a status and an error text in the reader's language.
func (s *server) fail(w http.ResponseWriter, r *http.Request, status int, key string) {
	noteWhy(w, key)
	b := s.newBase(r, "", headOf(status))
	s.answerNotice(w, r, status, &b, b.Trouble(key))
}

// headOf is the heading of a refusal: only a fault of the program is called one.
func headOf(status int) string {
	if status < http.StatusInternalServerError {
		return "page.refused.title"
	}
	return "page.error.title"
}

// retryAfter is the Retry-After of a status, in seconds.
var retryAfter = map[int]string{http.StatusTooManyRequests: "60", http.StatusServiceUnavailable: "10"}

// answerNotice sends a notice: as a page of its own, or as a fragment for a
// script.
func (s *server) answerNotice(w http.ResponseWriter, r *http.Request, status int, b *base, n *page.Notice) {
	if wait, ok := retryAfter[status]; ok && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", wait)
	}
	if wantsFrames(r) {
		said := n.HTML()
		if b.SignIn != "" {
			said += template.HTML(` <a href="`+template.HTMLEscapeString(b.SignIn)+`">`) + b.T("people.in.go") + `</a>`
		}
		s.sendJSON(w, r, status, frames{Notice: said})
		return
	}
	m := &message{base: *b, Head: headOf(status), Text: n.HTML(), Lobby: status == http.StatusNotFound}
	switch {
	case status == http.StatusNotFound:
		m.Head = "page.error.not_found"
	case b.SignIn != "":
		m.Head = "people.in.title"
	case retryAfter[status] != "":
		m.Head = "page.error.later"
		if r.Method == http.MethodGet {
			m.Again = r.URL.RequestURI()
		}
	}
	s.show(w, r, status, "message", m)
}

// fault logs a server-side failure of a request. A connection closed by the
// visitor is not logged.
func (s *server) fault(r *http.Request, what string, err error) {
	if r.Context().Err() == nil {
		s.logOf(r).Error(what, "route", r.Pattern, "err", err)
	}
}

// unknown answers requests that match no route: 404, or 405 if the address
// exists for other methods. Where only forms are sent to, a browser may still ask
// for what was answered, as for a restored tab: it is led to the form's page.
func (s *server) unknown(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		allowed := methodsAt(mux, r)
		if len(allowed) == 0 {
			s.fail(w, r, http.StatusNotFound, "page.error.missing")
			return
		}
		if !wantsFrames(r) && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			http.Redirect(w, r, pageAbove(mux, r), http.StatusSeeOther)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		s.fail(w, r, http.StatusMethodNotAllowed, "page.error.method")
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
			return ownPath(at)
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
