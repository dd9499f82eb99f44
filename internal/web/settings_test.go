package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/table"
)

// Settings outlast being written into a cookie.
func TestSettingsInACookie(t *testing.T) {
	quietly := settings.Quiet{From: "22:00", To: "07:30", Zone: "Europe/Berlin"}
	for _, want := range []settings.Settings{
		{Theme: "auto", Pace: "normal", Size: "normal", Word: "moment"},
		{Lang: "fr", Theme: "dark", Pace: "off", Size: "large", Word: "none", Sound: true, Quiet: quietly},
	} {
		r := withOwnCookies(httptest.NewRequest(http.MethodGet, "/", nil), map[string]string{settingsCookie: want.Encode()})
		if got := readSettings(r); got != want {
			t.Errorf("%+v, expected %+v", got, want)
		}
	}
	for _, c := range []struct {
		length int
		want   string
	}{{299, "dark"}, {300, "auto"}} {
		value := "theme=dark&x="
		r := withOwnCookies(httptest.NewRequest(http.MethodGet, "/", nil), map[string]string{settingsCookie: value + strings.Repeat("x", c.length-len(value))})
		if got := readSettings(r).Theme; got != c.want {
			t.Errorf("a cookie of %d bytes: the theme %s, expected %s", c.length, got, c.want)
		}
	}
	for word, want := range map[string]int{"ask": -1, "none": 0, "moment": 4000} {
		if got := lastWord(settings.Settings{Word: word}); got != want {
			t.Errorf("the last word %s waits %d ms, expected %d", word, got, want)
		}
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
		{"over http", []string{browserCookie, secret}, secret},
		{"over https", []string{browserCookie, other, hostOnly + browserCookie, secret}, secret},
		{"too long", []string{browserCookie, secret + "x"}, ""},
		{"too short", []string{browserCookie, secret[1:]}, ""},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for i := 0; i < len(c.cookies); i += 2 {
			r.AddCookie(&http.Cookie{Name: c.cookies[i], Value: c.cookies[i+1]})
		}
		if got := guestOf(withOwnCookies(r, map[string]string{browserCookie: sentCookie(r, browserCookie)})); got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
}

// What leads back leads to a page of this site.
func TestOwnPath(t *testing.T) {
	for to, want := range map[string]string{"/t/x?n=1": "/t/x?n=1", "/": "/", "": "/", "x": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example": "/", "/a\nb": "/"} {
		if got := ownPath(to); got != want {
			t.Errorf("%q leads to %q, expected %q", to, got, want)
		}
	}
}

// An error that quotes a file is cut, and only then.
func TestBrief(t *testing.T) {
	for n, want := range map[int]int{0: 0, 300: 300, 301: 301} {
		got := brief(strings.Repeat("ä", n))
		if runes := []rune(got); len(runes) != want || strings.HasSuffix(got, "…") != (n > 300) {
			t.Errorf("of %d characters %d are left: %q", n, len(runes), got)
		}
	}
}

// The seats of a new table are checked before it is made, so that the form can
// say which is wrong.
func TestSeatsOfAForm(t *testing.T) {
	person := game.NewSeat{Kind: game.Person, Name: "Anna", Colour: "green"}
	long := strings.Repeat("ä", game.MaxName)
	for _, c := range []struct {
		name  string
		seats []game.NewSeat
		want  error
		seat  int
	}{
		{"two", []game.NewSeat{person, {Kind: game.Open, Colour: "blue"}}, nil, 0},
		{"one", []game.NewSeat{person}, game.ErrBadSeats, -1},
		{"colours left open", []game.NewSeat{{Kind: game.Open}, {Kind: game.Open}}, nil, 0},
		{"one colour twice", []game.NewSeat{person, {Kind: game.Open, Colour: "green"}}, game.ErrBadColour, 1},
		{"the longest name", []game.NewSeat{person, {Kind: game.Person, Name: long}}, nil, 0},
		{"a longer name", []game.NewSeat{person, {Kind: game.Person, Name: long + "x"}}, game.ErrBadName, 1},
		{"a longer name for an open seat", []game.NewSeat{person, {Kind: game.Open, Name: long + "x"}}, game.ErrBadName, 1},
		{"a person without a name", []game.NewSeat{{Kind: game.Person}, person}, game.ErrBadName, 0},
		{"a computer player without a name", []game.NewSeat{person, {Kind: game.Bot}}, game.ErrBadName, 1},
	} {
		err := checkSeats(game.NewTable{Seats: c.seats})
		refusal := new(game.Refusal)
		if !errors.Is(err, c.want) || errors.As(err, &refusal) && refusal.Seat != c.seat {
			t.Errorf("%s: %v, expected %v at seat %d", c.name, err, c.want, c.seat)
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
		send(w, r, http.StatusTeapot, "text/plain", []byte(strings.Repeat("x", c.length)))
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != c.want || w.Code != http.StatusTeapot || (w.Body.Len() < c.length) != c.want {
			t.Errorf("%q, %d bytes: compressed %v to %d, expected %v", c.accept, c.length, got, w.Body.Len(), c.want)
		}
	}
}

// A form may be 64 KiB long, a file more; a longer one is refused before it is
// read.
func TestLongestBodies(t *testing.T) {
	for _, c := range []struct {
		path   string
		length int64
		want   bool
	}{
		{"/new", maxForm, true}, {"/new", maxForm + 1, false}, {"/open", maxForm + 1, true}, {"/open", maxUpload, true}, {"/open", maxUpload + 1, false},
		{workshopPath + "/open", maxUpload, true}, {workshopPath, maxUpload, false},
	} {
		r := httptest.NewRequest(http.MethodPost, c.path, strings.NewReader(""))
		r.ContentLength = c.length
		if got := limitBody(httptest.NewRecorder(), r); got != c.want {
			t.Errorf("%d bytes for %s: %v, expected %v", c.length, c.path, got, c.want)
		}
	}
}
