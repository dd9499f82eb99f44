package game

import "fmt"

// Pace is a table's time control: each seat has a bank that runs down while the
// table waits for it, and gains an increment for each finished turn, up to a
// cap. The zero Pace means no clocks.
type Pace struct {
	Bank      int  `json:"bank"`           // seconds
	Increment int  `json:"increment"`      // seconds
	Cap       int  `json:"cap"`            // seconds, at least Bank
	Days      bool `json:"days,omitempty"` // by correspondence: quiet hours and holidays apply
}

// Timed reports whether the table has clocks.
func (p Pace) Timed() bool { return p != Pace{} }

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// NamedPace is a preset pace.
type NamedPace struct {
	Name string
	Pace
}

// Paces are the presets, fastest first. The empty name is the zero Pace, without
// clocks.
var Paces = []NamedPace{
	{Name: ""},
	{"quick", Pace{Bank: 10 * minute, Increment: 20, Cap: 15 * minute}},
	{"evening", Pace{Bank: 25 * minute, Increment: 45, Cap: 40 * minute}},
	{"day", Pace{Bank: day, Increment: 4 * hour, Cap: 3 * day, Days: true}},
	{"days", Pace{Bank: 3 * day, Increment: 12 * hour, Cap: 5 * day, Days: true}},
	{"weeks", Pace{Bank: 3 * day, Increment: 36 * hour, Cap: 10 * day, Days: true}},
}

// PaceNamed returns a preset by name; false if there is none.
func PaceNamed(name string) (Pace, bool) {
	for _, p := range Paces {
		if p.Name == name {
			return p.Pace, true
		}
	}
	return Pace{}, false
}

// Name returns the preset's name, or "own" for any other pace.
func (p Pace) Name() string {
	for _, n := range Paces {
		if n.Pace == p {
			return n.Name
		}
	}
	return "own"
}

// check refuses a pace out of range: banks of one minute to six hours live, one
// hour to sixty days by correspondence.
func (p Pace) check() error {
	low, high := minute, 6*hour
	if p.Days {
		low, high = hour, 60*day
	}
	if p.Timed() && (p.Bank < low || p.Increment < 0 || p.Cap < p.Bank || p.Cap > high || p.Increment > p.Cap) {
		return ErrBadPace.Saying(fmt.Sprintf("%d + %d ≤ %d", p.Bank, p.Increment, p.Cap))
	}
	return nil
}
