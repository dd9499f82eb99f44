package table

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

// None reports whether there are no quiet hours.
func (h Hours) None() bool { return h.From == h.To }

// Check returns ErrBadHours with the value if the hours are out of range or too
// long, and ErrBadZone for an unknown zone.
func (h Hours) Check() error {
	if h.From < 0 || h.From >= minutesADay || h.To < 0 || h.To >= minutesADay || (h.To-h.From+minutesADay)%minutesADay > MaxQuiet {
		return ErrBadHours
	}
	if _, err := time.LoadLocation(h.Zone); err != nil || h.Zone == "Local" || len(h.Zone) > 64 {
		return ErrBadZone.saying(h.Zone[:min(len(h.Zone), 64)])
	}
	return nil
}

// At reports whether it is quiet at t, and a time after t until which that does
// not change. Errors: those of Check.
func (h Hours) At(t time.Time) (quiet bool, until time.Time, err error) {
	r := rest{hours: h}
	if !h.None() {
		if err := h.Check(); err != nil {
			return false, t, err
		}
		if r.zone, err = time.LoadLocation(h.Zone); err != nil {
			return false, t, err
		}
	}
	quiet, until = r.at(t)
	return quiet, until, nil
}

// span is a stretch of time; the zero span is empty.
type span struct{ from, to time.Time }

// rest holds the times when a seat's clock is paused.
type rest struct {
	hours Hours
	zone  *time.Location // time zone of the hours
	away  span
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
	if r.hours.None() || r.zone == nil {
		return resting, until
	}
	local := t.In(r.zone)
	y, m, d := local.Date()
	for _, at := range [...]int{r.hours.From, r.hours.To} {
		sooner(time.Date(y, m, d, 0, at, 0, 0, r.zone))
		sooner(time.Date(y, m, d+1, 0, at, 0, 0, r.zone))
	}
	now := local.Hour()*60 + local.Minute()
	since := (now - r.hours.From + minutesADay) % minutesADay
	return resting || since < (r.hours.To-r.hours.From+minutesADay)%minutesADay, until
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
