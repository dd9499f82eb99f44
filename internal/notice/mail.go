package notice

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// mailFor is how long a mail server may take.
const mailFor = 30 * time.Second

// Mail sends mail through one SMTP server.
type Mail struct {
	host    string
	from    *netmail.Address
	options []gomail.Option
}

// NewMail reads the address of a mail server and that of the sender. The server
// is smtps://USER:PASSWORD@HOST:PORT with TLS from the start (port 465), or
// smtp:// with STARTTLS (port 587); only on this machine (localhost or a loopback
// address) smtp:// also does without encryption. User and password may be
// missing. roots are the certificate authorities to trust, nil for the system's.
// Errors repeat no password.
func NewMail(server, from string, roots *x509.CertPool) (*Mail, error) {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return nil, fmt.Errorf("the mail server is %q, want smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT", hidePassword(server))
	}
	m := &Mail{host: u.Hostname()}
	if m.from, err = netmail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("the sender %q is not a mail address, want name@host or Name <name@host>", from)
	}
	port, policy := 587, gomail.TLSMandatory
	if here(m.host) {
		policy = gomail.TLSOpportunistic
	}
	m.options = []gomail.Option{gomail.WithTimeout(mailFor), gomail.WithoutNoop()}
	if u.Scheme == "smtps" {
		port = 465
		m.options = append(m.options, gomail.WithSSL())
	} else {
		m.options = append(m.options, gomail.WithTLSPolicy(policy))
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil || port < 1 || port > 65535 {
			return nil, fmt.Errorf("the mail server's port is %q, want 1 to 65535", p)
		}
	}
	m.options = append(m.options, gomail.WithPort(port),
		gomail.WithTLSConfig(&tls.Config{ServerName: m.host, MinVersion: tls.VersionTLS12, RootCAs: roots}))
	if u.User != nil {
		password, _ := u.User.Password()
		m.options = append(m.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	_, err = gomail.NewClient(m.host, m.options...)
	return m, err
}

// hidePassword leaves out of a server's address what stands before the last @, or may be a
// password without one.
func hidePassword(server string) string {
	scheme, _, ok := strings.Cut(server, "://")
	_, err := url.Parse(server)
	hidden := "…"
	if at := strings.LastIndex(server, "@"); at >= 0 {
		hidden += server[at:]
	} else if !ok || err == nil {
		return server
	}
	if ok {
		hidden = scheme + "://" + hidden
	}
	return hidden
}

// here reports whether a host is this machine.
func here(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// domain is the one of the sender, in which messages have their IDs.
func (m *Mail) domain() string {
	_, domain, _ := strings.Cut(m.from.Address, "@")
	return domain
}

// send sends a message with the notices of a channel.
func (m *Mail) send(ctx context.Context, to string, msg *message) error {
	body := msg.text(func(s string) string { return s }) + "\n-- \n" + msg.T("notice.mail.stop") + "\n" + msg.stop + "\n"
	return m.post(ctx, to, letter{
		id: msg.id, subject: msg.title(), body: body,
		headers: map[gomail.Header]string{
			gomail.HeaderListUnsubscribe:     "<" + msg.stop + ">",
			gomail.HeaderListUnsubscribePost: "List-Unsubscribe=One-Click",
		},
	})
}

// letter is a mail to be sent.
type letter struct {
	id, subject, body string
	headers           map[gomail.Header]string
}

// post sends a letter. Errors name no address.
func (m *Mail) post(ctx context.Context, to string, l letter) error {
	mail := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	mail.FromMailAddress(m.from)
	if err := mail.To(to); err != nil {
		return &failure{why: "not a mail address", final: true}
	}
	mail.SetMessageIDWithValue(l.id + "@" + m.domain())
	mail.SetDate()
	mail.SetGenHeader("Auto-Submitted", "auto-generated")
	for name, value := range l.headers {
		mail.SetGenHeader(name, value)
	}
	mail.Subject(l.subject)
	mail.SetBodyString(gomail.TypeTextPlain, l.body)
	client, err := gomail.NewClient(m.host, m.options...)
	if err != nil {
		return &failure{why: "the mail server's settings", ours: true}
	}
	ctx, cancel := context.WithTimeout(ctx, mailFor)
	defer cancel()
	return mailFailure(client.DialAndSendWithContext(ctx, mail), mail)
}

// mailFailure says without any address why a mail was not delivered. A mail that
// was accepted counts as delivered, whatever came after that.
func mailFailure(err error, mail *gomail.Msg) error {
	var sent *gomail.SendError
	switch {
	case err == nil, mail.IsDelivered():
		return nil
	case errors.As(err, &sent):
		code := sent.ErrorCode()
		return &failure{why: fmt.Sprintf("the mail server answered %d", code), final: code >= 500 && !sent.IsTemp(),
			ours: code > 0 && sent.Reason != gomail.ErrSMTPRcptTo} // of an answer that was lost the mail may have arrived
	}
	return &failure{why: "the mail server cannot be reached, or lets nobody in", ours: true}
}
