package api

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/coach"
	"ruhr/internal/require"
	"ruhr/rules"
)

// firstIsBest is an analyst that finds the first legal action twice as good as others.
type firstIsBest struct{ g *rules.Game }

func (f *firstIsBest) Position(ctx context.Context, s *rules.State, _ bool) (out analysis.Analysis, err error) {
	c, err := f.Value(ctx, s, f.g.Legal(s).First())
	out.Candidates = []analysis.Candidate{c}
	return out, err
}

func (f *firstIsBest) Value(ctx context.Context, s *rules.State, a rules.Action) (c analysis.Candidate, err error) {
	c.Action = a
	for k := range f.g.Seats() {
		c.Win[k] = 1
	}
	if a == f.g.Legal(s).First() {
		c.Win[s.ToDecide()] = 2
	}
	return c, context.Cause(ctx)
}

func (f *firstIsBest) Further(context.Context, *rules.State, rules.Action, rules.Action) (more, deviation float64, err error) {
	return 0.2, 0.01, nil
}

func (f *firstIsBest) Ledger(ctx context.Context, s *rules.State, a, b rules.Action) (l analysis.Ledger, err error) {
	l.Seat = s.ToDecide()
	l.Figures[int(analysis.AmountVP)+l.Seat].First = 2
	l.Of(l.Seat, analysis.GroupLocks).First = 1.5
	return l, nil
}

// A finished game is reviewed when an account asks; the review adds up, and names what
// was lost.
func TestReview(t *testing.T) {
	w := newWorld(t, 31)
	p, other := w.account("Anna", true), w.account("Bert", true)
	tb := p.start()
	for tb = p.table(tb.ID); !tb.Over; tb = p.table(tb.ID) {
		if tb.You.Act {
			read[Table](p, p.act(tb, len(tb.Legal)-1, ""))
		} else {
			time.Sleep(time.Millisecond) // an account may ask only so often
		}
	}
	path := "/tables/" + tb.ID + "/review"
	if got := read[Review](other, other.send("GET", path, "")); got.State != "none" || got.Review != nil {
		t.Fatalf("before: %+v", got)
	}
	if got := read[Review](p, p.post(path, struct{}{})); got.State == "none" {
		t.Fatalf("asked for: %+v", got)
	}
	got := read[Review](other, other.send("GET", path, ""))
	for got.State == "running" {
		got = read[Review](other, other.send("GET", path, ""))
	}
	require.Must(t, got.State == "done" && len(got.Review.Turns) != 0 && len(got.Review.Steps) >= 20, "then: %+v", got)
	won, marked := 0, 0
	for k, a := range got.Review.Seats {
		won += a.Won
		require.Equal(t, a.Fair+a.Start+a.Draws+a.Own+a.Others+a.Unforeseen, a.Won, "seat %d: %+v adds up to", k, a)
	}
	drawn := map[string]bool{}
	for _, s := range got.Review.Steps {
		if (s.Seat < 0) != (s.Drawn != "") {
			t.Errorf("after decision %d of seat %d %q was drawn", s.Decision, s.Seat, s.Drawn)
		}
		drawn[s.Drawn] = true
		if s.Seat >= 0 && (s.Best == nil || s.Best.Do == "") {
			t.Errorf("decision %d has no best action", s.Decision)
		}
		if s.Seat >= 0 && (s.Low > s.Lost || s.Lost > s.High || s.High > 1_000_000 || s.Wide > 0 && s.Low == s.High) {
			t.Errorf("decision %d lost %d, %d to %d", s.Decision, s.Lost, s.Low, s.High)
		}
		if s.Mark != "" && len(s.Reasons) == 1 && reflect.DeepEqual(s.Reasons[0], coach.ReportedReason{Kind: "locks", Best: 150}) {
			marked++
		}
	}
	b, seen := board.Default(), 0
	for _, m := range b.Markers {
		if drawn[m.ID] {
			seen++
		}
	}
	if seen < 8 || !slices.ContainsFunc(b.Port.Columns[:], func(id string) bool { return drawn[id] }) {
		t.Errorf("drawn were %v", drawn)
	}
	if won != 1_000_000 || marked != 12 {
		t.Errorf("all won %d, %d losses are marked", won, marked)
	}
	w.limits.none = true
	p.refused("one too many", p.post(path, struct{}{}), http.StatusTooManyRequests, "too_many")
}
