package load_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/require"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
	"ruhr/internal/web"
	"ruhr/internal/web/accounts"
	"ruhr/internal/web/kernel"
	"ruhr/lab/load"
	"ruhr/spec"
)

// site is a server with an empty store.
func site(t *testing.T) http.Handler {
	t.Helper()
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "tables.db"))
	require.NoError(t, err)
	t.Cleanup(func() { st.Close() })
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	v, err := table.New(table.Options{Store: st, Live: hub, Board: spec.Board, Bots: bot.New, Budget: bot.TableBudget, Log: quiet})
	require.NoError(t, err)
	t.Cleanup(func() { v.Close(t.Context()) })
	folk, err := people.New(people.Options{Store: st})
	require.NoError(t, err)
	b := board.Default()
	talk := &chat.Service{Store: st, Tables: v, Live: hub, Clock: time.Now}
	told, err := notice.New(notice.Options{Store: st, Tables: v, Base: "http://127.0.0.1", Log: quiet})
	require.NoError(t, err)
	pages, err := web.New(web.Config{Config: kernel.Config{Service: v, People: folk, Board: b, Log: quiet, Levels: bot.Levels()}, Live: hub, Chat: talk},
		accounts.Config{People: folk, Notices: told, Chat: talk, Live: hub}.Room)
	require.NoError(t, err)
	return pages
}

// measure runs a short load against a server.
func measure(t *testing.T, server http.Handler, c load.Config) *load.Report {
	t.Helper()
	s := httptest.NewServer(server)
	t.Cleanup(s.Close)
	b := board.Default()
	c.URL, c.Board, c.For, c.Patience = s.URL, b, 5*time.Minute, time.Minute
	r, err := load.Run(t.Context(), c)
	require.NoError(t, err)
	return r
}

func TestEveryActionIsFoundAgain(t *testing.T) {
	for name, c := range map[string]load.Config{
		"parts in the answer": {Tables: 3, Seats: 2, Watchers: 3, Parts: load.InAnswer, Actions: 40},
		"parts by the stream": {Tables: 2, Seats: 3, Parts: load.ByStream, Actions: 40},
		"no parts, to an end": {Tables: 1, Seats: 2, Parts: load.Nowhere, Actions: 260},
		"a computer player":   {Tables: 2, Seats: 2, Parts: load.Nowhere, Actions: 40, Bot: "schiffsjunge"},
	} {
		t.Run(name, func(t *testing.T) {
			r := measure(t, site(t), c)
			if err := r.Err(); err != nil {
				t.Error(err)
			}
			if r.Actions < c.Actions || len(r.Acted) != r.Actions || c.Watchers > 0 && len(r.Heard) == 0 || c.Bot != "" && len(r.Waited) == 0 {
				t.Errorf("%d actions, %d heard by watchers, waited for computer players %d times", r.Actions, len(r.Heard), len(r.Waited))
			}
			if c.Actions > 200 && r.Games == 0 {
				t.Error("no game came to its end")
			}
			var out bytes.Buffer
			if r.Write(&out); !strings.Contains(out.String(), "lost or there twice: 0") {
				t.Errorf("the report: %s", out.String())
			}
		})
	}
}

// breaking ends the first stream of each page after its first event, before
// anything happens at the table.
type breaking struct {
	http.Handler
	streams atomic.Int64
	pages   int64
}

func (b *breaking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/stream") && b.streams.Add(1) <= b.pages {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: beat\ndata: {\"n\":%s,\"t\":\"\"}\n\n", strings.Split(r.URL.Query().Get("t"), "~")[1])
		return
	}
	b.Handler.ServeHTTP(w, r)
}

func TestPagesReopenStreams(t *testing.T) {
	server := &breaking{Handler: site(t), pages: 4}
	r := measure(t, server, load.Config{Tables: 2, Seats: 2, Watchers: 4, Parts: load.Nowhere, Actions: 20})
	if r.Behind > 0 || server.streams.Load() < 8 {
		t.Errorf("%d of 4 pages stayed behind after their first stream broke; %d streams", r.Behind, server.streams.Load())
	}
}

// lossy acknowledges one action without carrying it out.
type lossy struct {
	http.Handler
	actions atomic.Int64
}

var at = regexp.MustCompile(`at=(\d+)`)

func (l *lossy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/act") && l.actions.Add(1) == 7 {
		body, _ := io.ReadAll(r.Body) // the form is short
		fmt.Fprintf(w, `{"n":%s}`, at.FindSubmatch(body)[1])
		return
	}
	l.Handler.ServeHTTP(w, r)
}

func TestLossIsSeen(t *testing.T) {
	r := measure(t, &lossy{Handler: site(t)}, load.Config{Tables: 1, Seats: 2, Parts: load.Nowhere, Actions: 20})
	if len(r.Lost) == 0 {
		t.Errorf("an action that was acknowledged and not carried out: %v", r.Err())
	}
}

// flaky fails before or after every fifth command.
type flaky struct {
	http.Handler
	actions atomic.Int64
}

func (f *flaky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/act") {
		switch f.actions.Add(1) % 5 {
		case 1:
			panic(http.ErrAbortHandler)
		case 3:
			f.Handler.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
	}
	f.Handler.ServeHTTP(w, r)
}

func TestWhatIsNotAnsweredIsRepeated(t *testing.T) {
	r := measure(t, &flaky{Handler: site(t)}, load.Config{Tables: 2, Seats: 2, Parts: load.InAnswer, Actions: 30})
	if err := r.Err(); err != nil || r.Repeated == 0 {
		t.Errorf("%d repeated: %v", r.Repeated, err)
	}
}

func TestOnlyThisMachine(t *testing.T) {
	for _, address := range []string{"", "http://192.0.2.1:1769", "http://example.com:80", "https://127.0.0.1:1769", "http://127.0.0.1"} {
		c := load.Config{URL: address, Tables: 1, Seats: 2, Parts: load.Nowhere, For: time.Second}
		if _, err := load.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "loopback") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
