package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Every address that forms are sent to leads back to a page where a browser asks
// for it, as for a restored tab, and after the language is changed there.
func TestEveryFormHasAPage(t *testing.T) {
	w := newWorld(t, 72)
	v := w.visitor()
	id := strings.TrimPrefix(v.alone(nil).path, "/t/")
	all := 0
	for _, part := range w.rooms() {
		for pattern := range part {
			path, form := strings.CutPrefix(pattern, "POST ")
			if _, page := part["GET "+path]; !form || page || strings.Contains(path, "{key}") {
				continue
			}
			all++
			path = strings.ReplaceAll(path, "{id}", id)
			if p := v.post("/language", url.Values{"lang": {"de"}, "back": {path}}); p.status != http.StatusOK {
				t.Errorf("%s leads to %s, status %d", path, p.path, p.status)
			}
		}
	}
	if all < 20 {
		t.Errorf("%d addresses of forms", all)
	}
	for path, want := range map[string]string{
		"/account/new?invite=a%26b": "/account/new?invite=a%26b", "/new?board=x": "/new?board=x", "/tables?q=ben&by=turn": "/tables?q=ben&by=turn",
	} {
		doc := v.get(path).body
		if !strings.Contains(doc, `name="back" value="`+strings.ReplaceAll(want, "&", "&amp;")+`"`) {
			t.Errorf("the language of %s leads elsewhere", path)
		}
	}
}
