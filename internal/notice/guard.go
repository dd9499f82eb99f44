package notice

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"
)

const (
	sendFor   = 10 * time.Second // how long a receiver may take
	maxAnswer = 4 << 10          // bytes read of its answer
)

// notPublic are networks that belong to nobody, or lead into a network of the
// server's own, besides those that package net/netip knows.
var notPublic = func() (out []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(text))
	}
	return out
}()

// Public reports whether an address belongs to the internet and a port to the
// web: 80, 443, or 1024 and above.
func Public(to netip.AddrPort) bool {
	ip := to.Addr().Unmap().WithZone("")
	if p := to.Port(); p != 80 && p != 443 && p < 1024 {
		return false
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, p := range notPublic {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// errReach: an address that must not be reached.
var errReach = errors.New("not a public address")

// client sends requests to addresses that people name. It checks the address
// that a name has led to when it connects, follows no redirect, uses no proxy,
// and reads little.
type client struct{ http *http.Client }

// newClient makes a client for addresses that reach allows; names are looked up
// by the resolver, nil for the system's.
func newClient(reach func(netip.AddrPort) bool, names *net.Resolver) client {
	dialer := &net.Dialer{Timeout: sendFor, Resolver: names, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !reach(to) {
			return errReach
		}
		return nil
	}}
	return client{&http.Client{
		Timeout: sendFor,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: sendFor, ResponseHeaderTimeout: sendFor,
			MaxResponseHeaderBytes: 16 << 10, DisableKeepAlives: true, DisableCompression: true, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do sends a request and returns the answer with its body read and closed, and a
// *failure if it is not a success. Errors name no address.
func (c client) Do(r *http.Request) (*http.Response, error) {
	answer, err := c.http.Do(r)
	switch {
	case errors.Is(err, errReach):
		return nil, &failure{why: errReach.Error(), final: true}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &failure{why: "no answer in time"}
	case err != nil:
		return nil, &failure{why: "no connection"}
	}
	io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // what it says does not matter
	answer.Body.Close()
	return answer, verdict(answer)
}

// verdict is what an answer's status means.
func verdict(answer *http.Response) error {
	why := "status " + strconv.Itoa(answer.StatusCode)
	switch status := answer.StatusCode; {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusNotFound, status == http.StatusGone:
		return &failure{why: why, final: true, gone: true}
	case status >= 500, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
		return &failure{why: why}
	}
	return &failure{why: why, final: true}
}
