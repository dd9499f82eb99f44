package api

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/table"
)

// News is a stream event: what happened at a table.
type News struct {
	Table   string       `json:"table"`
	N       int64        `json:"n" doc:"The number of the newest entry of its log."`
	ToAct   int          `json:"toAct" doc:"The seat that the table waits for; -1 when the game is over."`
	You     bool         `json:"you" doc:"The table waits for the account."`
	Over    bool         `json:"over"`
	Present []int        `json:"present" doc:"The seats whose persons have the table open."`
	Steps   []TableStep  `json:"steps,omitempty" doc:"Decisions since the last event, in the stream of one table."`
	Events  []TableEvent `json:"events,omitempty" doc:"Everything else since then."`
}

const (
	// writeTime is how long a client may take to receive one event.
	writeTime = 15 * time.Second
	// heartbeat is the interval between keep-alive comments.
	heartbeat = 25 * time.Second
)

// streams adds the streams of server-sent events.
func (a *api) streams() {
	addStream(a, "/tables/{id}/stream", "streamTable", "News of a table, as server-sent events", a.follow)
	addStream(a, "/stream", "streamTables", "News of all of the account's tables that are not over, as server-sent events", a.followAll)
}

// addStream adds an operation that answers with a stream. The function returned
// by open sends events until the client or the server goes away.
func addStream[I any](a *api, path, id, summary string, open func(context.Context, *I) (func(*sender), error)) {
	op := route{http.MethodGet, path, id, summary, false}.operation()
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Events of the kind news; the id of one of a single table is its log number. On request also events of the kind chat.",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: a.schema(News{})}},
	}}
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		run, err := open(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return &huma.StreamResponse{Body: func(out huma.Context) {
			_, w := humago.Unwrap(out)
			s := &sender{w, http.NewResponseController(w), nil}
			out.SetHeader("Content-Type", "text/event-stream")
			out.SetHeader("Cache-Control", "no-store")
			out.SetHeader("X-Accel-Buffering", "no")
			out.SetStatus(http.StatusOK)
			run(s)
		}}, nil
	})
}

func (a *api) schema(v any) *huma.Schema {
	return a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
}

// sender writes a stream of server-sent events.
type sender struct {
	w    http.ResponseWriter
	ctrl *http.ResponseController
	may  func() bool // whether the client may still listen, asked before each event
}

// event sends an event; false if the client is gone or too slow. An id of 0 is left out.
func (s *sender) event(kind string, id int64, v any) bool {
	body, err := json.Marshal(v)
	if err != nil {
		return false
	}
	head := "event: " + kind + "\n"
	if id > 0 {
		head += "id: " + strconv.FormatInt(id, 10) + "\n"
	}
	return s.send(fmt.Appendf(nil, "%sdata: %s\n\n", head, body))
}

// beat sends a comment, so that proxies keep the connection open.
func (s *sender) beat() bool { return s.may() && s.send([]byte(": beat\n\n")) }

func (s *sender) send(event []byte) bool {
	// The server's own write deadline is for ordinary responses; a stream does
	// not end.
	s.ctrl.SetWriteDeadline(time.Now().Add(writeTime))
	defer s.ctrl.SetWriteDeadline(time.Time{})
	if _, err := s.w.Write(event); err != nil {
		return false
	}
	return s.ctrl.Flush() == nil
}

type followIn struct {
	At
	After  int64 `query:"after" doc:"A log number: what came later is sent first. Without it the stream begins now."`
	LastID int64 `header:"Last-Event-ID"`
	Chat   bool  `query:"chat" doc:"Send what is said there, too: events of the kind chat, each with a Chat of the new messages."`
}

// follow streams one table.
func (a *api) follow(ctx context.Context, in *followIn) (func(*sender), error) {
	c := clientOf(ctx)
	done, err := a.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	s, who, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	holder := ""
	if len(who.Seats) > 0 {
		holder = c.Holder()
	}
	leave, ok := a.Limits.Open(holder, c.Address)
	if !ok {
		return nil, errTooMany
	}
	after := max(in.After, in.LastID)
	if after == 0 {
		after = s.N
	}
	return func(out *sender) {
		defer leave()
		defer a.Service.Attend(in.ID, who.From)()
		for _, seat := range who.Seats {
			defer a.Live.Join(in.ID, table.SeatPresence(seat))()
		}
		out.may = func() bool { return a.sameToken(ctx) && a.sameSeats(ctx, in.ID, who) }
		a.run(ctx, out, []string{in.ID}, map[string]int64{in.ID: after}, true, in.Chat)
	}, nil
}

// followAll streams all of an account's tables.
func (a *api) followAll(ctx context.Context, _ *struct{}) (func(*sender), error) {
	c := clientOf(ctx)
	leave, ok := a.Limits.Open(c.Holder(), c.Address)
	if !ok {
		return nil, errTooMany
	}
	return func(out *sender) {
		defer leave()
		out.may = func() bool { return a.sameToken(ctx) }
		heard := map[string]int64{}
		for ctx.Err() == nil {
			ids, err := a.running(ctx)
			if err != nil || !a.run(ctx, out, ids, heard, false, false) {
				return
			}
		}
	}, nil
}

// sameToken reports whether the caller's token is still one that may read: it may have
// been ended, or its account banned or deleted.
func (a *api) sameToken(ctx context.Context) bool {
	_, err := a.People.ByToken(ctx, clientOf(ctx).token)
	return err == nil
}

// sameSeats reports whether the caller still holds the same seats at a table.
func (a *api) sameSeats(ctx context.Context, id string, before game.Actor) bool {
	now, err := a.actor(ctx, id)
	return err == nil && slices.Equal(now.Seats, before.Seats)
}

// holds reports whether the caller's account still has a place at a table.
func (a *api) holds(ctx context.Context, id string) bool {
	list, err := a.People.Seats(ctx, clientOf(ctx).Account)
	return err == nil && slices.ContainsFunc(list, func(p table.Place) bool { return p.Table == id })
}

// running returns the account's unfinished tables.
func (a *api) running(ctx context.Context) ([]string, error) {
	list, err := inTurn(ctx, a, func() ([]game.Listed, error) { return a.Service.Unfinished(ctx, clientOf(ctx).Holder()) })
	if err != nil {
		a.problem(ctx, err)
		return nil, err
	}
	var ids []string
	for _, t := range list {
		if !t.Over {
			ids = append(ids, t.ID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// run sends the events of some tables until the client goes away: of one table all steps, and
// with talk what is said there from now on; of all tables only where they are, until it returns
// true when the set of tables changes.
func (a *api) run(ctx context.Context, out *sender, ids []string, heard map[string]int64, one, talk bool) bool {
	topics, said := slices.Clone(ids), int64(0)
	if talk {
		topics = append(topics, chat.Topic(ids[0]))
	}
	sub := a.Live.Subscribe(topics...)
	defer sub.Close()
	if talk {
		before, err := a.saidInTurn(ctx, ids[0], 0)
		if err != nil {
			return false
		}
		said = lastSaid(before, 0)
	}
	for _, id := range ids {
		if !a.tell(ctx, out, id, heard, one, one) {
			return false
		}
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case n, ok := <-sub.C():
			switch {
			case !ok || !out.may():
				return false
			case !slices.Contains(ids, n.Table): // something was said
				news, err := a.saidInTurn(ctx, ids[0], said)
				if err != nil || len(news.Messages) > 0 && !out.event("chat", 0, news) {
					return false
				}
				said = lastSaid(news, said)
			case !one && !a.holds(ctx, n.Table):
				return true
			case !a.tell(ctx, out, n.Table, heard, one, true):
				return false
			}
		case <-beat.C:
			if !out.beat() {
				return false
			}
			if one {
				continue
			}
			now, err := a.running(ctx)
			if err != nil {
				return false
			}
			if !slices.Equal(now, ids) {
				maps.DeleteFunc(heard, func(id string, _ int64) bool { return !slices.Contains(now, id) })
				return true
			}
		}
	}
}

// lastSaid is the number of the newest message, or of the one before.
func lastSaid(c *Chat, before int64) int64 {
	if len(c.Messages) == 0 {
		return before
	}
	return c.Messages[len(c.Messages)-1].N
}

// tell sends what has happened at a table since its last event. If nothing has,
// it sends an event only with again.
func (a *api) tell(ctx context.Context, out *sender, id string, heard map[string]int64, steps, again bool) bool {
	s, err := inTurn(ctx, a, func() (*game.Snapshot, error) { s, _, err := a.position(ctx, id); return s, err })
	if err != nil {
		return false
	}
	if !again && heard[id] == s.N {
		return true
	}
	n := &News{Table: id, N: s.N, ToAct: s.ToAct, You: s.You.Asked(), Over: s.Over, Present: []int{}}
	for k, seat := range s.Seats {
		if seat.Present {
			n.Present = append(n.Present, k)
		}
	}
	var number int64
	if steps {
		number, n.Steps, n.Events = s.N, stepsAfter(s, heard[id]), eventsAfter(s, heard[id])
	}
	heard[id] = s.N
	return out.event("news", number, n)
}

// inTurn does something once there is time for it.
func inTurn[T any](ctx context.Context, a *api, do func() (T, error)) (out T, err error) {
	done, err := a.nextTurn(ctx)
	if err != nil {
		return out, err
	}
	defer done()
	return do()
}

// saidInTurn returns what is said at a table once there is time for it.
func (a *api) saidInTurn(ctx context.Context, id string, after int64) (*Chat, error) {
	return inTurn(ctx, a, func() (*Chat, error) { return a.chat(ctx, &chatIn{At{id}, after}) })
}
