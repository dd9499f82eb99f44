package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/rules"
)

// patient is an analyst that waits, and then says that the seats win as their VP are,
// and the one to decide half as often if it does not take the first action.
type patient struct {
	g    *rules.Game
	open chan struct{}
}

func (p *patient) Position(ctx context.Context, s *rules.State, _ bool) (out analysis.Analysis, err error) {
	c, err := p.Value(ctx, s, p.g.Legal(s).Append(nil)[0])
	return analysis.Analysis{Candidates: []analysis.Candidate{c}}, err
}

func (p *patient) Value(_ context.Context, s *rules.State, a rules.Action) (c analysis.Candidate, err error) {
	<-p.open
	c.Action = a
	for k := range p.g.Seats() {
		c.Win[k] = 1 + float64(max(s.VP(k), 0))
	}
	if a != p.g.Legal(s).First() {
		c.Win[s.ToDecide()] /= 2
	}
	return c, nil
}

func (p *patient) Further(_ context.Context, s *rules.State, a, b rules.Action) (more, deviation float64, err error) {
	return 0.3, 0.01, nil
}

func (p *patient) Ledger(ctx context.Context, s *rules.State, a, b rules.Action) (l analysis.Ledger, err error) {
	l.Seat = s.ToDecide()
	l.Figures[int(analysis.AmountVP)+l.Seat].First = 2
	l.Of(l.Seat, analysis.GroupLocks).First = 1.5
	return l, nil
}

// patiently has games reviewed once a channel is closed.
func patiently(open chan struct{}) func(*table.Options) {
	return func(o *table.Options) {
		o.Reviewer = func(g *rules.Game) coach.Analyst { return &patient{g, open} }
	}
}

// columns are the rows of a page's tables by their captions, each with its heading
// first.
func columns(p webtest.Answer) map[string][][]string {
	out := map[string][][]string{}
	for _, table := range p.Document().All("table", "", "") {
		caption := ""
		for _, c := range table.All("caption", "", "") {
			caption = c.Text()
		}
		for _, tr := range table.All("tr", "", "") {
			var row []string
			for c := range tr.ChildNodes() {
				if c.Type == html.ElementNode {
					row = append(row, webtest.Element{Node: c}.Text())
				}
			}
			out[caption] = append(out[caption], row)
		}
	}
	return out
}

// A finished game is reviewed after a press; until then its page comes again. The
// page has a figure for every part of a result, and for every round.
func TestReview(t *testing.T) {
	open := make(chan struct{})
	w := newWorld(t, 1, patiently(open))
	v := w.Visitor()
	game := v.Upload(webtest.Example(t)).Path
	require.True(t, v.Get(game+"/score").Has("href", game+"/review"), "the score sheet does not lead to the review")
	p := v.Get(game + "/review")
	webtest.CheckPage(t, "before", p)
	if p.Has("data-again") || p.Form("/review") == nil {
		t.Fatal("nothing begins the review, or it began without a press")
	}
	p = v.Press(p.Form("/review"), webtest.Button{})
	webtest.CheckPage(t, "meanwhile", p)
	if !p.Has("data-again") || p.Form("/review") != nil {
		t.Fatal("the page does not come again while the game is reviewed")
	}
	// Scripts merge in what has changed; only without them the whole page comes again.
	noscript := p.Document().Find(t, "noscript", "", "").FirstChild
	if p.Header.Get("Refresh") != "" || noscript == nil || !strings.Contains(noscript.Data, `http-equiv="refresh" content="3"`) {
		t.Errorf("the page comes again whole: header %q", p.Header.Get("Refresh"))
	}
	for !p.Says("a first, quick look") {
		open <- struct{}{}
		p = v.Get(game + "/review")
	}
	webtest.CheckPage(t, "a quick look", p)
	if look := columns(p); len(look["Share of wins after each round"]) != 14 || len(look) != 1 || !p.Has("data-again") {
		t.Errorf("a quick look: %q", look)
	}
	close(open)
	for p.Has("data-again") && t.Context().Err() == nil {
		p = v.Get(game + "/review")
	}
	webtest.CheckPage(t, "then", p)
	tables := columns(p)
	checkSteps(t, v, game, p)
	parts, rounds := tables["Where the results came from"], tables["Share of wins after each round"]
	require.Must(t, len(parts) == 9 && len(rounds) == 14 && len(rounds[0]) == 3, "parts %q, rounds %q", parts, rounds)
	for _, accuracy := range parts[8][1:] { // every choice but the first is a loss
		if n, err := strconv.Atoi(accuracy); err != nil || parts[8][0] != "accuracy" || n < 1 || n > 99 {
			t.Errorf("accuracy: %q", parts[8])
		}
	}
	won := parts[7]
	if end := rounds[13]; end[0] != "12" || !slices.Equal(end[1:], won[1:]) {
		t.Errorf("after round 12: %q, want what was won, %q", end, won)
	}
	if !slices.Equal(won, []string{"won", "100", "0"}) && !slices.Equal(won, []string{"won", "0", "100"}) {
		t.Errorf("won: %q", won)
	}
	for k := 1; k <= 2; k++ {
		sum := 0
		for _, row := range parts[1:7] {
			n, err := strconv.Atoi(strings.NewReplacer("−", "-", "+", "").Replace(row[k]))
			require.NoError(t, err)
			sum += n
		}
		if all, _ := strconv.Atoi(won[k]); sum != all {
			t.Errorf("the parts of seat %d add up to %d, it won %d", k, sum, all)
		}
	}
}

// checkSteps checks the turning points and the other mistakes of a review: twelve
// losses are marked, each with a link to where it happened.
func checkSteps(t *testing.T, v *webtest.Visitor, game string, p webtest.Answer) {
	t.Helper()
	lists := p.Document().All("", "class", "turns")
	require.Must(t, len(lists) == 2, "%d lists of steps", len(lists))
	turns, more := lists[0].All("summary", "", ""), lists[1].All("summary", "", "")
	if len(turns) != 5 || len(more) < 7 {
		t.Fatalf("%d turning points, %d more mistakes", len(turns), len(more))
	}
	if circles := p.Document().All("g", "class", "turn"); len(circles) != len(turns) {
		t.Errorf("the chart has %d numbers for %d turning points", len(circles), len(turns))
	}
	marked, open := 0, 0
	for _, step := range slices.Concat(lists[0].All("details", "", ""), lists[1].All("details", "", "")) {
		words := step.Text()
		require.True(t, strings.HasPrefix(words, "Round "), "%q does not say when", words)
		if strings.Contains(words, "costs ") && strings.Contains(words, "better: ") && strings.Contains(words, "1.5 more VP from locks.") && strings.Contains(words, ", probably ") {
			marked++
		}
		if step.Has("open") {
			open++
		}
	}
	require.Equal(t, marked, 12, "losses that are marked")
	require.Equal(t, open, 1, "steps that are unfolded")
	links := p.Links(game + "?n=")
	require.Must(t, len(links) >= 12, "%d links to positions", len(links))
	v.Get(links[0]).WantStatus(t, http.StatusOK, "%s", links[0])
}

// The end of a game names the decision that cost most, once it was reviewed.
func TestTheEndNamesTheCostliest(t *testing.T) {
	open := make(chan struct{})
	close(open)
	w := newWorld(t, 2, patiently(open))
	v := w.Visitor()
	at := v.Alone(nil).Path
	w.playBadly(strings.TrimPrefix(at, "/t/"))
	if p := v.Get(at); p.Has("class", "turning") || !p.LeadsTo(at+"/review") {
		t.Error("without a review it names one, or leads to none")
	}
	p := v.Press(v.Get(at+"/review").Form("/review"), webtest.Button{})
	for p.Has("data-again") {
		p = v.Get(at + "/review")
	}
	p = v.Get(at)
	webtest.CheckPage(t, "the end", p)
	if !p.Says("The costliest decision, in round ") || !p.Has("href", at+"/review") {
		t.Error("the end does not name the decision that cost most")
	}
}

// Only who asks for a review has it made again when reviews have changed: the other pages of
// a table do not.
func TestOnlyReviewMakesReview(t *testing.T) {
	var made atomic.Int32
	open := make(chan struct{})
	close(open)
	w := newWorld(t, 2, func(o *table.Options) {
		o.Reviewer = func(g *rules.Game) coach.Analyst {
			made.Add(1)
			return &patient{g, open}
		}
	})
	v := w.Visitor()
	at := v.Alone(nil).Path
	id := strings.TrimPrefix(at, "/t/")
	w.playBadly(id)
	require.NoError(t, w.Store.SaveReview(t.Context(), id, "another version", []byte("{}")))
	for _, path := range []string{at, at + "/replay", at + "/score", "/mistakes"} {
		if v.Get(path); made.Load() > 0 {
			t.Fatalf("%s has a review made", path)
		}
	}
	v.Get(at + "/review")
	for made.Load() == 0 { // it is made beside the page
		time.Sleep(time.Millisecond)
	}
}

// Every page of a table begins with the way back to it, a page of an opened record with none.
func TestEveryPageLeadsBackToItsTable(t *testing.T) {
	w := newWorld(t, 2)
	v := w.Visitor()
	at := v.Alone(nil).Path
	leads := func(path string) bool {
		nav := v.Get(path).Document().Find(t, "header", "class", "bar").Find(t, "nav", "", "").All("a", "", "")
		return nav[0].Value("href") == at
	}
	for _, path := range []string{"/score", "/share", "/seat", "/chat", "/fair", "/orders", "/why?kind=space&id=city-werden"} {
		require.True(t, leads(at+path), "%s while the game goes on", path)
	}
	w.playBadly(strings.TrimPrefix(at, "/t/"))
	for _, path := range []string{"/score", "/review"} {
		require.True(t, leads(at+path), "%s after its end", path)
	}
	if share := v.Get(at + "/share"); share.Form("/owner") != nil || share.Form("/seat") != nil {
		t.Error("after the end seats can be freed and levels changed")
	}
	require.True(t, !leads(v.Upload(webtest.Example(t)).Path+"/score"), "an opened record leads to a table")
}

// playBadly plays a table to its end, taking what its reviewer thinks least of.
func (w *world) playBadly(id string) {
	w.T.Helper()
	everybody := game.Actor{Seats: []int{0, 1}}
	s, err := w.Service.Position(w.T.Context(), id, everybody)
	for err == nil && !s.Over {
		c := game.Confirm()
		if !s.You.Confirm {
			l := s.Game.Legal(&s.State)
			c = game.Act(l.Nth(l.Len() - 1))
		}
		s, err = w.Service.Do(w.T.Context(), id, everybody, s.N, "", c)
	}
	require.NoError(w.T, err)
}

// A game that goes on has no review.
func TestNoReviewOfARunningGame(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	p := v.Alone(nil)
	v.Get(p.Path+"/review").WantStatus(t, http.StatusConflict, "read")
	v.Post(p.Path+"/review", nil).WantStatus(t, http.StatusConflict, "sent")
	require.True(t, !v.Get(p.Path+"/score").LeadsTo(p.Path+"/review"), "its score sheet leads to one")
}
