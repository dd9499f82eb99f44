package web

import (
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// A game is opened out of a link; its score sheet has the same link again, and as
// a QR code. A running game has none.
func TestGameLink(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	for name, link := range gameLinks(t) {
		a := v.Post("/open/link", url.Values{"game": {link}})
		require.Must(t, a.Status == 200 && strings.HasPrefix(a.Path, "/game/"), "%s: status %d at %s", name, a.Status, a.Path)
		score := v.Get(a.Path + "/score")
		require.True(t, score.Has("value", v.URL+"/open#g="+link) && score.Has("class", "qr"), "%s: the score sheet lacks the link", name)
		for _, bad := range []string{"", "x", link[:len(link)-1], "_" + link[1:]} {
			a := v.Post("/open/link", url.Values{"game": {bad}})
			require.True(t, a.Status == 422 && a.Says("No game of this board"), "%s: link %q: status %d", name, bad, a.Status)
		}
	}
	running := v.Post("/play", url.Values{})
	score := v.Get(running.Path + "/score")
	require.True(t, score.Has("href", running.Path) && score.Says("Back to the table"), "the score sheet does not lead back to its table")
	require.True(t, !strings.Contains(score.Body, "#g="), "a running game has a link")
}
