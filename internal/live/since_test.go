package live_test

import (
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/live"
)

// News say since when they wait: what a reader has not come to hear counts from the
// first of it, and what comes later from its own time.
func TestNewsSaySinceWhenTheyWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := live.NewHub()
		defer h.Close()
		sub := h.Subscribe("a", "b")
		began := time.Now()
		publish := func(name string, n int64) {
			h.Publish(name, n)
			synctest.Wait()
			time.Sleep(time.Second)
		}
		publish("a", 1)
		publish("b", 1)
		publish("a", 2) // the first one is still on offer
		publish("b", 2) // the first one waits behind that of the other table
		for _, want := range []live.News{{Table: "a", N: 2, Since: began}, {Table: "b", N: 2, Since: began.Add(time.Second)}} {
			if got := <-sub.C(); got.Table != want.Table || got.N != want.N || !got.Since.Equal(want.Since) {
				t.Errorf("news %+v, want %+v", got, want)
			}
		}
		synctest.Wait()
		later := time.Now()
		publish("a", 3)
		if got := <-sub.C(); !got.Since.Equal(later) {
			t.Errorf("what came after that waits since %v, want %v", got.Since, later)
		}
	})
}
