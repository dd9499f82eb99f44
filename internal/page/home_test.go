package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/rules"
)

// The next game against computer players is harder after a win, easier after the
// last place, and says nothing where the game was not such a one.
func TestNextLevel(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	seats := make([]bot.Seat, 3)
	for k, name := range []string{"lotse", "greedy", "random"} {
		b, err := bot.New(name)
		require.NoError(t, err)
		seats[k].Bot = b
	}
	d := bot.NewDeal(g, 5)
	end, err := bot.Play(t.Context(), g, seats, &d, 1, nil)
	require.NoError(t, err)
	at := [4]int{} // seat by rank
	for who := range 3 {
		at[g.Result(&end).Rank[who]] = who
	}
	levels := []string{"a", "b", "c"}
	for _, e := range []struct {
		name    string
		rank    int
		against string
		over    bool
		want    int
		ok      bool
	}{
		{"won", 1, "b", true, 2, true},
		{"second", 2, "b", true, 1, true},
		{"last", 3, "b", true, 0, true},
		{"won against the strongest", 1, "c", true, 2, true},
		{"last against the weakest", 3, "a", true, 0, true},
		{"not over", 1, "b", false, 0, false},
		{"against a level no longer offered", 1, "kaiser", true, 0, false},
	} {
		mine := at[e.rank]
		s := &game.Snapshot{Game: g, State: end, Over: e.over, Seats: make([]game.Seat, 3)}
		for k := range s.Seats {
			s.Seats[k] = game.Seat{Kind: game.Bot, Level: e.against}
		}
		s.Seats[mine] = game.Seat{Kind: game.Person}
		got, ok := NextLevel(game.Listed{Mine: []int{mine}, Snapshot: s}, levels)
		require.True(t, got == e.want && ok == e.ok, "%s: level %d, %v, expected %d, %v", e.name, got, ok, e.want, e.ok)
	}
}

// Anyone who wins or loses by far goes up or down by more than one level.
func TestRise(t *testing.T) {
	for _, e := range []struct {
		vp, rank []int // the first seat's rise is asked for
		want     int
	}{
		{[]int{50, 49}, []int{1, 2}, 1},
		{[]int{50, 50}, []int{1, 1}, 1},
		{[]int{64, 50}, []int{1, 2}, 1},
		{[]int{65, 50}, []int{1, 2}, 2},
		{[]int{80, 50, 20}, []int{1, 2, 3}, 3},
		{[]int{50, 65, 20}, []int{2, 1, 3}, 0},
		{[]int{50, 64, 90}, []int{3, 2, 1}, -1},
		{[]int{50, 65, 90}, []int{3, 2, 1}, -2},
		{[]int{-5, 60}, []int{2, 1}, -5},
	} {
		var r rules.Result
		copy(r.VP[:], e.vp)
		copy(r.Rank[:], e.rank)
		require.Equal(t, rise(r, 0, len(e.vp)), e.want, "after %v levels", e.vp)
	}
}

// Anyone who let a computer player decide at a rated table has not won there, whatever
// the score says, and the table says so.
func TestLeftEarly(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for _, rated := range []bool{false, true} {
		s := e.snapshot(e.Len())
		s.Rated, s.Seats = rated, slices.Clone(s.Seats)
		won := 0
		if s.Game.Result(&s.State).Rank[1] == 1 {
			won = 1
		}
		for k := range s.Seats {
			s.Seats[k].Kind, s.Seats[k].Level = game.Person, ""
		}
		s.Seats[won].Level = "lotse"
		line := TableLines(in("en"), []game.Listed{{Snapshot: s}})[0]
		require.True(t, (line.Names[won].Won == "") == rated && line.Names[1-won].Won == "", "rated %v: the seats are %+v", rated, line.Names)
		shown := NewTable(e.shared("en", s), s, "", Lessons{})
		require.Equal(t, len(shown.LeftEarly()) > 0, rated, "a rated game says that somebody left")
	}
}

// A list says where whose turn it is that they are on holiday or have quiet hours.
func TestListsSayWhoRests(t *testing.T) {
	s := exampleOf(t, "2-seats-thrifty").snapshot(40)
	away := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for want, clock := range map[string]game.Clock{"": {}, ", on holiday until 30 November 2026": {Away: away, Rests: true}, ", the clock is stopped": {Rests: true}} {
		s.Clocks = []game.Clock{clock, clock}
		if got := plain(TableLines(in("en"), []game.Listed{{Snapshot: s}})[0].Turn); !strings.HasSuffix(got, " to move"+want) {
			t.Errorf("the list says %q, want %q", got, want)
		}
	}
}

// Where a computer player made the last decision for a person, it won, and the
// game says nothing about the person's level. Anyone who took the seat back, or gave
// it away when all was decided, has won.
func TestWonByAStandIn(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	for name, c := range map[string]struct {
		bots func(of []int) []int // which of the seat's decisions
		by   bool
	}{
		"nothing":    {func([]int) []int { return nil }, false},
		"the first":  {func(of []int) []int { return of[:1] }, false},
		"the last":   {func(of []int) []int { return of[len(of)-1:] }, true},
		"everything": {func(of []int) []int { return of }, true},
	} {
		s := e.snapshot(e.Len())
		rank := s.Game.Result(&s.State).Rank
		won := slices.Index(rank[:], 1)
		s.Seats[won].Level = "lotse"
		s.Seats[1-won] = game.Seat{Kind: game.Bot, Level: "greedy"}
		var decided []int
		for i, step := range s.Steps {
			if step.Seat == won && !step.Auto {
				decided = append(decided, i)
			}
		}
		for _, i := range c.bots(decided) {
			s.Steps[i].Bot = "lotse"
		}
		listed := game.Listed{Snapshot: s, Mine: []int{won}}
		for _, language := range lang.Languages {
			l := in(language)
			seat, want := TableLines(l, []game.Listed{listed})[0].Names[won], "page.tables.won"
			if c.by {
				want = "page.tables.won_for"
			}
			require.True(t, seat.Won == l.T(want) && seat.For == c.by, "%s: a computer player decided %s: %+v", language, name, seat)
		}
		if _, ok := NextLevel(listed, []string{"greedy", "lotse"}); ok == c.by {
			t.Errorf("a computer player decided %s: a level suits: %v", name, ok)
		}
		s.Seats[won].Kind = game.Bot
		if seat := TableLines(in("en"), []game.Listed{listed})[0].Names[won]; seat.For || seat.Won == "" {
			t.Errorf("a computer player from the start: %+v", seat)
		}
	}
}

// Lists are sorted by the last move, by the beginning, or with those first that wait
// for the reader: by the time left, then by the last move. Finished games come last.
func TestSort(t *testing.T) {
	at := func(h int) time.Time { return time.Date(2026, 11, 23, h, 0, 0, 0, time.UTC) }
	list := []TableLine{
		{ID: "a", Asked: true, since: at(1), made: at(4)},
		{ID: "b", since: at(2), made: at(3)},
		{ID: "c", Asked: true, since: at(3), made: at(1)},
		{ID: "d", since: at(4), made: at(2)},
		{ID: "e", Over: true, since: at(5), made: at(5)},
		{ID: "f", Asked: true, until: at(9), since: at(0), made: at(0)},
		{ID: "g", Asked: true, until: at(8), since: at(0), made: at(0)},
	}
	for order, want := range map[string]string{"played": "edcba", "begun": "eabdc", "turn": "gfcadbe"} {
		list := list
		if order != "turn" {
			list = list[:5]
		}
		for range 2 { // also backwards
			slices.Reverse(list)
			sorted, got := slices.Clone(list), ""
			Sort(sorted, order)
			for _, line := range sorted {
				got += line.ID
			}
			require.Equal(t, got, want, "by %s", order)
		}
	}
}

// A list sorted by who waits is parted by that; one sorted otherwise, and an empty one,
// has no headings.
func TestGroups(t *testing.T) {
	list := []TableLine{{ID: "a", Over: true}, {ID: "b", Asked: true}, {ID: "c", Frozen: true}, {ID: "d"}, {ID: "e", Kept: true}}
	for order, want := range map[string]string{
		"turn": "people.lobby.waiting be, page.tables.others d, people.lobby.over ac", "played": " abcde",
	} {
		var got []string
		for _, g := range Groups(slices.Clone(list), order) {
			ids := ""
			for _, line := range g.Tables {
				ids += line.ID
			}
			got = append(got, g.Title+" "+ids)
		}
		require.Equal(t, strings.Join(got, ", "), want, "by %s: %q", order, got)
		if none := Groups(nil, order); len(none) > 0 {
			t.Errorf("by %s, no tables make %+v", order, none)
		}
	}
}

// A table is the reader's where they hold a seat.
func TestMine(t *testing.T) {
	s := exampleOf(t, "2-seats-thrifty").snapshot(5)
	for _, mine := range [][]int{nil, {1}} {
		if line := TableLines(in("en"), []game.Listed{{Snapshot: s, Mine: mine}})[0]; line.Mine != (len(mine) > 0) {
			t.Errorf("with seats %v the table is mine: %v", mine, line.Mine)
		}
	}
}
