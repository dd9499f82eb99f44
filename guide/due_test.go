package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
	"ruhr/view"
)

// layout is a position for two, with the learner to decide.
type layout struct {
	round int
	phase rules.Phase
	barge string         // where the learner's barge lies; in Ruhrort if ""
	dice  map[string]int // on storages, by id without "storage-"
	edit  func(p *rules.Position, me *rules.PositionSeat)
	play  []string // actions as records have them, values only: "option none"
}

func load(t *testing.T) *rules.Game {
	t.Helper()
	b, err := board.Load(spec.Board)
	require.NoError(t, err)
	return rules.NewGame(b, Seats, rules.Variant{})
}

// place is the river index of a space.
func place(g *rules.Game, id string) int {
	return slices.IndexFunc(g.Board().River[:], func(s board.Space) bool { return s.ID == id })
}

// question lays the position out and plays its actions.
func (l layout) question(t *testing.T) *question {
	t.Helper()
	g := load(t)
	start := g.Start(Learner)
	p := g.Layout(&start)
	p.Round, p.Phase, p.Order, p.Turn = l.round, l.phase, nil, 0
	for k := range p.Seats {
		p.Seats[k].Barge, p.Seats[k].Arrived = board.Spaces-1, Seats-k
		p.Seats[k].Timeline = slices.DeleteFunc(p.Seats[k].Timeline, func(r int) bool { return r < l.round || r == l.round && l.phase > rules.Event })
	}
	p.Dice, p.Track = [board.Storages]int{}, [2][board.MaxTrackBoxes]int{}
	for id, v := range l.dice {
		p.Dice[g.StorageOf(place(g, "storage-"+id))] = v
	}
	if l.barge != "" {
		p.Seats[Learner].Barge = place(g, l.barge)
	}
	if l.edit != nil {
		l.edit(&p, &p.Seats[Learner])
	}
	s, err := g.Set(p)
	require.NoError(t, err)
	words := record.NewCodec(g)
	for _, said := range l.play {
		a := -1
		for k := range rules.ActionsCount {
			if spoken(words.Encode(rules.Action(k))) == said {
				a = k
			}
		}
		require.Must(t, a >= 0, "there is no action %q", said)
		require.ErrorIs(t, g.Apply(&s, rules.Action(a)), nil, "%q", said)
	}
	require.Must(t, s.ToDecide() == Learner, "seat %d is to decide, expected the learner", s.ToDecide())
	return &question{g: g, s: &s, me: Learner, legal: g.Legal(&s).Append(nil)}
}

// spoken writes an action with its values only.
func spoken(a record.Action) string {
	said := a.Do
	for _, v := range []string{a.With, a.What, a.Take, a.Coal, a.Storage, a.Option, a.Space, a.At, a.From, a.To} {
		if v != "" {
			said += " " + v
		}
	}
	if a.Free {
		said += " free"
	}
	if a.Towed {
		said += " towed"
	}
	return said
}

// prompt is what a learner is told who has been told everything but one thing.
func (q *question) prompt(key string) *Prompt {
	seen := map[string]bool{}
	for _, k := range Keys() {
		seen[k] = k != key
	}
	return at(q.g, q.s, Learner, seen, false)
}

func pointed(targets []view.Target) string {
	var out []string
	for _, t := range targets {
		out = append(out, t.Kind+" "+t.ID)
	}
	return strings.Join(out, ", ")
}

func marks(ids ...string) (set uint16) {
	for _, id := range ids {
		set |= 1 << slices.Index(board.ProgressIDs[:], id)
	}
	return set
}

// rich can buy what the markers allow.
func rich(ids ...string) func(p *rules.Position, me *rules.PositionSeat) {
	return func(_ *rules.Position, me *rules.PositionSeat) {
		me.Thaler, me.Supply, me.Progress = 20, 4, marks(ids...)
	}
}

func poor(supply, debts int) func(p *rules.Position, me *rules.PositionSeat) {
	return func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply, me.Debts = 0, supply, debts }
}

// Examples of when a prompt is due, with the text it has and what it points at.
func TestWhenAPromptIsDue(t *testing.T) {
	oefte, both := map[string]int{"oefte": 2}, map[string]int{"oefte": 2, "horst": 3}
	for _, c := range []struct {
		name string
		layout
		key    string
		text   string // "" where it is not due
		points string
	}{
		// From its round on, at its decision.
		{"END-1 in round 6", layout{round: 6, phase: rules.Purchase}, "end", "end", ""},
		{"END-1 not before", layout{round: 5, phase: rules.Purchase, edit: rich("lock_building")}, "end", "", ""},
		{"END-1 not beside another decision", layout{round: 6, phase: rules.Start, barge: "city-witten", dice: both}, "end", "", ""},
		{"BUY-2: no lock to build", layout{round: 3, phase: rules.Purchase}, "lock", "", ""},
		{"BUY-3: a second lock after the first", layout{round: 3, phase: rules.Purchase, edit: rich("lock_building"), play: []string{"lock lock-witten"}}, "second", "second", ""},
		{"BUY-3: not before the first", layout{round: 3, phase: rules.Purchase, edit: rich("lock_building")}, "second", "", ""},
		{"BUY-3: nor from round 6 on", layout{round: 6, phase: rules.Purchase, edit: rich("lock_building", "coal_depot"), play: []string{"lock lock-witten"}}, "second", "", ""},
		{"START-9 in round 4", layout{round: 4, phase: rules.Start, barge: "city-witten", dice: both}, "collect", "collect", ""},
		{"START-9 not before", layout{round: 3, phase: rules.Start, barge: "city-witten", dice: both}, "collect", "", ""},
		// What must not be decided silently is explained at any time.
		{"EXP-1: only done, with a country face up", layout{round: 5, phase: rules.Purchase, edit: func(p *rules.Position, _ *rules.PositionSeat) { p.Country = 0 }},
			"export", "export", "column belgium"},
		{"EXP-1: only done, with none", layout{round: 5, phase: rules.Purchase}, "export", "", ""},
		// Warehouses, each kind for itself.
		{"BUY-6: the port", layout{round: 5, phase: rules.Purchase, edit: rich("port_ruhrort")}, "port", "port", "column belgium, column netherlands, column rhineland"},
		{"BUY-6: no port marker", layout{round: 5, phase: rules.Purchase, edit: rich("coal_depot")}, "port", "", ""},
		{"BUY-5: the depots", layout{round: 5, phase: rules.Purchase, edit: rich("coal_depot")}, "depot", "depot", "depot depot-broich, depot depot-werden, depot depot-essen, depot depot-mark"},
		{"BUY-5: no depot marker", layout{round: 5, phase: rules.Purchase, edit: rich("essen_warehouse")}, "depot", "", ""},
		{"BUY-4: cities of Essen and Werden", layout{round: 5, phase: rules.Purchase, edit: rich("essen_warehouse")}, "city", "city",
			"space city-steele, space city-werden, space city-kettwig"},
		{"BUY-4: cities of the Mark", layout{round: 5, phase: rules.Purchase, edit: rich("mark_warehouse")}, "city", "city",
			"space city-witten, space city-blankenstein, space city-hattingen"},
		{"BUY-4: no city marker", layout{round: 5, phase: rules.Purchase, edit: rich("port_ruhrort")}, "city", "", ""},
		{"BUY-4: any warehouse", layout{round: 6, phase: rules.Purchase}, "warehouses", "warehouses", ""},
		// Limited markers.
		{"BUY-8: the warehouse marker", layout{round: 5, phase: rules.Purchase, edit: rich("warehouse")}, "once", "once",
			"space city-witten, space city-blankenstein, space city-hattingen, space city-steele, space city-werden, space city-kettwig, space city-muelheim, " +
				"column belgium, column netherlands, column rhineland"},
		{"BUY-11: the inn", layout{round: 5, phase: rules.Purchase, edit: rich("inn")}, "once", "once", "progress inn"},
		{"START-10: the coal hauler", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: both, edit: rich("coal_hauler")}, "once", "once",
			"space storage-horst, space storage-oefte"},
		{"START-11: hauling free", layout{round: 5, phase: rules.Start, dice: both, edit: rich("hauling_action")}, "once", "once", "option hauling, option hauling_pilot"},
		{"PROG-2: markers that are not limited", layout{round: 5, phase: rules.Purchase, edit: rich("lock_building", "coal_depot", "essen_warehouse", "port_ruhrort")}, "once", "", ""},
		// Debts and towing.
		{"DEBT-1: a choice brings debts", layout{round: 5, phase: rules.Purchase, edit: func(_ *rules.Position, me *rules.PositionSeat) {
			me.Thaler, me.Supply, me.Progress = 0, 3, marks("coal_depot")
		}}, "debt", "debt", ""},
		{"DEBT-1: not yet in round 2", layout{round: 2, phase: rules.Purchase, edit: func(_ *rules.Position, me *rules.PositionSeat) {
			me.Thaler, me.Supply, me.Progress = 0, 3, marks("coal_depot")
		}}, "debt", "", ""},
		{"DEBT-1: none brings any", layout{round: 5, phase: rules.Purchase}, "debt", "", ""},
		{"DEBT-1: a debt that the supply pays", layout{round: 5, phase: rules.Start, dice: oefte, edit: poor(1, 0)}, "debt", "debt", ""},
		{"DEBT-1: two that it pays", layout{round: 8, phase: rules.Start, dice: map[string]int{"rellinghausen": 2}, edit: poor(2, 0)}, "debt", "debt", ""},
		{"DEBT-4: one from the timeline", layout{round: 5, phase: rules.Start, dice: oefte, edit: poor(0, 0)}, "debt", "debt_early", ""},
		{"DEBT-4: one of two from the timeline", layout{round: 8, phase: rules.Start, dice: map[string]int{"rellinghausen": 2}, edit: poor(1, 0)}, "debt", "debt_early", ""},
		{"START-12: towed", layout{round: 5, phase: rules.Start, dice: both, edit: poor(2, 4)}, "debt", "debt", ""},
		{"START-12: stranded", layout{round: 5, phase: rules.Start, barge: "city-steele", dice: map[string]int{"gibraltar": 4}, edit: poor(2, 0)}, "debt", "debt", ""},
		{"START-12: no other choice than to be towed is no option to explain", layout{round: 5, phase: rules.Start, dice: both, edit: poor(2, 4)}, "wage", "", ""},
		// White coal, demand, water.
		{"START-3: white coal within reach", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: map[string]int{"gibraltar": 4, "horst": 4},
			edit: rich("grafschaft_mark"), play: []string{"option none"}}, "white", "white", "space storage-gibraltar"},
		{"START-3: with the marker, from the option on", layout{round: 4, phase: rules.Start, barge: "city-witten", dice: both, edit: rich("grafschaft_mark")}, "white", "white", ""},
		{"START-3: not for who lacks the marker, but due by round 6", layout{round: 6, phase: rules.Start, barge: "city-witten", dice: both, edit: rich()}, "white", "white", ""},
		{"START-3: and not before", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: both, edit: rich()}, "white", "", ""},
		{"WATER-2: where Thaler lie", layout{round: 2, phase: rules.Start, barge: "city-witten", dice: both, edit: demand("city-werden", 2, "industry-styrum", 1), play: []string{"option none"}},
			"demand", "demand", "space city-werden, space industry-styrum"},
		{"WATER-2: where none lie", layout{round: 2, phase: rules.Start, barge: "city-witten", dice: both, play: []string{"option none"}}, "demand", "demand", ""},
		{"WATER-3: no pilot", layout{round: 5, phase: rules.Start, barge: "city-werden", dice: map[string]int{"horst": 3, "menden": 2}, edit: func(p *rules.Position, me *rules.PositionSeat) { p.Ban, me.Thaler = true, 5 }},
			"water", "water", ""},
		{"WATER-3: pilots as ever", layout{round: 5, phase: rules.Start, barge: "city-werden", dice: map[string]int{"horst": 3, "menden": 2}, edit: rich()}, "water", "", ""},
		// Wage and supply.
		{"START-9: the wage", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: both, edit: rich("wage")}, "wage", "wage", "option wage"},
		{"START-8: the supply", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: both, edit: rich("supply")}, "wage", "wage", "option supply"},
		{"START-9: neither", layout{round: 5, phase: rules.Start, barge: "city-witten", dice: both, edit: rich()}, "wage", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := c.question(t)
			p := q.prompt(c.key)
			switch {
			case c.text == "" && p != nil:
				t.Errorf("%s is due with %s", p.Key, q.spoken())
			case c.text == "":
			case p == nil:
				t.Errorf("%s is not due with %s", c.key, q.spoken())
			case p.Text() != "guide."+c.text+".text" || pointed(p.Targets) != c.points:
				t.Errorf("%s points at %q, expected %s and %q, with %s", p.Text(), pointed(p.Targets), c.text, c.points, q.spoken())
			}
		})
	}
}

// demand lays Thaler on selling spaces.
func demand(on ...any) func(p *rules.Position, me *rules.PositionSeat) {
	return func(p *rules.Position, me *rules.PositionSeat) {
		b, _ := board.Load(spec.Board)
		for i := 0; i < len(on); i += 2 {
			k := slices.IndexFunc(b.River[:], func(s board.Space) bool { return s.ID == on[i] })
			p.Demand[b.River[k].Sell] = on[i+1].(int)
		}
	}
}

// spoken writes the legal actions.
func (q *question) spoken() string {
	words := record.NewCodec(q.g)
	var out []string
	for _, a := range q.legal {
		out = append(out, spoken(words.Encode(a)))
	}
	return fmt.Sprintf("%d legal: %s", len(out), strings.Join(out, ", "))
}

// What explains a loss goes first: hauling where every option has it, paid for
// or not (START-2, START-11), and debts where every choice brings one (DEBT-1)
// or leaves nothing but to be towed (START-12).
func TestLossesAreExplainedFirst(t *testing.T) {
	both := map[string]int{"oefte": 2, "horst": 3}
	for _, c := range []struct {
		name string
		layout
		want string
	}{
		{"nothing to lose", layout{round: 2, phase: rules.Start, barge: "city-witten", dice: both, edit: rich()}, "aim"},
		{"hauling or not", layout{round: 2, phase: rules.Start, barge: "city-werden", dice: map[string]int{"horst": 3, "menden": 2}, edit: rich()}, "aim"},
		{"nothing but hauling", layout{round: 2, phase: rules.Start, dice: both, edit: rich()}, "upriver"},
		{"nothing but debts", layout{round: 5, phase: rules.Start, dice: both, edit: poor(3, 0)}, "upriver"},
		{"nothing but towing", layout{round: 5, phase: rules.Start, dice: both, edit: poor(2, 4)}, "debt"},
		{"stranded", layout{round: 5, phase: rules.Start, barge: "city-steele", dice: map[string]int{"gibraltar": 4}, edit: poor(2, 0)}, "debt"},
	} {
		q := c.question(t)
		p := at(q.g, q.s, Learner, map[string]bool{}, false)
		require.True(t, p != nil && p.Key == c.want, "%s: %+v, expected %s, with %s", c.name, p, c.want, q.spoken())
	}
}

// Each prompt is the learner's alone, and counts those before it.
func TestPromptsAreCounted(t *testing.T) {
	q := layout{round: 3, phase: rules.Purchase, edit: rich("lock_building")}.question(t)
	if p := at(q.g, q.s, 1, map[string]bool{}, false); p != nil {
		t.Errorf("the other seat is told %s", p.Key)
	}
	if p := at(q.g, q.s, Learner, map[string]bool{"aim": true, "load": true}, false); p == nil || p.N != 3 {
		t.Errorf("%+v after two, expected the third", p)
	}
}
