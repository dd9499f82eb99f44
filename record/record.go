// Package record plays whole games and writes and reads them, as records
// (spec/record.md) and as links. A [Game] is a game that was played, decisions and
// chance in their order; [Play] plays one under a deal, [Referee] the one of a
// record, [ReadLink] the one of a link. What is written of a running game is what
// everybody has seen.
package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"ruhr/board"
	"ruhr/rules"
)

// Format is the value of a record's format field.
const Format = "ruhr-record/1"

// MaxSize is the largest record in bytes.
const MaxSize = 4 << 20

// maxItems limits the items in all lists and objects of a record. A whole game
// has a few thousand; a file of empty actions would take a hundred times its
// size to read.
const maxItems = 100_000

// maxObjects limits the objects in a record. Each action is one, and a whole
// game has a few hundred; an action takes a hundred times the memory of its two
// braces.
const maxObjects = 10_000

// Record is a game record as defined in spec/record.md.
type Record struct {
	Format  string   `json:"format"`
	Rules   int      `json:"rules"`
	Board   BoardID  `json:"board"`
	Variant Variant  `json:"variant"`
	Players []Player `json:"players"`
	Chance  Chance   `json:"chance"`
	Shuffle *Shuffle `json:"shuffle,omitempty"`
	Actions []Action `json:"actions"`
	// Corrections are what people put right beside the printed game.
	Corrections []Corrected `json:"corrections,omitempty"`
	Result      *Result     `json:"result,omitempty"`
}

// BoardID names the board a game was played on; SHA256 is the hex digest of
// the board file's bytes.
type BoardID struct {
	ID     string `json:"id"`
	SHA256 string `json:"sha256"`
}

// Variant holds the table's options.
type Variant struct {
	CalmWater       bool `json:"calmWater"`
	ExportEveryShip bool `json:"exportEveryShip"`
}

// Rules returns the options in the form of package rules.
func (v Variant) Rules() rules.Variant {
	return rules.Variant{CalmWater: v.CalmWater, EveryShip: v.ExportEveryShip}
}

// VariantOf returns the options in the form of a record.
func VariantOf(v rules.Variant) Variant {
	return Variant{CalmWater: v.CalmWater, ExportEveryShip: v.EveryShip}
}

// Player is a seat's name, and its level if it is a computer player.
type Player struct {
	Name string `json:"name"`
	Bot  string `json:"bot,omitempty"`
}

// Chance holds the outcomes of chance. In the record of a running game, outcomes
// not yet revealed are nil.
type Chance struct {
	StartSeat int       `json:"startSeat"`
	Entered   bool      `json:"entered,omitempty"` // people entered what they drew
	Obstacles []*string `json:"obstacles"`
	Draws     []string  `json:"draws"`
	Countries []*string `json:"countries"`
}

// Action is one decision. In a legal list Seat and Round are left out.
type Action struct {
	Seat    *int   `json:"seat,omitempty"`
	Round   *int   `json:"round,omitempty"`
	Do      string `json:"do"`
	With    string `json:"with,omitempty"`
	What    string `json:"what,omitempty"`
	Take    string `json:"take,omitempty"`
	Coal    string `json:"coal,omitempty"`
	Storage string `json:"storage,omitempty"`
	Option  string `json:"option,omitempty"`
	Free    bool   `json:"free,omitempty"`
	Towed   bool   `json:"towed,omitempty"`
	Space   string `json:"space,omitempty"`
	At      string `json:"at,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
}

// Result is the outcome of a finished game.
type Result struct {
	VP        []int            `json:"vp"`
	Rank      []int            `json:"rank"`
	Breakdown []map[string]int `json:"breakdown"`
}

// Read parses a record. It checks the format only; Referee checks the rules.
func Read(data []byte) (*Record, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("record: %d bytes, at most %d are read", len(data), MaxSize)
	}
	if n := bytes.Count(data, []byte(",")); n > maxItems {
		return nil, fmt.Errorf("record: %d items, at most %d are read", n, maxItems)
	}
	if n := bytes.Count(data, []byte("{")); n > maxObjects {
		return nil, fmt.Errorf("record: %d actions and corrections, at most %d are read", n, maxObjects)
	}
	data = board.WithoutMark(data)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var r Record
	if err := dec.Decode(&r); err != nil {
		var head struct{ Rules int }
		if json.Unmarshal(data, &head) == nil && head.Rules > rules.Version {
			return nil, checkRules(head.Rules) // may have unknown fields
		}
		return nil, fmt.Errorf("record: not a game record: %w", decodeError(err))
	}
	if err := board.AtEnd(dec); err != nil {
		return nil, fmt.Errorf("record: %w the record", err)
	}
	if r.Format != Format {
		return nil, fmt.Errorf("record: format is %q, expected %q", r.Format, Format)
	}
	if n := len(r.Players); n < 2 || n > 4 {
		return nil, fmt.Errorf("record: %d players, expected 2 to 4 (SET-1)", n)
	}
	if err := checkRules(r.Rules); err != nil {
		return nil, err
	}
	return &r, nil
}

// decodeError puts an error of package json into plain words.
func decodeError(err error) error {
	var t *json.UnmarshalTypeError
	switch {
	case board.IsSyntax(err):
		return fmt.Errorf("%w (%w)", board.ErrNotJSON, err)
	case errors.As(err, &t):
		return fmt.Errorf("%s is a %s, expected %s", cmp.Or(t.Field, "it"), t.Value, board.JSONKind(t.Type))
	}
	return err
}

// ErrNewer: a record or a link is of a version that this program does not know yet.
var ErrNewer = errors.New("record: it takes a newer program")

// checkRules refuses unknown versions of the rules. Records of older versions
// are read and checked by the current rules.
func checkRules(version int) error {
	switch {
	case version > rules.Version:
		return fmt.Errorf("%w: played by rules version %d, but this program knows them up to version %d", ErrNewer, version, rules.Version)
	case version < 1:
		return fmt.Errorf("record: rules is %d or missing, expected the version of the rules it was played by, 1 to %d", version, rules.Version)
	}
	return nil
}

// Write returns the record as one line of JSON.
func (r *Record) Write() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return b.Bytes(), nil
}

// ResultOf returns a result in the form of a record.
func ResultOf(g *rules.Game, r rules.Result) *Result {
	out := &Result{}
	for who := range g.Seats() {
		out.VP = append(out.VP, r.VP[who])
		out.Rank = append(out.Rank, r.Rank[who])
		lines := map[string]int{}
		for l, id := range rules.LineIDs {
			lines[id] = r.Breakdown[who][l]
		}
		out.Breakdown = append(out.Breakdown, lines)
	}
	return out
}

// NewGame returns the rules for the record's table on board b.
func (r *Record) NewGame(b *board.Board) *rules.Game {
	return rules.NewGame(b, len(r.Players), r.Variant.Rules())
}
