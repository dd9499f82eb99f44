package game

import (
	"math/rand/v2"
	"testing"
	"time"

	"ruhr/internal/require"
)

// changes are nights in which wall clocks do all that they do, and some in which
// they run evenly: zones, with the day before in UTC.
var changes = []struct{ zone, day string }{
	{"UTC", "2026-06-01"}, {"Asia/Kolkata", "2026-06-01"}, {"Asia/Kathmandu", "2026-06-01"},
	{"Europe/Berlin", "2027-03-27"}, {"Europe/Berlin", "2026-10-24"}, // at 2 and at 3
	{"Europe/London", "2027-03-27"}, {"Europe/London", "2026-10-24"}, // at 1 and at 2
	{"Europe/Helsinki", "2027-03-27"}, {"Europe/Helsinki", "2026-10-24"}, // at 3 and at 4
	{"America/New_York", "2027-03-13"}, {"America/New_York", "2026-10-31"},
	{"America/Santiago", "2026-09-05"}, {"America/Santiago", "2026-04-04"}, // at midnight, south of the equator
	{"America/Havana", "2027-03-13"}, {"America/Havana", "2026-10-31"},
	{"Atlantic/Azores", "2027-03-27"}, {"Atlantic/Azores", "2026-10-24"},
	{"Asia/Beirut", "2027-03-27"}, {"Asia/Beirut", "2026-10-24"},
	{"Africa/Cairo", "2027-04-29"}, {"Africa/Cairo", "2026-10-29"},
	{"America/Scoresbysund", "2027-03-27"}, {"America/Scoresbysund", "2026-10-24"}, // at 23 and at midnight
	{"America/St_Johns", "2010-03-13"}, {"America/St_Johns", "2010-11-06"}, // a minute past midnight
	{"Australia/Sydney", "2026-10-03"}, {"Australia/Sydney", "2027-04-03"},
	{"Australia/Lord_Howe", "2026-10-03"}, {"Australia/Lord_Howe", "2027-04-03"}, // by half an hour
	{"Antarctica/Troll", "2027-03-27"}, {"Antarctica/Troll", "2026-10-24"}, // by two hours
	{"Africa/Casablanca", "2027-02-06"}, {"Africa/Casablanca", "2027-03-13"},
	{"Pacific/Apia", "2011-12-29"}, {"Pacific/Kwajalein", "1969-09-30"}, // a day that never was, and one that was twice
	{"Europe/Berlin", "2048-12-30"}, {"America/Santiago", "2048-12-30"}, // the end of a leap year, long after the tables of the database
}

// Whatever a zone's clocks do, it is quiet just while they show a time in the
// quiet hours: what a clock counts is what a count of all minutes finds, from any
// time to any other.
func TestQuietInEveryZone(t *testing.T) {
	const minutes = 3 * minutesADay
	rng := rand.New(rand.NewPCG(14, 0))
	for _, c := range changes {
		zone, err := Zone(c.zone)
		require.NoError(t, err)
		start := moment(t, c.day+"T00:00:00Z")
		at := func(minute int) time.Time { return start.Add(time.Duration(minute) * time.Minute) }
		var wall [minutes]int // what the clocks show, in minutes after midnight
		for m := range minutes {
			hour, minute, _ := at(m).In(zone).Clock()
			wall[m] = hour*60 + minute
		}
		for range 40 {
			h := someHours(rng, c.zone)
			var quiet [minutes + 1]bool
			var ran [minutes + 1]time.Duration // since the start
			for m := range minutes {
				quiet[m] = (wall[m]-h.From+minutesADay)%minutesADay < (h.To-h.From+minutesADay)%minutesADay
				if ran[m+1] = ran[m]; !quiet[m] {
					ran[m+1] += time.Minute
				}
			}
			r, err := h.rest()
			require.ErrorIs(t, err, nil, "%+v", h)
			for range 20 {
				from := rng.IntN(minutes)
				to := from + rng.IntN(minutes-from)
				if got, want := r.active(at(from), at(to)), ran[to]-ran[from]; got != want {
					t.Fatalf("%+v: %v count from %v to %v, want %v", h, got, at(from).In(zone), at(to).In(zone), want)
				}
				if got := r.active(at(from), r.after(at(from), ran[to]-ran[from])); got != ran[to]-ran[from] {
					t.Fatalf("%+v: %v after %v only %v have counted", h, ran[to]-ran[from], at(from).In(zone), got)
				}
				end := from
				for quiet[end] {
					end++
				}
				if got, err := h.End(at(from)); err != nil || end < minutes && !got.Equal(at(end)) {
					t.Fatalf("%+v: quiet from %v until %v (%v), want %v", h, at(from).In(zone), got, err, at(end).In(zone))
				}
			}
		}
	}
}

// someHours are quiet hours, mostly whole and half ones.
func someHours(rng *rand.Rand, zone string) Hours {
	step := []int{60, 30, 30, 1}[rng.IntN(4)]
	h := Hours{From: rng.IntN(minutesADay/step) * step, Zone: zone}
	h.To = (h.From + rng.IntN(MaxQuiet/step+1)*step) % minutesADay // sometimes none
	return h
}
