// Package accounts serves what people do with their accounts, and lets programs play for
// them. It is not compiled for browsers, where nobody signs in.
package accounts

import (
	"net/http"
	"time"

	"ruhr/internal/api"
	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/tournament/director"
	"ruhr/internal/web/kernel"
)

// Config is what the accounts need; all of it is required.
type Config struct {
	People   *people.Service
	Notices  *notice.Service
	Chat     *chat.Service
	Live     live.Live
	Director *director.Service // of tournaments, for programs
	Circles  *circle.Service
}

// Accounts is the state shared by the handlers.
type Accounts struct {
	*kernel.Kernel
	people   *people.Service
	notices  *notice.Service
	chat     *chat.Service
	live     live.Live
	director *director.Service
	circles  *circle.Service
	Hashing  *fair.Queue // of passwords
	// recoveries has those who are being sent a mail to set a new password.
	recoveries chan struct{}
}

// Passwords are hashed in turns of the addresses.
const (
	hashesWaiting = 2 // of an address
	hashWait      = 5 * time.Second
)

// Mails to set a new password that are sent at once; more are not sent.
const recoveriesAtOnce = 8

// Room adds the accounts, and the operations for programs, to a site.
func (c Config) Room(k *kernel.Kernel) kernel.Handlers { return New(k, c).Routes() }

// New makes the accounts of a site.
func New(k *kernel.Kernel, c Config) *Accounts {
	k.Explain(accountFailures...)
	return &Accounts{
		Kernel: k, people: c.People, notices: c.Notices, chat: c.Chat, live: c.Live, director: c.Director, circles: c.Circles,
		Hashing: fair.NewQueueOf(people.HashesAtOnce, hashesWaiting, hashWait), recoveries: make(chan struct{}, recoveriesAtOnce),
	}
}

// accountFailures are those of accounts and notices.
var accountFailures = []kernel.Failure{
	{Err: people.ErrBadName, Status: http.StatusUnprocessableEntity, Key: "people.error.name"},
	{Err: people.ErrTaken, Status: http.StatusConflict, Key: "people.error.taken"},
	{Err: people.ErrBadPassword, Status: http.StatusUnprocessableEntity, Key: "people.error.password"},
	{Err: people.ErrCommon, Status: http.StatusUnprocessableEntity, Key: "people.error.common"},
	{Err: people.ErrWrong, Status: http.StatusForbidden, Key: "people.error.wrong"},
	{Err: people.ErrNobody, Status: http.StatusNotFound, Key: "people.error.nobody"},
	{Err: people.ErrNoInvite, Status: http.StatusForbidden, Key: "people.error.invite"},
	{Err: people.ErrClosed, Status: http.StatusForbidden, Key: "people.error.closed"},
	{Err: people.ErrPasskey, Status: http.StatusForbidden, Key: "people.error.passkey"},
	{Err: people.ErrKnownPasskey, Status: http.StatusConflict, Key: "people.error.known_passkey"},
	{Err: people.ErrManyPasskeys, Status: http.StatusConflict, Key: "people.error.passkeys"},
	{Err: people.ErrLastWay, Status: http.StatusConflict, Key: "people.error.last_way"},
	{Err: people.ErrCode, Status: http.StatusNotFound, Key: "people.error.code"},
	{Err: people.ErrBadTokenName, Status: http.StatusUnprocessableEntity, Key: "people.error.token"},
	{Err: people.ErrManyTokens, Status: http.StatusConflict, Key: "people.error.tokens"},
	{Err: notice.ErrAddress, Status: http.StatusUnprocessableEntity, Key: "notice.error.address"},
	{Err: notice.ErrHook, Status: http.StatusUnprocessableEntity, Key: "notice.error.hook"},
	{Err: notice.ErrPush, Status: http.StatusUnprocessableEntity, Key: "notice.error.push"},
	{Err: notice.ErrHour, Status: http.StatusUnprocessableEntity, Key: "notice.error.hour"},
	{Err: notice.ErrZone, Status: http.StatusUnprocessableEntity, Key: "notice.error.hour"},
	{Err: notice.ErrNoMail, Status: http.StatusConflict, Key: "notice.mail.none"},
	{Err: notice.ErrMany, Status: http.StatusConflict, Key: "notice.error.many"},
	{Err: notice.ErrManyMails, Status: http.StatusTooManyRequests, Key: "page.error.many"},
	{Err: notice.ErrNoChannel, Status: http.StatusNotFound, Key: "notice.error.channel"},
	{Err: notice.ErrLink, Status: http.StatusNotFound, Key: "notice.error.link"},
	{Err: notice.ErrFailed, Status: http.StatusBadGateway, Key: "notice.error.failed"},
	{Err: errAccounts, Status: http.StatusTooManyRequests, Key: "page.error.many"},
	{Err: fair.ErrTries, Status: http.StatusTooManyRequests, Key: "people.error.tries"},
}

func (s *Accounts) Routes() kernel.Handlers {
	return kernel.Handlers{
		"GET /.well-known/change-password": s.changePassword,
		"GET /forget":                      s.Queued(s.forgetPage),
		"POST /forget":                     s.Queued(s.forget),
		"GET /people/{name}":               s.Queued(s.profile),
		"GET /account":                     s.Queued(s.account),
		"GET /account/new":                 s.Queued(s.signUpPage),
		"POST /account/new":                s.signUp,
		"POST /account/in":                 s.signIn,
		"POST /account/out":                s.Queued(s.signOut),
		"POST /account/sessions":           s.Queued(s.endSessions),
		"POST /account/password":           s.setPassword,
		"POST /account/passkeys":           s.passkeys,
		"POST /account/passkeys/ask":       s.askPasskey,
		"GET /account/recover":             s.Queued(s.askRecovery),
		"POST /account/recover":            s.sendRecovery,
		"GET /account/recover/{code}":      s.Queued(s.newPassword),
		"POST /account/recover/{code}":     s.setRecovered,
		"POST /account/tokens":             s.Queued(s.tokens),
		"POST /account/program":            s.Queued(s.program),
		"GET /account/export":              s.Queued(s.exportAccount),
		"GET /account/notices":             s.Queued(s.noticesPage),
		"POST /account/notices":            s.setNotices,
		"GET /account/delete":              s.Queued(s.deletePage),
		"POST /account/delete":             s.deleteAccount,

		"GET /notices/confirm/{id}/{proof}":  s.Queued(s.linked("notice.confirm.", s.confirmable)),
		"POST /notices/confirm/{id}/{proof}": s.Queued(s.linked("notice.confirm.", s.confirm)),
		"GET /notices/stop/{id}/{proof}":     s.Queued(s.linked("notice.stop.", s.stoppable)),
		"POST /notices/stop/{id}/{proof}":    s.Queued(s.linked("notice.stop.", s.stop)),
		"GET /notices/worker.js":             s.worker,
		api.Base + "/":                       s.programs(),
	}
}
