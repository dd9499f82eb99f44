package tables

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/web/webtest"
)

// A running game against a computer player goes on elsewhere from its record: the same
// position, with the same opponent, and what is hidden comes at random.
func TestARunningGameGoesOnElsewhere(t *testing.T) {
	here, there := newWorld(t, 91), newWorld(t, 92)
	v := here.Visitor()
	p := v.Alone(url.Values{"who1": {"random"}, "name1": {"Wilhelm"}})
	id := strings.TrimPrefix(p.Path, "/t/")
	for n := range 9 {
		here.settled(id)
		v.Step(v.Get(p.Path), n)
	}
	s := here.settled(id)
	rec := v.Get(p.Path + "/record").Body
	if strings.Contains(rec, `"secret"`) {
		t.Error("the record of a running game has its secret")
	}
	to := there.Visitor()
	for _, to.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, to.Lang, to.Upload(rec))
	}
	to.Lang = "en"
	opened := to.Upload(rec)
	f := opened.Form("/on")
	if f == nil || !opened.Says("comes at random here") {
		t.Fatalf("it cannot be played on: status %d at %s", opened.Status, opened.Path)
	}
	f.Fields.Set("n", strconv.Itoa(len(s.Steps)))
	f.Fields.Set("seat", "0")
	if p = to.Press(f, webtest.Button{}); p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		t.Fatalf("played on: status %d at %s", p.Status, p.Path)
	}
	now := there.Snapshot(strings.TrimPrefix(p.Path, "/t/"))
	if now.State != s.State || now.Seats[1].Level != "random" || now.Rated || now.Seats[0].Level != "" {
		t.Errorf("it goes on with %d decisions, expected %d, and the seats %+v", len(now.Steps), len(s.Steps), now.Seats)
	}
	if running := v.Get("/t/" + id + "/replay"); running.Form("/on") != nil {
		t.Error("a running table is played on from its replay")
	}
}
