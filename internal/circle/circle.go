package circle

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"slices"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/visible"
)

// Errors.
var (
	// ErrNone: there is no such circle, or one does not belong to it and has no link.
	ErrNone = store.ErrNoCircle
	ErrMany = errors.New("in as many circles as possible")
	ErrFull = errors.New("the circle has no room for another member")
	// ErrFounder: only the person who administers the circle may do that.
	ErrFounder = errors.New("the circle is somebody else's")
	ErrName    = errors.New("this cannot be the name of a circle")
	ErrMember  = errors.New("not a member of the circle")
	// ErrPlayers: a table is for one to three others.
	ErrPlayers = errors.New("one to three others play")
)

// Limits of circles.
const (
	MaxName    = 60 // characters of its name
	MaxMembers = store.MaxCircleMembers
)

// Store is what a Service keeps.
type Store interface {
	store.Circles
	Account(ctx context.Context, id string) (store.Account, error)
}

// Service keeps circles. It is safe for concurrent use. All fields are required.
type Service struct {
	Store  Store
	Tables *table.Service
	Chat   *chat.Service
	Clock  func() time.Time
}

// Circle is a circle as a member sees it.
type Circle struct {
	ID, Name string
	Link     string // ends the address that invites
	Mine     bool   // the viewer administers it
	Quiet    bool   // the viewer hears of no new tables
	Members  []Member
	viewer   store.Account // a member
}

// Member is somebody who belongs to a circle.
type Member struct {
	Name    string
	Founder bool // administers it
	Me      bool
	id      string
}

func show(c store.Circle, who store.Account) *Circle {
	me := who.ID
	out := &Circle{ID: c.ID, Name: c.Name, Link: c.Link, Mine: c.Founder == me, viewer: who}
	for _, m := range c.Members {
		out.Members = append(out.Members, Member{m.Name, m.Account == c.Founder, m.Account == me, m.Account})
		out.Quiet = out.Quiet || m.Account == me && m.Quiet
	}
	return out
}

// at is where an account is among the members of a circle, -1 for nowhere.
func at(c *store.Circle, account string) int {
	return slices.IndexFunc(c.Members, func(m store.Member) bool { return m.Account == account })
}

// Found makes a circle of an account. id is its ID, "" for any; an ID that is taken is one
// that was made before. Errors: ErrName, ErrMany.
func (s *Service) Found(ctx context.Context, who store.Account, id, name string) (string, error) {
	name, ok := visible.Name(name, MaxName)
	if !ok {
		return "", ErrName
	}
	now := s.Clock().UnixMilli()
	c := store.Circle{ID: cmp.Or(id, store.NewID()), Name: name, Founder: who.ID, Link: store.NewID(), Created: now, Members: []store.Member{{Account: who.ID, Joined: now}}}
	err := s.Store.CreateCircle(ctx, c)
	if errors.Is(err, store.ErrExists) {
		err = nil
	}
	return c.ID, many(err)
}

// many is an error of the store as one of this package.
func many(err error) error {
	if errors.Is(err, store.ErrMany) {
		return ErrMany
	}
	return err
}

// Friends reports whether all holders of seats belong to a circle.
func Friends(ctx context.Context, st store.Circles, id string, holders []store.Holder) (bool, error) {
	c, err := st.Circle(ctx, id)
	if errors.Is(err, ErrNone) {
		return false, nil
	}
	members := map[store.Hash]bool{}
	for _, m := range c.Members {
		members[store.HashOf(store.Account{ID: m.Account}.Holder())] = true
	}
	return !slices.ContainsFunc(holders, func(h store.Holder) bool { return !members[h.Browser] }), err
}

// Circle returns a circle for a member. Errors: ErrNone.
func (s *Service) Circle(ctx context.Context, who store.Account, id string) (*Circle, error) {
	c, err := s.Store.Circle(ctx, id)
	if err == nil && at(&c, who.ID) < 0 {
		err = ErrNone
	}
	if err != nil {
		return nil, err
	}
	return show(c, who), nil
}

// Of lists the circles that an account belongs to, by name.
func (s *Service) Of(ctx context.Context, who store.Account) (out []*Circle, err error) {
	list, err := s.Store.CirclesOf(ctx, who.ID)
	for _, c := range list {
		out = append(out, show(c, who))
	}
	return out, err
}

// Membership is what is stored of somebody as a member of a circle.
type Membership struct {
	Circle  string    `json:"circle"`
	Name    string    `json:"name"`
	Joined  time.Time `json:"joined"`
	Founder bool      `json:"founder"`
	Muted   bool      `json:"muted"`
}

// Export returns the memberships of an account, for its person to take away.
func (s *Service) Export(ctx context.Context, who store.Account) ([]Membership, error) {
	list, err := s.Store.CirclesOf(ctx, who.ID)
	out := []Membership{}
	for _, c := range list {
		m := c.Members[at(&c, who.ID)]
		out = append(out, Membership{c.ID, c.Name, time.UnixMilli(m.Joined).UTC(), c.Founder == who.ID, m.Quiet})
	}
	return out, err
}

// Invited returns the names of the circle that a link invites to and of the member who
// administers it, and how many members it has, for anyone. Errors: ErrNone.
func (s *Service) Invited(ctx context.Context, id, link string) (name, founder string, members int, err error) {
	c, err := s.Store.Circle(ctx, id)
	if err == nil && !invites(&c, link) {
		err = ErrNone
	}
	if err != nil {
		return "", "", 0, err
	}
	return c.Name, c.Members[at(&c, c.Founder)].Name, len(c.Members), nil
}

func invites(c *store.Circle, link string) bool {
	return subtle.ConstantTimeCompare([]byte(c.Link), []byte(link)) == 1
}

// Join makes an account a member by a link. Doing so again has no effect. Errors: ErrNone,
// ErrFull, ErrMany.
func (s *Service) Join(ctx context.Context, who store.Account, id, link string) error {
	return s.change(ctx, id, func(c *store.Circle) error {
		switch {
		case !invites(c, link):
			return ErrNone
		case at(c, who.ID) >= 0:
			return errNothing
		case len(c.Members) >= MaxMembers:
			return ErrFull
		}
		c.Members = append(c.Members, store.Member{Account: who.ID, Joined: s.Clock().UnixMilli()})
		return nil
	})
}

// Leave takes an account out of a circle. What it administers goes to the member who joined
// first; the last one takes the circle along. Errors: ErrNone.
func (s *Service) Leave(ctx context.Context, who store.Account, id string) error {
	return s.changeBy(ctx, who, id, false, func(c *store.Circle) error {
		c.Members = slices.Delete(c.Members, at(c, who.ID), at(c, who.ID)+1)
		if c.Founder == who.ID && len(c.Members) > 0 {
			c.Founder = c.Members[0].Account
		}
		return nil
	})
}

// Quiet sets whether an account hears of a circle's new tables. Errors: ErrNone.
func (s *Service) Quiet(ctx context.Context, who store.Account, id string, quiet bool) error {
	return s.changeBy(ctx, who, id, false, func(c *store.Circle) error {
		c.Members[at(c, who.ID)].Quiet = quiet
		return nil
	})
}

// Rename gives a circle another name. Errors: ErrName, ErrNone, ErrFounder.
func (s *Service) Rename(ctx context.Context, who store.Account, id, name string) error {
	name, ok := visible.Name(name, MaxName)
	if !ok {
		return ErrName
	}
	return s.changeBy(ctx, who, id, true, func(c *store.Circle) error { c.Name = name; return nil })
}

// Renew replaces the link that invites to a circle. Errors: ErrNone, ErrFounder.
func (s *Service) Renew(ctx context.Context, who store.Account, id string) error {
	return s.changeBy(ctx, who, id, true, func(c *store.Circle) error { c.Link = store.NewID(); return nil })
}

// Remove takes a member out of a circle, to which the old link leads no more. Errors:
// ErrNone, ErrFounder, ErrMember.
func (s *Service) Remove(ctx context.Context, who store.Account, id, name string) error {
	return s.changeBy(ctx, who, id, true, func(c *store.Circle) error {
		k, err := other(c, who, name)
		if err == nil {
			c.Members, c.Link = slices.Delete(c.Members, k, k+1), store.NewID()
		}
		return err
	})
}

// HandOn has another member administer a circle. Errors: ErrNone, ErrFounder, ErrMember.
func (s *Service) HandOn(ctx context.Context, who store.Account, id, name string) error {
	return s.changeBy(ctx, who, id, true, func(c *store.Circle) error {
		k, err := other(c, who, name)
		if err == nil {
			c.Founder = c.Members[k].Account
		}
		return err
	})
}

// Dissolve ends a circle; its tables go on. Errors: ErrNone, ErrFounder.
func (s *Service) Dissolve(ctx context.Context, who store.Account, id string) error {
	return s.changeBy(ctx, who, id, true, func(c *store.Circle) error { c.Members = nil; return nil })
}

// other is where another member is by name.
func other(c *store.Circle, who store.Account, name string) (int, error) {
	k := slices.IndexFunc(c.Members, func(m store.Member) bool { return m.Name == name && m.Account != who.ID })
	if k < 0 {
		return 0, ErrMember
	}
	return k, nil
}

// errNothing: there is nothing to change.
var errNothing = errors.New("nothing to do")

// changeBy is change for a member, who may have to be the founder.
func (s *Service) changeBy(ctx context.Context, who store.Account, id string, founder bool, do func(*store.Circle) error) error {
	return s.change(ctx, id, func(c *store.Circle) error {
		if at(c, who.ID) < 0 {
			return ErrNone
		}
		if founder && c.Founder != who.ID {
			return ErrFounder
		}
		return do(c)
	})
}

// change changes a circle as it is now.
func (s *Service) change(ctx context.Context, id string, do func(*store.Circle) error) error {
	for {
		c, err := s.Store.Circle(ctx, id)
		if err != nil {
			return err
		}
		if err := do(&c); errors.Is(err, errNothing) {
			return nil
		} else if err != nil {
			return err
		}
		if err = s.Store.SetCircle(ctx, c); !errors.Is(err, store.ErrStale) {
			return many(err)
		}
	}
}
