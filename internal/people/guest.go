package people

import (
	"context"

	"ruhr/internal/store"
)

// Held returns the places that a guest's browser holds, by table, and how many
// other browsers hold each.
func (s *Service) Held(ctx context.Context, secret string) ([]store.SharedPlace, error) {
	return s.Store.SharedPlaces(ctx, store.HashOf(secret))
}

// ForgetGuest takes all places from a guest's browser.
func (s *Service) ForgetGuest(ctx context.Context, secret string) error {
	return s.Store.DropPlaces(ctx, store.HashOf(secret))
}
