package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Every address that forms are sent to leads back to a page where a browser asks
// for it, as for a restored tab, and after the language is changed there.
func TestEveryFormHasAPage(t *testing.T) {
	w := newWorld(t, 72)
	v := w.Visitor()
	id := strings.TrimPrefix(v.Alone(nil).Path, "/t/")
	cup := strings.TrimPrefix(hosts(v), "/tournament/")
	v.SignUp("Vera")
	friends := strings.TrimPrefix(founds(v), "/circle/")
	all := 0
	for _, part := range w.Rooms() {
		for pattern := range part {
			path, form := strings.CutPrefix(pattern, "POST ")
			if _, page := part["GET "+path]; !form || page || strings.Contains(path, "{key}") {
				continue
			}
			all++
			path = strings.NewReplacer("/tournament/{id}", "/tournament/"+cup, "/circle/{id}", "/circle/"+friends, "{id}", id).Replace(path)
			if p := v.Post("/language", url.Values{"lang": {"de"}, "back": {path}}); p.Status != http.StatusOK {
				t.Errorf("%s leads to %s, status %d", path, p.Path, p.Status)
			}
		}
	}
	require.True(t, all >= 20, "%d addresses of forms", all)
	for path, want := range map[string]string{
		"/account/new?invite=a%26b": "/account/new?invite=a%26b", "/new?board=x": "/new?board=x", "/tables?q=ben&by=turn": "/tables?q=ben&by=turn",
	} {
		require.True(t, v.Get(path).Has("name", "back", "value", want), "the language of %s leads elsewhere", path)
	}
}
