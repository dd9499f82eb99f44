package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/table"
)

// Tables with the same names differ in the list by the day they were
// made, in the words of the page's language.
func TestTablesAreListedWithTheirDay(t *testing.T) {
	day := time.Date(1990, time.March, 7, 12, 0, 0, 0, time.Local)
	v := newWorld(t, 1, func(o *table.Options) { o.Clock = func() time.Time { return day } }).visitor()
	v.alone(url.Values{})
	for code, want := range map[string]string{"de": "7. März 1990", "en": "7 March 1990", "fr": "7 mars 1990", "es": "7 de marzo de 1990"} {
		v.lang = code
		for _, path := range []string{"/", "/tables"} {
			if p := v.get(path); !strings.Contains(p.body, `<time datetime="1990-03-07">`+want+`</time>`) {
				t.Errorf("%s %s does not say that the table was made on %s", code, path, want)
			}
		}
	}
}
