package tables

import (
	"net/url"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// Anyone who leaves a seat to the computer without naming a level gets the usual
// stand-in, which the page of the seats proposes, too; anyone who plays on from a
// replay is proposed the level of that game.
func TestProposedLevels(t *testing.T) {
	w := newWorld(t, 1)
	w.Kernel.Levels = []string{"random", "greedy", "hafenmeister"}
	v := w.Visitor()
	p := v.Alone(url.Values{"who1": {"greedy"}})
	id := strings.TrimPrefix(p.Path, "/t/")
	proposes := func(p webtest.Answer, level string) bool { return p.Has("value", level, "selected") }
	require.True(t, proposes(v.Get(p.Path+"/share"), "hafenmeister"), "the usual stand-in is not proposed for the seat")
	w.settled(id)
	p = v.Get(p.Path)
	v.Post(p.Path+"/seat", url.Values{"do": {"give"}, "seat": {"0"}, "at": p.Form("/act").Fields["at"], "key": {"k"}})
	if snap := w.settled(id); snap.Seats[0].Level != "hafenmeister" || !snap.Over {
		t.Fatalf("the seat is played by %q, and the game is over: %v", snap.Seats[0].Level, snap.Over)
	}
	if p := v.Get(p.Path + "/replay?n=3"); !proposes(p, "greedy") || proposes(p, "hafenmeister") {
		t.Error("the level of the game is not proposed to play on against")
	}
}

// The board of a computer player says how strong it is.
func TestLevelOnTheBoard(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	p := v.Alone(url.Values{"who1": {"schiffer"}})
	if head := p.Document().Find(t, "h2", "id", "board-1-name").Text(); !strings.Contains(head, "Schiffer, easy") {
		t.Errorf("the head of the board is %q", head)
	}
}
