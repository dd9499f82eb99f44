package web

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// A guest's table and settings come along to the account and from there to
// another browser; what the browser holds by itself stays its own.
func TestAccountOverDevices(t *testing.T) {
	w := newWorld(t, 61)
	home, phone := w.Visitor(), w.Visitor()
	id := home.Alone(nil).Path
	home.Post("/settings", url.Values{"theme": {"dark"}})
	home.SignUp("Anna")
	phones := phone.Alone(nil).Path
	if p := phone.SignIn("anna", nil); p.Path != "/tables" || len(p.Links(id)) == 0 || !p.Has("data-theme", "dark") {
		t.Fatalf("signing in on another device led to %s", p.Path)
	}
	for _, c := range []struct {
		what string
		who  *webtest.Visitor
		id   string
		want bool
	}{
		{"the guest's table at home", home, id, true}, {"and on the phone", phone, id, true},
		{"the phone's own table while somebody is signed in", phone, phones, false}, {"and at home", home, phones, false},
	} {
		require.Equal(t, c.who.Plays(c.id), c.want, "%s: plays", c.what)
	}
	phone.Post("/account/out", nil)
	require.True(t, !phone.Plays(id) && phone.Plays(phones), "after signing out the browser has not its own seats alone")
	phone.SignIn("anna", url.Values{"bring": {"yes"}})
	require.True(t, home.Plays(phones), "the phone's table did not come along")
	phone.Post("/account/out", nil)
	require.True(t, !phone.Plays(phones), "after signing out the browser still has the seats that went to the account")
	require.True(t, home.Get(home.Post("/play", nil).Path).Says("Anna"), "the person's name is not at a new table")
	for _, lang := range webtest.LanguageCodes {
		home.Lang, phone.Lang = lang, lang
		home.Post("/language", url.Values{"lang": {lang}})
		phone.Post("/language", url.Values{"lang": {lang}})
		for _, path := range []string{"/account", "/account/delete", "/account/new"} {
			webtest.CheckPage(t, lang+" "+path, home.Get(path))
		}
		webtest.CheckPage(t, lang+" signing in", phone.Get("/account"))
	}
}

// Signing in and up lead back to the page that asked for it, and to no other site.
func TestSigningInLeadsBack(t *testing.T) {
	w := newWorld(t, 64)
	w.Visitor().SignUp("Anna")
	refused := w.Visitor().Get("/account/notices")
	to := refused.Links("/account?back=")
	require.Must(t, refused.Status == http.StatusForbidden && len(to) != 0, "there is no way to sign in (%d)", refused.Status)
	for _, c := range []struct{ form, name, asked, want string }{
		{"/account/in", "Anna", to[0], "/account/notices"},
		{"/account/new", "Berta", to[0], "/account/notices"},
		{"/account/in", "Anna", "/account", "/tables"},
		{"/account/new", "Carla", "/account", "/account"},
		{"/account/in", "Anna", "/account?back=//elsewhere.example", "/"},
	} {
		v := w.Visitor()
		p := v.Get(c.asked)
		if c.form == "/account/new" {
			p = v.Get(p.Links("/account/new")[0])
		}
		form := p.Form(c.form).Fields
		form.Set("name", c.name)
		form.Set("password", webtest.Password)
		if p := v.Post(c.form, form); p.Path != c.want {
			t.Errorf("%+v: it led to %s", c, p.Path)
		}
	}
}

// From the head of every page, signing in and up lead back to it: who follows an
// invitation does not lose it.
func TestTheHeadLeadsBack(t *testing.T) {
	w := newWorld(t, 65)
	anna := w.Visitor()
	anna.SignUp("Anna")
	id, link := anna.Invitation()
	for k, path := range []string{link, linkOf(anna.Get(founds(anna))), "/lobby", "/tables?q=ben&by=turn", id + "/chat", "/handbook", "/new?with=friends"} {
		v := w.Visitor()
		head := v.Get(path).Document().Find(t, "header", "class", "bar")
		signIn := ""
		for _, a := range head.All("a", "", "") {
			if strings.HasPrefix(a.Value("href"), "/account") {
				signIn = a.Value("href")
			}
		}
		form := v.Get(v.Get(signIn).Links("/account/new")[0]).Form("/account/new").Fields
		form.Set("name", fmt.Sprint("Guest ", k))
		form.Set("password", webtest.Password)
		if p, want := v.Post("/account/new", form), strings.Split(path, "?")[0]; p.Path != want {
			t.Errorf("signing up from the head of %s leads to %s", path, p.Path)
		}
	}
	require.True(t, !w.Visitor().Get("/").LeadsTo("/account?back="), "who signs in on the first page finds it again, not their tables")
}

// What is wrong with a form is said, in words that tell nothing about accounts.
func TestSignRefusals(t *testing.T) {
	w := newWorld(t, 62)
	w.Visitor().SignUp("Anna")
	v := w.Visitor()
	same := map[string]string{}
	for name, word := range map[string]string{"Anna": "wrong password", "Berta": webtest.Password, "": "", "x": "\xff"} {
		p := v.Post("/account/in", url.Values{"name": {name}, "password": {word}})
		require.True(t, p.Status == http.StatusForbidden && p.Header.Get("Set-Cookie") == "", "%q: status %d", name, p.Status)
		same[strip(strings.ReplaceAll(p.Body, `value="`+name+`"`, `value=""`))] = name
		if webtest.Missing.MatchString(p.Body) || strings.Contains(p.Body, "wrong password") {
			t.Errorf("%q: a text is missing, or the page has the password", name)
		}
	}
	require.True(t, len(same) == 1, "refusals differ: %q", same)
	for name, c := range map[string]struct {
		form url.Values
		want int
	}{
		"taken":          {url.Values{"name": {"anna"}, "password": {webtest.Password}}, http.StatusConflict},
		"a look-alike":   {url.Values{"name": {"Аnna"}, "password": {webtest.Password}}, http.StatusConflict},
		"no name":        {url.Values{"name": {"<script>"}, "password": {webtest.Password}}, http.StatusUnprocessableEntity},
		"short password": {url.Values{"name": {"Berta"}, "password": {"short"}}, http.StatusUnprocessableEntity},
	} {
		p := v.Post("/account/new", c.form)
		if p.Status != c.want || p.Form("/account/new") == nil || len(p.Document().All("script", "src", "")) > 0 || webtest.Missing.MatchString(p.Body) {
			t.Errorf("signing up with %s: status %d, want %d", name, p.Status, c.want)
		}
	}
	w.People.Registration = people.Closed
	if p := v.Post("/account/new", url.Values{"name": {"Berta"}, "password": {webtest.Password}}); p.Status != http.StatusForbidden || p.Form("/account/new") != nil {
		t.Errorf("closed: status %d", p.Status)
	}
}

// Who is not signed in may do nothing with an account, and nobody ends
// another's session.
func TestWhoMayDoWhatWithAccounts(t *testing.T) {
	w := newWorld(t, 63)
	anna, stranger, bert := w.Visitor(), w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	other := w.Visitor()
	other.SignIn("Anna", nil)
	var ends string
	for _, b := range anna.Get("/account").Form("/account/sessions").Buttons {
		if b.Name == "session" {
			ends = b.Value
		}
	}
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/account/sessions", url.Values{"session": {ends}}}, {"/account/sessions", url.Values{"others": {"yes"}}},
		{"/account/password", url.Values{"old": {webtest.Password}, "password": {"another one"}}},
		{"/account/delete", url.Values{"password": {webtest.Password}}},
	} {
		stranger.Post(c.path, c.form).WantStatus(t, http.StatusForbidden, "%s by a stranger", c.path)
	}
	for _, path := range []string{"/account/export", "/account/delete"} {
		stranger.Get(path).WantStatus(t, http.StatusForbidden, "%s for a stranger", path)
	}
	for _, session := range []string{ends, "", "zz", strings.Repeat("ab", 100)} {
		bert.Post("/account/sessions", url.Values{"session": {session}})
	}
	require.True(t, other.Get("/account").Heads("Anna"), "somebody else ended a session")
	anna.Post("/account/sessions", url.Values{"session": {ends}})
	require.True(t, other.Get("/account").Form("/account/in") != nil, "an ended session goes on")
	anna.Post("/account/password", url.Values{"old": {"wrong one"}, "password": {"another one"}}).WantStatus(t, http.StatusForbidden, "a wrong old password")
	other.SignIn("Anna", nil)
	anna.Post("/account/password", url.Values{"old": {webtest.Password}, "password": {"another one"}}).WantStatus(t, http.StatusOK, "changing the password")
	require.True(t, other.Get("/account").Form("/account/in") != nil, "another browser is signed in after the password was changed")
	other.SignIn("Anna", nil).WantStatus(t, http.StatusForbidden, "the old password")
}

// All that is kept goes into the export, and a deletion takes the name from
// every table; the games stay.
func TestExportAndDelete(t *testing.T) {
	w := newWorld(t, 64)
	v := w.Visitor()
	v.SignUp("Annabella")
	id := v.Post("/play", nil).Path
	a, err := w.Store.AccountByKey(t.Context(), "annabella")
	require.NoError(t, err)
	require.NoError(t, w.Chat.SetNote(t.Context(), id[3:], chat.Reader{Holder: a.Holder(), Actor: game.Actor{Seats: []int{0}}}, "remember the locks", ""))
	v.Post(founds(v)+"/chat", url.Values{"do": {"say"}, "text": {"Tonight?"}})
	p := v.Get("/account/export")
	z, err := zip.NewReader(strings.NewReader(p.Body), int64(len(p.Body)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		files[f.Name] = string(text)
	}
	if !strings.Contains(files["notices.json"], `"channels": []`) || !strings.Contains(files["notices.json"], `"quiet"`) {
		t.Errorf("the export has %q", files["notices.json"])
	}
	if !strings.Contains(files["circles.json"], `"Zeche Anna"`) || !strings.Contains(files["chat.json"], "Tonight?") || !strings.Contains(files["chat.json"], `"circle": `) {
		t.Errorf("the export has of circles %q, and said was %q", files["circles.json"], files["chat.json"])
	}
	if !strings.Contains(files["chat.json"], "remember the locks") || !strings.Contains(files["ratings.json"], `"games"`) {
		t.Errorf("the export has %q and %q", files["chat.json"], files["ratings.json"])
	}
	if !strings.Contains(files["account.json"], `"name": "Annabella"`) || !strings.Contains(files["games/"+id[3:]+".json"], "Annabella") {
		t.Errorf("the export has %v", files)
	}
	if p := v.Post("/account/delete", url.Values{"password": {"wrong one"}}); p.Status != http.StatusForbidden {
		t.Errorf("deleting with a wrong password: status %d", p.Status)
	} else if p.Form("/account/delete") == nil || !p.Says("The password is wrong.") {
		t.Error("after a wrong password the page does not ask again")
	}
	if p := v.Post("/account/delete", url.Values{"password": {webtest.Password}}); p.Status != http.StatusOK || !p.Heads("Goodbye") || !p.Says("deleted") {
		t.Errorf("deleting: status %d", p.Status)
	}
	if p := v.Get(id); p.Status != http.StatusOK || strings.Contains(p.Body, "Annabella") || !p.Says(game.Nameless) || p.Form("/act") != nil {
		t.Errorf("the table after its person went: status %d", p.Status)
	}
	v.SignIn("Annabella", nil).WantStatus(t, http.StatusForbidden, "signing in after that")
	w.Visitor().SignUp("Annabella")
}

// By invitation an account needs a code; an address may bring it along.
func TestInvitation(t *testing.T) {
	w := newWorld(t, 68)
	w.People.Registration = people.Invited
	v := w.Visitor()
	code, err := w.People.Invite(t.Context(), time.Hour)
	require.NoError(t, err)
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		p := v.Get("/account/new?invite=" + code)
		webtest.CheckPage(t, lang+" form", p)
		if !p.Has("name", "invite", "value", code) || p.Header.Get("Referrer-Policy") != "strict-origin" {
			t.Errorf("%s: the form has no code in it", lang)
		}
	}
	v.Lang = "en"
	entry := url.Values{"name": {"Anna"}, "password": {webtest.Password}, "invite": {"a guess"}}
	if p := v.Post("/account/new", entry); p.Status != http.StatusForbidden || !p.Says("not valid") || !p.Has("value", "a guess") {
		t.Errorf("a wrong code: status %d", p.Status)
	}
	entry.Set("invite", code)
	if p := v.Post("/account/new", entry); p.Status != http.StatusOK || p.Path != "/account" {
		t.Errorf("the code: status %d at %s", p.Status, p.Path)
	}
	entry.Set("name", "Bert")
	w.Visitor().Post("/account/new", entry).WantStatus(t, http.StatusForbidden, "the code again")
}

// A stranger's wrong passwords are limited and lock out nobody who was there
// before: neither a browser that has signed in nor a session.
func TestTriesAreLimited(t *testing.T) {
	w := newWorld(t, 65)
	v, stranger, session := w.Visitor(), w.Visitor(), w.Visitor()
	v.SignUp("Anna")
	v.Post("/account/out", nil)
	session.SignIn("Anna", nil)
	now := time.Now()
	w.Kernel.Limits.Now = func() time.Time { return now }
	for n := 0; ; n++ {
		from := fmt.Sprintf("192.0.2.%d", n)
		if w.Kernel.Limits.Try(fair.TryAt("anna", from), func() error { return people.ErrWrong }, func(error) bool { return true }) == fair.ErrTries {
			break // the name's limit is reached from many addresses
		}
	}
	if p := stranger.SignIn("ANNA", nil); p.Status != http.StatusTooManyRequests || p.Header.Get("Retry-After") == "" {
		t.Errorf("a stranger with the right password: status %d", p.Status)
	}
	session.Post("/account/password", url.Values{"old": {webtest.Password}, "password": {webtest.Password + " 2"}}).WantStatus(t, http.StatusOK, "somebody signed in changes the password")
	own := url.Values{"name": {"Anna"}, "password": {webtest.Password + " 2"}}
	wrong := url.Values{"name": {"Anna"}, "password": {"wrong one"}, "old": {"wrong one"}}
	const most = 10 // at once
	for i := range most + 1 {
		for what, p := range map[string]webtest.Answer{"sign in": v.Post("/account/in", wrong), "delete": session.Post("/account/password", wrong)} {
			if want := i == most; (p.Status == http.StatusTooManyRequests) != want {
				t.Fatalf("%s, try %d: status %d", what, i, p.Status)
			}
		}
	}
	now = now.Add(time.Minute)
	if p := v.Post("/account/in", own); p.Status != http.StatusOK || p.Path != "/tables" {
		t.Errorf("a browser that is known, a while later: status %d", p.Status)
	}
	session.Post("/account/delete", own).WantStatus(t, http.StatusOK, "somebody signed in deletes the account")
	for range 20 {
		v.Post("/account/new", nil)
	}
	v.Post("/account/new", nil).WantStatus(t, http.StatusTooManyRequests, "signing up very often")
}

// A form of accounts that is refused keeps what was typed, but no password.
func TestRefusedAccountFormsKeepWhatWasTyped(t *testing.T) {
	w := newWorld(t, 67)
	v, other := w.Visitor(), w.Visitor()
	v.SignUp("Anna")
	secret := "hunter"
	check := func(what string, p webtest.Answer, kept map[string]string) {
		t.Helper()
		if p.Status < 400 || strings.Contains(p.Body, secret) {
			t.Errorf("%s: status %d; the password is there: %v", what, p.Status, strings.Contains(p.Body, secret))
		}
		form := p.Document()
		for name, value := range kept {
			require.Equal(t, form.Find(t, "input", "name", name).Value("value"), value, "%s: %s", what, name)
		}
	}
	up := url.Values{"name": {"Berta B"}, "password": {secret}, "back": {"/lobby"}, "bring": {"yes"}}
	typed := map[string]string{"name": "Berta B", "back": "/lobby"}
	check("sign up", other.Post("/account/new", up), typed)
	check("sign in", other.Post("/account/in", up), typed)
	token := v.Post("/account/tokens", url.Values{"token": {"a \u202e name"}, "play": {"yes"}})
	check("a token", token, map[string]string{"token": "a \u202e name"})
	require.True(t, token.Document().Find(t, "input", "name", "play").Has("checked"), "that the token may play is lost")
	check("a hook", v.Post("/account/notices", url.Values{"do": {"hook"}, "hook": {"ftp://x.test/"}}), map[string]string{"hook": "ftp://x.test/"})
	w.Still()
	for w.Kernel.Limits.May(fair.SignUp, "127.0.0.1", "") {
	}
	check("too many", other.Post("/account/new", up), typed)
	w.Accounts.Hashing.Wait = time.Millisecond
	webtest.Fill(w.Accounts.Hashing)
	check("too busy", other.Post("/account/in", up), typed)
}

// The log says who did what with an account, without name, password or cookie.
func TestSecurityLog(t *testing.T) {
	w := newWorld(t, 66)
	var log bytes.Buffer
	w.Kernel.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	v := w.Visitor()
	v.SignUp("Annabella")
	v.Post("/account/out", nil)
	v.Post("/account/in", url.Values{"name": {"Annabella"}, "password": {"wrong one"}})
	v.SignIn("Annabella", nil)
	at, err := url.Parse(v.URL)
	require.NoError(t, err)
	var secrets []string
	for _, c := range v.Client.Jar.Cookies(at) {
		if c.Name == kernel.SessionCookie+w.Kernel.Mark {
			secrets = append(secrets, c.Value)
		}
	}
	require.Must(t, len(secrets) == 1, "%d cookies of sessions", len(secrets))
	v.Post("/account/delete", url.Values{"password": {webtest.Password}})
	for _, want := range []string{`msg="signed up"`, `msg="signed out"`, `msg="signed in"`, "why=people.error.wrong", `msg="account deleted"`, "from=127.0.0.1", "account="} {
		require.True(t, strings.Contains(log.String(), want), "the log has no %s", want)
	}
	for _, secret := range append(secrets, "nnabella", webtest.Password, "wrong one") {
		require.True(t, !strings.Contains(log.String(), secret), "the log has %q", secret)
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
		v := newWorld(t, 67).Visitor()
		for _, in := range []bool{false, true} {
			if in {
				v.SignUp("Zoe")
			}
			req := v.Request(http.MethodPost, paths[int(which)%len(paths)], body)
			req.Header.Set("Content-Type", strings.Map(func(r rune) rune {
				if r < ' ' || r > '~' {
					return -1
				}
				return r
			}, kind))
			if p := v.Do(req); p.Status >= http.StatusInternalServerError {
				t.Errorf("status %d", p.Status)
			}
		}
	})
}

// A password manager finds where a password is changed.
func TestChangePasswordIsFound(t *testing.T) {
	if p := newWorld(t, 73).Visitor().Get("/.well-known/change-password"); p.Path != "/account" || p.Status != http.StatusOK {
		t.Errorf("led to %s, status %d", p.Path, p.Status)
	}
}
