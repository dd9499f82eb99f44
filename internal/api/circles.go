package api

import (
	"context"

	"ruhr/internal/chat"
	"ruhr/internal/circle"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/table"
)

// Circle is a circle of friends, for its members alone.
type Circle struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Mine       bool           `json:"mine" doc:"The account administers it."`
	Muted      bool           `json:"muted" doc:"The account gets no notice of its new tables."`
	Invitation string         `json:"invitation" doc:"What joinCircle needs besides the ID; /circle/ID/join/INVITATION is the link for people."`
	Members    []CircleMember `json:"members" doc:"In the order in which they joined."`
	Tables     []*Table       `json:"tables,omitempty" doc:"The newest: those that run, then those that have ended."`
	Tallies    []CircleTally  `json:"tallies,omitempty" doc:"Of games among the same people; those who played last come first."`
}

// CircleMember is an account that belongs to a circle.
type CircleMember struct {
	Name    string `json:"name"`
	Founder bool   `json:"founder" doc:"Administers the circle."`
}

// CircleTally is what the finished games among the same people came to.
type CircleTally struct {
	Computers int              `json:"computers" doc:"Computer players at each table."`
	Games     int              `json:"games"`
	Members   []CircleTallyRow `json:"members" doc:"The one with the most wins first."`
}

// CircleTallyRow is a line of a tally.
type CircleTallyRow struct {
	Name   string `json:"name"`
	Places []int  `json:"places" doc:"How often first, second and so on; equal VP share a place."`
	VP     int    `json:"vp" doc:"Of all games."`
}

// CircleAt names a circle.
type CircleAt struct {
	ID string `path:"id" minLength:"22" maxLength:"22" doc:"The circle."`
}

type circleNameIn struct {
	CircleAt
	Body struct {
		Name string `json:"name"`
	}
}

type circleMessageIn struct {
	CircleAt
	N int64 `path:"n" minimum:"1" doc:"The number of the message."`
}

// circles adds the operations for circles of friends.
func (a *api) circles() {
	get(a, "/circles", "listCircles", "The circles of friends that the account belongs to, by name", a.listCircles)
	making(a, "/circles", "createCircle", "Found a circle", a.createCircle)
	get(a, "/circles/{id}", "getCircle", "A circle: members, tables, tallies", func(ctx context.Context, in *CircleAt) (*Circle, error) {
		return a.circle(ctx, in.ID)
	})
	making(a, "/circles/{id}/join", "joinCircle", "Join a circle by its invitation", a.joinCircle)
	making(a, "/circles/{id}/tables", "startCircleTable", "Start a table of a circle, with seats kept for the members named, who hear of it", a.startCircleTable)
	making(a, "/circles/{id}/mute", "muteCircle", "Mute a circle, or no longer: a muted one gives no notice of new tables", func(ctx context.Context, in *struct {
		CircleAt
		Body struct {
			Muted bool `json:"muted"`
		}
	}) (*Circle, error) {
		return a.doCircle(ctx, in.ID, func(who people.Account) error { return a.Circles.Quiet(ctx, who, in.ID, in.Body.Muted) })
	})
	making(a, "/circles/{id}/leave", "leaveCircle", "Leave a circle; the last one to leave deletes it", a.ending(a.Circles.Leave))
	making(a, "/circles/{id}/dissolve", "dissolveCircle", "Delete the account's own circle; its tables go on", a.ending(a.Circles.Dissolve))
	making(a, "/circles/{id}/invitation", "renewCircleLink", "Replace the invitation to the account's own circle", func(ctx context.Context, in *CircleAt) (*Circle, error) {
		return a.doCircle(ctx, in.ID, func(who people.Account) error { return a.Circles.Renew(ctx, who, in.ID) })
	})
	for _, op := range []struct {
		path, id, summary string
		do                func(ctx context.Context, who people.Account, id, name string) error
	}{
		{"name", "renameCircle", "Give the account's own circle another name", a.Circles.Rename},
		{"remove", "removeMember", "Take a member out of the account's own circle; its invitation is replaced", a.Circles.Remove},
		{"hand-on", "handOnCircle", "Have another member administer the account's own circle", a.Circles.HandOn},
	} {
		making(a, "/circles/{id}/"+op.path, op.id, op.summary, func(ctx context.Context, in *circleNameIn) (*Circle, error) {
			return a.doCircle(ctx, in.ID, func(who people.Account) error { return op.do(ctx, who, in.ID, in.Body.Name) })
		})
	}
	a.talkInCircles()
}

// talkInCircles adds the operations on what is said in circles.
func (a *api) talkInCircles() {
	get(a, "/circles/{id}/chat", "getCircleChat", "What is said in a circle", func(ctx context.Context, in *CircleAt) ([]chat.Message, error) {
		return a.circleChat(ctx, in.ID)
	})
	post(a, "/circles/{id}/chat", "sayInCircle", "Say something in a circle", func(ctx context.Context, in *struct {
		CircleAt
		Body struct {
			Keyed
			Text string `json:"text" doc:"1 to 400 characters."`
		}
	}) ([]chat.Message, error) {
		return a.talkedIn(ctx, in.ID, func(who people.Account) error {
			_, err := a.once(ctx, in.Body.Key, func() (string, error) { return "", a.Circles.Say(ctx, who, in.ID, in.Body.Text) })
			return err
		})
	})
	post(a, "/circles/{id}/chat/{n}/mute", "muteInCircle", "Hide everything that the author of a message says, here and at all tables", func(ctx context.Context, in *circleMessageIn) ([]chat.Message, error) {
		return a.talkedIn(ctx, in.ID, func(who people.Account) error { return a.Circles.Mute(ctx, who, in.ID, in.N) })
	})
	post(a, "/circles/{id}/chat/{n}/report", "reportInCircle", "Report a message to who runs the server", func(ctx context.Context, in *circleMessageIn) ([]chat.Message, error) {
		return a.talkedIn(ctx, in.ID, func(who people.Account) error {
			err := a.Circles.Report(ctx, who, in.ID, in.N)
			if err == nil {
				a.Log.Info("message reported", "circle", table.ShortID(in.ID), "message", in.N)
			}
			return err
		})
	})
	post(a, "/circles/{id}/chat/unmute", "unmuteInCircle", "Show what everybody says again, here and at all tables", func(ctx context.Context, in *CircleAt) ([]chat.Message, error) {
		return a.talkedIn(ctx, in.ID, func(who people.Account) error { return a.Circles.Unmute(ctx, who, in.ID) })
	})
}

func (a *api) listCircles(ctx context.Context, _ *struct{}) ([]*Circle, error) {
	list, err := a.Circles.Of(ctx, clientOf(ctx).Account)
	out := []*Circle{}
	for _, c := range list {
		out = append(out, shownCircle(c))
	}
	return out, err
}

func (a *api) createCircle(ctx context.Context, in *struct {
	Body struct {
		Name string `json:"name" doc:"1 to 60 visible characters."`
		Key  string `json:"key,omitempty" maxLength:"80" doc:"Your own; asking again with it gives the same circle."`
	}
}) (*Circle, error) {
	c, id := clientOf(ctx), ""
	if in.Body.Key != "" {
		id = c.idOf("circle", in.Body.Key) // not that of a table, since both have a chat
	}
	id, err := a.Circles.Found(ctx, c.Account, id, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return a.circle(ctx, id)
}

func (a *api) joinCircle(ctx context.Context, in *struct {
	CircleAt
	Body struct {
		Invitation string `json:"invitation" doc:"What follows /join/ in the link that invites."`
	}
}) (*Circle, error) {
	return a.doCircle(ctx, in.ID, func(who people.Account) error {
		return a.Circles.Join(ctx, who, in.ID, in.Body.Invitation)
	})
}

func (a *api) startCircleTable(ctx context.Context, in *struct {
	CircleAt
	Body struct {
		Name string   `json:"name,omitempty" maxLength:"120" doc:"Of the table: at most 40 visible characters."`
		With []string `json:"with" minItems:"1" maxItems:"3" doc:"Names of other members."`
		Pace string   `json:"pace,omitempty" enum:",quick,evening,day,days,weeks" doc:"Clocks."`
		Key  string   `json:"key,omitempty" maxLength:"80" doc:"Your own; asking again with it gives the same table."`
	}
}) (*Table, error) {
	c, n := clientOf(ctx), circle.NewTable{Name: in.Body.Name, With: in.Body.With}
	n.Pace, _ = game.PaceNamed(in.Body.Pace) // the description admits no others
	if in.Body.Key != "" {
		n.ID = c.idOf("table of "+in.ID, in.Body.Key)
	}
	id, err := a.Circles.Start(ctx, c.Account, in.ID, n, func() error {
		if !a.Limits.May(fair.Invite, "", c.ID) {
			return errTooMany
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a.seated(ctx, id)
}

// doCircle does something in a circle and shows it afterwards.
func (a *api) doCircle(ctx context.Context, id string, do func(who people.Account) error) (*Circle, error) {
	if err := do(clientOf(ctx).Account); err != nil {
		return nil, err
	}
	return a.circle(ctx, id)
}

// ending is an operation after which the account belongs to the circle no more.
func (a *api) ending(do func(ctx context.Context, who people.Account, id string) error) func(context.Context, *CircleAt) ([]*Circle, error) {
	return func(ctx context.Context, in *CircleAt) ([]*Circle, error) {
		if err := do(ctx, clientOf(ctx).Account, in.ID); err != nil {
			return nil, err
		}
		return a.listCircles(ctx, nil)
	}
}

func (a *api) circleChat(ctx context.Context, id string) ([]chat.Message, error) {
	c, err := a.Circles.Circle(ctx, clientOf(ctx).Account, id)
	if err != nil {
		return nil, err
	}
	list, _, err := a.Circles.Messages(ctx, c, 0)
	return list, err
}

// talkedIn does something about what is said in a circle, within the limits, and shows it.
func (a *api) talkedIn(ctx context.Context, id string, do func(who people.Account) error) ([]chat.Message, error) {
	c := clientOf(ctx)
	if !a.Limits.May(fair.Say, c.Address, c.Holder()) {
		return nil, errTooMany
	}
	if err := do(c.Account); err != nil {
		return nil, err
	}
	return a.circleChat(ctx, id)
}

// circle shows a circle with its tables and tallies.
func (a *api) circle(ctx context.Context, id string) (*Circle, error) {
	c, err := a.Circles.Circle(ctx, clientOf(ctx).Account, id)
	if err != nil {
		return nil, err
	}
	out := shownCircle(c)
	if out.Tables, err = listed(a.Circles.TablesOf(ctx, c)); err != nil {
		return nil, err
	}
	tallies, err := a.Circles.Tallies(ctx, c)
	for _, t := range tallies {
		shown := CircleTally{Computers: t.Computers, Games: t.Games}
		for _, r := range t.Rows {
			shown.Members = append(shown.Members, CircleTallyRow{r.Name, r.Places[:t.Seats()], r.VP})
		}
		out.Tallies = append(out.Tallies, shown)
	}
	return out, err
}

func shownCircle(c *circle.Circle) *Circle {
	out := &Circle{ID: c.ID, Name: c.Name, Mine: c.Mine, Muted: c.Quiet, Invitation: c.Link, Members: []CircleMember{}}
	for _, m := range c.Members {
		out.Members = append(out.Members, CircleMember{m.Name, m.Founder})
	}
	return out
}
