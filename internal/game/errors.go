package game

import (
	"errors"
	"fmt"

	"ruhr/rules"
)

// Refusal is why a command changed nothing, for the person who gave it. Key is
// the key of a sentence in the language catalogue ("table." and the constant
// below); Seat is the seat it is about, -1 for none; Value is what was wrong
// with the input, for the keys that say so. Two refusals with the same Key are
// the same to errors.Is.
//
// An illegal action is refused with a *rules.Refusal instead.
type Refusal struct {
	Key   string
	Seat  int
	Value string
}

// Error returns key, seat and value, for logs and tests.
func (r *Refusal) Error() string {
	s := r.Key
	if r.Seat >= 0 {
		s += fmt.Sprintf(" (seat %d)", r.Seat)
	}
	if r.Value != "" {
		s += fmt.Sprintf(": %q", r.Value)
	}
	return s
}

// Is compares refusals by their key.
func (r *Refusal) Is(target error) bool {
	t, ok := target.(*Refusal)
	return ok && t.Key == r.Key
}

// Reason names a refusal by its key or its rule, without anything that a visitor
// wrote; "" for any other error.
func Reason(err error) string {
	var mine *Refusal
	var rule *rules.Refusal
	switch {
	case errors.As(err, &mine):
		return mine.Key
	case errors.As(err, &rule):
		return rule.Rule.String()
	}
	return ""
}

func refusal(key string) *Refusal { return &Refusal{Key: "table." + key, Seat: -1} }

// At is the refusal about a seat, saying is the refusal with the wrong value.
func (r *Refusal) At(seat int) *Refusal { return &Refusal{r.Key, seat, r.Value} }

func (r *Refusal) Saying(value string) *Refusal { return &Refusal{r.Key, r.Seat, value} }

// Why a command is refused; compare with errors.Is.
var (
	// ErrStale: the table has moved on since the page was made.
	ErrStale = refusal("stale")
	// ErrNotYours: the seat is not the actor's.
	ErrNotYours = refusal("not_yours")
	// ErrNotOwner: the table is not the actor's.
	ErrNotOwner = refusal("not_owner")
	// ErrNotYourTurn: another seat is to decide.
	ErrNotYourTurn = refusal("not_your_turn")
	// ErrWaiting: the turn before has not been handed over yet; Seat is whose.
	ErrWaiting = refusal("waiting")
	// ErrOver: the game is over.
	ErrOver = refusal("over")
	// ErrNotOver: only after the end can the same seats play again.
	ErrNotOver = refusal("not_over")
	// ErrNoHints: the table was started without hints.
	ErrNoHints = refusal("no_hints")
	// ErrNoChoice: where nothing is to choose no advice is needed.
	ErrNoChoice = refusal("no_choice")
	// ErrBusy: too many others wait for advice; try again later.
	ErrBusy = refusal("busy")
	// ErrFrozen: the table is frozen.
	ErrFrozen = refusal("frozen")
	// ErrFullLog: the table's log has no room for more than the game itself; Value is
	// how many entries it holds.
	ErrFullLog = refusal("full_log")
	// ErrNothingToUndo: nothing may be taken back, or not as far as that.
	ErrNothingToUndo = refusal("nothing_to_undo")
	// ErrAsked: a request to take something back waits already; Seat is whose.
	ErrAsked = refusal("asked")
	// ErrNotAsked: the seat is not asked to agree to anything, or no longer.
	ErrNotAsked = refusal("not_asked")
	// ErrNothingToConfirm: no turn of the actor's waits to be handed over.
	ErrNothingToConfirm = refusal("nothing_to_confirm")
	// ErrOpenSeat: nobody has joined this seat yet; join first.
	ErrOpenSeat = refusal("open_seat")
	// ErrRated: at a rated table that is not possible, or not once the game has begun.
	ErrRated = refusal("rated")
	// ErrTournament: that is not possible while a game of a tournament goes on.
	ErrTournament = refusal("tournament")
	// ErrRatedAccount: only who is signed in has a seat at a rated table.
	ErrRatedAccount = refusal("rated_account")
	// ErrRatedPace: a rated table needs clocks.
	ErrRatedPace = refusal("rated_pace")
	// ErrRatedBoard: a rated table has the usual board.
	ErrRatedBoard = refusal("rated_board")
	// ErrRatedSeats: nobody has two seats at a rated table.
	ErrRatedSeats = refusal("rated_seats")
	// ErrOthersPlay: who leaves the table would leave others alone in a running game.
	ErrOthersPlay = refusal("others_play")
	// ErrNotOpen: the seat is taken.
	ErrNotOpen = refusal("not_open")
	// ErrCrowded: a seat has as many links, or is held by as many browsers, as it may;
	// Value is how many links.
	ErrCrowded = refusal("crowded")
	// ErrPlayedByBot: a computer player plays the seat; take it back first.
	ErrPlayedByBot = refusal("played_by_bot")
	// ErrPlayedByHand: no computer player plays the seat.
	ErrPlayedByHand = refusal("played_by_hand")
	// ErrTakenBack: at a table with clocks the seat was taken back before in this turn.
	ErrTakenBack = refusal("taken_back")
	// ErrOwnSeat: at a table with clocks nobody frees a seat of their own, which would get
	// a full bank again.
	ErrOwnSeat = refusal("own_seat")
	// ErrNoLevel: there is no such computer player; Value is the level asked for.
	ErrNoLevel = refusal("no_level")
	// ErrBadName: a name has 1 to MaxName visible characters; Value is the name.
	ErrBadName = refusal("bad_name")
	// ErrHiddenName: part of the name is invisible or covers its surroundings;
	// Value is the name with the code points of those characters.
	ErrHiddenName = refusal("hidden_name")
	// ErrTableName: the name of a table has at most MaxTableName characters, all visible.
	ErrTableName = refusal("table_name")
	// ErrBadSeats: a table has 2 to 4 seats; Value is how many were asked for.
	ErrBadSeats = refusal("bad_seats")
	// ErrBadKind: a seat is for a person, open, or a computer player's; Value is what was asked for.
	ErrBadKind = refusal("bad_kind")
	// ErrBadColour: no such colour, or two seats have it; Value is the colour.
	ErrBadColour = refusal("bad_colour")
	// ErrBadThinking: there is no such length of thinking; Value is what was asked for.
	ErrBadThinking = refusal("bad_thinking")
	// ErrBadOrder: a standing order is for a phase that is over, or none of the seat's;
	// Value is its number.
	ErrBadOrder = refusal("bad_order")
	// ErrOtherOrders: the seat's standing orders have been changed since the page was made.
	ErrOtherOrders = refusal("other_orders")
	// ErrNobodyElse: standing orders need somebody else who plays by hand.
	ErrNobodyElse = refusal("nobody_else")
	// ErrBadPace: nobody could play at such a pace; Value is what was asked for.
	ErrBadPace = refusal("bad_pace")
	// ErrBadHours: at most MaxQuiet minutes of a day may be quiet.
	ErrBadHours = refusal("bad_hours")
	// ErrBadZone: there is no such time zone; Value is its name.
	ErrBadZone = refusal("bad_zone")
	// ErrNoClock: the table has no clocks.
	ErrNoClock = refusal("no_clock")
	// ErrNotSilent: the table has clocks, or has not waited for that seat for Silence;
	// Value is how many days it has.
	ErrNotSilent = refusal("not_silent")
	// ErrNothingToWait: nobody has to wait for that seat.
	ErrNothingToWait = refusal("nothing_to_wait")
	// ErrWaited: in a tournament the others have waited for that seat in this game.
	ErrWaited = refusal("waited")
	// ErrNoHoliday: only tables by correspondence know holidays.
	ErrNoHoliday = refusal("no_vacation")
	// ErrLongHoliday: the holiday is too long; Value is how many days are left.
	ErrLongHoliday = refusal("long_vacation")
	// ErrShuffled: nothing can be added to the shuffle for that seat, or no longer.
	ErrShuffled = refusal("shuffled")
	// ErrNoCommitment: a new table names a commitment that was used, has expired or was
	// never given out, so what its maker adds to the shuffle would not count.
	ErrNoCommitment = refusal("no_commitment")
	// ErrBadContribution: a contribution is 64 hex digits; Value is what was given.
	ErrBadContribution = refusal("bad_contribution")
	// ErrBesideBox: beside the box there are no clocks, no open seats and no results that
	// count, and what needs a deal is not possible.
	ErrBesideBox = refusal("beside_box")
	// ErrNotAlong: only who plays alone against computer players takes a game along, and
	// none whose result counts or whose deal others play.
	ErrNotAlong = refusal("not_along")
	// ErrBadStart: no such seat can begin; Value is its number.
	ErrBadStart = refusal("bad_start")
	// ErrNothingToEnter: nothing is to be drawn now, or not that.
	ErrNothingToEnter = refusal("nothing_to_enter")
	// ErrNoneLeft: all markers with a face were drawn before; Value is the face.
	ErrNoneLeft = refusal("none_left")
	// ErrCorrection: what was put right cannot lie on the table, or not now.
	ErrCorrection = refusal("correction")
	// ErrManyCorrections: the game has been corrected too often; Value is how often it can be.
	ErrManyCorrections = refusal("many_corrections")
	// ErrEnterFirst: what was drawn is to be entered first.
	ErrEnterFirst = refusal("enter_first")
	// ErrHiddenDeal: others still play the deal at tables of their own, and who looks might
	// be one of them.
	ErrHiddenDeal = refusal("hidden_deal")
	// ErrSameForAll: what others who play the deal have as well cannot be changed here.
	ErrSameForAll = refusal("same_for_all")
	// ErrBadKey: the idempotency key has more than MaxKey characters or invisible ones.
	ErrBadKey = refusal("bad_key")
	// ErrNoBoard: the board for a new table cannot be used; Value says why.
	ErrNoBoard = refusal("no_board")
	// ErrClosed: the service is shutting down.
	ErrClosed = refusal("closed")
)

// NoRecord reports whether an error says that a game has no record for now: its table is
// frozen, or others still play its deal.
func NoRecord(err error) bool { return errors.Is(err, ErrFrozen) || errors.Is(err, ErrHiddenDeal) }

// Refused reports whether an error is meant for the person who gave the command.
func Refused(err error) bool {
	var mine *Refusal
	var rule *rules.Refusal
	return errors.As(err, &mine) || errors.As(err, &rule)
}
