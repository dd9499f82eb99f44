package page

import (
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/internal/results"
	"ruhr/lang"
)

// A record tells games of the deal of the day from others against computer players, and
// names the progress markers that were never reached.
func TestRecordByKind(t *testing.T) {
	l := NewLocalizer(lang.For("en"))
	game := func(day string, goals ...string) results.PlayedGame {
		return results.PlayedGame{Table: "x", Seats: []int{0}, Outcome: results.Outcome{Day: day,
			Seats: []results.OutcomeSeat{{VP: 40, Place: 1, Goals: goals}, {VP: 30, Place: 2, Level: "kohlenhaendler"}}}}
	}
	c := &results.Career{Games: []results.PlayedGame{game("2027-01-31", board.ProgressIDs[0]), game(""), game("2027-01-30")}}
	p := NewProfile(l, c, true)
	if len(p.Results) != 2 || p.Results[0].Seats[0].Of != 2 || p.Results[1].Seats[0].Of != 1 || !strings.Contains(string(p.Results[0].Against), "Deal of the day") {
		t.Errorf("%+v", p.Results)
	}
	require.True(t, len(p.Goals) == 1 && len(p.Never) == len(board.ProgressIDs)-1, "%d reached, %d never", len(p.Goals), len(p.Never))
	require.True(t, p.Recent[0].Daily && !p.Recent[1].Daily, "which games were deals of days")
	require.True(t, len(NewProfile(l, &results.Career{}, true).Never) <= 0, "markers are named before the first game")
}
