package page

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// The time left is said in the two largest units that matter.
func TestTimeLeft(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0:                                     "less than a minute left",
		time.Minute - time.Millisecond:        "less than a minute left",
		time.Minute:                           "1 minute left",
		2*time.Minute + 59*time.Second:        "2 minutes left",
		time.Hour - time.Second:               "59 minutes left",
		time.Hour:                             "1 hour and 0 minutes left",
		3*time.Hour + 7*time.Minute:           "3 hours and 7 minutes left",
		24*time.Hour - time.Minute:            "23 hours and 59 minutes left",
		24 * time.Hour:                        "1 day and 0 hours left",
		50*time.Hour + 59*time.Minute:         "2 days and 2 hours left",
		30*24*time.Hour + 23*time.Hour + 5999: "30 days and 23 hours left",
	} {
		require.Equal(t, plain(in("en").TimeLeft(left)), want, "%v", left)
	}
}

// A seat's clock is shown with what there is to say of it, and with what the
// viewer can do about it.
func TestTimeOfASeat(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	until := time.Date(2026, 6, 3, 12, 0, 0, 0, time.UTC)
	letters, live := game.Pace{Bank: 1, Days: true}, game.Pace{Bank: 1}
	running := game.Clock{Left: time.Hour, Until: until}
	for _, c := range []struct {
		name  string
		pace  game.Pace
		clock game.Clock
		seat  game.Seat
		own   []int
		want  SeatTime
	}{
		{"a running clock of another", live, running, game.Seat{Kind: game.Person}, []int{1}, SeatTime{Until: until.UnixMilli()}},
		{"one's own", live, running, game.Seat{Kind: game.Person}, []int{0}, SeatTime{Until: until.UnixMilli(), MayResign: true}},
		{"one's own by correspondence", letters, running, game.Seat{Kind: game.Person}, []int{0}, SeatTime{Until: until.UnixMilli(), MayResign: true, MayLeave: true}},
		{"one's own, given away", letters, game.Clock{RanOut: 1}, game.Seat{Kind: game.Person, Level: "random"}, []int{0},
			SeatTime{MayLeave: true, Notes: "has run out of time once"}},
		{"another may be waited for", live, game.Clock{Until: until, MayWait: true}, game.Seat{Kind: game.Person}, []int{1}, SeatTime{Until: until.UnixMilli(), MayWait: true}},
		{"nobody has sat down", letters, running, game.Seat{Kind: game.Open}, []int{0}, SeatTime{Until: until.UnixMilli()}},
		{"in quiet hours", letters, game.Clock{Left: time.Hour, Until: until, Rests: true}, game.Seat{Kind: game.Person}, nil, SeatTime{Rest: 3600_000, Notes: "the clock is stopped"}},
		{"on holiday, out of time twice, and one votes", letters, game.Clock{Away: until, RanOut: 2, Votes: []int{1}}, game.Seat{Kind: game.Person}, nil,
			SeatTime{IsAway: true, Notes: "on holiday until 3 June 2026; has run out of time 2 times; want to wait: Bert"}},
	} {
		snap := e.snapshot(0, c.own...)
		snap.Pace, snap.Clocks = c.pace, []game.Clock{c.clock, {}}
		c.seat.Name = snap.Seats[0].Name
		snap.Seats[0] = c.seat
		got := e.shared("en", snap).timeOf(snap, c.own, 0)
		require.Equal(t, got.Shown(), c.seat.ByHand(), "%s: whether the time left is shown", c.name)
		require.Equal(t, got.Forms(), c.want.MayWait || c.want.MayResign || c.want.MayLeave, "%s: there is something to do", c.name)
		if got.Left = ""; plain(got.Notes) != string(c.want.Notes) {
			t.Errorf("%s: %q is said, expected %q", c.name, plain(got.Notes), c.want.Notes)
		}
		if got.Notes = c.want.Notes; got != c.want {
			t.Errorf("%s: %+v, expected %+v", c.name, got, c.want)
		}
	}
	if snap := e.snapshot(0); e.shared("en", snap).timeOf(snap, nil, 0) != (SeatTime{}) {
		t.Error("a table without clocks shows one")
	}
}
