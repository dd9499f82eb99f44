package page

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// The score sheet has each seat's points of each line with the reason, and the
// sum is what the rules say (END-1 to END-6).
func TestScore(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	got := NewScore(in("en"), e.game())
	sheet := view.SheetOf(e.Rules, &e.Steps[e.Len()].State)
	if len(got.Lines) != len(sheet.Seats[0].Lines) || got.Link != "/g" || got.Chart == "" || plain(got.Head) != got.Plain("page.table.score") || got.Winners != got.winners(sheet) {
		t.Errorf("%d lines, %q, winners %q", len(got.Lines), got.Head, got.Winners)
	}
	for k, p := range got.Players {
		seat := sheet.Seats[k]
		require.Equal(t, p, (ScorePlayer{SeatName{fourNames[k], crossSigns[k]}, seat.Game, seat.VP, seat.Rank, seat.Rank == 1}), "seat %d", k)
		sum := p.Game
		for l, line := range got.Lines {
			name, why, of := got.Printer.SheetLine(seat.Lines[l])
			vp := int(line.VP[k])
			if vp != seat.Lines[l].VP || line.Rule != seat.Lines[l].Rule || plain(line.Name) != name.Plain || plain(line.Why) != why.Plain || plain(line.Got[k]) != of.Plain {
				t.Errorf("seat %d, line %d is %+v, want %+v", k, l, line, seat.Lines[l])
			}
			sum += vp
		}
		require.Equal(t, sum, p.VP, "seat %d: the sum of the lines", k)
	}
	running := e.game()
	running.History = e.upTo(50)
	if got := NewScore(in("en"), running); got.Winners != "" || got.Players[0].Won || got.Players[1].Won || got.Players[2].Won || plain(got.Head) != got.Plain("page.score.running") {
		t.Errorf("a running game is headed %q, won by %q", got.Head, got.Winners)
	}
}
