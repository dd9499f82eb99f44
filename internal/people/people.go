// Package people manages accounts, with a name and a password or
// passkeys, and the browsers that are signed in to them. Nobody needs an account to play; it
// makes a person's seats and settings available on all their devices.
//
// At tables an account holds its seats like a browser does, under a name that
// no browser's secret can have ([Person.Holder]).
//
// Signing in tells nobody whether an account exists: an unknown name is refused
// like a wrong password, and after as long. Signing up does tell that a name is
// taken; names are public.
package people

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"ruhr/internal/store"
)

// Why something is refused; compare with errors.Is.
var (
	// ErrBadName: a name has MinName to MaxName letters and digits, with single
	// signs between them.
	ErrBadName = errors.New("not a name")
	// ErrTaken: the name belongs to somebody else, or looks as if it did.
	ErrTaken = errors.New("name taken")
	// ErrBadPassword: a password has MinPassword to MaxPassword characters and is
	// not the name.
	ErrBadPassword = errors.New("not a password")
	// ErrCommon: the password is among the first that would be guessed.
	ErrCommon = errors.New("a common password")
	// ErrWrong: no account has this name and this password.
	ErrWrong = errors.New("wrong name or password")
	// ErrSignedOut: the browser is not signed in, or no longer.
	ErrSignedOut = store.ErrSignedOut
	// ErrNoInvite: new accounts need an invitation, and this is none, or no longer.
	ErrNoInvite = errors.New("no such invitation")
	// ErrClosed: no new accounts are created here.
	ErrClosed = errors.New("no new accounts")
)

const (
	// Idle is how long an unused session lasts.
	Idle = 90 * 24 * time.Hour
	// seenEvery is how precisely a session's last use is recorded.
	seenEvery = time.Hour
)

// Store is what a Service keeps: accounts, and what they hold.
type Store interface {
	store.Accounts
	store.Accesses
	store.Invites
	store.Passkeys
	store.Holdings
	store.Secrets
}

// Registration is who may create an account.
type Registration string

// Who may create an account.
const (
	Open    Registration = "open"    // everybody
	Invited Registration = "invited" // who has an invitation
	Closed  Registration = "closed"  // nobody; existing accounts still work
)

// Options of a Service. Store is required.
type Options struct {
	Store Store
	// Registration is who may create an account; "" is Open.
	Registration Registration
	// Clock is the time; nil is time.Now.
	Clock func() time.Time
}

// Service manages the accounts. Its methods may be called concurrently.
type Service struct {
	Options
	passwords *hasher
	seals     store.KeptSecret // texts are signed with it
}

// New makes a service.
func New(o Options) (*Service, error) {
	if o.Store == nil {
		return nil, errors.New("people: Options must have Store")
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Service{Options: o, passwords: newHasher(usual, HashesAtOnce)}, nil
}

// Mark returns 8 hex digits that tell the servers of this database from others. They
// are no secret.
func (s *Service) Mark(ctx context.Context) (string, error) {
	secret, err := s.Store.Secret(ctx, "cookies", store.NewID())
	hash := store.HashOf(secret)
	return hex.EncodeToString(hash[:4]), err
}

// Account is an account as it is stored.
type Account = store.Account

// Person is somebody who is signed in.
type Person = store.Person

// Entry is what somebody enters to sign up or in.
type Entry struct {
	Name, Password string
	Agent          string // the browser's User-Agent header
	Guest          string // secret of a browser whose seats move to the account; "" for none
	Settings       string // of a new account
	Invite         string // code of an invitation, to sign up with
	Passkey        Answer // instead of the password
}

// SignUp makes an account and signs its browser in. The secret is for the
// browser's cookie. Errors: ErrClosed, ErrNoInvite, ErrBadName, ErrBadPassword,
// ErrCommon, ErrPasskey, ErrTaken.
func (s *Service) SignUp(ctx context.Context, e Entry) (p *Person, secret string, err error) {
	if s.Registration == Closed {
		return nil, "", ErrClosed
	}
	n, err := readName(e.Name)
	if err != nil {
		return nil, "", err
	}
	a := store.Account{ID: store.NewID(), Created: s.now(), Name: n.shown, Key: n.key, Settings: e.Settings}
	fresh := store.NewAccount{Looks: n.looks}
	if e.Passkey.Response != "" {
		k, t, err := s.register(ctx, e.Passkey, ToSignUp, Agent(e.Agent))
		if err != nil {
			return nil, "", err
		}
		spent := t.spent()
		a.ID, fresh.Keys, fresh.Spends = k.Account, []store.Passkey{k}, &spent
	} else {
		password, err := readPassword(e.Password, n.shown)
		if err != nil {
			return nil, "", err
		}
		if a.Password, err = s.passwords.hash(ctx, password); err != nil {
			return nil, "", err
		}
	}
	if fresh.Account = a; s.Registration == Invited {
		code := store.HashOf(tidyCode(e.Invite))
		fresh.Invite = &code
	}
	if e.Guest != "" {
		guest := store.HashOf(e.Guest)
		fresh.Guest = &guest
	}
	secret, fresh.Session = s.session(a, e)
	switch err = s.Store.SignUp(ctx, fresh); {
	case errors.Is(err, store.ErrExists):
		return nil, "", ErrTaken
	case errors.Is(err, store.ErrNoInvite):
		return nil, "", ErrNoInvite
	case errors.Is(err, store.ErrSpent):
		return nil, "", ErrPasskey
	case err != nil:
		return nil, "", err
	}
	return &Person{Account: a, Session: fresh.Session.Hash}, secret, nil
}

// Invite makes an invitation for one new account that expires after a time, and
// returns its code.
func (s *Service) Invite(ctx context.Context, expires time.Duration) (code string, err error) {
	code = store.NewID()
	return code, s.Store.AddInvite(ctx, store.HashOf(code), s.now(), s.now()+expires.Milliseconds())
}

// tidyCode drops the spaces that come along when a code is copied.
func tidyCode(code string) string { return strings.TrimSpace(code) }

// SignIn signs a browser in. The secret is for its cookie. Errors: ErrWrong.
func (s *Service) SignIn(ctx context.Context, e Entry) (p *Person, secret string, err error) {
	a, err := s.Store.AccountByKey(ctx, Key(e.Name))
	if err != nil && !errors.Is(err, store.ErrNoAccount) {
		return nil, "", err
	}
	if err := s.check(ctx, a, e.Password); err != nil {
		return nil, "", err
	}
	if a.Banned != 0 {
		return nil, "", ErrWrong
	}
	return s.enter(ctx, a, e)
}

// check fails with ErrWrong unless an account has a password. It takes as long
// for an account that does not exist.
func (s *Service) check(ctx context.Context, a Account, password string) error {
	password, bad := tidyPassword(password)
	ok, err := s.passwords.verify(ctx, a.Password, password)
	if err != nil {
		return err
	}
	if !ok || bad != nil {
		return ErrWrong
	}
	return nil
}

// enter starts a session and moves a guest's places to the account. Errors: ErrWrong if
// the account has another password meanwhile.
func (s *Service) enter(ctx context.Context, a Account, e Entry) (*Person, string, error) {
	secret, session := s.session(a, e)
	err := replaced(s.Store.StartSession(ctx, session, a.Password))
	if err == nil && e.Guest != "" {
		err = s.Store.MovePlaces(ctx, store.HashOf(e.Guest), store.HashOf(a.Holder()))
	}
	if err != nil {
		return nil, "", err
	}
	return &Person{Account: a, Session: session.Hash}, secret, nil
}

// session is a new one of an account, with the secret for the browser's cookie.
func (s *Service) session(a Account, e Entry) (secret string, n store.Session) {
	secret = store.NewID()
	now := s.now()
	return secret, store.Session{Hash: store.HashOf(secret), Account: a.ID, Agent: Agent(e.Agent), Created: now, Seen: now}
}

// Signed returns who is signed in with a browser's secret. Errors: ErrSignedOut.
func (s *Service) Signed(ctx context.Context, secret string) (*Person, error) {
	if !store.ValidID(secret) {
		return nil, ErrSignedOut
	}
	session, a, err := s.Store.Session(ctx, store.HashOf(secret))
	if errors.Is(err, store.ErrNoSession) {
		return nil, ErrSignedOut
	}
	if err != nil {
		return nil, err
	}
	if a.Banned != 0 {
		return nil, ErrSignedOut
	}
	switch idle := time.Duration(s.now()-session.Seen) * time.Millisecond; {
	case idle > Idle:
		err = s.Store.EndSession(ctx, a.ID, session.Hash)
		if err == nil || errors.Is(err, store.ErrNoSession) {
			err = ErrSignedOut
		}
		return nil, err
	case idle > seenEvery:
		err = s.Store.SeeSession(ctx, session.Hash, s.now())
		if errors.Is(err, store.ErrNoSession) {
			return nil, ErrSignedOut
		}
		if err != nil && !store.Unwritable(err) { // a full disk must not sign people out
			return nil, err
		}
	}
	return &Person{Account: a, Session: session.Hash}, nil
}

// Session is a browser in which a person is signed in.
type Session struct {
	ID      string    `json:"-"`       // to end it by; no secret
	Agent   string    `json:"browser"` // a short description of the browser, "" if unknown
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	This    bool      `json:"-"` // this is the browser that asks
}

// SignOut ends a person's session in this browser.
func (s *Service) SignOut(ctx context.Context, p *Person) error {
	return s.End(ctx, p, hex.EncodeToString(p.Session[:]))
}

// Sessions lists where a person is signed in, the browser used last first.
func (s *Service) Sessions(ctx context.Context, p *Person) ([]Session, error) {
	list, err := s.Store.Sessions(ctx, p.ID)
	out := []Session{}
	for _, n := range list {
		out = append(out, Session{hex.EncodeToString(n.Hash[:]), n.Agent, moment(n.Created), moment(n.Seen), n.Hash == p.Session})
	}
	return out, err
}

// End ends one of a person's sessions, if it exists.
func (s *Service) End(ctx context.Context, p *Person, session string) error {
	return endBy(session, store.ErrNoSession, func(hash store.Hash) error { return s.Store.EndSession(ctx, p.ID, hash) })
}

// EndOthers ends all of a person's sessions but this one and says how many.
func (s *Service) EndOthers(ctx context.Context, p *Person) (int, error) {
	return s.Store.EndSessions(ctx, p.ID, p.Session)
}

// SetPassword gives a person another password and ends all other sessions.
// Errors: ErrWrong and ErrPasskey for the proof, ErrBadPassword, ErrCommon, ErrSignedOut.
func (s *Service) SetPassword(ctx context.Context, p *Person, proof Proof, password string) error {
	password, err := readPassword(password, p.Name)
	if err != nil {
		return err
	}
	if err := s.Prove(ctx, p, proof); err != nil {
		return err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return replaced(s.Store.SetPassword(ctx, *p, hash))
}

// replaced is ErrWrong for the store's error that an account has another password meanwhile.
func replaced(err error) error {
	if errors.Is(err, store.ErrNoAccount) {
		return ErrWrong
	}
	return err
}

// ChangeSettings replaces a person's settings of the pages by what change makes of
// them. Its errors are also those of change.
func (s *Service) ChangeSettings(ctx context.Context, p *Person, change func(settings string) (string, error)) error {
	return s.Store.ChangeSettings(ctx, p.ID, change)
}

// Sat is a seat that a person holds or has held.
type Sat = store.Sat

// Redactor replaces names at a seat in all that is shown and stored of its table:
// as returns what a name becomes, the same for one that stays.
type Redactor func(at Sat, as func(name string) string) error

// Delete removes a person, who should have proven to be there. It first has their
// names at the seats they have or had replaced by one; if that fails the account
// stays, so that it can be tried again.
func (s *Service) Delete(ctx context.Context, p *Person, nameless string, redact Redactor) error {
	for {
		seats, err := s.redact(ctx, p.Account, nameless, true, redact)
		if err != nil {
			return err
		}
		err = s.Store.DeleteAccount(ctx, p.ID, seats...)
		if !errors.Is(err, store.ErrStale) { // else another browser or program of theirs has sat down meanwhile
			return err
		}
	}
}

// redact has names at an account's seats replaced by one: those that look like
// the account's, or all of them, but for seats that somebody else has now.
func (s *Service) redact(ctx context.Context, a Account, by string, all bool, redact Redactor) ([]Sat, error) {
	seats, err := s.Store.Sat(ctx, store.HashOf(a.Holder()))
	if err != nil {
		return nil, err
	}
	for _, at := range seats {
		as := func(name string) string {
			if all && (at.Held || at.Alone) || looksLike(name, a.Name) {
				return by
			}
			return name
		}
		if err := redact(at, as); err != nil && !errors.Is(err, store.ErrNoTable) {
			return nil, fmt.Errorf("replace a name at a table: %w", err)
		}
	}
	return seats, nil
}

func (s *Service) now() int64 { return s.Clock().UnixMilli() }
