package notice

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// read takes a mail apart.
func read(t *testing.T, m mailGot) (header netmail.Header, subject, body string) {
	t.Helper()
	msg, err := netmail.ReadMessage(strings.NewReader(m.data))
	require.NoError(t, err)
	subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	require.NoError(t, err)
	in := io.Reader(msg.Body)
	if msg.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		in = quotedprintable.NewReader(in)
	}
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	return msg.Header, subject, string(text)
}

// A mail address from its first entry to the last message: confirmed by a link,
// told of turns in the person's language, stopped by one click.
func TestMail(t *testing.T) {
	server := newSMTP(t, nil)
	w := newWorld(t, mailing(t, server))
	anna, bert := w.person("Anna", "lang=de"), w.person("Bert", "")
	for _, bad := range []string{"a\u2028b@mail.test", "a@mail\u2029.test", "a\u202eb@mail.test", "a\u200bb@mail.test", "a\u00a0b@mail.test", "a\ufeff@mail.test", "", "anna", "anna@host", "Anna <anna@ruhr.test>", "anna@ruhr.test\r\nBcc: x@y.test", "a b@ruhr.test"} {
		require.Fails(t, ErrAddress, "%q", bad)(w.AddMail(w.ctx, anna, bad, AllWishes(), true))
	}
	wishes := AllWishes()
	wishes.Lang = "de"
	require.Succeeds(t)(w.AddMail(w.ctx, anna, "anna@ruhr.test", wishes, true))
	asked := server.take()
	require.Must(t, len(asked) == 1 && strings.Contains(asked[0].to, "<anna@ruhr.test>"), "to confirm, mails %+v", asked)
	asks, subject, body := read(t, asked[0])
	if !strings.Contains(subject, "bestätigen") || !strings.Contains(body, "„Anna“") {
		t.Errorf("the mail to confirm says %q: %q", subject, body)
	}
	wantNoList(t, asks)
	w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	if got := server.take(); len(got) != 0 {
		t.Fatalf("%d mails to an address that nobody has confirmed", len(got))
	}
	id, proof := proofIn(t, asked[0], "confirm")
	for _, wrong := range [][2]string{{id, "x"}, {id, ""}, {"x", proof}} {
		require.Fails(t, ErrLink, "a wrong link")(w.Confirm(w.ctx, wrong[0], wrong[1]))
	}
	require.Fails(t, ErrLink, "the link to confirm stops")(w.Stop(w.ctx, id, proof))
	if l, err := w.Confirmable(w.ctx, id, proof); err != nil || l.Done || l.Name != "anna@ruhr.test" {
		t.Errorf("before: %+v, %v", l, err)
	}
	for range 2 {
		if l, err := w.Confirm(w.ctx, id, proof); err != nil || !l.Done {
			t.Fatalf("confirmed: %+v, %v", l, err)
		}
	}
	w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	got := server.take()
	require.Must(t, len(got) == 1, "%d mails, want 1", len(got))
	header, subject, body := read(t, got[0])
	if !strings.Contains(body, "Bert") || !strings.Contains(body, "https://ruhr.test/t/") || subject != "Du bist am Zug" && subject != "Ein Tisch beginnt" {
		t.Errorf("the mail says %q: %q", subject, body)
	}
	if header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.HasSuffix(header.Get("Message-ID"), "@ruhr.test>") || header.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("the mail's header: %v", header)
	}
	stopID, stopProof := proofIn(t, got[0], "stop")
	require.True(t, strings.Contains(header.Get("List-Unsubscribe"), stopProof), "the header has another link than the text")
	if l, err := w.Stop(w.ctx, stopID, stopProof); err != nil || !l.Done {
		t.Fatalf("stopped: %+v, %v", l, err)
	}
	require.Fails(t, ErrLink, "the link to confirm starts it again")(w.Confirm(w.ctx, id, proof))
	w.sit(game.Pace{}, anna, bert)
	w.pass(soon)
	w.pass(soon)
	if got := server.take(); len(got) != 0 {
		t.Errorf("%d mails after it was stopped", len(got))
	}
	require.True(t, !strings.Contains(w.log.String(), "anna@"), "the log names the address: %s", w.log)
}

// An address that nobody has confirmed gets few mails, by all accounts and however it is
// written; one at which the messages were stopped is to be confirmed again, and gets no test.
func TestStrangersGetFewMails(t *testing.T) {
	server := newSMTP(t, nil)
	w := newWorld(t, mailing(t, server))
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	add := func(a store.Account, address string, want error) {
		t.Helper()
		require.Fails(t, want, "%s", address)(w.AddMail(w.ctx, a, address, AllWishes(), true))
	}
	add(anna, "cleo@ruhr.test", nil)
	add(bert, "Cleo+more@ruhr.test", nil)
	asked := server.take()
	only := func(a store.Account) Channel {
		t.Helper()
		list, err := w.Channels(w.ctx, a.ID)
		require.NoError(t, err)
		return list[0]
	}
	first := only(bert).ID
	w.passed.Add(int64(time.Second))
	for range 3 {
		add(anna, "cleo@ruhr.test", ErrManyMails)
		add(bert, "CLEO@ruhr.test", ErrManyMails)
		add(bert, "dora"+store.NewID()+"@ruhr.test", nil)
	}
	require.True(t, len(asked) == 2 && len(server.take()) == 3 && only(bert).ID == first, "mails to confirm: %+v", asked)
	w.passed.Add(int64(24 * time.Hour))
	id, proof := proofIn(t, asked[0], "confirm")
	_, err := w.Confirm(w.ctx, id, proof)
	require.NoError(t, errors.Join(err, w.Test(w.ctx, anna.ID, id)))
	_, err = w.Stop(w.ctx, id, second(proofIn(t, server.take()[0], "stop")))
	require.NoError(t, err)
	require.ErrorIs(t, w.Test(w.ctx, anna.ID, id), ErrNoChannel, "a test at a stopped address")
	add(anna, "cleo@ruhr.test", nil)
	if c := only(anna); !c.New || len(server.take()) != 1 {
		t.Errorf("added again it is %+v", c)
	}
}

func second(_, b string) string { return b }

// wantNoList checks that a mail somebody has asked for does not offer to unsubscribe from
// what nobody has subscribed to (RFC 8058): mail programs would show a button for it.
func wantNoList(t *testing.T, header netmail.Header) {
	t.Helper()
	for name := range header {
		require.True(t, !strings.HasPrefix(name, "List-"), "the mail has the header %s", name)
	}
}

func TestMailToConfirmIsLate(t *testing.T) {
	server := newSMTP(t, nil)
	w := newWorld(t, mailing(t, server))
	a := w.person("Anna", "")
	require.Succeeds(t)(w.AddMail(w.ctx, a, "anna@ruhr.test", AllWishes(), true))
	id, proof := proofIn(t, server.take()[0], "confirm")
	w.passed.Add(int64(confirmFor + time.Minute))
	require.Fails(t, ErrLink, "after a week")(w.Confirm(w.ctx, id, proof))
	require.Returns(t, true, "asked for again: a link was sent")(w.AddMail(w.ctx, a, "anna@ruhr.test", AllWishes(), true))
	id, proof = proofIn(t, server.take()[0], "confirm")
	if l, err := w.Confirm(w.ctx, id, proof); err != nil || !l.Done {
		t.Errorf("the new link: %+v, %v", l, err)
	}
	require.Returns(t, false, "confirmed already: a link was sent")(w.AddMail(w.ctx, a, "anna@ruhr.test", AllWishes(), true))
	require.True(t, len(server.take()) == 0, "a confirmed address gets one more link")
	if list, err := w.Channels(w.ctx, a.ID); err != nil || len(list) != 1 {
		t.Errorf("channels %+v, %v", list, err)
	}
	require.Succeeds(t)(w.AddMail(w.ctx, a, "never@ruhr.test", AllWishes(), true))
	w.passed.Add(int64(confirmFor + time.Minute))
	require.NoError(t, w.AddHook(w.ctx, a, "https://ruhr.test/hook", AllWishes()))
	if list, err := w.Channels(w.ctx, a.ID); err != nil || len(list) != 2 {
		t.Errorf("addresses that nobody can confirm any more count: %+v, %v", list, err)
	}
}

// What a mail server answers decides whether it is tried again, and is told
// without any address.
func TestMailRefused(t *testing.T) {
	for answer, want := range map[string]*failure{
		"550 no anna@ruhr.test here": {why: "the mail server answered 550", final: true},
		"451 later, anna@ruhr.test":  {why: "the mail server answered 451"},
	} {
		server := newSMTP(t, nil)
		server.refuse = answer
		m, err := NewMail(server.url(), "ruhr@ruhr.test", nil)
		require.NoError(t, err)
		err = m.post(t.Context(), "anna@ruhr.test", letter{id: "x", subject: "x", body: "x"})
		var got *failure
		require.True(t, errors.As(err, &got) && *got == *want, "%s: %+v, want %+v", answer, err, want)
		server.Close()
		err = m.post(t.Context(), "anna@ruhr.test", letter{id: "x", subject: "x", body: "x"})
		require.True(t, errors.As(err, &got) && !got.final && !strings.Contains(got.why, "127.0.0.1"), "a server that is gone: %+v", err)
	}
	w := newWorld(t)
	require.Fails(t, ErrNoMail, "without a mail server")(w.AddMail(w.ctx, w.person("Anna", ""), "anna@ruhr.test", AllWishes(), true))
	server := newSMTP(t, nil)
	server.refuse = "550 no"
	w = newWorld(t, mailing(t, server))
	a := w.person("Anna", "")
	require.Fails(t, ErrFailed, "an address that the server refuses")(w.AddMail(w.ctx, a, "anna@ruhr.test", AllWishes(), true))
	if list, err := w.Channels(w.ctx, a.ID); err != nil || len(list) != 0 {
		t.Errorf("an address that was refused is kept: %+v, %v", list, err)
	}
}

// Trouble of this server's own makes no channel rest: once it is over, what is still so is sent.
func TestOwnTroubleRestsNobody(t *testing.T) {
	for what, trouble := range map[string]func(w *world, s *smtpServer){
		"no mail server":    func(w *world, _ *smtpServer) { w.Mail = nil },
		"a refused sender":  func(_ *world, s *smtpServer) { s.sick = "550 5.4.5 daily quota" },
		"a refused sign-in": func(w *world, s *smtpServer) { mailing(t, s, "nobody:wrong@")(&w.Options) },
		"no connection":     func(w *world, s *smtpServer) { mailing(t, &smtpServer{Listener: closed(t)})(&w.Options) },
	} {
		t.Run(what, func(t *testing.T) {
			server := newSMTP(t, nil)
			w := newWorld(t, mailing(t, server))
			anna, bert := w.person("Anna", ""), w.person("Bert", "")
			require.Succeeds(t)(w.AddMail(w.ctx, anna, "anna@ruhr.test", AllWishes(), true))
			id, proof := proofIn(t, server.take()[0], "confirm")
			require.Succeeds(t)(w.Confirm(w.ctx, id, proof))
			works := w.Mail
			trouble(w, server)
			for range MaxFailed + 1 {
				w.sit(correspondence(), anna, bert)
			}
			for range 2 * 24 {
				w.pass(time.Hour)
			}
			server.mu.Lock()
			server.sick = ""
			server.mu.Unlock()
			w.Mail = works
			w.pass(longestOurs)
			list, err := w.Channels(w.ctx, anna.ID)
			require.Must(t, err == nil && !list[0].Rest, "the channel is %+v, %v", list, err)
			require.True(t, len(server.take()) > 0, "nothing was sent afterwards")
			trouble(w, server)
			w.sit(correspondence(), anna, bert)
			for range 4 * 24 {
				w.pass(time.Hour)
			}
			left, err := w.Store.Pending(w.ctx)
			require.True(t, err == nil && (left[KindMail] == 0 || w.Mail == nil), "for ever there wait %v, %v", left, err)
		})
	}
}

// closed is where nobody listens any more.
func closed(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l.Close()
	return l
}

// With smtps:// everything is encrypted, and the password is said there alone.
func TestMailWithTLS(t *testing.T) {
	certified := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(certified.Close)
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certified.TLS.Certificates})
	require.NoError(t, err)
	server := newSMTP(t, l)
	server.user = base64.StdEncoding.EncodeToString([]byte("\x00ruhr\x00s3cret word"))
	roots := x509.NewCertPool()
	roots.AddCert(certified.Certificate())
	m, err := NewMail("smtps://ruhr:s3cret%20word@"+server.Addr().String(), "ruhr@ruhr.test", roots)
	require.NoError(t, err)
	require.NoError(t, m.post(t.Context(), "anna@ruhr.test", letter{id: "x", subject: "x", body: "x"}))
	if got := server.take(); len(got) != 1 || server.entered != 1 {
		t.Errorf("%d mails, %d sign-ins", len(got), server.entered)
	}
	unknown, err := NewMail("smtps://"+server.Addr().String(), "ruhr@ruhr.test", nil)
	require.NoError(t, err)
	if err := unknown.post(t.Context(), "anna@ruhr.test", letter{id: "x", subject: "x", body: "x"}); err == nil {
		t.Error("a certificate that nobody vouches for is accepted")
	}
}

func TestNewMail(t *testing.T) {
	for _, c := range []struct{ server, from string }{
		{"mail.test", "ruhr@ruhr.test"}, {"http://mail.test", "ruhr@ruhr.test"}, {"smtp://", "ruhr@ruhr.test"}, {"smtp://mail.test:99999", "ruhr@ruhr.test"},
		{"smtp://u:s3cret@mail.test/path", "ruhr@ruhr.test"}, {"smtp://u:s3cret@mail.test", "nobody"}, {"smtp://u:s3cret", "ruhr@ruhr.test"}, {"smtp://u:s3cret@mail.test:x", "ruhr@ruhr.test"},
	} {
		_, err := NewMail(c.server, c.from, nil)
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s from %s: error %v, want one without the password", c.server, c.from, err)
		}
	}
	// Elsewhere than on this machine nothing is sent without encryption.
	if here("mail.test") || here("10.0.0.1") || !here("localhost") || !here("127.0.0.1") || !here("::1") {
		t.Error("which mail servers are on this machine")
	}
}
