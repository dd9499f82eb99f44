package table

import (
	"runtime"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/require"
)

// What is not set has the value that Options promises, and what is set stays.
func TestDefaults(t *testing.T) {
	d := newDen(t, 29)
	set := d.fresh().opt
	require.Equal(t, set.Thinkers, 2, "thinkers, as they were set")
	d.opts.Thinkers, d.opts.Clock, d.opts.Random = 0, nil, nil
	o := d.fresh().opt
	if n := runtime.GOMAXPROCS(0); o.Thinkers != n {
		t.Errorf("%d thinkers, expected one per processor, %d", o.Thinkers, n)
	}
	if o.MoveTimeout != 30*time.Second || o.Cache != 48<<20 {
		t.Errorf("a move takes %v at most and %d bytes of tables are kept, expected 30 s and 48 MB", o.MoveTimeout, o.Cache)
	}
	if got := o.Budget("any", 2); got != (bot.Budget{Time: time.Second}) || !o.Searches("any") {
		t.Errorf("a computer player's budget is %+v, and it searches: %v; expected a second, and that it does", got, o.Searches("any"))
	}
	for range 100 {
		if n := o.Random(3); n < 0 || n > 2 {
			t.Fatalf("a random number below 3 is %d", n)
		}
	}
	d.opts.MoveTimeout, d.opts.Cache = time.Minute, 7
	if o := d.fresh().opt; o.MoveTimeout != time.Minute || o.Cache != 7 {
		t.Errorf("set to a minute and 7 they are %v and %d", o.MoveTimeout, o.Cache)
	}
	d.opts.Bots = nil
	if _, err := New(d.opts); err == nil {
		t.Error("a service without computer players")
	}
}
