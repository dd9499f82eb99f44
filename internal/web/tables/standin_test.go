package tables

import (
	"net/url"
	"strings"
	"testing"

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
	const proposed = `<option value="hafenmeister" selected>`
	if body := v.Get(p.Path + "/share").Body; !strings.Contains(body, proposed) {
		t.Error("the usual stand-in is not proposed for the seat")
	}
	w.settled(id)
	p = v.Get(p.Path)
	v.Post(p.Path+"/seat", url.Values{"do": {"give"}, "seat": {"0"}, "at": p.Form("/act").Fields["at"], "key": {"k"}})
	if snap := w.settled(id); snap.Seats[0].Level != "hafenmeister" || !snap.Over {
		t.Fatalf("the seat is played by %q, and the game is over: %v", snap.Seats[0].Level, snap.Over)
	}
	if body := v.Get(p.Path + "/replay?n=3").Body; !strings.Contains(body, `<option value="greedy" selected>`) || strings.Contains(body, proposed) {
		t.Error("the level of the game is not proposed to play on against")
	}
}

// The board of a computer player says how strong it is.
func TestLevelOnTheBoard(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	p := v.Alone(url.Values{"who1": {"schiffer"}})
	_, board, _ := strings.Cut(p.Body, `id="board-1-name"`)
	if head, _, _ := strings.Cut(board, "</h2>"); !strings.Contains(webtest.TextTag.ReplaceAllString(head, ""), "Schiffer, easy") {
		t.Errorf("the head of the board is %q", head)
	}
}
