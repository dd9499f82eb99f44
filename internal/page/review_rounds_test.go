package page

import (
	"testing"

	"ruhr/board"
	"ruhr/coach"
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
