package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"ruhr/internal/people"
	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// problemType is the media type of a Problem (RFC 9457).
const problemType = "application/problem+json"

// Problem explains why a request was refused.
type Problem struct {
	huma.ErrorModel
	Code string `json:"code" doc:"What is wrong, for programs: stale, not_your_turn, no_table …"`
	Rule string `json:"rule,omitempty" doc:"The rule that forbids an action, as in the handbook."`
	Seat *int   `json:"seat,omitempty" doc:"The seat that it is about."`
	N    int64  `json:"n,omitempty" doc:"Where the table's log is now."`
}

var _ huma.StatusError = (*Problem)(nil)

func newProblem(status int, code, detail string) *Problem {
	return &Problem{ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}, Code: code}
}

// huma creates problems as well, for input that does not match the description.
func init() {
	plain := huma.NewError
	huma.NewError = func(status int, text string, errs ...error) huma.StatusError {
		p := newProblem(status, "bad_request", text)
		if m, ok := plain(status, text, errs...).(*huma.ErrorModel); ok {
			p.Errors = m.Errors
		}
		return p
	}
}

var errTooMany = newProblem(http.StatusTooManyRequests, "too_many", "Too many requests. Wait a little.")

// failures are the table service's errors that are not refusals.
var failures = []struct {
	err     error
	problem *Problem
}{
	{table.ErrNoTable, newProblem(http.StatusNotFound, "no_table", "There is no such table.")},
	{table.ErrNoLink, newProblem(http.StatusNotFound, "no_link", "This link leads nowhere, or no longer.")},
	{table.ErrUnknownBoard, newProblem(http.StatusNotFound, "no_board", "There is no such board.")},
	{people.ErrNobody, errNobody},
	{table.ErrFull, newProblem(http.StatusServiceUnavailable, "full", "There is no room left.")},
	{table.ErrGone, newProblem(http.StatusServiceUnavailable, "gone", "The database has gone.")},
	{context.DeadlineExceeded, newProblem(http.StatusServiceUnavailable, "busy", "This took too long. Try again later.")},
}

// problem turns an error into a problem for the caller and logs internal ones.
func (a *api) problem(ctx context.Context, err error) *Problem {
	var known *Problem
	if errors.As(err, &known) {
		return known
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.problem
		}
	}
	var byTable *table.Refusal
	var byRules *rules.Refusal
	switch {
	case errors.As(err, &byTable):
		return refusedByTable(byTable)
	case errors.As(err, &byRules):
		return a.refusedByRules(byRules)
	}
	if ctx.Err() == nil {
		a.Log.Error("request to the API failed", "err", err)
	}
	return newProblem(http.StatusInternalServerError, "internal", "Something went wrong here.")
}

// words prints problems, always in English: the language is fixed for programs
// and their authors.
func words() *lang.Printer { return lang.For("en") }

func refusedByTable(r *table.Refusal) *Problem {
	code := strings.TrimPrefix(r.Key, "table.")
	detail := words().Text("page.refused."+code, "seat", view.SeatRef(max(r.Seat, 0)), "value", r.Value).Plain
	p := newProblem(http.StatusConflict, code, detail)
	switch {
	case errors.Is(r, table.ErrNotYours):
		p.Status = http.StatusForbidden
	case errors.Is(r, table.ErrClosed):
		p.Status = http.StatusServiceUnavailable
	}
	p.Title = http.StatusText(p.Status)
	if r.Seat >= 0 {
		p.Seat = &r.Seat
	}
	return p
}

func (a *api) refusedByRules(r *rules.Refusal) *Problem {
	said := view.RefusalOf(a.game, r)
	p := newProblem(http.StatusConflict, said.Key, words().Refusal(said).Why.Plain)
	p.Rule = said.Rule
	return p
}
