package lang

import (
	"math"
	"strconv"
	"strings"
	"time"

	"ruhr/view"
)

// isOne reports whether a number takes the singular: 1 and -1, in French also 0.
func (p *Printer) isOne(n int) bool {
	return n == 1 || n == -1 || n == 0 && p.language == "fr"
}

// nbsp and thin are non-breaking spaces; minus is the typographic minus sign.
const (
	nbsp  = "\u00a0"
	thin  = "\u202f"
	minus = "\u2212"
)

// groups are the thousands separators. Spanish groups only from 10 000 on.
var groups = map[string]string{"en": ",", "de": ".", "fr": thin, "es": nbsp}

// Number formats an integer.
func (p *Printer) Number(n int) string {
	if n < 0 {
		return minus + p.Number(-n)
	}
	s := strconv.Itoa(n)
	if p.language == "es" && len(s) == 4 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + groups[p.language] + s[i:]
	}
	return s
}

// decimals are the decimal separators.
var decimals = map[string]string{"en": ".", "de": ",", "fr": ",", "es": ","}

// Tenths formats a number with one decimal place, "0.5".
func (p *Printer) Tenths(x float64) string {
	n := int(math.Round(10 * x))
	sign := ""
	if n < 0 {
		n, sign = -n, minus
	}
	return sign + p.Number(n/10) + decimals[p.language] + strconv.Itoa(n%10)
}

// Signed formats a number with its sign, "+2" or "−1".
func (p *Printer) Signed(n int) string {
	if n > 0 {
		return "+" + p.Number(n)
	}
	return p.Number(n)
}

// Year formats a year, which is never grouped.
func (p *Printer) Year(n int) string { return strconv.Itoa(n) }

// Percent formats a chance in whole per cent, "20 %"; "" if nothing is drawn.
func (p *Printer) Percent(o view.Odds) string {
	if o.Of == 0 {
		return ""
	}
	n := p.Number((200*o.For + o.Of) / (2 * o.Of))
	if p.language == "en" {
		return n + "%"
	}
	return n + nbsp + "%"
}

// List joins with commas and an "and": "Anna, Bert and Cleo".
func (p *Printer) List(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := list[len(list)-1]
	return strings.Join(list[:len(list)-1], ", ") + " " + p.and(last) + " " + last
}

// and returns the word before the last item of a list. Spanish uses e before an
// i sound.
func (p *Printer) and(last string) string {
	word := p.T("view.and")
	if p.language != "es" {
		return word
	}
	for strings.HasPrefix(last, "<") { // ignore markup
		_, last, _ = strings.Cut(last, ">")
	}
	low := strings.NewReplacer("í", "i", "î", "i").Replace(strings.ToLower(last))
	if (strings.HasPrefix(low, "i") || strings.HasPrefix(low, "hi")) && !strings.HasPrefix(low, "hie") {
		return p.T("view.and_before_i")
	}
	return word
}

// Day is the date of a time in the printer's zone for machines, "2026-11-21".
func (p *Printer) Day(t time.Time) string { return t.In(p.zone).Format(time.DateOnly) }

// Moment is a time of a day in the printer's zone for people, "21. November 2026,
// 18:05".
func (p *Printer) Moment(t time.Time) string { return p.Date(t) + ", " + p.Hour(t) }

// Hour is the time of the day alone.
func (p *Printer) Hour(t time.Time) string { return t.In(p.zone).Format("15:04") }

// Date is the same as Day for people, "21. November 2026". French uses an ordinal for the
// first.
func (p *Printer) Date(t time.Time) string {
	t = t.In(p.zone)
	day := strconv.Itoa(t.Day())
	if p.language == "fr" && t.Day() == 1 {
		day = "1er"
	}
	return p.T("view.date", "day", day, "month", p.T("view.month."+strconv.Itoa(int(t.Month()))),
		"year", strconv.Itoa(t.Year()))
}
