package nats_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	wire "github.com/nats-io/nats.go"

	"ruhr/internal/live"
	"ruhr/internal/live/livetest"
	"ruhr/internal/live/nats"
	"ruhr/internal/require"
)

// server is a NATS server at a port of its own.
type server struct {
	port int
	cmd  *exec.Cmd
}

// start starts a server; without one on this machine the test is skipped, but
// not in CI.
func start(t *testing.T) *server {
	t.Helper()
	if _, err := exec.LookPath("nats-server"); errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") == "" {
		t.Skip("no nats-server on this machine (Debian: apt-get install nats-server)")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &server{port: l.Addr().(*net.TCPAddr).Port}
	l.Close()
	s.run(t)
	t.Cleanup(func() { s.kill() })
	return s
}

func (s *server) url() string { return fmt.Sprintf("nats://127.0.0.1:%d", s.port) }

// run starts the server and returns when it answers.
func (s *server) run(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command("nats-server", "-a", "127.0.0.1", "-p", fmt.Sprint(s.port))
	require.NoError(t, s.cmd.Start())
	for range 600 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port)); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nats-server does not answer")
}

func (s *server) kill() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		s.cmd = nil
	}
}

// numbers is a store that knows how far tables are.
type numbers struct {
	mu sync.Mutex
	at map[string]int64
}

func (n *numbers) last(_ context.Context, tables []string) (map[string]int64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := map[string]int64{}
	for _, t := range tables {
		if at := n.at[t]; at > 0 {
			out[t] = at
		}
	}
	return out, nil
}

func (n *numbers) set(table string, at int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at[table] = at
}

func connect(t *testing.T, s *server, node string, known *numbers) live.Live {
	t.Helper()
	l, err := nats.Connect(s.url(), nats.Options{Node: node, Last: known.last, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return l
}

func TestContract(t *testing.T) {
	s := start(t)
	livetest.Run(t, func(t *testing.T) live.Live { return connect(t, s, t.Name(), &numbers{}) })
}

// until waits for news that is as wanted.
func until(t *testing.T, sub live.Sub, good func(live.News) bool) {
	t.Helper()
	patience := time.After(time.Minute)
	for {
		select {
		case n := <-sub.C():
			if good(n) {
				return
			}
		case <-patience:
			t.Fatal("the news did not come")
		}
	}
}

func TestOneNodeHearsTheOther(t *testing.T) {
	s, known := start(t), &numbers{at: map[string]int64{}}
	a, b := connect(t, s, "a", known), connect(t, s, "b", known)
	sub := a.Subscribe("T")
	known.set("T", 6) // what is published before the connection stands is found in the store
	b.Publish("T", 6)
	until(t, sub, func(n live.News) bool { return n.N == 6 })
	leave := b.Join("T", "anna")
	until(t, sub, func(n live.News) bool {
		return len(n.Present) == 1 && n.Present[0] == live.Present{Who: "anna", Count: 1}
	})
	leave()
	until(t, sub, func(n live.News) bool { return len(n.Present) == 0 })
	b.Publish("T", 7)
	until(t, sub, func(n live.News) bool { return n.N == 7 })
}

// While the server is away, and when it comes back, readers hear of everything.
func TestServerAway(t *testing.T) {
	s, known := start(t), &numbers{at: map[string]int64{}}
	a, b := connect(t, s, "a", known), connect(t, s, "b", known)
	sub := a.Subscribe("T")
	s.kill()
	known.set("T", 3)
	b.Publish("T", 3)
	until(t, sub, func(n live.News) bool { return n.N == 3 })
	s.run(t)
	known.set("T", 4)
	b.Publish("T", 4)
	until(t, sub, func(n live.News) bool { return n.N == 4 })
}

// A process that ends takes those who were there with it, at once and not when
// the others forget it.
func TestGoodbye(t *testing.T) {
	s := start(t)
	ear, err := wire.Connect(s.url())
	require.NoError(t, err)
	defer ear.Close()
	heard, err := ear.SubscribeSync("ruhr.there")
	require.NoError(t, err)
	require.NoError(t, ear.Flush())
	b := connect(t, s, "b", &numbers{})
	b.Join("T", "anna")
	require.NoError(t, b.Close())
	var told []string
	for len(told) < 2 {
		m, err := heard.NextMsg(time.Minute)
		require.ErrorIs(t, err, nil, "told %s, then", told)
		told = append(told, string(m.Data))
	}
	want := []string{`{"node":"b","tables":{"T":{"anna":1}}}`, `{"node":"b","whole":true,"tables":{}}`}
	require.Slices(t, told, want, "told")
}
