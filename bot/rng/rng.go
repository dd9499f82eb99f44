// Package rng is the random generator of computer players: fast, and with the
// same numbers for the same seed on every processor.
package rng

import "math/bits"

// Source is a fast generator of uniform random numbers (splitmix64). It is a
// value: a copy continues independently, and the same seed gives the same
// numbers on every processor.
type Source uint64

// Next returns the next number.
func (r *Source) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1; for the small n of a game the bias is
// below one in 2^50.
func (r *Source) Below(n int) int {
	hi, _ := bits.Mul64(r.Next(), uint64(n))
	return int(hi)
}

// Seeded makes a source from a seed and the numbers that distinguish its uses,
// so that game 7 is the same whether or not game 6 was played.
func Seeded(seed uint64, parts ...uint64) Source {
	r := Source(seed)
	for _, p := range parts {
		r = Source(r.Next() ^ p*0xd6e8feb86659fd93)
	}
	return r
}
