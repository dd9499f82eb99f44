package page

import (
	"slices"
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
	Open   []OpenSeat // where nobody sits yet
	Mine   bool       // who reads the list has a seat there
	Frozen bool
}

// OpenSeat is a seat that waits for somebody.
type OpenSeat struct{ Seat, Sign int }

// Lobby is the tables of the lobby by what can be done there.
type Lobby struct {
	Waiting []TableLine // mine, to move: the one that has waited longest first
	Open    []TableLine // to join
	Running []TableLine // to watch
	Over    []TableLine // to replay
}

// NewLobby sorts the tables of a browser that wait for it, and the public ones.
func NewLobby(l *Localizer, mine, public []table.Listed) *Lobby {
	out := &Lobby{}
	mine = slices.DeleteFunc(slices.Clone(mine), func(t table.Listed) bool { return !t.You.Asked() })
	slices.SortStableFunc(mine, func(a, b table.Listed) int { return a.Since().Compare(b.Since()) })
	out.Waiting = TableLines(l, mine)
	for _, line := range TableLines(l, public) {
		switch {
		case line.Frozen:
		case line.Over:
			out.Over = append(out.Over, line)
		case len(line.Open) > 0 && !line.Mine:
			out.Open = append(out.Open, line)
		default:
			out.Running = append(out.Running, line)
		}
	}
	return out
}

// TableLines puts a list of tables into words.
func TableLines(l *Localizer, list []table.Listed) (out []TableLine) {
	for _, t := range list {
		names, signs := SeatNames(t.Snapshot)
		var open []OpenSeat
		for k, seat := range t.Seats {
			if seat.Kind == table.Open {
				open = append(open, OpenSeat{k, signs[k]})
			}
		}
		out = append(out, TableLine{
			ID: t.ID, Day: t.Created.Format(time.DateOnly), Begun: l.Date(t.Created), Names: seatNames(names, signs),
			Round: t.State.Round(), Asked: t.You.Asked(), Over: t.Over, Frozen: t.Frozen != nil, Open: open, Mine: len(t.Mine) > 0,
		})
	}
	return out
}

// NextLevel is the place in levels of those that suit after a game: one above the
// strongest it was played against where the person won, one below where they came
// last. It is false for a game that is not over, or not of one person against
// computer players of these levels.
func NextLevel(t table.Listed, levels []string) (at int, ok bool) {
	if !t.Over || t.Game == nil || len(t.Mine) != 1 {
		return 0, false
	}
	at = -1
	for k, seat := range t.Seats {
		if k == t.Mine[0] {
			continue
		}
		if seat.Kind != table.Bot {
			return 0, false
		}
		at = max(at, slices.Index(levels, seat.Level))
	}
	switch rank := t.Game.Result(&t.State).Rank[t.Mine[0]]; {
	case at < 0:
		return 0, false
	case rank == 1:
		at++
	case rank == len(t.Seats):
		at--
	}
	return max(0, min(at, len(levels)-1)), true
}
