package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/table"
	"ruhr/rules"
)

// patient is an analyst that waits, and then says that the seats win as their VP are.
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
	return c, nil
}

// columns are the rows of a page's tables by their captions, each with its heading
// first.
func columns(t *testing.T, body string) map[string][][]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][][]string{}
	caption := ""
	for n := range doc.Descendants() {
		switch n.Data {
		case "caption":
			caption = strings.TrimSpace(textOf(n))
		case "tr":
			var row []string
			for c := range n.ChildNodes() {
				if c.Type == html.ElementNode {
					row = append(row, strings.TrimSpace(textOf(c)))
				}
			}
			out[caption] = append(out[caption], row)
		}
	}
	return out
}

func textOf(n *html.Node) (out string) {
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			out += c.Data
		}
	}
	return out
}

// A finished game is reviewed after a press; until then its page comes again. The
// page has a figure for every part of a result, and for every round.
func TestReview(t *testing.T) {
	open := make(chan struct{})
	w := newWorld(t, 1, func(o *table.Options) {
		o.Reviewer = func(g *rules.Game) coach.Analyst { return &patient{g, open} }
	})
	v := w.visitor()
	game := v.upload(example(t)).path
	if score := v.get(game + "/score"); !strings.Contains(score.body, `href="`+game+`/review"`) {
		t.Error("the score sheet does not lead to the review")
	}
	p := v.get(game + "/review")
	checkPage(t, "before", p)
	if p.header.Get("Refresh") != "" || p.form("/review") == nil {
		t.Fatal("nothing begins the review, or it began without a press")
	}
	p = v.press(p.form("/review"), button{})
	checkPage(t, "meanwhile", p)
	if p.header.Get("Refresh") == "" || p.form("/review") != nil {
		t.Fatal("the page does not come again while the game is reviewed")
	}
	close(open)
	for p.header.Get("Refresh") != "" && t.Context().Err() == nil {
		p = v.get(game + "/review")
	}
	checkPage(t, "then", p)
	tables := columns(t, p.body)
	parts, rounds := tables["Where the results came from"], tables["Share of wins after each round"]
	if len(parts) != 8 || len(rounds) != 13 || len(rounds[0]) != 3 {
		t.Fatalf("parts %q, rounds %q", parts, rounds)
	}
	won := parts[7]
	if !slices.Equal(won, []string{"won", "100", "0"}) && !slices.Equal(won, []string{"won", "0", "100"}) {
		t.Errorf("won: %q", won)
	}
	for k := 1; k <= 2; k++ {
		sum := 0
		for _, row := range parts[1:7] {
			n, err := strconv.Atoi(strings.NewReplacer("−", "-", "+", "").Replace(row[k]))
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		if all, _ := strconv.Atoi(won[k]); sum < all-3 || sum > all+3 { // six figures, each rounded
			t.Errorf("the parts of seat %d add up to %d, it won %d", k, sum, all)
		}
	}
}

// A game that goes on has no review.
func TestNoReviewOfARunningGame(t *testing.T) {
	v := newWorld(t, 1).visitor()
	p := v.alone(nil)
	if got := v.get(p.path + "/review"); got.status != http.StatusConflict {
		t.Errorf("read: status %d", got.status)
	}
	if got := v.post(p.path+"/review", nil); got.status != http.StatusConflict {
		t.Errorf("sent: status %d", got.status)
	}
	if score := v.get(p.path + "/score"); strings.Contains(score.body, p.path+"/review") {
		t.Error("its score sheet leads to one")
	}
}
