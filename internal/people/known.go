package people

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// maxKnown is the most accounts that a browser is known to.
const maxKnown = 5

// Remember returns what a browser keeps to be known to an account to which it has
// signed in, besides the accounts that it was known to by what it kept before.
// It opens nothing.
func (s *Service) Remember(ctx context.Context, kept string, p *Person) (string, error) {
	browser, accounts, err := s.kept(ctx, kept)
	if err != nil {
		return "", err
	}
	accounts = slices.DeleteFunc(accounts, func(id string) bool { return id == p.ID })
	accounts = slices.Insert(accounts, 0, p.ID)
	accounts = accounts[:min(len(accounts), maxKnown)]
	return s.seal(ctx, "known", browser+" "+strings.Join(accounts, " "))
}

// Known returns which browser it is that keeps something, "" unless it has signed
// in to the account of a name before.
func (s *Service) Known(ctx context.Context, kept, name string) (browser string, err error) {
	browser, accounts, err := s.kept(ctx, kept)
	if err != nil || len(accounts) == 0 {
		return "", err
	}
	if a, err := s.Named(ctx, name); err == nil && slices.Contains(accounts, a.ID) {
		return browser, nil
	}
	return "", nil
}

// kept reads what a browser keeps. One that keeps nothing valid is a new one.
func (s *Service) kept(ctx context.Context, kept string) (browser string, accounts []string, err error) {
	text, err := s.unseal(ctx, "known", kept)
	if errors.Is(err, errSeal) {
		return store.NewID(), nil, nil
	}
	all := strings.Fields(text)
	if err != nil || len(all) == 0 {
		return "", nil, err
	}
	return all[0], all[1:], nil
}
