package cache

import (
	"math/rand/v2"
	"sync"
	"testing"

	"ruhr/internal/require"
)

// A cache takes no more than its bytes, whatever is put into it, grows in it and
// leaves it, and its figures are right.
func TestBounded(t *testing.T) {
	c := New[int, int](1000)
	rng := rand.New(rand.NewPCG(1, 2))
	var hits, misses uint64
	for i := range 5000 {
		key := rng.IntN(300)
		switch i % 5 {
		case 0, 1:
			c.Put(key, i, i%97, nil)
		case 2:
			c.Resize(key, i%331)
		case 3:
			c.Remove(key)
		case 4:
			if _, ok := c.Get(key); ok {
				hits++
			} else {
				misses++
			}
		}
		if s := c.Stats(); s.Bytes > 1000 || s.Limit != 1000 || s.Hits != hits || s.Misses != misses {
			t.Fatalf("step %d: figures %+v, want %d hits and %d misses", i, s, hits, misses)
		}
	}
	require.True(t, hits != 0 && misses != 0, "nothing was found, or everything")
	c.Put(1, 1, 1001, nil)
	if _, ok := c.Get(1); ok || c.Stats().Bytes > 1000 {
		t.Error("what is larger than the cache is kept")
	}
	c.Put(1, 1, 10, nil)
	c.Purge()
	if s := c.Stats(); s.Entries != 0 || s.Bytes != 0 {
		t.Errorf("empty: %+v", s)
	}
}

// What is kept is found; what is newer stays where it is asked to.
func TestFound(t *testing.T) {
	c := New[string, int](100)
	if v, found := c.GetOr("a", 1, 10); found || v != 1 {
		t.Errorf("a is %d, found %v", v, found)
	}
	if v, found := c.GetOr("a", 2, 10); !found || v != 1 {
		t.Errorf("a is %d, found %v", v, found)
	}
	newer := func(n int) func(int) bool { return func(old int) bool { return old >= n } }
	c.Put("a", 3, 20, newer(3))
	c.Put("a", 2, 10, newer(2))
	if v, _ := c.Get("a"); v != 3 || c.Stats().Bytes != 20 {
		t.Errorf("a is %d of %d bytes, want the 3 of 20", v, c.Stats().Bytes)
	}
	c.Resize("b", 50)
	c.Remove("b")
	if s := c.Stats(); s.Entries != 1 || s.Bytes != 20 || s.Hits != 2 || s.Misses != 1 {
		t.Errorf("%+v", s)
	}
}

// Of what is used often most stays, and of twice as many as there is room for,
// used in turn, many are found again.
func TestWhatIsDropped(t *testing.T) {
	c := New[int, int](100)
	often := 0
	for i := range 20_000 {
		if _, found := c.GetOr(i%10, i, 1); found {
			often++
		}
		c.GetOr(1000+i, i, 1)
	}
	require.True(t, often > 20_000*95/100, "what is used often is found %d times of 20,000", often)
	c = New[int, int](100)
	for i := range 40_000 {
		c.GetOr(i%200, i, 1)
	}
	if s := c.Stats(); s.Hits < 40_000/20 {
		t.Errorf("of 200 in turn with room for 100, %d of 40,000 uses found theirs", s.Hits)
	}
}

func TestConcurrently(t *testing.T) {
	c := New[int, int](50)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 2000 {
				if v, _ := c.GetOr((g*i)%90, (g*i)%90, 1); v != (g*i)%90 {
					t.Errorf("found %d under %d", v, (g*i)%90)
				}
				c.Remove(i % 90)
			}
		})
	}
	all.Wait()
}
