package page

import (
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/spec"
	"ruhr/view"
)

// Standing orders are for a seat that its person plays by hand among others who
// do, in a game that goes on and teaches nothing.
func TestWhoMayOrder(t *testing.T) {
	person, given := game.Seat{Kind: game.Person}, game.Seat{Kind: game.Person, Level: "random"}
	bot, open := game.Seat{Kind: game.Bot, Level: "random"}, game.Seat{Kind: game.Open}
	for _, c := range []struct {
		name  string
		toAct int
		seats []game.Seat
		own   []int
		wish  int
		want  int
	}{
		{"one of two", 0, []game.Seat{person, person}, []int{1}, -1, 1},
		{"the first of all", 0, []game.Seat{person, person, person}, []int{0, 1}, -1, 0},
		{"the first of one's own", 1, []game.Seat{person, person, person}, []int{1, 2}, -1, 1},
		{"the one wished for", 1, []game.Seat{person, person, person}, []int{1, 2}, 2, 2},
		{"another's is not", 1, []game.Seat{person, person, person}, []int{1, 2}, 0, 1},
		{"an open seat counts among the others", 0, []game.Seat{person, open}, []int{0}, -1, 0},
		{"nobody sits at an open seat", 0, []game.Seat{open, person, person}, []int{0}, -1, -1},
		{"alone with computer players", 0, []game.Seat{person, bot, bot}, []int{0}, -1, -1},
		{"a seat that was given away", 0, []game.Seat{given, person, person}, []int{0}, -1, -1},
		{"who watches", 0, []game.Seat{person, person}, nil, -1, -1},
		{"after the end", -1, []game.Seat{person, person}, []int{0}, -1, -1},
	} {
		snap := &game.Snapshot{ToAct: c.toAct, Seats: c.seats, You: game.You{Seats: c.own}}
		require.Equal(t, OrderSeat(snap, c.wish), c.want, "%s: seat", c.name)
		snap.Deal = game.Lesson
		require.Equal(t, OrderSeat(snap, c.wish), -1, "%s, in the lesson: seat", c.name)
	}
}

// Somebody is invited to a seat that the table waits for.
func TestWhoMayInvite(t *testing.T) {
	person, open := game.Seat{Kind: game.Person}, game.Seat{Kind: game.Open}
	filled := game.Seat{Kind: game.Open, Level: "random"}
	for _, c := range []struct {
		name  string
		toAct int
		other game.Seat
		own   []int
		want  bool
	}{
		{"a free seat is next", 1, open, []int{0}, true},
		{"one's own seat is next", 0, open, []int{0}, false},
		{"a computer player has taken the free seat", 1, filled, []int{0}, false},
		{"another person is next", 1, person, []int{0}, false},
		{"who watches", 1, open, nil, false},
		{"after the end", -1, open, []int{0}, false},
	} {
		snap := &game.Snapshot{ToAct: c.toAct, Seats: []game.Seat{person, c.other}, You: game.You{Seats: c.own}}
		require.Equal(t, (&Table{snap: snap}).MayInvite(), c.want, "%s", c.name)
	}
}

// The form has what may come, phase by phase, with the orders given before in
// their order of preference, and room for more.
func TestOrderForm(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "several choices", func(pos *view.Position) bool { return pos.Phase == 3 && pos.Round == 4 })
	snap := e.snapshot(n, 1)
	choice := view.Choices(e.Rules, e.Codec, &e.Steps[n].State)[0]
	other := choice
	other.Group = "free"
	list := []game.Prospect{
		{Round: 4, Phase: rules.Start, Choice: choice, Action: 7, Price: 2},
		{Round: 4, Phase: rules.Start, Choice: other, Action: 6},
		{Round: 4, Phase: rules.Start, Choice: choice, Action: 8},
		{Round: 4, Phase: rules.Purchase, Choice: choice, Action: 9, Price: 3},
	}
	snap.You.AskAll = []int{0}
	snap.You.Orders = map[int][]game.Order{
		0: {{Round: 4, Phase: rules.Start, Action: 1, Max: 1}}, // another seat's
		1: {
			{Round: 4, Phase: rules.Start, Action: 8, Max: 5}, {Round: 5, Phase: rules.Start, Action: 2, Max: -1}, {Round: 4, Phase: rules.Sale, Action: 3, Max: -1},
			{Round: 4, Phase: rules.Start, Action: 7, Max: -1},
		},
	}
	for range planRows + 1 {
		snap.You.Orders[1] = append(snap.You.Orders[1], game.Order{Round: 4, Phase: rules.Purchase, Action: 9, Max: 0})
	}
	p := NewOrderForm(in("en"), snap, 1, list, nil)
	require.Must(t, p.Seat == 1 && p.Name == "Bert" && p.Sign == crossSigns[1] && !p.AskAll && len(p.Phases) == 4, "%+v", p)
	start, sale, buy, next := p.Phases[0], p.Phases[1], p.Phases[2], p.Phases[3]
	for field, phase := range map[int]PlanPhase{4: sale, 13: next} { // not found to be possible
		if phase.Field != field || len(phase.Groups) != 1 || phase.Groups[0].Title != "" || len(phase.Rows) != 2 || phase.choice(phase.Rows[0].Action).Text != "As ordered before" || phase.Rows[1].Action >= 0 {
			t.Errorf("%d is %+v", field, phase)
		}
	}
	require.Must(t, start.Phase == int(rules.Start) && start.Round == 4 && len(start.Groups) == 2 && start.Costs, "phase 3 is %+v", start)
	first, second := start.Groups[0], start.Groups[1]
	if first.Title != in("en").Plain("choice.group."+choice.Group) || len(first.Choices) != 2 || first.Choices[0].Action != 7 || first.Choices[0].Price != 2 || first.Choices[0].Text == "" || first.Choices[1].Action != 8 {
		t.Errorf("the first group of phase 3 is %+v", first)
	}
	if second.ID != "free" || second.Title != in("en").Plain("choice.group.free") || len(second.Choices) != 1 {
		t.Errorf("the second group of phase 3 is %+v", second)
	}
	rows := []PlanRow{{0, 8, 5, ""}, {1, 7, -1, ""}}
	for n := len(rows); n < planRows; n++ {
		rows = append(rows, PlanRow{n, -1, -1, ""})
	}
	if !slices.Equal(start.Rows, rows[:3]) || !slices.Equal(start.More, rows[3:]) {
		t.Errorf("the orders of phase 3 are %v and %v, expected %v", start.Rows, start.More, rows)
	}
	if buy.Phase != int(rules.Purchase) || len(buy.Groups) != 1 || len(buy.Rows) != planRows+1 || len(buy.More) > 0 || buy.Rows[planRows] != (PlanRow{planRows, 9, 0, ""}) {
		t.Errorf("phase 6 is %+v", buy)
	}
	if buy.Type(in("en"), 0, 9, 0); buy.Rows[0].Kept != "" {
		t.Errorf("what is kept beside the same order: %s", buy.Rows[0].Kept)
	}
	buy.Type(in("en"), 0, -1, -1)
	buy.Type(in("en"), 1, 9, 5)
	require.Equal(t, buy.Rows[0], PlanRow{0, -1, -1, buy.Groups[0].Choices[0].Text + " (0 Thaler)"}, "a row that was emptied")
	if start.Type(in("en"), 2, 8, -1); start.Rows[2] != (PlanRow{2, 8, -1, "Wait for me"}) {
		t.Errorf("a row that was filled is %+v", start.Rows[2])
	}
	snap.You.AskAll = []int{0, 1}
	require.True(t, NewOrderForm(in("en"), snap, 1, nil, nil).AskAll, "the seat is asked at every decision, and the form does not say so")
}

// The differences of two boards are put into words.
func TestDifferencesInWords(t *testing.T) {
	other := strings.Replace(string(spec.Board), `"name": "Witten"`, `"name": "Wittenberg"`, 2)
	list, err := board.Differences(spec.Board, []byte(other))
	require.Must(t, err == nil && len(list) != 0, "%v, %v", list, err)
	got := NewBoard(board.Default()).Differences(in("en"), list)
	if len(got) != len(list) || !slices.ContainsFunc(got, func(d FactDifference) bool {
		return plain(d.First) == "Witten" && plain(d.Second) == "Wittenberg" && strings.Contains(plain(d.Name), "Witten") && plain(d.Field) != "" && plain(d.Group) != ""
	}) {
		t.Errorf("%+v", got)
	}
}
