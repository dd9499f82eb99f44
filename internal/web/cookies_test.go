package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// cookiesOf are a browser's cookies for the hosts of tests, by name.
func cookiesOf(v *webtest.Visitor) map[string]string {
	v.T.Helper()
	at, err := url.Parse(v.URL)
	require.NoError(v.T, err)
	out := map[string]string{}
	for _, c := range v.Client.Jar.Cookies(at) {
		out[c.Name] = c.Value
	}
	return out
}

func setCookies(v *webtest.Visitor, values map[string]string) {
	v.T.Helper()
	at, err := url.Parse(v.URL)
	require.NoError(v.T, err)
	for name, value := range values {
		v.Client.Jar.SetCookies(at, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
	}
}

// elsewhere is the same browser at another server of the same host.
func elsewhere(v *webtest.Visitor, w *world) *webtest.Visitor {
	other := w.Visitor()
	other.Client.Jar = v.Client.Jar
	return other
}

// Browsers send the cookies of a host to all its ports. Servers with their own databases
// keep a browser's seats, sessions and settings apart; servers with one share them.
func TestServersOfOneHost(t *testing.T) {
	one, two := newWorld(t, 1), newWorld(t, 2)
	again := *one
	beside := httptest.NewServer(one.Site())
	t.Cleanup(beside.Close)
	t.Cleanup(func() { one.Hub.Close() })
	again.URL = beside.URL

	a := one.Visitor()
	b, c := elsewhere(a, two), elsewhere(a, &again)
	first, other := a.Alone(nil).Path, b.Alone(nil).Path
	holds := func(when string) {
		t.Helper()
		for k, seat := range []struct {
			at *webtest.Visitor
			id string
		}{{a, first}, {b, other}, {c, first}} {
			require.True(t, seat.at.Holds(seat.id), "%s: the seat at server %d is lost", when, k)
		}
	}
	holds("guests")
	a.SignUp("Anna")
	holds("with an account at one")
	b.SignUp("Berta")
	holds("with accounts at both")
	for k, at := range []struct {
		*webtest.Visitor
		name string
	}{{a, "Anna"}, {b, "Berta"}, {c, "Anna"}} {
		require.True(t, at.Get("/account").Says(at.name), "server %d does not know %s", k, at.name)
	}
	a.Post("/settings", url.Values{"theme": {"dark"}})
	if b.Get("/").Has("data-theme", "dark") || !c.Get("/").Has("data-theme", "dark") {
		t.Error("settings of one server hold at another, or not at all")
	}
	b.Post("/account/out", nil)
	require.True(t, a.Get("/account").Says("Anna"), "signing out at one server signs out at another")
}

// Cookies of earlier versions have no mark. The server that they are for takes them
// over, whichever the browser visits first.
func TestCookiesWithoutAMark(t *testing.T) {
	for name, order := range map[string][2]int{"its own server first": {0, 1}, "another one first": {1, 0}} {
		worlds := []*world{newWorld(t, 1), newWorld(t, 2)}
		mark := worlds[0].Kernel.Mark
		known := worlds[0].Visitor()
		id := known.Alone(nil).Path
		guest := cookiesOf(known)[kernel.BrowserCookie+mark]
		person := worlds[0].Visitor()
		person.SignUp("Anna")
		session := cookiesOf(person)[kernel.SessionCookie+mark]
		if guest == "" || session == "" {
			t.Fatalf("no cookies: %v, %v", cookiesOf(known), cookiesOf(person))
		}
		for _, old := range []map[string]string{
			{kernel.BrowserCookie: guest, kernel.SettingsCookie: "theme=dark"},
			{kernel.SessionCookie: session},
		} {
			v := worlds[0].Visitor()
			setCookies(v, old)
			at := []*webtest.Visitor{v, elsewhere(v, worlds[1])}
			for _, k := range order {
				p := at[k].Get("/")
				if old[kernel.SettingsCookie] != "" && !p.Has("data-theme", "dark") {
					t.Errorf("%s: the settings are lost at server %d", name, k)
				}
				at[k].Post("/play", nil)
			}
			if old[kernel.BrowserCookie] != "" && !v.Holds(id) {
				t.Errorf("%s: the seat is lost", name)
			}
			if p := v.Get("/account"); old[kernel.SessionCookie] != "" && !p.Says("Anna") {
				t.Errorf("%s: the session is lost", name)
			}
			left := cookiesOf(v)
			require.True(t, left[kernel.BrowserCookie] == "" && left[kernel.SessionCookie] == "", "%s: cookies keep their old names: %v", name, left)
		}
	}
}
