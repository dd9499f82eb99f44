package page

import (
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// A game that began in a later round has no shares after rounds that nobody played.
func TestSharesOfRoundsPlayed(t *testing.T) {
	e := exampleOf(t, "2-seats-thrifty")
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	step, err := record.NewStepper(g, record.Unknown{}).Start(0)
	require.NoError(t, err)
	sells := g.Board().At.Sell
	set := record.Correction{"round": 2, "barge.0": sells[0] + 1, "barge.1": sells[1] + 1, "marker.industries-mark": 0}
	step, err = record.NewStepper(g, record.Unknown{}).Correct(step, set)
	require.NoError(t, err)
	h := view.NewHistory(record.NewGame(g, e.Codec, 0, step))
	p := &Review{}
	p.rounds(e.game().now(in("en"), 0), h, &coach.Review{})
	for _, line := range p.Rounds {
		if line.Name == "1" {
			t.Error("shares after round 1, which was not played")
		}
	}
	if len(p.Rounds) == 0 || h.Rounds()[1] != 0 {
		t.Errorf("%d lines, rounds begin at %v", len(p.Rounds), h.Rounds())
	}
}

// A review names who decided: who had the seat then, a computer player that stood in, and
// a game before the table. Only what is theirs is a lesson and counts for the accuracy of
// who has the seat now; the end of a table and the comparison of two name them as well.
func TestReviewNamesWhoDecided(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	snap := e.snapshot(e.Len(), 2)
	snap.History = e.upTo(e.Len())
	r := &coach.Review{Seats: make([]coach.Account, 3)}
	for n, step := range e.Steps {
		if n > 0 && step.Seat == 2 && !step.Forced && len(r.Steps) < 5 {
			r.Steps = append(r.Steps, coach.Step{Decision: n, Seat: 2, Round: step.Round, Best: step.Action, Lost: 300_000 + n, Wide: 10_000, Expected: coach.Shares{0, 0, coach.Whole}})
		}
	}
	at := func(i int) *game.Step { return &snap.Steps[r.Steps[i].Decision-1] }
	at(0).Before, at(2).Bot, at(3).Bot = true, "greedy", "greedy"
	snap.Sat = []game.Sitting{{Seat: 2, Until: at(2).N + 1, Name: "Dora"}}
	now := snap.Seats[2].Name
	want := []string{"Dora (before this table)", "Dora", "Dora (stand-in)", now + " (stand-in)", now}
	gm := GameOf(in("en"), snap)
	p := NewReview(in("en"), gm, r, Making{})
	var got []string
	for _, s := range slices.Concat(p.Turns, p.Mistakes) {
		got = append(got, s.Player.Name)
	}
	slices.Sort(got)
	if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
		t.Errorf("they decided: %q, want %q", got, sorted)
	}
	if len(p.Learn) != 1 || p.Learn[0].Link != lessonAt(gm, &r.Steps[4]) || p.Accuracy[2] == "–" || p.Accuracy[0] != "–" {
		t.Errorf("lessons %+v, accuracy %q", p.Learn, p.Accuracy)
	}
	for i, name := range want {
		one := &coach.Review{Seats: r.Seats, Steps: r.Steps[i : i+1]}
		if got := plain(Turned(in("en"), snap, one)); !strings.Contains(got, "by "+name+":") {
			t.Errorf("the end says %q, want %s", got, name)
		}
		if _, names := gm.now(in("en"), 0).deciding(r.Steps[i].Decision); names[2] != name {
			t.Errorf("beside it decided %q, want %s", names[2], name)
		}
	}
	if got := NewReview(in("en"), gm, &coach.Review{Seats: r.Seats, Steps: r.Steps[:4]}, Making{}); len(got.Learn) > 0 || got.Accuracy[2] != "–" {
		t.Errorf("of what others decided %s learns %+v, accuracy %q", now, got.Learn, got.Accuracy)
	}
}
