//go:build unix

package tables

import (
	"compress/gzip"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// BenchmarkAct is an acknowledged decision in whole games of two people, each
// with a browser, from the request to the last byte of the answer: with the parts
// of the page in the answer; with an empty answer and the parts by the stream of
// who acts; the same with somebody who watches besides; and with no page open.
func BenchmarkAct(b *testing.B) {
	for _, c := range []struct {
		name          string
		stream, watch bool
		header        http.Header
	}{
		{"answer", false, false, http.Header{}},
		{"stream", true, false, http.Header{"X-Stream": {"open"}}},
		{"watched", false, true, http.Header{"X-Stream": {"open"}}},
		{"none", false, false, http.Header{"X-Stream": {"open"}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := newWorld(b, 6)
			handler := w.Site()
			var players []*benchPlayer
			var watcher *benchPage
			bytes, spent := 0, int64(0)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				if len(players) == 0 || players[0].over() {
					players = w.benchPlayers()
					watcher = &benchPage{world: w, cookie: kernel.SettingsCookie + w.Kernel.Mark + "="}
					watcher.catchUp(players[0].snap)
				}
				p, r := players[0].next(players, n)
				maps.Copy(r.Header, c.header)
				out := httptest.NewRecorder()
				b.StartTimer()
				began := processorTime(b)
				handler.ServeHTTP(out, r)
				if c.stream {
					bytes += p.page.catchUp(p.position())
				}
				if c.watch {
					bytes += watcher.catchUp(watcher.position(p.id))
				}
				spent += processorTime(b) - began
				if bytes += out.Body.Len(); out.Code != http.StatusOK {
					b.Fatalf("status %d: %s", out.Code, out.Body)
				}
				b.StopTimer()
				p.page.hear(out)
				b.StartTimer()
			}
			b.ReportMetric(float64(spent)/float64(b.N), "cpu-ns/op")
			b.ReportMetric(float64(bytes)/float64(b.N), "bytes/op")
		})
	}
}

// processorTime is the time that the program has had a processor, in ns.
func processorTime(b *testing.B) int64 {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Utime.Nano() + u.Stime.Nano()
}

// benchPlayer is somebody with a seat and a browser.
type benchPlayer struct {
	*world
	id   string
	who  game.Actor
	page *benchPage
	snap *game.Snapshot
}

// benchPlayers start a game.
func (w *world) benchPlayers() (out []*benchPlayer) {
	id := w.Created()
	for k := range 2 {
		secret := table.NewSecret()
		require.NoError(w.T, w.Store.Grant(w.T.Context(), store.HashOf(secret), store.Place{Table: id, Seat: k}))
		p := &benchPlayer{world: w, id: id, who: game.Actor{Seats: []int{k}}}
		p.page = &benchPage{world: w, cookie: kernel.SettingsCookie + w.Kernel.Mark + "=word=none; " + kernel.BrowserCookie + w.Kernel.Mark + "=" + secret}
		p.position()
		p.page.catchUp(p.snap)
		out = append(out, p)
	}
	return out
}

func (p *benchPlayer) position() *game.Snapshot {
	snap, err := p.Service.Position(p.T.Context(), p.id, p.who)
	require.NoError(p.T, err)
	p.snap = snap
	return snap
}

func (p *benchPlayer) over() bool { return p.position().Over }

// next is the request of who is to act.
func (p *benchPlayer) next(players []*benchPlayer, n int) (*benchPlayer, *http.Request) {
	p = players[p.snap.ToAct]
	legal := p.snap.Game.Legal(&p.snap.State)
	form := url.Values{"at": {strconv.FormatInt(p.position().N, 10)}, "key": {"bench" + strconv.Itoa(n)},
		"action": {strconv.Itoa(int(legal.Nth(n * 7 % legal.Len())))}}
	r := p.page.request(http.MethodPost, "/t/"+p.id+"/act", form.Encode())
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-Has", strings.Join(p.page.has, ","))
	return p, r
}

// hear notes what an answer says that the page has.
func (v *benchPage) hear(out *httptest.ResponseRecorder) {
	z, err := gzip.NewReader(out.Body)
	if err != nil {
		return // too short to be compressed: it has no frames
	}
	var f frames
	require.NoError(v.T, json.NewDecoder(z).Decode(&f))
	v.has = nil
	for id, digest := range f.Frames[len(f.Frames)-1].Has {
		v.has = append(v.has, id+"="+digest)
	}
}

// benchPage is an open page and what it has been sent.
type benchPage struct {
	*world
	cookie string
	has    []string // as its requests say
	behind reader
}

func (v *benchPage) request(method, path, body string) *http.Request {
	r := httptest.NewRequestWithContext(v.T.Context(), method, path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:9"
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Cookie", v.cookie)
	return r
}

func (v *benchPage) position(id string) *game.Snapshot {
	snap, err := v.Service.Position(v.T.Context(), id, game.Actor{})
	require.NoError(v.T, err)
	return snap
}

// catchUp makes the page's next update, as its stream does, and returns its size.
func (v *benchPage) catchUp(snap *game.Snapshot) int {
	u, err := v.tables.update(v.request(http.MethodGet, webtest.StreamOf(snap.ID, 0), ""), snap, v.behind, maxSteps)
	require.NoError(v.T, err)
	v.behind = u.reader
	return len(u.event.zipped())
}
