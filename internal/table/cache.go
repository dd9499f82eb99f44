package table

import (
	"container/list"
	"sync"
)

// cache keeps the folds used last. All of it can be thrown away at any time.
type cache struct {
	mu    sync.Mutex
	size  int
	byID  map[string]*list.Element
	order *list.List // of *fold, the one used last in front
}

func newCache(size int) *cache {
	return &cache{size: size, byID: map[string]*list.Element{}, order: list.New()}
}

// get gives the fold of a table, nil where it is not kept.
func (c *cache) get(id string) *fold {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byID[id]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*fold)
}

// put keeps a fold unless a newer one of its table is kept already.
func (c *cache) put(f *fold) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byID[f.id]; e != nil {
		if e.Value.(*fold).n < f.n {
			e.Value = f
		}
		c.order.MoveToFront(e)
		return
	}
	c.byID[f.id] = c.order.PushFront(f)
	for c.order.Len() > c.size {
		old := c.order.Remove(c.order.Back()).(*fold)
		delete(c.byID, old.id)
	}
}
