package api

import (
	"context"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/table"
	"ruhr/record"
)

// Made is the part of a command with the log number it was made at.
type Made struct {
	At  int64  `json:"at" minimum:"1" doc:"The log number that it was made at."`
	Key string `json:"key,omitempty" maxLength:"80" doc:"Your own, of visible ASCII characters; repeating a command with its key does nothing."`
}

// playTables adds the operations of a game in progress.
func (a *api) playTables() {
	post(a, "/tables/{id}/act", "act", "Take a decision", a.act)
	command(a, "/undo", "undo", "Go back to an earlier decision of your turn", fair.Undo, func(in *undoIn) (string, Made, game.Command) {
		return in.ID, in.Body.Made, game.Undo(in.Body.To)
	})
	command(a, "/confirm", "confirm", "Give the last word on your turn", fair.Decide, func(in *confirmIn) (string, Made, game.Command) {
		return in.ID, in.Body, game.Confirm()
	})
	post(a, "/tables/{id}/try", "try", "Play on from the table's position, by yourself; the table learns nothing of it, and nothing is kept", a.try)
	post(a, "/tables/{id}/hint", "askAdvice", "Ask for advice on your decision; everybody sees that you did", a.hint)
}

// command adds an operation that gives a table a command, which of reads from its input.
func command[I any](a *api, path, id, summary string, counted fair.Doing, of func(*I) (table string, made Made, do game.Command)) {
	post(a, "/tables/{id}"+path, id, summary, func(ctx context.Context, in *I) (*Table, error) {
		table, made, do := of(in)
		return a.do(ctx, table, made, counted, do)
	})
}

// do gives a table a command.
func (a *api) do(ctx context.Context, id string, made Made, counted fair.Doing, do game.Command) (*Table, error) {
	return a.command(ctx, id, counted, func(who game.Actor) (*game.Snapshot, error) {
		return a.Service.Do(ctx, id, who, made.At, made.Key, do)
	})
}

// command runs a command, counted as something that may be done only so often, and returns the
// table after it; actors without a seat who do not own the table are refused by the table.
func (a *api) command(ctx context.Context, id string, counted fair.Doing, do func(game.Actor) (*game.Snapshot, error)) (*Table, error) {
	who, err := a.actor(ctx, id)
	if err != nil {
		return nil, err
	}
	if (len(who.Seats) > 0 || who.Owner) && !a.Limits.May(counted, "", fair.PlaceOf(id, who)) {
		return nil, errTooMany
	}
	s, err := do(who)
	if err != nil {
		return nil, a.refused(ctx, s, err)
	}
	return whole(s, who.Owner), nil
}

// refused explains why a command changed nothing, with the table's current log
// number.
func (a *api) refused(ctx context.Context, s *game.Snapshot, err error) *Problem {
	p := a.problem(ctx, err)
	if s == nil {
		return p
	}
	told := *p
	told.N = s.N
	return &told
}

type actIn struct {
	At
	Body struct {
		Made
		Action record.Action `json:"action" doc:"One of the legal ones; seat and round are ignored."`
		Final  bool          `json:"final,omitempty" doc:"It is the last word on the turn, too."`
	}
}

func (a *api) act(ctx context.Context, in *actIn) (*Table, error) {
	action, err := a.decode(ctx, in.ID, in.Body.Action)
	if err != nil {
		return nil, err
	}
	return a.command(ctx, in.ID, fair.Decide, func(who game.Actor) (*game.Snapshot, error) {
		who.Final = in.Body.Final
		return a.Service.Do(ctx, in.ID, who, in.Body.At, in.Body.Key, game.Act(action))
	})
}

type undoIn struct {
	At
	Body struct {
		Made
		To int `json:"to" minimum:"0" doc:"One of you.undoTo: how many decisions stay."`
	}
}

type confirmIn struct {
	At
	Body Made
}

// hintWait is how long a request for advice may wait in the queue.
const hintWait = 10 * time.Second

func (a *api) hint(ctx context.Context, in *confirmIn) (*Table, error) {
	return a.command(ctx, in.ID, fair.Change, func(who game.Actor) (*game.Snapshot, error) {
		ctx, cancel := context.WithTimeout(ctx, hintWait)
		defer cancel()
		return a.Service.Hint(ctx, in.ID, who, in.Body.At, in.Body.Key)
	})
}

// sitAtTables adds the operations on seats.
func (a *api) sitAtTables() {
	a.seatCommands()
	making(a, "/tables/{id}/seats/{seat}/sit", "sit", "Take an open seat of a public table", a.sit)
	making(a, "/tables/{id}/kept/take", "takeKept", "Take the seats that are kept for you", a.then(a.Service.TakeKept, a.seated))
	making(a, "/tables/{id}/kept/decline", "decline", "Decline the seats that are kept for you", a.then(a.Service.Decline, a.show))
	post(a, "/tables/{id}/seats/{seat}/link", "makeLink", "Make a private link to a seat", a.link)
	get(a, "/links/{token}", "getLink", "Where a private link leads", a.linked)
	making(a, "/join", "join", "Take the seat that a private link leads to", a.join)
	post(a, "/tables/{id}/seats/{seat}/remove", "remove", "Free a seat of who has it, as the owner", a.free(a.Service.Remove))
	post(a, "/tables/{id}/seats/{seat}/replace", "replace", "Let a computer player go on for a person who was silent for a week", a.free(a.Service.Replace))
	post(a, "/tables/{id}/seats/{seat}/own", "handOver", "Make who has a seat the owner, as the owner", a.own)
	command(a, "/name", "nameTable", "Give the table another name, or none, as the owner", fair.Change, func(in *tableNameIn) (string, Made, game.Command) {
		return in.ID, in.Body.Made, game.NameTable(in.Body.Name)
	})
	post(a, "/tables/{id}/leave", "leave", "Give up all places at a table; it is deleted if nobody else has one", a.leave)
}

type tableNameIn struct {
	At
	Body struct {
		Made
		Name string `json:"name,omitempty" maxLength:"120" doc:"At most 40 visible characters."`
	}
}

// SeatAt names a seat of a table.
type SeatAt struct {
	At
	Seat int `path:"seat" minimum:"0" maximum:"3"`
}

type seatIn struct {
	SeatAt
	Body struct {
		Made
		Level string `json:"level,omitempty" doc:"A computer player, for give and level."`
		Name  string `json:"name,omitempty" doc:"For rename."`
		Days  int    `json:"days,omitempty" minimum:"0" maximum:"366" doc:"For away: from now on; 0 ends the holiday."`

		Contribution string `json:"contribution,omitempty" doc:"For contribute: 64 random lower-case hex digits."`
	}
}

// seatCommands adds the seat commands that are log entries.
func (a *api) seatCommands() {
	// plain is a command with nothing to say but the seat.
	plain := func(command func(int) game.Command) func(*seatIn) game.Command {
		return func(in *seatIn) game.Command { return command(in.Seat) }
	}
	answer := func(agree bool) func(*seatIn) game.Command {
		return func(in *seatIn) game.Command { return game.AnswerTakeback(in.Seat, agree) }
	}
	for _, c := range []struct {
		name, summary string
		counted       fair.Doing
		command       func(*seatIn) game.Command
	}{
		{"give", "Hand a seat to a computer player", fair.Change, func(in *seatIn) game.Command {
			return game.GiveToBot(in.Seat, in.Body.Level)
		}},
		{"take", "Take your seat back from a computer player", fair.Change, plain(game.TakeBack)},
		{"level", "Exchange the computer player of a seat", fair.Change, func(in *seatIn) game.Command {
			return game.SetLevel(in.Seat, in.Body.Level)
		}},
		{"rename", "Give your seat another name", fair.Change, func(in *seatIn) game.Command {
			return game.Rename(in.Seat, in.Body.Name)
		}},
		{"resign", "Resign: the table's stand-in plays on; take gets the seat back", fair.Change, plain(game.Resign)},
		{"wait", "Vote to wait for the person at another seat", fair.Change, plain(game.Wait)},
		{"away", "Begin or end a holiday, which stops the clock at a table by correspondence", fair.Change, func(in *seatIn) game.Command {
			return game.AwayFor(in.Seat, in.Body.Days)
		}},
		{"takeback", "Ask the others to take back your last choice", fair.Undo, plain(game.AskTakeback)},
		{"agree", "Agree to take back a choice of another seat", fair.Undo, answer(true)},
		{"refuse", "Refuse to take back a choice of another seat, or ask no more for your own", fair.Undo, answer(false)},
		{"contribute", "Add to the shuffle for your seat, before round 2", fair.Change, func(in *seatIn) game.Command {
			return game.Contribute(in.Seat, in.Body.Contribution)
		}},
	} {
		command(a, "/seats/{seat}/"+c.name, c.name, c.summary, c.counted, func(in *seatIn) (string, Made, game.Command) {
			return in.ID, in.Body.Made, c.command(in)
		})
	}
}

type nameIn struct {
	SeatAt
	Body struct {
		Name string `json:"name,omitempty" doc:"At the table; the account's where there is none."`
	}
}

func (a *api) sit(ctx context.Context, in *nameIn) (*Table, error) {
	c := clientOf(ctx)
	who, err := a.actor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if who.Holds(in.Seat) { // a repeated request
		return a.show(ctx, in.ID)
	}
	if err := a.Service.Sit(ctx, c.Holder(), in.ID, in.Seat, named(c, in.Body.Name)); err != nil {
		return nil, err
	}
	return a.seated(ctx, in.ID)
}

// then is an operation that does something for the account at a table and shows it.
func (a *api) then(do func(ctx context.Context, holder, id string) error, show func(ctx context.Context, id string) (*Table, error)) func(context.Context, *At) (*Table, error) {
	return func(ctx context.Context, in *At) (*Table, error) {
		if err := do(ctx, clientOf(ctx).Holder(), in.ID); err != nil {
			return nil, err
		}
		return show(ctx, in.ID)
	}
}

// seated applies the account's quiet hours to a table where it has just got a
// seat, and returns the table.
func (a *api) seated(ctx context.Context, id string) (*Table, error) {
	c := clientOf(ctx)
	if h := settings.Read(c.Settings).Hours(); !h.None() {
		if err := a.Service.SetHours(ctx, c.Holder(), id, h); err != nil {
			a.Log.Error("quiet hours at a table", "err", err) // the seat is taken all the same
		}
	}
	return a.show(ctx, id)
}

// named returns the name to use at a table.
func named(c *client, name string) string {
	if name != "" {
		return name
	}
	return string([]rune(c.Name)[:min(len([]rune(c.Name)), game.MaxName)])
}

type linkIn struct {
	SeatAt
	Body struct {
		Keyed
		Renew bool `json:"renew,omitempty" doc:"All earlier links to the seat lead nowhere afterwards."`
	}
}

// Link is a private link to a seat.
type Link struct {
	Token string `json:"token" doc:"A secret: who has it may take the seat."`
	URL   string `json:"url"`
}

func (a *api) link(ctx context.Context, in *linkIn) (*Link, error) {
	c := clientOf(ctx)
	token, err := a.once(ctx, in.Body.Key, func() (string, error) {
		switch {
		case !a.Limits.May(fair.Make, c.Address, ""):
			return "", errTooMany
		case in.Body.Renew:
			return a.Service.RenewLink(ctx, c.Holder(), in.ID, in.Seat)
		}
		return a.Service.Link(ctx, c.Holder(), in.ID, in.Seat)
	})
	if err != nil {
		return nil, err
	}
	return &Link{token, c.Public + "/join/" + token}, nil
}

// Linked is where a private link leads.
type Linked struct {
	Seat  int    `json:"seat" doc:"-1 for a place to watch; of a link for a group the next free seat, -1 if there is none."`
	Table *Table `json:"table" doc:"Without its position."`
}

type linkedIn struct {
	Token string `path:"token" maxLength:"100" doc:"Of the link."`
}

func (a *api) linked(ctx context.Context, in *linkedIn) (*Linked, error) {
	to, err := a.Service.LinkTo(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	s, who, err := a.position(ctx, to.Table)
	if err != nil {
		return nil, err
	}
	return &Linked{seatOf(to, s), brief(s, who.Owner)}, nil
}

// seatOf is the seat that a link leads to now, -1 for none.
func seatOf(to table.Place, s *game.Snapshot) int {
	if to.Seat == table.NextFree {
		return game.FreeSeat(s.Seats)
	}
	return to.Seat
}

type joinIn struct {
	Body struct {
		Token string `json:"token" maxLength:"100" doc:"Of the link."`
		Name  string `json:"name,omitempty" doc:"At the table; the account's where there is none."`
	}
}

func (a *api) join(ctx context.Context, in *joinIn) (*Table, error) {
	c := clientOf(ctx)
	to, err := a.Service.LinkTo(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	var name *string
	s, _, err := a.position(ctx, to.Table)
	if err != nil {
		return nil, err
	}
	if k := seatOf(to, s); k >= 0 && k < len(s.Seats) && s.Seats[k].Kind == game.Open {
		chosen := named(c, in.Body.Name)
		name = &chosen
	}
	if _, err := a.Service.Enter(ctx, c.Holder(), in.Body.Token, name); err != nil {
		return nil, err
	}
	return a.seated(ctx, to.Table)
}

type removeIn struct {
	SeatAt
	Body Made
}

// free is an operation on another person's seat.
func (a *api) free(do func(ctx context.Context, holder, id string, at int64, key string, seat int) (*game.Snapshot, error)) func(context.Context, *removeIn) (*Table, error) {
	return func(ctx context.Context, in *removeIn) (*Table, error) {
		return a.command(ctx, in.ID, fair.Change, func(game.Actor) (*game.Snapshot, error) {
			return do(ctx, clientOf(ctx).Holder(), in.ID, in.Body.At, in.Body.Key, in.Seat)
		})
	}
}

func (a *api) own(ctx context.Context, in *SeatAt) (*Table, error) {
	if err := a.Service.HandOver(ctx, clientOf(ctx).Holder(), in.ID, 0, in.Seat); err != nil {
		return nil, err
	}
	return a.show(ctx, in.ID)
}

// Done is the answer where nothing is left to say.
type Done struct{}

func (a *api) leave(ctx context.Context, in *At) (Done, error) {
	return Done{}, a.Service.Leave(ctx, clientOf(ctx).Holder(), in.ID)
}
