package game

import (
	"cmp"
	"slices"
)

// Made is the log number at which decision n was made, or is held; 0 for none.
func (f *Game) Made(n int) int64 {
	switch {
	case n >= 0 && n < len(f.Steps):
		return f.Steps[n].made
	case n == len(f.Steps) && f.held != nil:
		return f.held.n
	}
	return 0
}

// IsMade reports whether a decision that stands was made at a log number, or is held.
func (f *Game) IsMade(number int64) bool {
	_, stands := slices.BinarySearchFunc(f.Steps, number, func(s Step, n int64) int { return cmp.Compare(s.made, n) })
	return stands || f.held != nil && f.held.n == number
}
