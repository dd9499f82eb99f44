package tables

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
)

// A compressed stream is one well-formed gzip file whatever events it is built
// from, and can be decoded as it arrives.
func TestStreamIsOneGzipFile(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "br, gzip")
	w := httptest.NewRecorder()
	out := newEvents(w, r)
	shared, err := newEvent("frames", strings.Repeat("the same again ", 4000))
	require.NoError(t, err)
	want := ""
	for n := range 3 {
		beat, err := newEvent("beat", n)
		require.Must(t, err == nil && out.send(beat) && out.send(shared), "not sent")
		want += "event: beat\ndata: " + string(rune('0'+n)) + "\n\n" + string(shared.plain)
		z, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
		require.NoError(t, err)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(z, got); err != nil || string(got) != want {
			t.Fatalf("after %d pairs of events: %v, %d bytes of %d", n+1, err, len(got), len(want))
		}
	}
	out.close()
	z, err := gzip.NewReader(w.Body)
	require.NoError(t, err)
	z.Multistream(false)
	got, err := io.ReadAll(z) // checks checksum and size
	require.True(t, err == nil && string(got) == want, "the whole stream: %v, %d bytes of %d", err, len(got), len(want))
	if rest, _ := io.ReadAll(w.Body); len(rest) != 0 {
		t.Errorf("%d bytes follow the end of the gzip file", len(rest))
	}
}

// Spectators in the same state share one update; forms, language and what their
// pages already have keep others separate.
func TestWatchersShareUpdates(t *testing.T) {
	w := newWorld(t, 6)
	id := w.Created()
	update := func(lang string, behind reader, seats ...int) *update {
		t.Helper()
		snap, err := w.Service.Position(t.Context(), id, game.Actor{Seats: seats})
		require.NoError(t, err)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
		r.Header.Set("Accept-Language", lang)
		u, err := w.tables.update(r, snap, behind, maxSteps)
		require.NoError(t, err)
		return u
	}
	first := update("en", reader{at: 0})
	require.True(t, update("en", reader{at: 0}) == first, "two who watch got two updates")
	if update("de", reader{at: 0}) == first || update("en", reader{at: 1}) == first || update("en", reader{at: 0}, 0) == first {
		t.Error("another language, another number or a seat made no difference")
	}
	w.acts(id)
	next := update("en", first.reader)
	require.True(t, next != first && next == update("en", first.reader), "after a decision there is not one new update")
	require.True(t, next != update("en", reader{at: first.at}), "a page that has seen nothing got what another had not seen yet")
	require.True(t, !bytes.Contains(next.event.plain, []byte(`<form`)), "a form went to those who watch")
	leave := w.Hub.Join(id, table.SeatPresence(1))
	here := update("en", next.reader)
	leave()
	require.True(t, !bytes.Equal(here.event.plain, update("en", next.reader).event.plain), "somebody's coming made no difference")
}

// An idle stream uses little memory: it has no compressor and no page of its
// own.
func TestIdleStreamIsSmall(t *testing.T) {
	const streams, most = 200, 60 << 10
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 6)
		open := 0
		w.Kernel.Limits.Opened = func(by int) { open += by }
		id := w.Created()
		listen := func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
			r.Header.Set("Accept-Encoding", "gzip")
			go w.tables.stream(discard{http.Header{}}, r)
		}
		listen()
		synctest.Wait()
		before := memoryInUse()
		for range streams {
			listen()
		}
		synctest.Wait()
		if each := (memoryInUse() - before) / int64(open-1); each > most {
			t.Errorf("each of %d streams takes %d bytes, want at most %d", open, each, most)
		}
		w.acts(id)
		synctest.Wait()
		w.Hub.Close()
	})
}

// memoryInUse returns the memory in use, including stacks.
func memoryInUse() int64 {
	runtime.GC()
	runtime.GC() // the second one empties the pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// discard is a connection that discards all output.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) WriteHeader(int)             {}
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) Flush()                      {}

// Spectators share a table's position as long as it matches the announcement.
func TestWatchersSharePositions(t *testing.T) {
	w := newWorld(t, 6)
	id := w.Created()
	w.acts(id)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
	position := func(heard live.News, seats ...int) *game.Snapshot {
		t.Helper()
		snap, err := w.tables.positionFor(r, id, game.Actor{Seats: seats}, heard, 0)
		require.NoError(t, err)
		return snap
	}
	now := position(live.News{Table: id})
	heard := live.News{Table: id, N: now.N}
	first := position(heard)
	require.True(t, position(heard) == first && first.N == now.N, "two who watch got two positions")
	if mine := position(heard, 0); mine == first || !mine.You.Asked() && !position(heard, 1).You.Asked() {
		t.Error("who holds a seat got the position of those who watch")
	}
	there := live.News{Table: id, N: now.N, Present: []live.Present{{Who: table.SeatPresence(1), Count: 1}}}
	require.True(t, !position(there).Seats[1].Present, "somebody is there who is not")
	leave := w.Hub.Join(id, table.SeatPresence(1))
	require.True(t, position(there).Seats[1].Present, "a position from before somebody came is kept")
	leave()
	w.acts(id)
	if newest := position(live.News{Table: id}); position(live.News{Table: id, N: newest.N}).N != newest.N {
		t.Error("newer news brought an older position")
	}
}

// reads counts how often logs are read.
type reads struct {
	table.Store
	logs atomic.Int64
}

func (r *reads) Log(ctx context.Context, id string, from int64) ([]store.Entry, error) {
	r.logs.Add(1)
	return r.Store.Log(ctx, id, from)
}

// Of two servers on one database the one that appends a decision does not read it again
// for the pages that it announces it to, and the other one reads it once. A page that is
// told of nothing but presence is shown a decision whose announcement was lost, too.
func TestAnnouncedPositions(t *testing.T) {
	for name, seats := range map[string][]int{"a player": {0}, "a spectator": nil} {
		var here, there reads
		one := newWorld(t, 6, func(o *table.Options) { here.Store, o.Store = o.Store, &here })
		two := newWorld(t, 6, func(o *table.Options) { there.Store, o.Store = here.Store, &there })
		id := one.Created()
		position := func(w *world, heard live.News, at int64) *game.Snapshot {
			t.Helper()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
			snap, err := w.tables.positionFor(r, id, game.Actor{Seats: seats}, heard, at)
			require.NoError(t, err)
			return snap
		}
		begun := position(two, live.News{Table: id}, 0).N
		one.acts(id)
		n := one.Snapshot(id).N
		for _, c := range []struct {
			w     *world
			reads *reads
			want  int64
		}{{one, &here, 0}, {two, &there, 1}} {
			before := c.reads.logs.Load()
			require.Equal(t, position(c.w, live.News{Table: id, N: n}, begun).N, n, "%s: the number of the position", name)
			require.Equal(t, c.reads.logs.Load()-before, c.want, "%s: how often the log is read", name)
		}
		one.acts(id)
		leave := two.Hub.Join(id, table.SeatPresence(1))
		came := live.News{Table: id, N: n, Present: two.Hub.Present(id)}
		if got := position(two, came, n); got.N <= n || !got.Seats[1].Present {
			t.Errorf("%s: after somebody came the position is at %d, and they are there: %v; want it after %d, and them", name, got.N, got.Seats[1].Present, n)
		}
		leave()
	}
}

// The stream sends the table's events from the page's log number on.
func TestStream(t *testing.T) {
	w := newWorld(t, 6)
	w.tables.heartbeat = 20 * time.Millisecond
	v := w.Visitor()
	p := v.Alone(nil)
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	req := v.Request(http.MethodGet, webtest.StreamOf(p.Path, 1), "").WithContext(ctx)
	res, err := v.Client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("the stream is %s", kind)
	}
	got := readUntil(t, res.Body, "event: beat")
	f := p.Form("/act")
	v.Press(f, f.Buttons[0])
	got += readUntil(t, res.Body, `"band"`)
	got += readUntil(t, res.Body, "event: beat")
	if webtest.Missing.MatchString(got) {
		t.Errorf("no text for %s", webtest.Missing.FindString(got))
	}
}

func readUntil(t *testing.T, r io.Reader, what string) string {
	t.Helper()
	var out strings.Builder
	buf := make([]byte, 4096)
	for !strings.Contains(out.String(), what) {
		n, err := r.Read(buf)
		out.Write(buf[:n])
		require.ErrorIs(t, err, nil, "waiting for %q", what)
	}
	return out.String()
}
