package cli

import (
	"log/slog"
	"net"
	"strconv"

	"ruhr/internal/notice"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// noticeFlags say how mail is sent.
type noticeFlags struct {
	SMTP     string `name:"smtp" env:"RUHR_SMTP" placeholder:"URL" help:"cli.smtp"`
	MailFrom string `placeholder:"ADDRESS" help:"cli.mail_from"`
}

// mail reads the flags; nil without a mail server.
func (f noticeFlags) mail(w *env) (*notice.Mail, error) {
	if f.SMTP == "" && f.MailFrom == "" {
		return nil, nil
	}
	if f.SMTP == "" || f.MailFrom == "" {
		return nil, w.failing(nil, "cli.mail_both")
	}
	m, err := notice.NewMail(f.SMTP, f.MailFrom, nil)
	if err != nil {
		return nil, w.failing(err, "cli.bad_mail", "why", err.Error())
	}
	return m, nil
}

// notices makes the service that sends notices; their links begin with the
// public address, else with one at which the listener is reached.
func (f noticeFlags) notices(w *env, st notice.Store, tables *table.Service, access kernel.Access, l net.Addr, meter notice.Meter, log *slog.Logger) (*notice.Service, error) {
	mail, err := f.mail(w)
	if err != nil {
		return nil, err
	}
	base := localAddress(l)
	if p := access.Public; p != nil {
		base = p.Scheme + "://" + p.Host
	}
	return notice.New(notice.Options{Store: st, Tables: tables, Base: base, Mail: mail, Meter: meter, Log: log})
}

// localAddress is an address of the pages for a listener without a public one.
func localAddress(l net.Addr) string {
	at, ok := l.(*net.TCPAddr)
	if !ok {
		return "http://localhost"
	}
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "127.0.0.1"
		if list := localAddresses(); len(list) > 0 {
			host = list[0]
		}
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}
