package tables

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

var (
	dateTag = regexp.MustCompile(`datetime="([^"]*)"`)
	dateIn  = regexp.MustCompile(`\d+ [A-Z][a-z]+ 202\d`)
	linkTag = regexp.MustCompile(`href="(/[^"#]*)`)
)

// Every page shows dates in the zone of its reader, as the browser or the quiet
// hours say, never in the server's: all on one page are of one zone.
func TestDatesInTheZoneOfTheReader(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	auckland, err := game.Zone("Pacific/Auckland")
	require.NoError(t, err)
	time.Local = auckland
	now := time.Date(2026, 11, 25, 5, 0, 0, 0, time.UTC) // in Los Angeles the evening of the day before
	clock := func() time.Time { return now }
	w := newWorld(t, 95, func(o *table.Options) { o.Clock = clock })
	w.People.Clock = clock
	anna, bert := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	games := []string{"", ""}
	for i, pace := range []string{"days", "days"} {
		path := anna.Opens(url.Values{"pace": {pace}, "rated": {"yes"}})
		link := anna.Post(path+"/share", url.Values{"seat": {"1"}}).Invitation()
		bert.Post(link, nil)
		games[i] = path
	}
	w.PlayOut(strings.TrimPrefix(games[0], "/t/"))
	form := anna.Get(games[1]).Form(games[1] + "/seat")
	if p := anna.Post(games[1]+"/seat", url.Values{"seat": {"0"}, "do": {"away"}, "days": {"3"}, "at": {form.Fields.Get("at")}, "key": {table.NewSecret()}}); p.Status != http.StatusOK {
		t.Fatalf("holiday: status %d", p.Status)
	}
	anna.Token(nil)

	at, _ := url.Parse(w.URL)
	anna.Client.Jar.SetCookies(at, []*http.Cookie{{Name: kernel.ZoneCookie, Value: "America/Los_Angeles"}})
	datesAre(anna, map[string][]string{
		"/account": {"24 November 2026"}, "/tables": {"24 November 2026"}, "/people/Anna": {"24 November 2026"},
		games[1]: {"27 November 2026", "23 January 2027"}, games[1] + "/share": {"23 January 2027"},
	}, "2026-11-24")
	anna.Post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Pacific/Kiritimati"}})
	anna.Client.Jar.SetCookies(at, []*http.Cookie{{Name: kernel.ZoneCookie, Value: "../../etc/passwd"}})
	datesAre(anna, map[string][]string{games[1]: {"28 November 2026", "24 January 2027"}, "/tables": {"25 November 2026"}}, "2026-11-25")
}

// datesAre reads all pages that lead from the first one: they show these dates,
// by addresses that must have some, and no others.
func datesAre(v *webtest.Visitor, want map[string][]string, day string) {
	v.T.Helper()
	var allowed []string
	for _, dates := range want {
		allowed = append(allowed, dates...)
	}
	seen := map[string]bool{"/account/data": true}
	for next := []string{"/"}; len(next) > 0; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		p := v.Get(next[0])
		if !strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") {
			continue
		}
		text := webtest.TextTag.ReplaceAllString(p.Body, "")
		dates := dateIn.FindAllString(text, -1)
		for _, date := range dates {
			require.True(v.T, slices.Contains(allowed, date), "%s shows %s", next[0], date)
		}
		for _, date := range want[next[0]] {
			require.True(v.T, slices.Contains(dates, date), "%s does not show %s, only %v", next[0], date, dates)
		}
		for _, m := range dateTag.FindAllStringSubmatch(p.Body, -1) {
			require.Equal(v.T, m[1], day, "the day that %s says", next[0])
		}
		for _, m := range linkTag.FindAllStringSubmatch(p.Body, -1) {
			// The deal of the day is named by days in UTC, the same for everyone.
			if !strings.HasPrefix(m[1], "/s/") && !strings.HasPrefix(m[1], "/day") && !strings.Contains(m[1], "/replay") && !strings.Contains(m[1], "/why") {
				next = append(next, m[1])
			}
		}
	}
	for path := range want {
		require.True(v.T, seen[path], "%s is not reached", path)
	}
}
