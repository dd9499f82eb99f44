package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/store"
)

// invitation makes a table with a free seat 1 and the private link to it.
func (v *visitor) invitation() (table, link string) {
	v.t.Helper()
	p := v.alone(url.Values{"who1": {"open"}, "name1": {""}})
	made := v.post(p.path, url.Values{"seat": {"1"}})
	link = regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`).FindString(made.body)
	if link == "" {
		v.t.Fatal("no private link was shown")
	}
	return strings.TrimSuffix(p.path, "/share"), link
}

// One press makes links for all open seats, each with its QR code; none for taken
// ones.
func TestInvitingAllAtOnce(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.visitor()
	p := anna.alone(url.Values{"who1": {"open"}, "name1": {""}, "who2": {"open"}, "name2": {""}})
	if !strings.Contains(p.body, `value="open"`) {
		t.Error("all are not offered to be invited at once")
	}
	made := anna.post(p.path, url.Values{"seat": {"open"}})
	links := regexp.MustCompile(`value="[^"]*(/join/[A-Za-z0-9_-]{22})"`).FindAllStringSubmatch(made.body, -1)
	if len(links) != 2 || strings.Count(made.body, `class="qr"`) != 2 {
		t.Fatalf("%d links and %d codes, want 2 each", len(links), strings.Count(made.body, `class="qr"`))
	}
	for k, link := range links {
		guest := w.visitor()
		guest.post(link[1], url.Values{"name": {"Guest"}})
		if !guest.holds(strings.TrimSuffix(p.path, "/share")) {
			t.Errorf("link %d leads to no seat", k)
		}
	}
	if p := anna.post(p.path, url.Values{"seat": {"all"}}); p.status != http.StatusBadRequest {
		t.Errorf("nonsense: status %d", p.status)
	}
}

// Free seats come first, as what the page is for; then one's own, with the computer
// player that plays it.
func TestSeatsOfATable(t *testing.T) {
	w := newWorld(t, 4)
	v := w.visitor()
	p := v.alone(url.Values{"who1": {"open"}, "name1": {""}})
	free, own := strings.Index(p.body, "Make a link to invite"), strings.Index(p.body, "Play on another device")
	if free < 0 || own < free || !strings.Contains(p.body, `<button class="main" name="seat" value="1">`) {
		t.Errorf("the free seat is at %d, one's own at %d", free, own)
	}
	id := strings.TrimSuffix(p.path, "/share")
	v.post(id+"/seat", url.Values{"do": {"give"}, "seat": {"0"}, "level": {"greedy"}, "at": {"1"}, "key": {"k"}})
	for _, v.lang = range languageCodes {
		checkPage(t, v.lang, v.get(p.path))
	}
	v.lang = "en"
	if p := v.get(p.path); !strings.Contains(p.body, "Played by the computer: greedy") {
		t.Error("who plays one's seat is not said")
	}
}

// holds reports whether the visitor has a seat, by what its table offers.
func (v *visitor) holds(table string) bool {
	f := v.get(table + "/share").form("/share")
	return f != nil
}

// Two people open one link before either sits down: the second must not find
// themselves in the first one's seat. The first may send the form again.
func TestTwoForOneSeat(t *testing.T) {
	w := newWorld(t, 4)
	id, link := w.visitor().invitation()
	bert, carla := w.visitor(), w.visitor()
	bert.get(link)
	carla.get(link)
	for range 2 {
		if got := bert.post(link, url.Values{"name": {" Bert "}}); got.status != http.StatusOK || got.path != id {
			t.Fatalf("the first: status %d at %s", got.status, got.path)
		}
	}
	if got := carla.post(link, url.Values{"name": {"Carla"}}); got.status != http.StatusConflict {
		t.Errorf("the second: status %d, want %d", got.status, http.StatusConflict)
	}
	if !bert.holds(id) || carla.holds(id) {
		t.Error("the seat must be the first one's alone")
	}
	// On another device of Bert's the page asks for no name.
	phone := w.visitor()
	if got := phone.post(link, nil); got.status != http.StatusOK || !phone.holds(id) {
		t.Errorf("the same link on the phone: status %d", got.status)
	}
}

// Outside of https and this machine browsers send no Sec-Fetch-Site, and the
// origin "null" from a page with the policy no-referrer: those who join from
// the local network comes with an Origin alone.
func TestJoinWithOriginAlone(t *testing.T) {
	w := newWorld(t, 4)
	_, link := w.visitor().invitation()
	guest := w.visitor()
	if got := guest.get(link).header.Get("Referrer-Policy"); got == "no-referrer" {
		t.Errorf("with the policy %q the form's origin would be null", got)
	}
	for origin, want := range map[string]int{"null": http.StatusForbidden, w.url: http.StatusOK} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url+link, strings.NewReader("name=Bert"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", origin)
		if got := guest.do(req); got.status != want {
			t.Errorf("joining from the origin %s: status %d, want %d", origin, got.status, want)
		}
	}
}

// A table without a position (its deal is damaged) is shown frozen at every
// address, and nothing fails.
func TestFrozenWithoutPosition(t *testing.T) {
	w := newWorld(t, 4)
	id := store.NewID()
	board := []byte(`{"no":"board"}`)
	broken := store.Table{ID: id, Created: 1, Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	if err := w.store.CreateTable(t.Context(), broken, board, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.store.SaveToken(t.Context(), store.HashOf("token"), store.Place{Table: id, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	v := w.visitor()
	at := "/t/" + id
	for _, path := range []string{at, at + "/share", at + "/replay", at + "/score", at + "/why", at + "/record", at + "/frame?after=0", "/join/token", "/tables"} {
		if got := v.get(path); got.status >= 500 || missing.MatchString(got.body) {
			t.Errorf("GET %s: status %d", path, got.status)
		}
	}
	for _, path := range []string{at + "/act", at + "/turn", at + "/seat", at + "/again", at + "/share", "/join/token"} {
		form := url.Values{"at": {"0"}, "key": {"k"}, "action": {"1"}, "undo": {"0"}, "seat": {"0"}, "do": {"take"}, "name": {"Bert"}}
		if got := v.post(path, form); got.status >= 500 || missing.MatchString(got.body) {
			t.Errorf("POST %s: status %d", path, got.status)
		}
	}
}
