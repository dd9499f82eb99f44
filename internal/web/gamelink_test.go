package web

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// A game is opened out of a link; its score sheet has the same link again, and as
// a QR code. A running game has none.
func TestGameLink(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	for name, link := range gameLinks(t) {
		a := v.Post("/open/link", url.Values{"game": {link}})
		if a.Status != 200 || !strings.HasPrefix(a.Path, "/game/") {
			t.Fatalf("%s: status %d at %s", name, a.Status, a.Path)
		}
		score := v.Get(a.Path + "/score")
		found := regexp.MustCompile(`value="([^"]*/open#g=[A-Za-z0-9_-]+)"`).FindStringSubmatch(score.Body)
		if found == nil || !strings.HasSuffix(html.UnescapeString(found[1]), "#g="+link) || !score.Has("class", "qr") {
			t.Errorf("%s: the score sheet has the link %v", name, found)
		}
		for _, bad := range []string{"", "x", link[:len(link)-1], "_" + link[1:]} {
			a := v.Post("/open/link", url.Values{"game": {bad}})
			if a.Status != 422 || !a.Says("No game of this board") {
				t.Errorf("%s: link %q: status %d", name, bad, a.Status)
			}
		}
	}
	running := v.Post("/play", url.Values{})
	score := v.Get(running.Path + "/score").Body
	if !strings.Contains(score, `href="`+running.Path+`">Back to the table`) {
		t.Error("the score sheet does not lead back to its table")
	}
	if strings.Contains(score, "#g=") {
		t.Error("a running game has a link")
	}
}
