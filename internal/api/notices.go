package api

import (
	"context"

	"ruhr/internal/fair"
	"ruhr/internal/notice"
	"ruhr/lang"
)

// aboutNotices adds the operations on how the account hears of its tables.
func (a *api) aboutNotices() {
	get(a, "/me/notices", "getNotices", "Where the account hears of its tables outside the pages", a.notices)
	post(a, "/me/notices", "addNotice", "Add a mail address, a webhook or a browser", a.addNotice)
	post(a, "/me/notices/{channel}", "setNotice", "Change what a way to hear of tables is for", a.setNotice)
	post(a, "/me/notices/{channel}/test", "testNotice", "Send a message that way at once", func(ctx context.Context, in *ChannelAt) (*Notices, error) {
		c := clientOf(ctx)
		if !a.Limits.May(fair.Notify, c.Address, c.ID) {
			return nil, errTooMany
		}
		return a.noticed(ctx, a.Notices.Test(ctx, c.ID, in.Channel))
	})
	post(a, "/me/notices/{channel}/drop", "dropNotice", "Remove a way to hear of tables", func(ctx context.Context, in *ChannelAt) (*Notices, error) {
		return a.noticed(ctx, a.Notices.Drop(ctx, clientOf(ctx).ID, in.Channel))
	})
}

// Notices are the ways to reach a person.
type Notices struct {
	Mail     bool      `json:"mail" doc:"The server sends mail."`
	PushKey  string    `json:"pushKey" doc:"The key with which a browser subscribes (VAPID)."`
	Channels []Channel `json:"channels" doc:"The oldest first."`
}

// Channel is a way to reach a person.
type Channel struct {
	ID    string `json:"id"`
	Kind  string `json:"kind" enum:"mail,hook,push"`
	Name  string `json:"name" doc:"The mail address (which does not recover the password unless it is added on the page), the webhook's host, or the browser."`
	State string `json:"state" enum:"on,off,new,stopped,resting" doc:"new: a mail address that is not confirmed; stopped: one whose receiver has stopped the messages, to be added again; resting: it has failed too often, until it is changed."`
	Wishes
}

// Wishes say what a channel is for, and when.
type Wishes struct {
	Turn     bool   `json:"turn" doc:"It is the person's turn."`
	Takeback bool   `json:"takeback,omitempty" doc:"Somebody asks to take back a choice."`
	Time     bool   `json:"time,omitempty" doc:"Four fifths of the time for a turn have gone, at a table by correspondence; waits for no daily message."`
	Begin    bool   `json:"begin" doc:"A table begins, or somebody invites you by name."`
	Chat     bool   `json:"chat,omitempty" doc:"Others have written at the table; once, until you have read it."`
	End      bool   `json:"end" doc:"A table ends."`
	Daily    bool   `json:"daily" doc:"One message a day instead of each at once."`
	Hour     int    `json:"hour" minimum:"0" maximum:"23" doc:"Of that message."`
	Zone     string `json:"zone" maxLength:"64" doc:"Of that hour, such as Europe/Berlin; UTC where empty."`
}

func (a *api) notices(ctx context.Context, _ *struct{}) (*Notices, error) {
	key, err := a.Notices.PushKey(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.Notices.Channels(ctx, clientOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := &Notices{Mail: a.Notices.SendsMail(), PushKey: key, Channels: []Channel{}}
	for _, c := range list {
		one := Channel{c.ID, c.Kind, c.Name, notice.StateOn, wishesOf(c.Wishes)}
		switch {
		case c.New:
			one.State = notice.StateNew
		case c.Stop:
			one.State = notice.StateStopped
		case c.Off:
			one.State = notice.StateOff
		case c.Rest:
			one.State = "resting"
		}
		out.Channels = append(out.Channels, one)
	}
	return out, nil
}

// noticed returns the ways to reach the account after a change.
func (a *api) noticed(ctx context.Context, err error) (*Notices, error) {
	if err != nil {
		return nil, err
	}
	return a.notices(ctx, nil)
}

type addNoticeIn struct {
	Body struct {
		Keyed
		Kind     string `json:"kind" enum:"mail,hook,push"`
		Address  string `json:"address" maxLength:"2000" doc:"The mail address, the webhook's http:// or https:// address, or a browser's endpoint."`
		P256dh   string `json:"p256dh,omitempty" maxLength:"200" doc:"Of a browser: its public key."`
		Auth     string `json:"auth,omitempty" maxLength:"100" doc:"Of a browser: its secret."`
		Name     string `json:"name,omitempty" maxLength:"40" doc:"Of a browser: what to call it."`
		Language string `json:"language,omitempty" enum:",en,de,fr,es" doc:"Of the messages, unless the account has chosen one."`
	}
}

func (a *api) addNotice(ctx context.Context, in *addNoticeIn) (*Notices, error) {
	_, err := a.once(ctx, in.Body.Key, func() (string, error) { return "", a.addChannel(ctx, in) })
	return a.noticed(ctx, err)
}

func (a *api) addChannel(ctx context.Context, in *addNoticeIn) error {
	c, b := clientOf(ctx), in.Body
	w := notice.AllWishes()
	if w.Lang = b.Language; w.Lang == "" {
		w.Lang = lang.Languages[0]
	}
	switch b.Kind {
	case notice.KindMail:
		if !a.Limits.May(fair.Notify, c.Address, c.ID) {
			return errTooMany
		}
		_, err := a.Notices.AddMail(ctx, c.Account, b.Address, w, false)
		return err
	case notice.KindPush:
		sub := notice.Subscription{Endpoint: b.Address, P256dh: b.P256dh, Auth: b.Auth}
		return a.Notices.AddPush(ctx, c.Account, sub, b.Name, w)
	}
	return a.Notices.AddHook(ctx, c.Account, b.Address, w)
}

// ChannelAt names a way to reach the account.
type ChannelAt struct {
	Channel string `path:"channel" minLength:"22" maxLength:"22" doc:"Its ID."`
}

// setNoticeIn changes what it names of a channel.
type setNoticeIn struct {
	ChannelAt
	Body struct {
		On       *bool   `json:"on,omitempty" doc:"Whether it is used."`
		Turn     *bool   `json:"turn,omitempty" doc:"As in getNotices; what is left out stays as it is."`
		Takeback *bool   `json:"takeback,omitempty"`
		Time     *bool   `json:"time,omitempty"`
		Begin    *bool   `json:"begin,omitempty"`
		Chat     *bool   `json:"chat,omitempty"`
		End      *bool   `json:"end,omitempty"`
		Daily    *bool   `json:"daily,omitempty"`
		Hour     *int    `json:"hour,omitempty" minimum:"0" maximum:"23"`
		Zone     *string `json:"zone,omitempty" maxLength:"64"`
	}
}

func (a *api) setNotice(ctx context.Context, in *setNoticeIn) (*Notices, error) {
	b := in.Body
	return a.noticed(ctx, a.Notices.Change(ctx, clientOf(ctx).ID, in.Channel, func(w *notice.Wishes, on *bool) {
		set(on, b.On)
		set(&w.Turn, b.Turn)
		set(&w.Takeback, b.Takeback)
		set(&w.Late, b.Time)
		set(&w.Begin, b.Begin)
		set(&w.Chat, b.Chat)
		set(&w.End, b.End)
		set(&w.Daily, b.Daily)
		set(&w.Hour, b.Hour)
		set(&w.Zone, b.Zone)
	}))
}

// set sets what is named.
func set[T any](to, now *T) {
	if now != nil {
		*to = *now
	}
}

func wishesOf(w notice.Wishes) Wishes {
	return Wishes{w.Turn, w.Takeback, w.Late, w.Begin, w.Chat, w.End, w.Daily, w.Hour, w.Zone}
}
