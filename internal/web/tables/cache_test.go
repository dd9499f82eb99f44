package tables

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// However many tables are looked at, the caches of pages take no more than their
// bytes, and count what they hold.
func TestPagesInMemoryAreBounded(t *testing.T) {
	w := newWorld(t, 9)
	const most = 2 << 20
	w.tables.caches = newCaches(most)
	v := w.Visitor()
	for range 8 {
		p := v.Alone(url.Values{"who1": {"me"}, "name1": {"Bert"}})
		id := strings.TrimPrefix(p.Path, "/t/")
		for _, v.Lang = range []string{"en", "de", "fr"} {
			w.acts(id)
			if got := v.Get(p.Path); got.Status != http.StatusOK {
				t.Fatalf("status %d", got.Status)
			}
			all := 0
			for name, figures := range w.tables.figures() {
				s := figures()
				if all += s.Bytes; s.Bytes > s.Limit {
					t.Fatalf("%s: %d bytes, limit %d", name, s.Bytes, s.Limit)
				}
			}
			require.Must(t, all <= most, "%d bytes, limit %d", all, most)
		}
		v.Lang = "en"
	}
	if s := w.tables.parts.Stats(); s.Entries < 2 || s.Entries > s.Limit/(60<<10) || s.Bytes < s.Limit/4 {
		t.Errorf("of 24 tables in a language are kept %+v", s)
	}
	// What is counted is what was rendered.
	kept := newParts()
	for _, html := range []string{"one", "longer", "four"} {
		require.Succeeds(t)(kept.render(partKey{name: "part", seat: len(html) / 5}, html, func() (string, error) { return html, nil }))
	}
	if got, want := kept.bytes(), partsSize+(len("four")+len("longer"))*7/4; got != want {
		t.Errorf("%d bytes for what was rendered, want %d", got, want)
	}
}
