package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/web/kernel"
)

// A code sets a new password; its page is nobody's but who has it.
func TestRecoverOnThePages(t *testing.T) {
	w := newWorld(t, 74)
	v, other := w.visitor(), w.visitor()
	v.signUp("Anna")
	other.signIn("Anna", nil)
	a, err := w.people.Named(t.Context(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	code, err := w.people.RecoveryCode(t.Context(), a, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	fresh := w.visitor()
	path := "/account/recover/" + code
	for _, lang := range languageCodes {
		fresh.lang = lang
		p := fresh.get(path)
		checkPage(t, lang, p)
		checkPage(t, lang+" asking", fresh.get("/account/recover"))
		if p.header.Get("Referrer-Policy") != "strict-origin" {
			t.Errorf("%s: the code goes along to other pages", lang)
		}
	}
	fresh.lang = "en"
	for _, wrong := range []string{"x", code[:len(code)-1], strings.Replace(code, ".", "x", 1)} {
		if p := fresh.get("/account/recover/" + wrong); p.status != http.StatusNotFound || !strings.Contains(p.body, "works once") {
			t.Errorf("%s: status %d", wrong, p.status)
		}
	}
	if p := fresh.post(path, url.Values{"password": {"password1"}}); p.status != http.StatusUnprocessableEntity || p.form("/account/recover") != nil && !strings.Contains(p.body, "somebody would guess") {
		t.Errorf("a common password: status %d", p.status)
	}
	if p := fresh.post(path, url.Values{"password": {"a new password"}}); p.path != "/account" || !strings.Contains(p.body, "Your new password is set") {
		t.Fatalf("recovering: status %d at %s", p.status, p.path)
	}
	for name, who := range map[string]*visitor{"the first browser": v, "another browser": other} {
		if p := who.get("/account"); p.form("/account/in") == nil {
			t.Errorf("%s is still signed in", name)
		}
	}
	if p := fresh.post(path, url.Values{"password": {"another password"}}); p.status != http.StatusNotFound {
		t.Errorf("the code again: status %d", p.status)
	}
	if p := v.post("/account/in", url.Values{"name": {"Anna"}, "password": {"a new password"}}); p.path != "/tables" {
		t.Errorf("the new password: status %d", p.status)
	}
	if p := fresh.post("/account/recover", url.Values{"name": {"Anna"}, "address": {"anna@mail.test"}}); p.status != http.StatusConflict {
		t.Errorf("without a mail server: status %d", p.status)
	}
	if people.RecoverFor > time.Hour {
		t.Error("the mail says an hour")
	}
}

// Anyone who asks for mails is limited by address, whether there is such a name or
// not; how many an account gets counts only what is sent to it.
func TestRecoveryLimits(t *testing.T) {
	w := newWorld(t, 76)
	mail, err := notice.NewMail("smtp://127.0.0.1:1", "ruhr@ruhr.test", nil)
	if err != nil {
		t.Fatal(err)
	}
	w.notices.Mail = mail
	w.still()
	v := w.visitor()
	v.signUp("Anna")
	a, err := w.people.Named(t.Context(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	const most, each = 10, 3 // asked for from an address, and sent to an account
	for i := range most + 1 {
		name := []string{"Anna", "Nobody"}[i%2]
		status := v.post("/account/recover", url.Values{"name": {name}, "address": {"stranger@mail.test"}}).status
		if (status == http.StatusOK) != (i < most) {
			t.Errorf("request %d, for %s: status %d", i, name, status)
		}
	}
	for i := range each + 1 {
		if got := w.server.Limits.MaySendRecovery(a.ID); got != (i < each) {
			t.Errorf("mail %d to an account that strangers asked for: %v", i, got)
		}
	}
}

// A guest's browser forgets its guest, after saying what is lost.
func TestForgetGuest(t *testing.T) {
	w := newWorld(t, 76)
	v, friend := w.visitor(), w.visitor()
	id := v.alone(nil).path
	link := v.post(id+"/share", url.Values{"seat": {"1"}})
	at := strings.Index(link.body, "/join/")
	token := link.body[at : at+len("/join/")+22]
	if p := v.get("/tables"); !strings.Contains(p.body, `href="/forget"`) {
		t.Error("the tables do not say how to be forgotten")
	}
	if p := v.get("/forget"); !strings.Contains(p.body, "No other browser holds your seat") || !strings.Contains(p.body, id+"/share") {
		t.Errorf("alone: %s", textTag.ReplaceAllString(p.body, " "))
	}
	if p := friend.post(token, nil); p.path != id || !friend.plays(id) {
		t.Fatalf("joining: status %d at %s", p.status, p.path)
	}
	for _, lang := range languageCodes {
		v.lang = lang
		checkPage(t, lang, v.get("/forget"))
	}
	v.lang = "en"
	if p := v.get("/forget"); !strings.Contains(p.body, "1 other browser also holds") {
		t.Errorf("with a friend: %s", textTag.ReplaceAllString(p.body, " "))
	}
	secret := ""
	u, _ := url.Parse(w.url)
	for _, c := range v.client.Jar.Cookies(u) {
		if c.Name == kernel.BrowserCookie+w.server.Mark {
			secret = c.Value
		}
	}
	if p := v.post("/forget", nil); p.status != http.StatusOK || !strings.Contains(p.body, "knows nothing of you any more") {
		t.Errorf("forgetting: status %d", p.status)
	}
	for _, c := range v.client.Jar.Cookies(u) {
		t.Errorf("the cookie %s is left", c.Name)
	}
	if v.plays(id) {
		t.Error("the browser still plays")
	}
	v.client.Jar.SetCookies(u, []*http.Cookie{{Name: kernel.BrowserCookie + w.server.Mark, Value: secret}})
	if v.plays(id) {
		t.Error("a client that kept the cookie still plays")
	}
	if !friend.plays(id) {
		t.Error("the friend does not play any more")
	}

	anna := w.visitor()
	mine := anna.alone(nil).path
	anna.signUp("Anna")
	if p := anna.post("/forget", nil); p.path != "/account" || !anna.plays(mine) {
		t.Errorf("forgetting an account led to %s", p.path)
	}
	if p := anna.get("/forget"); p.form("/forget") != nil {
		t.Error("somebody signed in is asked")
	}
}
