package analyst

import (
	"context"

	"ruhr/internal/fair"
)

// backlog is what is made one after the other for clients in turn: reviews or comparisons.
// All but the queue is guarded by Analyst.mu.
type backlog struct {
	queue      *fair.Queue
	most, each int // that are made or wait, of all clients and of one
	under      map[string]*making
	begun      int
}

// making is a review or a comparison that is made or waits.
type making struct {
	client string
	number int // in the order in which they were asked for
	begins bool
	far    far // of a review
}

func newBacklog(most, each int) backlog {
	return backlog{queue: fair.NewQueue(1), most: most, each: each, under: map[string]*making{}}
}

// room returns ErrFull where no more is made for a client.
func (b *backlog) room(client string) error {
	own := 0
	for _, m := range b.under {
		if m.client == client {
			own++
		}
	}
	if own >= b.each || len(b.under) >= b.most {
		return ErrFull
	}
	return nil
}

// add notes that something is to be made for a client.
func (b *backlog) add(key, client string) *making {
	b.begun++
	m := &making{client: client, number: b.begun}
	b.under[key] = m
	return m
}

// before is how many are made before one of them is.
func (b *backlog) before(m *making) int {
	if m.begins {
		return 0
	}
	own := 0
	for _, other := range b.under {
		if other.client == m.client && other.number < m.number && !other.begins {
			own++
		}
	}
	return 1 + b.queue.Ahead(m.client, own)
}

// turn waits until it is the turn of something that is to be made.
func (a *Analyst) turn(b *backlog, m *making) (leave func(), err error) {
	leave, err = b.queue.Await(a.all, m.client)
	if err != nil {
		return nil, context.Cause(a.all)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m.begins = true
	return leave, nil
}
