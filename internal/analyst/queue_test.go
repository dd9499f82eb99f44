package analyst

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
)

// Clients take turns however many of one wait, and each client's own come in
// their order; who stops waiting is passed over.
func TestQueueTakesTurns(t *testing.T) {
	for _, c := range []struct {
		name  string
		slots int
		come  string // client and table, in the order of their coming; -x: x stops waiting
		want  string // the order in which they are let in, one at a time leaving
	}{
		{"one client", 1, "a1 a2 a3", "a1 a2 a3"},
		{"a client with many tables and two with one", 1, "a1 a2 a3 a4 b1 c1", "a1 a2 b1 c1 a3 a4"},
		{"two with many", 1, "a1 a2 a3 b1 b2 b3", "a1 a2 b1 a3 b2 b3"},
		{"several slots", 2, "a1 a2 a3 a4 b1", "a1 a2 a3 b1 a4"},
		{"one stops waiting", 1, "a1 a2 a3 b1 -a2 -b1", "a1 a3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := NewQueue(c.slots)
				var in []string
				var inside []func() // leave, of those let in, the earliest first
				stop := map[string]context.CancelFunc{}
				for who := range strings.FieldsSeq(c.come) {
					if gone, ok := strings.CutPrefix(who, "-"); ok {
						stop[gone]()
						synctest.Wait()
						continue
					}
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					stop[who] = cancel
					go func() {
						leave, err := q.Enter(ctx, who[:1])
						if err != nil {
							return
						}
						in = append(in, who)
						inside = append(inside, leave)
					}()
					synctest.Wait()
					if len(in) > c.slots {
						t.Fatalf("%v are in at once, with %d slots", in, c.slots)
					}
				}
				for len(inside) > 0 {
					leave := inside[0]
					inside = inside[1:]
					leave()
					leave() // again is nothing
					synctest.Wait()
				}
				if got := strings.Join(in, " "); got != c.want {
					t.Errorf("let in: %s, want %s", got, c.want)
				}
				if n := q.Waiting(); len(n) != 0 || q.free != c.slots {
					t.Errorf("%v wait and %d slots are free at the end, want 0 and %d", n, q.free, c.slots)
				}
			})
		})
	}
}

// Who stops waiting in the moment of being let in gives the slot on.
func TestQueueLosesNoSlot(t *testing.T) {
	q := NewQueue(1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 { // whichever of the two is seen first
		if leave, err := q.Enter(ended, "a"); err == nil {
			leave()
		} else if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if q.free != 1 {
		t.Errorf("%d slots are free, want 1", q.free)
	}
}
