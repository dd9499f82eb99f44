package view

import "ruhr/record"

// Choice is one legal action of the seat to decide, with its effects.
type Choice struct {
	Action  int           `json:"action"` // its number in package rules
	Seat    int           `json:"seat"`   // the seat to decide
	Words   record.Action `json:"words"`  // as a record writes it
	Do      string        `json:"do"`
	Group   string        `json:"group"` // of GroupIDs; neighbours in the list
	Key     string        `json:"key"`   // of the button's text: choice.<Key> in the catalogue
	Args    Args          `json:"args"`
	Target  Target        `json:"target"` // the element of the board it belongs to
	Rule    string        `json:"rule"`
	Section string        `json:"section"`
	Effect  Effect        `json:"effect"`

	// NoUse is the key of the reason why the seat to decide has no use for it this
	// round, though it is legal; "" if it may have.
	NoUse string `json:"-"`

	// Extra tells a purchase from others of its kind, nil where nothing does. Frees
	// reports whether a second lock is then free (BUY-3). Owing is what the debts that
	// the choice takes or repays change of the seat's VP at the end (END-5).
	Extra *Extra `json:"-"`
	Frees bool   `json:"-"`
	Owing int    `json:"-"`

	// Then are the seat's decisions that follow at once, with nothing to choose.
	Then []Choice `json:"-"`

	// First is the number of the first choice between which and this one nothing
	// can differ (rules.Game.Alike): its own where there is none before it.
	First int `json:"-"`
}

// GroupIDs are the groups of choices, in order.
var GroupIDs = [...]string{"pay", "take", "remove", "place", "option", "free", "towed", "strand", "transport", "supply", "start",
	"sell", "lock", "city", "depot", "port", "any", "shift", "repay", "extra", "done"}

// Target is the element of the board a choice belongs to.
type Target struct {
	Kind string `json:"kind"` // of TargetKinds
	ID   string `json:"id"`   // of the space, depot, port column, option or progress marker
}

// TargetKinds are the values of Target.Kind; "" for a choice that belongs to
// none (pay, take, repay, done, strand).
var TargetKinds = [...]string{"space", "depot", "column", "option", "progress", ""}

// Args are the arguments of a sentence: numbers (int), things (Thing), seats
// (SeatRef), and lists of things and of seats.
type Args map[string]any

// SeatRef is a seat as an argument; package lang puts the name in.
type SeatRef int

// Effect is the immediate effect of an action, found by applying it to a copy
// of the position. Numbers are changes, of the seat to decide unless a seat is
// given.
type Effect struct {
	Path     []int    `json:"path,omitempty"`     // river indexes of the barge's way, both ends
	Value    int      `json:"value,omitempty"`    // of the die sold, loaded, moved or removed
	Colour   string   `json:"colour,omitempty"`   // of that die
	PipsLost int      `json:"pipsLost,omitempty"` // at obstacles (SAIL-2)
	Token    string   `json:"token,omitempty"`    // area that gets a development token
	Full     string   `json:"full,omitempty"`     // area that is full: the whole value is paid
	Price    int      `json:"price,omitempty"`    // Thaler to be paid, debts included
	Thaler   int      `json:"thaler"`
	VP       int      `json:"vp"`
	Debts    int      `json:"debts"`
	Supply   int      `json:"supply"`             // warehouses in the supply
	Early    []int    `json:"early,omitempty"`    // rounds whose warehouse goes early (DEBT-4)
	Parts    []Gain   `json:"parts,omitempty"`    // every change of Thaler and VP, of all seats, with its rule
	Others   []Gain   `json:"others,omitempty"`   // sums of the other seats
	Export   *Step    `json:"export,omitempty"`   // boxes of the export marker
	Dice     []Die    `json:"dice,omitempty"`     // dice that change on the storages
	Progress []Reward `json:"progress,omitempty"` // what the tokens complete at phase 5
	Reach    []int    `json:"reach,omitempty"`    // start, transport: river indexes where this coal could then be sold
	OffTrack int      `json:"offTrack,omitempty"` // value of a die that is pushed off the track
}

// Gain is a change of Thaler and VP of a seat and the rule that gives it (""
// for a sum).
type Gain struct {
	Seat   int    `json:"seat"`
	Thaler int    `json:"thaler,omitempty"`
	VP     int    `json:"vp,omitempty"`
	Rule   string `json:"rule,omitempty"`
}

// Step is a move from one place of a scale to another.
type Step struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Die is a die on a storage (by river index) that changes; 0 is no die.
type Die struct {
	At   int `json:"at"`
	From int `json:"from"`
	To   int `json:"to"`
}

// Reward is a progress marker completed by a token. Left is how many of a
// limited one are there now, -1 for a black one; with 0 it would be a blank.
type Reward struct {
	ID   string `json:"id"`
	Left int    `json:"left"`
}
