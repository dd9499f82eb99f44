package page

import (
	"strconv"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/rules"
	"ruhr/view"
)

// Every historical note that is not on a year is linked from an element of the
// board, and every link leads to a note, in each language.
func TestEveryNoteIsLinked(t *testing.T) {
	b := board.Default()
	c := NewContext(in("en"), NewBoard(b).start, []string{"A", "B"}, []int{0, 1})
	linked := map[string]view.Target{}
	add := func(kind, id string) {
		target := view.Target{Kind: kind, ID: id}
		if note := c.noteOn(target); note != "" {
			linked[note] = target
		}
	}
	for _, sp := range b.River {
		add("space", sp.ID)
	}
	for _, d := range b.Depots {
		add("depot", d.ID)
	}
	for _, id := range b.Port.Columns {
		add("column", id)
	}
	for _, id := range rules.OptionIDs {
		add("option", id)
	}
	for _, id := range board.ProgressIDs {
		add("progress", id)
	}
	for _, code := range lang.Languages {
		notes, err := handbook.History(code)
		require.NoError(t, err)
		for _, note := range notes.Notes {
			if _, err := strconv.Atoi(note.ID); err == nil {
				continue // the timeline leads to it
			}
			if _, ok := linked[note.ID]; !ok {
				t.Errorf("%s: nothing leads to the note %s", code, note.ID)
			}
		}
		for id, target := range linked {
			if _, ok := notes.Note(id); !ok {
				t.Errorf("%s: %v leads to the note %s, which is not there", code, target, id)
			}
		}
	}
}
