package game

import (
	"fmt"

	"ruhr/board"
	"ruhr/internal/visible"
)

// Limits on the texts of a board that somebody brings, in characters; older tables may
// have longer ones.
const (
	maxPlace = 40 // the name of a space
	maxID    = 80
)

// MayBring refuses a board file that nobody may bring to a table: one that is too large, no
// board, or has texts that others could not read.
func MayBring(data []byte) error {
	if len(data) > board.MaxOwn {
		return board.TooLarge(len(data), board.MaxOwn)
	}
	b, err := board.Load(data)
	if err != nil {
		return err
	}
	check := func(field, text string, most int) {
		if same, ok := visible.Name(text, most); err == nil && (!ok || same != text) {
			err = &board.Error{Field: field, Value: fmt.Sprintf("%.60q", text), Want: fmt.Sprintf("1 to %d visible characters", most)}
		}
	}
	check("id", b.ID, maxID)
	for i, s := range b.River {
		check(fmt.Sprintf("river[%d].id", i), s.ID, maxID)
		check(fmt.Sprintf("river[%d].name", i), s.Name, maxPlace)
	}
	for i, m := range b.Markers {
		check(fmt.Sprintf("markers[%d].id", i), m.ID, maxID)
	}
	for _, d := range b.Depots {
		check("depots.id", d.ID, maxID)
	}
	return err
}
