package cli

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/lang"
)

func TestListen(t *testing.T) {
	six := "::1"
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil {
		l.Close()
	} else {
		six = "" // this machine has no IPv6
	}
	for _, c := range []struct {
		flags serveCmd
		host  string // of the listener; "" for everywhere
		want  string // in the error
	}{
		{serveCmd{}, "127.0.0.1", ""},
		{serveCmd{Addr: "127.0.0.1"}, "127.0.0.1", ""},
		{serveCmd{Addr: "127.0.0.1:0"}, "127.0.0.1", ""},
		{serveCmd{Addr: "127.0.0.1:"}, "127.0.0.1", ""},
		{serveCmd{Addr: ":0"}, "127.0.0.1", ""}, // others only with --lan
		{serveCmd{Addr: "[::1]:0"}, six, ""},
		{serveCmd{Addr: "[::1]"}, six, ""},
		{serveCmd{Addr: "::1"}, six, ""},
		{serveCmd{LAN: true}, "", ""},
		{serveCmd{LAN: true, Addr: ":0"}, "", ""},
		{serveCmd{LAN: true, Addr: "127.0.0.1:0"}, "", "leave one out"},
		{serveCmd{Addr: "127.0.0.1:99999"}, "", "cannot listen on 127.0.0.1:99999"},
		{serveCmd{Addr: "127.0.0.1:-1"}, "", "cannot listen on 127.0.0.1:-1"},
		{serveCmd{Addr: "198.51.100.7"}, "", "cannot listen on 198.51.100.7:0"}, // reserved for documentation
		{serveCmd{Addr: "not a host"}, "", "cannot listen on not a host:0"},
	} {
		if c.host == "" && strings.Contains(c.flags.Addr, "::1") {
			continue
		}
		l, err := c.flags.listen(&env{words: lang.For("en")})
		if c.want != "" {
			if err == nil {
				l.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("--addr %q, --lan %v: error %v, want %q", c.flags.Addr, c.flags.LAN, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("--addr %q, --lan %v: %v", c.flags.Addr, c.flags.LAN, err)
			continue
		}
		at := l.Addr().(*net.TCPAddr)
		if everywhere := at.IP.IsUnspecified(); everywhere != c.flags.LAN || !everywhere && at.IP.String() != c.host {
			t.Errorf("--addr %q, --lan %v: listens on %s", c.flags.Addr, c.flags.LAN, at)
		}
		l.Close()
	}
}

// A request in progress when the program is ended is still answered.
func TestShutdownFinishesRequests(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w := &env{ctx: ctx, words: lang.For("en"), out: io.Discard, errors: io.Discard}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stop()
		time.Sleep(20 * time.Millisecond) // long enough for the context to end, if it is going to
		fmt.Fprint(w, r.Context().Err())
	})
	ended := make(chan error)
	go func() { ended <- serve(w, l, site, live.NewHub(), nil) }()
	res, err := http.Get("http://" + l.Addr().String())
	require.NoError(t, err)
	defer res.Body.Close()
	require.Returns(t, []byte("<nil>"), "the request ended with")(io.ReadAll(res.Body))
	require.NoError(t, <-ended)
}

// A port that is taken is skipped, unless it was asked for.
func TestTakenPort(t *testing.T) {
	first, err := (&serveCmd{}).listen(&env{words: lang.For("en")})
	require.NoError(t, err)
	defer first.Close()
	port := first.Addr().(*net.TCPAddr).Port
	second, err := (&serveCmd{}).listen(&env{words: lang.For("en")})
	require.NoError(t, err)
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr).Port; got == port {
		t.Errorf("two listeners on port %d", got)
	}
	if l, err := (&serveCmd{Addr: "127.0.0.1:" + strconv.Itoa(port)}).listen(&env{words: lang.For("en")}); err == nil {
		l.Close()
		t.Error("a port that is taken was opened")
	}
}

// The memory is limited to what the flags allow, unless the operator limits it.
func TestMemoryIsLimited(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	usual := serveCmd{Cache: 96, Thinkers: 2}
	for _, more := range []serveCmd{{Cache: 97, Thinkers: 2}, {Cache: 96, Thinkers: 3}, {Cache: 96, Thinkers: 2, Streams: fair.Streams + 1}} {
		require.True(t, more.memory() > usual.memory(), "%+v may take no more than usual", more)
	}
	t.Setenv("GOMEMLIMIT", "")
	if usual.limitMemory(); debug.SetMemoryLimit(-1) != usual.memory() {
		t.Errorf("the limit is %d, want %d", debug.SetMemoryLimit(-1), usual.memory())
	}
	debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if usual.limitMemory(); debug.SetMemoryLimit(-1) != before {
		t.Errorf("the operator's limit became %d", debug.SetMemoryLimit(-1))
	}
}
