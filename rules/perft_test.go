package rules_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// counted is one position of testdata/perft.json with all that is counted from
// it. The reference's tests read the same file.
type counted struct {
	Name     string          `json:"name"`
	Seats    int             `json:"seats"`
	Position rules.Position  `json:"position"`
	Seat     int             `json:"seat"`   // to decide
	Legal    []record.Action `json:"legal"`  // in the order of the list
	Counts   []uint64        `json:"counts"` // sequences of length 1, 2 …
	Divide   []uint64        `json:"divide"` // those of the greatest length, by first action
}

// corners are positions laid out by hand where the rules are narrow, with the
// length of the sequences to count.
var corners = []struct {
	name  string
	seats int
	depth int
	lay   func(p *rules.Position)
}{
	{"everything blocked: no die to load, seats are stranded (START-12)", 3, 5, func(p *rules.Position) {
		begin(p, 5, rules.Start)
		only(p, map[string]int{"gibraltar": 4, "nachtigall": 6})
		p.Track = [2][board.MaxTrackBoxes]int{}
		p.Seats[0].Progress = marks("coal_hauler", "inn")
		p.Seats[1].Progress = marks("lock_building")
		p.Seats[1].Thaler = 6
	}},
	{"all debts taken: towed (DEBT-2, START-12)", 3, 5, func(p *rules.Position) {
		begin(p, 8, rules.Start)
		for k := range p.Seats {
			p.Seats[k].Debts, p.Seats[k].Supply, p.Seats[k].VP = 4, k, 1+k
		}
		p.Seats[1].Progress = marks("inn")
		p.Track = [2][board.MaxTrackBoxes]int{{0, 0, 5}, {0, 2, 1}}
	}},
	{"debts from the timeline (DEBT-4)", 2, 5, func(p *rules.Position) {
		begin(p, 6, rules.Start)
		for k := range p.Seats {
			p.Seats[k].Supply, p.Seats[k].VP, p.Seats[k].Debts = k, 3, 2*k
		}
	}},
	{"last round (EVENT-12, START-6)", 3, 4, func(p *rules.Position) {
		begin(p, 12, rules.Start)
		lockAll(p, 1, "lock-horst")
		for k := range p.Seats {
			p.Seats[k].Thaler, p.Seats[k].Supply, p.Seats[k].Progress = 6, 3, 1<<board.Kinds-1
		}
		stand(p, 0, "city-hattingen")
		stand(p, 1, "city-werden")
		p.Track = [2][board.MaxTrackBoxes]int{{0, 1, 5}, {0, 2, 1}}
	}},
	{"empty bag with a duty ahead (WATER-4)", 2, 5, func(p *rules.Position) {
		begin(p, 7, rules.Start)
		p.Unseen &^= 63 // six were drawn
		p.Bag, p.Duty = 0, true
		stand(p, 0, "city-steele")
		stand(p, 1, "city-witten")
		for k := range p.Seats {
			p.Seats[k].Progress, p.Seats[k].Thaler = marks("lock_building", "coal_depot"), k
		}
	}},
	{"building duty with a free second lock (BUY-3, BUY-9)", 2, 5, func(p *rules.Position) {
		begin(p, 4, rules.Purchase)
		lockAll(p, 1, "lock-witten", "lock-horst", "lock-kettwig", "lock-muelheim")
		p.Bag, p.Duty = 1, true
		p.Unseen = 1<<5 - 1
		p.Seats[0].Thaler, p.Seats[0].Supply, p.Seats[0].Progress = 1, 0, marks("lock_building", "inn", "coal_depot")
		p.Seats[1].Thaler, p.Seats[1].Supply, p.Seats[1].Progress = 5, 2, marks("lock_building", "essen_warehouse")
	}},
	{"track full: dice return (TRACK-3)", 4, 6, func(p *rules.Position) {
		begin(p, 9, rules.Sale)
		p.Track = [2][board.MaxTrackBoxes]int{{3, 4, 5}, {1, 2, 6}}
		only(p, map[string]int{"gibraltar": 3, "hasenwinkel": 4, "horst": 5, "fischlaken": 1, "menden": 6})
		for k, id := range []string{"gibraltar", "hasenwinkel", "horst", "fischlaken"} {
			stand(p, k, "storage-"+id)
			p.Seats[k].Option = []rules.Option{rules.Pilot, rules.NoOption, rules.HaulingPilot, rules.Wage}[k]
		}
		p.Seats[1].Progress = marks("coal_hauler")
	}},
	{"port full (BUY-6, BUY-7)", 4, 4, func(p *rules.Position) {
		begin(p, 9, rules.Purchase)
		p.Port = [3][]int{{0, 1, 2}, {3, 0, 1}, {2, 3}}
		p.Export = 4
		for k := range p.Seats {
			p.Seats[k].Thaler, p.Seats[k].Supply, p.Seats[k].Progress = 2*k, 2, marks("port_ruhrort", "warehouse")
		}
	}},
	{"everything to buy (BUY)", 3, 4, func(p *rules.Position) {
		begin(p, 5, rules.Purchase)
		p.Seats[0].Thaler, p.Seats[0].Supply, p.Seats[0].Progress = 10, 3, 1<<board.Kinds-1
		p.Seats[0].Debts = 1
		p.Port[1] = []int{0}
		p.Seats[1].Thaler, p.Seats[1].Supply, p.Seats[1].Progress = 3, 1, marks("coal_depot")
	}},
	{"everything to choose (START)", 4, 5, func(p *rules.Position) {
		begin(p, 5, rules.Start)
		stand(p, 0, "city-steele")
		stand(p, 1, "city-steele")
		p.Seats[0].Thaler, p.Seats[0].Progress = 5, 1<<board.Kinds-1
		p.Seats[1].Progress = marks("wage")
		p.Track = [2][board.MaxTrackBoxes]int{{0, 2, 5}, {0, 0, 4}}
	}},
}

// begin makes a position the start of a phase with all barges in Ruhrort, seat
// 0 first in the order.
func begin(p *rules.Position, round int, phase rules.Phase) {
	p.Round, p.Phase, p.Order, p.Turn = round, phase, nil, 0
	hide := min(max(12-round, 0), 8)
	if round >= 4 && round < 12 {
		hide--
		p.Country = 2
	}
	for k := range p.Hidden {
		p.Hidden[k] = min(hide, p.Hidden[k])
		hide -= p.Hidden[k]
	}
	for k := range p.Seats {
		v := &p.Seats[k]
		v.Barge, v.Arrived = board.Spaces-1, len(p.Seats)-k
		v.Timeline = slices.DeleteFunc(v.Timeline, func(r int) bool { return r <= round })
	}
}

// count counts from a corner.
func count(t *testing.T, k int) counted {
	c := corners[k]
	g := newGame(t, c.seats, rules.Variant{})
	start := g.Start(0)
	p := g.Layout(&start)
	c.lay(&p)
	s, err := g.Set(p)
	if err != nil {
		t.Fatal(c.name, err)
	}
	out := counted{Name: c.name, Seats: c.seats, Position: p, Seat: s.ToDecide()}
	words := record.NewCodec(g)
	for depth := 1; depth <= c.depth; depth++ {
		out.Counts = append(out.Counts, g.Perft(&s, depth))
	}
	actions, counts := g.PerftDivide(&s, c.depth)
	for _, a := range actions {
		out.Legal = append(out.Legal, words.Encode(a))
	}
	out.Divide = counts
	return out
}

// TestCorners counts the action sequences from positions laid out by hand and
// pins the order of the legal list (DEBT-2, DEBT-4, START-12, TRACK-3, BUY-3,
// BUY-6, BUY-7, BUY-9, WATER-4, EVENT-12). The reference counts the same from the
// same file, so a change of it needs both.
func TestCorners(t *testing.T) {
	var got []counted
	for k := range corners {
		c := count(t, k)
		var sum uint64
		for _, n := range c.Divide {
			sum += n
		}
		if last := c.Counts[len(c.Counts)-1]; sum != last {
			t.Errorf("%s: the counts by first action make %d, not %d", c.Name, sum, last)
		}
		got = append(got, c)
	}
	var want []counted
	golden(t, "perft.json", got, &want)
	for k, c := range got {
		if !reflect.DeepEqual(normal(t, c), want[k]) {
			t.Errorf("%s: counts %v %v of\n%v\nexpected %v %v of\n%v", c.Name, c.Counts, c.Divide, c.Legal,
				want[k].Counts, want[k].Divide, want[k].Legal)
		}
	}
}

// normal writes a value and reads it back, so that it compares with one read.
func normal[T any](t *testing.T, v T) (out T) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	require.NoError(t, err)
	return out
}

// golden reads a golden file into want, after writing got to it where the flag
// asks for that.
func golden[T any](t *testing.T, name string, got []T, want *[]T) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		var lines []string
		for _, v := range got {
			data, err := json.Marshal(v)
			require.NoError(t, err)
			lines = append(lines, string(data))
		}
		require.NoError(t, os.WriteFile(path, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o644))
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, want)
	}
	require.NoError(t, err)
	if len(got) != len(*want) {
		t.Fatalf("%s has %d entries, expected %d; -args -update rewrites it", path, len(*want), len(got))
	}
}

// TestActionOrder pins the numbers of all actions and with them the order of
// every legal list.
func TestActionOrder(t *testing.T) {
	g := newGame(t, 4, rules.Variant{})
	words := record.NewCodec(g)
	var got []string
	for a := range rules.ActionsCount {
		got = append(got, words.Encode(rules.Action(a)).String())
		if m := g.Move(rules.Action(a)); g.Action(m) != rules.Action(a) {
			t.Errorf("action %d is %+v, which is action %d", a, m, g.Action(m))
		}
	}
	var want []string
	golden(t, "actions.json", got, &want)
	if !slices.Equal(got, want) {
		t.Error("the order of the actions has changed: -args -update rewrites it, and records of old legal lists change with it")
	}
}

// A sequence ends where chance decides, and is one however long it was to be.
func TestPerftEndsAtChance(t *testing.T) {
	g := newGame(t, 2, rules.Variant{})
	s := g.Start(0)
	if s.Decision() != rules.DrawMarker {
		t.Fatalf("the game begins with decision %d, expected a marker to be drawn", s.Decision())
	}
	for depth := range 3 {
		require.Equal(t, g.Perft(&s, depth), 1, "sequences of length %d", depth)
	}
	if actions, counts := g.PerftDivide(&s, 0); actions != nil || counts != nil {
		t.Errorf("sequences without an action begin with %v %v", actions, counts)
	}
	b := lay(t, 2, 3, rules.Event, nil)
	if actions, counts := g.PerftDivide(&b.s, 1); len(actions) == 0 || len(actions) != b.g.Legal(&b.s).Len() || counts[0] != 1 {
		t.Errorf("sequences of one action: %v %v, expected each legal action once", actions, counts)
	}
}
