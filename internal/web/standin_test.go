package web

import (
	"net/url"
	"strings"
	"testing"
)

// Anyone who leaves a seat to the computer without naming a level gets the usual
// stand-in, which the page of the seats proposes, too; anyone who plays on from a
// replay is proposed the level of that game.
func TestProposedLevels(t *testing.T) {
	w := newWorld(t, 1)
	w.server.Levels = []string{"random", "greedy", "hafenmeister"}
	v := w.visitor()
	p := v.alone(url.Values{"who1": {"greedy"}})
	id := strings.TrimPrefix(p.path, "/t/")
	const proposed = `<option value="hafenmeister" selected>`
	if body := v.get(p.path + "/share").body; !strings.Contains(body, proposed) {
		t.Error("the usual stand-in is not proposed for the seat")
	}
	w.settled(id)
	p = v.get(p.path)
	v.post(p.path+"/seat", url.Values{"do": {"give"}, "seat": {"0"}, "at": p.form("/act").fields["at"], "key": {"k"}})
	if snap := w.settled(id); snap.Seats[0].Level != "hafenmeister" || !snap.Over {
		t.Fatalf("the seat is played by %q, and the game is over: %v", snap.Seats[0].Level, snap.Over)
	}
	if body := v.get(p.path + "/replay?n=3").body; !strings.Contains(body, `<option value="greedy" selected>`) || strings.Contains(body, proposed) {
		t.Error("the level of the game is not proposed to play on against")
	}
}

// The board of a computer player says how strong it is.
func TestLevelOnTheBoard(t *testing.T) {
	v := newWorld(t, 1).visitor()
	p := v.alone(url.Values{"who1": {"schiffer"}})
	_, board, _ := strings.Cut(p.body, `id="board-1-name"`)
	if head, _, _ := strings.Cut(board, "</h2>"); !strings.Contains(textTag.ReplaceAllString(head, ""), "Schiffer, easy") {
		t.Errorf("the head of the board is %q", head)
	}
}
