package people

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"sync"

	"ruhr/internal/store"
)

// errSeal: a text was not sealed here, or for something else.
var errSeal = errors.New("not sealed here")

// sealer has the secret that texts are signed with, made at first use and kept in
// the store: several servers share it.
type sealer struct {
	mu  sync.Mutex
	key string
}

func (s *Service) sealKey(ctx context.Context) (string, error) {
	s.sealer.mu.Lock()
	defer s.sealer.mu.Unlock()
	if s.sealer.key == "" {
		key, err := s.Store.Secret(ctx, "people-seals", store.NewID()+store.NewID())
		if err != nil {
			return "", err
		}
		s.sealer.key = key
	}
	return s.sealer.key, nil
}

// sign returns what proves that a text for a purpose comes from here.
func (s *Service) sign(ctx context.Context, purpose, text string) (string, error) {
	key, err := s.sealKey(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(purpose + " " + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}

// seal signs a text, which everybody can read.
func (s *Service) seal(ctx context.Context, purpose, text string) (string, error) {
	proof, err := s.sign(ctx, purpose, text)
	return base64.RawURLEncoding.EncodeToString([]byte(text)) + "." + proof, err
}

// unseal returns a text that was sealed. Errors: errSeal.
func (s *Service) unseal(ctx context.Context, purpose, sealed string) (string, error) {
	coded, proof, _ := strings.Cut(sealed, ".")
	text, err := base64.RawURLEncoding.DecodeString(coded)
	if err != nil {
		return "", errSeal
	}
	want, err := s.sign(ctx, purpose, string(text))
	if err != nil {
		return "", err
	}
	if !hmac.Equal([]byte(want), []byte(proof)) {
		return "", errSeal
	}
	return string(text), nil
}
