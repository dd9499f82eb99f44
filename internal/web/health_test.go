package web

import (
	"net/http"
	"testing"
)

// Who asks whether the program runs and can serve is told: not any more while it
// ends, nor without its tables.
func TestHealth(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(w *world)
		want  int // of /readyz
	}{
		"running":     {func(*world) {}, http.StatusOK},
		"ending":      {func(w *world) { w.Service.Close(t.Context()) }, http.StatusServiceUnavailable},
		"no database": {func(w *world) { w.Store.Close() }, http.StatusServiceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 6)
			v := w.Visitor()
			c.spoil(w)
			v.Get("/healthz").WantStatus(t, http.StatusOK, "/healthz")
			v.Get("/readyz").WantStatus(t, c.want, "/readyz")
		})
	}
}
