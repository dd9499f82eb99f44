package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ruhr/internal/people"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
)

// adminCmd manages accounts and reported messages, even while a server has the
// game file open.
type adminCmd struct {
	Ban     banCmd     `cmd:"" help:"cli.admin_ban"`
	Unban   unbanCmd   `cmd:"" help:"cli.admin_unban"`
	Rename  renameCmd  `cmd:"" help:"cli.admin_rename"`
	Reports reportsCmd `cmd:"" help:"cli.admin_reports"`
	Unsay   unsayCmd   `cmd:"" help:"cli.admin_unsay"`
}

// administer opens the game file and runs do on it.
func (f *dbFlag) administer(w *world, do func(context.Context, *people.Service, store.Store) error) error {
	path, err := f.path(w)
	if err != nil {
		return err
	}
	st, err := sqlite.OpenBeside(w.ctx, path)
	if err != nil {
		return err
	}
	defer st.Close()
	folk, err := people.New(people.Options{Store: st})
	if err != nil {
		return err
	}
	return explainName(w, do(w.ctx, folk, st))
}

// explainName explains what is wrong with a name.
func explainName(w *world, err error) error {
	for _, e := range []struct {
		is  error
		key string
	}{{people.ErrNobody, "cli.admin_nobody"}, {people.ErrTaken, "people.error.taken"}, {people.ErrBadName, "people.error.name"}, {store.ErrNoMessage, "chat.error.gone"}} {
		if errors.Is(err, e.is) {
			return w.failing(err, e.key)
		}
	}
	return err
}

type banCmd struct {
	dbFlag
	Name string `arg:"" name:"name" help:"cli.admin_name"`
}

// Run bans an account.
func (c *banCmd) Run(w *world) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error { return p.Ban(ctx, st, c.Name) })
}

type unbanCmd struct {
	dbFlag
	Name string `arg:"" name:"name" help:"cli.admin_name"`
}

// Run lifts a ban.
func (c *unbanCmd) Run(w *world) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error { return p.Unban(ctx, st, c.Name) })
}

type renameCmd struct {
	dbFlag
	Name string `arg:"" name:"name" help:"cli.admin_name"`
	To   string `arg:"" name:"to" help:"cli.admin_to"`
}

// Run renames an account.
func (c *renameCmd) Run(w *world) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error {
		return p.Rename(ctx, st, c.Name, c.To)
	})
}

type reportsCmd struct{ dbFlag }

// maxReports is the most messages that reports lists.
const maxReports = 100

// Run lists reported messages. They are quoted, so that control characters
// cannot forge terminal output.
func (c *reportsCmd) Run(w *world) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		list, err := st.Reports(ctx, maxReports)
		for _, m := range list {
			when := time.UnixMilli(m.Time).UTC().Format(time.DateTime)
			fmt.Fprintf(w.out, "%s %s %d ×%d %s: %s\n", when, m.Table, m.N, m.By, strconv.QuoteToGraphic(m.Name), strconv.QuoteToGraphic(m.Text))
		}
		return err
	})
}

type unsayCmd struct {
	dbFlag
	Table   string `arg:"" name:"table" help:"cli.admin_table"`
	Message int64  `arg:"" name:"message" help:"cli.admin_message"`
}

// Run deletes a message.
func (c *unsayCmd) Run(w *world) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		return st.Unsay(ctx, c.Table, c.Message)
	})
}
