package web

import (
	"bytes"
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// public is an address for tests.
func public(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	require.NoError(t, err)
	return u
}

// A visitor's address and scheme are taken from trusted proxies and from nobody
// else.
func TestForwardedHeaders(t *testing.T) {
	a := kernel.Access{Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}}
	for _, c := range []struct {
		name, remote string
		header       http.Header
		address      string
		https        bool
	}{
		{"no header", "127.0.0.1:5", nil, "127.0.0.1", false},
		{"by the proxy", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"192.0.2.7"}, "X-Forwarded-Proto": {"https"}}, "192.0.2.7", true},
		{"by a stranger", "198.51.100.9:5", http.Header{"X-Forwarded-For": {"192.0.2.7"}, "X-Forwarded-Proto": {"https"}}, "198.51.100.9", false},
		{"the visitor made something up", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"203.0.113.1, 192.0.2.7"}}, "192.0.2.7", false},
		{"in lines of their own", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"203.0.113.1", "192.0.2.7"}}, "192.0.2.7", false},
		{"by a chain of proxies", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"203.0.113.1, 192.0.2.7, 10.1.2.3"}}, "192.0.2.7", false},
		{"rubbish", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"192.0.2.7, unknown"}}, "127.0.0.1", false},
		{"rubbish before a proxy", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"<b>, 10.1.2.3"}}, "10.1.2.3", false},
		{"with a port", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"192.0.2.7:4711"}}, "192.0.2.7", false},
		{"an IPv6 network", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"2001:db8:1:2::7"}}, "2001:db8:1:2::/64", false},
		{"an IPv4 address in IPv6", "[::ffff:127.0.0.1]:5", http.Header{"X-Forwarded-For": {"::ffff:192.0.2.7"}}, "192.0.2.7", false},
		{"in the standard's words", "127.0.0.1:5", http.Header{"Forwarded": {`for=203.0.113.1, For="[2001:db8:1:2::7]:4711";proto=https`}}, "2001:db8:1:2::/64", true},
		{"an obscured hop", "127.0.0.1:5", http.Header{"Forwarded": {`for=_hidden`}}, "127.0.0.1", false},
		{"both agree", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"192.0.2.7"}, "Forwarded": {"for=192.0.2.7"}}, "192.0.2.7", false},
		{"they differ: one is the visitor's", "127.0.0.1:5", http.Header{"X-Forwarded-For": {"192.0.2.7"}, "Forwarded": {"for=203.0.113.1"}}, "127.0.0.1", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://ruhr.example/", nil)
		r.RemoteAddr, r.Header = c.remote, c.header
		if got := a.Caller(r); got.Address != c.address || got.HTTPS != c.https {
			t.Errorf("%s: %s, https %v; want %s, %v", c.name, got.Address, got.HTTPS, c.address, c.https)
		}
	}
}

// Links begin with the public address, cookies over https belong to this host
// alone, and the older ones go on counting.
func TestBehindTLS(t *testing.T) {
	proxied := kernel.Access{Public: public(t, "https://ruhr.example"), Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}}
	for _, c := range []struct {
		name   string
		access kernel.Access
		change func(r *http.Request)
		public string
		https  bool
	}{
		{"plain", kernel.Access{}, func(*http.Request) {}, "http://a.example:8080", false},
		{"TLS", kernel.Access{}, func(r *http.Request) { r.TLS = &tls.ConnectionState{} }, "https://a.example:8080", true},
		{"a proxy that keeps the host", proxied, func(r *http.Request) { r.Host = "ruhr.example" }, "https://ruhr.example", true},
		{"a proxy that sends the scheme", proxied, func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") }, "https://ruhr.example", true},
		{"beside the proxy", proxied, func(*http.Request) {}, "https://ruhr.example", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.Kernel.Access = c.access
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://a.example:8080/play", nil)
			c.change(r)
			mine := store.NewID()
			require.NoError(t, w.Store.Grant(t.Context(), store.HashOf(mine), store.Place{Table: w.Created()}))
			r.Header.Add("Cookie", "ruhr="+mine)
			require.Equal(t, c.access.Caller(r).Public, c.public, "what links begin with")
			rec := httptest.NewRecorder()
			w.Site().ServeHTTP(rec, r)
			want := "ruhr" + w.Kernel.Mark + "=" + mine + ";"
			if c.https {
				want = "__Host-" + want
			}
			got := rec.Header().Get("Set-Cookie")
			if !strings.HasPrefix(got, want) || strings.Contains(got, "Secure") != c.https || strings.Contains(got, "Domain") {
				t.Errorf("the cookie is %q, want %s", got, want)
			}
			require.Equal(t, rec.Header().Get("Strict-Transport-Security") != "", c.https, "browsers are asked to use https only")
		})
	}
}

// A name that leads here without being ours (DNS rebinding) reaches nothing.
func TestHosts(t *testing.T) {
	for _, c := range []struct {
		access kernel.Access
		host   string
		ok     bool
	}{
		{kernel.Access{}, "evil.example", true}, // names of a machine that serves the world are not known
		{kernel.Access{CheckHost: true}, "evil.example", false},
		{kernel.Access{CheckHost: true}, "evil.example:1769", false},
		{kernel.Access{CheckHost: true}, "localhost.evil.example", false},
		{kernel.Access{CheckHost: true}, "127.0.0.1.evil.example", false},
		{kernel.Access{CheckHost: true}, "localhost:1769", true},
		{kernel.Access{CheckHost: true}, "LOCALHOST.", true},
		{kernel.Access{CheckHost: true}, "127.0.0.1:1769", true},
		{kernel.Access{CheckHost: true}, "[::1]:1769", true},
		{kernel.Access{CheckHost: true}, "192.168.1.5:1769", true},
		{kernel.Access{CheckHost: true}, "livingroom.local:1769", true},
		{kernel.Access{CheckHost: true, Public: public(t, "https://ruhr.example")}, "Ruhr.example", true},
		{kernel.Access{CheckHost: true, Public: public(t, "https://ruhr.example")}, "ruhr.example.evil.example", false},
	} {
		require.Equal(t, c.access.AnswersTo(c.host), c.ok, "%q, checked %v", c.host, c.access.CheckHost)
	}
	w := newWorld(t, 1)
	w.Kernel.Access.CheckHost = true
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://evil.example/play", nil)
	rec := httptest.NewRecorder()
	w.Site().ServeHTTP(rec, r)
	if rec.Code != http.StatusMisdirectedRequest || !strings.Contains(rec.Body.String(), "--public") || rec.Header().Get("Set-Cookie") != "" {
		t.Errorf("status %d: %s", rec.Code, webtest.TextTag.ReplaceAllString(rec.Body.String(), " "))
	}
}

// Whatever a client or a proxy makes of the host, it is the same site: pages answer, forms
// count, links and passkeys are for the same origin.
func TestOneHostInManyForms(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}
	served := kernel.Access{CheckHost: true, Public: public(t, "https://ruhr.example"), Proxies: proxies}
	lan := kernel.Access{CheckHost: true, Proxies: proxies}
	for _, c := range []struct {
		access            kernel.Access
		proto, host, from string
		want, cookie      string
	}{
		{served, "", "ruhr.example", "https://ruhr.example", "https://ruhr.example", "__Host-"},
		{served, "", "RUHR.example:443", "https://ruhr.example", "https://ruhr.example", "__Host-"},
		{served, "", "ruhr.example.", "https://ruhr.example.", "https://ruhr.example", "__Host-"},
		{served, "", "ruhr.example.:443", "https://ruhr.example", "https://ruhr.example", "__Host-"},
		{served, "https", "ruhr.example:80", "https://ruhr.example", "https://ruhr.example", "__Host-"},
		{kernel.Access{CheckHost: true, Public: public(t, "https://Ruhr.example:443")}, "", "ruhr.example", "https://ruhr.example", "https://ruhr.example", "__Host-"},
		{lan, "", "box:80", "http://box", "http://box", ""},
		{lan, "", "Box.", "http://box.", "http://box", ""},
		{lan, "", "box:1769", "http://box:1769", "http://box:1769", ""},
		{lan, "https", "box:443", "https://box", "https://box", "__Host-"},
		{lan, "", "[::1]:80", "http://[::1]", "http://[::1]", ""},
	} {
		w := newWorld(t, 1)
		w.Kernel.Access = c.access
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/language", strings.NewReader("lang=de"))
		r.Host = c.host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", c.from)
		r.Header.Set("Cookie", kernel.SettingsCookie+"=lang=en")
		if c.proto != "" {
			r.Header.Set("X-Forwarded-Proto", c.proto)
		}
		rec := httptest.NewRecorder()
		require.Equal(t, c.access.Caller(r).Public, c.want, "%s: what links begin with", c.host)
		w.Site().ServeHTTP(rec, r)
		if rec.Code != http.StatusSeeOther || !strings.HasPrefix(rec.Header().Get("Set-Cookie"), c.cookie+"ruhr") {
			t.Errorf("%s from %s: status %d, cookie %q", c.host, c.from, rec.Code, rec.Header().Get("Set-Cookie"))
		}
	}
}

// Forms are taken from the public address whatever host a proxy asks for.
func TestPublicOriginMayPost(t *testing.T) {
	w := newWorld(t, 1)
	w.Kernel.Access.Public = public(t, "https://ruhr.example")
	for origin, want := range map[string]int{"https://ruhr.example": http.StatusSeeOther, "https://evil.example": http.StatusForbidden} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:1769/language", strings.NewReader("lang=de"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", origin)
		r.Header.Set("Cookie", kernel.SettingsCookie+"=lang=en")
		rec := httptest.NewRecorder()
		w.Site().ServeHTTP(rec, r)
		require.Equal(t, rec.Code, want, "from %s: status", origin)
	}
}

// Refusals, joins and links stand in the log under the request's name, and no
// secret does.
func TestLogHasNoSecrets(t *testing.T) {
	w := newWorld(t, 3)
	var log bytes.Buffer
	w.Kernel.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	owner, friend := w.Visitor(), w.Visitor()
	p := owner.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "colour0": {"blue"}, "who1": {"open"}, "colour1": {"green"}, "who2": {"none"}, "who3": {"none"}})
	id := strings.Split(strings.TrimPrefix(p.Path, "/t/"), "/")[0]
	p = owner.Post("/t/"+id+"/share", url.Values{"seat": {"1"}, "renew": {"1"}})
	token := strings.TrimPrefix(p.Invitation(), "/join/")
	friend.Post("/join/"+token, url.Values{"name": {"Bert"}}).WantStatus(t, http.StatusOK, "joining")
	w.Visitor().Post("/t/"+id+"/share", url.Values{"seat": {"0"}})
	for _, want := range []string{`msg="link made"`, "replaced=true", "msg=joined", "msg=refused", "why=table.not_yours", "status=403", "from=127.0.0.1", "request="} {
		require.True(t, strings.Contains(log.String(), want), "the log has no %s", want)
	}
	const code = "AAAAAAAAAAAAAAAAAAAAAA"
	for _, path := range []string{"/account/recover/" + code, "/notices/stop/" + code + "/" + code, "/join/" + code, "/t/" + code, "/game/" + code, "/people/" + code} {
		friend.Get(path)
		friend.Post(path, url.Values{"password": {code}, "name": {code}})
	}
	friend.Post("/account/in", url.Values{"name": {code}, "password": {code}})
	friend.Post("/account/recover", url.Values{"name": {code}, "address": {code}})
	friend.Ask("GET", "/me", "ruhr_"+code, "")
	for _, secret := range []string{token, id, "Bert", code} {
		require.True(t, !strings.Contains(log.String(), secret), "the log has %q", secret)
	}
	require.True(t, p.Header.Get("X-Request-Id") != "", "an answer does not name its request")
}
