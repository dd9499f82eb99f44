package web

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
)

// nobodyElse keeps no games.
type nobodyElse struct{}

func (nobodyElse) Save(context.Context) ([]byte, error)                      { return nil, nil }
func (nobodyElse) Restore(context.Context, []byte, string) (int, int, error) { return 0, 0, nil }

// Where nobody else is, everything that is for playing with others says so: also the
// addresses of accounts, which are not compiled for browsers.
func TestAloneWithoutOthers(t *testing.T) {
	w := newWorld(t, 5)
	routes := w.Accounts.Routes()
	maps.Copy(routes, w.Cups)
	for _, pattern := range needsOthers {
		routes[pattern] = nil
	}
	c := Config{Config: w.Config, Live: w.Hub, Alone: nobodyElse{}}
	c.People = nil
	site, err := New(c)
	require.NoError(t, err)
	for pattern := range routes {
		method, path, ok := strings.Cut(pattern, " ")
		if !ok { // the operations for programs are not there at all
			continue
		}
		a := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), method, strings.NewReplacer("{", "", "}", "").Replace(path), nil)
		r.Header.Set("Accept-Language", "en")
		r.AddCookie(&http.Cookie{Name: kernel.KeptCookie, Value: "yes"})
		site.ServeHTTP(a, r)
		if body := a.Body.String(); a.Code != http.StatusNotFound || !strings.Contains(body, "Lobby, accounts, invitations") {
			t.Errorf("%s: status %d", pattern, a.Code)
		}
	}
}
