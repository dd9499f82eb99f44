package web

import (
	"net/http"
	"net/url"
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
