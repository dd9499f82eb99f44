package people

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	virtual "github.com/descope/virtualwebauthn"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

var here = SiteOf("https://ruhr.example")

// device is somebody's authenticator with one passkey.
type device struct {
	*world
	site Site
	auth virtual.Authenticator
	key  virtual.Credential
}

func (w *world) device() *device {
	return &device{w, here, virtual.NewAuthenticator(), newKey()}
}

// newKey makes a key for a passkey. The library writes coordinates that begin with a
// zero byte one byte short, which no device does, so such keys are thrown away.
func newKey() virtual.Credential {
	const whole = 77 // bytes of a key with two coordinates of 32 each
	for {
		if c := virtual.NewCredential(virtual.KeyTypeEC2); len(c.Key.AttestationData()) == whole {
			return c
		}
	}
}

func (d *device) party() virtual.RelyingParty {
	return virtual.RelyingParty{ID: d.site.Host, Name: "Ruhr", Origin: d.site.Origin}
}

func (d *device) json(q Question) string {
	d.Helper()
	text, err := json.Marshal(q.Options)
	require.NoError(d, err)
	return string(text)
}

// make answers a question for a new passkey.
func (d *device) make(q Question) Answer {
	d.Helper()
	o, err := virtual.ParseAttestationOptions(d.json(q))
	require.NoError(d, err)
	d.auth.Options.UserHandle = []byte(o.UserID)
	return Answer{here, q.Ticket, virtual.CreateAttestationResponse(d.party(), d.auth, d.key, *o)}
}

// use answers a question for a passkey.
func (d *device) use(q Question) Answer {
	d.Helper()
	o, err := virtual.ParseAssertionOptions(d.json(q))
	require.NoError(d, err)
	if d.key.Counter > 0 {
		d.key.Counter++
	}
	return Answer{here, q.Ticket, virtual.CreateAssertionResponse(d.party(), d.auth, d.key, *o)}
}

func (d *device) ask(q Question, err error) Question {
	d.Helper()
	require.NoError(d, err)
	return q
}

func (d *device) signUp(name string) *Person {
	d.Helper()
	q := d.ask(d.AskToSignUp(d.Context(), here, name))
	p, _, err := d.SignUp(d.Context(), Entry{Name: name, Agent: "Firefox/1 Linux", Passkey: d.make(q)})
	require.NoError(d, err)
	return p
}

// signIn answers a question that may be changed first.
func (d *device) signIn(change func(*Answer)) (*Person, error) {
	d.Helper()
	a := d.use(d.ask(d.AskToSignIn(d.Context(), here)))
	if change != nil {
		change(&a)
	}
	p, _, err := d.SignInWithPasskey(d.Context(), Entry{Passkey: a})
	return p, err
}

// confirm proves that a person is there.
func (d *device) confirm(p *Person) Proof {
	d.Helper()
	return Proof{Passkey: d.use(d.ask(d.AskToConfirm(d.Context(), here, p)))}
}

// An account with a passkey alone: nobody opens it with a password.
func TestPasskeyAlone(t *testing.T) {
	w := newWorld(t)
	d := w.device()
	d.key.Counter = 1
	p := d.signUp("Anna")
	require.True(t, p.Name == "Anna" && p.Password == "", "the account is %+v", p.Account)
	for range 2 {
		if got, err := d.signIn(nil); err != nil || got.ID != p.ID {
			t.Fatalf("signed in as %+v, %v", got, err)
		}
	}
	for _, word := range []string{"", good, "password"} {
		_, _, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: word})
		w.want("a password "+word, err, ErrWrong)
	}
	_, err := w.AskToSignUp(t.Context(), here, "anna")
	w.want("the name again", err, ErrTaken)
	_, err = w.AskToSignUp(t.Context(), here, "x")
	w.want("no name", err, ErrBadName)
	w.Registration = Closed
	_, err = w.AskToSignUp(t.Context(), here, "Bert")
	w.want("no new accounts", err, ErrClosed)
}

// The answer for a new account counts once, and not before the account is stored.
func TestPasskeyAnswerStays(t *testing.T) {
	w := newWorld(t)
	d := w.device()
	a := d.make(d.ask(w.AskToSignUp(t.Context(), here, "Anna")))
	w.signUp("Anna")
	for _, c := range []struct {
		name string
		want error
	}{{"Anna", ErrTaken}, {"Bert", nil}, {"Carl", ErrPasskey}} {
		_, _, err := w.SignUp(t.Context(), Entry{Name: c.name, Passkey: a})
		w.want(c.name, err, c.want)
	}
}

// Whatever is wrong with an answer, it is refused alike, and nothing of it counts.
func TestPasskeyRefusals(t *testing.T) {
	w := newWorld(t)
	d, other, stranger := w.device(), w.device(), w.device()
	d.key.Counter = 5
	anna := d.signUp("Anna")
	other.signUp("Bert")

	a := d.use(d.ask(w.AskToSignIn(t.Context(), here)))
	if _, _, err := w.SignInWithPasskey(t.Context(), Entry{Passkey: a}); err != nil {
		t.Fatal(err)
	}
	_, _, err := w.SignInWithPasskey(t.Context(), Entry{Passkey: a})
	w.want("the same answer again", err, ErrPasskey)

	question := w.device().ask(w.AskToSignIn(t.Context(), here))
	for what, change := range map[string]func(*Answer){
		"another question":           func(a *Answer) { a.Ticket = question.Ticket },
		"no question":                func(a *Answer) { a.Ticket = "" },
		"a question of our own":      func(a *Answer) { a.Ticket = "e30." + a.Ticket[strings.Index(a.Ticket, ".")+1:] },
		"another site":               func(a *Answer) { a.Site = SiteOf("https://elsewhere.example") },
		"a site without passkeys":    func(a *Answer) { a.Site = Site{} },
		"no JSON":                    func(a *Answer) { a.Response = "x" },
		"an empty answer":            func(a *Answer) { a.Response = "{}" },
		"a long answer":              func(a *Answer) { a.Response += strings.Repeat(" ", maxAnswer) },
		"too late":                   func(*Answer) { w.now = w.now.Add(PasskeyTime) },
		"another's question":         func(a *Answer) { a.Ticket = d.confirm(anna).Passkey.Ticket },
		"one for a new passkey":      func(a *Answer) { a.Ticket = stranger.ask(w.AskToSignUp(t.Context(), here, "Carla")).Ticket },
		"an answer to another of us": func(a *Answer) { *a = stranger.make(stranger.ask(w.AskToSignUp(t.Context(), here, "Carla"))) },
	} {
		_, err := d.signIn(change)
		w.want(what, err, ErrPasskey)
	}
	d.site = SiteOf("https://ruhr.example.evil.example")
	_, err = d.signIn(nil)
	w.want("another origin", err, ErrPasskey)
	d.site = Site{here.Host, "https://evil.ruhr.example"}
	_, err = d.signIn(nil)
	w.want("another origin with our host", err, ErrPasskey)
	d.site = here

	stranger.auth.Options.UserHandle = []byte(anna.ID)
	_, err = stranger.signIn(nil)
	w.want("an unknown passkey", err, ErrPasskey)
	other.auth.Options.UserHandle = []byte(anna.ID)
	_, err = other.signIn(nil)
	w.want("another's passkey", err, ErrPasskey)
	forged := d.device()
	forged.auth, forged.key.ID = d.auth, d.key.ID
	forged.key.Counter = 90
	_, err = forged.signIn(nil)
	w.want("another key under the same ID", err, ErrPasskey)
	d.auth.Options.UserHandle = nil
	_, err = d.signIn(nil)
	w.want("nobody named", err, ErrPasskey)
	d.auth.Options.UserHandle = []byte(anna.ID)
	d.auth.Options.UserNotPresent = true
	_, err = d.signIn(nil)
	w.want("nobody there", err, ErrPasskey)
	d.auth.Options.UserNotPresent = false

	d.key.Counter = 3
	_, err = d.signIn(nil)
	w.want("a counter that went back", err, ErrPasskey)
	d.key.Counter = 100
	require.Fails(t, nil, "after all that")(d.signIn(nil))
	require.NoError(t, w.Ban(t.Context(), w.store, "Anna"))
	_, err = d.signIn(nil)
	w.want("somebody banned", err, ErrPasskey)
}

func (d *device) device() *device { return d.world.device() }

// A person adds passkeys and removes them as long as one way in is left, each
// time with a proof that they are there.
func TestManyPasskeys(t *testing.T) {
	w := newWorld(t)
	p, _ := w.signUp("Anna")
	phone, key := w.device(), w.device()
	_, err := w.AskToAdd(t.Context(), here, p, Proof{Password: "another one"})
	w.want("add with a wrong password", err, ErrWrong)
	_, err = w.AskToConfirm(t.Context(), here, p)
	w.want("confirm without any", err, ErrPasskey)

	first := phone.make(phone.ask(w.AskToAdd(t.Context(), here, p, Proof{Password: good})))
	w.want("a long name", w.AddPasskey(t.Context(), p, first, strings.Repeat("x", MaxTokenName+1), ""), ErrBadTokenName)
	w.want("add", w.AddPasskey(t.Context(), p, first, "", "Firefox/1 Linux"), nil)
	w.want("add again", w.AddPasskey(t.Context(), p, first, "", ""), ErrPasskey)
	w.now = w.now.Add(time.Hour)
	w.want("add a second", w.AddPasskey(t.Context(), p, key.make(key.ask(w.AskToAdd(t.Context(), here, p, phone.confirm(p)))), " my  key ", ""), nil)
	if got, err := key.signIn(nil); err != nil || got.ID != p.ID {
		t.Fatalf("signed in as %+v, %v", got, err)
	}
	list, err := w.Passkeys(t.Context(), p)
	if err != nil || len(list) != 2 || list[0].Name != "Firefox, Linux" || list[1].Name != "my key" || !list[0].Created.Before(list[1].Created) || list[1].Seen != moment(w.Clock().UnixMilli()) {
		t.Fatalf("passkeys: %+v, %v", list, err)
	}
	if data, err := w.Export(t.Context(), p); err != nil || len(data.Passkeys) != 2 || data.Passkeys[1].Name != "my key" {
		t.Errorf("the export has %+v, %v", data, err)
	}

	bert, _ := w.signUp("Bert")
	again := phone.make(phone.ask(w.AskToAdd(t.Context(), here, bert, Proof{Password: good})))
	w.want("a passkey that somebody has", w.AddPasskey(t.Context(), bert, again, "", ""), ErrKnownPasskey)
	fresh := w.device()
	w.want("one that another asked for", w.AddPasskey(t.Context(), bert, fresh.make(fresh.ask(w.AskToAdd(t.Context(), here, p, Proof{Password: good}))), "", ""), ErrPasskey)
	phone.auth.Options.UserHandle = []byte(p.ID)
	w.want("remove another's", w.DropPasskey(t.Context(), bert, Proof{Password: good}, list[0].ID), nil)
	w.want("remove as another", w.DropPasskey(t.Context(), bert, phone.confirm(p), list[0].ID), ErrPasskey)
	w.want("remove without proof", w.DropPasskey(t.Context(), p, Proof{}, list[0].ID), ErrWrong)
	if left, _ := w.Passkeys(t.Context(), p); len(left) != 2 {
		t.Fatalf("after refusals there are %+v", left)
	}

	other, _, err := w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	require.NoError(t, err)
	w.want("no password any more", w.DropPassword(t.Context(), p, phone.confirm(p)), nil)
	p.Password = ""
	if sessions, _ := w.Sessions(t.Context(), other); len(sessions) != 1 || sessions[0].ID == "" || sessions[0].This {
		t.Errorf("sessions after that: %+v", sessions)
	}
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: good})
	w.want("the password", err, ErrWrong)
	w.want("remove one", w.DropPasskey(t.Context(), p, phone.confirm(p), list[0].ID), nil)
	_, err = phone.signIn(nil)
	w.want("the one removed", err, ErrPasskey)
	w.want("remove the last", w.DropPasskey(t.Context(), p, key.confirm(p), list[1].ID), ErrLastWay)
	w.want("a password again", w.SetPassword(t.Context(), p, key.confirm(p), "a new password"), nil)
	p.Password = "set"
	w.want("remove the last passkey", w.DropPasskey(t.Context(), p, key.confirm(p), list[1].ID), nil)
	bertKey := w.device()
	w.want("a passkey for Bert", w.AddPasskey(t.Context(), bert, bertKey.make(bertKey.ask(w.AskToAdd(t.Context(), here, bert, Proof{Password: good}))), "", ""), nil)
	w.want("prove", w.Prove(t.Context(), bert, bertKey.confirm(bert)), nil)
	w.want("delete", w.Delete(t.Context(), bert, "", nil), nil)
	_, err = bertKey.signIn(nil)
	w.want("a passkey of nobody", err, ErrPasskey)
}

func TestPasskeysAreBounded(t *testing.T) {
	w := newWorld(t)
	p, _ := w.signUp("Anna")
	for range store.MaxPasskeys {
		d := w.device()
		w.want("add", w.AddPasskey(t.Context(), p, d.make(d.ask(w.AskToAdd(t.Context(), here, p, Proof{Password: good}))), "one", ""), nil)
	}
	_, err := w.AskToAdd(t.Context(), here, p, Proof{Password: good})
	w.want("one too many", err, ErrManyPasskeys)
}

// Passkeys need https and a name, or this machine.
func TestSites(t *testing.T) {
	for origin, want := range map[string]Site{
		"https://ruhr.example":      {"ruhr.example", "https://ruhr.example"},
		"https://Ruhr.example:8443": {"ruhr.example", "https://ruhr.example:8443"},
		"http://localhost:1769":     {"localhost", "http://localhost:1769"},
		"http://a.localhost:1769":   {"a.localhost", "http://a.localhost:1769"},
		"http://ruhr.example":       {},
		"http://127.0.0.1:1769":     {},
		"https://192.168.1.2":       {},
		"https://[::1]:1769":        {},
		"http://box.local:1769":     {},
		"ftp://localhost":           {},
		"":                          {},
		"https://":                  {},
		"https://a b":               {},
	} {
		require.Equal(t, SiteOf(origin), want, "%s", origin)
	}
}

// unset is a store that sets no password.
type unset struct {
	Store
	err error
}

func (s unset) Recover(context.Context, store.Recovery) error { return s.err }

// A code sets a new password once, for a while, and ends all sessions.
func TestRecover(t *testing.T) {
	w := newWorld(t)
	p, secret := w.signUp("Anna")
	code := func() string {
		t.Helper()
		a, err := w.Named(t.Context(), "Anna")
		require.NoError(t, err)
		c, err := w.RecoveryCode(t.Context(), a, RecoverFor)
		require.NoError(t, err)
		return c
	}
	recover := func(code, password string) error {
		_, _, err := w.Recover(t.Context(), code, Entry{Password: password})
		return err
	}
	first, second := code(), code()
	bert, _ := w.signUp("Bert")
	for what, c := range map[string]string{
		"no code": "", "another's": strings.Replace(first, p.ID, bert.ID, 1), "a later one": strings.Replace(first, ".", ".z", 1), "nobody's": store.NewID() + "." + first[23:], "a part": first[:30],
	} {
		w.want(what, recover(c, "a new password"), ErrCode)
	}
	w.want("a short password", recover(first, "short"), ErrBadPassword)
	w.want("a common password", recover(first, "password1"), ErrCommon)
	if a, err := w.Recoverable(t.Context(), first); err != nil || a.ID != p.ID {
		t.Errorf("the code is for %+v, %v", a, err)
	}
	w.now = w.now.Add(RecoverFor - time.Second)
	down := errors.New("the database is down")
	w.Store = unset{w.store, down}
	w.want("a failure", recover(first, "a new password"), down)
	w.Store = w.store
	got, fresh, err := w.Recover(t.Context(), first, Entry{Password: "a new password"})
	require.Must(t, err == nil && got.ID == p.ID, "recovered %+v, %v", got, err)
	require.Fails(t, nil, "this browser")(w.Signed(t.Context(), fresh))
	_, err = w.Signed(t.Context(), secret)
	w.want("another browser", err, ErrSignedOut)
	w.want("the code again", recover(first, "another password"), ErrCode)
	w.want("an earlier code", recover(second, "another password"), ErrCode)
	require.NoError(t, w.store.SetPassword(t.Context(), *got, p.Password))
	w.want("the code when the password is again what it was", recover(first, "another password"), ErrCode)
	back := *got
	back.Password = p.Password
	require.NoError(t, w.store.SetPassword(t.Context(), back, got.Password))
	_, _, err = w.SignIn(t.Context(), Entry{Name: "Anna", Password: "a new password"})
	w.want("the new password", err, nil)

	late := code()
	w.now = w.now.Add(RecoverFor)
	w.want("too late", recover(late, "another password"), ErrCode)
	banned := code()
	require.NoError(t, w.Ban(t.Context(), w.store, "Anna"))
	w.want("somebody banned", recover(banned, "another password"), ErrCode)
}
