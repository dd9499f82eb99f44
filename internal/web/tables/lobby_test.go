package tables

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// A public table stands in the lobby: first to join, then to watch for others
// and as waiting for the person to move. One by invitation never does.
func TestLobby(t *testing.T) {
	w := newWorld(t, 71)
	anna, bert, carl := w.Visitor(), w.Visitor(), w.Visitor()
	public, private := anna.Opens(url.Values{"public": {"yes"}}), anna.Opens(nil)
	for _, lang := range webtest.LanguageCodes {
		bert.Lang = lang
		p := bert.Get("/lobby")
		webtest.CheckPage(t, lang+" lobby", p)
		require.Equal(t, len(p.Document().All("i", "", "")), 1, "%s: seats that are called free", lang)
		require.True(t, p.Form(public+"/sit") != nil && !strings.Contains(p.Body, private), "%s: the lobby has not the public table alone", lang)
	}
	require.Equal(t, anna.Get("/lobby").LeadsTo(public), anna.Plays(public), "the lobby lists a table of one's own where it waits for its owner")
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
		if p := bert.Post(c.path, c.form); p.Status != c.want || webtest.Missing.MatchString(p.Body) {
			t.Errorf("%s: status %d, want %d", what, p.Status, c.want)
		}
		if anna.Plays(public) == bert.Plays(public) && bert.Plays(public) {
			t.Errorf("%s: it gave a seat", what)
		}
	}
	if p := bert.Post(public+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.Path != public || p.Status != http.StatusOK {
		t.Fatalf("sitting down led to %s, status %d", p.Path, p.Status)
	}
	require.True(t, anna.Plays(public) != bert.Plays(public), "not exactly one of the two is to decide")
	if p := carl.Get("/lobby"); p.Form("/sit") != nil || !p.LeadsTo(public) {
		t.Error("a table without an open seat is not among those to watch")
	}
	moves, waits := anna, bert
	if bert.Plays(public) {
		moves, waits = bert, anna
	}
	if p := moves.Get("/next"); p.Path != public && p.Path != private {
		t.Errorf("the next table is at %s", p.Path)
	}
	if p := waits.Get("/next?after=" + private[3:]); waits == bert && p.Path != "/tables" {
		t.Errorf("without a table that waits it leads to %s", p.Path)
	}
	if p := carl.Get("/next"); p.Path != "/tables" {
		t.Errorf("for a stranger it leads to %s", p.Path)
	}
}

// Of several who want one seat under one name at once exactly one gets it.
func TestSitAtOnce(t *testing.T) {
	w := newWorld(t, 72)
	table := w.Visitor().Opens(url.Values{"public": {"yes"}})
	const n = 6
	got := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		v := w.Visitor()
		wg.Go(func() {
			got[i] = v.Post(table+"/sit", url.Values{"seat": {"1"}, "name": {"Guest"}}).Status
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
	require.Equal(t, seated, 1, "how many of %d sat down: %v", n, got)
}
