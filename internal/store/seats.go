package store

import "context"

// Nobody is the seat number for no seat: in entries by the table itself, and in
// links and grants for spectators.
const Nobody = -1

// Owner is the seat number in a grant that makes a browser an owner of the
// table. Several browsers of one person may own it.
const Owner = -2

// Kept is the seat number in a grant that keeps a seat for a browser: it may
// take the seat, but has not yet.
func Kept(seat int) int { return Owner - 1 - seat }

// Freed is the seat number in a grant of a browser from which a seat was taken.
func Freed(seat int) int { return Kept(MaxSeat) - 1 - seat }

// NextFree is the seat number in a private link that leads to the next free seat of a
// table. Nobody is granted it.
var NextFree = Freed(MaxSeat) - 1

// Listing is which of a browser's tables are listed.
type Listing struct {
	Stages []Stage // nil for all
	After  string  // the ID of a table of the list that those listed come after; "" for the beginning
	Limit  int     // tables at most, at least 1
	Most   bool    // the browser holds a good part of all tables, which changes only how they are found
}

// Place is a seat at a table, or the right to watch it.
type Place struct {
	Table string
	Seat  int // 0 to MaxSeat, or Nobody to watch; in a grant also Owner, Kept or Freed, in a link NextFree
}

// Holder is a browser that may act at a table while it holds a place there.
type Holder struct {
	Browser Hash
	Seat    int // 0 to MaxSeat, Nobody for any seat of the table, Owner, or Kept
}

// Listed is a table in a browser's list, without secrets.
type Listed struct {
	ID      string
	Created int64  // unix milliseconds
	Meta    []byte // JSON, as in [Table]
	Last    int64  // number of the newest entry, 0 for an empty log
	Seats   []int  // places the browser holds there, ascending: those without a seat first
}

// Seats keeps who may act for which seat of the tables, and the private links that
// grant seats.
type Seats interface {
	// Grant gives a browser a place. A browser may hold several places, and a
	// place may have several holders, MaxHolders at most; who watches beyond that
	// watches without a place. Granting again has no effect. Errors: ErrMany,
	// ErrNoTable, ErrBad.
	Grant(ctx context.Context, browser Hash, p Place) error
	// SeatsOf returns a browser's places at one table, ascending (Owner and Nobody
	// first).
	SeatsOf(ctx context.Context, browser Hash, table string) ([]int, error)
	// TablesOf returns the tables where a browser holds a place, newest first, at
	// most MaxHeld. Errors: ErrBad, ErrNoTable if the one to come after is gone.
	TablesOf(ctx context.Context, browser Hash, l Listing) ([]Listed, error)
	// Holders returns who holds the seats of a table, by seat.
	Holders(ctx context.Context, table string) ([]Holder, error)

	// SaveToken makes a private link grant a place. Saving the same link again
	// has no effect. Errors: ErrExists if it grants another place, ErrNoTable,
	// ErrBad.
	SaveToken(ctx context.Context, token Hash, p Place) error
	// SaveTokenBy is SaveToken if by still holds its place at the table, checked
	// in the same transaction. Errors: ErrNotHeld, ErrMany at MaxLinks, and those of
	// SaveToken.
	SaveTokenBy(ctx context.Context, token Hash, p Place, by Holder) error
	// TokenByHash returns the place that a private link grants. Errors:
	// ErrNoToken.
	TokenByHash(ctx context.Context, token Hash) (Place, error)
	// GrantByToken gives a browser the place of a private link and returns it.
	// Lookup and grant are one transaction: a replaced link grants nothing, nor does
	// one for NextFree.
	// Errors: ErrNoToken, ErrMany.
	GrantByToken(ctx context.Context, browser, token Hash) (Place, error)
	// Renew makes a private link the only one for a place and revokes all
	// others. With alone, by also becomes the place's only holder. In the same
	// transaction it checks that by still holds its place at the table. Errors:
	// ErrNotHeld, ErrExists if the link is already in use, ErrNoTable, ErrBad.
	Renew(ctx context.Context, token Hash, p Place, by Holder, alone bool) error

	// AppendJoin is Append and, in the same transaction, GrantByToken: the link
	// must be for the seat at this table that is joined. So nobody is granted a
	// seat that somebody else has just joined, and nobody joins without a grant.
	// The seat is kept for nobody any more. Errors: those of Append, then
	// ErrNoToken.
	AppendJoin(ctx context.Context, id string, after int64, key string, entries []Entry, browser, token Hash, seat int) (int64, error)
	// AppendReturn is Append and, in the same transaction, gives a seat to all
	// browsers that it is kept for; browser must be one. Errors: those of Append,
	// then ErrNotHeld.
	AppendReturn(ctx context.Context, id string, after int64, key string, entries []Entry, browser Hash, seat int) (int64, error)
	// AppendRemove is Append and, in the same transaction, frees a seat: no
	// browser holds it, it is kept for none, and no link grants it any more, nor
	// does one for NextFree.
	// Who held it has the place Freed instead. by must hold its place: Owner, or
	// Kept of the seat. Errors: those of Append, then ErrNotHeld.
	AppendRemove(ctx context.Context, id string, after int64, key string, entries []Entry, seat int, by Holder) (int64, error)
	// AppendReplace is Append and, in the same transaction, passes the table on if
	// who holds a seat owns it: to those who hold the seat of by instead. by must
	// hold its place; with Owner nothing is passed on. Errors: those of Append, then
	// ErrNotHeld.
	AppendReplace(ctx context.Context, id string, after int64, key string, entries []Entry, seat int, by Holder) (int64, error)

	// HandOver makes the browsers that hold a seat the only owners of its table,
	// if by owns it (checked in the same transaction). Errors: ErrNotHeld, also
	// if nobody holds the seat; ErrNoTable, ErrBad.
	HandOver(ctx context.Context, p Place, by Hash) error
	// Inherit makes the owners of one table also owners of another, and gives those
	// who hold seat k of the first the place seats[k] at the other, if any. It does
	// nothing where anyone has more there than a place to watch. Errors: ErrNoTable
	// for the latter.
	Inherit(ctx context.Context, from, to string, seats []int) error
	// Leave takes all of a browser's places at a table from it. If it was the only
	// owner, those who hold the first seat that others hold become the owners. If
	// nobody else holds a place there, Freed aside, it deletes the table with its log
	// and links, and a board that no other table is played on, and reports so. lists
	// hold a place only so that it is listed, and count as nobody.
	// Errors: ErrNoTable, ErrNotHeld if the browser holds nothing there.
	Leave(ctx context.Context, browser Hash, table string, lists ...Hash) (deleted bool, err error)
}

// SharedPlace is a place with the number of other browsers that hold it.
type SharedPlace struct {
	Place
	Others int
}

// Sat is a seat that a browser holds or has held, or that is or was kept for it.
type Sat struct {
	Place
	Held  bool // it still does
	Alone bool // nobody else does
}

// Holdings is what browsers and accounts hold at all tables together.
type Holdings interface {
	// MovePlaces gives all places that a browser holds to another one, with its
	// results, messages and notes.
	MovePlaces(ctx context.Context, from, to Hash) error
	// Places returns all places that a browser holds, by table, ascending.
	Places(ctx context.Context, browser Hash) ([]Place, error)
	// DropPlaces takes all places from a browser, with its notes; tables, results
	// and messages stay. What it owns is passed on as by Leave.
	DropPlaces(ctx context.Context, browser Hash) error
	// SharedPlaces returns all places that a browser holds, by table, ascending,
	// and how many others hold each.
	SharedPlaces(ctx context.Context, browser Hash) ([]SharedPlace, error)
	// Sat returns the seats that a browser holds, and those it has held, by table,
	// ascending. One that is kept for it counts as held.
	Sat(ctx context.Context, browser Hash) ([]Sat, error)
}
