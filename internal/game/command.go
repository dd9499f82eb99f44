package game

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"ruhr/record"
	"ruhr/rules"
)

// draft is an entry about to be made.
type draft struct {
	kind  string
	seat  int
	body  body
	final bool // the turn is confirmed with it
}

// extend adds an entry, and the forced ones that follow, to a game of the
// caller's own, and gives them as they are to be stored: a decision that was
// held and those without a choice, and where the draft is final its
// confirmation.
func (f *Game) extend(d draft, now int64) ([]Entry, error) {
	var out []Entry
	p := f.stepper()
	final, before := d.final, f.notifyKey()
	for {
		e, err := f.enter(d, now, p)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
		var ok bool
		if d, ok = f.follows(final); !ok {
			last := &out[len(out)-1]
			last.News = f.notifyKey() != before
			return out, nil
		}
	}
}

// enter adds one entry and returns it as it is to be stored.
func (f *Game) enter(d draft, now int64, p *record.Stepper) (Entry, error) {
	d.body.Anew = d.kind == EventJoin || d.kind == EventRemove || d.kind == EventDecline
	d.body.Once = d.kind == EventTake || d.kind == EventUndo || d.kind == kindHours
	data, err := json.Marshal(d.body)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{N: f.N + 1, Time: now, Kind: d.kind, Seat: d.seat, Body: data}
	return e, f.add(e, p)
}

// follows returns the forced entry that follows now.
func (f *Game) follows(final bool) (draft, bool) {
	if d, ok := f.takenBack(); ok {
		return d, true
	}
	if d, ok := f.waitedFor(); ok {
		return d, true
	}
	if f.held != nil && f.held.due {
		return f.act(f.held.action, false, f.held.bot), true
	}
	if final && f.needsConfirm() {
		return draft{kind: kindConfirm, seat: f.Steps[len(f.Steps)-1].Seat}, true
	}
	if a, ok := f.forced(); ok {
		return f.act(a, true, ""), true
	}
	return f.ordered()
}

// needsConfirm reports whether the seat that decided last has nothing left to choose
// in its turn but has not confirmed it.
func (f *Game) needsConfirm() bool {
	if f.entered() {
		return false
	}
	if f.turn().Waiting {
		return true
	}
	seat := f.solo()
	if _, only := f.only(); seat < 0 || f.goesOn() && !only {
		return false
	}
	_, open := f.openAlone(seat)
	return open
}

// act drafts a decision of the seat to decide.
func (f *Game) act(a rules.Action, auto bool, level string) draft {
	s := f.State()
	do := f.words.Encode(a)
	return draft{kind: kindAct, seat: s.ToDecide(), body: body{Do: &do, Auto: auto, Bot: level}}
}

// decide drafts a choice of the seat to decide: it is held if it reveals
// something and a person has the last word before that.
func (f *Game) decide(a rules.Action, level string, final bool) draft {
	d := f.act(a, false, level)
	d.final = final
	asks := level == "" && !final
	if seat := f.solo(); level != "" && seat >= 0 {
		_, asks = f.openAlone(seat)
	}
	if asks && !f.entered() && f.reveals(a) {
		d.kind = kindHold
	}
	return d
}

// Command is what a person or a computer player asks for.
type Command struct {
	// name says what, with its arguments: with the same key only the same
	// command is a repetition.
	name string
	// stands reports whether it still means the same at a game later than the log
	// number it was made at; nil where it always does.
	stands func(f *Game, at int64) bool
	// frozen is the key of frozen tables that it is for, too, "" for none.
	frozen string
	// draft makes it an entry, or refuses it.
	draft func(f *Game, by Call) (draft, error)
}

// BotDecides is the decision of a computer player that thought about a position of
// the table, as long as that is still to be decided by one of its level.
func BotDecides(about *Game, a rules.Action, level string) Command {
	return Command{draft: func(f *Game, _ Call) (draft, error) {
		if !about.SameTask(f) {
			return draft{}, ErrStale
		}
		return f.decide(a, level, false), nil
	}}
}

// BotLeaves is for a computer player that cannot be asked about a position: another level
// plays on in its seat, unless all who are compared play against the same one.
func BotLeaves(about *Game, level string) Command {
	return Command{draft: func(f *Game, _ Call) (draft, error) {
		if !about.SameTask(f) {
			return draft{}, ErrStale
		}
		s := f.State()
		seat := s.ToDecide()
		if why := mayExchange(f.Seats[seat].Kind, f.Setup.Rated, f.Setup.Tournament, f.Setup.Common); why != nil {
			return draft{}, why.At(seat)
		}
		if f.Seats[seat].Level == level {
			return draft{}, ErrPlayedByBot.At(seat)
		}
		return draft{kind: EventLevel, seat: seat, body: body{Level: level}}, nil
	}}
}

// Decided reports whether decisions were made or taken back after a log number.
func (f *Game) Decided(at int64) bool {
	if f.held != nil && f.held.n > at || f.enteredN > at {
		return true
	}
	if n := len(f.Steps); n > 0 && f.Steps[n-1].N > at {
		return true
	}
	return f.undone(at)
}

// undone reports whether decisions were taken back after a log number.
func (f *Game) undone(at int64) bool {
	for _, e := range slices.Backward(f.Events) {
		if e.N <= at {
			return false
		}
		if e.Kind == EventUndo {
			return true
		}
	}
	return false
}

// chosen reports whether a person made a choice, took one back or entered something, after
// a log number.
func (f *Game) chosen(at int64) bool {
	if f.enteredN > at || f.held != nil && f.held.n > at && f.held.bot == "" {
		return true
	}
	for _, s := range slices.Backward(f.Steps) {
		if s.N <= at {
			break
		}
		if s.choice() {
			return true
		}
	}
	return f.undone(at)
}

// sameDecision reports whether the table waits for the decision that it waited
// for at a log number.
func sameDecision(f *Game, at int64) bool { return !f.Decided(at) }

// ErrRepeated: the log has this key already.
var ErrRepeated = errors.New("a command with this key was carried out")

// Call is who gives a command, and when.
type Call struct {
	Who Actor
	At  int64  // the log number it was made at
	Key string // with which it is carried out only once; "" for none
	Now time.Time
	// Level refuses a level of computer player that does not exist, for a seat.
	Level func(seat int, level string) error
}

// Do returns the table after a command, with the entries to append for it and the
// key to store with them. ErrStale: it means something else now.
func (f *Game) Do(c Command, by Call) (next *Game, entries []Entry, key string, err error) {
	at, who := by.At, by.Who
	if key = by.Key; key != "" {
		key = c.name + "." + key
		if slices.ContainsFunc(who.keepers(), func(seat int) bool { return slices.Contains(f.keys, keyOf(seat, key)) }) {
			return nil, nil, "", ErrRepeated
		}
	}
	if f.Frozen != nil && f.Frozen.Key != c.frozen {
		return nil, nil, "", ErrFrozen
	}
	if at < 1 || at > f.N || at < f.N && !c.still(f, at) {
		return nil, nil, "", ErrStale
	}
	d, err := c.draft(f, by)
	if err != nil {
		return nil, nil, "", err
	}
	if f.length >= MaxLog && !ends(d.kind) {
		return nil, nil, "", ErrFullLog.Saying(strconv.Itoa(MaxLog))
	}
	if key != "" {
		seat := d.seat
		if !who.Holds(seat) {
			seat = who.keepers()[0] // it fills or changes a seat that nobody holds
		}
		key = keyOf(seat, key)
	}
	next = f.Clone()
	entries, err = next.extend(d, by.Now.UnixMilli())
	if err == nil && key != "" {
		next.keys = append(next.keys, key)
	}
	return next, entries, key, err
}

// still reports whether a command made at a log number means the same now.
func (c Command) still(f *Game, at int64) bool { return c.stands == nil || c.stands(f, at) }

// MayHaveStood reports whether a command that is refused now may have been possible
// at the log number it was made at.
func (c Command) MayHaveStood(f *Game, at int64) bool { return c.stands != nil && at < f.N }

// keyOf is the key as it is stored. Browsers make up their own keys, so equal
// keys of different seats must not collide.
func keyOf(seat int, key string) string { return strconv.Itoa(seat) + "." + key }

// ParseAction reads the number of an action, as forms have it.
func ParseAction(s string) (rules.Action, error) {
	n, err := strconv.ParseUint(s, 10, 8)
	return rules.Action(n), err
}

// Act takes a decision for the seat to decide, which must be the actor's. An
// illegal action is refused with a *rules.Refusal.
func Act(a rules.Action) Command {
	return Command{name: "act-" + strconv.Itoa(int(a)), stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		s := f.State()
		if s.Decision() == rules.Over {
			return draft{}, ErrOver
		}
		seat := s.ToDecide()
		if t := f.turn(); t.Waiting {
			return draft{}, ErrWaiting.At(t.Seat)
		}
		if record.Waits(&s) {
			return draft{}, ErrEnterFirst
		}
		if !by.Who.Holds(seat) {
			return draft{}, ErrNotYourTurn.At(seat)
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		if !f.Rules.Legal(&s).Has(a) {
			return draft{}, f.Rules.Why(&s, a)
		}
		if _, forced := f.Rules.Forced(&s); forced { // left to the learner of a guided table, or to by.Who wants to be asked
			return f.act(a, true, ""), nil
		}
		return f.decide(a, "", by.Who.Final), nil
	}}
}

// byHand refuses where no person plays the seat.
func (f *Game) byHand(seat int) error {
	switch s := f.Seats[seat]; {
	case s.Level != "":
		return ErrPlayedByBot.At(seat)
	case s.Kind == Open:
		return ErrOpenSeat.At(seat)
	}
	return nil
}

// Undo goes back to the position after some number of decisions, one of
// Snapshot.You.UndoTo.
func Undo(to int) Command {
	stands := func(f *Game, at int64) bool {
		if to == len(f.Steps) {
			return f.held != nil && f.held.n <= at && !f.chosen(at)
		}
		return to >= 0 && to < len(f.Steps) && f.Steps[to].N <= at && !f.chosen(at)
	}
	return Command{name: "undo-" + strconv.Itoa(to), stands: stands, draft: func(f *Game, by Call) (draft, error) {
		seat, places := f.undo()
		if !slices.Contains(places, to) {
			return draft{}, ErrNothingToUndo
		}
		mine := by.Who.undoes(f.Setup.Deal, seat)
		if mine < 0 {
			return draft{}, ErrNotYours.At(seat)
		}
		return draft{kind: EventUndo, seat: mine, body: body{To: to}}, nil
	}}
}

// Confirm gives the actor's last word on their turn.
func Confirm() Command {
	return Command{name: "confirm", stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		t := f.turn()
		if !t.Waiting {
			return draft{}, ErrNothingToConfirm
		}
		if f.entered() && len(by.Who.Seats) > 0 { // hands have carried it out
			return draft{kind: kindConfirm, seat: t.Seat}, nil
		}
		if !by.Who.Holds(t.Seat) {
			return draft{}, ErrNotYours.At(t.Seat)
		}
		if err := f.byHand(t.Seat); err != nil {
			return draft{}, err
		}
		return draft{kind: kindConfirm, seat: t.Seat}, nil
	}}
}

// Record exports the game as far as the table has seen it. Errors: ErrFrozen
// if the table has no position at all. It is only for those whom MaySee and MayExport do
// not refuse.
func (f *Game) Record() (*record.Record, error) {
	if f.Rules == nil {
		return nil, ErrFrozen
	}
	rec := f.played().Record()
	if sh := f.shuffle(); sh != nil {
		rec.Publish(*sh)
	}
	return rec, nil
}
