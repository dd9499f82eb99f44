package live_test

import (
	"testing"
	"testing/synctest"

	"ruhr/internal/live"
	"ruhr/internal/live/livetest"
)

func TestContract(t *testing.T) {
	livetest.Run(t, func(*testing.T) live.Live { return live.NewHub() })
}

// TestNewestIsOffered checks what only the hub promises: a late reader gets
// one piece of news for each table, the newest.
func TestNewestIsOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := live.NewHub()
		defer h.Close()
		sub := h.Subscribe("a", "b")
		for n := int64(1); n <= 10; n++ {
			h.Publish("a", n)
			synctest.Wait() // the older number is on offer when the next comes
			h.Publish("b", n*2)
		}
		h.Join("a", "anna")
		synctest.Wait()
		for _, want := range []live.News{{Table: "a", N: 10}, {Table: "b", N: 20}} {
			if got := <-sub.C(); got.Table != want.Table || got.N != want.N {
				t.Errorf("news %+v, want table %s at %d", got, want.Table, want.N)
			}
		}
		synctest.Wait()
		select {
		case n := <-sub.C():
			t.Errorf("news %+v after the newest", n)
		default:
		}
	})
}

// TestNothingLeftRunning fails if a goroutine survives (synctest reports those
// still running), whichever side closes and whatever is waiting.
func TestNothingLeftRunning(t *testing.T) {
	for name, end := range map[string]func(*live.Hub, live.Sub){
		"subscription first": func(h *live.Hub, s live.Sub) { s.Close(); h.Close() },
		"hub first":          func(h *live.Hub, s live.Sub) { h.Close(); s.Close() },
		"hub alone":          func(h *live.Hub, _ live.Sub) { h.Close() },
		"subscription alone": func(_ *live.Hub, s live.Sub) { s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := live.NewHub()
				sub := h.Subscribe("a")
				h.Join("a", "anna")
				h.Publish("a", 1)
				synctest.Wait()
				end(h, sub)
				if _, open := <-sub.C(); open {
					t.Error("C is open after the end")
				}
			})
		})
	}
}
