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
	v := newWorld(t, 3).visitor()
	for name, link := range gameLinks(t) {
		a := v.post("/open/link", url.Values{"game": {link}})
		if a.status != 200 || !strings.HasPrefix(a.path, "/game/") {
			t.Fatalf("%s: status %d at %s", name, a.status, a.path)
		}
		score := v.get(a.path + "/score")
		found := regexp.MustCompile(`value="([^"]*/open#g=[A-Za-z0-9_-]+)"`).FindStringSubmatch(score.body)
		if found == nil || !strings.HasSuffix(html.UnescapeString(found[1]), "#g="+link) || !strings.Contains(score.body, `class="qr"`) {
			t.Errorf("%s: the score sheet has the link %v", name, found)
		}
		for _, bad := range []string{"", "x", link[:len(link)-1], "_" + link[1:]} {
			a := v.post("/open/link", url.Values{"game": {bad}})
			if a.status != 422 || !strings.Contains(a.body, "No game of this board") {
				t.Errorf("%s: link %q: status %d", name, bad, a.status)
			}
		}
	}
	running := v.post("/play", url.Values{})
	score := v.get(running.path + "/score").body
	if !strings.Contains(score, `href="`+running.path+`">Back to the table`) {
		t.Error("the score sheet does not lead back to its table")
	}
	if strings.Contains(score, "#g=") {
		t.Error("a running game has a link")
	}
}
