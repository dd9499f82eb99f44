package people

import (
	"context"
	"errors"
	"slices"

	"ruhr/internal/store"
)

// ErrNobody: no account has this name.
var ErrNobody = errors.New("no such account")

// Ban locks an account: its sessions end, and its password and access tokens are
// refused until Unban. Errors: ErrNobody.
func (s *Service) Ban(ctx context.Context, admin store.Admin, name string) error {
	return s.setBanned(ctx, admin, name, s.now())
}

// Unban unlocks an account. Errors: ErrNobody.
func (s *Service) Unban(ctx context.Context, admin store.Admin, name string) error {
	return s.setBanned(ctx, admin, name, 0)
}

func (s *Service) setBanned(ctx context.Context, admin store.Admin, name string, since int64) error {
	a, err := s.Named(ctx, name)
	if err != nil {
		return err
	}
	return admin.SetBanned(ctx, a.ID, since)
}

// Rename gives an account another name, by the rules for names, at its seats as
// well. Until that is done nobody else gets either name, and the account keeps the
// old one, so that it can be tried again after a failure. Errors: ErrNobody,
// ErrBadName, ErrTaken.
func (s *Service) Rename(ctx context.Context, admin store.Admin, name, to string, redact Redactor) error {
	a, err := s.Named(ctx, name)
	if err != nil {
		return err
	}
	n, err := readName(to)
	if err != nil {
		return err
	}
	both := slices.Compact(slices.Sorted(slices.Values(append(looksOf(a.Name), n.looks...))))
	err = admin.RenameAccount(ctx, a.ID, a.Name, a.Key, both, func(name string) string { return name })
	if err == nil {
		_, err = s.redact(ctx, a, n.shown, false, redact)
	}
	if err == nil {
		err = admin.RenameAccount(ctx, a.ID, n.shown, n.key, n.looks, func(name string) string {
			if looksLike(name, a.Name) {
				return n.shown
			}
			return name
		})
	}
	if errors.Is(err, store.ErrExists) {
		return ErrTaken
	}
	if err != nil {
		return err
	}
	_, err = s.redact(ctx, a, n.shown, false, redact) // where the person has sat down meanwhile
	return err
}

// Named returns the account with a name. Errors: ErrNobody.
func (s *Service) Named(ctx context.Context, name string) (Account, error) {
	a, err := s.Store.AccountByKey(ctx, Key(name))
	if errors.Is(err, store.ErrNoAccount) {
		err = ErrNobody
	}
	return a, err
}
