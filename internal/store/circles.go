package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrNoCircle: there is no such circle.
var ErrNoCircle = errors.New("no such circle")

// Limits on what is stored of circles.
const (
	MaxCircles       = 20  // that an account belongs to
	MaxCircleMembers = 30  // of a circle
	MaxCircleResults = 500 // results of a circle that are listed
)

// Circle is a group of friends. Its messages are in [Chat] under its ID, and its tables are
// those where its holder has a place to watch.
type Circle struct {
	ID      string // from [NewID]
	Name    string
	Founder string // the account that administers it
	// Link ends the address that invites, which members can see again.
	Link    string
	Created int64    // unix milliseconds
	Version int64    // counts its changes; set by the store
	Members []Member // in the order in which they joined, the founder among them
}

// Member is an account that belongs to a circle.
type Member struct {
	Account string
	Name    string // of the account; read only
	Joined  int64  // unix milliseconds
	Quiet   bool   // hears of no new tables
}

// Holder is what stands for a circle at its tables and in their results. No browser's secret
// has this form.
func (c Circle) Holder() string { return CircleHolder(c.ID) }

// CircleHolder is [Circle.Holder] of the circle with an ID.
func CircleHolder(id string) string { return "circle:" + id }

// Circles keeps circles and who belongs to them.
type Circles interface {
	// CreateCircle stores a new circle. Errors: ErrExists, ErrMany where a member belongs
	// to MaxCircles already, ErrNoAccount, ErrBad.
	CreateCircle(ctx context.Context, c Circle) error
	// Circle returns a circle. Errors: ErrNoCircle.
	Circle(ctx context.Context, id string) (Circle, error)
	// CirclesOf returns the circles that an account belongs to, by name.
	CirclesOf(ctx context.Context, account string) ([]Circle, error)
	// AllCircles returns the newest circles, at most limit.
	AllCircles(ctx context.Context, limit int) ([]Circle, error)
	// SetCircle replaces name, founder, link and members of a circle that was read at
	// c.Version. One without members goes, with its messages and its mark on results.
	// Errors: ErrNoCircle, ErrStale if it has changed since, and those of CreateCircle.
	SetCircle(ctx context.Context, c Circle) error
	// CircleResults returns the results of a circle's tables, newest first, at most
	// MaxCircleResults, with all holders. Among them is the circle's, with MaxSeat.
	CircleResults(ctx context.Context, id string) ([]Result, error)
}

// CheckCircle returns ErrBad with the reason if the store does not take a circle.
func CheckCircle(c Circle) error {
	if !ValidID(c.ID) || c.Created < 0 || c.Name == "" || c.Link == "" {
		return fmt.Errorf("%w: circle %.30q, created at %d, with a name of %d bytes and a link of %d", ErrBad, c.ID, c.Created, len(c.Name), len(c.Link))
	}
	if len(c.Members) > MaxCircleMembers {
		return fmt.Errorf("%w: %d members of a circle, want at most %d", ErrBad, len(c.Members), MaxCircleMembers)
	}
	founders := 0
	for _, m := range c.Members {
		if m.Account == c.Founder {
			founders++
		}
	}
	if founders != 1 && len(c.Members) > 0 {
		return fmt.Errorf("%w: a circle whose founder is %d of its members", ErrBad, founders)
	}
	return errors.Join(CheckText(c.Name), CheckText(c.Link))
}
