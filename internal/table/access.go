package table

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ruhr/board"
	"ruhr/internal/store"
)

// What the store can fail with and a caller may want to know; compare with
// errors.Is.
var (
	// ErrNoTable is for an ID that no table has.
	ErrNoTable = store.ErrNoTable
	// ErrNoLink is for a token that leads nowhere, or no longer.
	ErrNoLink = store.ErrNoToken
	// ErrUnknownBoard is for a board that no table here has or had.
	ErrUnknownBoard = store.ErrNoBoard
	// ErrNoRecord is for a name under which no record is kept.
	ErrNoRecord = store.ErrNoRecord
	// ErrFull is for a disk without room.
	ErrFull = store.ErrFull
	// ErrGone is for a store whose file was removed.
	ErrGone = store.ErrGone
)

const (
	// SecretLength is the length in characters of what NewSecret gives.
	SecretLength = 22
	// MaxTables is how many tables Tables lists at most.
	MaxTables = store.MaxList
)

// Place is where a private link leads: a seat of a table, or with Seat -1 only
// to look on.
type Place = store.Place

// NewSecret gives an unguessable word of 128 bits: a browser's secret, or the
// key of a command.
func NewSecret() string { return store.NewID() }

// ValidID says whether a word has the form of a table's ID.
func ValidID(id string) bool { return store.ValidID(id) }

// ActorOf gives who a browser is at a table, by its secret: the holder of the
// seats it was granted, nobody where it holds none or has no secret.
func (v *Service) ActorOf(ctx context.Context, browser, id string) (Actor, error) {
	if browser == "" {
		return Actor{}, nil
	}
	seats, err := v.opt.Store.Seats(ctx, store.HashOf(browser), id)
	return Actor{Seats: slices.DeleteFunc(seats, func(n int) bool { return n < 0 })}, err
}

// Known says whether a browser holds a place at any table.
func (v *Service) Known(ctx context.Context, browser string) (bool, error) {
	list, err := v.opt.Store.Tables(ctx, store.HashOf(browser), 1)
	return len(list) > 0, err
}

// MayLink says whether somebody may have a private link for a seat: for their
// own, and, with a seat at the table, for one that nobody has taken.
func (s *Snapshot) MayLink(who Actor, seat int) bool { return mayLink(s.Seats, who, seat) }

func mayLink(seats []Seat, who Actor, seat int) bool {
	if seat < 0 || seat >= len(seats) {
		return false
	}
	return who.Holds(seat) || len(who.Seats) > 0 && seats[seat].Kind == Open
}

// MayExchange says whether somebody may exchange the computer player of a seat
// (SetLevel): of their own that they have handed over, and, with a seat at the
// table, of one that is nobody's.
func (s *Snapshot) MayExchange(who Actor, seat int) bool {
	k := s.Seats[seat]
	return k.Level != "" && (who.Holds(seat) || len(who.Seats) > 0 && k.Kind != Person)
}

// Link makes the token of another private link for a seat, for a browser that
// may have one (Snapshot.MayLink). Errors: ErrNotYours, ErrNoTable.
func (v *Service) Link(ctx context.Context, browser, id string, seat int) (token string, err error) {
	_, by, err := v.linkable(ctx, browser, id, seat)
	if err != nil {
		return "", err
	}
	token = store.NewID()
	err = v.opt.Store.SaveTokenBy(ctx, store.HashOf(token), Place{Table: id, Seat: seat}, by)
	return token, notHeld(err, seat)
}

// RenewLink makes the only private link for a seat: earlier ones lead nowhere.
// Of one's own seat all other browsers lose it; nobody is put out of an open
// one, where somebody may have sat down meanwhile. Errors: as of Link.
func (v *Service) RenewLink(ctx context.Context, browser, id string, seat int) (token string, err error) {
	f, by, err := v.linkable(ctx, browser, id, seat)
	if err != nil {
		return "", err
	}
	alone := by.Seat == seat && f.seats[seat].Kind != Open
	token = store.NewID()
	err = v.opt.Store.Renew(ctx, store.HashOf(token), Place{Table: id, Seat: seat}, by, alone)
	if err == nil && alone {
		v.opt.Live.Join(id, SeatPresence(seat))() // news, at which the pages that lost the seat look again
	}
	return token, notHeld(err, seat)
}

// linkable gives a table and the seat there that lets a browser have a link for
// this one, and refuses where none does. The store looks again, in the
// transaction that makes the link: by then the browser may have been put out.
func (v *Service) linkable(ctx context.Context, browser, id string, seat int) (*fold, store.Holder, error) {
	by := store.Holder{Browser: store.HashOf(browser), Seat: store.Nobody}
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return nil, by, err
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, by, err
	}
	if !mayLink(f.seats, who, seat) {
		return nil, by, ErrNotYours.at(seat)
	}
	if who.Holds(seat) {
		by.Seat = seat
	}
	return f, by, nil
}

// notHeld makes of the store's word that a browser lost its seat the table's.
func notHeld(err error, seat int) error {
	if errors.Is(err, store.ErrNotHeld) {
		return ErrNotYours.at(seat)
	}
	return err
}

// newLink makes the token of a link for a seat, or with -1 to watch.
func (v *Service) newLink(ctx context.Context, id string, seat int) (token string, err error) {
	token = store.NewID()
	return token, v.opt.Store.SaveToken(ctx, store.HashOf(token), Place{Table: id, Seat: seat})
}

// LinkTo says where a private link leads. Errors: ErrNoLink.
func (v *Service) LinkTo(ctx context.Context, token string) (Place, error) {
	return v.opt.Store.TokenByHash(ctx, store.HashOf(token))
}

// Enter lets a browser hold the place a private link leads to. At an open seat
// the person sits down under a name. A seat that is taken is refused with
// ErrNotOpen to whoever gives a name that is not the one it was taken under:
// they thought it open and come second. A nil name asks for no open seat. A
// link that is replaced meanwhile grants nothing.
// Errors: ErrNoLink, ErrFrozen, and those of Join.
func (v *Service) Enter(ctx context.Context, browser, token string, name *string) (Place, error) {
	to, err := v.LinkTo(ctx, token)
	if err != nil {
		return to, err
	}
	if to.Seat >= 0 {
		if err := v.sitDown(ctx, browser, to, name); err != nil {
			return to, err
		}
	}
	return v.opt.Store.GrantByToken(ctx, store.HashOf(browser), store.HashOf(token))
}

func (v *Service) sitDown(ctx context.Context, browser string, to Place, name *string) error {
	f, err := v.load(ctx, to.Table)
	if err != nil {
		return err
	}
	if f.game == nil {
		return ErrFrozen
	}
	given := ""
	if name != nil {
		given = *name
	}
	who := Actor{Seats: []int{to.Seat}} // by the link
	if f.seats[to.Seat].Kind == Open {
		s, err := v.Join(ctx, to.Table, who, f.n, store.NewID(), to.Seat, given)
		if s == nil || !errors.Is(err, ErrNotOpen) {
			return err
		}
		f.seats = s.Seats // somebody else sat down there meanwhile
	}
	if name == nil || f.seats[to.Seat].Name == strings.Join(strings.Fields(given), " ") {
		return nil
	}
	if holder, err := v.ActorOf(ctx, browser, to.Table); err != nil || holder.Holds(to.Seat) {
		return err
	}
	return ErrNotOpen.at(to.Seat)
}

// CreateFor starts a table for a browser, which gets the seats of the persons
// at it, or where there are none may watch.
func (v *Service) CreateFor(ctx context.Context, browser string, t NewTable) (*Created, error) {
	c, err := v.Create(ctx, t)
	if err != nil {
		return nil, err
	}
	var seats []int
	for k, seat := range t.Seats {
		if seat.Kind == Person {
			seats = append(seats, k)
		}
	}
	if len(seats) == 0 {
		seats = []int{store.Nobody}
	}
	return c, v.grant(ctx, browser, c.ID, seats)
}

// RematchFor is Rematch for a browser, which gets the seats at the next table
// that it holds at this one.
func (v *Service) RematchFor(ctx context.Context, browser, id string) (next string, err error) {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return "", err
	}
	if next, err = v.Rematch(ctx, id, who); err != nil {
		return "", err
	}
	return next, v.grant(ctx, browser, next, who.Seats)
}

func (v *Service) grant(ctx context.Context, browser, id string, seats []int) error {
	for _, k := range seats {
		if err := v.opt.Store.Grant(ctx, store.HashOf(browser), Place{Table: id, Seat: k}); err != nil {
			return err
		}
	}
	return nil
}

// KeepRecord keeps a game record that somebody has opened, under a name with the
// form of an ID.
func (v *Service) KeepRecord(ctx context.Context, name string, data []byte) error {
	return v.opt.Store.SaveRecord(ctx, name, data)
}

// KeptRecord gives a record that was kept. Errors: ErrNoRecord.
func (v *Service) KeptRecord(ctx context.Context, name string) ([]byte, error) {
	return v.opt.Store.Record(ctx, name)
}

// Board gives a board that a table here has or had, by its SHA-256.
func (v *Service) Board(ctx context.Context, sha string) (*board.Board, error) {
	data, err := v.opt.Store.Board(ctx, sha)
	if err != nil {
		return nil, err
	}
	return board.Load(data)
}
