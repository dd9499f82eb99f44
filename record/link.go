package record

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"ruhr/board"
	"ruhr/rules"
)

// LinkMark is what stands before the game in the fragment of an address. What
// follows the game after linkMore says how to show it.
const (
	LinkMark = "#g="
	linkMore = "&"
)

// Why a link has no game for this program and board. [ErrNewer] is another reason.
var (
	ErrNoLink     = errors.New("record: no game is in this address")
	ErrBrokenLink = errors.New("record: no game is in this link: it was cut off or changed")
	ErrLinkBoard  = errors.New("record: the link's game was played on another board")
)

// linkCoding is how the number of a link is written.
var linkCoding = base64.RawURLEncoding.Strict()

// foreign reports whether a character is in no number of a link.
func foreign(r rune) bool {
	return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// maxLink is the longest game in a link in characters, far more than a game
// takes.
const maxLink = 4000

// The first digits of a link: its format, of linkFormats, and the version of the
// rules, below linkRules.
const (
	linkFormat  = 0
	linkFormats = 16
	linkRules   = 64
)

// Names in a link: their length, and the letters that have digits of their own.
// For another one follows its code point.
const (
	maxLinkName = 40
	linkLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -"
)

// linker walks through a game and writes each thing that could have been another
// as a digit: its place among those that were possible. Or it reads the digits
// and plays the game.
type linker struct {
	*Game
	digit     func(value, n int) int // the value; when reading it ignores the given one
	read      bool
	board     *board.Board
	stepper   *Stepper // when reading
	obstacles [board.Obstacles]int
}

// Link returns a finished game in base64url characters, for the fragment of an
// address. It leaves out what proves a shuffle, and cuts names after 40
// characters. It fails for games that are not over, or of which it is not known
// what lay on the river.
func (g *Game) Link() (string, error) {
	if !g.Over() {
		return "", errors.New("record: only a game that is over fits in a link")
	}
	if g.Obstacles == nil {
		return "", errors.New("record: no link without the markers that lay on the river")
	}
	var values, radixes []int
	l := &linker{Game: g, board: g.Rules.Board(), digit: func(value, n int) int {
		values, radixes = append(values, value), append(radixes, n)
		return value
	}}
	if err := l.walk(); err != nil {
		return "", err
	}
	var v big.Int
	for k := len(values) - 1; k >= 0; k-- {
		v.Mul(&v, big.NewInt(int64(radixes[k])))
		v.Add(&v, big.NewInt(int64(values[k])))
	}
	data := v.Bytes()
	return linkCoding.EncodeToString(append(data, linkCheck(data)...)), nil
}

// IsLink reports whether a text is an address with a game in its fragment.
func IsLink(s string) bool { return strings.Contains(s, LinkMark) }

// ReadLink returns the game of a link to a board: of an address, or only of the
// characters in its fragment.
func ReadLink(link string, b *board.Board) (*Game, error) {
	_, after, ok := strings.Cut(link, LinkMark)
	if ok {
		link = after
	} else if strings.Contains(link, "/") { // an address, as that of a table
		return nil, ErrNoLink
	}
	link, _, _ = strings.Cut(strings.TrimSpace(link), linkMore)
	link = strings.TrimRightFunc(link, foreign) // of a sentence around it
	if len(link) > maxLink {
		return nil, fmt.Errorf("%w: it has %d characters, at most %d are read", ErrBrokenLink, len(link), maxLink)
	}
	data, err := linkCoding.DecodeString(link)
	if err != nil || len(data) < 2 {
		return nil, ErrBrokenLink
	}
	data, check := data[:len(data)-2], data[len(data)-2:]
	if string(linkCheck(data)) != string(check) {
		return nil, ErrBrokenLink
	}
	var v, radix, rest big.Int
	v.SetBytes(data)
	l := &linker{read: true, Game: &Game{}, board: b, digit: func(_, n int) int {
		v.DivMod(&v, radix.SetInt64(int64(n)), &rest)
		return int(rest.Int64())
	}}
	if err := l.walk(); err != nil {
		return nil, err
	}
	if v.Sign() != 0 {
		return nil, fmt.Errorf("%w: it has more in it than a game", ErrBrokenLink)
	}
	return l.Game, nil
}

// linkCheck is what ends a link, so that one that was cut off is not taken for
// another game.
func linkCheck(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:2]
}

// walk writes or reads a whole game.
func (l *linker) walk() error {
	if err := l.head(); err != nil {
		return err
	}
	l.StartSeat = l.digit(l.StartSeat, l.Rules.Seats())
	l.lay()
	l.stepper = NewStepper(l.Rules, l)
	if err := l.step(0, rules.None); err != nil {
		return err
	}
	for n := 1; l.After(n-1).Decision() != rules.Over; n++ {
		if err := l.step(n, l.decide(n)); err != nil {
			return err
		}
	}
	return nil
}

// step writes what chance decided in a step, or plays one with what it reads.
func (l *linker) step(n int, a rules.Action) error {
	if !l.read {
		for _, o := range l.Steps[n].Chance {
			if o.Before.Decision() == rules.DrawMarker {
				l.marker(&o.Before, o.Number)
			} else {
				l.country(&o.Before, o.Number)
			}
		}
		return nil
	}
	if n == 0 {
		step, err := l.stepper.Start(l.StartSeat)
		l.Steps = append(l.Steps, step)
		return err
	}
	step, err := l.stepper.Step(l.After(n-1), a)
	if err == nil {
		l.Add(step)
	}
	return err
}

// head writes or reads what the game was set up with.
func (l *linker) head() error {
	if f := l.digit(linkFormat, linkFormats); f != linkFormat {
		return fmt.Errorf("%w: the link has format %d, this program knows %d", ErrNewer, f, linkFormat)
	}
	l.Version = l.digit(l.Version, linkRules)
	if err := checkRules(l.Version); err != nil {
		return err
	}
	for k := range 3 {
		var sum [3]byte
		if _, err := hex.Decode(sum[:], []byte(l.board.SHA256[:6])); err != nil {
			return err
		}
		if l.digit(int(sum[k]), 256) != int(sum[k]) {
			return fmt.Errorf("%w than %q", ErrLinkBoard, l.board.ID)
		}
	}
	seats := 2 + l.digit(len(l.Players)-2, 3)
	var v rules.Variant
	if !l.read {
		v = l.Rules.Variant()
	}
	v.CalmWater = l.flag(v.CalmWater)
	v.EveryShip = l.flag(v.EveryShip)
	if l.read {
		l.Players = make([]Player, seats)
		l.Rules = rules.NewGame(l.board, seats, v)
		l.Codec = NewCodec(l.Rules)
	}
	for k := range l.Players {
		l.name(&l.Players[k].Name)
		if l.flag(l.Players[k].Bot != "") {
			l.name(&l.Players[k].Bot)
		}
	}
	return nil
}

func (l *linker) flag(yes bool) bool {
	value := 0
	if yes {
		value = 1
	}
	return l.digit(value, 2) == 1
}

// name writes or reads a name.
func (l *linker) name(s *string) {
	given := []rune(*s)
	given = given[:min(len(given), maxLinkName)]
	out := make([]rune, l.digit(len(given), maxLinkName+1))
	copy(out, given)
	for k := range out {
		at := strings.IndexRune(linkLetters, out[k])
		if at < 0 {
			at = len(linkLetters)
		}
		if at = l.digit(at, len(linkLetters)+1); at < len(linkLetters) {
			out[k] = rune(linkLetters[at])
		} else {
			out[k] = rune(l.digit(int(out[k]), utf8.MaxRune+1))
		}
	}
	if l.read {
		*s = string(out)
	}
}

// lay writes or reads the markers on the river, each as its place among those
// that are left.
func (l *linker) lay() {
	if l.read {
		l.Obstacles = l.obstacles[:]
	}
	left, _ := Components(l.Rules)
	for k, m := range l.Obstacles {
		at := l.digit(slices.Index(left, m), len(left))
		l.obstacles[k] = left[at]
		left = append(left[:at], left[at+1:]...)
	}
}

// decide writes or reads the n-th decision as its place in the legal list.
func (l *linker) decide(n int) rules.Action {
	legal := l.Rules.Legal(l.After(n - 1)).Append(nil)
	at := 0
	if !l.read {
		at = slices.Index(legal, l.Steps[n].Action)
	}
	return legal[l.digit(at, len(legal))]
}

// Marker implements [rules.Chance].
func (l *linker) Marker(s *rules.State) (int, error) { return l.marker(s, 0), nil }

// marker writes or reads a draw as its place among the markers in the bag, in the
// board's order.
func (l *linker) marker(s *rules.State, m int) int {
	in := bag(s, &l.obstacles)
	for at := l.digit(bits.OnesCount32(in&(1<<m-1)), bits.OnesCount32(in)); at > 0; at-- {
		in &= in - 1
	}
	return bits.TrailingZeros32(in)
}

// Country implements [rules.Chance].
func (l *linker) Country(s *rules.State) (int, error) { return l.country(s, 0), nil }

// country writes or reads a country as its place among those that have markers
// face down, in the order of the port's columns.
func (l *linker) country(s *rules.State, column int) int {
	var some []int
	for c := range board.Countries {
		if s.HiddenOf(c) > 0 {
			some = append(some, c)
		}
	}
	return some[l.digit(slices.Index(some, column), len(some))]
}
