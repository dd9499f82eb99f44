package page

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/internal/require"
)

// Looking back: the position, what led there, and the way to the positions
// around.
func TestReplay(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	rounds, turns := e.Rounds(), e.Turns()
	for _, n := range []int{0, 1, rounds[1], rounds[1] + 1, turns[3], e.Len() - 1, e.Len()} {
		best := *of(considered(int(e.Steps[n].Action), 500, 0.4))
		r := NewReplay(in("en"), e.game(), n, best)
		if r.At != n || r.Len != e.Len() || r.Over != (n == e.Len()) || r.Link != "/g" || r.Score != "/g/score" || r.Record != "/g/record" || r.Table != "/t" {
			t.Errorf("position %d: %d of %d, over %v", n, r.At, r.Len, r.Over)
		}
		c := e.context(n)
		var said []string
		for _, event := range e.Events(n) {
			line := c.Printer.Line(event)
			said = append(said, plain(line.HTML))
			for _, d := range line.Details {
				said = append(said, plain(d.HTML))
			}
		}
		require.Slices(t, plainAll(r.Events), said, "position %d: happened", n)
		require.True(t, (r.Considered != nil) == (n > 0), "position %d: considered is %v", n, r.Considered)
		shown := c.Pos.Decider
		if shown < 0 {
			shown = max(0, e.Steps[n].Seat)
		}
		for k, s := range r.Seats {
			require.True(t, s.Shown == (k == shown) && s.VP == c.seat(k).VP, "position %d: seat %d is shown: %v", n, k, s.Shown)
		}
		want := map[string]int{"first": 0, "back": n - 1, "on": n + 1, "last": e.Len(), "round_back": -1, "round_on": -1, "turn_back": -1, "turn_on": -1}
		around := func(list []int, back, on string) {
			for _, m := range list {
				if m < n {
					want[back] = m
				}
				if m > n && want[on] < 0 {
					want[on] = m
				}
			}
		}
		around(rounds, "round_back", "round_on")
		around(append([]int{0}, turns...), "turn_back", "turn_on")
		if n == 0 {
			want["first"] = -1
		}
		if n == e.Len() {
			want["last"], want["on"] = -1, -1
		}
		for _, s := range r.Steps {
			if s.N != want[s.ID] || plain(s.Label) != plain(r.T("page.step."+s.ID)) {
				t.Errorf("position %d: %s leads to %d, want %d", n, s.ID, s.N, want[s.ID])
			}
		}
		if len(r.Steps) != 8 || len(r.RoundLinks) != 12 || r.RoundLinks[2] != (StepLink{ID: "3", N: rounds[2]}) {
			t.Errorf("%d steps, %v", len(r.Steps), r.RoundLinks)
		}
		said2 := r.Printer.Headline(&c.Pos, func(int) bool { return false })
		if plain(r.Head) != said2.Turn.Plain || !strings.HasPrefix(plain(r.Where), plain(r.T("page.table.round", "round", c.Pos.Round, "year", r.Printer.Year(c.Pos.Year)))) || r.Map.Pieces == "" || r.Map.Targets != "" || r.Chart != c.chart(e.History, n) || len(r.Rounds) != 12 {
			t.Errorf("position %d: %q, %q", n, r.Where, r.Head)
		}
		for _, round := range r.Rounds {
			for _, l := range round.Lines {
				require.Must(t, !l.Tentative, "position %d: %q may be taken back", n, l.Text)
			}
		}
	}
}

// A reader who has chosen nobody's board sees that of the seat that acts, at every position.
func TestReplayShowsWhoActs(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	r := NewReplay(in("en"), e.game(), 5, analysis.Analysis{})
	if r.Board >= 0 || strings.Contains(r.Position(6), "seat") {
		t.Errorf("the board of seat %d, and %s", r.Board, r.Position(6))
	}
	r.ShowBoard(1)
	if r.Board != 1 || !strings.HasSuffix(r.Position(6), "&seat=1") {
		t.Errorf("the board of seat %d, and %s", r.Board, r.Position(6))
	}
}

// A country marker of a later round is not shown before it was turned over.
func TestReplayShowsNoLaterCountry(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	past := regexp.MustCompile(`class="piece country (past|up) at-`)
	count := func(n int) int {
		r := NewReplay(in("en"), e.game(), n, analysis.Analysis{})
		return len(past.FindAllString(string(r.Map.Pieces), -1))
	}
	if a, b := count(0), count(e.Len()); a != 0 || b != 8 {
		t.Errorf("%d countries are known at the start and %d at the end, want 0 and 8", a, b)
	}
}

// The chart has for each seat a line through the points of the game and a mark
// at the decision.
func TestChart(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	c := e.context(e.Len())
	got := string(c.chart(e.History, 57))
	points := e.Chart()
	most := 10
	for _, p := range points {
		for k := range 3 {
			most = max(most, p.VP[k], p.Thaler[k], p.IfEnded[k])
		}
	}
	at := func(n, v int) string {
		return fmt.Sprintf("%s,%s", num(26+588*float64(n)/float64(e.Len())), num(174-148*float64(v)/float64(most)))
	}
	for k := range 3 {
		var vp, thaler []string
		for _, p := range points {
			vp, thaler = append(vp, at(p.N, p.VP[k])), append(thaler, at(p.N, p.Thaler[k]))
		}
		want := fmt.Sprintf(`<g class="seat-%d"><polyline class="thalers" points="%s"/><polyline class="vps" points="%s"/><use href="#sign-%d"`, crossSigns[k], strings.Join(thaler, " "), strings.Join(vp, " "), crossSigns[k])
		require.True(t, strings.Contains(got, want), "the lines of seat %d are not %s", k, want)
	}
	if want := fmt.Sprintf(`<path class="at" d="M%s 26V174"/>`, num(26+588*57/float64(e.Len()))); !strings.Contains(got, want) {
		t.Errorf("the decision is not marked by %s", want)
	}
	require.Equal(t, strings.Count(got, `class="grid"`), most/10+1, "lines of the grid up to %d", most)
	for round := range 12 {
		p := points[round]
		require.True(t, strings.Contains(got, fmt.Sprintf(`y="194">%d</text>`, p.Round+1)), "round %d is not named", p.Round+1)
	}
	require.True(t, !strings.Contains(got, ">13</text>"), "a thirteenth round is named")
	if start := string(c.chart(e.upTo(0), 0)); !strings.Contains(start, `d="M26 26V174"`) {
		t.Errorf("at the start the chart is %.200s", start)
	}
}
