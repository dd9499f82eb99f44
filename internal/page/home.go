package page

import (
	"time"

	"ruhr/internal/table"
)

// TableLine is a table in a list.
type TableLine struct {
	ID     string
	Day    string // when it was made, for computers
	Begun  string // the same in words
	Round  int
	Names  []SeatName
	Asked  bool // it waits for who reads the list
	Over   bool
	Frozen bool
}

// TableLines puts a list of tables into words.
func TableLines(l *Localizer, list []table.Listed) (out []TableLine) {
	for _, t := range list {
		names, signs := SeatNames(t.Snapshot)
		out = append(out, TableLine{
			ID: t.ID, Day: t.Created.Format(time.DateOnly), Begun: l.Date(t.Created), Names: seatNames(names, signs),
			Round: t.State.Round(), Asked: t.You.Asked(), Over: t.Over, Frozen: t.Frozen != nil,
		})
	}
	return out
}
