package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	virtual "github.com/descope/virtualwebauthn"
)

// device is the authenticator of a visitor.
type device struct {
	*visitor
	auth virtual.Authenticator
	key  virtual.Credential
}

// public gives a world an address at which browsers use passkeys.
func (w *world) public(at string) {
	u, err := url.Parse(at)
	if err != nil {
		w.t.Fatal(err)
	}
	w.server.Access.Public = u
}

const local = "http://localhost:1769"

func (v *visitor) device() *device {
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
	d.t.Helper()
	a := d.post("/account/passkeys/ask", fields)
	o, err := virtual.ParseAttestationOptions(a.body)
	if err != nil {
		d.t.Fatalf("status %d: %s: %v", a.status, a.body, err)
	}
	d.auth.Options.UserHandle = []byte(o.UserID)
	return virtual.CreateAttestationResponse(party, d.auth, d.key, *o)
}

// use answers a question for a passkey.
func (d *device) use(purpose string) string {
	d.t.Helper()
	a := d.post("/account/passkeys/ask", url.Values{"for": {purpose}})
	o, err := virtual.ParseAssertionOptions(a.body)
	if err != nil {
		d.t.Fatalf("status %d: %s: %v", a.status, a.body, err)
	}
	return virtual.CreateAssertionResponse(party, d.auth, d.key, *o)
}

// A passkey alone makes an account, opens it, and does what a password does.
func TestPasskeysOnThePages(t *testing.T) {
	w := newWorld(t, 71)
	w.public(local)
	anna := w.visitor().device()
	id := anna.alone(nil).path
	p := anna.post("/account/new", url.Values{"name": {"Anna"}, "credential": {anna.make(url.Values{"for": {"up"}, "name": {"Anna"}})}})
	if p.path != "/account" || !strings.Contains(p.body, "<h1>Anna") {
		t.Fatalf("signing up: status %d at %s: %s", p.status, p.path, textTag.ReplaceAllString(p.body, " "))
	}
	if !anna.plays(id) {
		t.Error("the browser's table did not come along")
	}
	other := w.visitor()
	elsewhere := &device{other, anna.auth, anna.key}
	answer := elsewhere.use("in")
	if p := w.visitor().post("/account/in", url.Values{"credential": {answer}}); p.status != http.StatusForbidden {
		t.Errorf("an answer in another browser: status %d", p.status)
	}
	if p := other.post("/account/in", url.Values{"credential": {answer}}); p.path != "/tables" || !other.plays(id) {
		t.Fatalf("signing in led to %s: %s", p.path, textTag.ReplaceAllString(p.body, " "))
	}
	other.post("/account/out", nil)
	if p := other.post("/account/in", url.Values{"credential": {answer}}); p.status != http.StatusForbidden || other.plays(id) || !strings.Contains(p.body, "This passkey was not accepted.") {
		t.Errorf("the same answer again: status %d", p.status)
	}

	// Without a passkey nothing grave is done.
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/account/password", url.Values{"password": {"a new password"}}}, {"/account/delete", nil}, {"/account/passkeys", url.Values{"do": {"drop"}}},
		{"/account/passkeys", url.Values{"credential": {"{}"}}},
	} {
		if p := anna.post(c.path, c.form); p.status != http.StatusForbidden {
			t.Errorf("%s %v: status %d", c.path, c.form, p.status)
		}
		if p := w.visitor().post(c.path, c.form); p.status != http.StatusForbidden {
			t.Errorf("%s %v by a stranger: status %d", c.path, c.form, p.status)
		}
	}
	for _, purpose := range []string{"add", "confirm", "", "x"} {
		if a := w.visitor().post("/account/passkeys/ask", url.Values{"for": {purpose}}); a.status != http.StatusForbidden {
			t.Errorf("a stranger asks to %q: status %d", purpose, a.status)
		}
	}
	var told struct{ Error string }
	if a := other.post("/account/passkeys/ask", url.Values{"for": {"up"}, "name": {"anna"}}); a.status != http.StatusConflict || json.Unmarshal([]byte(a.body), &told) != nil || !strings.Contains(told.Error, "is taken") {
		t.Errorf("a name that is taken: status %d, %s", a.status, a.body)
	}

	// A second one, a password, and the first one goes.
	second := &device{anna.visitor, virtual.NewAuthenticator(), virtual.NewCredential(virtual.KeyTypeRSA)}
	made := second.make(url.Values{"for": {"add"}, "credential": {anna.use("confirm")}})
	if p := anna.post("/account/passkeys", url.Values{"passkey": {"Schlüssel <b>"}, "credential": {made}}); p.path != "/account" || !strings.Contains(p.body, "Schlüssel &lt;b&gt;") {
		t.Fatalf("adding: status %d at %s", p.status, p.path)
	}
	if p := anna.post("/account/password", url.Values{"password": {"a new password"}, "credential": {second.use("confirm")}}); p.status != http.StatusOK || !strings.Contains(p.body, `name="old"`) {
		t.Errorf("setting a password: status %d", p.status)
	}
	page := anna.get("/account")
	for _, lang := range languageCodes {
		anna.lang = lang
		anna.post("/language", url.Values{"lang": {lang}})
		for _, path := range []string{"/account", "/account/delete"} {
			checkPage(t, lang+" "+path, anna.get(path))
		}
		checkPage(t, lang+" signing in", w.visitor().get("/account"))
	}
	anna.post("/language", url.Values{"lang": {"en"}})
	drop := strings.SplitN(strings.SplitN(page.body, `name="id" value="`, 2)[1], `"`, 2)[0]
	if p := anna.post("/account/passkeys", url.Values{"do": {"drop"}, "id": {drop}, "old": {"a wrong one"}}); p.status != http.StatusForbidden {
		t.Errorf("removing with a wrong password: status %d", p.status)
	}
	if p := anna.post("/account/passkeys", url.Values{"do": {"drop"}, "id": {drop}, "old": {"a new password"}}); p.path != "/account" || strings.Contains(p.body, drop) {
		t.Errorf("removing: status %d", p.status)
	}
	if p := other.post("/account/in", url.Values{"credential": {elsewhere.use("in")}}); p.status != http.StatusForbidden {
		t.Errorf("the passkey that was removed: status %d", p.status)
	}
	if p := anna.post("/account/password", url.Values{"do": {"drop"}, "credential": {second.use("confirm")}}); p.status != http.StatusOK || strings.Contains(p.body, `name="old"`) {
		t.Errorf("removing the password: status %d", p.status)
	}
	if p := anna.post("/account/delete", url.Values{"credential": {second.use("confirm")}}); p.status != http.StatusOK || !strings.Contains(p.body, "<h1>Goodbye</h1>") {
		t.Errorf("deleting: status %d", p.status)
	}
}

// Where browsers use no passkeys, the pages do not offer them.
func TestPasskeysWhereTheyWork(t *testing.T) {
	for at, want := range map[string]bool{local: true, "https://ruhr.test": true, "http://192.168.1.2:1769": false, "http://ruhr.test": false, "https://10.0.0.1": false} {
		w := newWorld(t, 72)
		w.public(at)
		v := w.visitor()
		for _, path := range []string{"/account", "/account/new"} {
			if p := v.get(path); strings.Contains(p.body, "passkey") != want {
				t.Errorf("%s at %s: offered %v, want %v", path, at, !want, want)
			}
		}
		if a := v.post("/account/passkeys/ask", url.Values{"for": {"in"}}); (a.status == http.StatusOK) != want {
			t.Errorf("a question at %s: status %d", at, a.status)
		}
	}
}

// Questions, and tries with passkeys, are limited by address.
func TestPasskeyLimits(t *testing.T) {
	w := newWorld(t, 73)
	w.public(local)
	w.still()
	v := w.visitor()
	count := func(path string, form url.Values) (n int) {
		for n < 200 && v.post(path, form).status != http.StatusTooManyRequests {
			n++
		}
		return n
	}
	if n := count("/account/in", url.Values{"credential": {"{}"}}); n != 50 {
		t.Errorf("%d tries, want 50", n)
	}
	if n := count("/account/passkeys/ask", url.Values{"for": {"in"}}); n != 100 {
		t.Errorf("%d questions, want 100", n)
	}
}
