package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
)

// How long computer players think is chosen with the table, and comes back with a form
// that is refused for something else.
func TestThinkingTime(t *testing.T) {
	w := newWorld(t, 41)
	v := w.visitor()
	p := v.alone(url.Values{"thinking": {"long"}})
	s, err := w.service.Position(t.Context(), strings.Split(p.path, "/")[2], game.Actor{})
	if err != nil || s.Thinking != game.Long {
		t.Errorf("the table has %q, %v", s.Thinking, err)
	}
	if p = v.get(p.path + "/share"); !strings.Contains(p.body, "four times the usual time") {
		t.Error("the page of seats and links does not say how long computer players think")
	}
	p = v.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "thinking": {"short"}})
	if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, `<option value="short" selected>`) {
		t.Errorf("refused with %d, without the choice of before", p.status)
	}
	p = v.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "thinking": {"forever"}})
	if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, "briefly, as usual or longer") {
		t.Errorf("an unknown length: %d", p.status)
	}
}

// The form asks with whom, offers only what then matters, and makes the seats.
func TestNewTableWith(t *testing.T) {
	w := newWorld(t, 42)
	for _, c := range []struct {
		with   string
		name   string   // as the form says it
		fields []string // to fill in, apart from the options below the button
		seats  []game.Kind
		public bool
		to     string
	}{
		{"computer", "The computer", []string{"name", "players", "level"}, []game.Kind{game.Person, game.Bot, game.Bot, game.Bot}, false, ""},
		{"friends", "Friends", []string{"name", "players", "pace"}, []game.Kind{game.Person, game.Open, game.Open, game.Open}, false, "/share"},
		{"anybody", "Anybody", []string{"name", "players", "pace", "rated"}, []game.Kind{game.Person, game.Open, game.Open, game.Open}, true, "/share"},
	} {
		v := w.visitor()
		if c.with == "anybody" {
			v.signUp("Anna")
		}
		asked := document(t, v.get("/new?with="+c.with))
		if here := asked.find(t, "nav", "class", "with").find(t, "a", "aria-current", "true"); here.text() != c.name {
			t.Errorf("with %s, the form marks %q", c.with, here.text())
		}
		form := asked.find(t, "form", "action", "/new")
		if got := form.asks(); !slices.Equal(got, c.fields) {
			t.Errorf("with %s, the form asks for %v before its button, want %v", c.with, got, c.fields)
		}
		p := v.post("/new", url.Values{"with": {c.with}, "name": {"Anna"}, "players": {"4"}, "level": {"greedy"}})
		id, to, _ := strings.Cut(strings.TrimPrefix(p.path, "/t/"), "/")
		s := w.snapshot(id)
		var kinds []game.Kind
		for _, seat := range s.Seats {
			kinds = append(kinds, seat.Kind)
			if seat.Kind == game.Bot && seat.Level != "greedy" {
				t.Errorf("with %s, a computer player is of the level %s", c.with, seat.Level)
			}
		}
		if !slices.Equal(kinds, c.seats) || s.Public != c.public || to != strings.TrimPrefix(c.to, "/") {
			t.Errorf("with %s: seats %v, public %v, at %s", c.with, kinds, s.Public, p.path)
		}
		p = v.post("/new", url.Values{"with": {c.with}, "players": {"2"}})
		refused := document(t, p)
		name := refused.find(t, "input", "name", "name")
		if p.status != http.StatusUnprocessableEntity || name.attr("aria-invalid") != "true" || refused.find(t, "input", "name", "with").attr("value") != c.with {
			t.Errorf("with %s and without a name: %d, not the same form with its name marked", c.with, p.status)
		}
	}
}
