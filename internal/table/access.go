package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/store"
)

// Failures of the store that callers may want to know; compare with errors.Is.
var (
	// ErrNoTable: no table has this ID.
	ErrNoTable = store.ErrNoTable
	// ErrExists: another table has this ID.
	ErrExists = store.ErrExists
	// ErrNoLink: no link has this token, or no longer.
	ErrNoLink = store.ErrNoToken
	// ErrUnknownBoard: no table here has or had this board.
	ErrUnknownBoard = store.ErrNoBoard
	// ErrNoRecord: no record is kept under this name.
	ErrNoRecord = store.ErrNoRecord
	// ErrFull: the disk is full.
	ErrFull = store.ErrFull
	// ErrGone: the store's file was removed.
	ErrGone = store.ErrGone
	// ErrUnreachable: the database does not respond, or is locked. It is then
	// unknown whether a command was carried out; repeat it with its key to find out.
	ErrUnreachable = store.ErrUnreachable
)

const (
	// SecretLength is the length in characters of a secret from NewSecret.
	SecretLength = 22
	// MaxTables is the most tables that Tables and Finished list.
	MaxTables = store.MaxList
)

// Place is where a private link leads: a seat of a table, or with Seat -1 a place
// to watch, or with Seat NextFree the next free seat.
type Place = store.Place

// NextFree is the seat of a Place that leads to the next free seat.
var NextFree = store.NextFree

// NewSecret returns an unguessable string of 128 bits, for a browser's secret or
// the key of a command.
func NewSecret() string { return store.NewID() }

// ValidID reports whether a string has the form of a table's ID.
func ValidID(id string) bool { return store.ValidID(id) }

// ShortID abbreviates an ID for the log: anyone who reads a table's whole ID could
// watch the table.
func ShortID(id string) string { return store.ShortID(id) }

// ActorOf returns who a browser is at a table, by its secret: which seats it was
// granted, and whether it owns the table.
func (v *Service) ActorOf(ctx context.Context, browser, id string) (game.Actor, error) {
	if browser == "" {
		return game.Actor{}, nil
	}
	places, err := v.opt.Store.SeatsOf(ctx, store.HashOf(browser), id)
	if err != nil {
		return game.Actor{}, err
	}
	who := actorWith(places)
	if len(who.Seats) == 0 {
		who.Played, err = v.played(ctx, browser, id)
	}
	return who, err
}

// actorAt is ActorOf with the game of the table.
func (v *Service) actorAt(ctx context.Context, browser, id string) (who game.Actor, f *game.Game, err error) {
	if who, err = v.ActorOf(ctx, browser, id); err == nil {
		f, err = v.load(ctx, id)
	}
	return who, f, err
}

// played reports whether a browser has played the deal of a table that others play, too.
func (v *Service) played(ctx context.Context, browser, id string) (bool, error) {
	f := v.cache.get(id)
	if f == nil {
		var err error
		if f, err = v.load(ctx, id); errors.Is(err, ErrNoTable) {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	if f.Setup.Common == nil {
		return false, nil
	}
	return v.opt.Store.PlayedDay(ctx, f.Setup.Common.Day, store.HashOf(browser))
}

// actorWith is who holds some places at a table.
func actorWith(places []int) (who game.Actor) {
	for _, p := range places {
		switch {
		case p >= 0:
			who.Seats = append(who.Seats, p)
		case p == store.Owner:
			who.Owner = true
		case p == store.Nobody:
			who.Watching = true
		case p <= store.Freed(0):
			who.Freed = append(who.Freed, store.Freed(0)-p)
		case p <= store.Kept(0):
			who.Kept = append(who.Kept, store.Kept(0)-p)
		}
	}
	return who
}

// Known reports whether a browser holds a place at any table.
func (v *Service) Known(ctx context.Context, browser string) (bool, error) {
	list, err := v.opt.Store.TablesOf(ctx, store.HashOf(browser), store.Listing{Limit: 1})
	return len(list) > 0, err
}

// Link returns the token of a new private link for a seat, for a browser that may
// have one (Snapshot.MayLink). Errors: ErrNotYours, ErrNoTable.
func (v *Service) Link(ctx context.Context, browser, id string, seat int) (token string, err error) {
	_, by, err := v.linkable(ctx, browser, id, seat, game.MayLink)
	if err != nil {
		return "", err
	}
	token = store.NewID()
	err = v.opt.Store.SaveTokenBy(ctx, store.HashOf(token), Place{Table: id, Seat: seat}, by)
	return token, notHeld(err, seat)
}

// RenewLink replaces all private links for a seat by a new one, for a browser
// that may (Snapshot.MayRenew). If the seat is the browser's own, all other
// browsers lose it; an open one is lost by nobody, because somebody may just have
// sat down. Errors: those of Link.
func (v *Service) RenewLink(ctx context.Context, browser, id string, seat int) (token string, err error) {
	f, by, err := v.linkable(ctx, browser, id, seat, game.MayRenew)
	if err != nil {
		return "", err
	}
	alone := by.Seat == seat && f.Seats[seat].Kind != game.Open
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
// more and its links are void. A computer player there goes on playing. Errors:
// ErrNotYours, and those of Act.
func (v *Service) Remove(ctx context.Context, browser, id string, at int64, key string, seat int) (*game.Snapshot, error) {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return nil, err
	}
	s, err := v.do(ctx, id, who, at, key, game.Remove(seat), v.freeing(browser, seat, store.Owner))
	if err == nil {
		v.lookAgain(id, seat)
	}
	return s, err
}

// Replace gives the seat of a person who was silent for long to the usual stand-in, for
// a browser with another seat (game.Replace). If that person owns the table, the
// browser's seat owns it from now on. Errors: those of Act.
func (v *Service) Replace(ctx context.Context, browser, id string, at int64, key string, seat int) (*game.Snapshot, error) {
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return nil, err
	}
	by := store.Holder{Browser: store.HashOf(browser), Seat: store.Owner}
	if len(who.Seats) > 0 {
		by.Seat = who.Seats[0]
	}
	return v.do(ctx, id, who, at, key, game.Replace(seat, v.opt.StandIn), func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
		n, err := v.opt.Store.AppendReplace(ctx, id, after, key, entries, seat, by)
		return n, notHeld(err, seat)
	})
}

// freeing stores that a seat is freed, by a browser that holds a place.
func (v *Service) freeing(browser string, seat, place int) appender {
	return func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
		n, err := v.opt.Store.AppendRemove(ctx, id, after, key, entries, seat, store.Holder{Browser: store.HashOf(browser), Seat: place})
		return n, notHeld(err, seat)
	}
}

// HandOver makes the person at a seat the owner of the table, for a browser that
// owns it and saw them there at a log number, 0 for whatever it saw. Errors:
// ErrNotYours, ErrStale, ErrOpenSeat if nobody has the seat, ErrNoTable.
func (v *Service) HandOver(ctx context.Context, browser, id string, at int64, seat int) error {
	who, f, err := v.actorAt(ctx, browser, id)
	if err != nil {
		return err
	}
	if !game.MayHandOver(f.Seats, who, seat) {
		return game.ErrNotYours.At(seat)
	}
	if at > 0 && !f.SameSitter(seat, at) {
		return game.ErrStale
	}
	err = v.opt.Store.HandOver(ctx, Place{Table: id, Seat: seat}, store.HashOf(browser))
	if !errors.Is(err, store.ErrNotHeld) {
		return err
	}
	if who, lost := v.ActorOf(ctx, browser, id); lost == nil && who.Owner {
		return game.ErrOpenSeat.At(seat)
	}
	return game.ErrNotYours.At(seat)
}

// Leave gives up all places that a browser holds at a table, and deletes the
// table if nobody else holds one. An owner passes the table on to somebody with a seat. The
// usual stand-in plays a seat that nobody holds any more. Errors: those of
// Snapshot.MayLeave, ErrNotYours for a browser without a place, ErrNoTable.
func (v *Service) Leave(ctx context.Context, browser, id string) error {
	who, f, err := v.actorAt(ctx, browser, id)
	if err != nil {
		return err
	}
	if err := v.show(f, who).MayLeave(who); err != nil {
		return err
	}
	if err := v.count(ctx, f); err != nil { // the result outlives the table
		return err
	}
	if err := v.endDay(ctx, f, len(who.Seats) > 0); err != nil {
		return err
	}
	deleted, err := v.opt.Store.Leave(ctx, store.HashOf(browser), id, lists(f.Setup)...)
	if err != nil {
		return notHeld(err, -1)
	}
	if deleted {
		v.cache.drop(id)
		return nil
	}
	holders, err := v.opt.Store.Holders(ctx, id)
	if err != nil {
		return err
	}
	for _, seat := range who.Seats {
		v.lookAgain(id, seat)
	}
	return v.Abandon(ctx, id, slices.DeleteFunc(who.Seats, func(seat int) bool {
		return slices.ContainsFunc(holders, func(h store.Holder) bool { return h.Seat == seat })
	}))
}

// Abandon has the usual stand-in play seats that nobody holds any more, where others have
// seats or may join.
func (v *Service) Abandon(ctx context.Context, id string, seats []int) error {
	f, err := v.load(ctx, id)
	if err != nil || !v.show(f, game.Actor{}).Shared(seats) {
		return err
	}
	level := cmp.Or(f.Setup.StandIn, v.opt.StandIn)
	if level == "" {
		return nil
	}
	for _, seat := range seats {
		err := v.checkLevel(seat, level)
		if err == nil {
			err = v.standIn(ctx, id, seat, level)
		}
		if err != nil && (!game.Refused(err) || errors.Is(err, game.ErrClosed)) {
			return err
		}
	}
	return nil
}

// linkable returns a table and what entitles a browser to a link for a seat
// there, or refuses. The store checks again in the transaction that stores the
// link, because the browser may have been removed meanwhile.
func (v *Service) linkable(ctx context.Context, browser, id string, seat int, may func([]game.Seat, game.Actor, int) bool) (*game.Game, store.Holder, error) {
	by := store.Holder{Browser: store.HashOf(browser), Seat: store.Nobody}
	who, f, err := v.actorAt(ctx, browser, id)
	if err != nil {
		return nil, by, err
	}
	if err := f.MayInvite(v.opt.Clock()); err != nil {
		return nil, by, err
	}
	if !may(f.Seats, who, seat) {
		return nil, by, game.ErrNotYours.At(seat)
	}
	if who.Holds(seat) {
		by.Seat = seat
	} else if who.Owner {
		by.Seat = store.Owner
	}
	return f, by, nil
}

// notHeld turns the store's errors that a browser lost its seat, and that a seat has
// too many links or browsers, into the table's.
func notHeld(err error, seat int) error {
	switch {
	case errors.Is(err, store.ErrNotHeld):
		return game.ErrNotYours.At(seat)
	case errors.Is(err, store.ErrMany):
		return game.ErrCrowded.At(seat).Saying(strconv.Itoa(store.MaxLinks))
	}
	return err
}

// newLink returns the token of a link for a seat, or with -1 to watch.
func (v *Service) newLink(ctx context.Context, id string, seat int) (token string, err error) {
	token = store.NewID()
	return token, v.opt.Store.SaveToken(ctx, store.HashOf(token), Place{Table: id, Seat: seat})
}

// LinkTo returns where a private link leads. Errors: ErrNoLink.
func (v *Service) LinkTo(ctx context.Context, token string) (Place, error) {
	return v.opt.Store.TokenByHash(ctx, store.HashOf(token))
}

// Enter grants a browser the place a private link leads to. At an open seat the
// person sits down under a name. A name other than that at a taken seat is
// refused with ErrNotOpen: its owner thought the seat open and came second. A nil
// name asks for no open seat. A link replaced meanwhile grants nothing.
// A link for a group grants the next free seat, none to a browser that has a seat; ErrNotOpen if
// none is free. Errors: ErrNoLink, ErrFrozen, and those of Join.
func (v *Service) Enter(ctx context.Context, browser, token string, name *string) (Place, error) {
	to, err := v.LinkTo(ctx, token)
	if err != nil {
		return to, err
	}
	if to.Seat == NextFree {
		to.Seat, err = v.sitAnywhere(ctx, browser, to.Table, name)
		return to, err
	}
	if to.Seat >= 0 {
		if joined, err := v.sitDown(ctx, browser, token, to, name); joined || err != nil {
			return to, err
		}
	}
	place, err := v.opt.Store.GrantByToken(ctx, store.HashOf(browser), store.HashOf(token))
	return place, notHeld(err, to.Seat)
}

// sitDown joins and grants an open seat. At a taken one it reports whether the
// link may still grant it.
func (v *Service) sitDown(ctx context.Context, browser, token string, to Place, name *string) (joined bool, err error) {
	f, err := v.load(ctx, to.Table)
	if err != nil {
		return false, err
	}
	if f.Rules == nil {
		return false, game.ErrFrozen
	}
	given := ""
	if name != nil {
		given = *name
	}
	if given, err = v.sittingDown(ctx, f, browser, to.Seat, given); err != nil {
		return false, err
	}
	who := game.Actor{Seats: []int{to.Seat}} // by the link
	seats := f.Seats                         // not changed there: others read the game
	if seats[to.Seat].Kind == game.Open {
		add := func(ctx context.Context, id string, after int64, key string, entries []store.Entry) (int64, error) {
			return v.opt.Store.AppendJoin(ctx, id, after, key, entries, store.HashOf(browser), store.HashOf(token), to.Seat)
		}
		s, err := v.do(ctx, to.Table, who, f.N, store.NewID(), game.Join(to.Seat, given), add)
		if s == nil || !errors.Is(err, game.ErrNotOpen) {
			return err == nil, err
		}
		seats = s.Seats // somebody else has sat down there meanwhile
	}
	if name == nil || seats[to.Seat].Name == strings.Join(strings.Fields(given), " ") {
		return false, nil
	}
	if holder, err := v.ActorOf(ctx, browser, to.Table); err != nil || holder.Holds(to.Seat) {
		return false, err
	}
	return false, game.ErrNotOpen.At(to.Seat)
}

// CreateFor starts a table for a browser, which owns it and gets the seats of its
// persons, or a place to watch if there are none.
func (v *Service) CreateFor(ctx context.Context, browser string, t game.NewTable) (*Created, error) {
	if t.Rated {
		name, err := v.member(ctx, browser)
		if err != nil {
			return nil, err
		}
		t.Seats = slices.Clone(t.Seats)
		for k := range t.Seats {
			if t.Seats[k].Kind == game.Person {
				t.Seats[k].Name = name
			}
		}
	}
	me := store.HashOf(browser)
	var holders []store.Holder
	for k, seat := range t.Seats {
		if seat.Kind == game.Person {
			holders = append(holders, store.Holder{Browser: me, Seat: k})
		}
	}
	if len(holders) == 0 {
		holders = []store.Holder{{Browser: me, Seat: store.Nobody}}
	}
	holders = append(holders, store.Holder{Browser: me, Seat: store.Owner})
	for k, seat := range t.Seats {
		if seat.For != "" {
			holders = append(holders, store.Holder{Browser: store.HashOf(seat.For), Seat: store.Kept(k)})
		}
	}
	return v.create(ctx, t, holders...)
}

func (v *Service) grant(ctx context.Context, browser, id string, seats []int) error {
	for _, k := range seats {
		if err := v.opt.Store.Grant(ctx, store.HashOf(browser), Place{Table: id, Seat: k}); err != nil {
			return err
		}
	}
	return nil
}

// KeepRecord stores an opened game record under a name with the form of an ID.
func (v *Service) KeepRecord(ctx context.Context, name string, data []byte) error {
	return v.opt.Store.SaveRecord(ctx, name, data)
}

// KeptRecord returns a stored record. Errors: ErrNoRecord.
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

// UsualBoard returns the board file of new tables without their own. It must not
// be changed.
func (v *Service) UsualBoard() []byte { return v.opt.Board }
