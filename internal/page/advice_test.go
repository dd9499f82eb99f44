package page

import (
	"regexp"
	"slices"
	"testing"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// considered is a choice with 40 VP to be expected for every seat, from 35 to
// 45, and a share of wins.
func considered(action, playouts int, win float64) analysis.Candidate {
	c := analysis.Candidate{Action: rules.Action(action), Playouts: playouts}
	for k := range c.VP {
		c.VP[k], c.Low[k], c.High[k], c.Win[k] = 39.6, 35.4, 44.5, win
	}
	return c
}

// rare is a choice that was tried too rarely to compare.
func rare(action, playouts int) analysis.Candidate {
	c := considered(action, playouts, 0.5)
	c.Rare = true
	return c
}

// sure is a choice that was worked out instead of tried.
func sure(action int, vp, win float64) analysis.Candidate {
	c := analysis.Candidate{Action: rules.Action(action), Playouts: 1}
	for k := range c.VP {
		c.VP[k], c.Low[k], c.High[k], c.Win[k] = vp, vp, vp, win
	}
	return c
}

// of is the analysis of such choices.
func of(list ...analysis.Candidate) *analysis.Analysis {
	a := analysis.Of(list, list[0].Low == list[0].High)
	return &a
}

// What is expected of a choice, in words: in figures as far as it was tried.
func TestExpected(t *testing.T) {
	l := in("en")
	line := func(vp, low, high, win int) string {
		return string(l.T("page.hint.line", "vp", vp, "low", low, "high", high, "win", win))
	}
	for _, x := range []struct {
		name string
		list []analysis.Candidate // the last is asked about
		want string
	}{
		{"tried often", []analysis.Candidate{considered(1, 400, 0.424)}, line(40, 35, 45, 42)},
		{"tried less often, as exactly as it is ordered by", []analysis.Candidate{considered(1, 399, 0.424)}, line(40, 35, 45, 42)},
		{"never certain to win", []analysis.Candidate{considered(1, 400, 1)}, line(40, 35, 45, 99)},
		{"never certain to lose", []analysis.Candidate{considered(1, 400, 0)}, line(40, 35, 45, 1)},
		{"just often enough", []analysis.Candidate{considered(1, 15, 0.5)}, line(40, 35, 45, 50)},
		{"even the best too rarely", []analysis.Candidate{considered(1, 14, 0.5)}, string(l.T("page.hint.few"))},
		{"rarer than the best", []analysis.Candidate{considered(1, 15, 0.5), considered(2, 14, 0.5)}, string(l.T("page.hint.near"))},
		{"a sixteenth as often as the best", []analysis.Candidate{considered(1, 480, 0.5), rare(2, 30)}, string(l.T("page.hint.near"))},
		{"more rarely", []analysis.Candidate{considered(1, 481, 0.5), rare(2, 30)}, string(l.T("page.hint.rare"))},
		{"sure to win", []analysis.Candidate{sure(1, 31.4, 1)}, string(l.T("page.hint.win", "vp", 31))},
		{"sure to share", []analysis.Candidate{sure(1, 31, 0.5)}, string(l.T("page.hint.share", "vp", 31))},
		{"sure to lose", []analysis.Candidate{sure(1, 31, 0)}, string(l.T("page.hint.lose", "vp", 31))},
		{"tried once, with a range", []analysis.Candidate{considered(1, 1, 0.5)}, string(l.T("page.hint.few"))},
	} {
		require.Equal(t, string(l.expected(x.list[len(x.list)-1], 2, figuresOf(of(x.list...)), "page.hint.")), x.want, "%s", x.name)
	}
	for _, x := range []struct {
		list []analysis.Candidate
		want string
	}{
		{[]analysis.Candidate{considered(1, 15, 0.5)}, string(l.T("page.hint.note", "n", 77))}, {[]analysis.Candidate{considered(1, 14, 0.5)}, ""},
		{[]analysis.Candidate{sure(1, 31, 0)}, string(l.T("page.hint.sure"))},
	} {
		require.Equal(t, string(l.explained(figuresOf(of(x.list...)), "page.hint.note", 77)), x.want, "what explains %d playouts", x.list[0].Playouts)
	}
}

// The plan after the best choice is said step by step, without the end of a purchase.
func TestPlan(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for n := range e.Len() - 3 {
		first, second, third := e.Steps[n+1], e.Steps[n+2], e.Steps[n+3]
		if first.Seat != second.Seat || second.Seat != third.Seat || second.Phase != rules.Purchase || e.Rules.Move(third.Action).Do != rules.DoDone {
			continue
		}
		snap := e.snapshot(n, first.Seat)
		snap.You.Advice = *of(considered(int(first.Action), 500, 0.4), considered(int(e.Rules.Legal(e.After(n)).First()), 400, 0.3))
		snap.You.Advice.Plan = []rules.Action{second.Action, third.Action}
		p := e.page(snap)
		want := p.Printer.H("page.hint.plan", "steps", lang.Text{HTML: p.Printer.Then(&view.Line(e.Rules, e.Codec, e.After(n), first.Action, []rules.Action{second.Action})[0]).HTML})
		if got := p.Hints(); got == nil || plain(got.Plan) != plain(want) {
			t.Errorf("decision %d: %+v, want %q", n, got, plain(want))
		}
		return
	}
	t.Fatal("nobody buys twice; the game must be another one")
}

// What sets the best apart is said in words, with a figure; or that nothing does.
func TestEdge(t *testing.T) {
	groups := []ChoiceGroup{{Cards: []Card{{Action: 1, Name: "one"}, {Action: 2, Name: "two"}}}}
	for _, x := range []struct {
		language string
		edge     analysis.Edge
		next     float64 // share of wins of the next; the best has 0.5
		want     string
	}{
		{"en", analysis.Edge{}, 0.45, ""},
		{"en", analysis.Edge{Kind: analysis.EdgeLocks, Amount: 1.26}, 0.4, "Compared with the next suggestion: 1.3 more VP from locks, on average."},
		{"en", analysis.Edge{}, 0.46, "About as good as the next suggestion: so short a search cannot tell them apart."},
		{"en", analysis.Edge{Kind: analysis.EdgeLocks, Amount: 1.26}, 0.49, "Compared with the next suggestion: 1.3 more VP from locks, on average."},
		{"de", analysis.Edge{Kind: analysis.EdgeTokens, Amount: 0.5}, 0.4, "Gegenüber dem nächsten Vorschlag im Mittel 0,5 Entwicklungssteine mehr nach dieser Runde."},
	} {
		best, next := considered(1, 400, 0.5), considered(2, 400, x.next)
		best.VP[0]++
		told := of(best, next)
		told.Edge = x.edge
		got := in(x.language).adviceFor(game.You{Act: true, Advice: *told}, groups)
		require.Equal(t, string(got.Edge), x.want, "%+v: %q", x.edge, got.Edge)
	}
}

// An edge in VP is said only where the figures beside it show more of them, and none of what
// was worked out to the end.
func TestEdgeAgreesWithTheFigures(t *testing.T) {
	groups := []ChoiceGroup{{Cards: []Card{{Action: 1, Name: "one"}, {Action: 2, Name: "two"}}}}
	for _, x := range []struct {
		name       string
		kind       analysis.EdgeKind
		best, next float64 // VP of the seat
		tries      int     // of the next; the best has 400
		sure, want bool
	}{
		{"more VP", analysis.EdgeExport, 46, 45, 400, false, true},
		{"as many as are shown", analysis.EdgeExport, 46.4, 45.6, 400, false, false},
		{"the next without figures", analysis.EdgeExport, 46.4, 45.6, 3, false, true},
		{"fewer for an opponent", analysis.EdgeDenial, 46, 46, 400, false, true},
		{"Thaler", analysis.EdgeThaler, 46, 46, 400, false, true},
		{"worked out", analysis.EdgeExport, 46, 45, 400, true, false},
	} {
		best, next := considered(1, 400, 0.5), considered(2, x.tries, 0.3)
		best.VP[0], next.VP[0] = x.best, x.next
		told := of(best, next)
		told.Edge, told.Exact = analysis.Edge{Kind: x.kind, Amount: 1.1}, x.sure
		got := in("en").adviceFor(game.You{Act: true, Advice: *told}, groups).Edge
		require.Equal(t, got != "", x.want, "%s: %q", x.name, got)
	}
}

// Two to three choices are advised, the best first; the third only with figures.
func TestAdvice(t *testing.T) {
	l := in("en")
	groups := []ChoiceGroup{
		{Title: "Sell", Cards: []Card{{Action: 1, Name: "Sell at Kettwig", Short: "Kettwig"}, {Action: 2, Name: "Sell in Werden", Short: "Werden"}}},
		{Title: "More", Cards: []Card{{Action: 3, Name: "Done", Short: "Done"}, {Action: 4, Name: "Four", Short: "4"}}},
	}
	you := func(list ...analysis.Candidate) game.You {
		if list == nil {
			return game.You{Seat: 1, Act: true}
		}
		return game.You{Seat: 1, Act: true, Advice: *of(list...)}
	}
	for name, x := range map[string]struct {
		you  game.You
		want []AdviceLine
		note string
	}{
		"three":             {you(considered(2, 500, 0.4), considered(3, 100, 0.3), considered(1, 20, 0.2), considered(4, 20, 0.1)), []AdviceLine{{Rank: 1, Action: 2, Name: "Sell in Werden", Short: "Werden", Group: "Sell"}, {Rank: 2, Action: 3, Name: "Done", Short: "Done"}, {Rank: 3, Action: 1, Name: "Sell at Kettwig", Short: "Kettwig", Group: "Sell"}}, "640"},
		"the third rarely":  {you(considered(2, 500, 0.4), considered(3, 14, 0.3), considered(1, 14, 0.2)), []AdviceLine{{Rank: 1, Action: 2, Name: "Sell in Werden", Short: "Werden", Group: "Sell"}, {Rank: 2, Action: 3, Name: "Done", Short: "Done"}}, "528"},
		"one not on a card": {you(considered(9, 500, 0.4), considered(3, 100, 0.3)), []AdviceLine{{Rank: 1, Action: 3, Name: "Done", Short: "Done"}}, "600"},
	} {
		got := l.adviceFor(x.you, groups)
		for i := range got.Lines {
			require.True(t, got.Lines[i].Says != "", "%s: line %d says nothing", name, i)
			got.Lines[i].Says = ""
		}
		if !slices.Equal(got.Lines, x.want) || plain(got.Note) != plain(l.T("page.hint.note", "n", map[string]int{"640": 640, "528": 528, "600": 600}[x.note])) {
			t.Errorf("%s: %+v with the note %q, want %+v over %s", name, got.Lines, got.Note, x.want, x.note)
		}
	}
	if l.adviceFor(you(), groups) != nil || l.adviceFor(you(considered(1, 500, 0.4)), nil) != nil {
		t.Error("advice without choices, or where none was given")
	}
	if one := l.adviceFor(you(considered(1, 500, 0.4)), groups[:1]); one.Lines[0].Group != "" {
		t.Errorf("the only group is named: %q", one.Lines[0].Group)
	}
}

// The page of who has advice: marks on the cards, no second offer, and what is
// read aloud, once.
func TestAdviceOnThePage(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a start of seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "start" })
	snap := e.snapshot(n, 0)
	snap.You.MayAsk = true
	p := e.page(snap)
	if !p.MayAsk() || p.Hints() != nil || p.Badge(p.Groups[0].Cards[0].Action) != 0 {
		t.Error("advice is not offered, or there before it was asked for")
	}
	first := p.Groups[0].Cards[1].Action
	snap.You.Advice = *of(considered(first, 500, 0.4), considered(p.Groups[0].Cards[0].Action, 500, 0.3))
	snap.Events = []game.Event{{Kind: game.EventHint, N: snap.N, Seat: 0}, {Kind: game.EventRename, N: snap.N}}
	p = e.page(snap)
	if p.MayAsk() || p.Hints() == nil || p.Badge(first) != 1 || p.Badge(p.Groups[0].Cards[0].Action) != 2 || p.Badge(999) != 0 {
		t.Errorf("with advice: may ask %v, badge %d", p.MayAsk(), p.Badge(first))
	}
	marks := regexp.MustCompile(`<foreignObject class="corner rank [^"]*"><b>(\d)</b></foreignObject>`).FindAllStringSubmatch(string(p.Map.Targets), -1)
	require.True(t, len(marks) == 2 && marks[0][1] != marks[1][1], "on the map stand %v, want the places of the two choices", marks)
	h := p.Hints()
	want := []string{p.Plain("page.hint.title")}
	for _, line := range h.Lines {
		want = append(want, plain(p.Printer.H("page.hint.said", "n", line.Rank, "choice", plain(line.Name), "figures", plain(line.Says))))
	}
	want = append(want, plain(h.Note))
	for _, after := range []int64{snap.N - 9, snap.N - 1, snap.N} {
		got := plainAll(p.Aloud(after))[len(p.besides(after, p.N)):]
		require.True(t, slices.Equal(got[:len(got)-1], want) && got[len(got)-1] == plain(p.Head), "after %d is read %q, want %q", after, got, want)
	}
	snap.Events[0].N, snap.Events[1].N = snap.N-1, snap.N-1
	p = e.page(snap)
	if got := plainAll(p.Aloud(snap.N - 1)); len(got) != 1 {
		t.Errorf("advice from before is read again: %q", got)
	}
	for _, c := range []struct {
		kind  game.Kind
		level string
		want  bool
	}{
		{game.Person, "", true}, {game.Person, "lotse", true}, // who may take the seat back
		{game.Open, "", true}, {game.Open, "lotse", false}, {game.Bot, "lotse", false},
	} {
		snap.Seats[1].Kind, snap.Seats[1].Level = c.kind, c.level
		require.Equal(t, e.page(snap).Company(), c.want, "company at a seat that is %q, played by %q", c.kind, c.level)
	}
	snap.You.Advice, snap.You.MayAsk = analysis.Analysis{}, false
	require.True(t, !e.page(snap).MayAsk(), "advice is offered where it is forbidden")
}

// What a computer player considered: its choice is marked and always there, the
// others as far as they were tried.
func TestConsidered(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := 0
	for e.Rules.Legal(e.After(n)).Len() < 5 {
		n++
	}
	c := e.context(n + 1)
	took := int(e.Steps[n+1].Action)
	var others []int
	names := map[int]string{}
	for _, choice := range view.Choices(e.Rules, e.Codec, &e.Steps[n].State) {
		names[choice.Action] = plain(c.Printer.Choice(choice).HTML)
		if choice.Action != took {
			others = append(others, choice.Action)
		}
	}
	for name, x := range map[string]struct {
		best []analysis.Candidate
		want []int
	}{
		"the best":               {[]analysis.Candidate{considered(took, 500, 0.4), considered(others[0], 90, 0.3), considered(others[1], 90, 0.2), considered(others[2], 90, 0.1)}, []int{took, others[0], others[1]}},
		"the fourth":             {[]analysis.Candidate{considered(others[0], 500, 0.4), considered(others[1], 90, 0.3), considered(others[2], 90, 0.2), considered(took, 90, 0.1)}, []int{others[0], others[1], others[2], took}},
		"with others rarely":     {[]analysis.Candidate{considered(took, 500, 0.4), considered(others[0], 14, 0.3), considered(others[1], 14, 0.2)}, []int{took, others[0]}},
		"of another way to play": {[]analysis.Candidate{considered(took, 500, 0.4), considered(250, 400, 0.4), considered(others[0], 90, 0.3)}, []int{took, others[0]}},
	} {
		got := c.consideredOf(e.History, n, analysis.Analysis{Candidates: x.best, Playouts: 1234})
		var actions []int
		for _, l := range got.Lines {
			for action, said := range names {
				if said == plain(l.Name) {
					actions = append(actions, action)
					require.True(t, l.Taken == (action == took) && l.Says != "", "%s: %+v", name, l)
				}
			}
		}
		require.Slices(t, actions, x.want, "%s: shown", name)
		if plain(got.Note) != plain(c.T("page.thought.note", "n", 1234)) || plain(got.Title) != plain(c.T("page.thought.title", "seat", view.SeatRef(e.Steps[n+1].Seat))) {
			t.Errorf("%s: title %q, note %q", name, got.Title, got.Note)
		}
	}
	few := c.consideredOf(e.History, n, *of(considered(took, 4, 0.4), considered(others[0], 3, 0.4)))
	if len(few.Lines) != 2 || few.Lines[0].Says != "" || plain(few.Note) != plain(c.T("page.thought.few", "n", 7)) {
		t.Errorf("considered with too few playouts for figures: %+v", few)
	}
	if c.consideredOf(e.History, n, analysis.Analysis{}) != nil || c.consideredOf(e.History, n, *of(considered(250, 9, 1))) != nil {
		t.Error("nothing is known, and something is shown")
	}
}
