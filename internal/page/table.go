package page

import (
	"html/template"
	"slices"
	"strings"

	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/view"
)

// Table is a table's page for one viewer: the shared part with the viewer's
// choices, advice and lesson.
type Table struct {
	*Shared
	Headline
	Recent
	You     game.You
	Key     string // makes a repeated command harmless
	Passing bool   // the position is only passed through
	Seats   []Seat
	Shown   int // the seat whose board lies beside the choices
	Groups  []ChoiceGroup
	Map     MapLayers
	Notes   []Note  // on the choices
	Ahead   *Ahead  // nil where no sale can be ordered
	Guide   *Lesson // at a guided table

	Standing *Standing     // nil for nothing to say
	Next     *Next         // nil where no table follows
	Box      *Box          // beside the printed game
	Turned   template.HTML // which decision cost most; "" without a review, or where it marks none
	Review   string        // of the game once it is over; "" for none
	Circle   string        // the ID of the table's circle once the game is over, "" for a viewer outside

	snap   *game.Snapshot
	advice *Advice
}

// Lessons says how a viewer of a guided table is taught.
type Lessons struct {
	Left bool // the viewer has left the lesson
}

// NewTable makes the page of a snapshot for its viewer. The shared part must
// be of the same log number.
func NewTable(s *Shared, snap *game.Snapshot, key string, l Lessons) *Table {
	t := &Table{Shared: s, You: snap.You, Key: key, Map: s.Map, snap: snap}
	t.Headline = s.headline(snap, t.You)
	if t.Box = s.box(t.You); t.Box != nil { // which has buttons of its own to go back and on
		t.You.UndoTo, t.You.Confirm = nil, false
	}
	t.Shown = shownSeat(t.You.Seats, snap.ToAct)
	t.Seats = s.seatsFor(t.You.Seats, t.Shown, snap.Seats)
	for k := range t.Seats {
		t.Seats[k].Time = s.timeOf(snap, t.You.Seats, k)
	}
	if s.mayChoose(t.You) {
		t.Groups, _ = s.groups()
	}
	t.Notes = s.notes(t.You)
	t.Ahead = s.ahead(snap)
	if t.advice = s.adviceFor(t.You, t.Groups); t.advice != nil {
		t.advice.Plan = t.plan()
	}
	if t.You.Act {
		_, choices := s.groups()
		t.Map.Targets = s.mapView.Targets(choices) + s.mapView.Extras(choices, figure) + t.ranks(choices)
	}
	if s.history != nil {
		if t.Recent = s.recentFor(t.You, len(t.Groups) > 0); t.Box != nil && len(t.Box.Hands) > 0 {
			t.Lately = nil // hands are told the same
		}
		t.Map.Last = s.mapView.LastMoves(s.history.EventsFrom(s.lastOwn(t.You)))
	}
	if t.Standing = t.standing(); t.Standing != nil {
		t.Head, t.Because, t.Who = t.Standing.Says, "", nil
	}
	if snap.Over && snap.Rematch != "" {
		t.Next = &Next{ID: snap.Rematch}
	}
	if s.teaches(t.You) {
		t.Guide = s.lesson(t.You, len(t.Groups) > 0, l)
		t.Map.Targets += s.lessonHalos(t.Guide)
	}
	return t
}

// NewPassed makes the page of a position that is only passed through.
func NewPassed(s *Shared, you game.You, shown int, seats []game.Seat) *Table {
	t := &Table{Shared: s, You: game.You{Seats: you.Seats, Seat: -1, TurnFrom: -1}, Passing: true, Map: s.Map, Shown: shown, snap: s.snap}
	t.Headline = s.headline(s.snap, game.You{Seat: -1, TurnFrom: -1}) // the same for all viewers
	t.Seats = s.seatsFor(you.Seats, shown, seats)
	for k := range t.Seats {
		t.Seats[k].Time = s.timeOf(s.snap, nil, k)
	}
	t.Lately = s.lately(0, s.step+1, maxLately)
	return t
}

// mayChoose reports whether a viewer is given choices.
func (s *Shared) mayChoose(you game.You) bool {
	return you.Act && !s.Over && s.snap.Frozen == nil
}

// From is the position the table started from, nil for a new game.
func (t *Table) From() *game.Origin { return t.snap.From }

// Takeback is a request to take something back that waits for answers, nil for
// none.
func (t *Table) Takeback() *game.Takeback {
	if t.Passing {
		return nil
	}
	return t.snap.Takeback
}

// Asking is the text of that request. It speaks to one who has a single seat.
func (t *Table) Asking() template.HTML {
	return t.spoken(t.Localizer).T("page.takeback.asks", "seat", view.SeatRef(t.snap.Takeback.Seat), "waits", t.seatList(t.snap.Takeback.Waits))
}

// Undoes is what would be taken back with it.
func (t *Table) Undoes() template.HTML {
	var lines []string
	for step := t.snap.Takeback.To + 1; step < len(t.history.Steps); step++ {
		for _, line := range t.linesOf(step) {
			lines = append(lines, string(line))
		}
	}
	return t.T("page.takeback.undoes", "what", lang.Text{HTML: template.HTML(strings.Join(lines, " "))})
}

// spoken speaks to a viewer who has one seat.
func (t *Table) spoken(l *Localizer) *Localizer {
	if len(t.You.Seats) != 1 {
		return l
	}
	return l.To(t.You.Seats[0])
}

// Asker reports whether the request is the viewer's.
func (t *Table) Asker() bool { return slices.Contains(t.You.Seats, t.snap.Takeback.Seat) }

// seatList lists seats in a text.
func (t *Table) seatList(seats []int) (out []view.SeatRef) {
	for _, k := range seats {
		out = append(out, view.SeatRef(k))
	}
	return out
}

// Reveals reports whether confirming the turn reveals something.
func (t *Table) Reveals() bool { return t.snap.Turn.Reveals }

// Own is the seat whose board is summed up below the choices.
func (t *Table) Own() Seat { return t.Seats[t.Shown] }

// BackOne is the number of decisions that one step back leads to.
func (t *Table) BackOne() int { return t.You.UndoTo[len(t.You.UndoTo)-1] }

// TurnBack reports whether going back to the beginning of the turn is more than
// one step.
func (t *Table) TurnBack() bool { return t.You.TurnFrom >= 0 && t.You.TurnFrom != t.BackOne() }

// shownSeat is the seat whose board is beside the choices: the viewer's own
// (of several, the one to act), or for spectators the seat to act.
func shownSeat(own []int, toAct int) int {
	if len(own) > 0 && !slices.Contains(own, toAct) {
		return own[0]
	}
	return max(0, toAct)
}

// Aloud is what is read aloud besides the game's events: what else happened and the
// advice that was given after a log number, what is asked, and what is taught. That a
// computer player is to decide is not: what it decides is read soon enough.
func (t *Table) Aloud(after int64) []template.HTML {
	out := append(t.besides(after, t.N), t.adviceAloud(after)...)
	if asked := t.snap.ToAct; t.You.Asked() || asked < 0 || t.snap.Seats[asked].Level == "" {
		out = append(out, t.Head)
	}
	return append(out, t.Guide.aloud()...)
}
