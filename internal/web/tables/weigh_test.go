package tables

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
)

// heapNow is how many bytes are in use.
func heapNow() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what finalizers and pools have kept
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// What the caches of pages believe to take is about what they take, whether pages
// follow each decision or come from many decisions before.
func TestPagesWeighWhatIsCounted(t *testing.T) {
	for back, name := range map[int64]string{1: "each decision", 1000: "many decisions"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 9)
			w.tables.caches = newCaches(1 << 30)
			v := w.Visitor()
			const tables = 12
			for range tables {
				p := v.Alone(url.Values{"who1": {"me"}, "name1": {"Bert"}})
				for range 40 {
					w.acts(strings.TrimPrefix(p.Path, "/t/"))
				}
				for range 2 {
					w.acts(strings.TrimPrefix(p.Path, "/t/"))
					n := w.pageOf(p.Path).N
					for _, path := range []string{fmt.Sprint("/frame?after=", max(n-back, 0)), ""} {
						v.Get(p.Path+path).WantStatus(t, http.StatusOK, "%s", path)
					}
				}
			}
			c := &w.tables.caches
			counted := 0
			for _, figures := range c.figures() {
				counted += figures().Bytes
			}
			before := heapNow()
			c.parts.Purge()
			c.shared.Purge()
			c.regions.Purge()
			took := before - heapNow()
			t.Logf("%d kB a table, counted as %d kB", took/tables>>10, counted/tables>>10)
			if got := float64(counted) / float64(took); got < 0.8 || got > 1.5 {
				t.Errorf("%d bytes are counted, %d were freed", counted, took)
			}
		})
	}
}
