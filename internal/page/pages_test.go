package page

import (
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/guide"
	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/rules"
	"ruhr/view"
)

func (e *example) game() *Game {
	seats := e.Game.Seats()
	return &Game{History: e.History, Names: fourNames[:seats], Signs: crossSigns[:seats], Link: "/g", Score: "/g/score", Record: "/g/record", Table: "/t"}
}

// The score sheet has each seat's points of each line with the reason, and the
// sum is what the rules say (END-1 to END-6).
func TestScore(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	got := NewScore(in("en"), e.game())
	sheet := view.SheetOf(e.Game, &e.Steps[e.Len()].State)
	if len(got.Lines) != len(sheet.Seats[0].Lines) || got.Link != "/g" || got.Chart == "" || plain(got.Head) != got.Plain("page.score.title") || got.Winners != got.winners(sheet) {
		t.Errorf("%d lines, %q, winners %q", len(got.Lines), got.Head, got.Winners)
	}
	for k, p := range got.Players {
		seat := sheet.Seats[k]
		if want := (ScorePlayer{SeatName{fourNames[k], crossSigns[k]}, seat.Game, seat.VP, seat.Rank, seat.Rank == 1}); p != want {
			t.Errorf("seat %d is %+v, want %+v", k, p, want)
		}
		sum := p.Game
		for l, line := range got.Lines {
			name, why := got.SheetLine(seat.Lines[l])
			vp, err := strconv.Atoi(strings.ReplaceAll(line.VP[k], "−", "-"))
			if err != nil || vp != seat.Lines[l].VP || line.Rule != seat.Lines[l].Rule || plain(line.Name) != name.Plain || plain(line.Why[k]) != why.Plain {
				t.Errorf("seat %d, line %d is %+v, want %+v", k, l, line, seat.Lines[l])
			}
			sum += vp
		}
		if sum != p.VP {
			t.Errorf("seat %d: the lines add up to %d, the sum is %d", k, sum, p.VP)
		}
	}
	running := e.game()
	running.History = e.upTo(50)
	if got := NewScore(in("en"), running); got.Winners != "" || got.Players[0].Won || got.Players[1].Won || got.Players[2].Won || plain(got.Head) != got.Plain("page.score.running") {
		t.Errorf("a running game is headed %q, won by %q", got.Head, got.Winners)
	}
}

// Looking back: the position, what led there, and the way to the positions
// around.
func TestReplay(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	rounds, turns := e.Rounds(), e.Turns()
	for _, n := range []int{0, 1, rounds[1], rounds[1] + 1, turns[3], e.Len() - 1, e.Len()} {
		best := []bot.Considered{considered(e.Steps[n].Action, 500, 0.4)}
		r := NewReplay(in("en"), e.game(), n, table.Reasons{Best: best, Playouts: 500})
		if r.At != n || r.Len != e.Len() || r.Over != (n == e.Len()) || r.Link != "/g" || r.Score != "/g/score" || r.Record != "/g/record" || r.Table != "/t" {
			t.Errorf("position %d: %d of %d, over %v", n, r.At, r.Len, r.Over)
		}
		c := e.context(n)
		var said []string
		for _, event := range e.Steps[n].Events {
			line := c.Line(event)
			said = append(said, plain(line.HTML))
			for _, d := range line.Details {
				said = append(said, plain(d.HTML))
			}
		}
		if !slices.Equal(plainAll(r.Events), said) {
			t.Errorf("position %d: happened is %q, want %q", n, plainAll(r.Events), said)
		}
		if (r.Considered != nil) != (n > 0) {
			t.Errorf("position %d: considered is %v", n, r.Considered)
		}
		shown := c.Pos.Decider
		if shown < 0 {
			shown = max(0, e.Steps[n].Seat)
		}
		for k, s := range r.Seats {
			if s.Shown != (k == shown) || s.VP != c.seat(k).VP {
				t.Errorf("position %d: seat %d is shown: %v", n, k, s.Shown)
			}
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
		said2 := r.Headline(&c.Pos, func(int) bool { return false })
		if plain(r.Head) != said2.Turn.Plain || plain(r.Where) != said2.Phase.Plain || r.Map.Pieces == "" || r.Map.Targets != "" || r.Chart != c.chart(e.History, n) || len(r.Rounds) != 12 {
			t.Errorf("position %d: %q, %q", n, r.Where, r.Head)
		}
		for _, round := range r.Rounds {
			for _, l := range round.Lines {
				if l.Tentative {
					t.Fatalf("position %d: %q may be taken back", n, l.Text)
				}
			}
		}
	}
}

// A country marker of a later round is not shown before it was turned over.
func TestReplayShowsNoLaterCountry(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	past := regexp.MustCompile(`class="piece country (past|up) at-`)
	count := func(n int) int {
		r := NewReplay(in("en"), e.game(), n, table.Reasons{})
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
		if !strings.Contains(got, want) {
			t.Errorf("the lines of seat %d are not %s", k, want)
		}
	}
	if want := fmt.Sprintf(`<path class="at" d="M%s 26V174"/>`, num(26+588*57/float64(e.Len()))); !strings.Contains(got, want) {
		t.Errorf("the decision is not marked by %s", want)
	}
	if n := strings.Count(got, `class="grid"`); n != most/10+1 {
		t.Errorf("%d lines of the grid up to %d", n, most)
	}
	for round := range 12 {
		p := points[round]
		if want := fmt.Sprintf(`y="194">%d</text>`, p.Round+1); !strings.Contains(got, want) {
			t.Errorf("round %d is not named", p.Round+1)
		}
	}
	if strings.Contains(got, ">13</text>") {
		t.Error("a thirteenth round is named")
	}
	if start := string(c.chart(e.upTo(0), 0)); !strings.Contains(start, `d="M26 26V174"`) {
		t.Errorf("at the start the chart is %.200s", start)
	}
}

// What an element of the board is, what it could be used for now, and why not.
func TestWhy(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a purchase of seat 0", func(p *view.Position) bool { return p.Decider == 0 && p.Decision == "buy" })
	snap := e.snapshot(n, 0)
	pos := e.At(n)
	l := in("en")
	name := func(thing view.Thing) string { return l.Thing(thing, "name").Plain }
	for _, x := range []struct {
		target view.Target
		head   string
		lines  bool
		texts  int
		year   string
	}{
		{view.Target{Kind: "space", ID: pos.Cities[3].ID}, pos.Cities[3].Name, true, 2, ""},
		{view.Target{Kind: "depot", ID: pos.Depots[1].ID}, name(view.DepotThing(pos.Depots[1].Territory)), true, 2, ""},
		{view.Target{Kind: "column", ID: "belgium"}, name(view.ColumnThing("belgium")), true, 2, ""},
		{view.Target{Kind: "option", ID: "wage"}, name(view.OptionThing("wage")), true, 1, ""},
		{view.Target{Kind: "progress", ID: "inn"}, name(view.ProgressThing("inn")), true, 0, ""},
		{view.Target{Kind: "year", ID: fmt.Sprint(pos.Years[2].Year)}, name(eventThing(3)), false, len(pos.Years[2].Events), fmt.Sprint(pos.Years[2].Year)},
		{view.Target{Kind: "stage", ID: pos.Track.Stages[1].ID}, name(stageThing(pos.Track.Stages[1].ID)), false, 1, ""},
		{view.Target{Kind: "export"}, l.Plain("symbol.export.name"), false, 3, ""},
		{view.Target{Kind: "year", ID: "1492"}, "", false, 0, ""}, {view.Target{Kind: "stage", ID: "x"}, "", false, 0, ""},
		{view.Target{Kind: "space", ID: "x"}, "", false, 0, ""}, {view.Target{Kind: "depot", ID: "x"}, "", false, 0, ""}, {view.Target{}, "", false, 0, ""},
	} {
		got := NewWhy(l, snap, x.target)
		if plain(got.Head) != x.head || (len(got.Lines) > 0) != x.lines || len(got.Texts) != x.texts || got.Year != x.year || got.ID != "TABLE" {
			t.Errorf("%v: %q, %d lines, texts %v, year %q; want %q, lines %v, %d texts, year %q", x.target, got.Head, len(got.Lines), got.Texts, got.Year, x.head, x.lines, x.texts, x.year)
		}
		actions := view.ActionsAt(e.Game, &snap.State, x.target)
		for i, line := range got.Lines {
			no := view.WhyNot(e.Game, &snap.State, actions[i])
			if (line.Why == "") != (no == nil) {
				t.Errorf("%v: %q is said to be possible, or not", x.target, line.Name)
			}
			if no != nil && (line.Rule != no.Rule || plain(line.Why) != plain(l.AtTable(fourNames[:2], crossSigns[:2]).Refusal(no).Why.HTML)) {
				t.Errorf("%v: %q is forbidden by %s, %q", x.target, line.Name, line.Rule, line.Why)
			}
		}
	}
	if got := NewWhy(l, e.snapshot(e.Len(), 0), view.Target{Kind: "option", ID: "wage"}); got.Head == "" || got.Lines != nil {
		t.Error("after the end an option still has actions")
	}
	for _, target := range []view.Target{{Kind: "export"}, {Kind: "column", ID: "belgium"}, {Kind: "year", ID: fmt.Sprint(pos.Years[3].Year)}} {
		texts := NewWhy(l, snap, target).Texts
		if rule := texts[len(texts)-1].Rule; rule == "" {
			t.Errorf("%v is explained without a rule: %+v", target, texts)
		}
	}
}

// What was asked comes first: what is possible, or else what the likeliest needs.
func TestWhyAnswersFirstWhatWasAsked(t *testing.T) {
	can, no := func(name string) WhyLine { return WhyLine{Name: template.HTML(name)} }, func(name string) WhyLine { return WhyLine{Name: template.HTML(name), Why: "not so"} }
	for _, x := range []struct{ lines, first, rest []WhyLine }{
		{nil, nil, nil},
		{[]WhyLine{no("a"), no("b")}, []WhyLine{no("a")}, []WhyLine{no("b")}},
		{[]WhyLine{no("a"), can("b"), no("c")}, []WhyLine{can("b")}, []WhyLine{no("a"), no("c")}},
	} {
		w := &Why{Lines: x.lines}
		if !slices.Equal(w.First(), x.first) || !slices.Equal(w.Rest(), x.rest) {
			t.Errorf("%v: first %v, then %v", x.lines, w.First(), w.Rest())
		}
	}
}

// The card of a guided table: for the learner alone, and while the lesson goes
// on.
func TestLesson(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a choice of the learner", func(p *view.Position) bool { return p.Decider == guide.Learner && p.Decision == "start" })
	n0 := n
	for guide.Due(e.upTo(n0), guide.Learner) == nil {
		n0++
	}
	snap := e.snapshot(n0, guide.Learner)
	snap.Guided = true
	due := guide.Due(e.upTo(n0), guide.Learner)
	p := e.page(snap)
	l := p.Guide
	if l == nil || plain(l.Title) != plain(p.T(due.Title())) || plain(l.Text) != plain(p.T(due.Text(), due.Args)) || !slices.Equal(l.Rules, due.Rules) || l.Left || l.Done || l.Table != "TABLE" ||
		plain(l.Hint) != p.Plain("guide.quiet") || plain(l.Count) != plain(p.T("guide.count", "n", due.N, "of", len(guide.Keys()))) {
		t.Fatalf("the card is %+v", l)
	}
	if due.Try == nil || plain(l.Try) != plain(p.T("guide.try."+due.Try.Key, due.Try.Args)) {
		t.Fatalf("the card suggests %q", l.Try)
	}
	if got := plainAll(p.Aloud(snap.N)); !slices.Equal(got, []string{plain(p.Head), plain(l.Title), plain(l.Text), plain(l.Try)}) {
		t.Errorf("read aloud is %q", got)
	}
	halos := 0
	for _, target := range append(slices.Clip(due.Targets), due.Try.Targets...) {
		if p.mapView.Halo("guide", view.Choice{Target: target}) != "" {
			halos++
		}
	}
	if got := strings.Count(string(p.Map.Targets), `class="halo guide"`); got != halos {
		t.Errorf("the card points at %d places, want %d", got, halos)
	}
	left := NewTable(p.Shared, snap, "KEY", Lessons{Left: true})
	if left.Guide == nil || !left.Guide.Left || left.Guide.Title != "" || strings.Contains(string(left.Map.Targets), "guide") || len(left.Aloud(snap.N)) != 1 {
		t.Errorf("who has left the lesson sees %+v", left.Guide)
	}
	for name, change := range map[string]func(*table.Snapshot){
		"not guided":   func(s *table.Snapshot) { s.Guided = false },
		"watching":     func(s *table.Snapshot) { s.You = table.You{Seat: -1} },
		"another seat": func(s *table.Snapshot) { s.You.Seats = []int{1} },
		"handed over":  func(s *table.Snapshot) { s.Seats[guide.Learner].Level = "greedy" },
		"frozen":       func(s *table.Snapshot) { s.Frozen = &table.Frozen{Key: table.FrozenLog} },
	} {
		s := e.snapshot(n0, guide.Learner)
		s.Guided = true
		change(s)
		if e.page(s).Guide != nil {
			t.Errorf("%s: a card", name)
		}
	}
	confirm := e.snapshot(n0, guide.Learner)
	confirm.Guided, confirm.ToAct = true, guide.Learner
	confirm.You = table.You{Seats: []int{guide.Learner}, Seat: guide.Learner, Confirm: true}
	if got := e.page(confirm).Guide; plain(got.Hint) != p.Plain("guide.confirm") {
		t.Errorf("a seat with only handing over left is shown %q", got.Hint)
	}
	second := e.page(snap).Shared
	second.Pos.Seats[guide.Learner].FreeLock = true
	if got := second.lesson(table.You{Seat: guide.Learner}, true, Lessons{}); plain(got.Hint) != p.Plain("guide.second_lock") {
		t.Errorf("where a second lock is free, the card says %q", got.Hint)
	}
	over := e.snapshot(e.Len(), guide.Learner)
	over.Guided = true
	if got := e.page(over).Guide; !got.Done || got.Title == "" || got.Hint != "" {
		t.Errorf("after the end the card is %+v", got)
	}
}

// The pages of symbols: each with a picture, a name, a text and a rule of the
// handbook.
func TestLegendOfSymbols(t *testing.T) {
	board := NewBoard(boardOf(t))
	start := board.start
	book, err := handbook.Handbook("en")
	if err != nil {
		t.Fatal(err)
	}
	l := NewLegend(in("en"), board)
	counts := map[string]int{}
	for _, g := range l.Groups {
		for _, line := range g.Lines {
			if line.Pic == "" || strings.Contains(string(line.Name+line.Text), "‹") {
				t.Errorf("%q: a symbol %+v without picture or text", g.Title, line)
			}
			if _, ok := book.Rule(line.Rule); !ok && line.Rule != "" {
				t.Errorf("%q: rule %q is not in the handbook", line.Name, line.Rule)
			}
		}
		counts[plain(g.Title)] = len(g.Lines)
	}
	for id, want := range map[string]int{"options": 8, "areas": 5} {
		if got := counts[l.Plain("symbol.group."+id)]; got != want {
			t.Errorf("%d %s, want %d", got, id, want)
		}
	}
	black, limited := counts[l.Plain("symbol.group.progress")], counts[l.Plain("symbol.group.limited")]
	wantLimited := len(start.Limited)
	if limited != wantLimited || black+limited != len(start.Seats[0].Progress) {
		t.Errorf("%d black and %d limited progress markers, want %d limited of %d", black, limited, wantLimited, len(start.Seats[0].Progress))
	}
	if len(l.Years) != 12 || l.Years[3].Round != 4 || l.Years[3].Year != fmt.Sprint(start.Years[3].Year) || !l.Years[3].Note || len(l.Years[3].Events) != len(start.Years[3].Events) {
		t.Errorf("the fourth year is %+v", l.Years[3])
	}
}

// The river in words: what each space is and what lies there.
func TestRiverInWords(t *testing.T) {
	c := &Context{Localizer: in("en").AtTable(fourNames[:2], []int{0, 1})}
	c.Pos.Cities = []view.Row{{ID: "city", Slots: []view.Slot{{Price: 3, Owner: 1}, {Price: 4, Owner: -1}}, Next: 1}, {ID: "full", Slots: []view.Slot{{Price: 3, Owner: 0}}, Next: -1}, {ID: "empty", Slots: []view.Slot{{Price: 5, Owner: -1}}, Next: 0}}
	c.Pos.Spaces = []view.Space{
		{ID: "a", Name: "A", Kind: "storage", Die: 3, Colour: "white", PilotOnly: true, Builder: -1, Barges: []int{1, 0}},
		{ID: "b", Name: "B", Kind: "lock", Builder: -1},
		{ID: "c", Name: "C", Kind: "lock", Builder: 0, Thaler: 0},
		{ID: "city", Name: "City", Kind: "city", Builder: -1, Thaler: 2},
		{ID: "full", Name: "Full", Kind: "city", Builder: -1},
		{ID: "empty", Name: "Empty", Kind: "city", Builder: -1},
		{ID: "f", Name: "F", Kind: "industry", Trade: "forge", Builder: -1},
	}
	say := func(key string, args ...any) string { return plain(c.T("page.there."+key, args...)) }
	seat := func(k int) []any { return []any{"seat", view.SeatRef(k)} }
	for i, want := range []struct {
		kind  string
		there []string
	}{
		{"storage", []string{say("die", "n", 3, "colour", view.Thing{Kind: "colour", ID: "white"}), say("pilot"), say("barge", seat(1)...), say("barge", seat(0)...)}},
		{"obstacle", nil}, {"lock", []string{say("lock", seat(0)...)}},
		{"city", []string{say("thaler", "n", 2), say("house", seat(1)...), say("free", "n", 4)}},
		{"city", []string{say("house", seat(0)...)}}, {"city", []string{say("free", "n", 5)}}, {"forge", nil},
	} {
		got := c.river()[i]
		if got.ID != c.Pos.Spaces[i].ID || got.Name != c.Pos.Spaces[i].Name || plain(got.Kind) != c.Plain("page.kind."+want.kind) || plain(got.There) != c.List(want.there) {
			t.Errorf("%s is %q with %q, want %s with %q", got.Name, got.Kind, got.There, want.kind, c.List(want.there))
		}
	}
}

// What is known of the markers: the odds while a draw is to come, and how many
// of each kind are unseen.
func TestOddsOfTheBag(t *testing.T) {
	c := &Context{Localizer: in("en")}
	none := c.Plain("page.odds.none")
	for _, x := range []struct {
		bag  view.Bag
		want string
	}{
		{view.Bag{Count: 9, Draws: true, Water: view.Odds{For: 2, Of: 8}}, plain(c.T("page.odds.line", "bag", 9, "percent", c.Percent(view.Odds{For: 2, Of: 8}), "n", 2, "of", 8))},
		{view.Bag{Count: 9, Draws: false, Water: view.Odds{For: 2, Of: 8}}, none}, {view.Bag{Draws: true}, none},
	} {
		x.bag.Unseen = []view.Marker{{Effect: "cities", Of: []view.Thing{{Kind: "city", ID: "x", Name: "Werden"}}, Left: 1, Total: 2}, {Effect: "water", Water: "high", Left: 2, Total: 3}, {Water: "low", Coal: 1, Left: 0, Total: 1}}
		c.Pos.Bag = x.bag
		got := c.odds()
		if plain(got.OddsLine) != x.want {
			t.Errorf("%+v: %q, want %q", x.bag, got.OddsLine, x.want)
		}
		if len(got.Unseen) != 3 || got.Unseen[0].Left != 1 || got.Unseen[0].Total != 2 || !strings.Contains(plain(got.Unseen[0].Name), "Werden") ||
			plain(got.Unseen[1].Name) != plain(c.T("view.marker.high")) || plain(got.Unseen[2].Name) != plain(c.T("view.marker.low.coal", "n", 1)) {
			t.Errorf("unseen are %+v", got.Unseen)
		}
	}
}

// Countries still to come are as likely as their markers, with what they would
// bring each seat (EXP-1), and on average.
func TestOddsOfTheCountries(t *testing.T) {
	c := &Context{Localizer: in("en"), Names: []string{"Anna", "Bert"}, Signs: []int{0, 1}}
	c.Pos.Seats = make([]view.Seat, 2)
	none, anna, bert := view.PortPlace{Owner: -1}, view.PortPlace{Owner: 0, Bonus: 1}, view.PortPlace{Owner: 1, Bonus: -1}
	c.Pos.Port = view.Port{Scale: []int{1, 2}, Box: 1, Columns: []view.PortColumn{
		{ID: "prussia", Hidden: 1, Places: []view.PortPlace{anna, bert}}, {ID: "kleve", Places: []view.PortPlace{anna}}, {ID: "holland", Hidden: 3, Places: []view.PortPlace{none}}}}
	got := c.odds()
	if len(got.Countries) != 2 || !slices.Equal(got.Countries[0].VP, []int{3, 1}) || got.Countries[0].Chance != "25%" || got.Countries[1].Left != 3 {
		t.Errorf("countries are %+v", got.Countries)
	}
	if !slices.Equal(got.Means, []string{"0.8", "0.3"}) || got.Heads[1].Name != "Bert" {
		t.Errorf("means are %v of %v", got.Means, got.Heads)
	}
	c.Pos.Port.Columns[0].Places = nil
	if got := c.odds(); got.Means != nil {
		t.Errorf("with no warehouse in the port of a country to come the means are %v", got.Means)
	}
}

// Names of seats in texts get their colours, whatever number the seat has.
func TestColoursOfNames(t *testing.T) {
	l := in("en").AtTable([]string{"Anna", "Bert <b>"}, []int{1, 0})
	got := string(l.T("page.event.hint", "seat", view.SeatRef(0)))
	if !strings.Contains(got, `class="who seat-1"`) || strings.Contains(got, "seat-0") {
		t.Errorf("seat 0 with sign 1 is %s", got)
	}
	if got := string(l.T("page.event.hint", "seat", view.SeatRef(1))); strings.Contains(got, "<b>,") || !strings.Contains(got, "&lt;b&gt;") {
		t.Errorf("a name is markup: %s", got)
	}
	same := in("en").AtTable([]string{"Anna", "Bert"}, []int{0, 1})
	if got := string(same.T("page.event.hint", "seat", view.SeatRef(1))); !strings.Contains(got, `class="who seat-1"`) {
		t.Errorf("seat 1 with sign 1 is %s", got)
	}
	if got := l.Level("unheard <of>"); got != "unheard &lt;of&gt;" {
		t.Errorf("a level without a name is called %q", got)
	}
	if plain(l.Level("greedy")) != l.Plain("page.level.greedy") || l.MapWord("map.rhine") != l.Plain("page.map.rhine") || plain(l.Colour("blue")) != l.Plain("page.colour.blue") || plain(l.Setting("theme", "dark")) != l.Plain("page.settings.theme.dark") {
		t.Error("a word is not the catalogue's")
	}
}

// Why a command changed nothing, with the rule as a link.
func TestRefused(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	l := in("en").AtTable(fourNames[:2], crossSigns[:2])
	board := NewBoard(boardOf(t))
	stale := &table.Refusal{Key: table.ErrStale.Key, Seat: -1}
	if n := l.Refused(board, fmt.Errorf("again: %w", stale)); n == nil || n.Bad || n.Rule != "" || plain(n.Text) != plain(l.T("page.refused.stale")) || n.HTML() != n.Text {
		t.Errorf("a stale command: %+v", n)
	}
	taken := &table.Refusal{Key: table.ErrBadName.Key, Seat: 1, Value: "x"}
	if n := l.Refused(board, taken); !n.Bad || plain(n.Text) != plain(l.T("page.refused.bad_name", "seat", view.SeatRef(1), "value", "x")) {
		t.Errorf("a bad name: %+v", n)
	}
	s := e.Steps[0].State
	var err error
	for a := range rules.ActionsCount {
		if err = e.Game.Apply(&s, rules.Action(a)); err != nil {
			break
		}
	}
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	want := l.Refusal(view.RefusalOf(e.Game, refusal))
	n := l.Refused(board, err)
	if !n.Bad || n.Rule != want.Rule || plain(n.Text) != want.Why.Plain {
		t.Errorf("an illegal action: %+v, want %+v", n, want)
	}
	if got, want := string(n.HTML()), string(n.Text)+` <a class="rule" href="/handbook#`+n.Rule+`">`+n.Rule+`</a>`; got != want {
		t.Errorf("with its rule it is %s, want %s", got, want)
	}
	if l.Refused(board, errors.New("disk full")) != nil || (*Notice)(nil).HTML() != "" {
		t.Error("a failure is shown as a refusal")
	}
	if n := l.Trouble("page.error.internal"); !n.Bad || plain(n.Text) != l.Plain("page.error.internal") {
		t.Errorf("trouble is %+v", n)
	}
}

// Tooltips: what a thing is called, and what it means.
func TestTips(t *testing.T) {
	tip := tips{in("en")}
	e := exampleOf(t, "2-seats-thrifty")
	pos := e.At(0)
	for _, x := range []struct {
		got   string
		thing view.Thing
		keys  []string
	}{
		{tip.Space(&view.Space{ID: "l", Kind: "lock", Name: "Witten", Builder: 1}), view.Thing{Kind: "lock", ID: "l", Name: "Witten"}, []string{"symbol.obstacle.text", "symbol.lock.text"}},
		{tip.Space(&view.Space{ID: "s", Kind: "storage", Name: "S", PilotOnly: true}), view.Thing{Kind: "storage", ID: "s", Name: "S"}, []string{"symbol.storage.text", "symbol.pilot_only.text"}},
		{tip.Space(&view.Space{ID: "s", Kind: "storage", Name: "S"}), view.Thing{Kind: "storage", ID: "s", Name: "S"}, []string{"symbol.storage.text"}},
		{tip.Space(&view.Space{ID: "r", Kind: "harbour", Name: "Ruhrort"}), view.Thing{Kind: "harbour", ID: "r", Name: "Ruhrort"}, []string{"symbol.ruhrort.text"}},
		{tip.Space(&view.Space{ID: "f", Kind: "industry", Trade: "forge", Name: "F"}), view.Thing{Kind: "forge", ID: "f", Name: "F"}, []string{"symbol.forge.text"}},
		{tip.Thing(view.DepotThing("mark")), view.DepotThing("mark"), []string{"symbol.depot.text"}},
		{tip.Thing(view.ColumnThing("belgium")), view.ColumnThing("belgium"), []string{"symbol.column.text"}},
		{tip.Thing(view.OptionThing("wage")), view.OptionThing("wage"), []string{"symbol.option.wage.text"}},
		{tip.Thing(stageThing("rails")), stageThing("rails"), []string{"symbol.arrow.text"}},
	} {
		want := []string{lang.For("en").Thing(x.thing, "name").Plain}
		for _, key := range x.keys {
			want = append(want, tip.Plain(key))
		}
		if x.got != strings.Join(want, "\n") || strings.Contains(x.got, "‹") {
			t.Errorf("%v: %q, want %q", x.thing, x.got, want)
		}
	}
	y := tip.Year(&pos.Years[4])
	if lines := strings.Split(y, "\n"); lines[0] != fmt.Sprint(pos.Years[4].Year) || len(lines) != 2+len(pos.Years[4].Events) {
		t.Errorf("the fifth year is %q", y)
	}
	if got := tip.Export(); got != tip.Plain("symbol.export.name")+"\n"+tip.Plain("symbol.export.text") {
		t.Errorf("the export boxes are %q", got)
	}
}

// Tables in a list, with their day, their seats and what they wait for.
func TestTableLines(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	asked, over := e.snapshot(30, e.Steps[30].State.ToDecide()), e.snapshot(e.Len(), 0)
	asked.Created = time.Date(1990, time.March, 7, 12, 0, 0, 0, time.UTC)
	over.Frozen = &table.Frozen{Key: table.FrozenLog}
	got := TableLines(in("fr"), []table.Listed{{Snapshot: asked}, {Snapshot: over}})
	first := got[0]
	if first.ID != "TABLE" || first.Day != "1990-03-07" || first.Begun != "7 mars 1990" || first.Round != asked.State.Round() || !first.Asked || first.Over || first.Frozen || first.Turn != "" ||
		!slices.Equal(first.Names, []LineSeat{{SeatName{"Anna", 3}, asked.State.VP(0), ""}, {SeatName{"Bert", 2}, asked.State.VP(1), ""}}) {
		t.Errorf("the first table is %+v", first)
	}
	if !got[1].Over || !got[1].Frozen || got[1].Asked || got[1].Names[0].VP != over.Game.Result(&over.State).VP[0] {
		t.Errorf("the second table is %+v", got[1])
	}
	waits := e.snapshot(30, -1)
	waits.Seats[1] = table.Seat{Kind: table.Bot, Name: "Bert", Level: "lotse"}
	line := TableLines(in("en"), []table.Listed{{Snapshot: waits}})[0]
	if name := waits.Seats[waits.ToAct].Name; line.Asked || plain(line.Turn) != name+" to move" || line.Names[1].Level == "" {
		t.Errorf("a table that waits for %s is %+v", name, line)
	}
}

// A list is sorted by the last move, by the beginning, or by whom it waits for; a
// query finds names and levels.
func TestSortAndFind(t *testing.T) {
	day := func(n int) time.Time { return time.Date(1990, time.March, n, 0, 0, 0, 0, time.UTC) }
	seats := func(name, level string) []LineSeat {
		return []LineSeat{{SeatName: SeatName{name, 0}}, {SeatName: SeatName{"Bert", 1}, Level: template.HTML(level)}}
	}
	list := []TableLine{
		{ID: "a", made: day(1), since: day(9), Names: seats("Anna", "Lotse")},
		{ID: "b", made: day(2), since: day(5), Names: seats("Anna", "Reeder"), Asked: true},
		{ID: "c", made: day(3), since: day(3), Names: seats("Cleo", "H&#39;n"), Asked: true},
	}
	ids := func(list []TableLine) (out string) {
		for _, line := range list {
			out += line.ID
		}
		return out
	}
	for order, want := range map[string]string{"played": "abc", "begun": "cba", "turn": "bca"} {
		sorted := slices.Clone(list)
		if Sort(sorted, order); ids(sorted) != want {
			t.Errorf("by %s: %s, want %s", order, ids(sorted), want)
		}
	}
	for query, want := range map[string]string{"": "abc", "anna": "ab", " REED  ann ": "b", "h'n": "c", "dora": ""} {
		if got := ids(Find(list, query)); got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
}

// A seat has the sign of its colour; of an unknown colour the first.
func TestSeatNames(t *testing.T) {
	names, signs := SeatNames(&table.Snapshot{Seats: []table.Seat{{Name: "A", Colour: table.Colours[2]}, {Name: "", Colour: "puce"}, {Name: "C", Colour: table.Colours[1]}}})
	if !slices.Equal(names, []string{"A", "", "C"}) || !slices.Equal(signs, []int{2, 0, 1}) {
		t.Errorf("%q with the signs %v", names, signs)
	}
}

// The board's spaces and the beginning of a game on it.
func TestBoardPages(t *testing.T) {
	b := NewBoard(boardOf(t))
	l := in("en")
	spaces := b.Spaces(l)
	for i, sp := range spaces {
		want := b.start.Spaces[i]
		territory := ""
		if want.Territory != "" {
			territory = l.Thing(view.TerritoryThing(want.Territory), "name").Plain
		}
		if sp.Name != want.Name || plain(sp.Kind) != l.Plain("page.kind."+kindOf(&want)) || plain(sp.Territory) != territory {
			t.Errorf("space %d is %+v, want %+v", i, sp, want)
		}
	}
	if len(spaces) != len(b.River) || len(b.Sources(l)) != len(b.Src) {
		t.Errorf("%d spaces and %d sources", len(spaces), len(b.Sources(l)))
	}
	if start := b.Start(); start.Round != 1 || len(start.Spaces) != len(b.River) {
		t.Errorf("a game begins in round %d on %d spaces", start.Round, len(start.Spaces))
	}
}
