package tables

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/web/webtest"
)

// What would be too much is refused in the reader's words, and nothing is made.
func TestTooMany(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	id := v.Alone(nil).Path
	w.Still()
	for w.Kernel.Limits.May(fair.Make, "127.0.0.1", "") {
	}
	opened := 0
	for w.Kernel.Limits.May(fair.OpenFile, "127.0.0.1", "") {
		opened++
	}
	require.True(t, opened < store.KeptRecords, "one address opens %d records at once and so pushes out everybody's", opened)
	for path, form := range map[string]url.Values{"/play": nil, "/learn": nil, "/new": {"who0": {"me"}}, id + "/share": {"seat": {"0"}}, id + "/again": nil, "/join/x": {"name": {"Bert"}}} {
		p := v.Post(path, form)
		if p.Status != http.StatusTooManyRequests || p.Header.Get("Retry-After") == "" || !p.Says("Wait a minute") {
			t.Errorf("%s: status %d", path, p.Status)
		}
		if f := p.Form(path); form != nil && (f == nil || f.Fields.Encode() != form.Encode()) {
			t.Errorf("%s: what was filled in is lost: %+v", path, f)
		}
	}
	v.Upload("{}").WantStatus(t, http.StatusTooManyRequests, "a record")
	var leave func()
	for { // until an address has as many as may watch
		next, ok := w.Kernel.Limits.Open("", "127.0.0.1")
		if !ok {
			break
		}
		leave = next
	}
	other := w.Visitor()
	if p := other.Get(webtest.StreamOf(id, 0)); p.Status != http.StatusTooManyRequests || !p.Says("Close a few") {
		t.Errorf("one stream more than may watch: status %d", p.Status)
	}
	if _, ok := w.Kernel.Limits.Open("somebody", "127.0.0.1"); !ok {
		t.Error("who plays is held up by those who watch")
	}
	leave()
	if _, ok := w.Kernel.Limits.Open("", "127.0.0.1"); !ok {
		t.Error("the place of a stream that ended is not free")
	}
}

// line is a reader's connection: it keeps what it gets until it is full, and
// then nothing moves any more until the deadline.
type line struct {
	header http.Header
	mu     sync.Mutex
	got    strings.Builder
	room   int
	until  time.Time
}

func (l *line) Header() http.Header { return l.header }

func (l *line) WriteHeader(int) {}

func (l *line) Flush() {}

func (l *line) SetWriteDeadline(t time.Time) error { l.until = t; return nil }

func (l *line) Write(p []byte) (int, error) {
	l.mu.Lock()
	full := l.got.Len() >= l.room
	if !full {
		l.got.Write(p)
	}
	l.mu.Unlock()
	if full {
		time.Sleep(time.Until(l.until))
		return 0, os.ErrDeadlineExceeded
	}
	return len(p), nil
}

func (l *line) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

// listens opens a stream of a table on a line; ended is closed with it.
func (w *world) listens(id string, room int) (l *line, ended chan struct{}) {
	l, ended = &line{header: http.Header{}, room: room}, make(chan struct{})
	r := httptest.NewRequestWithContext(w.T.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
	go func() {
		defer close(ended)
		w.tables.stream(l, r)
	}()
	return l, ended
}

// acts takes the first choice there is.
func (w *world) acts(id string) {
	all := game.Actor{Seats: []int{0, 1, 2, 3}}
	s, err := w.Service.Position(w.T.Context(), id, all)
	if err == nil && s.You.Act {
		_, err = w.Service.Do(w.T.Context(), id, all, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
	} else if err == nil {
		_, err = w.Service.Do(w.T.Context(), id, all, s.N, "", game.Confirm())
	}
	require.NoError(w.T, err)
}

// A reader who takes nothing is dropped after a while; meanwhile neither the
// table nor its other readers wait, and afterwards nothing of it is left.
func TestSlowReaderIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 8)
		open := 0
		w.Kernel.Limits.Opened = func(by int) { open += by }
		id := w.Created()
		slow, dropped := w.listens(id, 1)
		swift, _ := w.listens(id, 1<<30)
		synctest.Wait()
		began := time.Now()
		for range 3 {
			w.acts(id)
			synctest.Wait()
		}
		if time.Since(began) > 0 {
			t.Errorf("the table waited %v for a slow reader", time.Since(began))
		}
		if n := strings.Count(swift.text(), "event: frames"); n < 4 {
			t.Errorf("the swift reader got %d pieces of news, want 4", n)
		}
		<-dropped
		if took := time.Since(began); took > writeTime {
			t.Errorf("dropped after %v, want within %v", took, writeTime)
		}
		require.True(t, !strings.Contains(slow.text(), "event: frames"), "the slow reader was not slow")
		require.Equal(t, open, 1, "streams counted, of which the swift one is left")
		w.Hub.Close()
	})
}

var newsNumber = regexp.MustCompile(`data: {"n":(\d+)`)

// A page hears of its own table alone.
func TestStreamsDoNotMix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 9)
		mine, other := w.Created(), w.Created()
		l, _ := w.listens(mine, 1<<30)
		synctest.Wait()
		before := l.text()
		for range 4 {
			w.acts(other)
			synctest.Wait()
		}
		require.Equal(t, strings.TrimPrefix(l.text(), before), "", "news of another table")
		w.acts(mine)
		synctest.Wait()
		got := strings.TrimPrefix(l.text(), before)
		if strings.Contains(got, other) || strings.Count(got, "event: ") != 1 || !strings.Contains(got, mine) {
			t.Errorf("after a decision: %.300s", got)
		}
		s, err := w.Service.Position(t.Context(), mine, game.Actor{})
		require.NoError(t, err)
		if m := newsNumber.FindStringSubmatch(got); m == nil || m[1] != fmt.Sprint(s.N) {
			t.Errorf("news at %v, want %d", m, s.N)
		}
		w.Hub.Close()
	})
}
