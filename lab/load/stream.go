package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// listen follows a table's stream from a log number and reports each number
// received, until the stream or ctx ends.
func listen(ctx context.Context, host string, from net.IP, id, cookie string, after int64, heard func(n int64)) error {
	conn, err := dialer(from)(ctx, "tcp", host)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_, err = fmt.Fprintf(conn, "GET /stream?t=%s~%d~0~en HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\nCookie: %s\r\n\r\n", id, after, host, cookie)
	if err != nil {
		return err
	}
	resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 4096), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("a stream was refused: status %d", resp.StatusCode)
	}
	return eachNumber(bufio.NewReaderSize(resp.Body, 1024), heard)
}

// eachNumber reports the log number of each event once the event is complete.
func eachNumber(in *bufio.Reader, heard func(n int64)) error {
	var n int64
	begins := true // at the beginning of a line
	for {
		part, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if begins {
			if text, ok := bytes.CutPrefix(part, []byte(`data: {"n":`)); ok {
				digits, _, _ := bytes.Cut(text, []byte(","))
				if n, err = strconv.ParseInt(string(bytes.TrimSpace(digits)), 10, 64); err != nil {
					return err
				}
			} else if len(part) == 1 && n > 0 { // an empty line ends an event
				heard(n)
				n = 0
			}
		}
		begins = err == nil
	}
}

// arrival is when a log number was received.
type arrival struct {
	n  int64
	at time.Time
}

// watcher is a spectator's open page.
type watcher struct {
	slot    *slot
	host    string // of the server
	address net.IP
	done    chan struct{}

	mu    sync.Mutex
	heard map[*game][]arrival
}

// start opens the page and returns once its stream has started.
func (w *watcher) start(ctx context.Context) error {
	w.heard, w.done = map[*game][]arrival{}, make(chan struct{})
	ready, failed := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		defer close(w.done)
		failed <- w.follow(ctx, ready)
	}()
	select {
	case <-ready:
		return nil
	case err := <-failed:
		return err
	}
}

// follow watches one game after another. Like a browser, it reopens a broken
// stream.
func (w *watcher) follow(ctx context.Context, ready chan<- struct{}) error {
	for ctx.Err() == nil {
		g := w.slot.current()
		until, leave := context.WithCancel(ctx)
		stop := context.AfterFunc(g.replaced, leave)
		err := listen(until, w.host, w.address, g.id, "ruhr-settings=", w.at(g), func(n int64) {
			w.hear(g, n)
			select {
			case ready <- struct{}{}:
			default:
			}
		})
		stop()
		leave()
		if !w.started() && ctx.Err() == nil {
			return err
		}
		pause(ctx, againAfter)
	}
	return nil
}

// againAfter is the delay before a broken stream is reopened.
const againAfter = 50 * time.Millisecond

func (w *watcher) hear(g *game, n int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard[g] = append(w.heard[g], arrival{n, time.Now()})
}

// started reports whether the page has ever heard anything.
func (w *watcher) started() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.heard) > 0
}

// at returns the page's position in a game.
func (w *watcher) at(g *game) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h := w.heard[g]; len(h) > 0 {
		return h[len(h)-1].n
	}
	return g.first
}

// pause sleeps for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
