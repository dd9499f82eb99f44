package page

import (
	"html/template"
	"math/rand/v2"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/view"
)

// column makes a seat's column of a sheet: its VP, rank and lines of the end.
func column(vp, rank int, lines ...view.SheetLine) view.SheetSeat {
	return view.SheetSeat{VP: vp, Rank: rank, Lines: lines}
}

// What decided a game follows from the sheet: the lines of the winner and of the
// seat that is compared, and a bonus that was missed (END-1, END-2, END-6).
func TestDecided(t *testing.T) {
	winners := func(seats []view.SheetSeat) (out []int) {
		for k, s := range seats {
			if s.Rank == 1 {
				out = append(out, k)
			}
		}
		return out
	}
	lines := func(vp ...[]Points) (out []ScoreLine) {
		for k, row := range vp {
			out = append(out, ScoreLine{Name: []template.HTML{"Locks", "Export", "Mayor"}[k], VP: row})
		}
		return out
	}
	two := view.SheetLine{ID: "essenCities", N: 2}
	six := view.SheetLine{ID: "allCities", N: 6}
	rails := view.SheetLine{ID: "ruhrtalbahn", VP: 6, N: 6}
	for _, c := range []struct {
		name   string
		seats  []view.SheetSeat
		lines  []ScoreLine
		viewer int
		want   []string
	}{
		{"the loser of two", []view.SheetSeat{column(50, 2), column(58, 1)}, lines([]Points{12, 8}, []Points{2, 13}, []Points{0, 1}), 0,
			[]string{"Export decided it: Bert 13, you 2.", "Next: Mayor, 1 against 0.", "Your greatest lead over Bert: Locks, 12 against 8."}},
		{"the winner of two", []view.SheetSeat{column(50, 2), column(58, 1)}, lines([]Points{12, 8}, []Points{2, 13}, []Points{0, 1}), 1,
			[]string{"Export decided it: you 13, Anna 2.", "Next: Mayor, 1 against 0.", "Anna’s greatest lead over you: Locks, 12 against 8."}},
		{"a spectator", []view.SheetSeat{column(50, 2), column(58, 1)}, lines([]Points{12, 8}, []Points{2, 13}), -1,
			[]string{"Export decided it: Bert 13, Anna 2.", "Anna’s greatest lead over Bert: Locks, 12 against 8."}},
		{"no line is enough", []view.SheetSeat{column(40, 2), column(50, 1)}, lines([]Points{4, 10}, []Points{2, 6}), 0,
			[]string{"Bert’s greatest lead over you: Locks, 10 against 4.", "Next: Export, 6 against 2."}},
		{"two lines are equally much", []view.SheetSeat{column(46, 2), column(50, 1)}, lines([]Points{4, 8}, []Points{2, 6}, []Points{4, 0}), 0,
			[]string{"Bert’s greatest lead over you: Locks, 8 against 4.", "Next: Export, 6 against 2.", "Your greatest lead over Bert: Mayor, 4 against 0."}},
		{"a bonus is worth what was behind", []view.SheetSeat{column(50, 2, two, rails), column(54, 1)}, lines([]Points{6, 6}, []Points{2, 7}, []Points{0, 1}), 0,
			[]string{"Export decided it: Bert 7, you 2.", "A third Essen city would have been worth 4 more to you."}},
		{"a bonus is worth too little", []view.SheetSeat{column(50, 2, two), column(54, 1)}, lines([]Points{6, 6}, []Points{2, 7}, []Points{0, 1}), 0,
			[]string{"Export decided it: Bert 7, you 2.", "Next: Mayor, 1 against 0."}},
		{"an Essen city is the seventh", []view.SheetSeat{column(50, 2, two, six, rails), column(54, 1)}, lines([]Points{2, 7}), 0,
			[]string{"Locks decided it: Bert 7, you 2.", "A third Essen city would have been worth 7 more to you."}},
		{"debts", []view.SheetSeat{column(50, 2), column(54, 1)}, lines([]Points{-4, 0}), 0,
			[]string{"Locks decided it: Bert 0, you −4."}},
		{"the winner of three is compared with the second", []view.SheetSeat{column(40, 3), column(58, 1), column(50, 2)}, lines([]Points{0, 13, 5}), 1,
			[]string{"Locks decided it: you 13, Cleo 5."}},
		{"the third of three with the winner", []view.SheetSeat{column(40, 3), column(58, 1), column(50, 2)}, lines([]Points{0, 18, 5}), 0,
			[]string{"Locks decided it: Bert 18, you 0."}},
		{"who shares the win of four, with the best behind", []view.SheetSeat{column(58, 1), column(40, 4), column(58, 1), column(50, 3)}, lines([]Points{9, 0, 10, 1}), 2,
			[]string{"Locks decided it: you 10, Dora 1."}},
		{"all share the win", []view.SheetSeat{column(58, 1), column(58, 1)}, lines([]Points{9, 0}, []Points{0, 9}), 0, nil},
		{"one seat", []view.SheetSeat{column(58, 1)}, lines([]Points{9}), 0, nil},
	} {
		l := in("en").AtTable(fourNames[:len(c.seats)], crossSigns[:len(c.seats)])
		if c.viewer >= 0 {
			l = l.To(c.viewer)
		}
		var got []string
		for _, says := range l.decided(view.Sheet{Seats: c.seats, Winners: winners(c.seats)}, c.lines, c.viewer) {
			got = append(got, plain(says))
		}
		require.Slices(t, got, c.want, "%s", c.name)
	}
}

// The bonus that was missed is the one whose warehouse would have brought most
// (BUY-4, BUY-5, END-1, END-2).
func TestMissed(t *testing.T) {
	n := func(id string, n int) view.SheetLine { return view.SheetLine{ID: id, N: n} }
	for _, c := range []struct {
		lines []view.SheetLine
		id    string
		vp    int
	}{
		{nil, "", 0},
		{[]view.SheetLine{n("essenCities", 1), n("markCities", 3), n("allDepots", 2)}, "", 0},
		{[]view.SheetLine{n("markCities", 2)}, "markCities", 3},
		{[]view.SheetLine{n("markCities", 2), n("allDepots", 3)}, "allDepots", 4},
		{[]view.SheetLine{n("essenCities", 3), n("markCities", 3), n("allCities", 6)}, "allCities", 5},
		{[]view.SheetLine{n("essenCities", 3), n("markCities", 2), n("allCities", 6)}, "markCities", 6},
	} {
		if id, vp := missed(c.lines); id != c.id || vp != c.vp {
			t.Errorf("%+v: missed %q for %d, want %q for %d", c.lines, id, vp, c.id, c.vp)
		}
	}
}

// Of recorded games every viewer is told one to three sentences, none where all
// share the win (END-6).
func TestDecidedOfRecordedGames(t *testing.T) {
	for _, name := range []string{"2-seats-thrifty", "3-seats-thrifty", "4-seats-thrifty", "4-seats-uniform"} {
		e := exampleOf(t, name)
		sheet := view.SheetOf(e.Rules, e.After(e.Len()))
		for _, own := range [][]int{nil, {0}, {1}, {0, 1}} {
			got := e.page(e.snapshot(e.Len(), own...)).Decided()
			if shared := len(sheet.Winners) == len(sheet.Seats); shared != (len(got) == 0) || len(got) > 3 {
				t.Errorf("%s: %v is told %q", name, own, got)
			}
		}
	}
}

// Points that people put right by hand count in the result and in what decided it.
func TestDecidedByHand(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	deal, err := e.Deal(rand.New(rand.NewPCG(1, 1)).IntN)
	require.NoError(t, err)
	play := record.NewStepper(e.Rules, &deal)
	step, err := play.Start(deal.StartSeat)
	require.NoError(t, err)
	step, err = play.Correct(step, record.Correction{"vp.0": 60})
	require.NoError(t, err)
	corrected := record.NewGame(e.Rules, e.Codec, deal.StartSeat, step)
	for _, s := range e.Steps[1:] {
		step, err = play.Step(&step.State, s.Action)
		require.NoError(t, err)
		corrected.Add(step)
	}
	before := view.SheetOf(e.Rules, e.After(e.Len())).Seats[0].VP
	e = &example{History: view.NewHistory(corrected)}
	p := e.page(e.snapshot(e.Len(), 0))
	if mine := p.End.Columns[0]; mine.VP != before+60 || mine.Rank != 1 {
		t.Errorf("seat 0 had %d VP and has %+v", before, mine)
	}
	if says := plainAll(p.Decided()); len(says) == 0 || !strings.Contains(says[0], "Corrected by hand, 60 against 0") {
		t.Errorf("decided: %q", says)
	}
}
