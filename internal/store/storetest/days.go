package storetest

import (
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

const aDay, nextDay = "2027-01-31", "2027-02-01"

// What is known of a day is stored once, and replaced where it exists.
func dayKnownOnce(s *suite) {
	s.fails("Day that nobody has begun", store.ErrNoDay)(s.Day(s.ctx, aDay))
	s.want("SetDay of it", s.SetDay(s.ctx, aDay, []byte(`{}`), 0), store.ErrNoDay)
	for _, body := range []string{`{"a":1}`, `{"a":2}`} {
		got, err := s.AddDay(s.ctx, aDay, []byte(body), 0)
		if err != nil || string(got) != `{"a":1}` {
			s.Errorf("AddDay: %s, %v", got, err)
		}
	}
	s.want("SetDay", s.SetDay(s.ctx, aDay, []byte(`{"a":3}`), 0), nil)
	require.Returns(s.T, []byte(`{"a":3}`), "Day")(s.Day(s.ctx, aDay))
	for what, bad := range map[string][2]string{"no day": {"31.1.2027", `{}`}, "no JSON": {aDay, `{`}, "a large body": {aDay, `"` + strings.Repeat("x", store.MaxDay) + `"`}} {
		s.fails("AddDay with "+what, store.ErrBad)(s.AddDay(s.ctx, bad[0], []byte(bad[1]), 0))
		s.want("SetDay with "+what, s.SetDay(s.ctx, bad[0], []byte(bad[1]), 0), store.ErrBad)
	}
}

// A day on which work is due is given to one caller until the time it names, and no
// longer due once it is set.
func daysClaimed(s *suite) {
	for day, due := range map[string]int64{aDay: 200, nextDay: 100, "2027-02-02": 0} {
		require.Succeeds(s.T)(s.AddDay(s.ctx, day, []byte(`{}`), due))
	}
	claim := func(now, again int64, want ...string) {
		s.Helper()
		got, err := s.ClaimDays(s.ctx, now, again, 10)
		if slices.Sort(got); err != nil || !slices.Equal(got, want) {
			s.Errorf("at %d: %v, %v; want %v", now, got, err, want)
		}
	}
	claim(99, 150)
	claim(100, 150, nextDay)
	claim(149, 160)
	claim(200, 300, aDay, nextDay)
	s.want("SetDay", s.SetDay(s.ctx, aDay, []byte(`{}`), 0), nil)
	s.want("SetDay with work left", s.SetDay(s.ctx, nextDay, []byte(`{}`), 350), nil)
	claim(300, 400)
	claim(350, 400, nextDay)
	s.fails("ClaimDays for no time", store.ErrBad)(s.ClaimDays(s.ctx, 5, 5, 1))
}

func daysClaimedAtOnce(s *suite) {
	for i := range 5 {
		require.Succeeds(s.T)(s.AddDay(s.ctx, fmt.Sprintf("2027-01-%02d", i+1), []byte(`{}`), 1))
	}
	require.Equal(s.T, s.claimedAtOnce(func() ([]string, error) { return s.ClaimDays(s.ctx, 10, 1000, 10) }), 5, "days were given to somebody")
}

func dayGame(day, holder string, started int64) store.DayGame {
	return store.DayGame{Table: store.NewID(), Day: day, Holder: store.HashOf(holder), Started: started}
}

func (s *suite) startDay(g store.DayGame, first bool) store.DayGame {
	s.Helper()
	got, err := s.StartDayGame(s.ctx, g)
	if err != nil || got != first {
		s.Errorf("StartDayGame: first %t, %v; want %t", got, err, first)
	}
	return g
}

func (s *suite) wantPlayed(day, holder string, want bool) {
	s.Helper()
	require.Returns(s.T, want, "PlayedDay of %s on %s", holder, day)(s.PlayedDay(s.ctx, day, store.HashOf(holder)))
}

// The first game of a day is the first that was begun, whatever comes of it, and how a
// game ended is stored once.
func firstDayGame(s *suite) {
	one := s.startDay(dayGame(aDay, "anna", 10), true)
	two := s.startDay(dayGame(aDay, "anna", 20), false)
	s.startDay(dayGame(aDay, "bert", 20), true)
	s.startDay(dayGame(nextDay, "anna", 30), true)
	s.fails("StartDayGame again", store.ErrExists)(s.StartDayGame(s.ctx, one))
	s.fails("StartDayGame without a day", store.ErrBad)(s.StartDayGame(s.ctx, store.DayGame{Table: store.NewID(), Day: "x", Started: 1}))
	s.want("later game", s.EndDayGame(s.ctx, two.Table, store.DayEnd{Ended: 40, Counted: true, VP: 70, Body: []byte(`{}`)}), nil)
	s.wantPlayed(aDay, "anna", false)
	s.want("first game", s.EndDayGame(s.ctx, one.Table, store.DayEnd{Ended: 50, Counted: true, VP: 60, Body: []byte(`{"a":1}`)}), nil)
	s.want("the same again", s.EndDayGame(s.ctx, one.Table, store.DayEnd{Ended: 51, VP: 1, Body: []byte(`{}`)}), nil)
	s.want("of a table that is unknown", s.EndDayGame(s.ctx, store.NewID(), store.DayEnd{Ended: 51, Body: []byte(`{}`)}), nil)
	s.want("without an end", s.EndDayGame(s.ctx, one.Table, store.DayEnd{Body: []byte(`{}`)}), store.ErrBad)
	s.wantPlayed(aDay, "anna", true)
	s.wantPlayed(aDay, "bert", false)
	s.wantPlayed(nextDay, "anna", false)
	list, err := s.DayGamesOf(s.ctx, store.HashOf("anna"))
	if err != nil || len(list) != 3 || list[0].Day != nextDay || list[0].Ended != 0 || list[1].First || list[1].Counted || list[1].VP != 70 ||
		!list[2].First || !list[2].Counted || list[2].Ended != 50 || list[2].VP != 60 || string(list[2].Body) != `{"a":1}` || list[2].Holder != store.HashOf("anna") {
		s.Errorf("DayGamesOf: %+v, %v", list, err)
	}
}

// Of games that a holder begins at once one is the first.
func firstDayGameAtOnce(s *suite) {
	s.oneAtOnce(5, errNot, func(int) error { return yes(s.StartDayGame(s.ctx, dayGame(aDay, "anna", 10))) })
}

// Games that count are compared: the best first, of equal ones the earlier.
func dayGamesRanked(s *suite) {
	for i, vp := range []int{50, 60, 60, 40, 70} {
		g := s.startDay(dayGame(aDay, fmt.Sprint("p", i), 1), true)
		end := store.DayEnd{Ended: int64(100 - i), Counted: vp != 70, VP: vp, Body: []byte(`{}`)}
		s.want("EndDayGame", s.EndDayGame(s.ctx, g.Table, end), nil)
	}
	s.startDay(dayGame(aDay, "still plays", 1), true)
	g := s.startDay(dayGame(nextDay, "p0", 1), true)
	s.want("EndDayGame", s.EndDayGame(s.ctx, g.Table, store.DayEnd{Ended: 1, Counted: true, VP: 99, Body: []byte(`{}`)}), nil)
	list, err := s.DayGames(s.ctx, aDay)
	var ends []int64
	for _, g := range list {
		ends = append(ends, g.Ended)
	}
	if err != nil || !slices.Equal(ends, []int64{98, 99, 100, 97}) {
		s.Errorf("DayGames: %v, %v", ends, err)
	}
	again := s.startDay(dayGame(aDay, "p0", 2), false)
	s.want("EndDayGame", s.EndDayGame(s.ctx, again.Table, store.DayEnd{Ended: 200, Counted: true, VP: 75, Body: []byte(`{}`)}), nil)
	if list, err := s.LaterDayGames(s.ctx, aDay); err != nil || len(list) != 2 || list[0].Table != again.Table || list[1].VP != 70 {
		s.Errorf("LaterDayGames: %+v, %v", list, err)
	}
	for range store.MaxLaterGames { // more than are listed of a holder, with the one before
		g := s.startDay(dayGame(aDay, "p0", 3), false)
		s.want("EndDayGame", s.EndDayGame(s.ctx, g.Table, store.DayEnd{Ended: 300, VP: 80, Body: []byte(`{}`)}), nil)
	}
	if list, err := s.LaterDayGames(s.ctx, aDay); err != nil || len(list) != store.MaxLaterGames+1 || list[0].VP != 80 || list[store.MaxLaterGames].VP != 70 {
		s.Errorf("LaterDayGames of many: %+v, %v", list, err)
	}
	require.Returns(s.T, store.DayRank{Below: 2, Equal: 2, All: 4}, "DayRank")(s.DayRank(s.ctx, aDay, 60))
}

// No list is longer than its limit.
func dayGamesBounded(s *suite) {
	for i := range store.MaxDayGames + 2 {
		if g := s.startDay(dayGame(aDay, "anna", int64(i+1)), i == 0); i < 2 {
			s.want("EndDayGame", s.EndDayGame(s.ctx, g.Table, store.DayEnd{Ended: 1, Counted: true, Body: []byte(`{}`)}), nil)
		}
	}
	require.Returns(s.T, []string{aDay}, "DaysCounted")(s.DaysCounted(s.ctx, store.HashOf("anna")))
	list, err := s.DayGamesOf(s.ctx, store.HashOf("anna"))
	if err != nil || len(list) != store.MaxDayGames || list[0].Started != store.MaxDayGames+2 {
		s.Errorf("%d games, %v", len(list), err)
	}
}

// Games of days move with their holder; of two first games the one that ended first stays
// the first, else the one that was begun first.
func dayGamesMove(s *suite) {
	guest, mine := store.HashOf("guest"), store.HashOf("mine")
	end := func(g store.DayGame) {
		s.want("EndDayGame", s.EndDayGame(s.ctx, g.Table, store.DayEnd{Ended: 50, Counted: true, VP: 1, Body: []byte(`{}`)}), nil)
	}
	end(s.startDay(dayGame(aDay, "guest", 10), true))
	end(s.startDay(dayGame(aDay, "mine", 20), true))
	end(s.startDay(dayGame(nextDay, "guest", 40), true))
	end(s.startDay(dayGame(nextDay, "mine", 30), true))
	runs, both := s.startDay(dayGame("2027-02-03", "guest", 50), true), s.startDay(dayGame("2027-02-04", "guest", 70), true)
	end(s.startDay(dayGame("2027-02-03", "mine", 60), true))
	late := s.startDay(dayGame("2027-02-04", "mine", 80), true)
	for range 2 {
		s.want("MovePlaces", s.MovePlaces(s.ctx, guest, mine), nil)
	}
	end(runs) // with the knowledge of the other
	end(late)
	end(both)
	list, err := s.DayGamesOf(s.ctx, mine)
	var first []int64
	for _, g := range list {
		if g.First && g.Counted {
			first = append(first, g.Started)
		}
	}
	if err != nil || len(list) != 8 || !slices.Equal(first, []int64{70, 60, 30, 10}) {
		s.Errorf("%d games, %v; first are %v", len(list), err, first)
	}
}
