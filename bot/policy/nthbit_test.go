package policy

import (
	"math/bits"
	"testing"

	"ruhr/bot/rng"
)

// Every bit of a set is found: of sets within a byte, within two, and spread
// out.
func TestNthBit(t *testing.T) {
	r := rng.Source(3)
	for k := range 3000 {
		set := r.Next()
		if k%3 == 0 {
			set &= r.Next()
			set &= r.Next()
		}
		if k%3 == 1 {
			set = set & 0x3ff << (r.Next() % 60)
		}
		n := 0
		for left := set; left != 0; left &= left - 1 {
			if got, want := nthBit(set, n), bits.TrailingZeros64(left); got != want {
				t.Fatalf("bit %d of %b: %d, expected %d", n, set, got, want)
			}
			n++
		}
	}
}
