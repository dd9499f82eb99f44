package notice

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"

	webpush "github.com/SherClockHolmes/webpush-go"

	"ruhr/internal/store"
)

// keys are the server's secrets, made at first use and kept in the store.
type keys struct {
	link store.KeptSecret // links in mails are signed with it
	mu   sync.Mutex
	push pushKeys
}

// pushKeys identify this server to push services (VAPID).
type pushKeys struct{ private, public string }

// pushKeys returns the keys for push services.
func (s *Service) pushKeys(ctx context.Context) (pushKeys, error) {
	s.keys.mu.Lock()
	defer s.keys.mu.Unlock()
	if s.keys.push.public == "" {
		private, public, err := webpush.GenerateVAPIDKeys()
		if err != nil {
			return pushKeys{}, err
		}
		both, err := s.Store.Secret(ctx, "notice-push", private+" "+public)
		if err != nil {
			return pushKeys{}, err
		}
		s.keys.push.private, s.keys.push.public, _ = strings.Cut(both, " ")
	}
	return s.keys.push, nil
}

// PushKey is the public key with which browsers subscribe.
func (s *Service) PushKey(ctx context.Context) (string, error) {
	k, err := s.pushKeys(ctx)
	return k.public, err
}

// sign returns what proves that a link for a purpose ("confirm", "stop") and a
// channel comes from here.
func (s *Service) sign(ctx context.Context, purpose string, c store.Channel) (string, error) {
	key, err := s.keys.link.Read(ctx, s.Store, "notice-links")
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(purpose + " " + c.ID + " " + c.Address))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]), nil
}

// link is the address of a page for a channel that needs nobody to be signed in.
func (s *Service) link(ctx context.Context, purpose string, c store.Channel) (string, error) {
	proof, err := s.sign(ctx, purpose, c)
	return s.Base + "/notices/" + purpose + "/" + c.ID + "/" + proof, err
}

// byLink returns the channel that a link is for. Errors: ErrLink.
func (s *Service) byLink(ctx context.Context, purpose, id, proof string) (store.Channel, store.Account, error) {
	c, a, err := s.Store.Channel(ctx, id)
	if err != nil {
		return c, a, noLink(err)
	}
	want, err := s.sign(ctx, purpose, c)
	if err != nil {
		return c, a, err
	}
	if !hmac.Equal([]byte(want), []byte(proof)) {
		return store.Channel{}, store.Account{}, ErrLink
	}
	return c, a, nil
}
