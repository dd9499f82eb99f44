package rules

import (
	"fmt"
	"strings"
)

// Refusal says why something is not possible: the rule that forbids it, a key
// for the sentence, and the numbers the sentence needs. It is a value, not a
// sentence; package lang has the words.
type Refusal struct {
	Rule Rule
	Key  RefusalKey
	Args [3]int
}

// Error returns the rule, the key and the numbers, for logs and tests.
func (r *Refusal) Error() string { return r.Rule.String() + ": " + r.Plain() }

// Plain is the refusal without its rule, in plain English and short.
func (r *Refusal) Plain() string {
	words := strings.ReplaceAll(string(r.Key), "_", " ")
	if r.Args == [3]int{} {
		return words
	}
	return fmt.Sprintf("%s (%d, %d, %d)", words, r.Args[0], r.Args[1], r.Args[2])
}

// RefusalKey names a reason.
type RefusalKey string

// The reasons with the meaning of their arguments. Markers go by their place
// in board.ProgressIDs, territories and port columns by number.
const (
	GameOver         RefusalKey = "game_over"          //
	NotNow           RefusalKey = "not_now"            // phase in which this is done, phase now
	ChanceFirst      RefusalKey = "chance_first"       // something is being drawn
	NoDrawDue        RefusalKey = "no_draw_due"        //
	MarkerNotUnseen  RefusalKey = "marker_not_unseen"  // number of the marker
	NoCountryDue     RefusalKey = "no_country_due"     //
	NoSuchCountry    RefusalKey = "no_such_country"    // port column
	CannotPay        RefusalKey = "cannot_pay"         // price, what the seat can pay with all debts it may take
	NoVP             RefusalKey = "no_vp"              //
	NoDieThere       RefusalKey = "no_die_there"       //
	ColourNotOwed    RefusalKey = "colour_not_owed"    // 0 black, 1 white
	StorageTaken     RefusalKey = "storage_taken"      //
	WrongTerritory   RefusalKey = "wrong_territory"    // territory where it must go
	WrongColour      RefusalKey = "wrong_colour"       // colour of the die: 0 black stays outside the Mark, 1 white inside
	DieIsSix         RefusalKey = "die_is_six"         //
	NoMarker         RefusalKey = "no_marker"          // marker, tokens still missing for it
	MarkerGone       RefusalKey = "marker_gone"        // marker (limited, the seat holds a blank)
	MarkerUsedUp     RefusalKey = "marker_used_up"     // marker (limited)
	MarkerUsedNow    RefusalKey = "marker_used_now"    // marker (once a round)
	ClosedInLast     RefusalKey = "closed_in_last"     // wage and supply in round 12
	WageIsTaken      RefusalKey = "wage_is_taken"      //
	PilotsBanned     RefusalKey = "pilots_banned"      //
	NothingToRaise   RefusalKey = "nothing_to_raise"   // no die below 6 on a storage
	NoArrowDie       RefusalKey = "no_arrow_die"       // 0 black, 1 white, 2 neither
	NoEmptyStorage   RefusalKey = "no_empty_storage"   //
	NoStartDown      RefusalKey = "no_start_down"      // no die downriver this seat may load
	NoStartUp        RefusalKey = "no_start_up"        // none upriver
	OnlyPilotStarts  RefusalKey = "only_pilot_starts"  // starts only where a pilot is needed
	NothingToHaul    RefusalKey = "nothing_to_haul"    // the barge is not on the river yet
	NotTowed         RefusalKey = "not_towed"          //
	NotStranded      RefusalKey = "not_stranded"       //
	MustStartThere   RefusalKey = "must_start_there"   // hauling+transport: at the storage the die went to
	LeavesNoStart    RefusalKey = "leaves_no_start"    //
	BargeThere       RefusalKey = "barge_there"        //
	NeedsMark        RefusalKey = "needs_mark"         // white coal without Grafschaft Mark: tokens still missing for it
	OptionFirst      RefusalKey = "option_first"       // the special option comes before the start
	UpriverNeedsHaul RefusalKey = "upriver_needs_haul" //
	HaulOnlyUpriver  RefusalKey = "haul_only_upriver"  //
	PilotNeeded      RefusalKey = "pilot_needed"       //
	SailUpriver      RefusalKey = "sail_upriver"       //
	TooFar           RefusalKey = "too_far"            // spaces, the most without a pilot
	RuhrortPilot     RefusalKey = "ruhrort_pilot"      //
	LockBuilt        RefusalKey = "lock_built"         //
	TooEarly         RefusalKey = "too_early"          // the first round with locks
	DutyFirst        RefusalKey = "duty_first"         //
	NoWarehouse      RefusalKey = "no_warehouse"       // none in the supply
	OwnInCity        RefusalKey = "own_in_city"        //
	CityFull         RefusalKey = "city_full"          //
	DepotFull        RefusalKey = "depot_full"         //
	PortLimit        RefusalKey = "port_limit"         // the most a seat may have in the port
	OwnInColumn      RefusalKey = "own_in_column"      //
	ColumnFull       RefusalKey = "column_full"        //
	NoneInColumn     RefusalKey = "none_in_column"     // no own warehouse to move
	NoDebt           RefusalKey = "no_debt"            //
	CannotRepay      RefusalKey = "cannot_repay"       // price, Thaler
)

// RefusalKeys are all reasons there are.
var RefusalKeys = []RefusalKey{GameOver, NotNow, ChanceFirst, NoDrawDue, MarkerNotUnseen, NoCountryDue, NoSuchCountry,
	CannotPay, NoVP, NoDieThere, ColourNotOwed, StorageTaken, WrongTerritory, WrongColour, DieIsSix, NoMarker, MarkerGone,
	MarkerUsedUp, MarkerUsedNow, ClosedInLast, WageIsTaken, PilotsBanned, NothingToRaise, NoArrowDie, NoEmptyStorage,
	NoStartDown, NoStartUp, OnlyPilotStarts, NothingToHaul, NotTowed, NotStranded, MustStartThere, LeavesNoStart,
	BargeThere, NeedsMark, OptionFirst, UpriverNeedsHaul, HaulOnlyUpriver, PilotNeeded, SailUpriver, TooFar, RuhrortPilot, LockBuilt,
	TooEarly, DutyFirst, NoWarehouse, OwnInCity, CityFull, DepotFull, PortLimit, OwnInColumn, ColumnFull, NoneInColumn,
	NoDebt, CannotRepay}

func refuse(rule Rule, key RefusalKey, args ...int) *Refusal {
	r := &Refusal{Rule: rule, Key: key}
	copy(r.Args[:], args)
	return r
}
