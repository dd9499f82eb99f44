package record

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
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
// and fills in the game.
type linker struct {
	digit func(value, n int) int // the value; when reading it takes no heed of the given one
	read  bool
	rec   *Record
	board *board.Board
	game  *rules.Game

	given     *chance // when writing
	obstacles [board.Obstacles]int
	left      []int // country markers by column
	countries int   // revealed so far
}

// Link returns a finished game in base64url characters, for the fragment of an
// address. It leaves out what proves a shuffle, and cuts names after 40
// characters. It fails for games that are not over or break the rules, and with
// ErrRiverHidden.
func (r *Record) Link(b *board.Board) (string, error) {
	if r.Result == nil {
		return "", errors.New("record: only a game that is over fits in a link")
	}
	if _, err := Referee(r, b); err != nil {
		return "", err
	}
	var values, radixes []int
	l := &linker{rec: r, board: b, digit: func(value, n int) int {
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

// ErrRiverHidden refuses a link to a game whose record has no river markers (SET-9).
var ErrRiverHidden = errors.New("record: only a game whose river markers are all in the record fits in a link")

// IsLink reports whether a text is an address with a game in its fragment.
func IsLink(s string) bool { return strings.Contains(s, LinkMark) }

// ReadLink returns the game of a link to a board: of an address, or only of the
// characters in its fragment.
func ReadLink(link string, b *board.Board) (*Record, error) {
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
	l := &linker{read: true, rec: &Record{Format: Format}, board: b, digit: func(_, n int) int {
		v.DivMod(&v, radix.SetInt64(int64(n)), &rest)
		return int(rest.Int64())
	}}
	if err := l.walk(); err != nil {
		return nil, err
	}
	if v.Sign() != 0 {
		return nil, fmt.Errorf("%w: it has more in it than a game", ErrBrokenLink)
	}
	return l.rec, nil
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
	l.game = l.rec.NewGame(l.board)
	c := &l.rec.Chance
	c.StartSeat = l.digit(c.StartSeat, l.game.Seats())
	if !l.read {
		var err error
		if l.given, err = newChance(l.game, c); err != nil {
			return err
		}
		if !l.given.known {
			return ErrRiverHidden
		}
	}
	l.lay()
	l.left = append([]int{}, l.board.CountryMarkers[:]...)
	play, codec := NewStepper(l.game, l), NewCodec(l.game)
	s, _, err := play.Start(c.StartSeat)
	for n := 0; err == nil && s.Decision() != rules.Over; n++ {
		var a rules.Action
		if a, err = l.decide(codec, &s, n); err != nil {
			break
		}
		var step Step
		step, err = play.Step(&s, a)
		s = step.After
	}
	if err == nil && l.read {
		l.rec.Result = ResultOf(l.game, l.game.Result(&s))
	}
	return err
}

// head writes or reads what the game was set up with.
func (l *linker) head() error {
	r := l.rec
	if f := l.digit(linkFormat, linkFormats); f != linkFormat {
		return fmt.Errorf("%w: the link has format %d, this program knows %d", ErrNewer, f, linkFormat)
	}
	r.Rules = l.digit(r.Rules, linkRules)
	if err := checkRules(r.Rules); err != nil {
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
	r.Board = BoardID{l.board.ID, l.board.SHA256}
	seats := 2 + l.digit(len(r.Players)-2, 3)
	r.Variant.CalmWater = l.flag(r.Variant.CalmWater)
	r.Variant.ExportEveryShip = l.flag(r.Variant.ExportEveryShip)
	if l.read {
		r.Players = make([]Player, seats)
	}
	for k := range r.Players {
		l.name(&r.Players[k].Name)
		if l.flag(r.Players[k].Bot != "") {
			l.name(&r.Players[k].Bot)
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
	c := &l.rec.Chance
	if l.read {
		c.Obstacles, c.Draws = make([]*string, board.Obstacles), []string{}
		c.Countries = make([]*string, len(Deal{}.Countries))
	}
	left, _ := Components(l.game)
	for k := range board.Obstacles {
		at := 0
		for !l.read && left[at] != l.given.lying[k] {
			at++
		}
		at = l.digit(at, len(left))
		l.obstacles[k] = left[at]
		c.Obstacles[k] = &l.board.Markers[left[at]].ID
		left = append(left[:at], left[at+1:]...)
	}
}

// decide writes or reads the n-th decision as its place in the legal list.
func (l *linker) decide(codec *Codec, s *rules.State, n int) (rules.Action, error) {
	legal := l.game.Legal(s).Append(nil)
	at := 0
	if !l.read {
		a, err := codec.Decode(l.rec.Actions[n])
		if err != nil {
			return a, err
		}
		for legal[at] != a {
			at++
		}
	}
	a := legal[l.digit(at, len(legal))]
	if l.read {
		seat, round, do := s.ToDecide(), s.Round(), codec.Encode(a)
		do.Seat, do.Round = &seat, &round
		l.rec.Actions = append(l.rec.Actions, do)
	}
	return a, nil
}

// Marker implements [rules.Chance]: a draw is its place among the markers in the
// bag, in the board's order.
func (l *linker) Marker(s *rules.State) (int, error) {
	in := bag(s, &l.obstacles)
	at := 0
	if !l.read {
		m, err := l.given.Marker(s)
		if err != nil {
			return 0, err
		}
		at = bits.OnesCount32(in & (1<<m - 1))
	}
	for at = l.digit(at, bits.OnesCount32(in)); at > 0; at-- {
		in &= in - 1
	}
	m := bits.TrailingZeros32(in)
	if l.read {
		l.rec.Chance.Draws = append(l.rec.Chance.Draws, l.board.Markers[m].ID)
	}
	return m, nil
}

// Country implements [rules.Chance]: a country is its place among those that
// have markers face down, in the order of the port's columns.
func (l *linker) Country(s *rules.State) (int, error) {
	var some []int
	at := 0
	for c, n := range l.left {
		if n > 0 {
			some = append(some, c)
		}
	}
	if !l.read {
		c, err := l.given.Country(s)
		if err != nil {
			return 0, err
		}
		for some[at] != c {
			at++
		}
	}
	c := some[l.digit(at, len(some))]
	l.left[c]--
	if l.read {
		l.rec.Chance.Countries[l.countries] = &l.board.Port.Columns[c]
	}
	l.countries++
	return c, nil
}
