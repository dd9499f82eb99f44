package rules

// Rule is the id of a numbered rule of spec/rules.md.
type Rule uint8

// Every rule of spec/rules.md, in its order.
const (
	NoRule Rule = iota
	SET1
	SET2
	SET3
	SET4
	SET5
	SET6
	SET7
	SET8
	SET9
	ORDER1
	ORDER2
	ORDER3
	EVENT1
	EVENT2
	EVENT3
	EVENT4
	EVENT5
	EVENT6
	EVENT7
	EVENT8
	EVENT9
	EVENT10
	EVENT11
	EVENT12
	EVENTP
	EVENTW
	EVENTR
	EVENTC
	WATER1
	WATER2
	WATER3
	WATER4
	START1
	START2
	START3
	START4
	START5
	START6
	START7
	START8
	START9
	START10
	START11
	START12
	SAIL1
	SAIL2
	SAIL3
	SAIL4
	SAIL5
	SAIL6
	SAIL7
	TRACK1
	TRACK2
	TRACK3
	TRACK4
	PROG1
	PROG2
	PROG3
	DEBT1
	DEBT2
	DEBT3
	DEBT4
	BUY1
	BUY2
	BUY3
	BUY4
	BUY5
	BUY6
	BUY7
	BUY8
	BUY9
	BUY10
	BUY11
	BUY12
	EXP1
	EXP2
	END1
	END2
	END3
	END4
	END5
	END6
)

// RuleIDs are the ids as spec/rules.md writes them, "" for NoRule.
var RuleIDs = [...]string{"",
	"SET-1", "SET-2", "SET-3", "SET-4", "SET-5", "SET-6", "SET-7", "SET-8", "SET-9",
	"ORDER-1", "ORDER-2", "ORDER-3",
	"EVENT-1", "EVENT-2", "EVENT-3", "EVENT-4", "EVENT-5", "EVENT-6", "EVENT-7", "EVENT-8",
	"EVENT-9", "EVENT-10", "EVENT-11", "EVENT-12", "EVENT-P", "EVENT-W", "EVENT-R", "EVENT-C",
	"WATER-1", "WATER-2", "WATER-3", "WATER-4",
	"START-1", "START-2", "START-3", "START-4", "START-5", "START-6", "START-7", "START-8",
	"START-9", "START-10", "START-11", "START-12",
	"SAIL-1", "SAIL-2", "SAIL-3", "SAIL-4", "SAIL-5", "SAIL-6", "SAIL-7",
	"TRACK-1", "TRACK-2", "TRACK-3", "TRACK-4",
	"PROG-1", "PROG-2", "PROG-3",
	"DEBT-1", "DEBT-2", "DEBT-3", "DEBT-4",
	"BUY-1", "BUY-2", "BUY-3", "BUY-4", "BUY-5", "BUY-6", "BUY-7", "BUY-8", "BUY-9", "BUY-10", "BUY-11", "BUY-12",
	"EXP-1", "EXP-2",
	"END-1", "END-2", "END-3", "END-4", "END-5", "END-6",
}

func (r Rule) String() string { return RuleIDs[r] }
