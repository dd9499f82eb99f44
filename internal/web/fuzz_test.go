package web

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/notice"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// formSeeds are bodies and queries of forms: right ones, and some that no page
// of ours sends.
var formSeeds = []string{
	"",
	"at=1&key=k1&action=3", "at=3&key=k2&action=254", "at=1&key=k3&undo=0", "at=1&key=k4&confirm=1", "at=-1&key=&action=x", "at=9223372036854775807&key=k&action=1",
	"who0=me&who1=open&name0=Anna&public=yes", "who0=me&who1=greedy&who2=random&who3=greedy&name0=Anna&thinking=long&clock=1d", "who0=open&who1=open", "who0=me&who1=../x&name0=%00",
	"seat=0", "seat=1&name=Carla", "seat=99&name=%E2%80%AE", "seat=1&renew=1&key=k5&at=1", "seat=0&do=give&level=greedy&key=k6&at=1", "seat=1&do=free&to=1",
	"room=table&text=hello", "room=players&text=%F0%9F%9A%A2", "room=x&text=%ff", "mute=1", "report=1", "unsay=1", "said=-1", "silent=yes", "note=a%0Ab",
	"lang=de&theme=dark&pace=off&size=large&sound=on&back=/t/x", "lang=%F4&back=//evil.example", "back=/%5Cevil.example", "back=%0d%0aSet-Cookie:x",
	"name=Anna&password=correct+horse", "old=x&password=y", "session=ab", "do=make&name=program&scope=play&days=30", "program=yes",
	"kind=hook&address=https://hooks.example/x&turn=now", "kind=mail&address=anna@ruhr.example", "do=test&id=x", "quiet-from=22&quiet-to=99&zone=Mars/Base",
	"n=3", "n=-1&speed=1e99", "kind=space&id=city-werden", "kind=depot&id=%ff", "q=lock", "q=" + strings.Repeat("a", 500), "after=1", "after=x&limit=-1&page=999999999",
	"plan=1.2.3", "colour=white&depot=depot-mark", "take=1&to=0", "step=1", "number=00ff", "secret=x", "key=%00", "%zz&=&;=", "a=" + strings.Repeat("%F0%9F", 300),
}

// FuzzPages: whatever is sent to whatever page or form, by a stranger, the one
// who plays or somebody signed in, the server does not fail, leads nobody to
// another site, and the table can still be played.
func FuzzPages(f *testing.F) {
	w := newWorld(f, 3)
	var err error
	w.Notices, err = notice.New(notice.Options{Store: w.Store, Tables: w.Service, Base: "http://ruhr.test",
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Reach: func(netip.AddrPort) bool { return false }})
	require.NoError(f, err)
	w.Starts(w.Config)
	player, signed := w.Visitor(), w.Visitor()
	signed.SignUp("Zoe")
	id := strings.TrimPrefix(player.Alone(nil).Path, "/t/")
	_, link := player.Invitation()
	token := strings.TrimPrefix(link, "/join/")
	members := 0
	patterns := w.Patterns()
	handler := w.Site()

	forms := []string{"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", ""}
	for k := range patterns {
		for i, seed := range formSeeds {
			if (i+k)%6 == 0 { // a sample; the fuzzer mixes them
				f.Add(k, i%3, "TABLE", seed, forms[0], seed, "word=none")
			}
		}
		f.Add(k, 1, token, "", forms[1], "--x\r\nContent-Disposition: form-data; name=\"record\"; filename=\"a\"\r\n\r\n{}\r\n--x--\r\n", "lang=%ff")
		f.Add(k, 1, "../../etc/passwd", "%zz", forms[2], `{"at":1}`, "\x00")
		f.Add(k, 0, strings.Repeat("A", 22), "lang=fr", forms[3], "x", strings.Repeat("a", 3000))
	}
	f.Fuzz(func(t *testing.T, k, who int, name, query, kind, body, settings string) {
		w.T = t
		method, pattern, _ := strings.Cut(patterns[uint(k)%uint(len(patterns))], " ")
		parts := strings.Split(strings.TrimSuffix(pattern, "{$}"), "/")
		if name == "TABLE" {
			name = id
		}
		for i, part := range parts {
			if strings.HasPrefix(part, "{") {
				parts[i] = name
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), method, "/", strings.NewReader(body))
		r.Host = "ruhr.test"
		r.URL = &url.URL{Path: strings.Join(parts, "/"), RawQuery: query}
		if _, err := url.ParseRequestURI(r.URL.RequestURI()); err != nil {
			return // net/http refuses such a request itself
		}
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Accept-Language", body)
		if len(body)%2 == 1 {
			r.Header.Set("Accept", "application/json") // as scripts do
		}
		jar := []http.CookieJar{mustJar(t), player.Client.Jar, signed.Client.Jar}[uint(who)%3]
		base, err := url.Parse(w.URL)
		require.NoError(t, err)
		for _, c := range jar.Cookies(base) {
			r.AddCookie(c)
		}
		r.Header.Add("Cookie", kernel.SettingsCookie+"="+settings)
		out := httptest.NewRecorder()
		handler.ServeHTTP(out, r)

		switch said := method + " " + pattern; {
		case out.Code == http.StatusBadGateway && pattern == "/account/notices": // what a test of notices cannot reach
		case out.Code >= 500:
			t.Fatalf("%s %q?%q, %q: status %d: %.300s", said, r.URL.Path, query, body, out.Code, out.Body)
		case strings.ContainsAny(out.Header().Get("Location"), "\r\n\x00") || !ownSite(out.Header().Get("Location")):
			t.Fatalf("%s %q?%q, %q leads to %q", said, r.URL.Path, query, body, out.Header().Get("Location"))
		}
		if method == http.MethodPost && name == id {
			snap, err := w.Service.Snapshot(t.Context(), id, game.Actor{})
			switch {
			case errors.Is(err, table.ErrNoTable) && strings.HasSuffix(pattern, "/leave"): // who is alone at a table may delete it
				id = strings.TrimPrefix(player.Alone(nil).Path, "/t/")
			case err != nil || snap.Frozen != nil:
				t.Fatalf("%s with %q leaves a table that cannot be played: %v", pattern, body, err)
			}
		}
		if uint(who)%3 == 2 && method == http.MethodPost && strings.HasPrefix(pattern, "/account/") && signed.Get("/account").Form("/account/out") == nil {
			members++
			signed = w.Visitor()
			signed.SignUp(fmt.Sprint("Zoe ", members))
		}
	})
}

// ownSite reports whether a Location leads to the program's own pages as
// browsers read it.
func ownSite(location string) bool {
	u, err := url.Parse("http://ruhr.test/")
	if err == nil {
		u, err = u.Parse(strings.ReplaceAll(location, `\`, "/"))
	}
	return err == nil && u.Host == "ruhr.test"
}

func mustJar(t *testing.T) http.CookieJar {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return jar
}
