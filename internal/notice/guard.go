package notice

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"
)

const (
	sendFor   = 10 * time.Second // how long a receiver may take
	maxAnswer = 4 << 10          // bytes read of its answer
)

// internet are the networks that belong to the internet, and notPublic the parts of
// them that belong to nobody, or lead into a network of the server's own or of its
// provider, besides those that package net/netip knows.
var (
	internet  = prefixes("0.0.0.0/0", "2000::/3")
	notPublic = prefixes(
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"168.63.129.16/32", // Azure's own service, from each of its machines
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	)
)

func prefixes(list ...string) (out []netip.Prefix) {
	for _, text := range list {
		out = append(out, netip.MustParsePrefix(text))
	}
	return out
}

// Public reports whether an address belongs to the internet and not to this
// machine, and a port to the web: 80, 443, or 1024 and above.
func Public(to netip.AddrPort) bool {
	own, err := net.InterfaceAddrs()
	return err == nil && public(to, own)
}

// public is Public on a machine with these addresses.
func public(to netip.AddrPort, own []net.Addr) bool {
	ip := to.Addr().Unmap().WithZone("")
	if p := to.Port(); p != 80 && p != 443 && p < 1024 {
		return false
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || !within(ip, internet) || within(ip, notPublic) {
		return false
	}
	return !slices.ContainsFunc(own, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(ip.AsSlice())
	})
}

func within(ip netip.Addr, list []netip.Prefix) bool {
	return slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(ip) })
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
