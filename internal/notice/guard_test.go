package notice

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"ruhr/internal/require"
)

func TestPublic(t *testing.T) {
	own := []net.Addr{&net.IPNet{IP: net.ParseIP("93.184.216.35"), Mask: net.CIDRMask(24, 32)}, &net.IPNet{IP: net.ParseIP("2606:2800:220:1::2"), Mask: net.CIDRMask(64, 128)}}
	for to, want := range map[string]bool{
		"93.184.216.34:443": true, "93.184.216.34:80": true, "93.184.216.34:8065": true, "[2606:2800:220:1::1]:443": true,
		"93.184.216.34:25": false, "93.184.216.34:22": false,
		"127.0.0.1:443": false, "127.8.0.1:443": false, "0.0.0.0:443": false, "10.0.0.1:443": false, "172.16.0.1:443": false, "172.31.255.1:443": false,
		"192.168.1.1:443": false, "169.254.169.254:80": false, "100.64.0.1:443": false, "198.18.0.1:443": false, "192.0.2.1:443": false,
		"224.0.0.1:443": false, "240.0.0.1:443": false, "255.255.255.255:443": false,
		"[::1]:443": false, "[::]:443": false, "[fe80::1%eth0]:443": false, "[fc00::1]:443": false, "[fd12::1]:443": false, "[ff02::1]:443": false,
		"[::ffff:127.0.0.1]:443": false, "[::ffff:10.0.0.1]:443": false, "[::ffff:93.184.216.34]:443": true, "[::7f00:1]:443": false,
		"[64:ff9b::7f00:1]:443": false, "[2002:7f00:1::]:443": false, "[2001:db8::1]:443": false,
		"[::ffff:0:7f00:1]:443": false, "[5f00::1]:443": false, "[4000::1]:443": false, "[1fff::1]:443": false, "[3fff::1]:443": false, "[2001:0:1::1]:443": false,
		"168.63.129.16:80": false, "[::ffff:168.63.129.16]:80": false,
		"93.184.216.35:443": false, "[2606:2800:220:1::2]:443": false, "[::ffff:93.184.216.35]:443": false, // this machine's own
	} {
		require.Equal(t, public(netip.MustParseAddrPort(to), own), want, "public(%s)", to)
	}
}

// asked sends a request and returns the failure's text, "" for none.
func asked(t *testing.T, c client, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader("{}"))
	require.NoError(t, err)
	_, err = c.Do(r)
	var f *failure
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("an error that is no failure: %v", err)
	}
	if err != nil && strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("the failure names the address: %v", err)
	}
	if err == nil {
		return ""
	}
	return f.why
}

// A receiver on this machine is not reached, however it is called, and a
// redirect is not followed.
func TestGuard(t *testing.T) {
	var came atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { came.Add(1) }))
	t.Cleanup(inner.Close)
	port := netip.MustParseAddrPort(inner.Listener.Addr().String()).Port()
	guarded := newClient(Public, nil)
	for _, address := range []string{inner.URL, strings.Replace(inner.URL, "127.0.0.1", "localhost", 1), strings.Replace(inner.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1)} {
		require.Equal(t, asked(t, guarded, address), errReach.Error(), "%s", address)
	}
	require.Must(t, came.Load() == 0, "a private receiver was reached")
	for _, status := range []int{301, 302, 307, 308} {
		outer := httptest.NewServer(http.RedirectHandler(inner.URL, status))
		if why := asked(t, newClient(anywhere, nil), outer.URL); !strings.HasPrefix(why, "status 3") || came.Load() != 0 {
			t.Errorf("a redirect with %d: %q, and the other receiver got %d requests", status, why, came.Load())
		}
		outer.Close()
	}
	onlyHere := func(to netip.AddrPort) bool { return to.Port() == port }
	if why := asked(t, newClient(onlyHere, nil), inner.URL); why != "" || came.Load() != 1 {
		t.Errorf("where it may be reached: %q", why)
	}
}

// A name that leads to a public address when it is looked up first and to this
// machine afterwards (DNS rebinding) reaches nothing here: the address counts to
// which the connection is made.
func TestRebinding(t *testing.T) {
	var came atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { came.Add(1) }))
	t.Cleanup(inner.Close)
	port := netip.MustParseAddrPort(inner.Listener.Addr().String()).Port()
	names := nameServer(t, [4]byte{127, 0, 0, 1})
	address := "http://rebinding.test:" + strings.TrimPrefix(inner.URL, "http://127.0.0.1:")
	if why := asked(t, newClient(anywhere, names), address); why != "" || came.Load() != 1 {
		t.Fatalf("without a guard the name leads here: %q", why)
	}
	if why := asked(t, newClient(Public, names), address); why != errReach.Error() || came.Load() != 1 {
		t.Errorf("with the guard: %q at port %d", why, port)
	}
}

// nameServer resolves every name to one address.
func nameServer(t *testing.T, to [4]byte) *net.Resolver {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	go func() {
		buf := make([]byte, 512)
		for {
			n, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			end := 12 // the question: a name of labels, its type and its class
			for end < n && buf[end] != 0 {
				end += int(buf[end]) + 1
			}
			end += 5
			if end > n {
				continue
			}
			answer := append([]byte{}, buf[:end]...)
			binary.BigEndian.PutUint16(answer[2:], 0x8180)
			for i := 6; i < 12; i++ {
				answer[i] = 0
			}
			if binary.BigEndian.Uint16(buf[end-4:]) == 1 { // A
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, to[0], to[1], to[2], to[3])
			}
			c.WriteTo(answer, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", c.LocalAddr().String())
	}}
}

// Names are looked up when a message is sent; an address that is private already
// is refused when it is entered.
func TestHooksThatAreRefused(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Reach = Public })
	a := w.person("Anna", "")
	for _, address := range []string{"", "x", "ftp://hook.test/", "https://user:word@hook.test/", "http://127.0.0.1/", "http://[::1]/", "http://10.1.2.3:8080/x", "https://1.1.1.1:22/", "https:///x"} {
		require.ErrorIs(t, w.AddHook(w.ctx, a, address, AllWishes()), ErrHook, "%q", address)
	}
	for range 2 { // the same again is nothing new
		require.NoError(t, w.AddHook(w.ctx, a, "https://hook.test/x", AllWishes()))
	}
	if list, err := w.Channels(w.ctx, a.ID); err != nil || len(list) != 1 || list[0].Name != "hook.test" {
		t.Errorf("channels %+v, %v", list, err)
	}
}
