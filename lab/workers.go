package lab

import (
	"context"
	"sync"
	"sync/atomic"
)

// inParallel runs jobs 0 to n-1 on some workers, preparing each worker once.
// The first error stops all.
func inParallel(ctx context.Context, workers, n int, prepare func(ctx context.Context) (func(k int) error, error)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(1, workers) {
		do, err := prepare(ctx)
		if err != nil {
			stop(err)
			break
		}
		wait.Go(func() {
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= n {
					return
				}
				if err := do(k); err != nil {
					stop(err)
				}
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}
