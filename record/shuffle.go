package record

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"

	"ruhr/rules"
)

// ShuffleFormat names the derivation of a deal from a secret and contributions
// (spec/record.md).
const ShuffleFormat = "ruhr-shuffle/1"

// secretSize is the length of a secret and of a contribution in bytes.
const secretSize = 32

// Shuffle is what a deal was derived from, so that everybody can repeat it.
// Secret, commitment and contributions are 64 lower-case hex digits.
type Shuffle struct {
	Format string `json:"format"`
	// Commitment is the SHA-256 of the secret, published before players could
	// contribute.
	Commitment string `json:"commitment"`
	// Secret is published with the end of the game, and left out before.
	Secret string `json:"secret,omitempty"`
	// Start has the contributions, by seat, to the start player and the marker of
	// round 1, which are seen at once; "" for a seat without one.
	Start []string `json:"start"`
	// Contributions are those to everything else, by seat.
	Contributions []string `json:"contributions"`
}

// CommitmentOf returns the commitment to a secret. It fails if the secret is not
// 64 lower-case hex digits.
func CommitmentOf(secret string) (string, error) {
	key, err := random(secret)
	if err != nil {
		return "", fmt.Errorf("shuffle: secret %w", err)
	}
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:]), nil
}

// ValidContribution reports whether a text can be a seat's contribution.
func ValidContribution(s string) bool {
	_, err := random(s)
	return err == nil
}

// random decodes 64 lower-case hex digits.
func random(s string) ([]byte, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != secretSize || s != strings.ToLower(s) {
		return nil, fmt.Errorf("%q is not %d lower-case hex digits", s[:min(len(s), 2*secretSize)], 2*secretSize)
	}
	return b, nil
}

// Deal derives the deal of a game. It fails if the secret is missing or
// something does not have the form it should.
func (sh *Shuffle) Deal(g *rules.Game) (Deal, error) {
	if err := sh.check(g.Seats()); err != nil {
		return Deal{}, err
	}
	key, err := random(sh.Secret)
	if err != nil {
		return Deal{}, fmt.Errorf("shuffle: secret %w", err)
	}
	markers, countries := Components(g)
	start := newStream(key, "start", sh.Start)
	d := Deal{StartSeat: start.below(g.Seats())}
	first := start.below(len(markers))
	drawn := markers[first]
	markers = append(markers[:first], markers[first+1:]...)

	rest := newStream(key, "rest", sh.Contributions)
	shuffle(markers, rest.below)
	copy(d.Obstacles[:], markers)
	shuffle(markers, rest.below)
	d.Urn = append([]int{drawn}, markers...)
	shuffle(countries, rest.below)
	copy(d.Countries[:], countries)
	return d, nil
}

// check refuses a shuffle with other parts than a game of so many seats has.
func (sh *Shuffle) check(seats int) error {
	if sh.Format != ShuffleFormat {
		return fmt.Errorf("shuffle: format is %q, expected %q", sh.Format, ShuffleFormat)
	}
	for _, list := range [][]string{sh.Start, sh.Contributions} {
		if len(list) != seats {
			return fmt.Errorf("shuffle: %d contributions, expected one for each of %d seats", len(list), seats)
		}
		for k, c := range list {
			if c != "" && !ValidContribution(c) {
				_, err := random(c)
				return fmt.Errorf("shuffle: contribution of seat %d %w", k, err)
			}
		}
	}
	return nil
}

// stream is a sequence of random numbers that follows from a secret, a purpose
// and contributions.
type stream struct {
	key   []byte
	block []byte // what is left of the newest block
	n     uint32 // blocks so far
}

func newStream(secret []byte, purpose string, contributions []string) *stream {
	text := ShuffleFormat + " " + purpose + "\n"
	for _, c := range contributions {
		if c == "" {
			c = "-"
		}
		text += c + "\n"
	}
	return &stream{key: sign(secret, []byte(text))}
}

func sign(key, text []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(text)
	return m.Sum(nil)
}

// below returns a uniform number from 0 to n-1. Numbers above the largest
// multiple of n are passed over.
func (s *stream) below(n int) int {
	const all = 1 << 32
	for {
		if len(s.block) == 0 {
			s.block = sign(s.key, binary.BigEndian.AppendUint32(nil, s.n))
			s.n++
		}
		u := uint64(binary.BigEndian.Uint32(s.block))
		s.block = s.block[4:]
		if u < all-all%uint64(n) {
			return int(u % uint64(n))
		}
	}
}

// ShuffleCheck is one thing that must follow from a shuffle.
type ShuffleCheck struct {
	What string // commitment, start, obstacles, draws or countries
	OK   bool
	// At counts from 0 to the first outcome that is not as it should be; Got and
	// Want are the recorded and the derived one.
	At        int
	Got, Want string
}

// Check checks a finished game against the shuffle that its record carries. The
// error says why nothing can be checked.
func (sh *Shuffle) Check(played *Game) ([]ShuffleCheck, error) {
	if sh == nil || sh.Secret == "" {
		return nil, fmt.Errorf("shuffle: the record has no secret to check it with")
	}
	d, err := sh.Deal(played.Rules)
	if err != nil {
		return nil, err
	}
	commitment, err := CommitmentOf(sh.Secret)
	if err != nil {
		return nil, err
	}
	b := played.Rules.Board()
	marker := func(m int) string { return b.Markers[m].ID }
	country := func(c int) string { return b.Port.Columns[c] }
	var drawn, derived []string
	for _, o := range played.outcomes(rules.DrawMarker) {
		name := ""
		if m, err := d.Marker(&o.Before); err == nil {
			name = marker(m)
		}
		drawn, derived = append(drawn, marker(o.Number)), append(derived, name)
	}
	return []ShuffleCheck{
		compare("commitment", []string{sh.Commitment}, []string{commitment}),
		compare("start", []string{fmt.Sprint(played.StartSeat)}, []string{fmt.Sprint(d.StartSeat)}),
		compare("obstacles", names(played.Obstacles, marker), names(d.Obstacles[:], marker)),
		compare("draws", drawn, derived),
		compare("countries", names(numbers(played.outcomes(rules.RevealCountry)), country), names(d.Countries[:], country)),
	}, nil
}

// compare finds the first difference of two lists.
func compare(what string, got, want []string) ShuffleCheck {
	for k := range max(len(got), len(want)) {
		c := ShuffleCheck{What: what, At: k}
		if k < len(got) {
			c.Got = got[k]
		}
		if k < len(want) {
			c.Want = want[k]
		}
		if c.Got != c.Want {
			return c
		}
	}
	return ShuffleCheck{What: what, OK: true}
}

func names(list []int, name func(int) string) []string {
	out := make([]string, len(list))
	for k, n := range list {
		out[k] = name(n)
	}
	return out
}
