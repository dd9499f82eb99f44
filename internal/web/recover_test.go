package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// A code sets a new password; its page is nobody's but who has it.
func TestRecoverOnThePages(t *testing.T) {
	w := newWorld(t, 74)
	v, other := w.Visitor(), w.Visitor()
	v.SignUp("Anna")
	other.SignIn("Anna", nil)
	a, err := w.People.Named(t.Context(), "Anna")
	require.NoError(t, err)
	code, err := w.People.RecoveryCode(t.Context(), a, time.Hour)
	require.NoError(t, err)
	fresh := w.Visitor()
	path := "/account/recover/" + code
	for _, lang := range webtest.LanguageCodes {
		fresh.Lang = lang
		p := fresh.Get(path)
		webtest.CheckPage(t, lang, p)
		webtest.CheckPage(t, lang+" asking", fresh.Get("/account/recover"))
		require.True(t, p.Header.Get("Referrer-Policy") == "strict-origin", "%s: the code goes along to other pages", lang)
	}
	fresh.Lang = "en"
	for _, wrong := range []string{"x", code[:len(code)-1], strings.Replace(code, ".", "x", 1)} {
		if p := fresh.Get("/account/recover/" + wrong); p.Status != http.StatusNotFound || !p.Says("works once") {
			t.Errorf("%s: status %d", wrong, p.Status)
		}
	}
	if p := fresh.Post(path, url.Values{"password": {"password1"}}); p.Status != http.StatusUnprocessableEntity || p.Form("/account/recover") != nil && !p.Says("somebody would guess") {
		t.Errorf("a common password: status %d", p.Status)
	}
	if p := fresh.Post(path, url.Values{"password": {"a new password"}}); p.Path != "/account" || !p.Says("Your new password is set") {
		t.Fatalf("recovering: status %d at %s", p.Status, p.Path)
	}
	for name, who := range map[string]*webtest.Visitor{"the first browser": v, "another browser": other} {
		require.True(t, who.Get("/account").Form("/account/in") != nil, "%s is still signed in", name)
	}
	fresh.Post(path, url.Values{"password": {"another password"}}).WantStatus(t, http.StatusNotFound, "the code again")
	if p := v.Post("/account/in", url.Values{"name": {"Anna"}, "password": {"a new password"}}); p.Path != "/tables" {
		t.Errorf("the new password: status %d", p.Status)
	}
	fresh.Post("/account/recover", url.Values{"name": {"Anna"}, "address": {"anna@mail.test"}}).WantStatus(t, http.StatusConflict, "without a mail server")
	require.True(t, people.RecoverFor <= time.Hour, "the mail says an hour")
}

// A session alone adds no way to sign in: no password, no passkey, and no mail address that sets
// another password.
func TestEveryWayToSignInNeedsProof(t *testing.T) {
	w := newWorld(t, 76)
	mail, err := notice.NewMail("smtp://127.0.0.1:1", "ruhr@ruhr.test", nil)
	require.NoError(t, err)
	w.Notices.Mail = mail
	v := w.Visitor()
	v.SignUp("Anna")
	require.True(t, v.Get("/account/notices").Has("name", "old"), "the form asks for no password")
	for path, form := range map[string]url.Values{
		"/account/password":     {"password": {"a new password"}},
		"/account/passkeys/ask": {"for": {"add"}},
		"/account/notices":      {"do": {"mail"}, "address": {"eve@mail.test"}},
	} {
		for _, old := range []string{"", "wrong"} {
			form.Set("old", old)
			v.Post(path, form).WantStatus(t, http.StatusForbidden, path+" with the password "+old)
		}
	}
	p := v.Post("/account/notices", url.Values{"do": {"mail"}, "address": {"eve@mail.test"}, "old": {webtest.Password}})
	require.True(t, p.Says("could not be delivered"), "with the password: %s", p.Text())
}

// Anyone who asks for mails is limited by address, whether there is such a name or
// not; how many an account gets counts only what is sent to it.
func TestRecoveryLimits(t *testing.T) {
	w := newWorld(t, 76, func(o *table.Options) { o.StandIn = "random" })
	mail, err := notice.NewMail("smtp://127.0.0.1:1", "ruhr@ruhr.test", nil)
	require.NoError(t, err)
	w.Notices.Mail = mail
	w.Still()
	v := w.Visitor()
	v.SignUp("Anna")
	a, err := w.People.Named(t.Context(), "Anna")
	require.NoError(t, err)
	const most, each = 10, 3 // asked for from an address, and sent to an account
	for i := range most + 1 {
		name := []string{"Anna", "Nobody"}[i%2]
		status := v.Post("/account/recover", url.Values{"name": {name}, "address": {"stranger@mail.test"}}).Status
		require.True(t, (status == http.StatusOK) == (i < most), "request %d, for %s: status %d", i, name, status)
	}
	for i := range each + 1 {
		require.Equal(t, w.Kernel.Limits.May(fair.SendRecovery, "", a.ID), i < each, "mail %d to an account that strangers asked", i)
	}
}

// slowAccounts is a store that finds no account before it is let go on.
type slowAccounts struct {
	people.Store
	on chan struct{}
}

func (s slowAccounts) AccountByKey(ctx context.Context, key string) (people.Account, error) {
	<-s.on
	return s.Store.AccountByKey(ctx, key)
}

// Nobody is told that a mail is on its way where too many wait for one: they are asked to
// try again, whether there is such an account or not.
func TestRecoveriesThatWait(t *testing.T) {
	w := newWorld(t, 79)
	mail, err := notice.NewMail("smtp://127.0.0.1:1", "ruhr@ruhr.test", nil)
	require.NoError(t, err)
	w.Notices.Mail = mail
	slow := slowAccounts{w.People.Store, make(chan struct{})}
	w.People.Store = slow
	defer close(slow.on)
	v := w.Visitor()
	const most = 8
	for i := range most + 1 {
		p := v.Post("/account/recover", url.Values{"name": {"Anna"}, "address": {"anna@mail.test"}})
		if sent := p.Form("/account/recover") == nil; sent != (i < most) || (p.Status == http.StatusOK) != sent {
			t.Errorf("request %d: status %d, %s", i, p.Status, p.Text())
		}
	}
}

// A guest's browser forgets its guest, after saying what is lost.
func TestForgetGuest(t *testing.T) {
	w := newWorld(t, 76, func(o *table.Options) { o.StandIn = "random" })
	v, friend := w.Visitor(), w.Visitor()
	id := v.Alone(nil).Path
	token := v.Post(id+"/share", url.Values{"seat": {"1"}}).Invitation()
	require.True(t, v.Get("/tables").Has("href", "/forget"), "the tables do not say how to be forgotten")
	if p := v.Get("/forget"); !p.Says("No other browser holds your seat") || !p.Has("href", id+"/share") {
		t.Errorf("alone: %s", p.Text())
	}
	if p := friend.Post(token, nil); p.Path != id || !friend.Plays(id) {
		t.Fatalf("joining: status %d at %s", p.Status, p.Path)
	}
	for _, lang := range webtest.LanguageCodes {
		v.Lang = lang
		webtest.CheckPage(t, lang, v.Get("/forget"))
	}
	v.Lang = "en"
	if p := v.Get("/forget"); !p.Says("1 other browser also holds") {
		t.Errorf("with a friend: %s", p.Text())
	}
	secret := ""
	u, _ := url.Parse(w.URL)
	for _, c := range v.Client.Jar.Cookies(u) {
		if c.Name == kernel.BrowserCookie+w.Kernel.Mark {
			secret = c.Value
		}
	}
	if p := v.Post("/forget", nil); p.Status != http.StatusOK || !p.Says("knows nothing of you any more") {
		t.Errorf("forgetting: status %d", p.Status)
	}
	for _, c := range v.Client.Jar.Cookies(u) {
		t.Errorf("the cookie %s is left", c.Name)
	}
	require.True(t, !v.Plays(id), "the browser still plays")
	v.Client.Jar.SetCookies(u, []*http.Cookie{{Name: kernel.BrowserCookie + w.Kernel.Mark, Value: secret}})
	require.True(t, !v.Plays(id), "a client that kept the cookie still plays")
	require.True(t, friend.Plays(id), "the friend does not play any more")

	if seats := w.Snapshot(strings.TrimPrefix(id, "/t/")).Seats; seats[0].ByHand() || !seats[1].ByHand() {
		t.Errorf("the friend waits for nobody, or does not play any more: %+v", seats)
	}
	own := friend.Alone(nil).Path
	friend.Post("/forget", nil)
	if seats := w.Snapshot(strings.TrimPrefix(own, "/t/")).Seats; !seats[0].ByHand() || !seats[1].ByHand() {
		t.Errorf("computer players play where nobody waits: %+v", seats)
	}

	anna := w.Visitor()
	mine := anna.Alone(nil).Path
	anna.SignUp("Anna")
	if p := anna.Post("/forget", nil); p.Path != "/account" || !anna.Plays(mine) {
		t.Errorf("forgetting an account led to %s", p.Path)
	}
	require.True(t, anna.Get("/forget").Form("/forget") == nil, "somebody signed in is asked")
}
