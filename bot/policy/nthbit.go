package policy

import "math/bits"

// nthBit is the index of the n-th set bit, counted from 0, of a set with more
// than n. Processors mispredict the end of a loop that clears one bit after
// another. Most sets of legal actions lie within two bytes, so their indexes
// are looked up.
func nthBit(set uint64, n int) int {
	first := bits.TrailingZeros64(set) & 63
	near := set >> first
	if near >= 1<<16 {
		return nthOfMany(set, n)
	}
	places, _ := placesIn(near)
	return first + int(places>>(4*n&63)&15)
}

// placesIn packs the indexes of the set bits of two bytes, four bits each, and
// returns the number of bits used.
func placesIn(set uint64) (places, size uint64) {
	low, high := &inLow[set&0xff], &inHigh[set>>8&0xff]
	return low.places | high.places<<(low.bits&63), low.bits + high.bits
}

// inByte has the indexes of the set bits of a byte, four bits each, and the
// number of bits used. The high byte's indexes begin with 8.
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

// nthOfMany is nthBit for any set. It counts the bits of all eight bytes in
// parallel, finds the byte in which the count passes n, and looks up the index
// in it.
func nthOfMany(set uint64, n int) int {
	const every, top = 0x0101010101010101, 0x8080808080808080
	c := set - set>>1&(every*0x55)
	c = c&(every*0x33) + c>>2&(every*0x33)
	c = (c + c>>4) & (every * 0x0f) * every    // by byte: the bits up to its end
	upTo := uint64(n)*every | top - c          // the top bit of a byte stays set if its count is at most n
	at := bits.TrailingZeros64(^upTo&top) & 56 // the byte
	before := c << 8 >> at & 0xff
	return at + int(inLow[set>>at&0xff].places>>(4*(uint64(n)-before)&63)&15)
}
