package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/table"
)

// "Play now" begins with the easiest level; a page may ask for another by its
// number from the weakest.
func TestPlayNowLevels(t *testing.T) {
	w := newWorld(t, 1)
	w.server.levels = []string{"random", "greedy"}
	for _, c := range []struct{ asked, want string }{{"", "random"}, {"0", "random"}, {"1", "greedy"}, {"7", "greedy"}, {"-1", "random"}, {"x", "random"}} {
		v := w.visitor()
		form := url.Values{}
		if c.asked != "" {
			form.Set("level", c.asked)
		}
		id := strings.TrimPrefix(v.post("/play", form).path, "/t/")
		s, err := w.service.Position(t.Context(), id, table.Actor{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Seats[1].Level; got != c.want || s.Seats[2].Level != c.want {
			t.Errorf("level asked for %q: %s, want %s", c.asked, got, c.want)
		}
	}
}

// The first page has its picture also where somebody has opened a table before.
func TestTheOpeningIsShownAfterATable(t *testing.T) {
	w := newWorld(t, 1)
	w.visitor().alone(url.Values{})
	v := w.visitor()
	picture := regexp.MustCompile(`/map/[^"#]*opening[^"#]*`).FindString(v.get("/").body)
	if p := v.get(picture); picture == "" || p.status != http.StatusOK {
		t.Errorf("the picture %q: status %d", picture, p.status)
	}
}
