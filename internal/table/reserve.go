package table

import (
	"context"
	"time"
)

// Of several processes that play the same tables, one lets a table's computer
// players think: the one that has reserved it. If that one dies or hangs, its
// reservation ends soon, and another one takes over. Should it wake up later,
// its decision comes at a number that has passed, and changes nothing.
const (
	reserveFor   = 5 * time.Second
	reserveAgain = reserveFor / 4 // while it thinks, and while another one has it
)

// lease waits until this process has a table, or ctx ends. The thinking must
// be given up if it loses the table meanwhile, but need not be: only one
// decision counts.
func (v *Service) lease(ctx context.Context, id string) (release func(), mine bool) {
	if v.opt.Node == "" {
		return func() {}, true
	}
	for {
		if v.hold(ctx, id, reserveFor) {
			break
		}
		select {
		case <-ctx.Done():
			return nil, false
		case <-time.After(reserveAgain):
		}
	}
	keeping, stop := context.WithCancel(ctx)
	go func() {
		for {
			select {
			case <-keeping.Done():
				return
			case <-time.After(reserveAgain):
				v.hold(keeping, id, reserveFor)
			}
		}
	}()
	return func() {
		stop()
		v.hold(context.WithoutCancel(ctx), id, 0)
	}, true
}

// hold reserves a table for some time from now on. A store that fails reserves
// nothing; that is logged where the decision is stored.
func (v *Service) hold(ctx context.Context, id string, d time.Duration) bool {
	now := v.opt.Clock()
	mine, err := v.opt.Store.Reserve(ctx, id, v.opt.Node, now.UnixMilli(), now.Add(d).UnixMilli())
	return err == nil && mine
}
