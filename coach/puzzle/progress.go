package puzzle

import (
	"strconv"
	"strings"
)

// Progress is which puzzles someone has solved, and on how many days in a row the one of
// the day. The zero value is that of a beginner.
type Progress struct {
	solved numbers
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
	p.solved = readNumbers(part[0])
	streak, err := strconv.Atoi(part[1])
	last, err2 := strconv.Atoi(part[2])
	if err == nil && err2 == nil && streak > 0 {
		p.streak, p.last = streak, last
	}
	return p
}

// String is the progress in characters that a cookie may have.
func (p *Progress) String() string {
	return p.solved.String() + "." + strconv.Itoa(p.streak) + "." + strconv.Itoa(p.last)
}

// Solved reports whether the puzzle with a number was solved.
func (p *Progress) Solved(number int) bool { return p.solved.has(number) }

// Solve notes that a puzzle was solved on a day. The one of that day goes on with the
// streak, or begins one.
func (p *Progress) Solve(number, day int) {
	p.solved.add(number)
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

// SolvedOn reports whether the puzzle of a day was solved on it, as the streak counts.
func (p *Progress) SolvedOn(day int) bool { return p.streak > 0 && p.last == day }

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
