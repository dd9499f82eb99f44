package notice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/people/settings"
	"ruhr/internal/store"
	"ruhr/internal/visible"
	"ruhr/lang"
)

// Why something is refused; compare with errors.Is.
var (
	// ErrAddress: a mail address is name@host.
	ErrAddress = errors.New("not a mail address")
	// ErrHook: a webhook is an http:// or https:// address of a public host.
	ErrHook = errors.New("not a webhook")
	// ErrPush: a browser's subscription has an endpoint and keys.
	ErrPush = errors.New("not a subscription")
	// ErrHour: the hour of a daily message is 0 to 23.
	ErrHour = errors.New("not an hour")
	// ErrZone: the time zone is not known.
	ErrZone = errors.New("not a time zone")
	// ErrNoMail: this server sends no mail.
	ErrNoMail = errors.New("no mail server")
	// ErrMany: the account has as many channels as it may.
	ErrMany = errors.New("too many channels")
	// ErrManyMails: too many mails have been sent to the account, or to the address.
	ErrManyMails = errors.New("too many mails")
	// ErrNoChannel: the person has no such channel.
	ErrNoChannel = store.ErrNoChannel
	// ErrLink: the link of a mail is wrong, or its channel is gone.
	ErrLink = errors.New("not a link from here")
	// ErrFailed: a message was not delivered.
	ErrFailed = errors.New("not delivered")
)

// confirmFor is how long the link that confirms a mail address works.
const confirmFor = 7 * 24 * time.Hour

// late reports whether nobody has confirmed a mail address in time.
func (s *Service) late(c store.Channel) bool {
	return c.State == StateNew && s.Clock().Sub(time.UnixMilli(c.Created)) > confirmFor
}

// Channel is a way to reach a person, as they see it.
type Channel struct {
	ID, Kind, Name string
	Wishes
	New  bool // the mail address is not confirmed yet
	Stop bool // its receiver has stopped the messages: it is to be added and confirmed again
	Off  bool
	Rest bool // it has failed too often, and rests until it is saved again
}

// SendsMail reports whether there is a mail server.
func (s *Service) SendsMail() bool { return s.Mail != nil }

// Channels lists an account's channels, the oldest first.
func (s *Service) Channels(ctx context.Context, account string) ([]Channel, error) {
	list, err := s.Store.Channels(ctx, account)
	var out []Channel
	for _, c := range list {
		out = append(out, Channel{
			ID: c.ID, Kind: c.Kind, Name: c.Name, Wishes: readWishes(c.Settings),
			New: c.State == StateNew, Stop: c.State == StateStopped, Off: c.State == StateOff, Rest: c.State == StateOn && c.Failed >= MaxFailed,
		})
	}
	return out, err
}

// AddMail adds a mail address and sends the link that confirms it there; one that is
// confirmed already gets none. It recovers the password only if the person has proved to be
// there. Errors: ErrNoMail, ErrAddress, ErrMany, ErrManyMails, ErrFailed.
func (s *Service) AddMail(ctx context.Context, a store.Account, address string, w Wishes, proven bool) (sent bool, err error) {
	if s.Mail == nil {
		return false, ErrNoMail
	}
	address = strings.TrimSpace(address)
	at, err := netmail.ParseAddress(address)
	if err != nil || at.Address != address || at.Name != "" || len(address) > 254 || !strings.Contains(address[strings.LastIndex(address, "@"):], ".") ||
		!visible.All(address) || strings.Contains(address, " ") {
		return false, ErrAddress
	}
	c, fresh, err := s.add(ctx, store.Channel{Account: a.ID, Kind: KindMail, Address: address, Name: address, State: StateNew,
		Settings: rewrite("", trust{!proven})}, w)
	if err != nil || !fresh {
		return false, err
	}
	link, err := s.link(ctx, "confirm", c)
	if err != nil {
		return false, err
	}
	p := lang.For(w.Lang)
	err = s.Mail.post(ctx, address, letter{
		id: store.NewID(), subject: p.T("notice.confirm.subject"),
		body: p.T("notice.confirm.text", "name", a.Name, "site", s.Base) + "\n" + link + "\n\n" + p.T("notice.confirm.else") + "\n",
	})
	if err != nil {
		s.Log.Warn("a mail address cannot be confirmed", "channel", store.ShortID(c.ID), "why", err)
		return false, errors.Join(ErrFailed, s.Store.DropChannel(ctx, a.ID, c.ID))
	}
	return true, nil
}

// AddHook adds a webhook. Errors: ErrHook, ErrMany.
func (s *Service) AddHook(ctx context.Context, a store.Account, address string, w Wishes) error {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || !visible.All(u.Hostname()) || u.User != nil || u.Fragment != "" || len(address) > store.MaxAddress {
		return ErrHook
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !s.Reach(netip.AddrPortFrom(ip, portOf(u))) {
		return ErrHook // names are looked up when a message is sent
	}
	_, _, err = s.add(ctx, store.Channel{Account: a.ID, Kind: KindHook, Address: u.String(), Name: u.Host, State: StateOn}, w)
	return err
}

// portOf is the port that an address leads to.
func portOf(u *url.URL) uint16 {
	text := u.Port()
	if text == "" && u.Scheme == "https" {
		return 443
	}
	if text == "" {
		return 80
	}
	to, err := netip.ParseAddrPort("127.0.0.1:" + text)
	if err != nil {
		return 0
	}
	return to.Port()
}

// AddPush adds a browser, for as long as its session lasts, with a short description of it. Errors: ErrPush,
// ErrMany.
func (s *Service) AddPush(ctx context.Context, a store.Account, b Subscription, agent string, w Wishes) error {
	if err := b.check(); err != nil {
		return err
	}
	address, err := json.Marshal(b)
	if err != nil || len(address) > store.MaxAddress {
		return ErrPush
	}
	_, _, err = s.add(ctx, store.Channel{Account: a.ID, Kind: KindPush, Address: string(address), Name: agent, State: StateOn, Session: b.Session}, w)
	return err
}

// add stores a channel. One that the account has already works again: it is turned
// on, and its failures are forgotten. A mail address that was not confirmed, or at which
// the messages were stopped, is added again, to be confirmed.
func (s *Service) add(ctx context.Context, c store.Channel, w Wishes) (added store.Channel, fresh bool, err error) {
	if err := w.check(); err != nil {
		return c, false, err
	}
	list, err := s.Store.Channels(ctx, c.Account)
	if err != nil {
		return c, false, err
	}
	for _, old := range list {
		if s.late(old) { // nobody can confirm it any more
			s.Store.DropChannel(ctx, c.Account, old.ID)
		}
	}
	list = slices.DeleteFunc(list, func(old store.Channel) bool { return s.late(old) || old.Kind != c.Kind || old.Address != c.Address })
	for _, old := range list {
		if c.Kind != KindMail || old.State == StateOn {
			return old, false, s.Store.ChangeChannel(ctx, c.Account, old.ID, func(now *store.Channel) error {
				if now.State, now.Session = StateOn, c.Session; proven(c) {
					now.Settings = rewrite(now.Settings, trust{})
				}
				return nil
			})
		}
	}
	if c.Kind == KindMail && !s.limits.May(fair.Confirm, "", inbox(c.Address)) {
		return c, false, ErrManyMails
	}
	for _, old := range list {
		if err := s.Store.DropChannel(ctx, c.Account, old.ID); err != nil && !errors.Is(err, ErrNoChannel) {
			return c, false, err
		}
	}
	c.ID, c.Created, c.Settings = store.NewID(), s.Clock().UnixMilli(), w.encode(c.Settings)
	if err = s.Store.AddChannel(ctx, c); errors.Is(err, store.ErrBad) {
		err = ErrMany
	}
	return c, err == nil, err
}

// inbox tells the receivers of mail apart, however their addresses are written, without naming them.
func inbox(address string) string {
	at := strings.LastIndex(address, "@")
	name, _, _ := strings.Cut(address[:at], "+")
	hash := store.HashOf(strings.ToLower(name + address[at:]))
	return string(hash[:])
}

// Change changes what a channel is for, and whether it is used, to what change makes
// of it. One that is not confirmed is not used. Errors: ErrNoChannel, ErrHour, ErrZone.
func (s *Service) Change(ctx context.Context, account, id string, change func(w *Wishes, on *bool)) error {
	return s.Store.ChangeChannel(ctx, account, id, func(c *store.Channel) error {
		w, on := readWishes(c.Settings), c.State == StateOn
		change(&w, &on)
		if err := w.check(); err != nil {
			return err
		}
		c.Settings = w.encode(c.Settings)
		if c.State == StateOn || c.State == StateOff {
			if c.State = StateOff; on {
				c.State = StateOn
			}
		}
		return nil
	})
}

// Drop removes a channel. Errors: ErrNoChannel.
func (s *Service) Drop(ctx context.Context, account, id string) error {
	return s.Store.DropChannel(ctx, account, id)
}

// Test sends a message through a channel at once. Errors: ErrNoChannel,
// ErrFailed.
func (s *Service) Test(ctx context.Context, account, id string) error {
	c, a, err := s.Store.Channel(ctx, id)
	if err != nil {
		return err
	}
	if c.Account != account || c.Kind == KindMail && c.State != StateOn { // nobody there wants it
		return ErrNoChannel
	}
	m := s.newMessage(store.Batch{ID: store.NewID(), Account: a}, readWishes(c.Settings))
	m.lines = []line{{kind: "test", text: m.T("notice.line.test"), url: s.Base + "/account/notices"}}
	if m.stop, err = s.link(ctx, "stop", c); err != nil {
		return err
	}
	if err := s.send(ctx, c, m); err != nil {
		s.Log.Warn("a test was not delivered", "channel", store.ShortID(c.ID), "kind", c.Kind, "why", err)
		return ErrFailed
	}
	return nil
}

// Linked is the channel of a link in a mail.
type Linked struct {
	Name string // the mail address
	Done bool   // what the link is for has been done
}

// Confirmable returns what a link would confirm. Errors: ErrLink.
func (s *Service) Confirmable(ctx context.Context, id, proof string) (Linked, error) {
	c, _, err := s.byLink(ctx, "confirm", id, proof)
	if err == nil && (s.late(c) || c.State == StateOff || c.State == StateStopped) {
		err = ErrLink
	}
	return Linked{c.Name, c.State == StateOn}, err
}

// Confirm turns on the mail address that a link is for, and tells the account's others of it.
// Errors: ErrLink.
func (s *Service) Confirm(ctx context.Context, id, proof string) (Linked, error) {
	l, err := s.Confirmable(ctx, id, proof)
	if err != nil || l.Done {
		return l, err
	}
	if l, err = s.switchTo(ctx, "confirm", id, proof, StateOn); err == nil {
		s.tellOthers(context.WithoutCancel(ctx), id)
	}
	return l, err
}

// tellOthers tells the confirmed mail addresses of an account that a channel is one, too.
func (s *Service) tellOthers(ctx context.Context, id string) {
	c, a, err := s.Store.Channel(ctx, id)
	if err != nil || s.Mail == nil {
		return // it is gone
	}
	list, err := s.Store.Channels(ctx, a.ID)
	for _, old := range list {
		if old.ID == id || old.Kind != KindMail || old.State != StateOn && old.State != StateOff {
			continue
		}
		p := lang.For(cmp.Or(settings.Read(a.Settings).Lang, readWishes(old.Settings).Lang))
		err = errors.Join(err, s.Mail.post(ctx, old.Address, letter{id: store.NewID(), subject: p.T("notice.added.subject"),
			body: p.T("notice.added.text", "address", c.Name, "name", a.Name, "site", s.Base) + "\n" + s.Base + "/account/notices\n"}))
	}
	if err != nil {
		s.Log.Warn("other addresses are not told of a new one", "channel", store.ShortID(id), "why", err)
	}
}

// Stoppable returns what a link would stop. Errors: ErrLink.
func (s *Service) Stoppable(ctx context.Context, id, proof string) (Linked, error) {
	c, _, err := s.byLink(ctx, "stop", id, proof)
	return Linked{c.Name, c.State == StateOff || c.State == StateStopped}, err
}

// Stop turns off the channel that a link is for; a mail address until it is confirmed again.
// Errors: ErrLink.
func (s *Service) Stop(ctx context.Context, id, proof string) (Linked, error) {
	return s.switchTo(ctx, "stop", id, proof, StateStopped)
}

func (s *Service) switchTo(ctx context.Context, purpose, id, proof, state string) (Linked, error) {
	c, _, err := s.byLink(ctx, purpose, id, proof)
	if err != nil {
		return Linked{}, err
	}
	return Linked{c.Name, true}, noLink(s.Store.ChangeChannel(ctx, c.Account, c.ID, func(c *store.Channel) error {
		if c.State = state; state == StateStopped && c.Kind != KindMail {
			c.State = StateOff
		}
		return nil
	}))
}

// noLink turns the store's error for a channel that is gone into ErrLink.
func noLink(err error) error {
	if errors.Is(err, store.ErrNoChannel) {
		return ErrLink
	}
	return err
}
