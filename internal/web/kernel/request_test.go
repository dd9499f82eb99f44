package kernel

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ruhr/internal/people/settings"
	"ruhr/internal/require"
	"ruhr/internal/table"
)

// Settings outlast being written into a cookie.
func TestSettingsInACookie(t *testing.T) {
	quietly := settings.Quiet{From: "22:00", To: "07:30", Zone: "Europe/Berlin"}
	for _, want := range []settings.Settings{
		{Theme: "auto", Pace: "normal", Size: "normal", Word: "moment"},
		{Lang: "fr", Theme: "dark", Pace: "off", Size: "large", Word: "none", Sound: true, Quiet: quietly},
	} {
		r := WithOwnCookies(httptest.NewRequest(http.MethodGet, "/", nil), map[string]string{SettingsCookie: want.Encode()})
		if got := ReadSettings(r); got != want {
			t.Errorf("%+v, expected %+v", got, want)
		}
	}
	for _, c := range []struct {
		length int
		want   string
	}{{299, "dark"}, {300, "auto"}} {
		value := "theme=dark&x="
		r := WithOwnCookies(httptest.NewRequest(http.MethodGet, "/", nil), map[string]string{SettingsCookie: value + strings.Repeat("x", c.length-len(value))})
		require.Equal(t, ReadSettings(r).Theme, c.want, "a cookie of %d bytes: the theme", c.length)
	}
}

// Over https the cookie of this host alone counts before one that another host
// of its domain may have set; a secret has its length.
func TestCookiesOfARequest(t *testing.T) {
	secret, other := table.NewSecret(), table.NewSecret()
	for _, c := range []struct {
		name    string
		cookies []string // name, value
		want    string
	}{
		{"none", nil, ""},
		{"over http", []string{BrowserCookie, secret}, secret},
		{"over https", []string{BrowserCookie, other, hostOnly + BrowserCookie, secret}, secret},
		{"too long", []string{BrowserCookie, secret + "x"}, ""},
		{"too short", []string{BrowserCookie, secret[1:]}, ""},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for i := 0; i < len(c.cookies); i += 2 {
			r.AddCookie(&http.Cookie{Name: c.cookies[i], Value: c.cookies[i+1]})
		}
		require.Equal(t, GuestOf(WithOwnCookies(r, map[string]string{BrowserCookie: sentCookie(r, BrowserCookie)})), c.want, "%s", c.name)
	}
}

// What leads back leads to a page of this site.
func TestOwnPath(t *testing.T) {
	for to, want := range map[string]string{"/t/x?n=1": "/t/x?n=1", "/": "/", "": "/", "x": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example": "/", "/a\nb": "/"} {
		require.Equal(t, OwnPath(to), want, "where %q leads", to)
	}
}

// An error that quotes a file is cut, and only then.
func TestBrief(t *testing.T) {
	for n, want := range map[int]int{0: 0, 300: 300, 301: 301} {
		got := Brief(strings.Repeat("ä", n))
		if runes := []rune(got); len(runes) != want || strings.HasSuffix(got, "…") != (n > 300) {
			t.Errorf("of %d characters %d are left: %q", n, len(runes), got)
		}
	}
}

// An answer is compressed for who can read that, where it is worth it.
func TestCompressed(t *testing.T) {
	for _, c := range []struct {
		accept string
		length int
		want   bool
	}{
		{"gzip", 600, true}, {"gzip", 599, false}, {"", 600, false}, {"br, gzip;q=0.5", 600, true}, {"gzip;q=0", 600, false}, {"gzip; q=0", 600, false}, {"deflate", 600, false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		Send(w, r, http.StatusTeapot, "text/plain", []byte(strings.Repeat("x", c.length)))
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != c.want || w.Code != http.StatusTeapot || (w.Body.Len() < c.length) != c.want {
			t.Errorf("%q, %d bytes: compressed %v to %d, expected %v", c.accept, c.length, got, w.Body.Len(), c.want)
		}
	}
}
