package table

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// A table that was deleted and made again with its ID is shown and played at as it is now,
// also by a program that keeps the game before, of a longer log or a shorter one.
func TestATableMadeAnew(t *testing.T) {
	ctx := t.Context()
	for name, plays := range map[string][2]int{"shorter": {10, 1}, "longer": {1, 10}, "as long": {3, 3}} {
		t.Run(name, func(t *testing.T) {
			d, l := timedDen(t, 32)
			other := d.fresh()
			defer d.close(other)
			id := store.NewID()
			start := func(n int) *game.Snapshot {
				require.NoError(t, StartSeated(ctx, d.Service, game.NewTable{ID: id, Seats: persons[:2]}, []store.Hash{store.HashOf("anna"), store.HashOf("ben")}, ""))
				return d.play(d.at(id), func(*game.Snapshot) bool { n--; return n < 0 })
			}
			start(plays[0])
			d.ok(other.Position(ctx, id, everybody))
			for _, browser := range []string{"anna", "ben", director} {
				_, err := d.opts.Store.Leave(ctx, store.HashOf(browser), id)
				require.NoError(t, err)
			}
			_, err := other.Position(ctx, id, everybody)
			require.ErrorIs(t, err, ErrNoTable, "after it was deleted")
			l.pass(time.Second)
			s := start(plays[1])
			d.same("at another program", s, d.ok(other.Position(ctx, id, everybody)))
			if s = d.ok(other.Do(ctx, id, seat(1), s.N, "", game.Rename(1, "Bert"))); s.Seats[1].Name != "Bert" {
				t.Errorf("after a command: %s", text(t, s.Seats))
			}
		})
	}
}

// Whatever is played, the tables kept in memory take no more than their bytes, and
// one that was dropped goes on as if it had been kept.
func TestTablesInMemoryAreBounded(t *testing.T) {
	d := newDen(t, 31)
	d.opts.Cache = 190 << 10
	d.close(d.Service)
	d.Service = d.fresh()
	v := d.Service
	var all []*game.Snapshot
	sizes := 0
	for range 12 {
		snap, n := d.create(game.NewSeat{Kind: game.Person, Name: "Anna"}, game.NewSeat{Kind: game.Person, Name: "Bert"}), 0
		snap = d.play(snap, func(*game.Snapshot) bool {
			if s := v.Cached(); s.Bytes > d.opts.Cache || s.Limit != d.opts.Cache {
				t.Fatalf("%d bytes of %d tables after %d decisions, limit %d", s.Bytes, s.Entries, n, s.Limit)
			}
			n++
			return n > 40
		})
		all = append(all, snap)
	}
	for _, snap := range all {
		f, err := v.load(t.Context(), snap.ID)
		require.Must(t, err == nil && f.N == snap.N && f.State() == snap.State, "at %d, want %d: %v", f.N, snap.N, err)
		sizes += f.Size()
	}
	if s := v.Cached(); sizes < 2*d.opts.Cache || s.Entries == 0 || s.Entries > 11 || s.Hits == 0 || s.Misses == 0 {
		t.Errorf("all tables take %d bytes; kept %+v", sizes, s)
	}
}
