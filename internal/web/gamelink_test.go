package web

import (
	"net/url"
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
		if !score.Has("value", v.URL+"/open#g="+link) || !score.Has("class", "qr") {
			t.Errorf("%s: the score sheet lacks the link", name)
		}
		for _, bad := range []string{"", "x", link[:len(link)-1], "_" + link[1:]} {
			a := v.Post("/open/link", url.Values{"game": {bad}})
			if a.Status != 422 || !a.Says("No game of this board") {
				t.Errorf("%s: link %q: status %d", name, bad, a.Status)
			}
		}
	}
	running := v.Post("/play", url.Values{})
	score := v.Get(running.Path + "/score")
	if !score.Has("href", running.Path) || !score.Says("Back to the table") {
		t.Error("the score sheet does not lead back to its table")
	}
	if strings.Contains(score.Body, "#g=") {
		t.Error("a running game has a link")
	}
}
