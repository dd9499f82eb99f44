package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/web/kernel"
)

// cookiesOf are a browser's cookies for the hosts of tests, by name.
func (v *visitor) cookiesOf() map[string]string {
	v.t.Helper()
	at, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range v.client.Jar.Cookies(at) {
		out[c.Name] = c.Value
	}
	return out
}

func (v *visitor) setCookies(values map[string]string) {
	v.t.Helper()
	at, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	for name, value := range values {
		v.client.Jar.SetCookies(at, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
	}
}

// elsewhere is the same browser at another server of the same host.
func (v *visitor) elsewhere(w *world) *visitor {
	other := w.visitor()
	other.client.Jar = v.client.Jar
	return other
}

// Browsers send the cookies of a host to all its ports. Servers with their own databases
// keep a browser's seats, sessions and settings apart; servers with one share them.
func TestServersOfOneHost(t *testing.T) {
	one, two := newWorld(t, 1), newWorld(t, 2)
	again := *one
	beside := httptest.NewServer(one.site())
	t.Cleanup(beside.Close)
	t.Cleanup(func() { one.hub.Close() })
	again.url = beside.URL

	a := one.visitor()
	b, c := a.elsewhere(two), a.elsewhere(&again)
	first, other := a.alone(nil).path, b.alone(nil).path
	holds := func(when string) {
		t.Helper()
		for k, seat := range []struct {
			at *visitor
			id string
		}{{a, first}, {b, other}, {c, first}} {
			if !seat.at.holds(seat.id) {
				t.Errorf("%s: the seat at server %d is lost", when, k)
			}
		}
	}
	holds("guests")
	a.signUp("Anna")
	holds("with an account at one")
	b.signUp("Berta")
	holds("with accounts at both")
	for k, at := range []struct {
		*visitor
		name string
	}{{a, "Anna"}, {b, "Berta"}, {c, "Anna"}} {
		if p := at.get("/account"); !strings.Contains(p.body, at.name) {
			t.Errorf("server %d does not know %s", k, at.name)
		}
	}
	a.post("/settings", url.Values{"theme": {"dark"}})
	if dark := `data-theme="dark"`; strings.Contains(b.get("/").body, dark) || !strings.Contains(c.get("/").body, dark) {
		t.Error("settings of one server hold at another, or not at all")
	}
	b.post("/account/out", nil)
	if p := a.get("/account"); !strings.Contains(p.body, "Anna") {
		t.Error("signing out at one server signs out at another")
	}
}

// Cookies of earlier versions have no mark. The server that they are for takes them
// over, whichever the browser visits first.
func TestCookiesWithoutAMark(t *testing.T) {
	for name, order := range map[string][2]int{"its own server first": {0, 1}, "another one first": {1, 0}} {
		worlds := []*world{newWorld(t, 1), newWorld(t, 2)}
		mark := worlds[0].server.Mark
		known := worlds[0].visitor()
		id := known.alone(nil).path
		guest := known.cookiesOf()[kernel.BrowserCookie+mark]
		person := worlds[0].visitor()
		person.signUp("Anna")
		session := person.cookiesOf()[kernel.SessionCookie+mark]
		if guest == "" || session == "" {
			t.Fatalf("no cookies: %v, %v", known.cookiesOf(), person.cookiesOf())
		}
		for _, old := range []map[string]string{
			{kernel.BrowserCookie: guest, kernel.SettingsCookie: "theme=dark"},
			{kernel.SessionCookie: session},
		} {
			v := worlds[0].visitor()
			v.setCookies(old)
			at := []*visitor{v, v.elsewhere(worlds[1])}
			for _, k := range order {
				p := at[k].get("/")
				if old[kernel.SettingsCookie] != "" && !strings.Contains(p.body, `data-theme="dark"`) {
					t.Errorf("%s: the settings are lost at server %d", name, k)
				}
				at[k].post("/play", nil)
			}
			if old[kernel.BrowserCookie] != "" && !v.holds(id) {
				t.Errorf("%s: the seat is lost", name)
			}
			if p := v.get("/account"); old[kernel.SessionCookie] != "" && !strings.Contains(p.body, "Anna") {
				t.Errorf("%s: the session is lost", name)
			}
			left := v.cookiesOf()
			if left[kernel.BrowserCookie] != "" || left[kernel.SessionCookie] != "" {
				t.Errorf("%s: cookies keep their old names: %v", name, left)
			}
		}
	}
}
