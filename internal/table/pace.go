package table

import "fmt"

// Pace is how long the seats of a table may think: a bank of time that runs while
// the table waits for a seat, and an increment for each turn it has finished, up
// to a cap. The zero Pace is a table without clocks.
type Pace struct {
	Bank      int  `json:"bank"`           // seconds
	Increment int  `json:"increment"`      // seconds
	Cap       int  `json:"cap"`            // seconds, the bank at least
	Days      bool `json:"days,omitempty"` // by correspondence: quiet hours and vacations count
}

// Timed says whether the table has clocks.
func (p Pace) Timed() bool { return p != Pace{} }

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// NamedPace is a pace to choose from.
type NamedPace struct {
	Name string
	Pace
}

// Paces are the paces that are offered, the fastest first. Untimed is the zero
// Pace, under the empty name.
var Paces = []NamedPace{
	{Name: ""},
	{"quick", Pace{Bank: 10 * minute, Increment: 20, Cap: 15 * minute}},
	{"evening", Pace{Bank: 25 * minute, Increment: 45, Cap: 40 * minute}},
	{"day", Pace{Bank: day, Increment: 4 * hour, Cap: 3 * day, Days: true}},
	{"days", Pace{Bank: 3 * day, Increment: 12 * hour, Cap: 5 * day, Days: true}},
	{"weeks", Pace{Bank: 3 * day, Increment: 36 * hour, Cap: 10 * day, Days: true}},
}

// PaceNamed gives the pace of a name, false where there is none.
func PaceNamed(name string) (Pace, bool) {
	for _, p := range Paces {
		if p.Name == name {
			return p.Pace, true
		}
	}
	return Pace{}, false
}

// Name is the name among Paces, "own" for another pace.
func (p Pace) Name() string {
	for _, n := range Paces {
		if n.Pace == p {
			return n.Name
		}
	}
	return "own"
}

// check refuses a pace that nobody could play at: live from one minute to six
// hours, by correspondence from one hour to sixty days.
func (p Pace) check() error {
	low, high := minute, 6*hour
	if p.Days {
		low, high = hour, 60*day
	}
	if p.Timed() && (p.Bank < low || p.Increment < 0 || p.Cap < p.Bank || p.Cap > high || p.Increment > p.Cap) {
		return ErrBadPace.saying(fmt.Sprintf("%d + %d ≤ %d", p.Bank, p.Increment, p.Cap))
	}
	return nil
}
