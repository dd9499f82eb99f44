package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/view"
)

// The shared part depends neither on the viewer nor on who is present.
func TestSharedHasNoViewer(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	for n := 5; n < len(e.Steps); n += 23 {
		n = min(n, e.Len())
		var first string
		for _, own := range [][]int{nil, {0}, {1, 2}} {
			snap := e.snapshot(n, own...)
			for k := range snap.Seats {
				snap.Seats[k].Present = slices.Contains(own, k)
			}
			s := e.shared("de", snap)
			groups, _ := s.groups()
			got := fmt.Sprintf("%+v", []any{s.Odds, s.Phases, s.River, s.Years, s.Log(1), s.Map.Spots(), s.Map.Pieces, s.seats, groups, s.Events(n - 1), s.Facts(n - 1)})
			if end, err := json.Marshal(s.End); err == nil {
				got += string(end)
			}
			if first == "" {
				first = got
			}
			require.Must(t, got == first, "position %d: seats %v see another shared part", n, own)
		}
	}
}

// What a viewer has of their own is theirs alone: choices, targets, advice.
func TestTableIsTheViewers(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	n := e.first(t, "a choice of seat 1", func(p *view.Position) bool { return p.Decider == 1 && p.Decision == "start" })
	snap := e.snapshot(n, 1)
	s := e.shared("en", snap)
	mine := NewTable(s, snap, "K1", Lessons{})
	snap2 := e.snapshot(n, 0)
	other := NewTable(s, snap2, "K2", Lessons{})
	if mine.Groups == nil || mine.Map.Targets == "" || mine.Key != "K1" || mine.Shown != 1 || mine.Guide != nil {
		t.Errorf("who is asked has %d groups, targets %q", len(mine.Groups), mine.Map.Targets)
	}
	if other.Groups != nil || other.Map.Targets != "" || other.Key != "K2" || other.Shown != 0 {
		t.Errorf("who is not asked has %d groups, targets %q, sees the board of %d", len(other.Groups), other.Map.Targets, other.Shown)
	}
	if s.Map.Targets != "" || s.Map.Last != "" || mine.Map.Pieces != other.Map.Pieces || mine.Map.Spots() == "" || mine.Map.Symbols() == "" {
		t.Error("the map's layers are not where they belong")
	}
	require.True(t, mine.ID == "TABLE" && mine.N == int64(2*n) && !mine.Passing, "table %s at %d", mine.ID, mine.N)
}

// A position that is passed through is shown as it was, without anything to do.
func TestPassed(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	const n, step = 60, 41
	snap := e.snapshot(n, 0, 2)
	s := e.shared("en", snap)
	p := NewPassed(s.Passed(step), snap.You, 2, snap.Seats)
	pos := e.At(step + 1)
	if !p.Passing || p.N != snap.Steps[step].N || p.Over || p.Groups != nil || p.Map.Targets != "" || p.You.Asked() || !slices.Equal(p.You.Seats, []int{0, 2}) || p.Shown != 2 {
		t.Errorf("passing through %d: %+v", p.N, p.You)
	}
	for k, seat := range p.Seats {
		if seat.VP != pos.Seats[k].VP || seat.S.Thaler != pos.Seats[k].Thaler || seat.Now != (pos.Decider == k) || seat.Mine != (k != 1) || seat.Shown != (k == 2) {
			t.Errorf("seat %d: %d VP, %d Thaler, now %v, mine %v, shown %v", k, seat.VP, seat.S.Thaler, seat.Now, seat.Mine, seat.Shown)
		}
	}
	want := lines(p.Context, e.History, 0, step+2)
	require.Slices(t, plainAll(p.Lately), plainAll(want[max(0, len(want)-maxLately):]), "lately")
	at := e.shared("en", e.snapshot(step+1))
	if p.Map.Pieces != at.Map.Pieces || fmt.Sprint(p.Phases) != fmt.Sprint(at.Phases) {
		t.Error("the map or the phases are those of another position")
	}
	said := p.Localizer.Printer.Headline(&pos, func(int) bool { return false })
	require.True(t, plain(p.Head) == said.Turn.Plain && plain(p.Where) == said.Phase.Plain, "the headline is %q, %q", p.Where, p.Head)
	var aloud []string
	for _, event := range e.Events(step + 1) {
		aloud = append(aloud, plain(s.Printer.Line(event).HTML))
	}
	if got := plainAll(s.Events(step)); len(aloud) == 0 || !slices.Equal(got, aloud) {
		t.Errorf("the step is read as %q, want %q", got, aloud)
	}
	if got, want := fmt.Sprint(s.Facts(step)), fmt.Sprint(FactsOf(e.Rules, &pos, e.facts[step+1])); got != want || len(want) < 5 {
		t.Errorf("the step's facts are %s, want %s", got, want)
	}
	require.Equal(t, s.Steps(), n, "steps")
	if len(e.shared("en", e.snapshot(e.Len())).Passed(e.Len()-1).Phases) == 0 {
		t.Error("the last position of a game that is passed through has no phases")
	}
}

// What may be taken back: one step, and the turn where that is more.
func TestTakingBack(t *testing.T) {
	for _, x := range []struct {
		to   []int
		from int
		one  int
		turn bool
	}{{[]int{3, 5, 8}, 3, 8, true}, {[]int{8}, 8, 8, false}, {[]int{3, 8}, -1, 8, false}, {[]int{0, 1}, 0, 1, true}} {
		p := &Table{You: game.You{UndoTo: x.to, TurnFrom: x.from}}
		if p.BackOne() != x.one || p.TurnBack() != x.turn {
			t.Errorf("%v from %d: one step to %d, turn %v", x.to, x.from, p.BackOne(), p.TurnBack())
		}
	}
}

// The end: who won, the places in order, who asked for advice, the chart.
func TestEnd(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	snap := e.snapshot(e.Len(), 1)
	snap.Rematch = "NEXT"
	for i, k := range []int{3, 1, 1} {
		snap.Events = append(snap.Events, game.Event{N: int64(2*i + 1), Kind: game.EventHint, Seat: k})
	}
	p := e.page(snap)
	sheet := view.SheetOf(e.Rules, &snap.State)
	if !p.Over || p.Phases != nil || p.Groups != nil || p.TabTitle != p.Plain("page.table.over")+" · Ruhr" {
		t.Errorf("after the end the page says %q and shows %d phases", p.Head, len(p.Phases))
	}
	for i, r := range p.End.Ranks {
		k := slices.Index(fourNames, r.Name)
		if r.VP != sheet.Seats[k].VP || r.Rank != sheet.Seats[k].Rank || r.Sign != crossSigns[k] || i > 0 && p.End.Ranks[i-1].Rank > r.Rank {
			t.Errorf("place %d is %+v, want %+v", i, r, sheet.Seats[k])
		}
	}
	for _, line := range p.End.Counts {
		require.True(t, slices.ContainsFunc(line.VP, func(vp Points) bool { return vp != 0 }), "%s brought nobody anything", line.Name)
	}
	require.True(t, len(p.End.Counts) >= 5, "only %d lines are counted up", len(p.End.Counts))
	if p.Next == nil || p.Next.ID != "NEXT" || p.End.Chart == "" || p.End.Chart != p.chart(e.History, e.Len()) {
		t.Error("the end has no table that follows, or no chart")
	}
	want := plain(p.T("page.hint.times", "seat", view.SeatRef(1), "n", 2)) + " and " + plain(p.T("page.hint.times", "seat", view.SeatRef(3), "n", 1))
	p.You.Seats = []int{0}
	require.Equal(t, plain(p.Advised()), plain(p.Printer.H("page.hint.used", "who", want)), "what was advised")
	p.You.Seats = []int{3}
	require.Equal(t, plain(p.Advised()), "Suggestions asked for: Bert 2 times and you once", "to one who asked")
	snap.Events = []game.Event{{Kind: game.EventTake}}
	require.Equal(t, p.Advised(), "", "nobody asked")
	require.True(t, e.page(e.snapshot(30, 1)).End == nil, "a running game has an end")
}

// The end speaks to a winner who has one seat (END-6).
func TestTheEndSpeaksToTheWinner(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	snap := e.snapshot(e.Len(), 1)
	for _, seats := range [][]int{nil, {0}, {1}, {1, 3}} {
		want := "Bert and Dora share the win"
		if slices.Equal(seats, []int{1}) {
			want = "You and Dora share the win"
		}
		if got := plain(e.shared("en", snap).headline(snap, game.You{Seats: seats}).Head); !strings.HasPrefix(got, want) {
			t.Errorf("seats %v: %q, want %q", seats, got, want)
		}
	}
}

// One winner is named, several share it (END-6).
func TestWinners(t *testing.T) {
	l := in("en").AtTable(fourNames, crossSigns)
	sheet := view.Sheet{Winners: []int{2}, Seats: []view.SheetSeat{{VP: 3}, {VP: 9}, {VP: 31}}}
	if got, want := plain(l.winners(sheet)), plain(l.T("page.over.one", "seat", view.SeatRef(2), "n", 31)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	sheet.Winners = []int{1, 2}
	if got, want := plain(l.winners(sheet)), plain(l.T("page.over.shared", "seats", []view.SeatRef{1, 2}, "n", 9)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
