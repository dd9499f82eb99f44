package api

import (
	"context"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/table"
)

// talk adds the operations on a table's chat and on private notes.
func (a *api) talk() {
	get(a, "/tables/{id}/chat", "getChat", "What is said at a table, as far as the account may read it", a.chat)
	post(a, "/tables/{id}/chat", "say", "Say something at a table", a.say)
	post(a, "/tables/{id}/chat/{n}/mute", "mute", "Hide everything that the author of a message says, at all tables", func(ctx context.Context, in *messageIn) (*Chat, error) {
		return a.talked(ctx, in.ID, "", func(who chat.Reader) error { return a.Chat.Mute(ctx, in.ID, who, in.N) })
	})
	post(a, "/tables/{id}/chat/{n}/report", "report", "Report a message to who runs the server", func(ctx context.Context, in *messageIn) (*Chat, error) {
		return a.talked(ctx, in.ID, "", func(who chat.Reader) error {
			err := a.Chat.Report(ctx, in.ID, who, in.N)
			if err == nil {
				a.Log.Info("message reported", "table", table.ShortID(in.ID), "message", in.N)
			}
			return err
		})
	})
	post(a, "/tables/{id}/chat/unmute", "unmute", "Show what everybody says again, at all tables", func(ctx context.Context, in *At) (*Chat, error) {
		return a.talked(ctx, in.ID, "", func(who chat.Reader) error { return a.Chat.Unmute(ctx, who) })
	})
	post(a, "/tables/{id}/chat/switch", "switchChat", "Switch a table's chat off or on, as the owner", func(ctx context.Context, in *switchIn) (*Chat, error) {
		return a.talked(ctx, in.ID, "", func(who chat.Reader) error { return a.Chat.Switch(ctx, in.ID, who, in.Body.Silent) })
	})
	get(a, "/tables/{id}/note", "getNote", "The account's private note on a table", a.note)
	post(a, "/tables/{id}/note", "setNote", "Replace the account's private note on a table", a.setNote)
}

// Chat is what is said at a table.
type Chat struct {
	Rooms    []string       `json:"rooms" enum:"table,watch" doc:"Where the account may speak: at the table, or among those who watch."`
	Silent   bool           `json:"silent" doc:"The owner has switched the chat off."`
	Messages []chat.Message `json:"messages" doc:"The oldest first."`
}

// reader returns the caller as a reader of a table's chat.
func (a *api) reader(ctx context.Context, id string) (chat.Reader, error) {
	c := clientOf(ctx)
	who, err := a.actor(ctx, id)
	return chat.Reader{Holder: c.Holder(), Name: c.Name, Actor: who}, err
}

type chatIn struct {
	At
	After int64 `query:"after" doc:"The number of a message; later ones are given."`
}

func (a *api) chat(ctx context.Context, in *chatIn) (*Chat, error) {
	who, err := a.reader(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	s, err := a.Service.Position(ctx, in.ID, who.Actor)
	if err != nil {
		return nil, err
	}
	out := &Chat{Rooms: append([]string{}, chat.Rooms(s, who)...)}
	if out.Messages, err = a.Chat.Messages(ctx, in.ID, who, in.After); err != nil {
		return nil, err
	}
	out.Silent, err = a.Chat.Silent(ctx, in.ID)
	return out, err
}

// talked does something about a table's chat, within the limits and once for a key, and
// returns the chat after it.
func (a *api) talked(ctx context.Context, id, key string, do func(chat.Reader) error) (*Chat, error) {
	who, err := a.reader(ctx, id)
	if err != nil {
		return nil, err
	}
	_, err = a.once(ctx, key, func() (string, error) {
		if !a.Limits.May(fair.Say, clientOf(ctx).Address, who.Holder) {
			return "", errTooMany
		}
		return "", do(who)
	})
	if err != nil {
		return nil, err
	}
	return a.chat(ctx, &chatIn{At: At{id}})
}

type sayIn struct {
	At
	Body struct {
		Keyed
		Room string `json:"room,omitempty" enum:",table,watch" doc:"One of the rooms; the first where there is none."`
		Text string `json:"text" doc:"1 to 400 characters."`
	}
}

func (a *api) say(ctx context.Context, in *sayIn) (*Chat, error) {
	return a.talked(ctx, in.ID, in.Body.Key, func(who chat.Reader) error { return a.sayIn(ctx, in, who) })
}

func (a *api) sayIn(ctx context.Context, in *sayIn, who chat.Reader) error {
	room := in.Body.Room
	if room == "" {
		s, err := a.Service.Position(ctx, in.ID, who.Actor)
		if err != nil {
			return err
		}
		if rooms := chat.Rooms(s, who); len(rooms) > 0 {
			room = rooms[0]
		}
	}
	return a.Chat.Say(ctx, in.ID, who, room, in.Body.Text)
}

type messageIn struct {
	At
	N int64 `path:"n" minimum:"1" doc:"The number of the message."`
}

type switchIn struct {
	At
	Body struct {
		Silent bool `json:"silent" doc:"Whether nothing may be said."`
	}
}

// Note is a private note.
type Note struct {
	Text    string `json:"text" maxLength:"2000" doc:"Nobody else can read it; empty for none."`
	Version string `json:"version,omitempty" maxLength:"16" doc:"Of the text. Sent with another text, it is refused unless the note still has this one (409, code note_changed)."`
}

func (a *api) note(ctx context.Context, in *At) (*Note, error) {
	who, err := a.reader(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if _, err := a.Service.Position(ctx, in.ID, who.Actor); err != nil {
		return nil, err
	}
	text, err := a.Chat.Note(ctx, in.ID, who)
	return &Note{text, chat.Version(text)}, err
}

func (a *api) setNote(ctx context.Context, in *struct {
	At
	Body Note
}) (*Note, error) {
	who, err := a.reader(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !a.Limits.May(fair.Say, clientOf(ctx).Address, who.Holder) {
		return nil, errTooMany
	}
	if err := a.Chat.SetNote(ctx, in.ID, who, in.Body.Text, in.Body.Version); err != nil {
		return nil, err
	}
	return a.note(ctx, &in.At)
}
