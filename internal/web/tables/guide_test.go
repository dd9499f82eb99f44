package tables

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/guide"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
	"ruhr/lang"
	"ruhr/lang/handbook"
)

var (
	lessonTitle = regexp.MustCompile(`(?s)<h2 id="lesson-title"><span class="quiet">[^<]*</span> (.*?)</h2></summary><p>\s*(.*?)\s*(?:<small>.*?)?</p>`)
	lessonCard  = regexp.MustCompile(`<aside class="lesson[^>]*role="note" aria-labelledby="lesson-title"`)
	spotTag     = regexp.MustCompile(`<rect class="spot box-[a-z0-9-]+" data-at="-?\d+" data-kind="([a-z]+)" data-id="([^"]*)"[^>]*>(<title>([^<]+)</title>)?`)
)

// asks reports whether the page waits for its visitor.
func asks(p webtest.Answer) bool {
	f := p.Form("/turn")
	return p.Form("/act") != nil || f != nil && slices.ContainsFunc(f.Buttons, func(b webtest.Button) bool { return b.Name == "confirm" })
}

// settle fetches a table's page until it asks its visitor for something or is
// over: computer players decide in their own time.
func settle(v *webtest.Visitor, id string) webtest.Answer {
	v.T.Helper()
	sub := v.Hub.Subscribe(strings.TrimPrefix(id, "/t/"))
	defer sub.Close()
	for {
		if p := v.Get(id); asks(p) || p.LeadsTo(id+"/score") {
			return p
		}
		<-sub.C()
	}
}

// The lesson from the first page to the end of the game, by forms alone: each
// prompt is shown once, in the reader's language, with rules that exist.
func TestALessonByFormsAlone(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	v.Lang = "de"
	home := v.Get("/")
	f := home.Form("/learn")
	require.Must(t, f != nil, "the first page does not offer the lesson")
	id := v.Press(f, webtest.Button{}).Path
	p := settle(v, id)
	webtest.CheckPage(t, "the lesson's table", p)
	seen := map[string]bool{}
	last := ""
	for n := 0; asks(p); n++ {
		if m := lessonTitle.FindStringSubmatch(p.Body); m != nil && m[1] != last {
			require.True(t, !seen[m[1]], "%q is explained a second time", m[1])
			seen[m[1]], last = true, m[1]
		}
		require.True(t, !p.Has("id", "confirm") || p.Has("data-moment", "-1"), "the lesson goes on while somebody reads")
		next, _ := v.Step(p, n)
		webtest.CheckPage(t, "the lesson's table", next)
		p = settle(v, id)
	}
	require.True(t, p.LeadsTo(id+"/score"), "the lesson did not lead to the end of the game")
	require.True(t, p.Form("/play") != nil && p.Form("/again") == nil && p.Form("/on") == nil, "the end of the lesson has more than one way to the next game")
	over, done := lessonTitle.FindStringSubmatch(p.Body), lang.For("de").T("guide.done")
	if over == nil || over[1] != done && seen[over[1]] || p.Form("/play") == nil || !p.Has("href", "/new") {
		t.Errorf("after the end the card says %q, with the way to a game of one's own %v", over, p.Form("/play"))
	}
	require.True(t, len(seen) >= 12, "only %d prompts in a whole game", len(seen))
	said := map[string]bool{}
	for _, key := range guide.Keys() {
		said[lang.For("de").T("guide."+key+".title")] = true
	}
	for title := range seen {
		require.True(t, said[title], "%q is no title of the guide", title)
	}
}

// Who leaves the lesson goes on without it, at this table and in this browser
// only, and may take it up again.
func TestLeavingTheLesson(t *testing.T) {
	w := newWorld(t, 3)
	v := w.Visitor()
	id := v.Post("/learn", nil).Path
	first := settle(v, id)
	require.Must(t, lessonTitle.FindString(first.Body) != "", "the first decision is not explained")
	off := v.Press(first.Form("/guide"), webtest.Button{Name: "lesson", Value: "off"})
	if off.Path != id || lessonCard.FindString(off.Body) != "" || lessonTitle.FindString(off.Body) != "" || off.Form("/act") == nil {
		t.Error("after leaving the lesson it is still there, or the table does not go on")
	}
	require.True(t, lessonTitle.FindString(settle(v, v.Post("/learn", nil).Path).Body) != "", "leaving one lesson left another")
	on := v.Press(off.Form("/guide"), webtest.Button{Name: "lesson", Value: "on"})
	if got, want := lessonTitle.FindString(on.Body), lessonTitle.FindString(first.Body); got != want {
		t.Errorf("taken up again the lesson says %q, before %q", got, want)
	}
	v.Post("/t/nonsense/guide", url.Values{"lesson": {"off"}}).WantStatus(t, http.StatusBadRequest, "a table that cannot be")
	require.True(t, lessonCard.FindString(w.Visitor().Get(id).Body) == "", "somebody who watches is taught too")
	require.True(t, lessonCard.FindString(v.Alone(nil).Body) == "", "an ordinary table has a card")
}

// An open page gets the card with its other regions, and has it read aloud.
func TestTheLessonInFrames(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	id := v.Post("/learn", nil).Path
	m := lessonTitle.FindStringSubmatch(settle(v, id).Body)
	require.Must(t, m != nil, "the first decision is not explained")
	var f frames
	require.NoError(t, json.Unmarshal([]byte(v.Get(id+"/frame?after=0").Body), &f))
	last := f.Frames[len(f.Frames)-1]
	require.True(t, strings.Contains(last.Regions["band"], m[0]), "the band's frame has no card")
	if say := fmt.Sprint(last.Say); !strings.Contains(say, m[1]) || !strings.Contains(say, m[2]) {
		t.Errorf("read aloud is %s, without %q", say, m[1])
	}
}

// Everything on the map has a tooltip and answers when asked, and every year
// leads to its note.
func TestEverySpotHasATooltip(t *testing.T) {
	v := newWorld(t, 3).Visitor()
	id := v.Alone(nil).Path
	for _, code := range webtest.LanguageCodes {
		v.Lang = code
		notes, err := handbook.History(code)
		require.NoError(t, err)
		kinds := map[string]int{}
		for _, m := range spotTag.FindAllStringSubmatch(v.Get(id).Body, -1) {
			kinds[m[1]]++
			require.True(t, m[4] != "" && !strings.Contains(m[4], "‹"), "%s: %s %s has the tooltip %q", code, m[1], m[2], m[4])
			if m[1] != "year" && m[1] != "stage" && m[1] != "export" {
				continue
			}
			p := v.Get(id + "/why?kind=" + m[1] + "&id=" + m[2])
			webtest.CheckPage(t, code+" "+m[1]+" "+m[2], p)
			if _, ok := notes.Note(m[2]); m[1] == "year" && (!ok || !p.Has("href", "/handbook/history#"+m[2])) {
				t.Errorf("%s: the year %s does not lead to its note", code, m[2])
			}
		}
		for kind, want := range map[string]int{"space": 49, "depot": 4, "column": 3, "option": 8, "year": 12, "stage": 3, "export": 1} {
			require.Equal(t, kinds[kind], want, "%s: spots of the kind %s", code, kind)
		}
	}
}

// The page of symbols says what each is in every language, with rules that are
// in the handbook, and leads from every year to its note.
func TestLegend(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	rule := regexp.MustCompile(`class="rule" href="/handbook#([A-Z0-9-]+)"`)
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`href="#([a-z0-9_-]+)"`).FindAllStringSubmatch(v.Get("/legend").Body, -1) {
		used[m[1]] = true
	}
	for _, code := range webtest.LanguageCodes {
		v.Lang = code
		p := v.Get("/legend")
		webtest.CheckPage(t, code+" /legend", p)
		book, err := handbook.Handbook(code)
		require.NoError(t, err)
		found := rule.FindAllStringSubmatch(p.Body, -1)
		for _, m := range found {
			if _, ok := book.Rule(m[1]); !ok {
				t.Errorf("%s: a symbol names rule %s, which is not in the handbook", code, m[1])
			}
		}
		if n := len(p.With("class", "symbol")); n < 60 || len(found) < 55 {
			t.Errorf("%s: %d symbols, %d with a rule", code, n, len(found))
		}
		require.Equal(t, len(p.Links("/handbook/history#")), 12, "%s years lead to a note", code)
		for id := range used {
			require.True(t, p.Has("id", id), "the picture %s is not on the page", id)
		}
	}
}
