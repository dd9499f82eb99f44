package puzzle

import (
	"encoding/base64"
	"strings"
)

// LeastTries is from how many first tries on somebody has a rating that is worth saying.
const LeastTries = 10

// FirstTries is how somebody's first try at each puzzle ended. One that is right and was not
// tried has an answer that was seen. The zero value is that of a beginner.
type FirstTries struct{ tried, right numbers }

// numbers are numbers of puzzles, a bit each.
type numbers []byte

func (b numbers) has(number int) bool {
	at := number - 1
	return at/8 < len(b) && b[at/8]>>(at%8)&1 == 1
}

func (b *numbers) add(number int) {
	at := number - 1
	for at/8 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[at/8] |= 1 << (at % 8)
}

// readNumbers reads what String wrote; what it cannot read is lost.
func readNumbers(text string) numbers {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) > (len(All())+7)/8 {
		return nil
	}
	return b
}

func (b numbers) String() string { return base64.RawURLEncoding.EncodeToString(b) }

// ReadFirstTries reads what [FirstTries.String] wrote; what it cannot read is lost.
func ReadFirstTries(text string) *FirstTries {
	tried, right, _ := strings.Cut(text, ".")
	return &FirstTries{readNumbers(tried), readNumbers(right)}
}

// String is the tries in characters that a cookie may have.
func (f *FirstTries) String() string { return f.tried.String() + "." + f.right.String() }

// Note notes how a try at a puzzle ended, and reports whether it was the first.
func (f *FirstTries) Note(number int, right bool) bool {
	if f.tried.has(number) || f.right.has(number) {
		return false
	}
	f.tried.add(number)
	if right {
		f.right.add(number)
	}
	return true
}

// See notes that the answer to a puzzle was seen, and reports whether that is news: no try at
// it counts any more.
func (f *FirstTries) See(number int) bool {
	news := !f.tried.has(number) && !f.right.has(number)
	if news {
		f.right.add(number)
	}
	return news
}

// Rating returns the rating, its standard error and how many tries it comes from.
func (f *FirstTries) Rating() (rating, deviation float64, of int) {
	var list []Tries
	for i, p := range All() {
		if f.tried.has(i + 1) {
			t := Tries{Against: float64(p.Rating), Of: 1}
			if f.right.has(i + 1) {
				t.Right = 1
			}
			list = append(list, t)
		}
	}
	rating, deviation = Rate(list)
	return rating, deviation, len(list)
}
