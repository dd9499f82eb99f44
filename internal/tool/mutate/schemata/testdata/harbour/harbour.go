// Package harbour has mutants whose fate is known. A line with mutants ends with
// a comment that says what comes of each, from left to right.
package harbour

import "time"

const berths = 4 - 1 // constants stay

var none = -1 // INVERT_NEGATIVES KILLED

// Variables begin in the order in which they stand.
var (
	piers int
	coal  = pier(2 * 2) // ARITHMETIC_BASE KILLED
	iron  = pier(1)
)

func pier(length int) (first int) {
	first = piers
	piers += length
	return first
}

func full(barges int) bool {
	return barges >= berths // CONDITIONALS_NEGATION KILLED, CONDITIONALS_BOUNDARY KILLED
}

func crowded(barges int) bool {
	return barges > berths+1 // CONDITIONALS_NEGATION KILLED, CONDITIONALS_BOUNDARY LIVED, ARITHMETIC_BASE LIVED
}

func fee(barges, days int) int {
	return barges*days + days%2 - 1 // ARITHMETIC_BASE KILLED, ARITHMETIC_BASE KILLED, ARITHMETIC_BASE KILLED, ARITHMETIC_BASE KILLED
}

// Refund is tested by another package.
func Refund(fee int) int {
	if fee == 0 { // CONDITIONALS_NEGATION NOT COVERED
		return -fee // INVERT_NEGATIVES NOT COVERED
	}
	return fee / 2 // ARITHMETIC_BASE NOT COVERED
}

func count(barges int) (n int) {
	for i := 0; i < barges; i++ { // CONDITIONALS_NEGATION KILLED, CONDITIONALS_BOUNDARY KILLED, INCREMENT_DECREMENT TIMED OUT
		n++ // INCREMENT_DECREMENT KILLED
	}
	return n
}

// What follows is there to compile: each operator takes its type from somewhere
// else.

type cargo map[string]uint8

type flag bool

type wait struct {
	time.Duration
	berth [berths + 1]int8
}

func (c cargo) load(name string, err error) (flag, error) {
	if err != nil || c == nil { // CONDITIONALS_NEGATION KILLED, CONDITIONALS_NEGATION KILLED
		return name != "", err // CONDITIONALS_NEGATION LIVED
	}
	c[name]++                           // INCREMENT_DECREMENT KILLED
	c["all"] += 1                       // stays
	return flag(c[name] < 'c'-'a'), nil // CONDITIONALS_NEGATION KILLED, CONDITIONALS_BOUNDARY KILLED, ARITHMETIC_BASE KILLED
}

func mask(n uint) (uint64, any) {
	return 1<<n - 1, -1 // ARITHMETIC_BASE KILLED, INVERT_NEGATIVES KILLED
}

func waits(n int) wait {
	return wait{
		Duration: time.Duration(n)*time.Minute - // ARITHMETIC_BASE KILLED, ARITHMETIC_BASE KILLED
			2*time.Second, // ARITHMETIC_BASE KILLED
		berth: [...]int8{berths - 2: 3, berths: 4 - 3}, // ARITHMETIC_BASE KILLED
	}
}

func share[T ~int | ~float64](a, b T) T {
	if a == b { // CONDITIONALS_NEGATION KILLED
		return a
	}
	return a / b // stays: its type is not known here
}

func half(x float64) float64 {
	return -x * (1 - 0.5) // INVERT_NEGATIVES KILLED, ARITHMETIC_BASE KILLED, ARITHMETIC_BASE KILLED
}

func greet(name string) string { return "Glück auf, " + name } // texts stay
