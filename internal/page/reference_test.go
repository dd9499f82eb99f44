package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/view"
)

// The pages of symbols: each with a picture, a name, a text and a rule of the
// handbook.
func TestLegendOfSymbols(t *testing.T) {
	board := NewBoard(board.Default())
	start := board.start
	book, err := handbook.Handbook("en")
	require.NoError(t, err)
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
		require.Equal(t, counts[l.Plain("symbol.group."+id)], want, "%s", id)
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
		{ID: "a", Name: "A", Kind: "storage", Die: 3, Colour: "white", PilotOnly: true, Builder: -1, Barges: []int{1}},
		{ID: "b", Name: "B", Kind: "lock", Builder: -1},
		{ID: "c", Name: "C", Kind: "lock", Builder: 0, Thaler: 0},
		{ID: "city", Name: "City", Kind: "city", Builder: -1, Thaler: 2},
		{ID: "full", Name: "Full", Kind: "city", Builder: -1},
		{ID: "empty", Name: "Empty", Kind: "city", Builder: -1},
		{ID: "f", Name: "F", Kind: "industry", Trade: "forge", Builder: -1, Barges: []int{1, 0}},
	}
	say := func(key string, args ...any) string { return plain(c.T("page.there."+key, args...)) }
	seat := func(k int) []any { return []any{"seat", view.SeatRef(k)} }
	for i, want := range []struct {
		kind  string
		there []string
	}{
		{"storage", []string{say("die", "n", 3, "colour", view.Thing{Kind: "colour", ID: "white"}), say("pilot"), say("loaded", seat(1)...)}},
		{"obstacle", nil}, {"lock", []string{say("lock", seat(0)...)}},
		{"city", []string{say("thaler", "n", 2), say("house", seat(1)...), say("slot", "n", 4)}},
		{"city", []string{say("house", seat(0)...)}}, {"city", []string{say("slot", "n", 5)}}, {"forge", []string{say("barge", seat(1)...), say("barge", seat(0)...)}},
	} {
		got := c.river()[i]
		if got.ID != c.Pos.Spaces[i].ID || got.Name != c.Pos.Spaces[i].Name || plain(got.Kind) != c.Plain("page.kind."+want.kind) || plain(got.There) != c.Printer.List(want.there) {
			t.Errorf("%s is %q with %q, want %s with %q", got.Name, got.Kind, got.There, want.kind, c.Printer.List(want.there))
		}
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
		require.True(t, x.got == strings.Join(want, "\n") && !strings.Contains(x.got, "‹"), "%v: %q, want %q", x.thing, x.got, want)
	}
	y := tip.Year(&pos.Years[4])
	if lines := strings.Split(y, "\n"); lines[0] != fmt.Sprint(pos.Years[4].Year) || len(lines) != 2+len(pos.Years[4].Events) {
		t.Errorf("the fifth year is %q", y)
	}
	require.Equal(t, tip.Export(), tip.Plain("symbol.export.name")+"\n"+tip.Plain("symbol.export.text"), "the export boxes")
}

// The board's spaces and the beginning of a game on it.
func TestBoardPages(t *testing.T) {
	b := NewBoard(board.Default())
	l := in("en")
	spaces := b.Spaces(l)
	for i, sp := range spaces {
		want := b.start.Spaces[i]
		territory := ""
		if want.Territory != "" {
			territory = l.Printer.Thing(view.TerritoryThing(want.Territory), "name").Plain
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

// What the handbook's first page counts is what the board has (SET-5, SET-7,
// EXP-1), and its prices are those of the rules (START-5, BUY-2).
func TestFirstPageCountsTheBoard(t *testing.T) {
	b := NewBoard(board.Default())
	dice := func(seats int) string {
		n := 1 // on the arrow box (SET-5)
		for _, value := range b.Setups[seats] {
			n += min(int(value), 1)
		}
		return strconv.Itoa(n)
	}
	copies := func(seats int) string { return strconv.Itoa(b.LimitedCopies[seats]) }
	for _, code := range handbook.Languages() {
		first, err := handbook.FirstPage(code)
		require.NoError(t, err)
		few, points := first.Parts("few")[0].Blocks[0].Plain, first.Parts("points")[0].Blocks[0].Plain
		lines := append(strings.Split(few, "\n")[:2], strings.Split(points, "\n")[2])
		for i, want := range [][]string{
			{dice(4), dice(3), dice(2)}, {copies(4), copies(3), copies(2)}, {strconv.Itoa(slices.Max(b.Export) + slices.Max(b.Port.Bonus))},
		} {
			for _, n := range want {
				require.True(t, slices.Contains(strings.Fields(numbersIn(lines[i])), n), "%s: the board has %s, the first page says %q", code, n, lines[i])
			}
		}
	}
	r := NewReference(in("en"), b)
	prices := map[string]string{}
	for _, row := range r.Options {
		prices[row.ID] = row.Value
	}
	want := map[string]string{"option-none": "0", "option-wage": "0", "option-hauling": "1 · 2", "option-hauling_pilot": "2 · 3", "option-lock_building": "2 · 3"}
	for id, price := range want {
		require.Equal(t, prices[id], price, "the price of %s", id)
	}
	if d := r.Dearer(); d.Options != 7 || d.Locks != 5 {
		t.Errorf("prices rise in %+v, expected rounds 7 and 5", d)
	}
	at := r.At()
	if len(at["BUY-4"]) != 6 || len(at["BUY-5"]) != 4 || len(at["BUY-6"]) != 1 {
		t.Errorf("prices stand beside %v, expected six cities, four depots and the port", at)
	}
}
