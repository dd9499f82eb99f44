package notice

import (
	"cmp"
	"context"
	"strings"

	"ruhr/internal/people/settings"
	"ruhr/internal/store"
	"ruhr/lang"
)

// MailRecovery sends an account the address of the page where it gets a new
// password, by its path, to a mail address that it has confirmed, and that was added with a proof. Without
// settings of the account it is written in a language. may, which is asked before
// a mail is sent, may refuse it. Errors: ErrNoMail, ErrNoChannel if the account has
// no such address, ErrManyMails if it is refused, ErrFailed.
func (s *Service) MailRecovery(ctx context.Context, a store.Account, address, path, language string, may func() bool) error {
	if s.Mail == nil {
		return ErrNoMail
	}
	list, err := s.Store.Channels(ctx, a.ID)
	if err != nil {
		return err
	}
	for _, c := range list {
		if !proven(c) || c.State != StateOn && c.State != StateOff || !strings.EqualFold(c.Address, strings.TrimSpace(address)) {
			continue
		}
		if !may() {
			return ErrManyMails
		}
		p := lang.For(cmp.Or(settings.Read(a.Settings).Lang, language))
		err := s.Mail.post(ctx, c.Address, letter{
			id: store.NewID(), subject: p.T("people.recover.subject"),
			body: p.T("people.recover.mail", "name", a.Name, "site", s.Base) + "\n" + s.Base + path + "\n\n" + p.T("people.recover.else") + "\n",
		})
		if err != nil {
			s.Log.Warn("a recovery was not delivered", "channel", store.ShortID(c.ID), "why", err)
			return ErrFailed
		}
		return nil
	}
	return ErrNoChannel
}
