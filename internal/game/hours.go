package game

import (
	"time"
)

// Hours are a person's daily quiet hours, in their own time zone: at tables by
// correspondence their clock pauses. The zero Hours means none.
type Hours struct {
	From int    `json:"from"` // minutes after midnight, 0 to 1439
	To   int    `json:"to"`   // likewise; if before From, on the next day
	Zone string `json:"zone"` // time zone database name, such as Europe/Berlin
}

// MaxQuiet is the longest quiet period a day, in minutes.
const MaxQuiet = 12 * 60

const minutesADay = 24 * 60

const maxZone = 64 // bytes of a zone's name

// None reports whether there are no quiet hours.
func (h Hours) None() bool { return h.From == h.To }

// Check returns ErrBadHours with the value if the hours are out of range or too
// long, and ErrBadZone for an unknown zone.
func (h Hours) Check() error {
	_, err := h.rest()
	return err
}

// Zone returns a time zone by its name in the time zone database, UTC for "".
// Errors: ErrBadZone with the beginning of the name.
func Zone(name string) (*time.Location, error) {
	if len(name) <= maxZone && name != "Local" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	return nil, ErrBadZone.Saying(name[:min(len(name), maxZone)])
}

// End returns the first time from t on that is not quiet. Errors: those of Check.
func (h Hours) End(t time.Time) (time.Time, error) {
	r, err := h.rest()
	if err != nil {
		return t, err
	}
	return r.after(t, 0), nil
}

// rest returns the times that are quiet. Errors: those of Check.
func (h Hours) rest() (rest, error) {
	if h.None() {
		return rest{}, nil
	}
	if h.From < 0 || h.From >= minutesADay || h.To < 0 || h.To >= minutesADay || (h.To-h.From+minutesADay)%minutesADay > MaxQuiet {
		return rest{}, ErrBadHours
	}
	zone, err := Zone(h.Zone)
	return rest{hours: h, zone: zone}, err
}

// span is a stretch of time; the zero span is empty.
type span struct{ from, to time.Time }

// rest holds the times when a seat's clock is paused: while the wall clock of
// the zone shows a time in the hours, and during a holiday.
type rest struct {
	hours Hours
	zone  *time.Location // time zone of the hours
	away  span
	// then has the hours that count from a time on, nil where those now do for good.
	then *rest
	from time.Time
}

// change replaces the hours at a time. Where there are some, the new ones count from the
// next time that those begin: if they could be moved round the clock, it would never run.
func (r *rest) change(quiet rest, now time.Time) {
	quiet.away = r.away
	if r.then != nil && !now.Before(r.from) {
		r.hours, r.zone, r.then = r.then.hours, r.then.zone, nil
	}
	if r.hours.None() {
		*r = quiet
		return
	}
	if r.then == nil {
		r.from = r.begins(now)
	}
	r.then = &quiet
}

// begins returns the first time after t at which the hours, of which there are some, begin.
func (r rest) begins(t time.Time) time.Time {
	r.away = span{}
	for before := true; ; {
		resting, until := r.at(t)
		if resting && !before {
			return t
		}
		before, t = resting, until
	}
}

// newest are the hours that were set last.
func (r *rest) newest() Hours {
	if r.then != nil {
		return r.then.hours
	}
	return r.hours
}

// forever is longer than any game.
const forever = 200 * 365 * 24 * time.Hour

// at reports whether the clock is paused at t, and a time after t until which
// that does not change.
func (r *rest) at(t time.Time) (resting bool, until time.Time) {
	until = t.Add(forever)
	sooner := func(u time.Time) {
		if u.After(t) && u.Before(until) {
			until = u
		}
	}
	sooner(r.away.from)
	sooner(r.away.to)
	resting = !t.Before(r.away.from) && t.Before(r.away.to)
	if r.then != nil {
		if sooner(r.from); !t.Before(r.from) {
			r = r.then
		}
	}
	if r.hours.None() || r.zone == nil {
		return resting, until
	}
	local := t.In(r.zone)
	_, change := local.ZoneBounds()
	sooner(change) // until then the wall clock runs evenly
	hour, minute, second := local.Clock()
	now := time.Duration(hour*60+minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(local.Nanosecond())
	since := func(minutes int) time.Duration { // the wall clock showed a time last, less than a day
		return (now - time.Duration(minutes)*time.Minute + 24*time.Hour) % (24 * time.Hour)
	}
	sinceFrom, sinceTo := since(r.hours.From), since(r.hours.To)
	sooner(t.Add(24*time.Hour - sinceFrom))
	sooner(t.Add(24*time.Hour - sinceTo))
	return resting || sinceFrom < sinceTo, until
}

// active returns how long the clock runs between two times.
func (r *rest) active(from, to time.Time) (sum time.Duration) {
	for from.Before(to) {
		resting, until := r.at(from)
		if until.After(to) {
			until = to
		}
		if !resting {
			sum += until.Sub(from)
		}
		from = until
	}
	return sum
}

// after returns when the clock will have run for d since from.
func (r *rest) after(from time.Time, d time.Duration) time.Time {
	for {
		resting, until := r.at(from)
		run := until.Sub(from)
		if !resting {
			if run >= d {
				return from.Add(d)
			}
			d -= run
		}
		from = until
	}
}
