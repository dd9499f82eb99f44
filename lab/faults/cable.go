package faults

import (
	"net"
	"sync"
)

// cable connects a node with the database. While it is cut, nothing comes through
// in either direction and nobody is told: as when a network drops all packets.
// What was sent meanwhile arrives once it is whole again.
type cable struct {
	to       string
	listener net.Listener

	mu    sync.Mutex
	whole *sync.Cond
	cuts  bool
	ends  []net.Conn
}

// newCable leads from an address of its own to another one.
func newCable(to string) (*cable, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &cable{to: to, listener: l}
	c.whole = sync.NewCond(&c.mu)
	go c.serve()
	return c, nil
}

func (c *cable) address() string { return c.listener.Addr().String() }

func (c *cable) serve() {
	for {
		near, err := c.listener.Accept()
		if err != nil {
			return
		}
		go c.connect(near)
	}
}

// connect carries one connection.
func (c *cable) connect(near net.Conn) {
	defer near.Close()
	c.passes()
	far, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer far.Close()
	c.mu.Lock()
	c.ends = append(c.ends, near, far)
	c.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { c.carry(far, near) })
	both.Go(func() { c.carry(near, far) })
	both.Wait()
}

// carry passes on what one end says until it ends.
func (c *cable) carry(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		c.passes()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// passes returns once the cable is whole.
func (c *cable) passes() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.cuts {
		c.whole.Wait()
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cuts = true
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cuts = false
	c.whole.Broadcast()
}

// remove ends all connections.
func (c *cable) remove() {
	c.mend()
	c.listener.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, end := range c.ends {
		end.Close()
	}
}
