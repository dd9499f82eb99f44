package page

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// A seat that is handed over between two rounds has its computer player since the one that begins.
func TestStandInBetweenRounds(t *testing.T) {
	snap := exampleOf(t, "2-seats-thrifty").snapshot(40, 0)
	for i := 1; i < len(snap.Steps); i++ {
		next := snap.Steps[i].Round
		if next == snap.Steps[i-1].Round {
			continue
		}
		snap.Events = []game.Event{{N: snap.Steps[i-1].N, Kind: game.EventGive, Seat: 0}}
		require.Equal(t, standInSince(snap, 0).round, next, "the round since which a seat is handed over")
		return
	}
	t.Fatal("no round begins")
}

// Whose seat the computer has reads why and since when, and can take it back; nobody
// else reads that, nor who has taken it back and is asked again.
func TestStandingAfterLeaving(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	const n = 40
	round := e.snapshot(n, 0).State.Round()
	for kind, want := range map[string]string{
		game.EventTimeout: "Your time ran out. The computer (Schiffer, easy) has played for you since round 1.",
		game.EventResign:  "You resigned. The computer (Schiffer, easy) has played for you since round 1.",
		game.EventGive:    "You handed your seat over. The computer (Schiffer, easy) has played for you since round 1.",
		"":                "The computer (Schiffer, easy) is playing for you.",
	} {
		snap := e.snapshot(n, 0)
		snap.Seats[0].Level, snap.You = "schiffer", game.You{Seats: []int{0}, Seat: -1}
		if kind != "" {
			snap.Events = append(snap.Events, game.Event{N: snap.Steps[2].N + 1, Time: time.Now(), Kind: kind, Seat: 0, Text: "schiffer"})
		}
		got := e.page(snap).Standing
		require.True(t, got != nil && got.Take == 0 && plain(got.Says) == want, "after %q, in round %d: %+v, want %q", kind, round, got, want)
		for who, you := range map[string]game.You{"the other": {Seats: []int{1}, Seat: -1}, "who watches": {Seat: -1}} {
			snap.You = you
			if got := e.page(snap).Standing; got != nil {
				t.Errorf("after %q %s reads %q", kind, who, got.Says)
			}
		}
		snap.Seats[0].Level, snap.You = "", game.You{Seats: []int{0}, Seat: 0, Act: true}
		if got := e.page(snap).Standing; got != nil {
			t.Errorf("who is back after %q reads %q", kind, got.Says)
		}
	}
}
