package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	virtual "github.com/descope/virtualwebauthn"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// device is the authenticator of a visitor.
type device struct {
	*webtest.Visitor
	auth virtual.Authenticator
	key  virtual.Credential
}

// public gives a world an address at which browsers use passkeys.
func (w *world) public(at string) {
	u, err := url.Parse(at)
	require.NoError(w.T, err)
	w.Kernel.Access.Public = u
}

const local = "http://localhost:1769"

func newDevice(v *webtest.Visitor) *device {
	return &device{v, virtual.NewAuthenticator(), newKey()}
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

var party = virtual.RelyingParty{ID: "localhost", Name: "Ruhr", Origin: local}

// make answers a question for a new passkey.
func (d *device) make(fields url.Values) string {
	d.T.Helper()
	a := d.Post("/account/passkeys/ask", fields)
	o, err := virtual.ParseAttestationOptions(a.Body)
	require.ErrorIs(d.T, err, nil, "status %d: %s", a.Status, a.Body)
	d.auth.Options.UserHandle = []byte(o.UserID)
	return virtual.CreateAttestationResponse(party, d.auth, d.key, *o)
}

// use answers a question for a passkey.
func (d *device) use(purpose string) string {
	d.T.Helper()
	a := d.Post("/account/passkeys/ask", url.Values{"for": {purpose}})
	o, err := virtual.ParseAssertionOptions(a.Body)
	require.ErrorIs(d.T, err, nil, "status %d: %s", a.Status, a.Body)
	return virtual.CreateAssertionResponse(party, d.auth, d.key, *o)
}

// A passkey alone makes an account, opens it, and does what a password does.
func TestPasskeysOnThePages(t *testing.T) {
	w := newWorld(t, 71)
	w.public(local)
	anna := newDevice(w.Visitor())
	id := anna.Alone(nil).Path
	p := anna.Post("/account/new", url.Values{"name": {"Anna"}, "credential": {anna.make(url.Values{"for": {"up"}, "name": {"Anna"}})}})
	require.Must(t, p.Path == "/account" && p.Heads("Anna"), "signing up: status %d at %s: %s", p.Status, p.Path, p.Text())
	require.True(t, anna.Plays(id), "the browser's table did not come along")
	other := w.Visitor()
	elsewhere := &device{other, anna.auth, anna.key}
	answer := elsewhere.use("in")
	w.Visitor().Post("/account/in", url.Values{"credential": {answer}}).WantStatus(t, http.StatusForbidden, "an answer in another browser")
	if p := other.Post("/account/in", url.Values{"credential": {answer}}); p.Path != "/tables" || !other.Plays(id) {
		t.Fatalf("signing in led to %s: %s", p.Path, p.Text())
	}
	other.Post("/account/out", nil)
	if p := other.Post("/account/in", url.Values{"credential": {answer}}); p.Status != http.StatusForbidden || other.Plays(id) || !p.Says("This passkey was not accepted.") {
		t.Errorf("the same answer again: status %d", p.Status)
	}

	// Without a passkey nothing grave is done.
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/account/password", url.Values{"password": {"a new password"}}}, {"/account/delete", nil}, {"/account/passkeys", url.Values{"do": {"drop"}}},
		{"/account/passkeys", url.Values{"credential": {"{}"}}},
	} {
		anna.Post(c.path, c.form).WantStatus(t, http.StatusForbidden, "%s %v", c.path, c.form)
		w.Visitor().Post(c.path, c.form).WantStatus(t, http.StatusForbidden, "%s %v by a stranger", c.path, c.form)
	}
	for _, purpose := range []string{"add", "confirm", "", "x"} {
		w.Visitor().Post("/account/passkeys/ask", url.Values{"for": {purpose}}).WantStatus(t, http.StatusForbidden, "a stranger asks to %q", purpose)
	}
	var told struct{ Error string }
	if a := other.Post("/account/passkeys/ask", url.Values{"for": {"up"}, "name": {"anna"}}); a.Status != http.StatusConflict || json.Unmarshal([]byte(a.Body), &told) != nil || !strings.Contains(told.Error, "is taken") {
		t.Errorf("a name that is taken: status %d, %s", a.Status, a.Body)
	}

	// A second one, a password, and the first one goes.
	second := &device{anna.Visitor, virtual.NewAuthenticator(), virtual.NewCredential(virtual.KeyTypeRSA)}
	made := second.make(url.Values{"for": {"add"}, "credential": {anna.use("confirm")}})
	if p := anna.Post("/account/passkeys", url.Values{"passkey": {"Schlüssel <b>"}, "credential": {made}}); p.Path != "/account" || !p.Says("Schlüssel <b>") {
		t.Fatalf("adding: status %d at %s", p.Status, p.Path)
	}
	if p := anna.Post("/account/password", url.Values{"password": {"a new password"}, "credential": {second.use("confirm")}}); p.Status != http.StatusOK || !p.Has("name", "old") {
		t.Errorf("setting a password: status %d", p.Status)
	}
	page := anna.Get("/account")
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		anna.Post("/language", url.Values{"lang": {lang}})
		for _, path := range []string{"/account", "/account/delete"} {
			webtest.CheckPage(t, lang+" "+path, anna.Get(path))
		}
		webtest.CheckPage(t, lang+" signing in", w.Visitor().Get("/account"))
	}
	anna.Post("/language", url.Values{"lang": {"en"}})
	drop := strings.SplitN(strings.SplitN(page.Body, `name="id" value="`, 2)[1], `"`, 2)[0]
	wrong := anna.Post("/account/passkeys", url.Values{"do": {"drop"}, "id": {drop}, "old": {"a wrong one"}})
	wrong.WantStatus(t, http.StatusForbidden, "removing with a wrong password")
	if open := wrong.With("open"); len(open) != 1 || len(open[0].All("input", "value", drop)) != 1 {
		t.Errorf("of the forms that ask first %d are open", len(open))
	}
	if p := anna.Post("/account/passkeys", url.Values{"do": {"drop"}, "id": {drop}, "old": {"a new password"}}); p.Path != "/account" || strings.Contains(p.Body, drop) {
		t.Errorf("removing: status %d", p.Status)
	}
	other.Post("/account/in", url.Values{"credential": {elsewhere.use("in")}}).WantStatus(t, http.StatusForbidden, "the passkey that was removed")
	if p := anna.Post("/account/password", url.Values{"do": {"drop"}, "credential": {second.use("confirm")}}); p.Status != http.StatusOK || p.Has("name", "old") {
		t.Errorf("removing the password: status %d", p.Status)
	}
	if p := anna.Post("/account/delete", url.Values{"credential": {second.use("confirm")}}); p.Status != http.StatusOK || !p.Heads("Goodbye") {
		t.Errorf("deleting: status %d", p.Status)
	}
}

// Where browsers use no passkeys, the pages do not offer them.
func TestPasskeysWhereTheyWork(t *testing.T) {
	for at, want := range map[string]bool{local: true, "https://ruhr.test": true, "http://192.168.1.2:1769": false, "http://ruhr.test": false, "https://10.0.0.1": false} {
		w := newWorld(t, 72)
		w.public(at)
		v := w.Visitor()
		for _, path := range []string{"/account", "/account/new"} {
			if p := v.Get(path); p.Says("passkey") != want || !want && strings.Contains(p.Body, "passkey") {
				t.Errorf("%s at %s: offered %v, want %v", path, at, !want, want)
			}
		}
		if a := v.Post("/account/passkeys/ask", url.Values{"for": {"in"}}); (a.Status == http.StatusOK) != want {
			t.Errorf("a question at %s: status %d", at, a.Status)
		}
	}
}

// Questions, and tries with passkeys, are limited by address.
func TestPasskeyLimits(t *testing.T) {
	w := newWorld(t, 73)
	w.public(local)
	w.Still()
	v := w.Visitor()
	count := func(path string, form url.Values) (n int) {
		for n < 200 && v.Post(path, form).Status != http.StatusTooManyRequests {
			n++
		}
		return n
	}
	require.Equal(t, count("/account/in", url.Values{"credential": {"{}"}}), 50, "tries")
	require.Equal(t, count("/account/passkeys/ask", url.Values{"for": {"in"}}), 100, "questions")
}
