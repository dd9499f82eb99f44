package table

import (
	"testing"

	"ruhr/internal/game"
)

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
		if err != nil || f.N != snap.N || f.State() != snap.State {
			t.Fatalf("at %d, want %d: %v", f.N, snap.N, err)
		}
		sizes += f.Size()
	}
	if s := v.Cached(); sizes < 2*d.opts.Cache || s.Entries == 0 || s.Entries > 11 || s.Hits == 0 || s.Misses == 0 {
		t.Errorf("all tables take %d bytes; kept %+v", sizes, s)
	}
}
