package table

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ruhr/board"
	"ruhr/internal/store"
)

// Failures of the store that callers may want to know; compare with errors.Is.
var (
	// ErrNoTable is for an ID that no table has.
	ErrNoTable = store.ErrNoTable
	// ErrExists is for the ID of a new table that another one has.
	ErrExists = store.ErrExists
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
	// ErrUnreachable is for a database that does not answer. Whether a command was
	// carried out is not known then; repeating it with its key tells.
	ErrUnreachable = store.ErrUnreachable
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

// NewSecret returns an unguessable word of 128 bits: a browser's secret, or
// the key of a command.
func NewSecret() string { return store.NewID() }

// ValidID says whether a word has the form of a table's ID.
func ValidID(id string) bool { return store.ValidID(id) }

// ActorOf says who a browser is at a table, by its secret: the holder of the
// seats it was granted, the owner of a table it owns, and nobody without
// either.
func (v *Service) ActorOf(ctx context.Context, browser, id string) (Actor, error) {
	if browser == "" {
		return Actor{}, nil
	}
	seats, err := v.opt.Store.Seats(ctx, store.HashOf(browser), id)
	owner := slices.Contains(seats, store.Owner)
	return Actor{Seats: slices.DeleteFunc(seats, func(n int) bool { return n < 0 }), Owner: owner}, err
}

// Known says whether a browser holds a place at any table.
func (v *Service) Known(ctx context.Context, browser string) (bool, error) {
	list, err := v.opt.Store.Tables(ctx, store.HashOf(browser), 1)
	return len(list) > 0, err
}

// MayLink says whether somebody may have a private link for a seat: for their
// own, and, with a seat at the table or as its owner, for one that nobody has
// taken.
func (s *Snapshot) MayLink(who Actor, seat int) bool { return mayLink(s.Seats, who, seat) }

func mayLink(seats []Seat, who Actor, seat int) bool {
	if seat < 0 || seat >= len(seats) {
		return false
	}
	return who.Holds(seat) || (who.Owner || len(who.Seats) > 0) && seats[seat].Kind == Open
}

// MayRenew says whether somebody may replace the links of a seat: of their own,
// and as the owner of one that nobody has taken.
func (s *Snapshot) MayRenew(who Actor, seat int) bool { return mayRenew(s.Seats, who, seat) }

func mayRenew(seats []Seat, who Actor, seat int) bool {
	return mayLink(seats, who, seat) && (who.Holds(seat) || who.Owner)
}

// MayRemove says whether somebody may remove who has a seat, or hand the table
// over to them: as its owner.
func (s *Snapshot) MayRemove(who Actor, seat int) bool { return mayRemove(s.Seats, who, seat) }

func mayRemove(seats []Seat, who Actor, seat int) bool {
	return who.Owner && seat >= 0 && seat < len(seats) && seats[seat].Kind == Person
}

// MayExchange says whether somebody may exchange the computer player of a seat
// (SetLevel): of their own that they have handed over, and, with a seat at the
// table or as its owner, of one that is nobody's.
func (s *Snapshot) MayExchange(who Actor, seat int) bool {
	k := s.Seats[seat]
	return k.Level != "" && (who.Holds(seat) || (who.Owner || len(who.Seats) > 0) && k.Kind != Person)
}

// Link makes the token of another private link for a seat, for a browser that
// may have one (Snapshot.MayLink). Errors: ErrNotYours, ErrNoTable.
func (v *Service) Link(ctx context.Context, browser, id string, seat int) (token string, err error) {
	_, by, err := v.linkable(ctx, browser, id, seat, mayLink)
	if err != nil {
		return "", err
	}
	token = store.NewID()
	err = v.opt.Store.SaveTokenBy(ctx, store.HashOf(token), Place{Table: id, Seat: seat}, by)
	return token, notHeld(err, seat)
}

// RenewLink makes the only private link for a seat, for a browser that may
// (Snapshot.MayRenew): earlier ones lead nowhere. Of one's own seat all other
// browsers lose it; nobody is put out of an open one, where somebody may have sat
// down meanwhile. Errors: as of Link.
func (v *Service) RenewLink(ctx context.Context, browser, id string, seat int) (token string, err error) {
	f, by, err := v.linkable(ctx, browser, id, seat, mayRenew)
	if err != nil {
		return "", err
	}
	alone := by.Seat == seat && f.seats[seat].Kind != Open
	token = store.NewID()
	err = v.opt.Store.Renew(ctx, store.HashOf(token), Place{Table: id, Seat: seat}, by, alone)
	if err == nil && alone {
		v.lookAgain(id, seat)
	}
	return token, notHeld(err, seat)
}

// lookAgain is news at which the pages that lost a seat notice it.
func (v *Service) lookAgain(id string, seat int) { v.opt.Live.Join(id, SeatPresence(seat))() }

// Remove frees a seat, for a browser that owns the table: nobody holds it any
// more and no link leads there. A computer player that plays it goes on. Errors:
// ErrNotYours, and those of Act.
func (v *Service) Remove(ctx context.Context, browser, id string, at int64, key string, seat int) (*Snapshot, error) {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return nil, err
	}
	add := func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
		n, err := v.opt.Store.AppendRemove(ctx, id, after, key, entries, seat, store.HashOf(browser))
		return n, notHeld(err, seat)
	}
	s, err := v.do(ctx, id, who, at, key, command{name: seatCommand("remove", seat), append: add, draft: func(f *fold) (draft, error) {
		if !mayRemove(f.seats, who, seat) {
			return draft{}, ErrNotYours.at(seat)
		}
		return draft{kind: EventRemove, seat: seat, body: body{}}, nil
	}})
	if err == nil {
		v.lookAgain(id, seat)
	}
	return s, err
}

// HandOver makes whoever has a seat the owner of the table, for a browser that
// owns it. Errors: ErrNotYours, ErrOpenSeat where nobody has the seat, ErrNoTable.
func (v *Service) HandOver(ctx context.Context, browser, id string, seat int) error {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return err
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return err
	}
	if !mayRemove(f.seats, who, seat) {
		return ErrNotYours.at(seat)
	}
	err = v.opt.Store.HandOver(ctx, Place{Table: id, Seat: seat}, store.HashOf(browser))
	if !errors.Is(err, store.ErrNotHeld) {
		return err
	}
	if who, lost := v.ActorOf(ctx, browser, id); lost == nil && who.Owner {
		return ErrOpenSeat.at(seat)
	}
	return ErrNotYours.at(seat)
}

// MayLeave says whether somebody may strike a table off their list: while the game
// goes on, not from a seat that they play by hand against other people.
func (s *Snapshot) MayLeave(who Actor) bool {
	return s.Frozen != nil || s.Over || mayLeave(s.Seats, who)
}

func mayLeave(seats []Seat, who Actor) bool {
	plays, others := false, false
	for k, seat := range seats {
		switch {
		case seat.Kind != Person || !seat.ByHand():
		case who.Holds(k):
			plays = true
		default:
			others = true
		}
	}
	return !plays || !others
}

// Leave gives up everything that a browser has at a table. Where nobody else has a
// place there, the table is deleted. Errors: ErrOthersPlay (Snapshot.MayLeave),
// ErrNotYours for who has nothing there, ErrNoTable.
func (v *Service) Leave(ctx context.Context, browser, id string) error {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return err
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return err
	}
	if !v.show(f, who).MayLeave(who) {
		return ErrOthersPlay
	}
	deleted, err := v.opt.Store.Leave(ctx, store.HashOf(browser), id)
	if err != nil {
		return notHeld(err, -1)
	}
	if deleted {
		v.cache.drop(id)
		return nil
	}
	for _, seat := range who.Seats {
		v.lookAgain(id, seat)
	}
	return nil
}

// linkable returns a table and what entitles a browser to a link for a seat
// there, or refuses. The store checks again in the transaction that makes the
// link: by then the browser may have been removed.
func (v *Service) linkable(ctx context.Context, browser, id string, seat int, may func([]Seat, Actor, int) bool) (*fold, store.Holder, error) {
	by := store.Holder{Browser: store.HashOf(browser), Seat: store.Nobody}
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return nil, by, err
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, by, err
	}
	if !may(f.seats, who, seat) {
		return nil, by, ErrNotYours.at(seat)
	}
	if who.Holds(seat) {
		by.Seat = seat
	} else if who.Owner {
		by.Seat = store.Owner
	}
	return f, by, nil
}

// notHeld turns the store's error that a browser lost its seat into the
// table's.
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
// link that is replaced meanwhile grants nothing and seats nobody.
// Errors: ErrNoLink, ErrFrozen, and those of Join.
func (v *Service) Enter(ctx context.Context, browser, token string, name *string) (Place, error) {
	to, err := v.LinkTo(ctx, token)
	if err != nil {
		return to, err
	}
	if to.Seat >= 0 {
		if joined, err := v.sitDown(ctx, browser, token, to, name); joined || err != nil {
			return to, err
		}
	}
	return v.opt.Store.GrantByToken(ctx, store.HashOf(browser), store.HashOf(token))
}

// sitDown joins and grants an open seat. At one that is taken it says whether the
// link may still grant it.
func (v *Service) sitDown(ctx context.Context, browser, token string, to Place, name *string) (joined bool, err error) {
	f, err := v.load(ctx, to.Table)
	if err != nil {
		return false, err
	}
	if f.game == nil {
		return false, ErrFrozen
	}
	given := ""
	if name != nil {
		given = *name
	}
	who := Actor{Seats: []int{to.Seat}} // by the link
	if f.seats[to.Seat].Kind == Open {
		add := func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
			return v.opt.Store.AppendJoin(ctx, id, after, key, entries, store.HashOf(browser), store.HashOf(token), to.Seat)
		}
		s, err := v.join(ctx, to.Table, who, f.n, store.NewID(), to.Seat, given, add)
		if s == nil || !errors.Is(err, ErrNotOpen) {
			return err == nil, err
		}
		f.seats = s.Seats // somebody else has sat down there meanwhile
	}
	if name == nil || f.seats[to.Seat].Name == strings.Join(strings.Fields(given), " ") {
		return false, nil
	}
	if holder, err := v.ActorOf(ctx, browser, to.Table); err != nil || holder.Holds(to.Seat) {
		return false, err
	}
	return false, ErrNotOpen.at(to.Seat)
}

// CreateFor starts a table for a browser, which owns it and gets the seats of the
// persons at it, or where there are none may watch.
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
	return c, v.grant(ctx, browser, c.ID, append(seats, store.Owner))
}

// RematchFor is Rematch for a browser, which gets the seats at the next table
// that it holds at this one.
func (v *Service) RematchFor(ctx context.Context, browser, id string, part Part) (next string, err error) {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return "", err
	}
	if part.seat = -1; len(who.Seats) > 0 {
		part.seat = who.Seats[0]
	}
	if next, err = v.Rematch(ctx, id, who, part); err != nil {
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

// Board returns a board that a table here has or had, by its SHA-256.
func (v *Service) Board(ctx context.Context, sha string) (*board.Board, error) {
	data, err := v.opt.Store.Board(ctx, sha)
	if err != nil {
		return nil, err
	}
	return board.Load(data)
}

// BoardFile returns the bytes of a board that a table here has or had.
func (v *Service) BoardFile(ctx context.Context, sha string) ([]byte, error) {
	return v.opt.Store.Board(ctx, sha)
}

// UsualBoard is the board file that new tables are played on unless they bring
// their own. It must not be changed.
func (v *Service) UsualBoard() []byte { return v.opt.Board }
