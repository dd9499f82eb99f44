package tournaments

import (
	"net/http"
	"time"

	ics "github.com/arran4/golang-ical"

	"ruhr/internal/tournament/director"
	"ruhr/internal/web/kernel"
)

// calendar is a file for calendars (RFC 5545) with the planned beginning of a tournament.
func (s *tournaments) calendar(w http.ResponseWriter, r *http.Request) {
	t, err := s.director.Tournament(r.Context(), "", r.PathValue("id"))
	if err == nil && t.Begins == 0 {
		err = director.ErrNone
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	link := kernel.CallerOf(r).Public + "/tournament/" + t.ID
	c := ics.NewCalendarFor("Ruhr")
	e := c.AddEvent(t.ID + "@ruhr")
	e.SetDtStampTime(time.Now())
	e.SetSummary(t.Name)
	e.SetDescription(link)
	e.SetURL(link)
	begins := t.Started // by its maker, before the time that was planned
	if begins.IsZero() {
		begins = time.UnixMilli(t.Begins)
	}
	e.SetStartAt(begins)
	e.SetEndAt(begins.Add(takes(t)))
	if t.Cancelled {
		e.SetSequence(1)
		e.SetStatus(ics.ObjectStatusCancelled)
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr.ics"`)
	if err := c.SerializeTo(w, ics.WithNewLineWindows); err != nil {
		s.Fault(r, "a calendar file", err)
	}
}

// takes is how much time of a calendar a tournament takes: by correspondence an hour for
// its beginning, else the time that all people begin a game with, for each round.
func takes(t *director.Tournament) time.Duration {
	if t.Pace.Days {
		return time.Hour
	}
	people := t.Seats
	if t.Solo {
		people = 1
	}
	return time.Duration(t.Rounds*people*t.Pace.Bank) * time.Second
}
