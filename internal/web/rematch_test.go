package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/table"
)

// After a game of three, one asks for the next game. The others are offered their seats
// wherever a link leads them; reading any page seats nobody, one press does, and a
// program has its operation.
func TestEverybodyIsOfferedTheirSeat(t *testing.T) {
	w := newWorld(t, 97)
	anna, ben, cleo := w.visitor(), w.visitor(), w.visitor()
	cleo.signUp("Cleo")
	token := cleo.token(url.Values{"play": {"yes"}})
	p := anna.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"open"}, "who3": {"none"}})
	old := strings.TrimSuffix(p.path, "/share")
	made := anna.post(p.path, url.Values{"seat": {"open"}}).body
	for i, guest := range []*visitor{ben, cleo} {
		link := made[strings.Index(made, "/join/"):]
		made = made[strings.Index(made, "/join/")+40:]
		made = made[strings.Index(made, `class="row"`):]
		guest.post(link[:len("/join/")+table.SecretLength], url.Values{"name": {[]string{"Ben", "Cleo"}[i]}})
	}
	everybody := game.Actor{Seats: []int{0, 1, 2}}
	id := strings.TrimPrefix(old, "/t/")
	for s := w.snapshot(id); !s.Over; {
		var err error
		if s, err = w.service.Position(t.Context(), id, everybody); err == nil && s.You.Confirm {
			s, err = w.service.Do(t.Context(), id, everybody, s.N, "", game.Confirm())
		} else if err == nil && !s.Over {
			s, err = w.service.Do(t.Context(), id, everybody, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	next := anna.post(old+"/again", nil).path
	for _, v := range []*visitor{ben, cleo} {
		for _, path := range []string{old, next} {
			if page := v.get(path); !strings.Contains(page.body, `action="`+next+`/kept"`) {
				t.Errorf("%s offers no seat", path)
			}
		}
		for _, path := range []string{old, old + "/replay", old + "/score", next, next + "/share", "/tables", "/next", "/lobby", "/"} {
			v.get(path)
		}
		if list := v.get("/tables").body; !strings.Contains(list, next) || !strings.Contains(list, "your seat is waiting") {
			t.Error("the list of tables does not say that a seat waits")
		}
	}
	for k, seat := range w.snapshot(strings.TrimPrefix(next, "/t/")).Seats[:2] {
		if !seat.Kept {
			t.Errorf("reading pages has taken seat %d: %+v", k, seat)
		}
	}
	if p := ben.post(next+"/kept", url.Values{"do": {"take"}}); p.status != http.StatusOK || p.path != next || !ben.holds(next) {
		t.Errorf("Ben is at %s, status %d", p.path, p.status)
	}
	if strings.Contains(ben.get(old).body, "/kept") || !strings.Contains(ben.get(old).body, `href="`+next+`"`) {
		t.Error("the finished table offers a seat that is taken")
	}
	if a := cleo.ask("POST", "/tables/"+strings.TrimPrefix(old, "/t/")+"/rematch", token, ""); a.status != http.StatusOK || !cleo.holds(next) {
		t.Errorf("the program has status %d: %s", a.status, a.body)
	}
	for k, seat := range w.snapshot(strings.TrimPrefix(next, "/t/")).Seats {
		if seat.Kind != game.Person || seat.Kept {
			t.Errorf("seat %d is %+v", k, seat)
		}
	}
}

// Who was removed reads by whom.
func TestWhoWasRemovedReadsIt(t *testing.T) {
	w := newWorld(t, 98)
	anna, ben := w.visitor(), w.visitor()
	id, link := anna.invitation()
	ben.post(link, url.Values{"name": {"Ben"}})
	f := anna.get(id + "/share").form("/owner")
	anna.post(id+"/owner", url.Values{"do": {"remove"}, "seat": {"1"}, "at": f.fields["at"], "key": f.fields["key"]})
	if p := ben.get(id); !strings.Contains(p.body, "freed your seat.") {
		t.Error("Ben does not read that his seat was freed")
	}
}
