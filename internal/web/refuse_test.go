package web

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// A server-side failure is reported to the visitor with a time to retry and
// logged for the operator. A visitor's disconnect is not logged.
func TestFailures(t *testing.T) {
	w := newWorld(t, 1)
	var log bytes.Buffer
	w.Kernel.Log = slog.New(slog.NewTextHandler(&log, nil))
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		err    error
		status int
		says   string // key of the text for the visitor
		logs   bool
	}{
		{"a full disk", t.Context(), fmt.Errorf("append: %w", store.ErrFull), http.StatusInsufficientStorage, "page.error.full", true},
		{"a removed file", t.Context(), fmt.Errorf("append: %w", store.ErrGone), http.StatusInsufficientStorage, "page.error.gone", true},
		{"shutdown", t.Context(), game.ErrClosed, http.StatusServiceUnavailable, "page.refused.closed", false},
		{"anything else", t.Context(), fmt.Errorf("append: %w", store.ErrBad), http.StatusInternalServerError, "page.error.internal", true},
		{"a visitor who has gone", gone, context.Canceled, http.StatusInternalServerError, "page.error.internal", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, accept := range []string{"text/html", "application/json"} {
				log.Reset()
				r := httptest.NewRequestWithContext(c.ctx, http.MethodPost, "/t/x/act", nil)
				r.Header.Set("Accept", accept)
				got := httptest.NewRecorder()
				w.Kernel.Refuse(got, r, c.err)
				if got.Code != c.status || !strings.Contains(got.Body.String(), string(kernel.LocalizerOf(r).T(c.says))) {
					t.Errorf("%s: status %d: %s", accept, got.Code, webtest.TextTag.ReplaceAllString(got.Body.String(), " "))
				}
				if got.Code == http.StatusServiceUnavailable && got.Header().Get("Retry-After") == "" {
					t.Error("it is not said when to come back")
				}
				again := httptest.NewRecorder()
				r.Method = http.MethodGet
				w.Kernel.Refuse(again, r, c.err)
				if offers := strings.Contains(again.Body.String(), `href="/t/x/act"`); accept == "text/html" && offers != (got.Code == http.StatusServiceUnavailable) {
					t.Errorf("to ask again is offered: %v", offers)
				}
				if logged := log.Len() > 0; logged != c.logs {
					t.Errorf("in the log: %q", log.String())
				}
			}
		})
	}
}

// An address refuses methods it does not support.
func TestMethods(t *testing.T) {
	w := newWorld(t, 1)
	site := w.Site()
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{http.MethodPut, "/", http.StatusMethodNotAllowed, "GET, HEAD"},
		{http.MethodPost, "/legend", http.StatusMethodNotAllowed, "GET, HEAD"},
		{http.MethodGet, "/play", http.StatusSeeOther, ""},
		{http.MethodDelete, "/t/x/share", http.StatusMethodNotAllowed, "GET, HEAD, POST"},
		{http.MethodOptions, "/settings", http.StatusMethodNotAllowed, "GET, HEAD, POST"},
		{http.MethodGet, "/nowhere", http.StatusNotFound, ""},
		{http.MethodPut, "/nowhere", http.StatusNotFound, ""},
	} {
		got := httptest.NewRecorder()
		site.ServeHTTP(got, httptest.NewRequestWithContext(t.Context(), c.method, c.path, nil))
		if got.Code != c.status || got.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s: status %d, Allow %q, want %d, %q", c.method, c.path, got.Code, got.Header().Get("Allow"), c.status, c.allow)
		}
	}
}

// Redirects after forms stay on this site, whatever the form contains.
func TestControlCharactersReachNoHeader(t *testing.T) {
	for n := range 0xa0 {
		if n >= 0x20 && n < 0x7f {
			continue
		}
		if path := "/a" + string(rune(n)) + "b"; kernel.OwnPath(path) != "/" {
			t.Errorf("%q is taken for a page", path)
		}
	}
}

// An empty cookie or one that this program did not issue is replaced, so that
// nobody plays under a secret that somebody else knows.
func TestForeignCookieIsReplaced(t *testing.T) {
	w := newWorld(t, 1)
	known := func(secret string) string {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/play", nil)
		return w.Kernel.KnownBrowser(httptest.NewRecorder(), kernel.WithOwnCookies(r, map[string]string{kernel.BrowserCookie: secret}))
	}
	foreign, mine := store.NewID(), store.NewID()
	require.True(t, known(foreign) != foreign, "a cookie that holds nothing is adopted")
	require.NoError(t, w.Store.Grant(t.Context(), store.HashOf(mine), store.Place{Table: w.Created()}))
	require.True(t, known(mine) == mine, "a cookie that holds a seat is replaced")
}

// The number of changes at a table that are not decisions is limited. Decisions
// are never held up, and strangers cannot use up the players' limit.
func TestChangesOfATableAreBounded(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	p := v.Alone(nil)
	w.Still()
	rename := func(v *webtest.Visitor) webtest.Answer {
		fields := p.Form("/act").Fields
		return v.Post(p.Path+"/seat", url.Values{"do": {"rename"}, "seat": {"0"}, "name": {"Anna"}, "at": fields["at"]})
	}
	rename(w.Visitor()).WantStatus(t, http.StatusForbidden, "a stranger renames")
	for n := range 100 {
		rename(v).WantStatus(t, http.StatusOK, "change %d", n)
	}
	if got := rename(v); got.Status != http.StatusTooManyRequests || !got.Says("You can play on") {
		t.Errorf("one change more: status %d", got.Status)
	}
	orders := url.Values{"seat": {"0"}, "round": {"1"}, "at": p.Form("/act").Fields["at"]}
	v.Post(p.Path+"/orders", orders).WantStatus(t, http.StatusTooManyRequests, "standing orders after that")
	if p, _ = v.Step(v.Get(p.Path), 1); p.Status != http.StatusOK {
		t.Errorf("a decision: status %d", p.Status)
	}
}

// Signing in leads back to what was asked for, also from pages that keep their address to
// themselves.
func TestSignInPath(t *testing.T) {
	for _, c := range []struct{ method, path, referer, want string }{
		{"GET", "/tables?x=1", "https://example.org/t/abc", "/tables?x=1"},
		{"POST", "/t/abc/act", "https://example.org/t/abc", "/t/abc"},
		{"POST", "/join/token", "https://example.org/", "/join/token"},
		{"POST", "/circle/abc/join/link", "https://example.org/", "/circle/abc/join/link"},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Header.Set("Referer", c.referer)
		require.Equal(t, kernel.SignInPath(r), "/account?back="+url.QueryEscape(c.want), "%s %s", c.method, c.path)
	}
}
