package accounts

import (
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/people"
	"ruhr/internal/people/settings"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// signPage is the form to sign in or up.
type signPage struct {
	kernel.Base
	Name     string
	Guest    bool // this browser holds tables that could move to the account
	Bring    bool
	Closed   bool // no new accounts
	Invited  bool // new accounts need an invitation
	Invite   string
	Back     string // the page to go to afterwards, "" for the usual one
	MinName  int
	MaxName  int
	MinWords int
	// PasskeyHost is where the browser may use passkeys, "" for nowhere.
	PasskeyHost string
}

func (s *Accounts) signPage(r *http.Request, title string) *signPage {
	p := &signPage{Base: s.NewBase(r, "account", title), Closed: s.people.Registration == people.Closed, Invited: s.people.Registration == people.Invited, Name: r.PostForm.Get("name"), Bring: r.PostForm.Has("bring"),
		MinName: people.MinName, MaxName: people.MaxName, MinWords: people.MinPassword}
	p.Invite = r.PostForm.Get("invite")
	if p.PasskeyHost = siteOf(r).HostPort(); p.PasskeyHost != "" {
		p.Scripts = append(p.Scripts, "js/passkey.js")
	}
	if back := r.FormValue("back"); back != "" {
		p.Back = kernel.OwnPath(back)
	}
	if secret := kernel.GuestOf(r); secret != "" {
		p.Guest = s.HoldsAny(r, secret)
	}
	return p
}

// account shows the account of a signed-in visitor, or the form to sign in.
func (s *Accounts) account(w http.ResponseWriter, r *http.Request) {
	if kernel.PersonOf(r) == nil {
		w.Header().Set("Referrer-Policy", "strict-origin") // where it leads back to may be secret
		s.Show(w, r, http.StatusOK, "signin", s.signPage(r, "people.in.title"))
		return
	}
	if back := r.FormValue("back"); back != "" { // signed in elsewhere meanwhile
		http.Redirect(w, r, kernel.OwnPath(back), http.StatusSeeOther)
		return
	}
	var n *page.Notice
	if r.URL.Query().Get("done") == "recovered" {
		n = &page.Notice{Text: kernel.LocalizerOf(r).T("people.recover.done")}
	}
	s.showAccount(w, r, http.StatusOK, n)
}

// changePassword leads password managers to where a password is changed.
func (s *Accounts) changePassword(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/account", http.StatusFound)
}

func (s *Accounts) signUpPage(w http.ResponseWriter, r *http.Request) {
	p := s.signPage(r, "people.up.title")
	p.Invite = kernel.TrimEnd(r.URL.Query().Get("invite"))
	w.Header().Set("Referrer-Policy", "strict-origin") // the code stays here
	s.Show(w, r, http.StatusOK, "signup", p)
}

// signUp creates an account and moves the browser's tables to it.
func (s *Accounts) signUp(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	e := people.Entry{
		Name: r.PostForm.Get("name"), Password: r.PostForm.Get("password"), Agent: r.UserAgent(),
		Guest: kernel.GuestOf(r), Settings: kernel.ReadSettings(r).OfNobody().Encode(), Invite: kernel.TrimEnd(r.PostForm.Get("invite")), Passkey: answerOf(r),
	}
	var p *people.Person
	var secret string
	err := errAccounts
	if s.Limits.May(fair.SignUp, kernel.CallerOf(r).Address, "") {
		err = s.hashed(r, func() (err error) {
			p, secret, err = s.people.SignUp(r.Context(), e)
			return err
		})
	}
	if err != nil {
		s.refuseSign(w, r, "signup", "people.up.title", err)
		return
	}
	s.security(r, "signed up", p)
	s.enter(w, r, p, secret)
	http.Redirect(w, r, backOr(r, "/account"), http.StatusSeeOther)
}

// errAccounts: too many accounts were asked for.
var errAccounts = errors.New("too many accounts")

// signIn signs this browser in. Its tables move to the account only if asked
// for: the browser may be somebody else's.
func (s *Accounts) signIn(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	e := people.Entry{Name: r.PostForm.Get("name"), Password: r.PostForm.Get("password"), Agent: r.UserAgent(), Passkey: answerOf(r)}
	if r.PostForm.Has("bring") {
		e.Guest = kernel.GuestOf(r)
	}
	p, secret, err := s.signInWith(r, e)
	if err != nil {
		s.refuseSign(w, r, "signin", "people.in.title", err)
		return
	}
	how := "password"
	if e.Passkey.Response != "" {
		how = "passkey"
	}
	s.security(r, "signed in", p, "by", how)
	s.enter(w, r, p, secret)
	http.Redirect(w, r, backOr(r, "/tables"), http.StatusSeeOther)
}

// refuseSign shows the sign-in or sign-up form again with the error.
func (s *Accounts) refuseSign(w http.ResponseWriter, r *http.Request, form, title string, err error) {
	p := s.signPage(r, title)
	status := s.StatusOf(err)
	if status >= http.StatusInternalServerError && !errors.Is(err, fair.ErrBusy) {
		s.Refuse(w, r, err)
		return
	}
	kernel.NoteWhy(w, s.Reason(err))
	if wait := kernel.RetryAfter[status]; wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	p.Notice = s.NoticeOf(p.Localizer, err)
	s.Show(w, r, status, form, p)
}

// accountPage is the account of a signed-in visitor.
type accountPage struct {
	kernel.Base
	Since    string
	Sessions []sessionLine
	proofs
	Tokens   []tokenLine
	Token    string // just made, "" for none
	MaxToken int    // characters in a token's name
	Program  bool   // a program holds the account
	// TokensFull and KeysFull say that there are as many as may be.
	TokensFull, KeysFull bool
	MinWords             int
	Typed                url.Values // of a form that was refused
}

// proofs are what somebody can prove with that they are still there.
type proofs struct {
	Keys     []passkeyLine
	Password bool // the account has one
	// PasskeyHost is where the browser may use passkeys, "" for nowhere.
	PasskeyHost string
}

// sessionLine is a signed-in browser with the day it was last used, in ISO form
// and in words.
type sessionLine struct {
	people.Session
	Day, SeenOn string
}

// person returns who is signed in. If nobody is, it has responded.
func (s *Accounts) person(w http.ResponseWriter, r *http.Request) *people.Person {
	p := kernel.PersonOf(r)
	if p == nil {
		s.Refuse(w, r, people.ErrSignedOut)
	}
	return p
}

func (s *Accounts) showAccount(w http.ResponseWriter, r *http.Request, status int, notice *page.Notice) {
	s.showAccountWith(w, r, status, notice, "")
}

// showAccountWith shows the account with a new access token.
func (s *Accounts) showAccountWith(w http.ResponseWriter, r *http.Request, status int, notice *page.Notice, token string) {
	who := kernel.PersonOf(r)
	p := &accountPage{Base: s.NewBase(r, "account", "people.account.title"), MinWords: people.MinPassword, Token: token, MaxToken: people.MaxTokenName, Program: who.Program}
	p.Notice = notice
	if status != http.StatusOK {
		p.Typed = r.PostForm
	}
	p.Since = p.Printer.Date(time.UnixMilli(who.Created))
	list, err := s.people.Sessions(r.Context(), who)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	for _, n := range list {
		p.Sessions = append(p.Sessions, sessionLine{n, p.Printer.Day(n.Seen), p.Printer.Moment(n.Seen)})
	}
	if err := s.addProofs(r, &p.Base, &p.proofs, who); err != nil {
		s.Refuse(w, r, err)
		return
	}
	if p.Tokens, err = s.tokenLines(r, p.Localizer, who); err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.TokensFull, p.KeysFull = len(p.Tokens) >= people.MaxTokens, len(p.Keys) >= people.MaxPasskeys
	s.Show(w, r, status, "account", p)
}

// addProofs adds to a page what its person can sign in with.
func (s *Accounts) addProofs(r *http.Request, b *kernel.Base, p *proofs, who *people.Person) error {
	p.Password = who.Password != ""
	if p.PasskeyHost = siteOf(r).HostPort(); p.PasskeyHost != "" {
		b.Scripts = append(b.Scripts, "js/passkey.js")
	}
	keys, err := s.people.Passkeys(r.Context(), who)
	for _, k := range keys {
		p.Keys = append(p.Keys, passkeyLine{k, b.Printer.Moment(k.Created), b.Printer.Moment(k.Seen)})
	}
	return err
}

// signOut ends the session of this browser.
func (s *Accounts) signOut(w http.ResponseWriter, r *http.Request) {
	if p := kernel.PersonOf(r); p != nil {
		if err := s.people.SignOut(r.Context(), p); err != nil {
			s.Refuse(w, r, err)
			return
		}
		s.security(r, "signed out", p)
	}
	s.leave(w, r)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// endSessions ends one of a person's sessions, or all but this one.
func (s *Accounts) endSessions(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil {
		return
	}
	end := func() error { return s.people.End(r.Context(), p, r.PostForm.Get("session")) }
	if r.PostForm.Has("others") {
		end = func() error {
			_, err := s.people.EndOthers(r.Context(), p)
			return err
		}
	}
	if err := end(); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.security(r, "sessions ended", p)
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}

// setPassword changes a person's password; other browsers are signed out.
func (s *Accounts) setPassword(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil || !s.Parse(w, r) {
		return
	}
	proof := proofOf(r, "old")
	what, said, do := "password changed", "people.password.changed", func() error {
		return s.people.SetPassword(r.Context(), p, proof, r.PostForm.Get("password"))
	}
	dropped := r.PostForm.Get("do") == "drop"
	if dropped {
		what, said, do = "password removed", "people.password.dropped", func() error { return s.people.DropPassword(r.Context(), p, proof) }
	}
	if err := s.checked(r, p, do); err != nil {
		s.refuseAccount(w, r, err)
		return
	}
	s.security(r, what, p)
	if p.Password = what; dropped { // all that the page needs is whether there is one
		p.Password = ""
	}
	s.showAccount(w, r, http.StatusOK, &page.Notice{Text: kernel.LocalizerOf(r).T(said)})
}

// checked performs an action that needs the password, within the limit of tries
// of the session.
func (s *Accounts) checked(r *http.Request, p *people.Person, do func() error) error {
	session := hex.EncodeToString(p.Session[:])
	return s.try(fair.TryOwn("session "+session), func() error { return s.hashed(r, do) })
}

func (s *Accounts) refuseAccount(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, people.ErrSignedOut) { // meanwhile
		s.Refuse(w, r, err)
		return
	}
	l := kernel.LocalizerOf(r)
	kernel.NoteWhy(w, s.Reason(err))
	s.showAccount(w, r, s.StatusOf(err), s.noticeOfProof(l, err))
}

// noticeOfProof describes an error of somebody who is signed in: they gave no name.
func (s *Accounts) noticeOfProof(l *page.Localizer, err error) *page.Notice {
	if errors.Is(err, people.ErrWrong) {
		return l.Trouble("people.error.wrong_password")
	}
	return s.NoticeOf(l, err)
}

// deletePage asks for confirmation before an account is deleted.
func (s *Accounts) deletePage(w http.ResponseWriter, r *http.Request) {
	if s.person(w, r) != nil {
		s.showDelete(w, r, http.StatusOK, nil)
	}
}

func (s *Accounts) showDelete(w http.ResponseWriter, r *http.Request, status int, notice *page.Notice) {
	p := &accountPage{Base: s.NewBase(r, "account", "people.delete.title")}
	p.Notice = notice
	if err := s.addProofs(r, &p.Base, &p.proofs, kernel.PersonOf(r)); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Show(w, r, status, "goodbye", p)
}

// deleteAccount deletes an account: its name is removed from its seats, and
// the games stay.
func (s *Accounts) deleteAccount(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil || !s.Parse(w, r) {
		return
	}
	err := s.checked(r, p, func() error { return s.people.Prove(r.Context(), p, proofOf(r, "password")) })
	if err == nil {
		err = s.people.Delete(r.Context(), p, game.Nameless, func(at people.Sat, as func(string) string) error {
			if at.Held {
				return s.Service.Forget(r.Context(), at.Table, at.Seat, s.StandIns()[0], as)
			}
			return s.Service.Redact(r.Context(), at.Table, at.Seat, as)
		})
	}
	if err != nil {
		l := kernel.LocalizerOf(r)
		kernel.NoteWhy(w, s.Reason(err))
		s.showDelete(w, r, s.StatusOf(err), s.noticeOfProof(l, err))
		return
	}
	s.security(r, "account deleted", p)
	s.leave(w, r)
	b := s.NewBase(r, "", "people.delete.done")
	b.Me = ""
	s.Show(w, r, http.StatusOK, "message", &kernel.Message{Base: b, Head: "people.delete.done", Text: b.T("people.delete.gone")})
}

// security logs an action on an account.
func (s *Accounts) security(r *http.Request, what string, p *people.Person, more ...any) {
	s.LogOf(r).Info(what, append([]any{"account", table.ShortID(p.ID), "from", kernel.CallerOf(r).Address}, more...)...)
}

// enter signs a browser in, which the account knows from now on, and out of any other
// account, and applies the person's settings.
func (s *Accounts) enter(w http.ResponseWriter, r *http.Request, p *people.Person, secret string) {
	if old := kernel.PersonOf(r); old != nil {
		if err := s.people.SignOut(r.Context(), old); err != nil {
			s.Fault(r, "session of the person before", err)
		}
	}
	s.SetCookie(w, r, kernel.SessionCookie, secret)
	if known, err := s.people.Remember(r.Context(), kernel.Cookie(r, kernel.KnownCookie), p); err == nil {
		s.SetCookie(w, r, kernel.KnownCookie, known)
	} else {
		s.Fault(r, "what a browser is known by", err)
	}
	if p.Settings != "" {
		s.SetCookie(w, r, kernel.SettingsCookie, p.Settings)
	}
}

// try is fair.Limits.Try: what counts is a wrong password, passkey or code.
func (s *Accounts) try(as fair.Try, do func() error) error {
	return s.Limits.Try(as, do, func(err error) bool {
		return errors.Is(err, people.ErrWrong) || errors.Is(err, people.ErrPasskey) || errors.Is(err, people.ErrCode)
	})
}

// leave signs a browser out. Until it is closed it remembers that it was signed in, so
// that its other pages, which were made before, can be told why they are refused.
func (s *Accounts) leave(w http.ResponseWriter, r *http.Request) {
	s.DropCookie(w, r, kernel.SessionCookie)
	s.SetCookieFor(w, r, kernel.SessionCookie, kernel.SignedOut, 0)
	s.SetCookie(w, r, kernel.SettingsCookie, settings.Settings{Lang: kernel.ReadSettings(r).Lang}.Encode())
}

// backOr is the page that a form leads back to, or another where it names none.
func backOr(r *http.Request, usual string) string {
	if back := r.PostForm.Get("back"); back != "" {
		return kernel.OwnPath(back)
	}
	return usual
}
