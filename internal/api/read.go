package api

import (
	"context"
	"encoding/json"
	"net/http"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/record"
	"ruhr/view"
)

// At names a table.
type At struct {
	ID string `path:"id" minLength:"22" maxLength:"22" doc:"The table."`
}

// readTables adds the operations that read one table.
func (a *api) readTables() {
	get(a, "/tables/{id}", "getTable", "A table with its position, for the account", func(ctx context.Context, in *At) (*Table, error) {
		return a.show(ctx, in.ID)
	})
	get(a, "/tables/{id}/steps", "getSteps", "What happened at a table after a log number", a.steps)
	get(a, "/tables/{id}/record", "getRecord", "The record of a game, as far as the table has seen it", func(ctx context.Context, in *At) (*record.Record, error) {
		return a.record(ctx, in.ID)
	})
	get(a, "/tables/{id}/board", "getBoard", "The board file that a table is played on", a.board)
	get(a, "/tables/{id}/why", "getWhy", "What an element of the board is for, and what forbids that now", a.why)
	get(a, "/tables/{id}/considered", "getConsidered", "What a computer player considered of a decision, where that may be seen", a.considered)
	get(a, "/tables/{id}/review", "getReview", "Where the results of a finished game came from, where it turned, and which decisions were mistakes", a.review)
	making(a, "/tables/{id}/review", "askReview", "Have a finished game reviewed, unless it was; that takes up to a minute", a.askReview)
}

// position returns a table as the caller sees it.
func (a *api) position(ctx context.Context, id string) (*game.Snapshot, game.Actor, error) {
	who, err := a.actor(ctx, id)
	if err != nil {
		return nil, who, err
	}
	s, err := a.Service.Position(ctx, id, who)
	return s, who, err
}

// record is the record of a table as far as it has seen the game, for the caller.
func (a *api) record(ctx context.Context, id string) (*record.Record, error) {
	who, err := a.actor(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.Service.Record(ctx, id, who)
}

func (a *api) show(ctx context.Context, id string) (*Table, error) {
	s, who, err := a.position(ctx, id)
	if err != nil {
		return nil, err
	}
	return whole(s, who.Owner), nil
}

// Log is what happened at a table after a log number.
type Log struct {
	N      int64        `json:"n" doc:"The number of the newest entry."`
	Steps  []TableStep  `json:"steps" doc:"Decisions; those of an open turn may still be taken back."`
	Events []TableEvent `json:"events" doc:"Everything else."`
}

type stepsIn struct {
	At
	After int64 `query:"after" doc:"A log number; what came later is given."`
}

func (a *api) steps(ctx context.Context, in *stepsIn) (*Log, error) {
	s, _, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &Log{s.N, stepsAfter(s, in.After), eventsAfter(s, in.After)}, nil
}

// board returns a board file unchanged.
func (a *api) board(ctx context.Context, in *At) (json.RawMessage, error) {
	rec, err := a.record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.Service.BoardFile(ctx, rec.Board.SHA256)
}

type whyIn struct {
	At
	Kind    string `query:"kind" required:"true" doc:"Of the element, as in the target of an action."`
	Element string `query:"element" required:"true" doc:"Its id."`
}

// WhyNot is an action that an element is for and the rule that forbids it now.
type WhyNot struct {
	Action record.Action `json:"action"`
	Legal  bool          `json:"legal"`
	Rule   string        `json:"rule,omitempty" doc:"The rule that forbids it."`
	Text   string        `json:"text,omitempty" doc:"Why it is not possible."`
}

func (a *api) why(ctx context.Context, in *whyIn) ([]WhyNot, error) {
	s, _, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := []WhyNot{}
	if s.Game == nil || s.Over {
		return out, nil
	}
	for _, action := range view.ActionsAt(s.Game, &s.State, view.Target{Kind: in.Kind, ID: in.Element}) {
		line := WhyNot{Action: s.Codec.Encode(action), Legal: true}
		if no := view.WhyNot(s.Game, &s.State, action); no != nil {
			line.Legal, line.Rule, line.Text = false, no.Rule, words().Refusal(no).Why.Plain
		}
		out = append(out, line)
	}
	return out, nil
}

type consideredIn struct {
	At
	Decision int `query:"decision" minimum:"0" doc:"Its number, from 0."`
}

func (a *api) considered(ctx context.Context, in *consideredIn) ([]Advice, error) {
	s, who, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	why, err := a.Service.Considered(ctx, in.ID, in.Decision, who)
	if err != nil {
		return nil, err
	}
	out := []Advice{}
	for _, c := range why.Candidates {
		out = append(out, adviceOf(s, c))
	}
	return out, nil
}

// Review is the review of a finished game, or how far it is.
type Review struct {
	State  string        `json:"state" enum:"none,running,done" doc:"Nobody has asked for it, it is being made, or it is done."`
	Before int           `json:"before,omitempty" doc:"Games that are reviewed before this one."`
	Review *coach.Report `json:"review,omitempty" doc:"A quick look while it is being made. One of an older version is made again if it is asked for."`
}

// finished is the game of a table. Errors: game.ErrNotOver while it goes on.
func (a *api) finished(ctx context.Context, id string) (*game.Snapshot, error) {
	s, _, err := a.position(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.History == nil {
		return nil, game.ErrNotOver
	}
	return s, nil
}

func (a *api) review(ctx context.Context, in *At) (*Review, error) {
	s, err := a.finished(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	g := &s.History.Game
	p, err := a.Service.Reviewed(ctx, clientOf(ctx).Address, "", in.ID, g)
	if err != nil {
		return nil, err
	}
	out := &Review{State: "none", Before: p.Before}
	switch {
	case p.Under:
		out.State = "running"
	case p.Review != nil:
		out.State = "done"
	}
	if p.Review != nil {
		out.Review = p.Review.Report(g, table.ReviewPlayouts, s.Own)
	}
	return out, nil
}

func (a *api) askReview(ctx context.Context, in *At) (*Review, error) {
	s, err := a.finished(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.Service.Review(ctx, clientOf(ctx).Address, "", in.ID, &s.History.Game); err != nil {
		return nil, err
	}
	return a.review(ctx, in)
}

// findTables adds the operations that find tables.
func (a *api) findTables() {
	get(a, "/levels", "getLevels", "The computer players on offer, the weakest first, then programs of the server's own", func(context.Context, *struct{}) ([]string, error) {
		return a.Levels, nil
	})
	get(a, "/tables", "listTables", "The account's tables, the newest first", a.mine)
	get(a, "/lobby", "listLobby", "Public tables: the newest with an open seat, then the newest in play, then the newest finished", func(ctx context.Context, _ *struct{}) ([]*Table, error) {
		return listed(a.Service.Lobby(ctx, clientOf(ctx).Holder()))
	})
	get(a, "/next", "getNext", "The table that waits longest for the account", a.next)
}

type mineIn struct {
	After string `query:"after" doc:"the ID of a table: only tables after it in the list, to go on where a list of limit tables ended"`
	Limit int    `query:"limit" default:"200" minimum:"1" maximum:"200"`
}

func (a *api) mine(ctx context.Context, in *mineIn) ([]*Table, error) {
	return listed(a.Service.Tables(ctx, clientOf(ctx).Holder(), in.After, in.Limit))
}

func listed(list []game.Listed, err error) ([]*Table, error) {
	if err != nil {
		return nil, err
	}
	out := []*Table{}
	for _, t := range list {
		out = append(out, brief(t.Snapshot, t.Owner))
	}
	return out, nil
}

type nextIn struct {
	After string `query:"after" doc:"A table to pass over where others wait, too."`
}

// Next is a table that waits for the account.
type Next struct {
	ID string `json:"id" doc:"Empty where none waits."`
}

func (a *api) next(ctx context.Context, in *nextIn) (*Next, error) {
	id, err := a.Service.Next(ctx, clientOf(ctx).Holder(), in.After)
	return &Next{id}, err
}

// unprocessable is a problem with a request's content.
func unprocessable(code, detail string) *Problem {
	return newProblem(http.StatusUnprocessableEntity, code, detail)
}
