package table

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// cutOff is a store that a node may lose.
type cutOff struct {
	Store
	gone atomic.Bool
}

func (c *cutOff) Reserve(ctx context.Context, id, worker string, now, until int64) (bool, error) {
	if c.gone.Load() {
		return false, errors.New("cut off")
	}
	return c.Store.Reserve(ctx, id, worker, now, until)
}

// Of two nodes at which somebody follows a table, one lets its computer player
// think. When that one is cut off, the other takes over; of their two decisions
// one counts.
func TestOneNodeThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := newHall(t, 71)
		st := &cutOff{Store: d.opts.Store}
		d.opts.Store, d.opts.Node = st, "first"
		first := d.fresh()
		defer d.close(first)
		d.opts.Store, d.opts.Node = st.Store, "second"
		second := d.fresh()
		defer d.close(second)
		c, err := first.Create(t.Context(), game.NewTable{Seats: gates})
		require.NoError(t, err)
		look := func(v *Service) int64 {
			s, err := v.Position(t.Context(), c.ID, game.Actor{From: "anna"})
			require.NoError(t, err)
			return s.N
		}
		for _, v := range []*Service{first, second} {
			defer v.Attend(c.ID, "anna")()
		}
		began := look(first)
		if n := b.askedNow(); n != 1 {
			t.Fatalf("%d computer players think, expected one", n)
		}
		look(second)
		time.Sleep(10 * reserveFor)
		require.Equal(t, b.askedNow(), 0, "how many more think while one node has the table")
		st.gone.Store(true)
		time.Sleep(2 * reserveFor)
		if n := b.askedNow(); n != 1 {
			t.Fatalf("%d think after the node was cut off, expected the other node's", n)
		}
		b.open <- true
		b.open <- true
		synctest.Wait()
		log, err := st.Log(t.Context(), c.ID, began+1)
		require.Must(t, err == nil && len(log) != 0, "%d entries after the decision, %v", len(log), err)
		require.True(t, look(second) >= log[len(log)-1].N, "the other node has not heard of the decision")
	})
}
