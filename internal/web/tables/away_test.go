package tables

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
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
	v := w.Visitor()
	p := v.Alone(nil)
	f := p.Form("/act")
	st.gone.Store(true)
	v.Press(f, f.Buttons[0]).WantStatus(t, http.StatusServiceUnavailable, "a decision")
	for _, path := range []string{p.Path, p.Path + "/frame?after=1", p.Path + "/share", webtest.StreamOf(p.Path, 1), p.Path + "/replay"} {
		v.Get(path).WantStatus(t, http.StatusServiceUnavailable, "%s", path)
	}
	st.gone.Store(false)
	if got := v.Press(f, f.Buttons[0]); got.Status != http.StatusOK || got.Form("/turn") == nil {
		t.Errorf("the same decision again: status %d", got.Status)
	}
}
