package tables

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// After a game of three, one asks for the next game. The others are offered their seats
// wherever a link leads them; reading any page seats nobody, one press does, and a
// program has its operation.
func TestEverybodyIsOfferedTheirSeat(t *testing.T) {
	w := newWorld(t, 97)
	anna, ben, cleo := w.Visitor(), w.Visitor(), w.Visitor()
	cleo.SignUp("Cleo")
	token := cleo.Token(url.Values{"play": {"yes"}})
	p := anna.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"open"}, "who3": {"none"}})
	old := strings.TrimSuffix(p.Path, "/share")
	made := anna.Post(p.Path, url.Values{"seat": {"open"}}).With("data-copy")
	for i, guest := range []*webtest.Visitor{ben, cleo} {
		_, token, _ := strings.Cut(made[i].Value("value"), "/join/")
		guest.Post("/join/"+token, url.Values{"name": {[]string{"Ben", "Cleo"}[i]}})
	}
	everybody := game.Actor{Seats: []int{0, 1, 2}}
	id := strings.TrimPrefix(old, "/t/")
	for s := w.Snapshot(id); !s.Over; {
		var err error
		if s, err = w.Service.Position(t.Context(), id, everybody); err == nil && s.You.Confirm {
			s, err = w.Service.Do(t.Context(), id, everybody, s.N, "", game.Confirm())
		} else if err == nil && !s.Over {
			s, err = w.Service.Do(t.Context(), id, everybody, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
		}
		require.NoError(t, err)
	}
	for v, want := range map[*webtest.Visitor]bool{anna: true, w.Visitor(): false} {
		require.Equal(t, v.Get(old+"/score").Form(old+"/again") != nil, want, "the score sheet offers the next game")
	}
	next := anna.Post(old+"/again", nil).Path
	for _, v := range []*webtest.Visitor{ben, cleo} {
		for _, path := range []string{old, next} {
			require.True(t, v.Get(path).Form(next+"/kept") != nil, "%s offers no seat", path)
		}
		for _, path := range []string{old, old + "/replay", old + "/score", next, next + "/share", "/tables", "/next", "/lobby", "/"} {
			v.Get(path)
		}
		if list := v.Get("/tables"); !list.Has("href", next) || !list.Says("your seat is waiting") {
			t.Error("the list of tables does not say that a seat waits")
		}
	}
	for k, seat := range w.Snapshot(strings.TrimPrefix(next, "/t/")).Seats[:2] {
		require.True(t, seat.Kept, "reading pages has taken seat %d: %+v", k, seat)
	}
	if p := ben.Post(next+"/kept", url.Values{"do": {"take"}}); p.Status != http.StatusOK || p.Path != next || !ben.Holds(next) {
		t.Errorf("Ben is at %s, status %d", p.Path, p.Status)
	}
	require.True(t, ben.Get(old).Form("/kept") == nil && ben.Get(old).Has("href", next), "the finished table offers a seat that is taken")
	if a := cleo.Ask("POST", "/tables/"+strings.TrimPrefix(old, "/t/")+"/rematch", token, ""); a.Status != http.StatusOK || !cleo.Holds(next) {
		t.Errorf("the program has status %d: %s", a.Status, a.Body)
	}
	for k, seat := range w.Snapshot(strings.TrimPrefix(next, "/t/")).Seats {
		require.True(t, seat.Kind == game.Person && !seat.Kept, "seat %d is %+v", k, seat)
	}
}

// Who was removed reads by whom.
func TestWhoWasRemovedReadsIt(t *testing.T) {
	w := newWorld(t, 98)
	anna, ben := w.Visitor(), w.Visitor()
	id, link := anna.Invitation()
	ben.Post(link, url.Values{"name": {"Ben"}})
	f := anna.Get(id + "/share").Form("/owner")
	anna.Post(id+"/owner", url.Values{"do": {"remove"}, "seat": {"1"}, "at": f.Fields["at"], "key": f.Fields["key"]})
	require.True(t, ben.Get(id).Says("freed your seat."), "Ben does not read that his seat was freed")
}
