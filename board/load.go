package board

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ruhr/spec"
)

// Error says what is wrong with a board file: the field as a JSON path, the
// value found and what was expected.
type Error struct {
	Field, Value, Want string

	Space string // printed name of the space that the field belongs to, or ""

	Form string // of Want, before its arguments
	Args []any  // of Form
}

func (e *Error) Error() string {
	space := e.Space
	if space != "" {
		space += ": "
	}
	return fmt.Sprintf("board file: %s%s is %s, expected %s", space, e.Field, e.Value, e.Want)
}

// bad is what a failed check panics with; Load turns it into an error.
type bad struct{ err *Error }

func fail(field string, value any, want string, args ...any) {
	var v strings.Builder
	text := json.NewEncoder(&v)
	text.SetEscapeHTML(false)
	if err := text.Encode(value); err != nil {
		v.Reset()
		fmt.Fprint(&v, value)
	}
	panic(bad{&Error{Field: field, Value: strings.TrimSuffix(v.String(), "\n"), Want: fmt.Sprintf(want, args...), Form: want, Args: args}})
}

// between checks that a number is in a range and returns it.
func between(field string, v, lo, hi int) int {
	if v < lo || v > hi {
		fail(field, v, "a number from %d to %d", lo, hi)
	}
	return v
}

// oneOf checks that id is one of ids and returns its index.
func oneOf(field, id string, ids []string) int {
	for i, s := range ids {
		if s == id {
			return i
		}
	}
	fail(field, id, "one of %s", strings.Join(ids, ", "))
	return 0
}

// count checks the length of a list.
func count(field string, n, want int) {
	if n != want {
		fail(field, n, "%d entries", want)
	}
}

// Limits on a board file, in bytes.
const (
	MaxFile = 1 << 20
	MaxOwn  = 64 << 10 // of one that somebody brings to a table; older tables may have larger ones
)

// TooLarge is the error for a file that has too many bytes.
func TooLarge(size, most int) *Error {
	return &Error{Field: "size", Value: strconv.Itoa(size), Want: fmt.Sprintf("at most %d bytes", most), Form: "at most %d bytes", Args: []any{most}}
}

// Default is the board that comes with the program (spec/board.json). It is shared: do
// not change it. It panics if the file is invalid, which a test of the package rules out.
var Default = sync.OnceValue(func() *Board {
	b, err := read(spec.Board)
	if err != nil {
		panic(err)
	}
	return b
})

// Load reads and checks a board file. For an invalid file it returns an
// *Error. The board that comes with the program is read once and shared.
func Load(data []byte) (*Board, error) {
	if bytes.Equal(data, spec.Board) {
		return Default(), nil
	}
	return read(data)
}

func read(data []byte) (*Board, error) {
	b, faults, err := load(data)
	if err == nil && len(faults) > 0 {
		err = faults[0]
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// loader reads a board file and notes all that is wrong with it.
type loader struct {
	*Board
	file   *file
	faults []*Error
}

// try reads a part of the file and notes what is wrong. It reports whether nothing is.
func (b *loader) try(read func()) bool {
	err := caught(read)
	if err != nil {
		err.Space = b.file.spaceOf(err.Field)
		b.faults = append(b.faults, err)
	}
	return err == nil
}

// caught is the failed check in a function, or nil.
func caught(check func()) (err *Error) {
	defer func() {
		if r := recover(); r != nil {
			p, ok := r.(bad)
			if !ok {
				panic(r)
			}
			err = p.err
		}
	}()
	check()
	return nil
}

// load reads a board file and lists what is wrong with its values.
func load(data []byte) (*Board, []*Error, error) {
	if len(data) > MaxFile {
		return nil, nil, TooLarge(len(data), MaxFile)
	}
	var f file
	dec := json.NewDecoder(bytes.NewReader(WithoutMark(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, nil, jsonError(err)
	}
	if err := AtEnd(dec); err != nil {
		return nil, nil, fmt.Errorf("board file: %w the board", err)
	}
	sum := sha256.Sum256(data)
	b := &loader{Board: &Board{ID: f.ID, Version: f.Version, SHA256: hex.EncodeToString(sum[:]), Src: f.Src}, file: &f}
	if b.try(func() { checkHead(&f) }) && b.try(func() { b.readRiver(&f) }) { // everything else needs the river
		for _, read := range []func(*file){b.readTimeline, b.readTracks, b.readPort, b.readBuildings, b.readProgress, b.readMarkers, b.readSetup} {
			b.try(func() { read(&f) })
		}
	}
	return b.Board, b.faults, nil
}

// fileVersion is the version of the format of board files.
const fileVersion = 1

func checkHead(f *file) {
	if f.ID == "" {
		fail("id", f.ID, "a name")
	}
	if f.Version != fileVersion {
		fail("version", f.Version, "%d, the only version of board files that this program reads", fileVersion)
	}
	count("territories", len(f.Territories), 4)
	for i, t := range f.Territories {
		if t != TerritoryIDs[i] {
			fail(fmt.Sprintf("territories[%d]", i), t, "%q (the order is %s)", TerritoryIDs[i], strings.Join(TerritoryIDs[:], ", "))
		}
	}
}

// spaceOf returns the printed name of the space that a field belongs to, by its index
// or by its id, or "".
func (f *file) spaceOf(field string) string {
	spacePath := regexp.MustCompile(`^river\[(\d+)\]|^(?:cityWarehouses|setup\.\d)\.([\w-]+)`)
	m := spacePath.FindStringSubmatch(field)
	if m == nil {
		return ""
	}
	for i, s := range f.River {
		if m[1] == strconv.Itoa(i) || m[2] != "" && m[2] == s.ID {
			return s.Name
		}
	}
	return ""
}

// jsonError turns a decoding error into an *Error if it names a field.
func jsonError(err error) error {
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &Error{Field: t.Field, Value: "a " + t.Value, Want: JSONKind(t.Type)}
	}
	if IsSyntax(err) {
		err = fmt.Errorf("%w (%w)", ErrNotJSON, err)
	}
	return fmt.Errorf("board file: not the JSON of a board: %w", err)
}

// orderedSources keeps the entries of src in the file's order.
type orderedSources []Source

// UnmarshalJSON reads an object of strings in its order.
func (o *orderedSources) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	t, err := dec.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("src is %s, expected an object of strings", data)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value string
		if err := dec.Decode(&value); err != nil {
			return fmt.Errorf("src: %v: expected a string: %w", key, err)
		}
		*o = append(*o, Source{key.(string), value})
	}
	return nil
}

// MarshalJSON writes the entries in their order.
func (o orderedSources) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, src := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(src.Fact)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(src.Source)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
