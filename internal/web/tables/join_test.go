package tables

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/webtest"
)

// One press makes links for all open seats, each with its QR code; none for taken
// ones.
func TestInvitingAllAtOnce(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.Visitor()
	p := anna.Alone(url.Values{"who1": {"open"}, "name1": {""}, "who2": {"open"}, "name2": {""}})
	require.True(t, p.Has("value", "open"), "all are not offered to be invited at once")
	made := anna.Post(p.Path, url.Values{"seat": {"open"}})
	links := regexp.MustCompile(`value="[^"]*(/join/[A-Za-z0-9_-]{22})"`).FindAllStringSubmatch(made.Body, -1)
	if codes := len(made.With("class", "qr")); len(links) != 2 || codes != 3 { // the third is of the link to watch
		t.Fatalf("%d links and %d codes, want 2 and 3", len(links), codes)
	}
	for k, link := range links {
		guest := w.Visitor()
		guest.Post(link[1], url.Values{"name": {"Guest"}})
		require.True(t, guest.Holds(strings.TrimSuffix(p.Path, "/share")), "link %d leads to no seat", k)
	}
	anna.Post(p.Path, url.Values{"seat": {"all"}}).WantStatus(t, http.StatusBadRequest, "nonsense")
}

// Free seats come first, as what the page is for; then one's own, with the computer
// player that plays it.
func TestSeatsOfATable(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	p := v.Alone(url.Values{"who1": {"open"}, "name1": {""}})
	free, own := strings.Index(p.Body, "Make a link to invite"), strings.Index(p.Body, "Play on another device")
	if free < 0 || own < free || p.Forms("/share")[0].Fields.Get("seat") != "1" {
		t.Errorf("the free seat is at %d, one's own at %d", free, own)
	}
	id := strings.TrimSuffix(p.Path, "/share")
	v.Post(id+"/seat", url.Values{"do": {"give"}, "seat": {"0"}, "level": {"greedy"}, "at": {"1"}, "key": {"k"}})
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(p.Path))
	}
	v.Lang = "en"
	require.True(t, v.Get(p.Path).Says("Played by the computer: greedy"), "who plays one's seat is not said")
}

// An invitation says who invites and, to somebody new, what the game is. One may look at
// the table, and sign in first.
func TestInvitationSaysToWhat(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.Visitor()
	id := anna.Opens(url.Values{"name0": {"Anna"}})
	link := anna.Post(id+"/share", url.Values{"seat": {"1"}}).Invitation()
	v := w.Visitor()
	for _, v.Lang = range webtest.LanguageCodes {
		p := v.Get(link)
		webtest.CheckPage(t, v.Lang, p)
		require.True(t, p.LeadsTo("/handbook") && p.LeadsTo(id) && p.LeadsTo("/account?back=%2Fjoin%2F"), "%s: no way to the rules, the table or an account", v.Lang)
	}
	v.Lang = "en"
	require.True(t, v.Get(link).Says("invited to a game of Ruhr with Anna."), "who invites is not said")
}

// A guest who has given a name once is not asked again, and is called by it at tables of their own; the deal of the day,
// which strangers see, has no such name.
func TestAGuestsNameIsKept(t *testing.T) {
	w, _ := dayWorld(t, 701)
	_, first := w.Visitor().Invitation()
	_, second := w.Visitor().Invitation()
	bert := w.Visitor()
	require.Must(t, !bert.Get(second).Has("name", "name", "value", "Bert"), "a stranger's name is known")
	bert.Post(first, url.Values{"name": {"Bert"}})
	require.True(t, bert.Get(second).Has("name", "name", "value", "Bert"), "the next table does not know the name")
	require.True(t, bert.Get("/new").Has("name", "name", "value", "Bert"), "a new table does not know the name")
	require.True(t, bert.Post("/play", nil).Says("Bert"), "a game against computer players does not know the name")
	day := bert.Press(bert.Get("/day").Form("/day/"+w.Service.Today().String()), webtest.Button{})
	if !strings.HasPrefix(day.Path, "/t/") || day.Says("Bert") {
		t.Errorf("the deal of the day, at %s, shows a name that was given to friends", day.Path)
	}
}

// Two people open one link before either sits down: the second must not find
// themselves in the first one's seat. The first may send the form again.
func TestTwoForOneSeat(t *testing.T) {
	w := newWorld(t, 4)
	id, link := w.Visitor().Invitation()
	bert, carla := w.Visitor(), w.Visitor()
	bert.Get(link)
	carla.Get(link)
	for range 2 {
		if got := bert.Post(link, url.Values{"name": {" Bert "}}); got.Status != http.StatusOK || got.Path != id {
			t.Fatalf("the first: status %d at %s", got.Status, got.Path)
		}
	}
	carla.Post(link, url.Values{"name": {"Carla"}}).WantStatus(t, http.StatusConflict, "the second")
	require.True(t, bert.Holds(id) && !carla.Holds(id), "the seat must be the first one's alone")
	// On another device of Bert's the page asks for no name.
	phone := w.Visitor()
	if got := phone.Post(link, nil); got.Status != http.StatusOK || !phone.Holds(id) {
		t.Errorf("the same link on the phone: status %d", got.Status)
	}
}

// Outside of https and this machine browsers send no Sec-Fetch-Site, and the
// origin "null" from a page with the policy no-referrer: those who join from
// the local network comes with an Origin alone.
func TestJoinWithOriginAlone(t *testing.T) {
	w := newWorld(t, 4)
	_, link := w.Visitor().Invitation()
	guest := w.Visitor()
	if got := guest.Get(link).Header.Get("Referrer-Policy"); got == "no-referrer" {
		t.Errorf("with the policy %q the form's origin would be null", got)
	}
	for origin, want := range map[string]int{"null": http.StatusForbidden, w.URL: http.StatusOK} {
		req := w.Request(http.MethodPost, link, "name=Bert")
		req.Header.Set("Origin", origin)
		guest.Do(req).WantStatus(t, want, "joining from the origin %s", origin)
	}
}

// A table without a position (its deal is damaged) is shown frozen at every
// address, and nothing fails.
func TestFrozenWithoutPosition(t *testing.T) {
	w := newWorld(t, 4)
	id := store.NewID()
	board := []byte(`{"no":"board"}`)
	broken := store.Table{ID: id, Created: 1, Meta: []byte(`{}`), Deal: []byte(`{}`), Board: store.BoardSHA(board)}
	require.NoError(t, w.Store.CreateTable(t.Context(), broken, board, nil))
	require.NoError(t, w.Store.SaveToken(t.Context(), store.HashOf("token"), store.Place{Table: id, Seat: 1}))
	v := w.Visitor()
	at := "/t/" + id
	for _, path := range []string{at, at + "/share", at + "/replay", at + "/score", at + "/why", at + "/record", at + "/frame?after=0", "/join/token", "/tables"} {
		if got := v.Get(path); got.Status >= 500 || webtest.Missing.MatchString(got.Body) {
			t.Errorf("GET %s: status %d", path, got.Status)
		}
	}
	for _, path := range []string{at + "/act", at + "/turn", at + "/seat", at + "/again", at + "/share", "/join/token"} {
		form := url.Values{"at": {"0"}, "key": {"k"}, "action": {"1"}, "undo": {"0"}, "seat": {"0"}, "do": {"take"}, "name": {"Bert"}}
		if got := v.Post(path, form); got.Status >= 500 || webtest.Missing.MatchString(got.Body) {
			t.Errorf("POST %s: status %d", path, got.Status)
		}
	}
}

// The address of a public table leads those who have no seat there to where they can take a free
// one, and nobody else.
func TestPublicTableLeadsToItsSeats(t *testing.T) {
	w := newWorld(t, 79)
	anna := w.Visitor()
	public, private := anna.Opens(url.Values{"public": {"yes"}}), anna.Opens(nil)
	sits := func(v *webtest.Visitor, at string) bool {
		return slices.ContainsFunc(v.Get(at).Document().All("a", "href", "/lobby"), func(e webtest.Element) bool { return e.Text() == "Sit down" })
	}
	if !sits(w.Visitor(), public) || sits(w.Visitor(), private) || sits(anna, public) {
		t.Error("the way to a free seat is not offered to those alone who may take it")
	}
}

// An invitation into a running game says which round it is, and what each seat has.
func TestJoiningLate(t *testing.T) {
	w := newWorld(t, 78)
	anna, bert := w.Visitor(), w.Visitor()
	at, invitation := anna.Invitation()
	if p := w.Visitor().Get(invitation); p.Says("round 1") || p.Says("VP") {
		t.Error("an invitation before the game says how it stands")
	}
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	id, both := strings.TrimPrefix(at, "/t/"), game.Actor{Seats: []int{0, 1}, Owner: true, Final: true}
	s := w.Snapshot(id)
	for s.State.Round() < 3 {
		var err error
		s, err = w.Service.Do(t.Context(), id, both, s.N, "", game.Act(s.Game.Legal(&s.State).Append(nil)[0]))
		require.NoError(t, err)
	}
	anna.Post(at+"/owner", url.Values{"do": {"remove"}, "seat": {"1"}, "at": {strconv.FormatInt(s.N, 10)}, "key": {"k"}})
	late := w.Visitor().Get(anna.Post(at+"/share", url.Values{"seat": {"1"}}).Invitation())
	for k := range s.Seats {
		if !late.Says("round 3") || !late.Says(strconv.Itoa(s.State.VP(k))+" VP") {
			t.Error("an invitation into round 3 does not say how the game stands")
		}
	}
}
