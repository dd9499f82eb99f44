package page

import (
	"html/template"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/view"
)

// SeatTime is the time of a seat at a table with clocks. It is the zero one where
// there are none.
type SeatTime struct {
	Left  template.HTML // in words
	Until int64         // when it runs out, unix milliseconds; 0 where it does not run
	Rest  int64         // what is left where it does not run, milliseconds
	Notes template.HTML // what else there is to say: holiday, votes; "" for nothing

	MayWait   bool // the viewer may want to wait for the seat
	MayResign bool
	MayLeave  bool // the viewer may go on holiday
	Counts    bool // anyone who resigns comes last, because the table is rated
	IsAway    bool
}

// Shown reports whether the seat has a clock.
func (t SeatTime) Shown() bool { return t.Left != "" }

// Forms reports whether the viewer can do anything about it.
func (t SeatTime) Forms() bool { return t.MayWait || t.MayResign || t.MayLeave }

// HolidayDays are the lengths of a holiday to choose from.
func (t SeatTime) HolidayDays() []int { return []int{1, 2, 3, 5, 7, 10, 14, 21} }

// TimeLeft says how long a clock still runs, so exactly as matters.
func (t *Localizer) TimeLeft(d time.Duration) template.HTML {
	minutes := int(d / time.Minute)
	hours := minutes / 60
	switch {
	case hours >= 24:
		return t.T("pace.left.days", "d", hours/24, "h", hours%24)
	case hours >= 1:
		return t.T("pace.left.hours", "h", hours, "m", minutes%60)
	case minutes >= 1:
		return t.T("pace.left.minutes", "m", minutes)
	}
	return t.T("pace.left.little")
}

// resting says after a name why nobody need wait for it now, "" where its clock runs.
func (t *Localizer) resting(c game.Clock) template.HTML {
	switch {
	case !c.Away.IsZero():
		return ", " + t.T("pace.away", "day", t.Printer.Date(c.Away))
	case c.Rests:
		return ", " + t.T("pace.rests")
	}
	return ""
}

// PaceName names a pace.
func (t *Localizer) PaceName(p game.Pace) template.HTML {
	return t.T("pace.name." + paceKey(p.Name()))
}

// PaceText says what a pace, by its name, gives everybody.
func (t *Localizer) PaceText(name string) template.HTML { return t.T("pace.what." + paceKey(name)) }

func paceKey(name string) string {
	if name == "" {
		return "none"
	}
	return name
}

// timeOf is the time of a seat for a viewer with seats of their own.
func (s *Shared) timeOf(snap *game.Snapshot, own []int, k int) (t SeatTime) {
	if snap.Clocks == nil {
		return t
	}
	c, seat := snap.Clocks[k], snap.Seats[k]
	mine := slices.Contains(own, k)
	if seat.Kind == game.Person {
		t.MayWait = snap.MayWait(own, k)
		t.MayResign = mine && seat.ByHand()
		t.MayLeave = mine && snap.Pace.Days
		t.IsAway = !c.Away.IsZero()
		t.Counts = snap.Rated
	}
	if seat.ByHand() {
		t.Left = s.TimeLeft(c.Left)
	}
	if !c.Until.IsZero() {
		t.Until = c.Until.UnixMilli()
	}
	var notes []template.HTML
	if t.IsAway {
		notes = append(notes, s.T("pace.away", "day", s.Printer.Date(c.Away)))
	}
	if c.Rests {
		t.Until = 0
		notes = append(notes, s.T("pace.rests"))
	}
	if c.RanOut > 0 {
		notes = append(notes, s.T("pace.ran_out", "n", c.RanOut))
	}
	if t.Until == 0 && t.Shown() {
		t.Rest = c.Left.Milliseconds()
	}
	if len(c.Votes) > 0 {
		var who []view.SeatRef
		for _, v := range c.Votes {
			who = append(who, view.SeatRef(v))
		}
		notes = append(notes, s.T("pace.votes", "who", who))
	}
	for i, n := range notes {
		if i > 0 {
			t.Notes += "; "
		}
		t.Notes += n
	}
	return t
}

// Ends says when the table ends automatically, "" for never.
func (t *Table) Ends() template.HTML {
	if t.snap.Ends.IsZero() {
		return ""
	}
	return t.T("pace.ends", "day", t.Printer.Date(t.snap.Ends))
}

// LeftEarly says who comes last in the rating of a game that is over, whatever
// their score.
func (t *Table) LeftEarly() (out []template.HTML) {
	for k := range t.snap.Seats {
		if t.snap.Over && t.snap.Rated && t.snap.Left(k) {
			out = append(out, t.T("pace.left_last", "seat", view.SeatRef(k)))
		}
	}
	return out
}

// Ref is the seat as texts name it.
func (s Seat) Ref() view.SeatRef { return view.SeatRef(s.Seat) }
