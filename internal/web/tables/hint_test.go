package tables

import (
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/rules"
)

// tries advises the actions in order, each with fewer playouts than the one
// before.
func tries(playouts int) func(context.Context, *rules.Game, *rules.State, []rules.Action) analysis.Analysis {
	return func(_ context.Context, g *rules.Game, s *rules.State, _ []rules.Action) analysis.Analysis {
		n, sure := playouts, playouts <= 1
		var out []analysis.Candidate
		for _, a := range g.Legal(s).Append(nil) {
			c := analysis.Candidate{Action: a, Playouts: max(n, 1)}
			for who := range g.Seats() {
				c.Win[who], c.VP[who], c.Low[who], c.High[who] = 0.42, 40, 35.4, 44.6
				if sure {
					c.Win[who], c.Low[who], c.High[who] = 1, 40, 40
				}
			}
			out, n = append(out, c), n/10
		}
		return analysis.Of(out, sure)
	}
}

var badgeTag = regexp.MustCompile(`id="act-\d+"[^>]*><span class="nth"`)

// Without scripts: the button leads to a page with the advice and its marks on
// the cards, which are gone with the decision.
func TestHintByForms(t *testing.T) {
	w := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(500) })
	v := w.Visitor()
	p := v.Alone(url.Values{"hints": {"yes"}})
	for p.Form("/hint") == nil {
		p, _ = v.Step(p, 0)
	}
	require.Must(t, !p.Has("id", "advice"), "advice before it was asked for")
	f := p.Form("/hint")
	watcher := w.Visitor()
	if q := watcher.Post(f.Action, f.Fields); q.Status == http.StatusOK || q.Has("id", "advice") {
		t.Errorf("who watches gets advice: status %d", q.Status)
	}
	p = v.Press(f, f.Buttons[0])
	webtest.CheckPage(t, "advice", p)
	if p.Status != http.StatusOK || !p.Says("40 VP (35 to 45), wins about 42 in 100") || !p.Says("asks for suggestions") {
		t.Fatalf("status %d: %s", p.Status, p.Text())
	}
	if n := len(badgeTag.FindAllString(p.Body, -1)); n < 2 || n > 3 || p.Form("/hint") != nil {
		t.Errorf("%d choices are marked, and the button is there: %v", n, p.Form("/hint") != nil)
	}
	if q := watcher.Get(p.Path); q.Has("id", "advice") || !q.Says("asks for suggestions") {
		t.Error("who watches sees the advice, or not that it was asked for")
	}
	if p, _ = v.Step(p, 0); p.Has("id", "advice") {
		t.Error("the advice outlives the decision")
	}
}

// What was tried too rarely is said without figures: beside a best choice that
// was tried often enough it looked worse, and where even the best was not,
// nothing is said against any. What was worked out is said without "about".
func TestHintWords(t *testing.T) {
	const worse = "seems a little worse"
	for playouts, want := range map[int][]string{
		100: {"wins about 42 in 100", worse, "estimated from"}, 14: {"tried too rarely for figures"}, 1: {"40 VP at the end: you win"},
	} {
		v := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(playouts) }).Visitor()
		p := v.Alone(url.Values{"hints": {"yes"}})
		for p.Form("/hint") == nil {
			p, _ = v.Step(p, 0)
		}
		if p = v.Press(p.Form("/hint"), p.Form("/hint").Buttons[0]); p.Form("/hint") != nil {
			t.Fatal("no advice")
		}
		for _, want := range want {
			require.True(t, p.Says(want), "%d playouts: the advice does not say %q", playouts, want)
		}
		if playouts < 15 && (p.Says(" worse") || p.Says("estimated from")) {
			t.Errorf("%d playouts: a verdict on the best choice, or figures are explained that are not there", playouts)
		}
	}
}

// A script gets the advice as a frame where no stream brings it, with what is
// to be read aloud.
func TestHintForScripts(t *testing.T) {
	v := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(500) }).Visitor()
	p := v.Alone(url.Values{"hints": {"yes"}})
	for p.Form("/hint") == nil {
		p, _ = v.Step(p, 0)
	}
	if f := script(v, p.Form("/hint"), true); f.Notice != "" || len(f.Frames) != 0 {
		t.Errorf("with a stream the answer is %+v", f)
	}
	f := script(v, p.Form("/hint"), false) // the same again: the key makes it one
	if len(f.Frames) != 1 || !strings.Contains(f.Frames[0].Regions["band"], `id="advice"`) || !slices.ContainsFunc(f.Frames[0].Say, func(said template.HTML) bool { return strings.Contains(string(said), "Suggestion 1") }) {
		t.Errorf("frames %+v", f.Frames)
	}
}

// A table that forbids advice offers none, says so where friends are invited,
// and refuses it.
func TestHintsForbidden(t *testing.T) {
	w := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(500) })
	v := w.Visitor()
	p := v.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}})
	require.True(t, p.Says("Suggestions are not allowed at this table"), "the page of links does not say that advice is forbidden")
	id := strings.TrimSuffix(p.Path, "/share")
	p = v.Get(id)
	require.Must(t, p.Form("/hint") == nil, "the table offers advice")
	fields := url.Values{"at": {"1"}, "key": {"k"}}
	if f := p.Form("/act"); f != nil {
		fields = f.Fields
	}
	if q := v.Post(id+"/hint", fields); q.Status != http.StatusConflict {
		t.Errorf("asking is answered with %d", q.Status)
	}
}

// script sends a form as a script does.
func script(v *webtest.Visitor, f *webtest.Form, streams bool) (out frames) {
	v.T.Helper()
	req := v.Request(http.MethodPost, f.Action, f.Fields.Encode())
	req.Header.Set("Accept", "application/json")
	if streams {
		req.Header.Set("X-Stream", "open")
	}
	require.NoError(v.T, json.Unmarshal([]byte(v.Do(req).Body), &out))
	return out
}
