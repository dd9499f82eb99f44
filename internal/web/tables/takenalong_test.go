package tables

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
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
	require.True(t, !strings.Contains(rec, `"secret"`), "the record of a running game has its secret")
	to := there.Visitor()
	for _, to.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, to.Lang, to.Upload(rec))
	}
	to.Lang = "en"
	opened := to.Upload(rec)
	f := opened.Form("/on")
	require.Must(t, f != nil && opened.Says("comes at random here"), "it cannot be played on: status %d at %s", opened.Status, opened.Path)
	f.Fields.Set("n", strconv.Itoa(len(s.Steps)))
	f.Fields.Set("seat", "0")
	if p = to.Press(f, webtest.Button{}); p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		t.Fatalf("played on: status %d at %s", p.Status, p.Path)
	}
	now := there.Snapshot(strings.TrimPrefix(p.Path, "/t/"))
	if now.State != s.State || now.Seats[1].Level != "random" || now.Rated || now.Seats[0].Level != "" {
		t.Errorf("it goes on with %d decisions, expected %d, and the seats %+v", len(now.Steps), len(s.Steps), now.Seats)
	}
	require.True(t, !now.Hints, "there is advice at a game whose own table may have none")
	require.True(t, v.Get("/t/"+id+"/replay").Form("/on") == nil, "a running table is played on from its replay")
}

// Where several people play, a running game is not played on from its record: computer
// players would say there what they advise here. Nor is it taken along.
func TestAGameOfSeveralPeopleStays(t *testing.T) {
	here, there := newWorld(t, 94), newWorld(t, 95)
	v := here.Visitor()
	p := v.Alone(url.Values{"who2": {"random"}, "name2": {"Wilhelm"}, "colour2": {"blue"}})
	here.settled(strings.TrimPrefix(p.Path, "/t/"))
	require.True(t, !v.Get(p.Path+"/seat").Has("value", "along"), "a game of two people can be taken along")
	to := there.Visitor()
	opened := to.Upload(v.Get(p.Path + "/record").Body)
	require.True(t, opened.Status == http.StatusOK && opened.Form("/on") == nil, "it can be played on: status %d", opened.Status)
	at := strings.Split(opened.Path, "?")[0]
	to.Post(at+"/on", url.Values{"n": {"0"}, "seat": {"0"}, "level": {"random"}}).WantStatus(t, http.StatusForbidden, "played on by a form of their own")
}

// A game that is taken along is closed here until its player returns, and then goes on as
// it was.
func TestTakingAGameAlong(t *testing.T) {
	w := newWorld(t, 93)
	v, other := w.Visitor(), w.Visitor()
	p := v.Alone(url.Values{"who1": {"random"}, "name1": {"Wilhelm"}})
	id := strings.TrimPrefix(p.Path, "/t/")
	for n := range 3 {
		w.settled(id)
		v.Step(v.Get(p.Path), n)
	}
	before := w.settled(id)
	press := func(what string) webtest.Answer {
		for _, f := range v.Get(p.Path + "/seat").Forms("/seat") {
			for _, b := range f.Buttons {
				if b.Value == what {
					return v.Press(f, b)
				}
			}
		}
		t.Fatalf("%s is not offered", what)
		return webtest.Answer{}
	}
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(p.Path+"/seat"))
	}
	v.Lang = "en"
	act := v.Get(p.Path).Form("/act")
	if taken := press("along"); len(taken.Document().All("a", "href", p.Path+"/record")) != 1 {
		t.Errorf("taken along: status %d at %s, without its file", taken.Status, taken.Path)
	}
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(p.Path))
		webtest.CheckPage(t, v.Lang, v.Get(p.Path+"/seat"))
	}
	v.Lang = "en"
	closed := v.Get(p.Path)
	if len(closed.Document().Find(t, "section", "id", "band").All("a", "href", p.Path+"/seat")) != 1 {
		t.Error("its table does not lead to where it is opened again")
	}
	require.True(t, !v.Get(p.Path+"/seat").Has("value", "rename"), "a name can be changed at a closed table")
	require.True(t, closed.Form("/act") == nil && closed.Says("taken elsewhere in a file"), "its table is not closed")
	if act != nil {
		if refused := v.Press(act, act.Buttons[0]); len(w.Snapshot(id).Steps) != len(before.Steps) {
			t.Errorf("it is played on: status %d", refused.Status)
		}
	}
	if rec := v.Get(p.Path + "/record"); rec.Status != http.StatusOK || v.Upload(rec.Body).Form("/on") == nil {
		t.Error("its file cannot be played on")
	}
	at := strconv.FormatInt(w.Snapshot(id).N, 10)
	other.Post(p.Path+"/seat", url.Values{"at": {at}, "key": {"x"}, "seat": {"0"}, "do": {"return"}})
	require.True(t, w.Snapshot(id).Frozen != nil, "somebody else opens it again")
	renamed := other.Post(p.Path+"/seat", url.Values{"at": {at}, "key": {"z"}, "seat": {"0"}, "do": {"rename"}, "name": {"Ben"}})
	if renamed.Status >= http.StatusInternalServerError || renamed.Has("name", "name") {
		t.Errorf("somebody without a seat renames it: status %d at %s", renamed.Status, renamed.Path)
	}
	press("return")
	if s := w.settled(id); s.Frozen != nil || s.State != before.State {
		t.Errorf("it goes on with %d decisions, expected %d", len(s.Steps), len(before.Steps))
	}
	if q, ok := v.Step(v.Get(p.Path), 0); !ok || q.Status != http.StatusOK {
		t.Errorf("it is not played on: status %d", q.Status)
	}
	two := v.Alone(nil) // for two people at one screen, both the visitor's
	require.Must(t, v.Get(two.Path+"/seat").Form("/seat") != nil, "no forms")
	n := w.Snapshot(strings.TrimPrefix(two.Path, "/t/")).N
	refused := v.Post(two.Path+"/seat", url.Values{"at": {strconv.FormatInt(n, 10)}, "key": {"y"}, "seat": {"0"}, "do": {"along"}})
	if refused.Status < 400 || w.Snapshot(strings.TrimPrefix(two.Path, "/t/")).Frozen != nil {
		t.Errorf("a game without computer players is taken along: status %d", refused.Status)
	}
}
