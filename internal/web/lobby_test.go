package web

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// opens starts a table with an open seat beside the visitor's and gives its path.
func (v *visitor) opens(more url.Values) string {
	v.t.Helper()
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"none"}, "who3": {"none"}}
	for k, values := range more {
		form[k] = values
	}
	p := v.post("/new", form)
	if !strings.HasSuffix(p.path, "/share") {
		v.t.Fatalf("a new table led to %s, status %d", p.path, p.status)
	}
	return strings.TrimSuffix(p.path, "/share")
}

// A public table stands in the lobby: first to join, then to watch for others
// and as waiting for the person to move. One by invitation never does.
func TestLobby(t *testing.T) {
	w := newWorld(t, 71)
	anna, bert, carl := w.visitor(), w.visitor(), w.visitor()
	public, private := anna.opens(url.Values{"public": {"yes"}}), anna.opens(nil)
	for _, lang := range languageCodes {
		bert.lang = lang
		p := bert.get("/lobby")
		checkPage(t, lang+" lobby", p)
		if strings.Count(p.body, "<i>") != 1 {
			t.Errorf("%s: the free seat is not called one", lang)
		}
		if !strings.Contains(p.body, `action="`+public+`/sit"`) || strings.Contains(p.body, private) {
			t.Errorf("%s: the lobby has not the public table alone", lang)
		}
	}
	if p := anna.get("/lobby"); strings.Contains(p.body, public) != anna.plays(public) {
		t.Error("the lobby does not list a table of one's own only where it waits for its owner")
	}
	for what, c := range map[string]struct {
		path string
		form url.Values
		want int
	}{
		"a table by invitation": {private + "/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}, http.StatusForbidden},
		"a taken seat":          {public + "/sit", url.Values{"seat": {"0"}, "name": {"Anna"}}, http.StatusConflict},
		"no seat":               {public + "/sit", url.Values{"name": {"Bert"}}, http.StatusBadRequest},
		"a seat that is none":   {public + "/sit", url.Values{"seat": {"7"}, "name": {"Bert"}}, http.StatusForbidden},
		"below all seats":       {public + "/sit", url.Values{"seat": {"-2"}, "name": {"Bert"}}, http.StatusForbidden},
		"no name":               {public + "/sit", url.Values{"seat": {"1"}, "name": {" "}}, http.StatusConflict},
		"no table":              {"/t/" + strings.Repeat("A", 22) + "/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}, http.StatusNotFound},
	} {
		if p := bert.post(c.path, c.form); p.status != c.want || missing.MatchString(p.body) {
			t.Errorf("%s: status %d, want %d", what, p.status, c.want)
		}
		if anna.plays(public) == bert.plays(public) && bert.plays(public) {
			t.Errorf("%s: it gave a seat", what)
		}
	}
	if p := bert.post(public+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.path != public || p.status != http.StatusOK {
		t.Fatalf("sitting down led to %s, status %d", p.path, p.status)
	}
	if anna.plays(public) == bert.plays(public) {
		t.Error("not exactly one of the two is to decide")
	}
	if p := carl.get("/lobby"); p.form("/sit") != nil || !strings.Contains(p.body, public) {
		t.Error("a table without an open seat is not among those to watch")
	}
	moves, waits := anna, bert
	if bert.plays(public) {
		moves, waits = bert, anna
	}
	if p := moves.get("/next"); p.path != public && p.path != private {
		t.Errorf("the next table is at %s", p.path)
	}
	if p := waits.get("/next?after=" + private[3:]); waits == bert && p.path != "/tables" {
		t.Errorf("without a table that waits it leads to %s", p.path)
	}
	if p := carl.get("/next"); p.path != "/tables" {
		t.Errorf("for a stranger it leads to %s", p.path)
	}
}

// Of several who want one seat under one name at once exactly one gets it.
func TestSitAtOnce(t *testing.T) {
	w := newWorld(t, 72)
	table := w.visitor().opens(url.Values{"public": {"yes"}})
	const n = 6
	got := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		v := w.visitor()
		wg.Go(func() {
			got[i] = v.post(table+"/sit", url.Values{"seat": {"1"}, "name": {"Guest"}}).status
		})
	}
	wg.Wait()
	seated := 0
	for _, status := range got {
		switch status {
		case http.StatusOK:
			seated++
		case http.StatusConflict:
		default:
			t.Errorf("status %d", status)
		}
	}
	if seated != 1 {
		t.Errorf("%d of %d sat down: %v", seated, n, got)
	}
}
