package random

import "math/bits"

// Choosing a bit of a mask is done for every decision of a random game. A loop
// that drops one bit after the other ends where no processor can predict it, so
// the bits of all eight bytes are counted side by side.

// pick is the place of a set bit of a mask, each as likely, by a random number
// of 64 bits. The mask must not be empty.
func pick(mask, random uint64) int {
	first := bits.TrailingZeros64(mask) & 63
	if near := mask >> first; near < 1<<nearBits {
		return first + pickNear(near, random)
	}
	return pickFar(mask, random)
}

const nearBits = 16

// pickNear is pick for a mask of two bytes: the places of the low one's bits
// and of the high one's strung together. Most sets of legal actions lie as near
// to each other.
func pickNear(mask, random uint64) int {
	low, high := &inLow[mask&0xff], &inHigh[mask>>8]
	places := low.places | high.places<<(low.bits&63)
	k := random >> 32 * (low.bits + high.bits) >> 32 &^ 3
	return int(places >> (k & 63) & 15)
}

// inByte has the places of the set bits of a byte in turn, four bits each, and
// how many bits those are. The high byte's places begin with 8.
type inByte struct{ places, bits uint64 }

var inLow, inHigh = placesFrom(0), placesFrom(8)

func placesFrom(first uint64) (t [256]inByte) {
	for b := range t {
		for place := range uint64(8) {
			if b>>place&1 != 0 {
				t[b].places |= (first + place) << t[b].bits
				t[b].bits += 4
			}
		}
	}
	return t
}

// pickFar is pick for any mask. It counts the bits of each byte and of those
// below it, all side by side, finds the byte where the count passes the number
// drawn, and looks the place in it up.
func pickFar(mask, random uint64) int {
	const every, top = 0x0101010101010101, 0x8080808080808080
	c := mask - mask>>1&(every*0x55)
	c = c&(every*0x33) + c>>2&(every*0x33)
	c = (c + c>>4) & (every * 0x0f) * every
	k := random >> 32 * (c >> 56) >> 32
	upTo := k*every | top - c // no more than k bits up to this byte: its top bit stays
	at := bits.TrailingZeros64(^upTo&top) & 56
	k -= c << 8 >> at & 0xff
	return at + int(inLow[mask>>at&0xff].places>>(4*k&63)&15)
}
