package people

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// errSeal: a text was not sealed here, or for something else.
var errSeal = errors.New("not sealed here")

// sign returns what proves that a text for a purpose comes from here.
func (s *Service) sign(ctx context.Context, purpose, text string) (string, error) {
	key, err := s.seals.Read(ctx, s.Store, "people-seals")
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
