package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
	"ruhr/record"
	"ruhr/view"
)

// Each step of a replay shows the board of the seat to decide.
func TestReplayShowsWhoIsToAct(t *testing.T) {
	w := newWorld(t, 1)
	rec, err := record.Read([]byte(webtest.Example(t)))
	require.NoError(t, err)
	played, err := record.Referee(rec, w.Kernel.Board.Board)
	require.NoError(t, err)
	h := view.NewHistory(played)
	v := w.Visitor()
	p := v.Upload(webtest.Example(t))
	for n := 0; n < h.Len(); n += 3 {
		pos := h.At(n)
		page := v.Get(fmt.Sprintf("%s?n=%d", p.Path, n))
		if pos.Decider >= 0 {
			board := page.Document().Find(t, "", "id", fmt.Sprint("board-", pos.Decider))
			require.True(t, slices.Contains(strings.Fields(board.Value("class")), "shown"), "position %d: the decider's board is not shown", n)
		}
	}
}
