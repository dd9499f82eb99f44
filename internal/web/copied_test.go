package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/spec"
)

// A link that was copied with more of the text around it leads to the page that it
// means, whatever kind of link it is; a link that leads nowhere without that, too, does so.
func TestCopiedLinks(t *testing.T) {
	w := newWorld(t, 4)
	v := w.visitor()
	id := v.alone(url.Values{"who1": {"open"}, "name1": {""}}).path
	made := v.post(id, url.Values{"seat": {"1"}})
	link := regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`).FindString(made.body)
	example, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	if err != nil {
		t.Fatal(err)
	}
	table := strings.TrimSuffix(id, "/share")
	game := v.upload(string(example)).path
	for _, path := range []string{link, table, id, table + "/replay", game, game + "/score", "/lobby", "/account/new", "/account/recover/" + strings.Repeat("A", 22), "/notices/stop/" + strings.Repeat("A", 22) + "/x"} {
		plain := v.get(path)
		for _, end := range []string{".", ")", ",", ">", "/", ").", "%22", "»,", "…", "%20"} {
			if p := v.get(path + end); p.path != plain.path || p.status != plain.status {
				t.Errorf("%s%s leads to %s, status %d; want %s, %d", path, end, p.path, p.status, plain.path, plain.status)
			}
		}
	}
	if p := v.get(game + "/?n=7"); p.path != game || !strings.Contains(p.body, `value="7"`) {
		t.Errorf("the rest of the address is lost at %s", p.path)
	}
	if p := v.post(link+".", url.Values{"name": {"Bert"}}); p.status != http.StatusNotFound {
		t.Errorf("a form that goes nowhere: status %d", p.status)
	}
}
