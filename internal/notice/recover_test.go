package notice

import (
	"errors"
	"strings"
	"testing"
	"time"

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
	require.Succeeds(t)(w.AddMail(w.ctx, anna, "anna@mail.test", AllWishes(), true))
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

// An address that was added without a proof recovers nothing, nor one whose receiver has stopped
// the messages, whatever its account changes; and those that were there are told of another.
func TestOnlyProvenAddressesRecover(t *testing.T) {
	server := newSMTP(t, nil)
	w := newWorld(t, mailing(t, server))
	anna := w.person("Anna", "")
	add := func(address string, proven bool) (id string) {
		t.Helper()
		require.Succeeds(t)(w.AddMail(w.ctx, anna, address, AllWishes(), proven))
		id, proof := proofIn(t, server.take()[0], "confirm")
		require.Succeeds(t)(w.Confirm(w.ctx, id, proof))
		return id
	}
	recovers := func(what, address string, want bool) {
		t.Helper()
		err := w.MailRecovery(w.ctx, anna, address, "/x", "en", func() bool { return true })
		require.True(t, want && err == nil || !want && errors.Is(err, ErrNoChannel), "%s: %v", what, err)
		server.take()
	}
	on := func(id string) {
		t.Helper()
		require.NoError(t, w.Change(w.ctx, anna.ID, id, func(_ *Wishes, on *bool) { *on = true }))
	}
	mine := add("mine@ruhr.test", true)
	w.passed.Add(int64(time.Second)) // for their order
	other := add("other@ruhr.test", false)
	told := server.take()
	require.Must(t, len(told) == 1 && strings.Contains(told[0].to, "<mine@") && strings.Contains(told[0].data, "other@ruhr.test"), "told: %+v", told)
	on(other)
	recovers("added with a proof", "mine@ruhr.test", true)
	recovers("added without", "other@ruhr.test", false)
	require.Succeeds(t)(w.AddMail(w.ctx, anna, "other@ruhr.test", AllWishes(), true))
	recovers("added again with a proof", "other@ruhr.test", true)
	c, _, err := w.store.Channel(w.ctx, mine)
	require.NoError(t, err)
	proof, err := w.sign(w.ctx, "stop", c)
	require.NoError(t, err)
	require.Succeeds(t)(w.Stop(w.ctx, mine, proof))
	on(mine)
	list, err := w.Channels(w.ctx, anna.ID)
	require.True(t, err == nil && list[0].Stop, "stopped and turned on by the account: %+v, %v", list, err)
	recovers("stopped", "mine@ruhr.test", false)
}
