package table

import (
	"time"
	_ "time/tzdata" // time zones where the system has none
)

// Hours are the hours of every day in which the clocks of a person rest at tables
// by correspondence, in their own time zone. The zero Hours are none.
type Hours struct {
	From int    `json:"from"` // minutes from midnight on, 0 to 1439
	To   int    `json:"to"`   // the same; before From it is on the next day
	Zone string `json:"zone"` // as in the time zone database: Europe/Berlin
}

// MaxQuiet is how many minutes of a day may be quiet: a clock must run at times.
const MaxQuiet = 12 * 60

const minutesADay = 24 * 60

// None says whether there are no quiet hours.
func (h Hours) None() bool { return h.From == h.To }

// Check refuses hours that are none: ErrBadHours with the value.
func (h Hours) Check() error {
	if h.From < 0 || h.From >= minutesADay || h.To < 0 || h.To >= minutesADay || (h.To-h.From+minutesADay)%minutesADay > MaxQuiet {
		return ErrBadHours
	}
	if _, err := time.LoadLocation(h.Zone); err != nil || h.Zone == "Local" || len(h.Zone) > 64 {
		return ErrBadZone.saying(h.Zone[:min(len(h.Zone), 64)])
	}
	return nil
}

// span is a stretch of time; the zero one is none.
type span struct{ from, to time.Time }

// rest is when the clock of a seat does not run.
type rest struct {
	hours Hours
	zone  *time.Location // of the hours
	away  span
}

// forever is later than everything that is asked about.
const forever = 200 * 365 * 24 * time.Hour

// at says whether the clock rests at a moment, and until when that stays so at
// least; that is later than the moment.
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

// active is how long the clock runs between two moments.
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

// after is the moment at which the clock has run for so long since another.
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
