package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/people"
)

// scheme is the name of the security scheme in the description.
const scheme = "token"

// client is the authenticated caller.
type client struct {
	*people.Bearer
	Caller
	token  string
	asked  string // method and path
	brings bool   // a board, which has been counted
}

type clientKey struct{}

// clientOf returns the caller; authorize has made sure that there is one.
func clientOf(ctx context.Context) *client { return ctx.Value(clientKey{}).(*client) }

// authorize admits only callers whose token permits the operation.
func (a *api) authorize(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	ctx.SetHeader("Cache-Control", "no-store") // answers are the account's own
	kind, token, _ := strings.Cut(ctx.Header("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") {
		token = ""
	}
	token = strings.TrimSpace(token)
	b, err := a.People.ByToken(ctx.Context(), token)
	switch {
	case errors.Is(err, people.ErrNoToken):
		ctx.SetHeader("WWW-Authenticate", `Bearer realm="ruhr"`)
		a.refuse(ctx, errNoToken)
	case err != nil:
		a.refuse(ctx, a.problem(ctx.Context(), err))
	case !b.Play && slices.Contains(ctx.Operation().Security[0][scheme], "play"):
		ctx.SetHeader("WWW-Authenticate", `Bearer realm="ruhr", error="insufficient_scope", scope="play"`)
		a.refuse(ctx, newProblem(http.StatusForbidden, "read_only", "This access token may only read."))
	case !a.Limits.May(fair.Call, "", b.ID):
		a.refuse(ctx, errTooMany)
	default:
		c := &client{b, a.Caller(r), token, r.Method + " " + r.URL.Path, large(ctx.Operation(), r)}
		if c.brings {
			leave, err := a.Limits.Receive(w, r, c.Address, func() bool { return a.Limits.May(fair.Bring, c.Address, "") })
			if err != nil {
				a.refuse(ctx, a.problem(ctx.Context(), err))
				return
			}
			defer leave()
		}
		next(huma.WithValue(ctx, clientKey{}, c))
	}
}

// errNoToken answers a caller without an access token.
var errNoToken = newProblem(http.StatusUnauthorized, "no_token", "An access token is needed: make one on the account page.")

// large reports whether a request may bring a board file, which takes memory.
func large(op *huma.Operation, r *http.Request) bool {
	return op.OperationID == createTable && (r.ContentLength < 0 || r.ContentLength > smallBody)
}

// refuse answers with a problem.
func (a *api) refuse(ctx huma.Context, p *Problem) {
	_, w := humago.Unwrap(ctx)
	a.Note(w, p.reason())
	p.write(w)
}

// actor returns the caller as an actor at a table.
func (a *api) actor(ctx context.Context, id string) (game.Actor, error) {
	c := clientOf(ctx)
	who, err := a.Service.ActorOf(ctx, c.Holder(), id)
	who.From = c.Address
	return who, err
}
