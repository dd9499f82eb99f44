package web

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"ruhr/internal/store"
	"ruhr/internal/table"
)

// away is a store whose grants and sessions cannot be read for a while, as when
// the database is started again between two statements.
type away struct {
	table.Store
	gone atomic.Bool
}

func (a *away) SeatsOf(ctx context.Context, browser store.Hash, table string) ([]int, error) {
	if a.gone.Load() {
		return nil, store.ErrUnreachable
	}
	return a.Store.SeatsOf(ctx, browser, table)
}

// Anyone who has a seat is told that the tables cannot be reached, and not that the
// seat is somebody else's; the same press counts afterwards.
func TestSeatsThatCannotBeRead(t *testing.T) {
	st := &away{}
	w := newWorld(t, 1, func(o *table.Options) { st.Store, o.Store = o.Store, st })
	v := w.visitor()
	p := v.alone(nil)
	f := p.form("/act")
	st.gone.Store(true)
	if got := v.press(f, f.buttons[0]); got.status != http.StatusServiceUnavailable {
		t.Errorf("a decision: status %d, want 503", got.status)
	}
	for _, path := range []string{p.path, p.path + "/frame?after=1", p.path + "/share", streamOf(p.path, 1), p.path + "/replay"} {
		if got := v.get(path); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d, want 503", path, got.status)
		}
	}
	st.gone.Store(false)
	if got := v.press(f, f.buttons[0]); got.status != http.StatusOK || got.form("/turn") == nil {
		t.Errorf("the same decision again: status %d", got.status)
	}
}
