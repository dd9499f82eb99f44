package tables

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// A link that was copied with more of the text around it leads to the page that it
// means, whatever kind of link it is; a link that leads nowhere without that, too, does so.
func TestCopiedLinks(t *testing.T) {
	w := newWorld(t, 4)
	v := w.Visitor()
	id := v.Alone(url.Values{"who1": {"open"}, "name1": {""}}).Path
	made := v.Post(id, url.Values{"seat": {"1"}})
	link := made.Invitation()
	example, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	require.NoError(t, err)
	table := strings.TrimSuffix(id, "/share")
	game := v.Upload(string(example)).Path
	for _, path := range []string{link, table, id, table + "/replay", game, game + "/score", "/lobby", "/account/new", "/account/recover/" + strings.Repeat("A", 22), "/notices/stop/" + strings.Repeat("A", 22) + "/x"} {
		plain := v.Get(path)
		for _, end := range []string{".", ")", ",", ">", "/", ").", "%22", "»,", "…", "%20"} {
			if p := v.Get(path + end); p.Path != plain.Path || p.Status != plain.Status {
				t.Errorf("%s%s leads to %s, status %d; want %s, %d", path, end, p.Path, p.Status, plain.Path, plain.Status)
			}
		}
	}
	if p := v.Get(game + "/?n=7"); p.Path != game || !p.Has("value", "7") {
		t.Errorf("the rest of the address is lost at %s", p.Path)
	}
	v.Post(link+".", url.Values{"name": {"Bert"}}).WantStatus(t, http.StatusNotFound, "a form that goes nowhere")
}

// No address leads from here to another site.
func TestCopiedLinksStayHere(t *testing.T) {
	site := newWorld(t, 4).Site()
	for _, path := range []string{"//example.net/..%2Fsettings.", "//example.net/%2e%2e/lobby)", "/%5C/example.net/..%2Flobby.", "/\\example.net/../lobby."} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		u, err := url.ParseRequestURI(path)
		require.NoError(t, err)
		r.URL = u
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		to, err := url.Parse(w.Header().Get("Location"))
		if require.NoError(t, err); to.Host != "" || strings.Contains(to.Path, `\`) {
			t.Errorf("%s leads to %q", path, to)
		}
	}
}
