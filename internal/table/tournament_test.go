package table

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A round's deal is disclosed, too, where a table has ended for lack of action or cannot be
// read any more; that one stays hidden.
func TestDiscloseWhatNobodyPlays(t *testing.T) {
	d, l := timedDen(t, 36)
	ctx := t.Context()
	start := func() string {
		id := store.NewID()
		require.NoError(t, StartSeated(ctx, d.Service, game.NewTable{ID: id, Seats: persons[:2], Pace: blitz}, []store.Hash{{1}, {2}}, "secret"))
		return id
	}
	id := start()
	l.pass(liveEnds + time.Hour)
	d.tick()
	for range 2 {
		require.NoError(t, Disclose(ctx, d.Service, id))
	}
	if s, err := d.Position(ctx, id, game.Actor{}); err != nil || s.Frozen == nil || s.Frozen.Key != game.FrozenEnded {
		t.Errorf("a stranger looks at the table that has ended: %v", err)
	}
	id = start()
	d.opts.Store = &spoilt{Store: d.opts.Store, log: func([]store.Entry) ([]store.Entry, error) { return nil, store.ErrDamaged }}
	v := d.fresh()
	defer d.close(v)
	require.NoError(t, Disclose(ctx, v, id))
	require.Fails(t, game.ErrHiddenDeal, "a stranger looks at the table that cannot be read")(v.Position(ctx, id, game.Actor{}))
}
