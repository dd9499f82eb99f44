//go:build !js

package web

import (
	"context"
	"net/http"
	"time"

	"ruhr/internal/api"
	"ruhr/internal/fair"
	"ruhr/internal/notice"
	"ruhr/internal/people"
)

// What needs other people, or a server that they reach, is not compiled for browsers:
// others_js.go has what stands in its place there.
type (
	person        = people.Person
	peopleService = people.Service
	noticeService = notice.Service
)

// What other files need of the operations for programs.
const (
	apiBase     = api.Base
	apiBodyTime = api.BodyTime
	apiMaxBody  = api.MaxBody
)

// Passwords are hashed in turns of the addresses.
const (
	hashesAtOnce  = people.HashesAtOnce
	hashesWaiting = 2 // of an address
	hashWait      = 5 * time.Second
)

var errSignedOut = people.ErrSignedOut

// statusWithOthers is the HTTP status of an error that is not about a table, 0 for one
// that is not known.
func statusWithOthers(err error) int { return api.StatusOf(err) }

// failuresOfOthers are rows of failures.
var failuresOfOthers = []failure{
	{people.ErrBadName, http.StatusUnprocessableEntity, "people.error.name"},
	{people.ErrTaken, http.StatusConflict, "people.error.taken"},
	{people.ErrBadPassword, http.StatusUnprocessableEntity, "people.error.password"},
	{people.ErrCommon, http.StatusUnprocessableEntity, "people.error.common"},
	{people.ErrWrong, http.StatusForbidden, "people.error.wrong"},
	{people.ErrSignedOut, http.StatusForbidden, "people.error.signed_out"},
	{people.ErrNobody, 0, "people.error.nobody"},
	{people.ErrNoInvite, http.StatusForbidden, "people.error.invite"},
	{people.ErrClosed, http.StatusForbidden, "people.error.closed"},
	{people.ErrPasskey, http.StatusForbidden, "people.error.passkey"},
	{people.ErrKnownPasskey, http.StatusConflict, "people.error.known_passkey"},
	{people.ErrManyPasskeys, http.StatusConflict, "people.error.passkeys"},
	{people.ErrLastWay, http.StatusConflict, "people.error.last_way"},
	{people.ErrCode, http.StatusNotFound, "people.error.code"},
	{people.ErrBadTokenName, http.StatusUnprocessableEntity, "people.error.token"},
	{people.ErrManyTokens, http.StatusConflict, "people.error.tokens"},
	{notice.ErrAddress, 0, "notice.error.address"},
	{notice.ErrHook, 0, "notice.error.hook"},
	{notice.ErrPush, 0, "notice.error.push"},
	{notice.ErrHour, 0, "notice.error.hour"},
	{notice.ErrZone, 0, "notice.error.hour"},
	{notice.ErrNoMail, 0, "notice.mail.none"},
	{notice.ErrMany, 0, "notice.error.many"},
	{notice.ErrNoChannel, 0, "notice.error.channel"},
	{notice.ErrLink, http.StatusNotFound, "notice.error.link"},
	{notice.ErrFailed, 0, "notice.error.failed"},
	{errAccounts, http.StatusTooManyRequests, "page.error.many"},
	{fair.ErrTries, http.StatusTooManyRequests, "people.error.tries"},
}

// cookieMark ends the names of cookies.
func (s *server) cookieMark(ctx context.Context) (string, error) {
	if s.people == nil {
		return "", nil
	}
	mark, err := s.people.Mark(ctx)
	return "-" + mark, err
}

// signed returns who is signed in by a session, nil for nobody.
func (s *server) signed(ctx context.Context, session string) (*person, error) {
	if s.people == nil {
		return nil, nil
	}
	return s.people.Signed(ctx, session)
}

// changeSettingsOf changes the settings in an account.
func (s *server) changeSettingsOf(ctx context.Context, p *person, change func(string) (string, error)) error {
	return s.people.ChangeSettings(ctx, p, change)
}

func (s *server) accountRoutes() handlers {
	return handlers{
		"GET /.well-known/change-password": s.changePassword,
		"GET /forget":                      s.queued(s.forgetPage),
		"POST /forget":                     s.queued(s.forget),
		"GET /people/{name}":               s.queued(s.profile),
		"GET /account":                     s.queued(s.account),
		"GET /account/new":                 s.queued(s.signUpPage),
		"POST /account/new":                s.signUp,
		"POST /account/in":                 s.signIn,
		"POST /account/out":                s.queued(s.signOut),
		"POST /account/sessions":           s.queued(s.endSessions),
		"POST /account/password":           s.setPassword,
		"POST /account/passkeys":           s.passkeys,
		"POST /account/passkeys/ask":       s.askPasskey,
		"GET /account/recover":             s.queued(s.askRecovery),
		"POST /account/recover":            s.sendRecovery,
		"GET /account/recover/{code}":      s.queued(s.newPassword),
		"POST /account/recover/{code}":     s.setRecovered,
		"POST /account/tokens":             s.queued(s.tokens),
		"POST /account/program":            s.queued(s.program),
		"GET /account/export":              s.queued(s.exportAccount),
		"GET /account/notices":             s.queued(s.noticesPage),
		"POST /account/notices":            s.setNotices,
		"GET /account/delete":              s.queued(s.deletePage),
		"POST /account/delete":             s.deleteAccount,

		"GET /notices/confirm/{id}/{proof}":  s.queued(s.linked("notice.confirm.", s.confirmable)),
		"POST /notices/confirm/{id}/{proof}": s.queued(s.linked("notice.confirm.", s.confirm)),
		"GET /notices/stop/{id}/{proof}":     s.queued(s.linked("notice.stop.", s.stoppable)),
		"POST /notices/stop/{id}/{proof}":    s.queued(s.linked("notice.stop.", s.stop)),
		"GET /notices/worker.js":             s.worker,
	}
}
