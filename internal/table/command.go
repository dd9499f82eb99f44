package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// draft is an entry about to be made.
type draft struct {
	kind  string
	seat  int
	body  body
	final bool // the last word is given with it
}

// extend adds an entry, and what follows it by itself, to a fold of the
// caller's own, and gives them as they are to be stored: a decision that was
// held and those without a choice, and where the draft is final the last
// word on it.
func (f *fold) extend(d draft, now int64) ([]store.Entry, error) {
	var out []store.Entry
	p := f.stepper()
	final, before := d.final, f.newsworthy()
	for {
		e, err := f.enter(d, now, p)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
		var ok bool
		if d, ok = f.follows(final); !ok {
			last := &out[len(out)-1]
			last.Due, last.Stage, last.News = f.due(), f.stage(), f.newsworthy() != before
			return out, nil
		}
	}
}

// enter adds one entry and returns it as it is to be stored.
func (f *fold) enter(d draft, now int64, p *record.Stepper) (store.Entry, error) {
	data, err := json.Marshal(d.body)
	if err != nil {
		return store.Entry{}, err
	}
	e := store.Entry{N: f.n + 1, Time: now, Kind: d.kind, Seat: d.seat, Body: data}
	return e, f.add(e, p)
}

// follows returns the entry that follows by itself now.
func (f *fold) follows(final bool) (draft, bool) {
	if d, ok := f.takenBack(); ok {
		return d, true
	}
	if f.held != nil && f.held.due {
		return f.act(f.held.action, false, f.held.bot), true
	}
	if final && f.unspoken() {
		return draft{kind: kindConfirm, seat: f.steps[len(f.steps)-1].Seat}, true
	}
	if a, ok := f.forced(); ok {
		return f.act(a, true, ""), true
	}
	return f.ordered()
}

// unspoken reports whether the seat that decided last has nothing left to choose
// in its turn but has not confirmed it.
func (f *fold) unspoken() bool {
	if f.turn().Waiting {
		return true
	}
	seat := f.alone()
	if _, only := f.only(); seat < 0 || f.goesOn() && !only {
		return false
	}
	_, open := f.openAlone(seat)
	return open
}

// act drafts a decision of the seat to decide.
func (f *fold) act(a rules.Action, auto bool, level string) draft {
	s := f.state()
	do := f.words.Encode(a)
	return draft{kind: kindAct, seat: s.ToDecide(), body: body{Do: &do, Auto: auto, Bot: level}}
}

// decide drafts a choice of the seat to decide: it is held if it reveals
// something and a person has the last word before that.
func (f *fold) decide(a rules.Action, level string, final bool) draft {
	d := f.act(a, false, level)
	d.final = final
	asks := level == "" && !final
	if seat := f.alone(); level != "" && seat >= 0 {
		_, asks = f.openAlone(seat)
	}
	if asks && f.reveals(a) {
		d.kind = kindHold
	}
	return d
}

// command is what a person asks for.
type command struct {
	// name says what, with its arguments: with the same key only the same
	// command is a repetition.
	name string
	// stands reports whether it still means the same at a fold later than the log
	// number it was made at; nil where it always does.
	stands func(f *fold, at int64) bool
	// draft makes it an entry, or refuses it.
	draft func(f *fold) (draft, error)
	// append stores it, with what belongs to it; nil is the store's Append.
	append appender
}

// appender has the form of the store's Append.
type appender func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error)

// decided reports whether decisions were made or taken back after a log number.
func (f *fold) decided(at int64) bool {
	if f.held != nil && f.held.n > at {
		return true
	}
	if n := len(f.steps); n > 0 && f.steps[n-1].N > at {
		return true
	}
	return f.undone(at)
}

// undone reports whether decisions were taken back after a log number.
func (f *fold) undone(at int64) bool {
	for _, e := range slices.Backward(f.events) {
		if e.N <= at {
			return false
		}
		if e.Kind == EventUndo {
			return true
		}
	}
	return false
}

// chosen reports whether a person made a choice, or took one back, after a log number.
func (f *fold) chosen(at int64) bool {
	if f.held != nil && f.held.n > at && f.held.bot == "" {
		return true
	}
	for _, s := range slices.Backward(f.steps) {
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
func sameDecision(f *fold, at int64) bool { return !f.decided(at) }

// do carries out a command, even at a later log number than it was made at if
// it still means the same there.
func (v *Service) do(ctx context.Context, id string, who Actor, at int64, key string, c command) (*Snapshot, error) {
	for {
		if v.closing() {
			return nil, ErrClosed
		}
		f, err := v.load(ctx, id)
		if err != nil {
			return nil, err
		}
		v.audience.look(id, who.From, v.opt.Clock())
		next, err := v.try(ctx, f, who, at, key, c)
		switch {
		case err == nil:
			v.publish(next)
			return v.show(next, who), nil
		case errors.Is(err, store.ErrStale):
			continue // somebody was faster
		case errors.Is(err, store.ErrRepeated):
			if now, err := v.load(ctx, id); err == nil {
				v.publish(now) // the first time may have been stored without an answer, and so without news
				f = now
			}
			return v.show(f, who), nil
		case !refused(err):
			return nil, err
		case c.stands != nil && at < f.n && !errors.Is(err, ErrFrozen):
			err = ErrStale // what is refused now may have been possible when the page was made
		}
		return v.show(f, who), err
	}
}

// refused reports whether an error is meant for the person who gave the command.
func refused(err error) bool {
	var mine *Refusal
	var rule *rules.Refusal
	return errors.As(err, &mine) || errors.As(err, &rule)
}

// try drafts a command and appends it, and gives the fold after it. ErrStale is
// the table's where the command means something else now, and the store's where
// the log has grown meanwhile.
func (v *Service) try(ctx context.Context, f *fold, who Actor, at int64, key string, c command) (*fold, error) {
	if len(key) > MaxKey || store.CheckKey(key) != nil {
		return nil, ErrBadKey.saying(key[:min(len(key), MaxKey)])
	}
	if key != "" {
		key = c.name + "." + key
		if slices.ContainsFunc(who.keepers(), func(seat int) bool { return slices.Contains(f.keys, keyOf(seat, key)) }) {
			return nil, store.ErrRepeated
		}
	}
	if f.frozen != nil {
		return nil, ErrFrozen
	}
	if at < 1 || at > f.n || at < f.n && c.stands != nil && !c.stands(f, at) {
		return nil, ErrStale
	}
	d, err := c.draft(f)
	if err != nil {
		return nil, err
	}
	if key != "" {
		seat := d.seat
		if !who.Holds(seat) {
			seat = who.keepers()[0] // it fills or changes a seat that nobody holds
		}
		key = keyOf(seat, key)
	}
	next := f.clone()
	entries, err := next.extend(d, v.opt.Clock().UnixMilli())
	if err != nil {
		return nil, err
	}
	if key != "" {
		next.keys = append(next.keys, key)
	}
	add := v.opt.Store.Append
	if c.append != nil {
		add = c.append
	}
	_, err = add(ctx, f.id, f.n, key, entries)
	return next, err
}

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
func (v *Service) Act(ctx context.Context, id string, who Actor, at int64, key string, a rules.Action) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: "act-" + strconv.Itoa(int(a)), stands: sameDecision, draft: func(f *fold) (draft, error) {
		s := f.state()
		if s.Decision() == rules.Over {
			return draft{}, ErrOver
		}
		seat := s.ToDecide()
		if t := f.turn(); t.Waiting {
			return draft{}, ErrWaiting.at(t.Seat)
		}
		if !who.Holds(seat) {
			return draft{}, ErrNotYourTurn.at(seat)
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		if !f.game.Legal(&s).Has(a) {
			return draft{}, f.game.Why(&s, a)
		}
		if _, forced := f.game.Forced(&s); forced { // left to the learner of a guided table, or to who wants to be asked
			return f.act(a, true, ""), nil
		}
		return f.decide(a, "", who.Final), nil
	}})
}

// byHand refuses where no person plays the seat.
func (f *fold) byHand(seat int) error {
	switch s := f.seats[seat]; {
	case s.Level != "":
		return ErrPlayedByBot.at(seat)
	case s.Kind == Open:
		return ErrOpenSeat.at(seat)
	}
	return nil
}

// Undo goes back to the position after some number of decisions, one of
// Snapshot.You.UndoTo.
func (v *Service) Undo(ctx context.Context, id string, who Actor, at int64, key string, to int) (*Snapshot, error) {
	stands := func(f *fold, at int64) bool {
		return to >= 0 && to < len(f.steps) && f.steps[to].N <= at && !f.chosen(at)
	}
	return v.do(ctx, id, who, at, key, command{name: "undo-" + strconv.Itoa(to), stands: stands, draft: func(f *fold) (draft, error) {
		seat, places := f.undo()
		if !slices.Contains(places, to) {
			return draft{}, ErrNothingToUndo
		}
		if !who.Holds(seat) {
			return draft{}, ErrNotYours.at(seat)
		}
		if err := f.byHand(seat); err != nil {
			return draft{}, err
		}
		return draft{kind: EventUndo, seat: seat, body: body{To: to}}, nil
	}})
}

// Confirm gives the actor's last word on their turn.
func (v *Service) Confirm(ctx context.Context, id string, who Actor, at int64, key string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: "confirm", stands: sameDecision, draft: func(f *fold) (draft, error) {
		t := f.turn()
		if !t.Waiting {
			return draft{}, ErrNothingToConfirm
		}
		if !who.Holds(t.Seat) {
			return draft{}, ErrNotYours.at(t.Seat)
		}
		if err := f.byHand(t.Seat); err != nil {
			return draft{}, err
		}
		return draft{kind: kindConfirm, seat: t.Seat}, nil
	}})
}

// Record exports the game as far as the table has seen it. Errors: ErrFrozen
// if the table has no position at all, ErrNoTable.
func (v *Service) Record(ctx context.Context, id string) (*record.Record, error) {
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.game == nil {
		return nil, ErrFrozen
	}
	var players []record.Player
	for _, s := range f.seats {
		players = append(players, record.Player{Name: s.Name, Bot: s.Level})
	}
	var actions []rules.Action
	for _, s := range f.steps {
		actions = append(actions, s.Action)
	}
	rec, err := record.Export(f.game, &f.deal, players, actions)
	if sh := f.shuffle(); err == nil && sh != nil {
		rec.Publish(*sh)
	}
	return rec, err
}
