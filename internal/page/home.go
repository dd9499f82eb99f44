package page

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"ruhr/internal/game"
	"ruhr/rules"
	"ruhr/view"
)

// soon is the time left to move that a list of tables points out.
const soon = 12 * time.Hour

// TableLine is a table in a list.
type TableLine struct {
	ID     string
	Name   string // of the table, "" for none
	Day    string // when it was made, for computers
	Begun  string // the same in words
	Round  int
	Names  []LineSeat
	Asked  bool          // it waits for the reader
	Kept   bool          // a seat is kept there for the reader
	Turn   template.HTML // whom it waits for, "" where it waits for nobody else
	Waits  bool          // it waits for somebody to take a seat
	Last   template.HTML // when it was last played at, "" where that is when it was made
	Over   bool
	Open   []OpenSeat // seats that nobody has taken yet
	Mine   bool       // the reader has a seat there
	Frozen bool
	Along  bool          // the game was taken along
	Ended  bool          // by itself
	Pace   template.HTML // "" without clocks
	Left   template.HTML // the time that who reads the list has to move
	Rated  bool
	Hints  bool
	Leave  bool // who reads the list may strike it off

	Soon bool // of that there is so little left that it matters today

	since time.Time
	made  time.Time
	until time.Time // when the reader's time runs out; zero for never
}

// LineSeat is a seat of a table in a list.
type LineSeat struct {
	SeatName
	VP    int           // with the lines of the end once the game is over
	Level template.HTML // of a computer player, "" for a person
	Won   template.HTML // how it won, "" if it did not
	For   bool          // a computer player won for the person
	Open  bool          // nobody has it yet
	// Rating is that of who has the seat at a rated table, "" for none.
	Rating string
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

// NewLobby sorts the tables of a browser that wait for it, and the public ones of
// others.
func NewLobby(l *Localizer, mine, public []game.Listed) *Lobby {
	out := &Lobby{}
	mine = slices.DeleteFunc(slices.Clone(mine), func(t game.Listed) bool { return !t.You.Awaited() })
	slices.SortStableFunc(mine, func(a, b game.Listed) int { return a.Since().Compare(b.Since()) })
	out.Waiting = TableLines(l, mine)
	for _, line := range TableLines(l, public) {
		switch {
		case line.Frozen, (line.Mine || line.Kept) && !line.Over:
		case line.Over:
			out.Over = append(out.Over, line)
		case len(line.Open) > 0:
			out.Open = append(out.Open, line)
		default:
			out.Running = append(out.Running, line)
		}
	}
	return out
}

// TableLines puts a list of tables into words.
func TableLines(l *Localizer, list []game.Listed) (out []TableLine) {
	for _, t := range list {
		names, signs := PlayerNames(l, t.Snapshot)
		var open []OpenSeat
		for k, seat := range t.Seats {
			if seat.Kind == game.Open && !seat.Kept {
				open = append(open, OpenSeat{k, signs[k]})
			}
		}
		line := TableLine{
			ID: t.ID, Name: t.Name, Day: l.Printer.Day(t.Created), Begun: l.Printer.Moment(t.Created), Names: lineSeats(l, t, names, signs),
			Round: t.State.Round(), Asked: t.You.Asked(), Kept: len(t.You.Kept) > 0, Over: t.Over, Frozen: t.Frozen != nil, Open: open, Mine: len(t.Mine) > 0,
			Leave: t.MayLeave(game.Actor{Seats: t.Mine}) == nil, since: t.Since(), made: t.Created,
		}
		line.Along = t.Frozen != nil && t.Frozen.Key == game.FrozenAlong
		line.Ended, line.Rated = t.Frozen != nil && t.Frozen.Key == game.FrozenEnded, t.Rated
		line.Hints = t.Hints && !t.Rated
		if t.Pace.Timed() {
			line.Pace = l.PaceName(t.Pace)
		}
		if line.Asked && t.Clocks != nil && !t.Clocks[t.ToAct].Until.IsZero() {
			clock := t.Clocks[t.ToAct]
			line.Left, line.Soon, line.until = l.TimeLeft(clock.Left), clock.Left < soon, clock.Until
		}
		if last := l.Printer.Moment(line.since); last != line.Begun {
			line.Last = l.T("page.tables.last", "date", last)
		}
		switch {
		case t.ToAct < 0 || line.Asked:
		case t.Seats[t.ToAct].Kind == game.Open && !t.Seats[t.ToAct].Kept && t.Seats[t.ToAct].ByHand():
			line.Waits = true
		default:
			line.Turn = l.AtTable(names, signs).T("page.tables.turn", "seat", view.SeatRef(t.ToAct))
			if t.Clocks != nil {
				line.Turn += l.resting(t.Clocks[t.ToAct])
			}
		}
		out = append(out, line)
	}
	return out
}

// lineSeats are the seats of a table with how they stand.
func lineSeats(l *Localizer, t game.Listed, names []string, signs []int) (out []LineSeat) {
	var result rules.Result
	if t.Over {
		result = t.Game.Result(&t.State)
	}
	for k, seat := range t.Seats {
		line := LineSeat{SeatName: SeatName{names[k], signs[k]}, Rating: SeatRating(seat.Rating), Open: seat.Kind == game.Open && !seat.Kept && seat.ByHand()}
		switch {
		case t.Over:
			line.VP = result.VP[k]
			if result.Rank[k] == 1 {
				line.Won, line.For = l.won(t, k), t.Snapshot.StoodIn(k)
			}
		case t.Game != nil:
			line.VP = t.State.VP(k)
		}
		if seat.Level != "" {
			line.Level = l.Level(seat.Level)
		}
		out = append(out, line)
	}
	return out
}

// won says how the seat with the most VP won; at a rated table it did not where
// a computer player decided for the person.
func (t *Localizer) won(at game.Listed, seat int) template.HTML {
	switch {
	case at.Rated && at.Snapshot.Left(seat):
		return ""
	case at.Snapshot.StoodIn(seat):
		return t.T("page.tables.won_for")
	}
	return t.T("page.tables.won")
}

// AnyRating reports whether there is a rating in a list of tables.
func AnyRating(lists ...[]TableLine) bool {
	for _, list := range lists {
		for _, line := range list {
			if slices.ContainsFunc(line.Names, func(seat LineSeat) bool { return seat.Rating != "" }) {
				return true
			}
		}
	}
	return false
}

// Rated reports whether there is a rating in the lobby.
func (l *Lobby) Rated() bool { return AnyRating(l.Waiting, l.Open, l.Running, l.Over) }

// Orders are how a list of tables can be sorted: those that wait for the reader
// first, which is usual; by the last move or by the beginning, the newest first.
var Orders = []string{"turn", "played", "begun"}

// TableGroup is tables under a heading, by its key; "" for none.
type TableGroup struct {
	Title  string
	Tables []TableLine
}

// Groups sorts a list of tables by one of Orders and parts it by what the reader has to
// do there, if it is sorted by that.
func Groups(list []TableLine, order string) []TableGroup {
	Sort(list, order)
	if order != "turn" && len(list) > 0 {
		return []TableGroup{{Tables: list}}
	}
	groups := []TableGroup{{Title: "people.lobby.waiting"}, {Title: "page.tables.others"}, {Title: "people.lobby.over"}}
	for _, line := range list {
		g := &groups[line.rank()]
		g.Tables = append(g.Tables, line)
	}
	return slices.DeleteFunc(groups, func(g TableGroup) bool { return len(g.Tables) == 0 })
}

// rank is 0 for a table that waits for the reader, 1 for another one, 2 for one where
// nobody plays any more.
func (l *TableLine) rank() int {
	switch {
	case l.awaits():
		return 0
	case l.Over, l.Frozen:
		return 2
	}
	return 1
}

// moreUrgent orders tables by the time that the reader has left, those without a clock
// last.
func (l *TableLine) moreUrgent(m *TableLine) int {
	if l.until.IsZero() || m.until.IsZero() {
		return cmp.Compare(b2i(l.until.IsZero()), b2i(m.until.IsZero()))
	}
	return l.until.Compare(m.until)
}

// awaits reports whether the table waits for the reader to act or to sit down.
func (l *TableLine) awaits() bool { return l.Asked || l.Kept }

// Sort sorts a list of tables by one of Orders.
func Sort(list []TableLine, order string) {
	slices.SortStableFunc(list, func(a, b TableLine) int {
		switch order {
		case "begun":
			return b.made.Compare(a.made)
		case "turn":
			if by := cmp.Or(cmp.Compare(a.rank(), b.rank()), a.moreUrgent(&b)); by != 0 {
				return by
			}
		}
		return b.since.Compare(a.since)
	})
}

// Find returns the tables of a list at which all the words of a query are a part of
// their name, that of a seat, or a level.
func Find(list []TableLine, query string) (out []TableLine) {
	words := strings.Fields(strings.ToLower(query))
	for _, line := range list {
		var text strings.Builder
		fmt.Fprintln(&text, line.Name)
		for _, seat := range line.Names {
			fmt.Fprintln(&text, seat.Name, html.UnescapeString(string(seat.Level)))
		}
		all := strings.ToLower(text.String())
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(all, word) }) {
			out = append(out, line)
		}
	}
	return out
}

// clearMargin is the margin in VP by which a game has to be won or lost for one
// more level up or down: more than two levels make at three seats
// (lab/strength.md).
const clearMargin = 15

// NextLevel is the place in levels of those that suit after a game: above the
// strongest it was played against where the person won, below where they came
// last, by one level and one more for each clearMargin. It is false for a game
// that is not over, that a computer player finished for the person, or not of one
// person against computer players of these levels.
func NextLevel(t game.Listed, levels []string) (at int, ok bool) {
	if !t.Over || t.Game == nil || len(t.Mine) != 1 || t.Snapshot.StoodIn(t.Mine[0]) {
		return 0, false
	}
	at = -1
	for k, seat := range t.Seats {
		if k == t.Mine[0] {
			continue
		}
		if seat.Kind != game.Bot {
			return 0, false
		}
		at = max(at, slices.Index(levels, seat.Level))
	}
	if at < 0 {
		return 0, false
	}
	at += rise(t.Game.Result(&t.State), t.Mine[0], len(t.Seats))
	return max(0, min(at, len(levels)-1)), true
}

// rise is by how many levels the next game should be harder for a seat.
func rise(r rules.Result, seat, seats int) int {
	gap := math.MaxInt // to the nearest of the others
	for k := range seats {
		if k != seat {
			gap = min(gap, max(r.VP[k]-r.VP[seat], r.VP[seat]-r.VP[k]))
		}
	}
	switch steps := 1 + gap/clearMargin; r.Rank[seat] {
	case 1:
		return steps
	case seats:
		return -steps
	}
	return 0
}
