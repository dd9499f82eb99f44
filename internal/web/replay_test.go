package web

import (
	"fmt"
	"strings"
	"testing"

	"ruhr/record"
	"ruhr/view"
)

// Each step of a replay shows the board of the seat to decide.
func TestReplayShowsWhoIsToAct(t *testing.T) {
	w := newWorld(t, 1)
	rec, err := record.Read([]byte(example(t)))
	if err != nil {
		t.Fatal(err)
	}
	played, err := record.Referee(rec, w.server.Board.Board)
	if err != nil {
		t.Fatal(err)
	}
	h := view.NewHistory(played)
	v := w.visitor()
	p := v.upload(example(t))
	for n := 0; n < h.Len(); n += 3 {
		pos := h.At(n)
		page := v.get(fmt.Sprintf("%s?n=%d", p.path, n))
		if want := fmt.Sprintf(`shown" id="board-%d"`, pos.Decider); pos.Decider >= 0 && !strings.Contains(page.body, want) {
			t.Errorf("position %d: the board of seat %d, who is to decide, is not the one shown", n, pos.Decider)
		}
	}
}
