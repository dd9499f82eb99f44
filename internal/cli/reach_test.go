package cli

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/lang"
)

func TestAccessFlags(t *testing.T) {
	for _, c := range []struct {
		flags reachFlags
		local bool
		want  string // "public|proxies|whether hosts are checked", or what the error says
	}{
		{reachFlags{}, true, "|[]|true"},
		{reachFlags{}, false, "|[]|false"},
		{reachFlags{Public: "https://ruhr.example/"}, false, "https://ruhr.example|[]|true"},
		{reachFlags{Public: "http://ruhr.example:8080"}, true, "http://ruhr.example:8080|[]|true"},
		{reachFlags{AcmeDomain: []string{"ruhr.example", "www.ruhr.example"}}, false, "https://ruhr.example|[]|true"},
		{reachFlags{TrustedProxy: []string{"127.0.0.1", "10.1.2.3/8", "2001:db8::/32"}}, false, "|[127.0.0.1/32 10.0.0.0/8 2001:db8::/32]|false"},
		{reachFlags{Public: "https://Ruhr.Example.:443"}, true, "https://ruhr.example|[]|true"},
		{reachFlags{Public: "ruhr.example"}, true, "expected http:// or https:// and a host"},
		{reachFlags{Public: "https://ruhr.example/games"}, true, "with no path"},
		{reachFlags{Public: "https://me@ruhr.example"}, true, "--public https://me@ruhr.example"},
		{reachFlags{Public: "https://:443"}, true, "expected"},
		{reachFlags{Public: "https://\n"}, true, "expected"},
		{reachFlags{TrustedProxy: []string{"nginx"}}, true, "--trusted-proxy nginx: expected an address or a network"},
	} {
		a, err := c.flags.access(&env{words: lang.For("en")}, c.local)
		if err != nil {
			require.True(t, strings.Contains(err.Error(), c.want), "%+v: error %v, want %q", c.flags, err, c.want)
			continue
		}
		public := ""
		if a.Public != nil {
			public = a.Public.Scheme + "://" + a.Public.Host
		}
		require.Equal(t, fmt.Sprint(public, "|", a.Proxies, "|", a.CheckHost), c.want, "%+v", c.flags)
	}
}

// A domain is served over TLS with the certificate in the folder beside the
// database, and other domains are not. Fetching a certificate would need the
// network.
func TestServeWithKeptCertificate(t *testing.T) {
	const domain = "ruhr.example"
	db := filepath.Join(t.TempDir(), "tables.db")
	keepCertificate(t, autocert.DirCache(filepath.Join(filepath.Dir(db), "acme")), domain)
	ctx, stop := context.WithCancel(t.Context())
	w := &env{ctx: ctx, words: lang.For("en"), out: io.Discard, errors: io.Discard}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	ended := make(chan error)
	m := reachFlags{AcmeDomain: []string{domain}}.certificates(db)
	go func() { ended <- serve(w, l, site, live.NewHub(), tlsConfig(m)) }()
	client := func(name string) *http.Client {
		return &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true,
			TLSClientConfig: &tls.Config{ServerName: name, InsecureSkipVerify: true}}} // the certificate is made here
	}
	res, err := client(domain).Get("https://" + l.Addr().String())
	require.NoError(t, err)
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err != nil || string(body) != "HTTP/2.0" || res.TLS.PeerCertificates[0].DNSNames[0] != domain {
		t.Errorf("answered %q, %v, with a certificate for %v", body, err, res.TLS.PeerCertificates[0].DNSNames)
	}
	if res, err := client("other.example").Get("https://" + l.Addr().String()); err == nil {
		res.Body.Close()
		t.Error("another domain is served")
	}
	stop()
	require.NoError(t, <-ended)
	if m := (reachFlags{}).certificates(db); m != nil || tlsConfig(m) != nil {
		t.Error("without a domain there is TLS")
	}
}

// keepCertificate puts a self-signed certificate where those from ACME are
// kept.
func keepCertificate(t *testing.T, cache autocert.Cache, domain string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: domain}, DNSNames: []string{domain},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	data := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	require.NoError(t, cache.Put(t.Context(), domain, data))
}
