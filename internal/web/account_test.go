package web

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/web/kernel"
)

const password = "correct horse"

func (v *visitor) signUp(name string) answer {
	v.t.Helper()
	p := v.post("/account/new", url.Values{"name": {name}, "password": {password}})
	if p.status != http.StatusOK || p.path != "/account" {
		v.t.Fatalf("signing up: status %d at %s: %s", p.status, p.path, textTag.ReplaceAllString(p.body, " "))
	}
	return p
}

func (v *visitor) signIn(name string, more url.Values) answer {
	v.t.Helper()
	form := url.Values{"name": {name}, "password": {password}}
	for k, values := range more {
		form[k] = values
	}
	return v.post("/account/in", form)
}

// plays reports whether a visitor may act at a table.
func (v *visitor) plays(id string) bool {
	p := v.get(id)
	return p.form("/act") != nil || p.form("/turn") != nil
}

// A guest's table and settings come along to the account and from there to
// another browser; what the browser holds by itself stays its own.
func TestAccountOverDevices(t *testing.T) {
	w := newWorld(t, 61)
	home, phone := w.visitor(), w.visitor()
	id := home.alone(nil).path
	home.post("/settings", url.Values{"theme": {"dark"}})
	home.signUp("Anna")
	phones := phone.alone(nil).path
	if p := phone.signIn("anna", nil); p.path != "/tables" || !strings.Contains(p.body, id) || !strings.Contains(p.body, `data-theme="dark"`) {
		t.Fatalf("signing in on another device led to %s", p.path)
	}
	for _, c := range []struct {
		what string
		who  *visitor
		id   string
		want bool
	}{
		{"the guest's table at home", home, id, true}, {"and on the phone", phone, id, true},
		{"the phone's own table while somebody is signed in", phone, phones, false}, {"and at home", home, phones, false},
	} {
		if got := c.who.plays(c.id); got != c.want {
			t.Errorf("%s: plays %v, want %v", c.what, got, c.want)
		}
	}
	phone.post("/account/out", nil)
	if phone.plays(id) || !phone.plays(phones) {
		t.Error("after signing out the browser has not its own seats alone")
	}
	phone.signIn("anna", url.Values{"bring": {"yes"}})
	if !home.plays(phones) {
		t.Error("the phone's table did not come along")
	}
	phone.post("/account/out", nil)
	if phone.plays(phones) {
		t.Error("after signing out the browser still has the seats that went to the account")
	}
	if made := home.post("/play", nil); !strings.Contains(home.get(made.path).body, "Anna") {
		t.Error("the person's name is not at a new table")
	}
	for _, lang := range languageCodes {
		home.lang, phone.lang = lang, lang
		home.post("/language", url.Values{"lang": {lang}})
		phone.post("/language", url.Values{"lang": {lang}})
		for _, path := range []string{"/account", "/account/delete", "/account/new"} {
			checkPage(t, lang+" "+path, home.get(path))
		}
		checkPage(t, lang+" signing in", phone.get("/account"))
	}
}

// Signing in and up lead back to the page that asked for it, and to no other site.
func TestSigningInLeadsBack(t *testing.T) {
	w := newWorld(t, 64)
	w.visitor().signUp("Anna")
	refused := w.visitor().get("/account/notices")
	to := regexp.MustCompile(`href="(/account\?back=[^"]+)"`).FindStringSubmatch(refused.body)
	if refused.status != http.StatusForbidden || to == nil {
		t.Fatalf("there is no way to sign in (%d)", refused.status)
	}
	up := regexp.MustCompile(`href="(/account/new[^"]*)"`)
	for _, c := range []struct{ form, name, asked, want string }{
		{"/account/in", "Anna", to[1], "/account/notices"},
		{"/account/new", "Berta", to[1], "/account/notices"},
		{"/account/in", "Anna", "/account", "/tables"},
		{"/account/new", "Carla", "/account", "/account"},
		{"/account/in", "Anna", "/account?back=//elsewhere.example", "/"},
	} {
		v := w.visitor()
		p := v.get(c.asked)
		if c.form == "/account/new" {
			p = v.get(up.FindStringSubmatch(p.body)[1])
		}
		form := p.form(c.form).fields
		form.Set("name", c.name)
		form.Set("password", password)
		if p := v.post(c.form, form); p.path != c.want {
			t.Errorf("%+v: it led to %s", c, p.path)
		}
	}
}

// What is wrong with a form is said, in words that tell nothing about accounts.
func TestSignRefusals(t *testing.T) {
	w := newWorld(t, 62)
	w.visitor().signUp("Anna")
	v := w.visitor()
	same := map[string]string{}
	for name, word := range map[string]string{"Anna": "wrong password", "Berta": password, "": "", "x": "\xff"} {
		p := v.post("/account/in", url.Values{"name": {name}, "password": {word}})
		if p.status != http.StatusForbidden || p.header.Get("Set-Cookie") != "" {
			t.Errorf("%q: status %d", name, p.status)
		}
		same[strip(strings.ReplaceAll(p.body, `value="`+name+`"`, `value=""`))] = name
		if missing.MatchString(p.body) || strings.Contains(p.body, "wrong password") {
			t.Errorf("%q: a text is missing, or the page has the password", name)
		}
	}
	if len(same) != 1 {
		t.Errorf("refusals differ: %q", same)
	}
	for name, c := range map[string]struct {
		form url.Values
		want int
	}{
		"taken":          {url.Values{"name": {"anna"}, "password": {password}}, http.StatusConflict},
		"a look-alike":   {url.Values{"name": {"Аnna"}, "password": {password}}, http.StatusConflict},
		"no name":        {url.Values{"name": {"<script>"}, "password": {password}}, http.StatusUnprocessableEntity},
		"short password": {url.Values{"name": {"Berta"}, "password": {"short"}}, http.StatusUnprocessableEntity},
	} {
		p := v.post("/account/new", c.form)
		if p.status != c.want || p.form("/account/new") == nil || strings.Contains(p.body, "<script>") || missing.MatchString(p.body) {
			t.Errorf("signing up with %s: status %d, want %d", name, p.status, c.want)
		}
	}
	w.people.Registration = people.Closed
	if p := v.post("/account/new", url.Values{"name": {"Berta"}, "password": {password}}); p.status != http.StatusForbidden || p.form("/account/new") != nil {
		t.Errorf("closed: status %d", p.status)
	}
}

// Who is not signed in may do nothing with an account, and nobody ends
// another's session.
func TestWhoMayDoWhatWithAccounts(t *testing.T) {
	w := newWorld(t, 63)
	anna, stranger, bert := w.visitor(), w.visitor(), w.visitor()
	anna.signUp("Anna")
	bert.signUp("Bert")
	other := w.visitor()
	other.signIn("Anna", nil)
	var ends string
	for _, b := range anna.get("/account").form("/account/sessions").buttons {
		if b.name == "session" {
			ends = b.value
		}
	}
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/account/sessions", url.Values{"session": {ends}}}, {"/account/sessions", url.Values{"others": {"yes"}}},
		{"/account/password", url.Values{"old": {password}, "password": {"another one"}}},
		{"/account/delete", url.Values{"password": {password}}},
	} {
		if p := stranger.post(c.path, c.form); p.status != http.StatusForbidden {
			t.Errorf("%s by a stranger: status %d", c.path, p.status)
		}
	}
	for _, path := range []string{"/account/export", "/account/delete"} {
		if p := stranger.get(path); p.status != http.StatusForbidden {
			t.Errorf("%s for a stranger: status %d", path, p.status)
		}
	}
	for _, session := range []string{ends, "", "zz", strings.Repeat("ab", 100)} {
		bert.post("/account/sessions", url.Values{"session": {session}})
	}
	if p := other.get("/account"); !strings.Contains(p.body, "<h1>Anna") {
		t.Error("somebody else ended a session")
	}
	anna.post("/account/sessions", url.Values{"session": {ends}})
	if p := other.get("/account"); p.form("/account/in") == nil {
		t.Error("an ended session goes on")
	}
	if p := anna.post("/account/password", url.Values{"old": {"wrong one"}, "password": {"another one"}}); p.status != http.StatusForbidden {
		t.Errorf("a wrong old password: status %d", p.status)
	}
	other.signIn("Anna", nil)
	if p := anna.post("/account/password", url.Values{"old": {password}, "password": {"another one"}}); p.status != http.StatusOK {
		t.Errorf("changing the password: status %d", p.status)
	}
	if p := other.get("/account"); p.form("/account/in") == nil {
		t.Error("another browser is signed in after the password was changed")
	}
	if p := other.signIn("Anna", nil); p.status != http.StatusForbidden {
		t.Errorf("the old password: status %d", p.status)
	}
}

// All that is kept goes into the export, and a deletion takes the name from
// every table; the games stay.
func TestExportAndDelete(t *testing.T) {
	w := newWorld(t, 64)
	v := w.visitor()
	v.signUp("Annabella")
	id := v.post("/play", nil).path
	a, err := w.store.AccountByKey(t.Context(), "annabella")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.server.chat.SetNote(t.Context(), id[3:], chat.Reader{Holder: a.Holder(), Actor: game.Actor{Seats: []int{0}}}, "remember the locks", ""); err != nil {
		t.Fatal(err)
	}
	p := v.get("/account/export")
	z, err := zip.NewReader(strings.NewReader(p.body), int64(len(p.body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	if !strings.Contains(files["notices.json"], `"channels": []`) || !strings.Contains(files["notices.json"], `"quiet"`) {
		t.Errorf("the export has %q", files["notices.json"])
	}
	if !strings.Contains(files["chat.json"], "remember the locks") || !strings.Contains(files["ratings.json"], `"games"`) {
		t.Errorf("the export has %q and %q", files["chat.json"], files["ratings.json"])
	}
	if !strings.Contains(files["account.json"], `"name": "Annabella"`) || !strings.Contains(files["games/"+id[3:]+".json"], "Annabella") {
		t.Errorf("the export has %v", files)
	}
	if p := v.post("/account/delete", url.Values{"password": {"wrong one"}}); p.status != http.StatusForbidden {
		t.Errorf("deleting with a wrong password: status %d", p.status)
	} else if p.form("/account/delete") == nil || !strings.Contains(p.body, "The password is wrong.") {
		t.Error("after a wrong password the page does not ask again")
	}
	if p := v.post("/account/delete", url.Values{"password": {password}}); p.status != http.StatusOK || !strings.Contains(p.body, "<h1>Goodbye</h1>") || !strings.Contains(p.body, "deleted") {
		t.Errorf("deleting: status %d", p.status)
	}
	if p := v.get(id); p.status != http.StatusOK || strings.Contains(p.body, "Annabella") || !strings.Contains(p.body, game.Nameless) || p.form("/act") != nil {
		t.Errorf("the table after its person went: status %d", p.status)
	}
	if p := v.signIn("Annabella", nil); p.status != http.StatusForbidden {
		t.Errorf("signing in after that: status %d", p.status)
	}
	w.visitor().signUp("Annabella")
}

// By invitation an account needs a code; an address may bring it along.
func TestInvitation(t *testing.T) {
	w := newWorld(t, 68)
	w.people.Registration = people.Invited
	v := w.visitor()
	code, err := w.people.Invite(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range languageCodes {
		v.lang = lang
		p := v.get("/account/new?invite=" + code)
		checkPage(t, lang+" form", p)
		if !strings.Contains(p.body, `name="invite" value="`+code+`"`) || p.header.Get("Referrer-Policy") != "strict-origin" {
			t.Errorf("%s: the form has no code in it", lang)
		}
	}
	v.lang = "en"
	entry := url.Values{"name": {"Anna"}, "password": {password}, "invite": {"a guess"}}
	if p := v.post("/account/new", entry); p.status != http.StatusForbidden || !strings.Contains(p.body, "not valid") || !strings.Contains(p.body, `value="a guess"`) {
		t.Errorf("a wrong code: status %d", p.status)
	}
	entry.Set("invite", code)
	if p := v.post("/account/new", entry); p.status != http.StatusOK || p.path != "/account" {
		t.Errorf("the code: status %d at %s", p.status, p.path)
	}
	entry.Set("name", "Bert")
	if p := w.visitor().post("/account/new", entry); p.status != http.StatusForbidden {
		t.Errorf("the code again: status %d", p.status)
	}
}

// A stranger's wrong passwords are limited and lock out nobody who was there
// before: neither a browser that has signed in nor a session.
func TestTriesAreLimited(t *testing.T) {
	w := newWorld(t, 65)
	v, stranger, session := w.visitor(), w.visitor(), w.visitor()
	v.signUp("Anna")
	v.post("/account/out", nil)
	session.signIn("Anna", nil)
	now := time.Now()
	w.server.Limits.Now = func() time.Time { return now }
	for n := 0; ; n++ {
		from := fmt.Sprintf("192.0.2.%d", n)
		if w.server.Limits.Try(fair.TryAt("anna", from), func() error { return people.ErrWrong }, func(error) bool { return true }) == fair.ErrTries {
			break // the name's limit is reached from many addresses
		}
	}
	if p := stranger.signIn("ANNA", nil); p.status != http.StatusTooManyRequests || p.header.Get("Retry-After") == "" {
		t.Errorf("a stranger with the right password: status %d", p.status)
	}
	if p := session.post("/account/password", url.Values{"old": {password}, "password": {password + " 2"}}); p.status != http.StatusOK {
		t.Errorf("somebody signed in changes the password: status %d", p.status)
	}
	own := url.Values{"name": {"Anna"}, "password": {password + " 2"}}
	wrong := url.Values{"name": {"Anna"}, "password": {"wrong one"}, "old": {"wrong one"}}
	const most = 10 // at once
	for i := range most + 1 {
		for what, p := range map[string]answer{"sign in": v.post("/account/in", wrong), "delete": session.post("/account/password", wrong)} {
			if want := i == most; (p.status == http.StatusTooManyRequests) != want {
				t.Fatalf("%s, try %d: status %d", what, i, p.status)
			}
		}
	}
	now = now.Add(time.Minute)
	if p := v.post("/account/in", own); p.status != http.StatusOK || p.path != "/tables" {
		t.Errorf("a browser that is known, a while later: status %d", p.status)
	}
	if p := session.post("/account/delete", own); p.status != http.StatusOK {
		t.Errorf("somebody signed in deletes the account: status %d", p.status)
	}
	for range 20 {
		v.post("/account/new", nil)
	}
	if p := v.post("/account/new", nil); p.status != http.StatusTooManyRequests {
		t.Errorf("signing up very often: status %d", p.status)
	}
}

// A form of accounts that is refused keeps what was typed, but no password.
func TestRefusedAccountFormsKeepWhatWasTyped(t *testing.T) {
	w := newWorld(t, 67)
	v, other := w.visitor(), w.visitor()
	v.signUp("Anna")
	secret := "hunter"
	check := func(what string, p answer, kept map[string]string) {
		t.Helper()
		if p.status < 400 || strings.Contains(p.body, secret) {
			t.Errorf("%s: status %d; the password is there: %v", what, p.status, strings.Contains(p.body, secret))
		}
		form := document(t, p)
		for name, value := range kept {
			if got := form.find(t, "input", "name", name).attr("value"); got != value {
				t.Errorf("%s: %s is %q, want %q", what, name, got, value)
			}
		}
	}
	up := url.Values{"name": {"Berta B"}, "password": {secret}, "back": {"/lobby"}, "bring": {"yes"}}
	typed := map[string]string{"name": "Berta B", "back": "/lobby"}
	check("sign up", other.post("/account/new", up), typed)
	check("sign in", other.post("/account/in", up), typed)
	token := v.post("/account/tokens", url.Values{"token": {"a \u202e name"}, "play": {"yes"}})
	check("a token", token, map[string]string{"token": "a \u202e name"})
	if !document(t, token).find(t, "input", "name", "play").has("checked") {
		t.Error("that the token may play is lost")
	}
	check("a hook", v.post("/account/notices", url.Values{"do": {"hook"}, "hook": {"ftp://x.test/"}}), map[string]string{"hook": "ftp://x.test/"})
	w.still()
	for w.server.Limits.MaySignUp("127.0.0.1") {
	}
	check("too many", other.post("/account/new", up), typed)
	w.accounts.Hashing.Wait = time.Millisecond
	fill(w.accounts.Hashing)
	check("too busy", other.post("/account/in", up), typed)
}

// The log says who did what with an account, without name, password or cookie.
func TestSecurityLog(t *testing.T) {
	w := newWorld(t, 66)
	var log bytes.Buffer
	w.server.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	v := w.visitor()
	v.signUp("Annabella")
	v.post("/account/out", nil)
	v.post("/account/in", url.Values{"name": {"Annabella"}, "password": {"wrong one"}})
	v.signIn("Annabella", nil)
	at, err := url.Parse(v.url)
	if err != nil {
		t.Fatal(err)
	}
	var secrets []string
	for _, c := range v.client.Jar.Cookies(at) {
		if c.Name == kernel.SessionCookie+w.server.Mark {
			secrets = append(secrets, c.Value)
		}
	}
	if len(secrets) != 1 {
		t.Fatalf("%d cookies of sessions", len(secrets))
	}
	v.post("/account/delete", url.Values{"password": {password}})
	for _, want := range []string{`msg="signed up"`, `msg="signed out"`, `msg="signed in"`, "why=people.error.wrong", `msg="account deleted"`, "from=127.0.0.1", "account="} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %s", want)
		}
	}
	for _, secret := range append(secrets, "nnabella", password, "wrong one") {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// FuzzAccountForms sends forms that no page of ours has.
func FuzzAccountForms(f *testing.F) {
	paths := []string{"/account/new", "/account/in", "/account/out", "/account/sessions", "/account/password", "/account/delete"}
	for i := range paths {
		f.Add(uint8(i), "application/x-www-form-urlencoded", "name=Anna&password=correct+horse&session=ab&old=%ff")
		f.Add(uint8(i), "application/x-www-form-urlencoded", "%zz&name=%00")
		f.Add(uint8(i), "multipart/form-data; boundary=x", "--x\r\n")
		f.Add(uint8(i), "application/json", `{"name":1}`)
	}
	f.Fuzz(func(t *testing.T, which uint8, kind, body string) {
		v := newWorld(t, 67).visitor()
		for _, in := range []bool{false, true} {
			if in {
				v.signUp("Zoe")
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.url+paths[int(which)%len(paths)], strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", strings.Map(func(r rune) rune {
				if r < ' ' || r > '~' {
					return -1
				}
				return r
			}, kind))
			if p := v.do(req); p.status >= http.StatusInternalServerError {
				t.Errorf("status %d", p.status)
			}
		}
	})
}

// A password manager finds where a password is changed.
func TestChangePasswordIsFound(t *testing.T) {
	if p := newWorld(t, 73).visitor().get("/.well-known/change-password"); p.path != "/account" || p.status != http.StatusOK {
		t.Errorf("led to %s, status %d", p.path, p.status)
	}
}
