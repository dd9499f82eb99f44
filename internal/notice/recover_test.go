package notice

import (
	"strings"
	"testing"

	"ruhr/internal/require"
)

// The link to set a new password goes to a confirmed address of the account, and
// to no other.
func TestMailRecovery(t *testing.T) {
	server := newSMTP(t, nil)
	w := newWorld(t, mailing(t, server))
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	const path = "/account/recover/code"
	want := func(what string, err, want error) {
		t.Helper()
		require.ErrorIs(t, err, want, "%s", what)
	}
	always := func() bool { return true }
	never := func() bool { t.Error("a mail is counted that is not sent"); return false }
	want("without an address", w.MailRecovery(w.ctx, anna, "anna@mail.test", path, "en", never), ErrNoChannel)
	require.NoError(t, w.AddMail(w.ctx, anna, "anna@mail.test", AllWishes()))
	confirm := server.take()
	want("before it is confirmed", w.MailRecovery(w.ctx, anna, "anna@mail.test", path, "en", never), ErrNoChannel)
	id, proof := proofIn(t, confirm[0], "confirm")
	require.Succeeds(t)(w.Confirm(w.ctx, id, proof))
	want("of somebody else", w.MailRecovery(w.ctx, bert, "anna@mail.test", path, "en", never), ErrNoChannel)
	want("to another address", w.MailRecovery(w.ctx, anna, "bert@mail.test", path, "en", never), ErrNoChannel)
	if got := server.take(); len(got) != 0 {
		t.Errorf("sent: %v", got)
	}
	for lang, says := range map[string]string{"en": "new password", "de": "neues Passwort", "fr": "nouveau mot de passe", "es": "nueva"} {
		want("in "+lang, w.MailRecovery(w.ctx, anna, " Anna@Mail.test ", path, lang, always), nil)
		got := server.take()
		require.Must(t, len(got) == 1 && strings.Contains(got[0].to, "<anna@mail.test>"), "%s: sent %v", lang, got)
		header, subject, body := read(t, got[0])
		if wantNoList(t, header); !strings.Contains(body, w.Base+path) || !strings.Contains(subject, says) || !strings.Contains(body, "Anna") {
			t.Errorf("%s: the mail says %q: %q", lang, subject, body)
		}
	}
	want("too many", w.MailRecovery(w.ctx, anna, "anna@mail.test", path, "en", func() bool { return false }), ErrManyMails)
	if got := server.take(); len(got) != 0 {
		t.Errorf("too many: sent %v", got)
	}
	server.mu.Lock()
	server.refuse = "550 no"
	server.mu.Unlock()
	want("refused", w.MailRecovery(w.ctx, anna, "anna@mail.test", path, "en", always), ErrFailed)
	w.Mail = nil
	want("without a mail server", w.MailRecovery(w.ctx, anna, "anna@mail.test", path, "en", always), ErrNoMail)
}
