package results

import (
	"slices"

	"ruhr/internal/game"
	"ruhr/view"
)

// Outcome is how a game ended, as it is stored for ratings and personal records.
type Outcome struct {
	Seats     []OutcomeSeat `json:"seats"`
	CalmWater bool          `json:"calmWater,omitempty"`
	EveryShip bool          `json:"everyShip,omitempty"`
	Days      bool          `json:"days,omitempty"`   // played by correspondence
	Public    bool          `json:"public,omitempty"` // the table was in the lobby
	Broken    bool          `json:"broken,omitempty"` // it ended for lack of action
	Day       string        `json:"day,omitempty"`    // whose deal it was, "" for one of its own
}

// OutcomeSeat is how a game ended for a seat.
type OutcomeSeat struct {
	Level string `json:"level,omitempty"` // of the computer player whose seat it was; "" for a person's
	VP    int    `json:"vp"`
	Place int    `json:"place"`          // 1 is best; a seat that left is last, and no seat is first where all left
	Turn  int    `json:"turn,omitempty"` // in round 1: 1 for the start player; 0 in results of before version 10 of the ratings
	Left  bool   `json:"left,omitempty"` // a computer player decided for the person
	// Absent: the person has decided nothing. It is not stored.
	Absent bool     `json:"-"`
	Mixed  bool     `json:"mixed,omitempty"` // several had the seat, so that the result is nobody's
	Goals  []string `json:"goals,omitempty"` // the progress markers it got
}

// tenure is who had a seat until the end of the game.
type tenure struct {
	kind  game.Kind
	level string // of the computer player that had it at the end
	since int64  // the log number at which its person joined, or was waited for
	fresh int64  // the log number at which its person joined
	mixed bool
}

// tenures returns who had the seats at log number n.
func tenures(f *game.Game, n int64) []tenure {
	out := make([]tenure, len(f.Seats))
	for k, s := range f.Setup.Seats {
		out[k] = tenure{kind: s.Kind, level: s.Level}
	}
	for _, e := range f.Events {
		if e.N > n || e.Seat < 0 {
			continue
		}
		switch t := &out[e.Seat]; e.Kind {
		case game.EventJoin:
			*t = tenure{kind: game.Person, since: e.N, fresh: e.N}
		case game.EventGive, game.EventLevel, game.EventFill, game.EventTimeout, game.EventResign, game.EventReplace:
			t.level = e.Text
		case game.EventTake:
			t.level = ""
		case game.EventWaits:
			t.level, t.since = "", e.N
		case game.EventRemove:
			t.kind = game.Open
		}
	}
	for _, s := range f.Steps {
		t := &out[s.Seat]
		switch {
		case s.Auto:
		case t.kind == game.Person:
			t.mixed = t.mixed || s.N < t.fresh
		default:
			t.mixed = t.mixed || s.Bot != t.level
		}
	}
	return out
}

// left reports whether a computer player had a person's seat at the end, or
// decided for the person.
func (t *tenure) left(steps []game.Step, seat int) bool {
	for _, s := range steps {
		if s.Seat == seat && s.Bot != "" && s.N > t.since {
			return true
		}
	}
	return t.level != ""
}

// Ended returns how a game ended at log number n. The places are those of the rules (END-6),
// but a seat that left comes last, as does one that let the table end by inaction; where all
// have left, nobody has won.
func Ended(f *game.Game, n int64) Outcome {
	s := f.State()
	result, sheet := f.Rules.Result(&s), view.Of(f.Rules, &s)
	out := Outcome{CalmWater: f.Setup.CalmWater, EveryShip: f.Setup.EveryShip, Days: f.Setup.Pace.Days, Public: f.Setup.Public, Broken: f.Frozen != nil}
	if f.Setup.Common != nil {
		out.Day = f.Setup.Common.Day
	}
	for k, t := range tenures(f, n) {
		seat := OutcomeSeat{VP: result.VP[k], Turn: 1 + (k-f.History.StartSeat+len(f.Seats))%len(f.Seats), Mixed: t.mixed || t.kind == game.Open && t.level == ""}
		if t.kind == game.Person {
			seat.Left = out.Broken || t.left(f.Steps, k)
			seat.Absent = seat.Left && !slices.ContainsFunc(f.Steps, func(s game.Step) bool { return s.Seat == k && !s.Auto && s.Bot == "" })
		} else {
			seat.Level = t.level
		}
		for _, m := range sheet.Seats[k].Progress {
			if m.State == "held" || m.State == "used" {
				seat.Goals = append(seat.Goals, m.ID)
			}
		}
		out.Seats = append(out.Seats, seat)
	}
	for k := range out.Seats {
		before := 0
		for _, other := range out.Seats {
			if other.before(out.Seats[k]) {
				before++
			}
		}
		out.Seats[k].Place = 1 + before
		if before == 0 && out.Seats[k].Left { // all have: nobody has won
			out.Seats[k].Place = 2
		}
	}
	return out
}

// before reports whether a seat finished before another one.
func (s OutcomeSeat) before(other OutcomeSeat) bool {
	if s.Left || other.Left {
		return !s.Left
	}
	return s.VP > other.VP
}
