package daily

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"ruhr/record"
)

// Day is a day in UTC, counted from 1 January 1970.
type Day int

const length = 24 * time.Hour

// On returns the day of a moment.
func On(t time.Time) Day { return Day(t.Unix() / int64(length/time.Second)) }

// Read reads a day such as 2027-01-31.
func Read(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, fmt.Errorf("%.20q is no day such as 2027-01-31", text)
	}
	return On(t), nil
}

// Begins is when the day begins.
func (d Day) Begins() time.Time { return time.Unix(0, 0).UTC().Add(time.Duration(d) * length) }

// Ends is when the next day begins.
func (d Day) Ends() time.Time { return (d + 1).Begins() }

func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// Seats is the number of seats, of which the first is the person's; the others are
// computer players of one level.
const (
	Seats = 4
	Level = "kohlenhaendler"
)

// CommittedAhead is how many days to come are committed to.
const CommittedAhead = 7

// Secret returns the secret of a day, 64 hex digits. Without a secret of the server,
// master, everybody can work it out from the date.
func (d Day) Secret(master string) string {
	text := []byte("ruhr day " + d.String())
	if master == "" {
		sum := sha256.Sum256(text)
		return hex.EncodeToString(sum[:])
	}
	return hex.EncodeToString(sign([]byte(master), text))
}

// ShuffleOf returns what the deal of a day follows from, given the secret of the day.
func ShuffleOf(secret string) (*record.Shuffle, error) {
	commitment, err := record.CommitmentOf(secret)
	if err != nil {
		return nil, err
	}
	nothing := make([]string, Seats)
	return &record.Shuffle{Format: record.ShuffleFormat, Commitment: commitment, Secret: secret, Start: nothing, Contributions: nothing}, nil
}

// Shows reports whether a game, no matter where it was played, tells of the deal that
// follows from the secret of a day. All see the marker of round 1 when they begin.
func Shows(secret string, played *record.Game) bool {
	const alike = 99 // draws that no other deal is likely to have
	sh, err := ShuffleOf(secret)
	if err != nil || played.After(played.Len()).Round() == 1 {
		return false
	}
	checks, err := sh.Check(played)
	if err != nil {
		return false // it has another number of seats
	}
	return !slices.ContainsFunc(checks, func(c record.ShuffleCheck) bool {
		return !c.OK && (c.What == "start" || c.What == "draws" && c.At < alike)
	})
}

// Chance returns the random numbers for a decision of a player in a day's game, counted
// from 0. They follow from the secret of the day, so that the same moves get the same
// answers.
func Chance(secret, player string, decision int) *rand.Rand {
	sum := sign([]byte(secret), fmt.Appendf(nil, "%s %d", player, decision))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])))
}

// Opponents is the player whose chance the computer players of a day's game have.
const Opponents = "players"

func sign(key, text []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write(text)
	return m.Sum(nil)
}
