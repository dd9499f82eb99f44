package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/table"
	"ruhr/internal/tournament/director"
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

	why string // the reason as it counts for pages, "" for one of this package's own
}

var (
	_ huma.StatusError  = (*Problem)(nil)
	_ huma.HeadersError = (*Problem)(nil)
)

// GetHeaders says when to come again, where that may help.
func (p *Problem) GetHeaders() http.Header {
	switch {
	case p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable && p.Code != errBusy.Code:
		return http.Header{"Retry-After": {"10"}}
	case p.Status == http.StatusServiceUnavailable:
		return http.Header{"Retry-After": {"2"}}
	}
	return nil
}

func newProblem(status int, code, detail string) *Problem {
	return &Problem{ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}, Code: code}
}

// because names the reason as it counts for pages.
func (p *Problem) because(why string) *Problem {
	known := *p
	known.why = why
	return &known
}

// reason is what the log and the metrics call the problem.
func (p *Problem) reason() string {
	if p.why != "" {
		return p.why
	}
	return "api." + p.Code
}

// write answers a request with the problem.
func (p *Problem) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", problemType)
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may have gone
}

// noteProblem tells the log and the metrics of the problems among the answers of operations,
// those that huma creates among them.
func (a *api) noteProblem(ctx huma.Context, _ string, answer any) (any, error) {
	if p, ok := answer.(*Problem); ok {
		_, w := humago.Unwrap(ctx)
		a.Note(w, p.reason())
	}
	return answer, nil
}

// format is JSON, of which is said what a body should have been.
var format = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("expected JSON in UTF-8 without a byte order mark, such as {\"name\": \"value\"}; it begins with %.12q: %w", body, err)
	}
	return err
}}

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

var (
	errTooMany = newProblem(http.StatusTooManyRequests, "too_many", "Too many requests. Wait a little.").because("page.error.many")
	errBusy    = newProblem(http.StatusServiceUnavailable, "busy", "There is too much to do. Nothing was done: try again in a moment.").because("page.error.busy")
)

// failures are the services' errors that are not refusals by a table.
var failures = []struct {
	err     error
	problem *Problem
}{
	{table.ErrNoTable, newProblem(http.StatusNotFound, "no_table", "There is no such table.")},
	{table.ErrNoLink, newProblem(http.StatusNotFound, "no_link", "This link leads nowhere, or no longer.")},
	{table.ErrUnknownBoard, newProblem(http.StatusNotFound, "no_board", "There is no such board.")},
	{people.ErrNobody, errNobody},
	{people.ErrNoToken, errNoToken}, // ended while a body came
	{director.ErrNone, newProblem(http.StatusNotFound, "no_tournament", "There is no such tournament.")},
	{director.ErrMany, newProblem(http.StatusConflict, "too_many_tournaments", "The account has made as many tournaments as it may.")},
	{director.ErrStarted, newProblem(http.StatusConflict, "tournament_started", "The tournament has begun.")},
	{director.ErrCancelled, newProblem(http.StatusConflict, "tournament_cancelled", "The tournament has been cancelled.")},
	{director.ErrFull, newProblem(http.StatusConflict, "tournament_full", "The tournament has no room for another player.")},
	{director.ErrFew, newProblem(http.StatusConflict, "few_players", "A tournament needs at least two players.")},
	{director.ErrOwner, newProblem(http.StatusForbidden, "not_yours", "Only the account that made the tournament may do that.")},
	{director.ErrName, newProblem(http.StatusUnprocessableEntity, "bad_name", "The name of a tournament has 1 to 60 visible characters, that of a player at most 30.")},
	{director.ErrBegins, newProblem(http.StatusUnprocessableEntity, "bad_time", "A tournament can be planned to begin from now on to 60 days ahead.")},
	{director.ErrFormat, newProblem(http.StatusUnprocessableEntity, "bad_format", "A tournament has one to seven rounds at tables of two to four, with clocks and a level of computer players.")},
	{circle.ErrNone, newProblem(http.StatusNotFound, "no_circle", "There is no such circle, or the account does not belong to it, or the link is an old one.")},
	{circle.ErrMany, newProblem(http.StatusConflict, "too_many_circles", "The account belongs to as many circles as it may.")},
	{circle.ErrFull, newProblem(http.StatusConflict, "circle_full", "The circle has no room for another member.")},
	{circle.ErrFounder, newProblem(http.StatusForbidden, "not_founder", "Only the account that administers the circle may do that.")},
	{circle.ErrName, newProblem(http.StatusUnprocessableEntity, "bad_name", "The name of a circle has 1 to 60 visible characters.")},
	{circle.ErrMember, newProblem(http.StatusConflict, "not_member", "The account of this name is no other member of the circle.")},
	{circle.ErrPlayers, newProblem(http.StatusUnprocessableEntity, "bad_players", "A table of a circle is for one to three other members.")},
	{chat.ErrNotInvited, newProblem(http.StatusConflict, "not_invited", "This account cannot be invited by name.")},
	{chat.ErrSilent, newProblem(http.StatusConflict, "silent", "The owner has switched the chat off.")},
	{chat.ErrNoRoom, newProblem(http.StatusForbidden, "no_room", "There you may not speak: at the table you need a seat, among those who watch you may have none.")},
	{chat.ErrText, newProblem(http.StatusUnprocessableEntity, "bad_text", "A message has 1 to 400 characters, a note at most 2,000.")},
	{chat.ErrNotOwner, newProblem(http.StatusForbidden, "not_owner", "Only the owner of the table may do that.")},
	{chat.ErrNoNote, newProblem(http.StatusForbidden, "no_note", "A note needs a place at the table, or at a public one an account.")},
	{chat.ErrOtherNote, newProblem(http.StatusConflict, "note_changed", "The note has been changed since you read it. Read it again.")},
	{chat.ErrNoMessage, newProblem(http.StatusNotFound, "no_message", "There is no such message, or no longer.")},
	{notice.ErrAddress, newProblem(http.StatusUnprocessableEntity, "bad_address", "This is no mail address such as name@example.org.")},
	{notice.ErrHook, newProblem(http.StatusUnprocessableEntity, "bad_hook", "A webhook is an http:// or https:// address of a public host.")},
	{notice.ErrPush, newProblem(http.StatusUnprocessableEntity, "bad_push", "This is no subscription of a browser: it has an endpoint and two keys.")},
	{notice.ErrHour, newProblem(http.StatusUnprocessableEntity, "bad_hour", "The hour of a daily message is 0 to 23.")},
	{notice.ErrZone, newProblem(http.StatusUnprocessableEntity, "bad_zone", "The time zone database has no such zone.")},
	{notice.ErrNoMail, newProblem(http.StatusConflict, "no_mail", "This server sends no mail.")},
	{notice.ErrMany, newProblem(http.StatusConflict, "too_many_channels", "The account has as many ways to hear of tables as it may.")},
	{notice.ErrManyMails, errTooMany},
	{notice.ErrNoChannel, newProblem(http.StatusNotFound, "no_channel", "The account has no such way to hear of tables, or it is a mail address that is not confirmed.")},
	{notice.ErrFailed, newProblem(http.StatusBadGateway, "not_delivered", "The message was not delivered.")},
	{table.ErrFull, newProblem(http.StatusServiceUnavailable, "full", "There is no room left.")},
	{table.ErrGone, newProblem(http.StatusServiceUnavailable, "gone", "The database has gone.")},
	{table.ErrUnreachable, newProblem(http.StatusServiceUnavailable, "away", "The database does not answer. Repeating a command with its key tells whether it was carried out.")},
	{context.DeadlineExceeded, newProblem(http.StatusServiceUnavailable, "slow", "This took too long. Try again later.")},
}

// problem turns an error into a problem for the caller and logs internal ones.
func (a *api) problem(ctx context.Context, err error) *Problem {
	var known *Problem
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, fair.ErrBusy):
		return errBusy
	case errors.Is(err, fair.ErrTooMany):
		return errTooMany
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.problem.because(a.Reason(err))
		}
	}
	var byTable *game.Refusal
	var byRules *rules.Refusal
	switch {
	case errors.As(err, &byTable):
		p := refusedByTable(byTable)
		if detail, rule := whyNot(err); detail != "" {
			p.Detail, p.Rule = detail, rule
		}
		return p.because(a.Reason(err))
	case errors.As(err, &byRules):
		return a.refusedByRules(byRules).because(a.Reason(err))
	}
	if ctx.Err() == nil {
		a.Log.Error("request to the API failed", "err", err)
	}
	return newProblem(http.StatusInternalServerError, "internal", "Something went wrong here.").because("page.error.internal")
}

// words prints problems, always in English: the language is fixed for programs
// and their authors.
func words() *lang.Printer { return lang.For("en") }

// statusOf is the HTTP status of a refusal by a table.
func statusOf(r *game.Refusal) int {
	switch {
	case errors.Is(r, game.ErrNotYours), errors.Is(r, game.ErrNotOwner), errors.Is(r, game.ErrHiddenDeal):
		return http.StatusForbidden
	case errors.Is(r, game.ErrClosed):
		return http.StatusServiceUnavailable
	}
	return http.StatusConflict
}

func refusedByTable(r *game.Refusal) *Problem {
	code := strings.TrimPrefix(r.Key, "table.")
	detail := words().Text("page.refused."+code, "seat", view.SeatRef(max(r.Seat, 0)), "value", r.Value).Plain
	p := newProblem(statusOf(r), code, detail)
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
