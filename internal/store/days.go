package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrNoDay: nobody has begun the deal of this day.
var ErrNoDay = errors.New("no such day")

// Limits on what is stored of the deals of days.
const (
	MaxDay        = 2 << 10 // bytes of what is known of a day, and of how a game ended
	MaxLaterGames = 5       // games of a day that do not count and are listed of a holder
	MaxDayGames   = 400     // games of a holder that are listed, more than there are days in a year

	MaxDaysCounted = 20_000 // days of a holder that are counted, more than there are in 50 years
)

// DayGame is somebody's game of the deal of a day. It outlives its table.
type DayGame struct {
	Table   string
	Day     string // such as 2027-01-31
	Holder  Hash   // who began it
	First   bool   // it is the first that the holder began of that day
	Started int64  // unix milliseconds
	DayEnd
}

// DayEnd is how the game of a day ended.
type DayEnd struct {
	Ended   int64 // unix milliseconds, 0 while the game goes on
	Counted bool  // it is compared with the others of the day; only a first game is
	VP      int
	Body    []byte // JSON, nil while the game goes on
}

// DayRank is where so many VP stand among the games of a day that count.
type DayRank struct{ Below, Equal, All int }

// Days keeps the deals of days, one a day, and who has played them.
type Days interface {
	// AddDay stores what is known of a day and when work on it is due (unix milliseconds,
	// 0 for never), unless the day is stored already. It returns what is stored. Errors:
	// ErrBad.
	AddDay(ctx context.Context, day string, body []byte, due int64) ([]byte, error)
	// Day returns what is known of a day. Errors: ErrNoDay.
	Day(ctx context.Context, day string) ([]byte, error)
	// ClaimDays returns the days due by now, at most limit (1 to MaxList), and postpones
	// them to again (both unix milliseconds): until then a day is given to one caller
	// only. Errors: ErrBad.
	ClaimDays(ctx context.Context, now, again int64, limit int) ([]string, error)
	// SetDay replaces what is known of a day, and when work on it is due (unix
	// milliseconds, 0 for never). Errors: ErrNoDay, ErrBad.
	SetDay(ctx context.Context, day string, body []byte, due int64) error

	// StartDayGame stores that a holder has begun a game, and reports whether it is their
	// first of the day. What g says of First and of its end is ignored. Errors: ErrBad,
	// ErrExists for a table that is known.
	StartDayGame(ctx context.Context, g DayGame) (first bool, err error)
	// EndDayGame stores how a game ended, once; later calls do nothing. A game that is
	// not its holder's first does not count. Of a table that is unknown it does nothing.
	EndDayGame(ctx context.Context, table string, end DayEnd) error
	// DayGames returns the games of a day that count, the most VP first, of equal ones
	// those that ended first, at most MaxList.
	DayGames(ctx context.Context, day string) ([]DayGame, error)
	// LaterDayGames returns the finished games of a day that do not count, in the same
	// order, at most MaxLaterGames of a holder and MaxList in all.
	LaterDayGames(ctx context.Context, day string) ([]DayGame, error)
	// DayRank returns where so many VP stand among the games of a day that count.
	DayRank(ctx context.Context, day string, vp int) (DayRank, error)
	// DayGamesOf returns the games that a holder has begun, newest first, at most
	// MaxDayGames.
	DayGamesOf(ctx context.Context, holder Hash) ([]DayGame, error)
	// DaysCounted returns the days of which a game of a holder counts, the last first, at
	// most MaxDaysCounted.
	DaysCounted(ctx context.Context, holder Hash) ([]string, error)
	// PlayedDay reports whether the first game of a day that a holder began has ended.
	PlayedDay(ctx context.Context, day string, holder Hash) (bool, error)
}

// CheckDay returns ErrBad with the reason if the store does not take a day.
func CheckDay(day string, body []byte) error {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return fmt.Errorf("%w: %.30q is no day such as 2027-01-31", ErrBad, day)
	}
	return checkDayBody(body)
}

// CheckDayEnd returns ErrBad with the reason if the store does not take the end of a
// game of a day.
func CheckDayEnd(end DayEnd) error {
	if end.Ended <= 0 {
		return fmt.Errorf("%w: the game of a day ended at %d", ErrBad, end.Ended)
	}
	return checkDayBody(end.Body)
}

func checkDayBody(body []byte) error {
	if len(body) > MaxDay || !json.Valid(body) {
		return fmt.Errorf("%w: %d bytes about a day, want JSON of at most %d", ErrBad, len(body), MaxDay)
	}
	return nil
}

// CheckDayGame returns ErrBad with the reason if the store does not take a game of a day.
func CheckDayGame(g DayGame) error {
	if !ValidID(g.Table) || g.Started <= 0 {
		return fmt.Errorf("%w: game of a day at table %.30q, begun at %d", ErrBad, g.Table, g.Started)
	}
	return CheckDay(g.Day, []byte("{}"))
}
