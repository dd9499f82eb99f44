package puzzle

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// Progress is which puzzles someone has solved, and on how many days in a row the one of
// the day. The zero value is that of a beginner.
type Progress struct {
	solved []byte // bit by number, less 1
	streak int
	last   int // the day of the streak's last puzzle
}

// ReadProgress reads what [Progress.String] wrote; what it cannot read is lost.
func ReadProgress(text string) *Progress {
	p := &Progress{}
	part := strings.Split(text, ".")
	if len(part) != 3 {
		return p
	}
	solved, err := base64.RawURLEncoding.DecodeString(part[0])
	streak, err2 := strconv.Atoi(part[1])
	last, err3 := strconv.Atoi(part[2])
	if err == nil && err2 == nil && err3 == nil && len(solved) <= (len(All())+7)/8 && streak > 0 {
		p.solved, p.streak, p.last = solved, streak, last
	} else if err == nil && len(solved) <= (len(All())+7)/8 {
		p.solved = solved
	}
	return p
}

// String is the progress in characters that a cookie may have.
func (p *Progress) String() string {
	return base64.RawURLEncoding.EncodeToString(p.solved) + "." + strconv.Itoa(p.streak) + "." + strconv.Itoa(p.last)
}

// Solved reports whether the puzzle with a number was solved.
func (p *Progress) Solved(number int) bool {
	at := number - 1
	return at/8 < len(p.solved) && p.solved[at/8]>>(at%8)&1 == 1
}

// Solve notes that a puzzle was solved on a day. The one of that day goes on with the
// streak, or begins one.
func (p *Progress) Solve(number, day int) {
	at := number - 1
	for at/8 >= len(p.solved) {
		p.solved = append(p.solved, 0)
	}
	p.solved[at/8] |= 1 << (at % 8)
	if number != OfDay(day) || p.last == day {
		return
	}
	p.streak = p.StreakOn(day) + 1
	p.last = day
}

// StreakOn is how long the streak is on a day: 0 if the one of the day before was not
// solved, nor this day's.
func (p *Progress) StreakOn(day int) int {
	if p.last != day && p.last != day-1 {
		return 0
	}
	return p.streak
}

// Next is the number of a puzzle that is not solved, 0 if all are: the easiest, if possible
// with so many seats, and the first after a number if there are several.
func (p *Progress) Next(after, seats int) int {
	all, best := All(), 0
	worse := func(q *Puzzle) int { // less is better
		n := 2 * q.Hard()
		if q.Seats != seats {
			n++
		}
		return n
	}
	for k := range all {
		number := (after+k)%len(all) + 1
		if !p.Solved(number) && (best == 0 || worse(&all[number-1]) < worse(&all[best-1])) {
			best = number
		}
	}
	return best
}

// OfDay is the number of the puzzle of a day, counted from 1970-01-01: the same for all.
func OfDay(day int) int { return day%len(All()) + 1 }
