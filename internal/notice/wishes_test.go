package notice

import (
	"slices"
	"testing"
	"time"

	"ruhr/internal/require"
)

// There is one daily message for each date, in every zone and at every hour, also
// one that clocks leave out or show twice: as soon as they show it or a later one.
func TestOneDigestADay(t *testing.T) {
	const days, day = 4, 24 * 60
	for _, c := range []struct{ zone, from string }{
		{"", "2026-06-01"}, {"Asia/Kolkata", "2026-06-01"},
		{"Europe/Berlin", "2027-03-27"}, {"Europe/Berlin", "2026-10-24"},
		{"Europe/London", "2027-03-27"}, {"Europe/London", "2026-10-24"},
		{"America/Santiago", "2026-09-05"}, {"America/Santiago", "2026-04-04"},
		{"America/Havana", "2027-03-13"}, {"America/Havana", "2026-10-31"},
		{"America/Scoresbysund", "2027-03-27"}, {"America/Scoresbysund", "2026-10-24"},
		{"America/St_Johns", "2010-03-13"}, {"America/St_Johns", "2010-11-06"},
		{"Australia/Lord_Howe", "2026-10-03"}, {"Australia/Lord_Howe", "2027-04-03"},
		{"Pacific/Apia", "2011-12-29"}, {"Europe/Berlin", "2048-12-30"},
	} {
		zone, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		start, _ := time.Parse(time.DateOnly, c.from)
		for hour := range 24 {
			var due []time.Time // of each date, as found minute by minute
			date := start.Add(time.Duration(hour-24) * time.Hour)
			for m := -2 * day; m < days*day; m++ {
				at := start.Add(time.Duration(m) * time.Minute)
				_, offset := at.In(zone).Zone()
				for shown := at.Add(time.Duration(offset) * time.Second); !shown.Before(date); date = date.Add(24 * time.Hour) {
					due = append(due, at)
				}
			}
			for m := 0; m < (days-2)*day; m += 10 {
				at := start.Add(time.Duration(m) * time.Minute)
				want := due[slices.IndexFunc(due, at.Before)]
				if got := (Wishes{Hour: hour, Zone: c.zone}).nextDigest(at); !got.Equal(want) {
					t.Fatalf("%q, the message at %d after %v is due %v, want %v", c.zone, hour, at.In(zone), got.In(zone), want.In(zone))
				}
			}
		}
	}
}

// What a newer program has stored with a channel outlasts a change.
func TestWishesKeepWhatIsNewer(t *testing.T) {
	was := `{"newer":"x","turn":true}`
	require.Equal(t, Wishes{End: true}.encode(was), `{"end":true,"newer":"x","takeback":false,"time":false}`, "changed")
}
