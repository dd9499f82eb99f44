package rules

import (
	"encoding/binary"
	"hash/fnv"
)

// Hash is a digest of the position: equal positions have equal digests on every
// machine. It is for comparing replays, not for searches; changing it breaks
// the fixtures that name digests.
func (s *State) Hash() uint64 {
	h := fnv.New64a()
	// Writing a flat value of integers to a hash cannot fail.
	_ = binary.Write(h, binary.LittleEndian, s)
	return h.Sum64()
}
