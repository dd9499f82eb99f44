package game

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"ruhr/rules"
)

// Nameless is the name of a seat whose person asked to be forgotten, the same
// in all languages.
const Nameless = "N. N."

// Renaming returns what a name becomes, the same for one that stays.
type Renaming func(name string) string

// StandIn gives a seat that is played by hand to a computer player, and frees one
// that is kept for its person; false where nothing is to do.
func (f *Game) StandIn(seat int, level string) (Command, bool) {
	if seat < 0 || seat >= len(f.Seats) {
		return Command{}, false
	}
	if f.Frozen != nil { // nobody will return to it, so it goes on here
		return Command{frozen: FrozenAlong, draft: func(*Game, Call) (draft, error) { return draft{kind: kindReturn, seat: Nobody}, nil }}, f.Frozen.Key == FrozenAlong
	}
	d := draft{kind: EventGive, seat: seat, body: body{Level: level}}
	switch s := f.Seats[seat]; {
	case s.Kept:
		d = draft{kind: EventDecline, seat: seat}
	case s.Kind != Person || !s.ByHand():
		return Command{}, false
	}
	s := f.State()
	return Command{draft: func(*Game, Call) (draft, error) { return d, nil }}, s.Decision() != rules.Over
}

// RedactMeta replaces the name of a seat in a table's meta. Seats and fields of
// newer programs stay.
func RedactMeta(meta []byte, seat int, as Renaming, names map[string]string) ([]byte, error) {
	var fields map[string]json.RawMessage
	var seats []json.RawMessage
	err := json.Unmarshal(meta, &fields)
	if err == nil {
		err = json.Unmarshal(fields["seats"], &seats)
	}
	if err != nil || seat < 0 || seat >= len(seats) {
		return nil, fmt.Errorf("the meta of seat %d: %w", seat, cmp.Or(err, errors.New("no such seat")))
	}
	if seats[seat], err = RedactName(seats[seat], as, names); err != nil {
		return nil, err
	}
	if fields["seats"], err = json.Marshal(seats); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// Unname leaves out the name of a table in its meta, or in the body of an entry that gives
// it another one. Fields of newer programs stay.
func Unname(object []byte) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	delete(fields, "name")
	return json.Marshal(fields)
}

// RedactName replaces the name in an object and notes what it was. Other fields
// stay.
func RedactName(object []byte, as Renaming, names map[string]string) ([]byte, error) {
	var fields map[string]json.RawMessage
	var name string
	err := json.Unmarshal(object, &fields)
	if err == nil && fields["name"] != nil {
		err = json.Unmarshal(fields["name"], &name)
	}
	if err != nil {
		return nil, err
	}
	if name == "" || as(name) == name {
		return object, nil
	}
	names[name] = as(name)
	if fields["name"], err = json.Marshal(as(name)); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}
