package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/record"
)

// createTable is the operation whose body may be large: it may have a board file.
const createTable = "createTable"

// makeTables adds the operations that create tables.
func (a *api) makeTables() {
	post(a, "/commitments", "commit", "Get a commitment to the secret of a table yet to be made", a.commit)
	post(a, "/tables", createTable, "Start a table, which is the account's", a.create)
	making(a, "/tables/{id}/rematch", "rematch", "Start the table that follows a finished one, or join it, at your seat; each person calls it", a.rematch)
	post(a, "/tables/{id}/play-on", "playOn", "Start a table from a position of a finished one", a.playOn)
	post(a, "/links/play-on", "playOnLink", "Start a table from a position of a game in a link; of a running game, at the account's table for it if there is one", a.playOnLink)
}

// NewTable describes a table to create.
type NewTable struct {
	Name      string          `json:"name,omitempty" maxLength:"120" doc:"Of the table: at most 40 visible characters."`
	Seats     []NewSeat       `json:"seats" minItems:"2" maxItems:"4" doc:"Clockwise."`
	CalmWater bool            `json:"calmWater,omitempty" doc:"Table option (SET-4)."`
	EveryShip bool            `json:"everyShip,omitempty" doc:"Table option (SAIL-5)."`
	Hints     bool            `json:"hints,omitempty" doc:"Whether advice is to be had."`
	Public    bool            `json:"public,omitempty" doc:"Whether it is in the lobby, and anyone may take an open seat."`
	Thinking  string          `json:"thinking,omitempty" enum:",short,long" doc:"How long its computer players think."`
	Pace      string          `json:"pace,omitempty" enum:",quick,evening,day,days,weeks" doc:"Clocks; a rated table needs some."`
	Fill      int             `json:"fill,omitempty" minimum:"0" maximum:"604800" doc:"Seconds until computer players take the seats still open; 0 for never."`
	StandIn   string          `json:"standIn,omitempty" doc:"The computer player that takes open seats, and those of who runs out of time or resigns; the server's choice where there is none."`
	Rated     bool            `json:"rated,omitempty" doc:"Whether the result counts; then there is no advice, and persons have the names of their accounts."`
	Board     json.RawMessage `json:"board,omitempty" doc:"A board file; the usual board where there is none."`
	Entered   bool            `json:"entered,omitempty" doc:"It is played beside the printed game: what is drawn is entered. Then it has no clocks and no open seats, is not public, and its result does not count."`
	StartSeat int             `json:"startSeat,omitempty" minimum:"0" maximum:"3" doc:"Beside the printed game: the start player."`
	Key       string          `json:"key,omitempty" maxLength:"80" doc:"Your own; asking again with it gives the same table."`
	Part
}

// Part is the maker's part in the shuffle of a new table.
type Part struct {
	Commitment   string `json:"commitment,omitempty" doc:"From the operation commit; it serves once, within a day."`
	Contribution string `json:"contribution,omitempty" doc:"64 random lower-case hex digits of your own, made after you knew the commitment."`
}

// Commitment is the SHA-256 of a secret.
type Commitment struct {
	Commitment string `json:"commitment" doc:"64 hex digits. The secret is in the record of the finished game."`
}

func (a *api) commit(ctx context.Context, _ *struct{}) (*Commitment, error) {
	if !a.Limits.May(fair.Commit, clientOf(ctx).Address, "") {
		return nil, errTooMany
	}
	c, err := a.Service.Commitment(ctx, clientOf(ctx).Address)
	return &Commitment{c}, err
}

// NewSeat is a seat of a new table.
type NewSeat struct {
	Kind   string `json:"kind" enum:"person,open,bot" doc:"person is the account's own."`
	Name   string `json:"name,omitempty" doc:"The account's for its own where there is none."`
	Colour string `json:"colour,omitempty" enum:",blue,vermilion,green,purple"`
	Level  string `json:"level,omitempty" doc:"Of a computer player."`
	Invite string `json:"invite,omitempty" maxLength:"120" doc:"Of an open seat: the name of an account it is kept for, which hears of it and calls takeKept or decline."`
}

func (a *api) create(ctx context.Context, in *struct{ Body NewTable }) (*Table, error) {
	c := clientOf(ctx)
	b := in.Body
	if !a.Limits.May(fair.Make, c.Address, "") || b.Board != nil && !c.brings && !a.Limits.May(fair.Bring, c.Address, "") {
		return nil, errTooMany
	}
	t := game.NewTable{Name: b.Name, CalmWater: b.CalmWater, EveryShip: b.EveryShip, Hints: b.Hints, Public: b.Public, Thinking: game.Thinking(b.Thinking), Rated: b.Rated,
		Fill: b.Fill, StandIn: b.StandIn, Board: b.Board,
		Part: game.Part{Commitment: b.Commitment, Contribution: b.Contribution}}
	t.Pace, _ = game.PaceNamed(b.Pace) // the description admits no others
	if b.Entered {
		t.Deal, t.StartSeat = game.Entered, b.StartSeat
	}
	if b.Key != "" {
		t.ID = c.tableID(b.Key)
	}
	for _, seat := range b.Seats {
		n := game.NewSeat{Kind: game.Kind(seat.Kind), Name: seat.Name, Colour: seat.Colour, Level: seat.Level}
		if n.Kind == game.Person {
			n.Name = named(c, n.Name)
		}
		if n.Kind == game.Open && seat.Invite != "" {
			if err := a.invite(ctx, seat.Invite, &n); err != nil {
				return nil, err
			}
		}
		t.Seats = append(t.Seats, n)
	}
	made, err := a.Service.CreateFor(ctx, c.Holder(), t)
	if errors.Is(err, table.ErrExists) && t.ID != "" {
		return a.show(ctx, t.ID) // a repeated request grants nothing again
	}
	if err != nil {
		return nil, err
	}
	return a.seated(ctx, made.ID)
}

// invite keeps a seat for the account of a name.
func (a *api) invite(ctx context.Context, name string, seat *game.NewSeat) error {
	c := clientOf(ctx)
	who, err := a.People.Named(ctx, name)
	if err != nil {
		return err
	}
	if err := a.Chat.CheckInvited(ctx, c.Holder(), who); err != nil {
		return err
	}
	if !a.Limits.May(fair.Invite, "", c.ID) {
		return errTooMany
	}
	seat.Name, seat.For = who.Name, who.Holder()
	return nil
}

// tableID derives a table's ID from the client's idempotency key. It cannot be
// guessed without the token.
func (c *client) tableID(key string) string { return c.idOf("table", key) }

// idOf is tableID for anything.
func (c *client) idOf(kind, key string) string {
	mac := hmac.New(sha256.New, []byte(c.token))
	mac.Write([]byte(kind + " " + key))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

type rematchIn struct {
	At
	Body *Part
}

func (a *api) rematch(ctx context.Context, in *rematchIn) (*Table, error) {
	c := clientOf(ctx)
	var part game.Part
	if in.Body != nil {
		part = game.Part{Commitment: in.Body.Commitment, Contribution: in.Body.Contribution}
	}
	next, err := a.Service.RematchFor(ctx, c.Holder(), in.ID, part)
	if err != nil {
		return nil, err
	}
	return a.seated(ctx, next)
}

// PlayOn describes a table that goes on from a game.
type PlayOn struct {
	Decisions int    `json:"decisions" minimum:"0" doc:"How many of its decisions stand."`
	Seat      int    `json:"seat" minimum:"0" maximum:"3" doc:"Yours."`
	Level     string `json:"level" doc:"Of the computer players at the other seats."`
	Name      string `json:"name,omitempty"`
	Keyed
}

type playOnIn struct {
	At
	Body PlayOn
}

func (a *api) playOn(ctx context.Context, in *playOnIn) (*Table, error) {
	c := clientOf(ctx)
	return a.makeTable(ctx, in.Body.Key, func() (string, error) {
		return a.Service.PlayOnFor(ctx, c.Holder(), in.ID, in.Body.Decisions, in.Body.Seat, in.Body.Level, named(c, in.Body.Name))
	})
}

// makeTable makes a table within the limits, once for a key, and returns it.
func (a *api) makeTable(ctx context.Context, key string, make func() (string, error)) (*Table, error) {
	id, err := a.once(ctx, key, func() (string, error) {
		if !a.Limits.May(fair.Make, clientOf(ctx).Address, "") {
			return "", errTooMany
		}
		return make()
	})
	if err != nil {
		return nil, err
	}
	return a.show(ctx, id)
}

type playOnLinkIn struct {
	Body struct {
		Link string `json:"link" maxLength:"8000" doc:"A finished game on the usual board: an address, or what follows #g= in it."`
		PlayOn
	}
}

func (a *api) playOnLink(ctx context.Context, in *playOnLinkIn) (*Table, error) {
	c := clientOf(ctx)
	return a.makeTable(ctx, in.Body.Key, func() (string, error) {
		played, err := record.ReadLink(in.Body.Link, a.Board)
		if err != nil {
			return "", unprocessable("bad_link", err.Error())
		}
		return a.Service.PlayOnGame(ctx, c.Holder(), played, in.Body.Decisions, in.Body.Seat, in.Body.Level, named(c, in.Body.Name))
	})
}
