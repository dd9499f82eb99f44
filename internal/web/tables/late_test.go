package tables

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// A page is shown decisions one by one, but none that is passed through where its
// news have waited: then it is brought to the newest position, with all that
// happened on the way, and shows what every other page shows.
func TestLatePagesPassThroughNothing(t *testing.T) {
	for _, c := range []struct {
		name      string
		waited    time.Duration
		decisions int // at least
		most      int // frames
	}{
		{"in time", late, 6, maxSteps},
		{"late", late + time.Millisecond, 6, 1},
		{"late, and nothing to pass through", time.Minute, 1, 1},
		{"in time, and far behind", 0, maxSteps + 5, maxSteps},
		{"late, and far behind", time.Minute, maxSteps + 5, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 6)
			id := w.Created()
			at := func(behind reader, waited time.Duration) (*update, []frame) {
				t.Helper()
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
				u, err := w.tables.update(r, w.Snapshot(id), behind, stepsFor(waited))
				require.NoError(t, err)
				return u, framesIn(t, string(u.event.plain))
			}
			first, _ := at(reader{}, 0)
			before := w.Snapshot(id)
			for len(w.Snapshot(id).Steps) < len(before.Steps)+c.decisions {
				w.acts(id)
			}
			now := w.Snapshot(id)
			made := len(now.Steps) - len(before.Steps)
			u, got := at(first.reader, c.waited)
			if want := min(c.most, made); len(got) != want || u.at != now.N {
				t.Fatalf("%d frames to %d after %d decisions, want %d to %d", len(got), u.at, made, want, now.N)
			}
			_, slow := at(first.reader, 0)
			if told, all := happened(got), happened(slow); told != all {
				t.Errorf("the page is told\n%s\nand one that is shown everything\n%s", told, all)
			}
			_, fresh := at(reader{}, time.Minute)
			last, whole := got[len(got)-1], fresh[len(fresh)-1]
			for name, digest := range whole.Has {
				require.True(t, last.Has[name] == digest, "in the end %s is not that of a page that begins here", name)
			}
			for _, name := range []string{"band", "last", "targets", "finale"} {
				require.Equal(t, last.Regions[name], whole.Regions[name], "in the end %s", name)
			}
			if from := now.Steps[len(before.Steps)].Round; last.Log == nil || last.Log.From != from {
				t.Errorf("the log is %+v, want it from round %d", last.Log, from)
			}
		})
	}
}

// framesIn are the frames of the events of a stream.
func framesIn(t *testing.T, events string) (out []frame) {
	t.Helper()
	for line := range strings.Lines(events) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var f frames
		require.NoError(t, json.Unmarshal([]byte(data), &f))
		out = append(out, f.Frames...)
	}
	return out
}

// happened is what frames say and show of what happened, in order.
func happened(all []frame) string {
	var out strings.Builder
	for _, f := range all {
		for _, line := range f.Say {
			out.WriteString(string(line) + "\n")
		}
	}
	for _, f := range all {
		for _, fact := range f.Facts {
			out.WriteString(fact.Kind + " " + fact.To + "\n")
		}
	}
	return out.String()
}

// Who watches is shown each decision as long as the stream keeps up, however fast
// they come, and the newest one alone after it could not be sent for a while.
func TestStreamThatFallsBehind(t *testing.T) {
	const decisions = 5
	for _, c := range []struct {
		name  string
		stuck time.Duration
		most  int // frames of the decisions that come while the first is under way
	}{
		{"keeps up", 0, maxSteps},
		{"falls behind", time.Second, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, 6)
				id := w.Created()
				l := &gated{line: line{header: http.Header{}, room: 1 << 30}, gate: make(chan struct{}, 1)}
				l.gate <- struct{}{}
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
				go w.tables.stream(l, r)
				synctest.Wait()
				<-l.gate // from now on it is stuck
				before, none := l.text(), len(w.Snapshot(id).Steps)
				w.acts(id)
				synctest.Wait()
				begun := len(w.Snapshot(id).Steps)
				for len(w.Snapshot(id).Steps) < begun+decisions {
					w.acts(id)
				}
				made := len(w.Snapshot(id).Steps) - begun
				time.Sleep(c.stuck)
				l.gate <- struct{}{}
				synctest.Wait()
				want := begun - none + min(c.most, made)
				if got := framesIn(t, strings.TrimPrefix(l.text(), before)); len(got) != want || got[len(got)-1].N != w.Snapshot(id).N {
					t.Errorf("%d frames of %d decisions, want %d", len(got), begun-none+made, want)
				}
				w.Hub.Close()
			})
		})
	}
}

// gated is a connection that takes nothing while its gate is empty.
type gated struct {
	line
	gate chan struct{}
}

func (g *gated) Write(p []byte) (int, error) {
	<-g.gate
	g.gate <- struct{}{}
	return g.line.Write(p)
}

// What is made for all who watch a table waits as one visitor, not behind whatever
// else the first of them asks for; a stream with a seat waits at its address.
func TestWatchersWaitAsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 6)
		id := w.Created()
		full := webtest.Fill(w.Kernel.Work)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
		served := make(chan string, 10)
		ask := func(name string, seats ...int) {
			go func() {
				leave, err := w.Kernel.Work.Await(t.Context(), inLineFor(r, id, seats))
				if err != nil {
					t.Error(err)
					return
				}
				served <- name // before the next one's turn
				leave()
			}()
			synctest.Wait()
		}
		ask("seat", 0)
		ask("seat", 0)
		ask("watching")
		full[0]()
		synctest.Wait()
		close(served)
		var got []string
		for name := range served {
			got = append(got, name)
		}
		if want := "seat watching seat"; strings.Join(got, " ") != want {
			t.Errorf("served are %v, want %s", got, want)
		}
		w.Hub.Close()
	})
}

// A page that is ahead of the news, because it got a newer position with older ones,
// is not taken back.
func TestPagesAreNotTakenBack(t *testing.T) {
	w := newWorld(t, 6)
	id := w.Created()
	older := w.Snapshot(id)
	w.acts(id)
	newer := w.Snapshot(id)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, webtest.StreamOf(id, 0), nil)
	l := &line{header: http.Header{}, room: 1 << 30}
	out, behind := newEvents(l, r), reader{at: older.N}
	for i, snap := range []*game.Snapshot{newer, older, newer} {
		if !w.tables.catchUp(out, r, snap, &behind, maxSteps) || behind.at != newer.N {
			t.Errorf("after position %d the page is at %d, want %d", i, behind.at, newer.N)
		}
	}
	require.Equal(t, strings.Count(l.text(), "event: frames"), 2, "updates: that of the newer position and that of who is there")
}
