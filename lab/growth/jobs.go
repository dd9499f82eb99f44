package growth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// jobs does what no page waits for, and measures how long each takes and how long others
// wait meanwhile who only note that they are there.
func (c *Command) jobs(ctx context.Context) error {
	st, err := sqlite.Open(ctx, c.File)
	if err != nil {
		return err
	}
	defer st.Close()
	fmt.Print("\n| job | takes | longest wait of another write |\n| --- | --- | --- |\n")
	now := time.Now().UnixMilli()
	claim := func(do func(ctx context.Context, now, again int64, limit int) ([]string, error)) func() error {
		return func() error { _, err := do(ctx, now, now+1, store.MaxList); return err }
	}
	same := func(r store.Result, before store.Before) (map[store.Hash][]byte, error) {
		body, err := before(r.Holders[0].Browser)
		return map[store.Hash][]byte{r.Holders[0].Browser: body}, err
	}
	gone := store.HashOf(idOf("nobody"))
	for _, job := range []struct {
		what string
		do   func() error
	}{
		{"claim tables that are due", claim(st.Claim)},
		{"claim tables with news", claim(st.ClaimNews)},
		{"claim days", claim(st.ClaimDays)},
		{"claim tournaments", claim(st.ClaimTournaments)},
		{"claim notices", func() error {
			_, err := st.ClaimNotices(ctx, now, now+1, store.MaxList, []string{"turn"}, nil)
			return err
		}},
		{"result of a rated game", func() error {
			_, err := st.AddResult(ctx, store.Result{Table: store.NewID(), N: 1, Ended: now, Pool: "two", Body: []byte("{}"), Holders: []store.Holder{{Browser: holderOf(heavy)}}}, same)
			return err
		}},
		{"look for tables to expire", func() error { _, err := st.Expire(ctx, 1, 20); return err }},
		{"expire 20 tables", func() error { _, err := st.Expire(ctx, now-int64(c.Days-1)*dayLength, 20); return err }},
		{"newest circles, for operators", func() error { _, err := st.AllCircles(ctx, store.MaxList); return err }},
		{"reported messages, for operators", func() error { _, err := st.Reports(ctx, 0, store.MaxList); return err }},
		{"all ratings again", func() error { _, err := results.NewBook(st, 1).Rerate(ctx); return err }},
		{"a guest's places move to an account", func() error { return st.MovePlaces(ctx, holderOf(heavy), gone) }},
		{"and back", func() error { return st.MovePlaces(ctx, gone, holderOf(heavy)) }},
		{"delete an account", func() error {
			seats, err := st.Sat(ctx, holderOf(heavy))
			return errors.Join(err, st.DeleteAccount(ctx, accountOf(heavy).ID, seats...))
		}},
	} {
		if err := c.job(ctx, st, job.what, job.do); err != nil {
			return fmt.Errorf("%s: %w", job.what, err)
		}
	}
	return nil
}

// job does a job while somebody else writes again and again.
func (c *Command) job(ctx context.Context, st store.Store, what string, do func() error) error {
	ended, waited := make(chan error), time.Duration(0)
	began := time.Now()
	go func() { ended <- do() }()
	for {
		select {
		case err := <-ended:
			fmt.Printf("| %s | %s | %s |\n", what, time.Since(began).Round(100*time.Microsecond), waited.Round(100*time.Microsecond))
			return err
		default:
		}
		asked := time.Now()
		for st.SeeSession(ctx, store.HashOf(secretOf(light)), asked.UnixMilli()) != nil && ctx.Err() == nil && time.Since(asked) < time.Hour {
		}
		waited = max(waited, time.Since(asked))
		time.Sleep(time.Millisecond)
	}
}
