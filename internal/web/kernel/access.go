package kernel

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"ruhr/internal/table"
)

// Access says how visitors reach the program. The zero Access is for a program
// reached directly, under any name.
type Access struct {
	// Public is the public address, scheme and host alone: links begin with it.
	// If nil, they begin with the scheme and host of the request.
	Public *url.URL
	// Folder is the address of the offline edition's folder, "" for a server.
	Folder string
	// Proxies are the reverse proxies trusted to report a visitor's address and
	// scheme.
	Proxies []netip.Prefix
	// CheckHost refuses requests unless they are for Public's host, a local name of
	// this machine or an IP address. This prevents DNS rebinding: a page elsewhere
	// whose own name resolves to this machine.
	CheckHost bool
}

// caller is the sender of a request, as far as the connection and trusted
// proxies show.
type caller struct {
	Address string // an IPv4 address or an IPv6 /64 network
	HTTPS   bool   // between the visitor and the program, or its proxy
	Public  string // what links begin with
	request string // ID of the request, in the log and in the response
}

type callerKey struct{}

// CallerOf returns the sender of a request.
func CallerOf(r *http.Request) caller {
	if v, ok := r.Context().Value(callerKey{}).(caller); ok {
		return v
	}
	return Access{}.Caller(r)
}

// identify attaches the sender to a request.
func (a Access) identify(r *http.Request) *http.Request {
	v := a.Caller(r)
	v.request = table.NewSecret()[:8]
	r = r.WithContext(context.WithValue(r.Context(), callerKey{}, v))
	r.Host = HostOf(v.scheme(), r.Host)
	if scheme, host, ok := strings.Cut(r.Header.Get("Origin"), "://"); ok {
		r.Header.Set("Origin", scheme+"://"+HostOf(scheme, host))
	}
	return r
}

// HostOf returns a host as the origins of a scheme have it: in lower case, without the
// dot that ends a complete name, and without the scheme's usual port.
func HostOf(scheme, host string) string {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if port != "" && port != usualPorts[scheme] {
		return net.JoinHostPort(name, port)
	}
	if strings.Contains(name, ":") {
		return "[" + name + "]"
	}
	return name
}

var usualPorts = map[string]string{"http": "80", "https": "443"}

// Caller is the sender of a request.
func (a Access) Caller(r *http.Request) caller {
	v := caller{Address: address(r), HTTPS: r.TLS != nil}
	if a.Public != nil && a.Public.Scheme == "https" {
		v.HTTPS = v.HTTPS || HostOf("https", r.Host) == HostOf("https", a.Public.Host)
	}
	if ip, ok := peer(r); ok && a.trusts(ip) {
		v.Address = networkOf(a.client(ip, r.Header))
		v.HTTPS = v.HTTPS || strings.EqualFold(forwardedProto(r.Header), "https")
	}
	v.Public = v.scheme() + "://" + HostOf(v.scheme(), r.Host)
	if a.Public != nil {
		v.Public = a.Public.Scheme + "://" + HostOf(a.Public.Scheme, a.Public.Host)
	}
	return v
}

// Link is the address of a page to pass on. In the offline edition it is that of the first
// page, which names the other one in its fragment: its host has no more pages.
func (s *Kernel) Link(r *http.Request, path string) string {
	if s.Access.Folder == "" {
		return CallerOf(r).Public + path
	}
	_, fragment, ok := strings.Cut(path, "#")
	if !ok {
		fragment = strings.TrimPrefix(path, "/")
	}
	return s.Access.Folder + "#" + fragment
}

func (v caller) scheme() string {
	if v.HTTPS {
		return "https"
	}
	return "http"
}

func (a Access) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// client returns the visitor's address as reported by a trusted proxy. A proxy
// sets one of the two headers, and anyone may send the other one: if they differ
// both are ignored, and the proxy counts as the visitor.
func (a Access) client(proxy netip.Addr, h http.Header) netip.Addr {
	var clients []netip.Addr
	if hops := forwardedFor(h); hops != nil {
		clients = append(clients, a.nearest(proxy, hops))
	}
	if hops := forwarded(h, "for"); hops != nil {
		clients = append(clients, a.nearest(proxy, hops))
	}
	if len(clients) == 0 || clients[0] != clients[len(clients)-1] {
		return proxy
	}
	return clients[0]
}

// nearest returns the last hop that is not a trusted proxy; earlier ones may be
// forged.
func (a Access) nearest(proxy netip.Addr, hops []string) netip.Addr {
	at := proxy
	for _, hop := range slices.Backward(hops) {
		ip, ok := parseHop(hop)
		if !ok {
			break
		}
		if at = ip; !a.trusts(ip) {
			break
		}
	}
	return at
}

// parseHop reads an address with or without a port.
func parseHop(hop string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(hop); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	ip, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
	return ip.Unmap().WithZone(""), err == nil
}

// forwardedFor returns the hops of X-Forwarded-For, the visitor's first.
func forwardedFor(h http.Header) []string { return listed(h.Values("X-Forwarded-For")) }

// forwarded returns the values of a parameter in Forwarded (RFC 7239), the
// visitor's first. A hop without it is "".
func forwarded(h http.Header, name string) (out []string) {
	for _, hop := range listed(h.Values("Forwarded")) {
		value := ""
		for pair := range strings.SplitSeq(hop, ";") {
			key, v, _ := strings.Cut(strings.TrimSpace(pair), "=")
			if strings.EqualFold(key, name) {
				value = strings.Trim(v, `"`)
			}
		}
		out = append(out, value)
	}
	return out
}

// forwardedProto returns the scheme that the nearest proxy reports, "" for none.
func forwardedProto(h http.Header) string {
	for _, protos := range [][]string{listed(h.Values("X-Forwarded-Proto")), forwarded(h, "proto")} {
		if len(protos) > 0 {
			return protos[len(protos)-1]
		}
	}
	return ""
}

// listed returns the items of a header's lines, in order.
func listed(lines []string) (out []string) {
	for _, line := range lines {
		for item := range strings.SplitSeq(line, ",") {
			out = append(out, strings.TrimSpace(item))
		}
	}
	return out
}

// AnswersTo reports whether a request's host is one of the program's own.
func (a Access) AnswersTo(host string) bool {
	if !a.CheckHost || host == "" {
		return true
	}
	name := hostname(host)
	if a.Public != nil && name == hostname(a.Public.Host) {
		return true
	}
	if _, ok := parseHop(name); ok {
		return true
	}
	// No DNS server answers for these.
	return !strings.Contains(name, ".") || strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".local")
}

// hostname returns the name of a host at any port.
func hostname(host string) string {
	return (&url.URL{Host: HostOf("", host)}).Hostname()
}

// peer returns the address a connection comes from.
func peer(r *http.Request) (netip.Addr, bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return at.Addr().Unmap().WithZone(""), err == nil
}

// address returns the network a connection comes from.
func address(r *http.Request) string {
	if ip, ok := peer(r); ok {
		return networkOf(ip)
	}
	return r.RemoteAddr
}

// networkOf returns an IPv4 address itself, or the /64 network of an IPv6 address.
func networkOf(ip netip.Addr) string {
	if ip.Is6() {
		if net, err := ip.Prefix(64); err == nil {
			return net.String()
		}
	}
	return ip.String()
}
