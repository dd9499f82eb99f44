package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"ruhr/internal/web/kernel"
)

// reachFlags say how visitors reach the program.
type reachFlags struct {
	Public       string   `placeholder:"URL" help:"cli.public"`
	TrustedProxy []string `sep:"none" placeholder:"CIDR" help:"cli.trusted_proxy"`
	AcmeDomain   []string `sep:"none" placeholder:"NAME" help:"cli.acme_domain"`
}

// access reads the flags. Host headers are checked if local says that only
// this machine or its network is served, and if the public address is known.
func (f reachFlags) access(w *env, local bool) (kernel.Access, error) {
	var a kernel.Access
	if f.Public == "" && len(f.AcmeDomain) > 0 {
		f.Public = "https://" + f.AcmeDomain[0]
	}
	if f.Public != "" {
		u, err := url.Parse(f.Public)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
			return a, w.failing(err, "cli.bad_public", "url", f.Public)
		}
		u.Host = kernel.HostOf(u.Scheme, u.Host)
		a.Public = u
	}
	for _, text := range f.TrustedProxy {
		p, err := parsePrefix(text)
		if err != nil {
			return a, w.failing(err, "cli.bad_proxy", "cidr", text)
		}
		a.Proxies = append(a.Proxies, p)
	}
	a.CheckHost = local || a.Public != nil
	return a, nil
}

// parsePrefix reads a network, or an address alone.
func parsePrefix(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil {
		ip = ip.Unmap()
		return netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err
}

// certificates fetches and keeps the certificates for the domains, in a folder
// beside the database; nil without domains.
func (f reachFlags) certificates(db string) *autocert.Manager {
	if len(f.AcmeDomain) == 0 {
		return nil
	}
	return &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		HostPolicy: autocert.HostWhitelist(f.AcmeDomain...),
		Cache:      autocert.DirCache(filepath.Join(filepath.Dir(db), "acme")),
	}
}

// tlsConfig is the TLS configuration for these certificates, nil without them.
func tlsConfig(m *autocert.Manager) *tls.Config {
	if m == nil {
		return nil
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: m.GetCertificate, NextProtos: []string{"h2", "http/1.1", acme.ALPNProto}}
}

// redirectPort is the port of addresses typed without a scheme.
const redirectPort = ":80"

// redirect sends visitors without TLS to https and answers ACME challenges.
// The program works without it.
func redirect(ctx context.Context, m *autocert.Manager, log *slog.Logger) {
	var listening net.ListenConfig
	l, err := listening.Listen(ctx, "tcp", redirectPort)
	if err != nil {
		log.Warn("visitors without TLS are not sent on", "addr", redirectPort, "err", err)
		return
	}
	server := &http.Server{Handler: m.HTTPHandler(nil), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("visitors without TLS are not sent on any more", "err", err)
		}
	}()
}
