package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// Of a reviewed game one takes a costly decision again: the best choice is right, others
// say what they lose once they were compared, and the answer is there after a first try.
func TestLearn(t *testing.T) {
	open := make(chan struct{})
	close(open)
	w := newWorld(t, 1, patiently(open))
	v := w.Visitor()
	game := v.Upload(webtest.Example(t)).Path
	p := v.Press(v.Get(game+"/review").Form("/review"), webtest.Button{})
	for p.Has("data-again") {
		p = v.Get(game + "/review")
	}
	links := p.Links("/review/learn?n=")
	require.Must(t, len(links) != 0, "the review leads to no lesson")
	lesson := links[0]
	p = v.Get(lesson)
	webtest.CheckPage(t, "a lesson", p)
	require.True(t, !p.Says("Best by the analysis") && !p.Says("this was played"), "the answer is there before a try")
	actions := p.With("name", "try")
	right, wrong, played := 0, 0, 0
	_, n, _ := strings.Cut(lesson, "?n=")
	for _, a := range actions {
		try := a.Value("value")
		p = v.Post(game+"/review/learn", url.Values{"n": {n}, "try": {try}})
		for p.Has("data-again") {
			p = v.Get(lesson + "&try=" + try)
		}
		webtest.CheckPage(t, "a try", p)
		switch {
		case p.Says("right. As good as"):
			right++
		case p.Says(" of 100 wins, probably ") && p.Says("Try something else."):
			wrong++
		}
		if strings.Count(p.Text(), "this was played") == 1 && p.Says("Best by the analysis") {
			played++
		}
	}
	if right != 1 || wrong != len(actions)-1 || wrong == 0 || played != len(actions) {
		t.Errorf("of %d choices %d are right, %d wrong; %d show the answer", len(actions), right, wrong, played)
	}
	for _, bad := range []string{"?n=0", "?n=99999", "?n=x"} {
		if p := v.Get(game + "/review/learn" + bad); p.Path != game+"/review" {
			t.Errorf("%s: %s", bad, p.Path)
		}
	}
	for _, bad := range []string{"&try=-1", "&try=9999", "&try=x"} {
		if p := v.Get(lesson + bad); p.Status != http.StatusOK || p.Says("Best by the analysis") {
			t.Errorf("%s: %d, or it shows the answer", bad, p.Status)
		}
	}
}

// Where another process was asked, or this one before it began again, the address of what was
// asked for is enough: the review of an opened game is made here too, from a lesson as well,
// and an action that was tried is compared. Without having been asked for, nothing is made.
func TestReviewedByAnother(t *testing.T) {
	closed, open := make(chan struct{}), make(chan struct{})
	close(open)
	first := newWorld(t, 1, patiently(open)).Visitor()
	game := first.Upload(webtest.Example(t)).Path
	p := first.Press(first.Get(game+"/review").Form("/review"), webtest.Button{})
	at := p.With("name", "back")[0].Value("value") // where it led to
	for p.Has("data-again") {
		p = first.Get(at)
	}
	lesson := p.Links("/review/learn?n=")[0]
	for what, address := range map[string]string{"a review": at, "a lesson": lesson} {
		v := newWorld(t, 1, patiently(closed)).Visitor()
		v.Upload(webtest.Example(t))
		if p := v.Get(game + "/review"); p.Has("data-again") || p.Form("/review") == nil {
			t.Errorf("%s was not asked for, and is made", what)
		}
		if p := v.Get(address); !p.Has("data-again") || !strings.HasPrefix(p.Path, game+"/review") {
			t.Errorf("%s that was asked for elsewhere is not made: %s", what, p.Path)
		}
	}
	close(closed)
	v := newWorld(t, 1, patiently(open)).Visitor()
	v.Upload(webtest.Example(t))
	for p = v.Get(at); p.Has("data-again"); {
		p = v.Get(at)
	}
	for _, a := range v.Get(lesson).With("name", "try") {
		if p = v.Get(lesson + "&try=" + a.Value("value")); p.Has("data-again") {
			break
		}
	}
	if !p.Says("This is being compared") {
		t.Error("a try that is not known is not compared")
	}
}
