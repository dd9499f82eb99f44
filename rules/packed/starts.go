package packed

// Direction is where a barge goes for its next die.
type Direction uint

// The two directions.
const (
	Downriver Direction = iota
	Upriver
)

// Starts is what a seat finds on the river from where its barge is: the storages
// where it may load a die, and the targets, empty storages where it could load a
// die put there from an arrow box, each downriver and upriver of the barge. The
// four sets lie side by side, so that all are looked at or cut at once.
type Starts uint64

const (
	setBits            = 16
	startsDown         = 0 * setBits
	startsUp           = 1 * setBits
	targetsDown        = 2 * setBits
	targetsUp          = 3 * setBits
	everySet    Starts = 1<<startsDown | 1<<startsUp | 1<<targetsDown | 1<<targetsUp
)

// StartsAnywhere are starts and targets in both directions, before they are cut
// to where the barge is.
func StartsAnywhere(starts, targets Storages) Starts {
	return Starts(starts)*(1<<startsDown|1<<startsUp) | Starts(targets)*(1<<targetsDown|1<<targetsUp)
}

// Around is all that lies downriver and upriver of a barge, as starts and as
// targets.
func Around(below, above Storages) Starts {
	return Starts(below)*(1<<startsDown|1<<targetsDown) | Starts(above)*(1<<startsUp|1<<targetsUp)
}

// InEverySet is one set of storages four times over.
func InEverySet(s Storages) Starts { return everySet * Starts(s) }

// OnlyUpriver is one start upriver and nothing else.
func OnlyUpriver(k int) Starts { return 1 << startsUp << (k & 15) }

// To is the set of starts in a direction.
func (s Starts) To(d Direction) Storages { return Storages(s >> ((d & 1) * startsUp)) }

// Targets is the set of targets in a direction.
func (s Starts) Targets(d Direction) Storages { return Storages(s >> (targetsDown + (d&1)*startsUp)) }

// Filled are the starts after a die has been put on target k: it is a start now.
func (s Starts) Filled(k int) Starts {
	start := Starts(1<<startsDown|1<<startsUp) << (k & 15)
	return s | s>>targetsDown&start
}

// ReachKey says which of a seat's starts and targets there are, for tables of
// what can be done with them.
type ReachKey uint

// The bits of a reach key: for each set of starts and targets whether it has any
// storage, and whether it has a plain one, from which a trip needs no pilot.
const (
	startBits  = 4 * iota // downriver, plain downriver, upriver, plain upriver
	targetBits            // the same
	anyTarget

	ReachKeys = 1 << (anyTarget + 1) // how many keys there are
)

// Start reports whether there is a start in a direction, without a pilot a plain
// one.
func (k ReachKey) Start(d Direction, pilot bool) bool { return k.has(startBits, d, pilot) }

// Target is the same for targets.
func (k ReachKey) Target(d Direction, pilot bool) bool { return k.has(targetBits, d, pilot) }

func (k ReachKey) has(bits int, d Direction, pilot bool) bool {
	bits += 2 * int(d)
	if !pilot {
		bits++
	}
	return k>>bits&1 != 0
}

// AnyTarget reports whether there is any empty storage for a die from an arrow box,
// even if the seat may not load it there.
func (k ReachKey) AnyTarget() bool { return k>>anyTarget&1 != 0 }

// Key is the reach key of starts, given the storages that are plain (in every
// set) and all targets on the board.
func (s Starts) Key(plain Starts, targets Storages) ReachKey {
	// A set has 15 storages: adding all ones to one that is not empty carries
	// into its 16th bit.
	const top = setBits - 1
	const ones = everySet<<top - everySet
	some := (s + ones) >> top & everySet
	plainOnes := (s&plain + ones) >> top & everySet
	// Two bits at the bottom of each set, brought together at the top of the last.
	const gather = 1<<48 | 1<<34 | 1<<20 | 1<<6
	pairs := (some | plainOnes<<1) * gather >> 48
	any := ReachKey((uint32(targets)+1<<top-1)>>top) & 1
	return (ReachKey(pairs)&(1<<anyTarget-1) | any<<anyTarget) & (ReachKeys - 1)
}
