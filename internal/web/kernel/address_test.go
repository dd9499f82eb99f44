package kernel

import (
	"net/http"
	"ruhr/internal/require"
	"testing"
)

// An IPv6 network counts as one address, however its addresses are written.
func TestAddresses(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234": "192.0.2.7", "[::ffff:192.0.2.7]:9": "192.0.2.7", "[2001:db8:1:2::1]:80": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::9]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64", "pipe": "pipe",
	} {
		require.Equal(t, address(&http.Request{RemoteAddr: remote}), want, "%s", remote)
	}
}
