package notice

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	webpush "github.com/SherClockHolmes/webpush-go"

	"ruhr/internal/store"
)

// pushFor is how long a push service keeps a message for a device that is off,
// in seconds.
const pushFor = 24 * 60 * 60

// maxPushText is how many bytes of text are pushed; a message has room for some
// 3,900.
const maxPushText = 1000

// pushBody is what the browser's worker shows.
type pushBody struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a message replaces an earlier one with the same tag
	Lang  string `json:"lang"`
}

// Subscription is how a browser is reached.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"` // the browser's public key, base64url
	Auth     string `json:"auth"`   // its secret, base64url
	// Session is that of the person who signed in there; zero for a program's.
	Session store.Hash `json:"-"`
}

// check returns ErrPush for a subscription that no browser gives.
func (b Subscription) check() error {
	u, err := url.Parse(b.Endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil {
		return ErrPush
	}
	for text, length := range map[string]int{b.P256dh: 65, b.Auth: 16} {
		if raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "=")); err != nil || len(raw) != length {
			return ErrPush
		}
	}
	return nil
}

// sendPush sends a message to a browser.
func (s *Service) sendPush(ctx context.Context, address string, m *message) error {
	var to Subscription
	if err := json.Unmarshal([]byte(address), &to); err != nil {
		return &failure{why: "not a browser's subscription", final: true}
	}
	keys, err := s.pushKeys(ctx)
	if err != nil {
		return err
	}
	var texts []string
	for _, l := range m.lines {
		texts = append(texts, l.text)
	}
	body := pushBody{Title: m.title(), Body: strings.Join(texts, "\n"), URL: m.url(), Tag: m.id, Lang: m.Lang()}
	if len(m.lines) == 1 {
		body.Tag = m.url()
		if m.lines[0].kind == said { // which leaves in sight that it is one's turn
			body.Tag += "#" + said
		}
	}
	if len(body.Body) > maxPushText {
		body.Body = ""
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	sub := &webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{Auth: to.Auth, P256dh: to.P256dh}}
	_, err = webpush.SendNotificationWithContext(ctx, data, sub, &webpush.Options{
		HTTPClient: s.http, Subscriber: s.subscriber(), TTL: pushFor, Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: keys.public, VAPIDPrivateKey: keys.private,
	})
	var f *failure
	if err != nil && !errors.As(err, &f) {
		return &failure{why: "the subscription's keys", final: true}
	}
	return err
}

// subscriber is whom a push service may turn to.
func (s *Service) subscriber() string {
	if s.Mail != nil {
		return s.Mail.from.Address
	}
	return s.Base
}
