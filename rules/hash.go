package rules

import (
	"encoding/binary"
	"hash/fnv"

	"ruhr/board"
)

// Hash is a digest of the position: equal positions have equal digests on every
// machine. It is for comparing replays, not for searches.
//
// What is digested is what lies on the table and what may be done now, written
// out one after the other below, never how a State is laid out in memory: that
// may change, the digest must not. Changing the list breaks the fixtures that
// name digests.
func (s *State) Hash() uint64 {
	h := fnv.New64a()
	// Writing to a hash cannot fail.
	_, _ = h.Write(s.canonical(make([]byte, 0, 512)))
	return h.Sum64()
}

// canonical appends the position in the form that is digested.
func (s *State) canonical(to []byte) []byte {
	n := int(s.players)
	to = append(to, byte(n), s.round, byte(s.phase), byte(s.decision), byte(s.ToDecide()))
	turn := byte(s.Turn())
	if s.phase == Event || s.phase == Water {
		turn = 0 // nobody's turn in particular; whose choice it is stands above
	}
	to = append(to, turn)
	for place := range n {
		to = append(to, s.order[place])
	}
	to = append(to, byte(bases[s.decision]))
	to = binary.LittleEndian.AppendUint64(to, s.legal)
	to = s.canonicalTable(to)
	for k := range n {
		to = s.canonicalSeat(to, k)
	}
	return to
}

func (s *State) canonicalTable(to []byte) []byte {
	to = binary.LittleEndian.AppendUint32(to, s.Unseen())
	to = append(to, byte(s.Bag()), byte(s.Country()+1), byte(s.ExportBox()), byte(s.flags))
	for _, left := range s.HiddenCountries() {
		to = append(to, byte(left))
	}
	for k := range board.Storages {
		to = append(to, byte(s.Die(k)))
	}
	for colour := range s.track {
		for row := range 8 {
			to = append(to, byte(s.TrackDie(colour, row)))
		}
	}
	for k := range board.Sells {
		to = append(to, byte(s.Demand(k)))
	}
	for k := range board.Obstacles {
		to = append(to, byte(s.LockBuilder(k)+1))
	}
	owners := func(who []int) {
		to = append(to, byte(len(who)))
		for _, k := range who {
			to = append(to, byte(k))
		}
	}
	for k := range board.Cities {
		owners(s.CityOwners(k))
	}
	for k := range 4 {
		owners(s.DepotOwners(k))
	}
	for k := range board.Countries {
		owners(s.PortOwners(k))
	}
	for kind := board.FirstLimited; kind < board.Kinds; kind++ {
		to = append(to, byte(s.CopiesLeft(kind)))
	}
	return to
}

func (s *State) canonicalSeat(to []byte, k int) []byte {
	c := &s.seats[k]
	second := byte(0)
	if c.freeLock {
		second = 1
	}
	to = append(to, byte(s.Thaler(k)), byte(s.VP(k)), byte(s.Supply(k)), byte(s.Debts(k)),
		c.timeline, c.waiting, byte(s.BargeAt(k)), byte(s.riverPlace(k)), byte(s.OptionOf(k)), second)
	for _, set := range [...]uint16{c.tokens, uint16(c.progress), uint16(c.blanks), uint16(c.used), uint16(c.bought())} {
		to = binary.LittleEndian.AppendUint16(to, set)
	}
	return to
}

// riverPlace is a seat's place in river order, 0 the farthest upriver.
func (s *State) riverPlace(seat int) (place int) {
	for i := range s.seats {
		if s.seats[i].barge < s.seats[seat].barge {
			place++
		}
	}
	return place
}
