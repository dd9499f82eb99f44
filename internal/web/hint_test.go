package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/internal/table"
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
	v := w.visitor()
	p := v.alone(url.Values{"hints": {"yes"}})
	for p.form("/hint") == nil {
		p, _ = v.step(p, 0)
	}
	if strings.Contains(p.body, `id="advice"`) {
		t.Fatal("advice before it was asked for")
	}
	f := p.form("/hint")
	watcher := w.visitor()
	if q := watcher.post(f.action, f.fields); q.status == http.StatusOK || strings.Contains(q.body, `id="advice"`) {
		t.Errorf("who watches gets advice: status %d", q.status)
	}
	p = v.press(f, f.buttons[0])
	checkPage(t, "advice", p)
	if p.status != http.StatusOK || !strings.Contains(p.body, "40 VP (35 to 45), wins about 42 in 100") || !strings.Contains(p.body, "asks for suggestions") {
		t.Fatalf("status %d: %s", p.status, textTag.ReplaceAllString(p.body, " "))
	}
	if n := len(badgeTag.FindAllString(p.body, -1)); n < 2 || n > 3 || p.form("/hint") != nil {
		t.Errorf("%d choices are marked, and the button is there: %v", n, p.form("/hint") != nil)
	}
	if q := watcher.get(p.path); strings.Contains(q.body, `id="advice"`) || !strings.Contains(q.body, "asks for suggestions") {
		t.Error("who watches sees the advice, or not that it was asked for")
	}
	if p, _ = v.step(p, 0); strings.Contains(p.body, `id="advice"`) {
		t.Error("the advice outlives the decision")
	}
}

// What was tried too rarely is said without figures: beside a best choice that
// was tried often enough it looked worse, and where even the best was not,
// nothing is said against any. What was worked out is said without "about".
func TestHintWords(t *testing.T) {
	const worse = "looked a little worse"
	for playouts, want := range map[int][]string{
		100: {"wins about 42 in 100", worse, "estimated from"}, 14: {"tried too rarely for figures"}, 1: {"40 VP at the end: you win"},
	} {
		v := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(playouts) }).visitor()
		p := v.alone(url.Values{"hints": {"yes"}})
		for p.form("/hint") == nil {
			p, _ = v.step(p, 0)
		}
		if p = v.press(p.form("/hint"), p.form("/hint").buttons[0]); p.form("/hint") != nil {
			t.Fatal("no advice")
		}
		for _, want := range want {
			if !strings.Contains(p.body, want) {
				t.Errorf("%d playouts: the advice does not say %q", playouts, want)
			}
		}
		if playouts < 15 && (strings.Contains(p.body, " worse") || strings.Contains(p.body, "imagined games")) {
			t.Errorf("%d playouts: a verdict on the best choice, or figures are explained that are not there", playouts)
		}
	}
}

// A script gets the advice as a frame where no stream brings it, with what is
// to be read aloud.
func TestHintForScripts(t *testing.T) {
	v := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(500) }).visitor()
	p := v.alone(url.Values{"hints": {"yes"}})
	for p.form("/hint") == nil {
		p, _ = v.step(p, 0)
	}
	if f := v.script(p.form("/hint"), true); f.Notice != "" || len(f.Frames) != 0 {
		t.Errorf("with a stream the answer is %+v", f)
	}
	f := v.script(p.form("/hint"), false) // the same again: the key makes it one
	if len(f.Frames) != 1 || !strings.Contains(f.Frames[0].Regions["band"], `id="advice"`) || !strings.Contains(string(f.Frames[0].Say[0]), "Suggestion") {
		t.Errorf("frames %+v", f.Frames)
	}
}

// A table that forbids advice offers none, says so where friends are invited,
// and refuses it.
func TestHintsForbidden(t *testing.T) {
	w := newWorld(t, 3, func(o *table.Options) { o.Advise = tries(500) })
	v := w.visitor()
	p := v.post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}})
	if !strings.Contains(p.body, "Suggestions are not allowed at this table") {
		t.Error("the page of links does not say that advice is forbidden")
	}
	id := strings.TrimSuffix(p.path, "/share")
	p = v.get(id)
	if p.form("/hint") != nil {
		t.Fatal("the table offers advice")
	}
	fields := url.Values{"at": {"1"}, "key": {"k"}}
	if f := p.form("/act"); f != nil {
		fields = f.fields
	}
	if q := v.post(id+"/hint", fields); q.status != http.StatusConflict {
		t.Errorf("asking is answered with %d", q.status)
	}
}

// script sends a form as a script does.
func (v *visitor) script(f *form, streams bool) (out frames) {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+f.action, strings.NewReader(f.fields.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	if streams {
		req.Header.Set("X-Stream", "open")
	}
	if err := json.Unmarshal([]byte(v.do(req).body), &out); err != nil {
		v.t.Fatal(err)
	}
	return out
}
