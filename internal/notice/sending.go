package notice

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"sync"

	"ruhr/internal/store"
)

// How many batches are sent at the same time: in all, of an account, to a receiving
// host, and to the mail server. So nobody's slow receivers hold up those of others.
const (
	sendAtOnce    = 64
	accountAtOnce = 2
	hostAtOnce    = 2
	mailAtOnce    = 8
)

// sending is what is being sent.
type sending struct {
	mu    sync.Mutex
	n     int
	of    map[string]int // by account, and by receiver
	all   sync.WaitGroup
	ended chan struct{} // has an element once one has ended
}

func newSending() *sending {
	return &sending{of: map[string]int{}, ended: make(chan struct{}, 1)}
}

// enter takes a place for a channel's batch and reports whether there was one.
func (s *sending) enter(c store.Channel) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	account, to := c.Account, hostOf(c)
	most := hostAtOnce
	if c.Kind == KindMail {
		most = mailAtOnce
	}
	if s.n >= sendAtOnce || s.of[account] >= accountAtOnce || s.of[to] >= most {
		return false
	}
	s.n++
	s.of[account]++
	s.of[to]++
	return true
}

// leave gives a channel's place back.
func (s *sending) leave(c store.Channel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n--
	for _, name := range []string{c.Account, hostOf(c)} {
		if s.of[name]--; s.of[name] == 0 {
			delete(s.of, name)
		}
	}
}

// hostOf is the host that a channel's messages go to; no account has such an ID.
func hostOf(c store.Channel) string {
	address := c.Address
	switch c.Kind {
	case KindMail:
		return "mail:"
	case KindPush:
		var to Subscription
		json.Unmarshal([]byte(address), &to) // what is none is refused when it is sent
		address = to.Endpoint
	}
	u, err := url.Parse(address)
	if err != nil {
		return "nowhere:"
	}
	return "host:" + u.Hostname() // whatever its port
}

// start begins to send what is due, as far as there are places, and returns how
// many batches that are. Whatever ends makes room for more.
func (s *Service) start(ctx context.Context) (int, error) {
	var entered []store.Channel
	now := s.Clock()
	batches, err := s.Store.ClaimNotices(ctx, now.UnixMilli(), now.Add(claimFor).UnixMilli(), sendAtOnce, append(slices.Clone(Kinds), invite), func(c store.Channel) bool {
		ok := (c.Kind != KindMail || s.Mail != nil) && s.sending.enter(c) // another server may send mail
		if ok {
			entered = append(entered, c)
		}
		return ok
	})
	claimed := map[string]bool{}
	for _, b := range batches {
		claimed[b.Channel.ID] = true
	}
	for _, c := range entered {
		if !claimed[c.ID] { // another server has it
			s.sending.leave(c)
		}
	}
	for _, b := range batches {
		s.sending.all.Go(func() {
			s.deliver(context.WithoutCancel(ctx), b) // or it would be sent and not noted
			s.sending.leave(b.Channel)
			select {
			case s.sending.ended <- struct{}{}:
			default:
			}
		})
	}
	return len(batches), err
}
