package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ruhr/bot"
	"ruhr/internal/live"
	"ruhr/internal/people"
	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
	"ruhr/spec"
)

// adminCmd manages accounts, reported messages, circles and ratings, even while a server
// has the game file or the database open.
type adminCmd struct {
	Ban      banCmd      `cmd:"" help:"cli.admin_ban"`
	Unban    unbanCmd    `cmd:"" help:"cli.admin_unban"`
	Rename   renameCmd   `cmd:"" help:"cli.admin_rename"`
	Reports  reportsCmd  `cmd:"" help:"cli.admin_reports"`
	Dismiss  dismissCmd  `cmd:"" help:"cli.admin_dismiss"`
	Unsay    unsayCmd    `cmd:"" help:"cli.admin_unsay"`
	Unname   unnameCmd   `cmd:"" help:"cli.admin_unname"`
	Circles  circlesCmd  `cmd:"" help:"cli.admin_circles"`
	Dissolve dissolveCmd `cmd:"" help:"cli.admin_dissolve"`
	Invite   inviteCmd   `cmd:"" help:"cli.admin_invite"`
	Recover  recoverCmd  `cmd:"" help:"cli.admin_recover"`
	Rerate   rerateCmd   `cmd:"" help:"cli.admin_rerate"`
}

// administer opens the game file or the database and runs do on it.
func (f *dbFlag) administer(w *env, do func(context.Context, *people.Service, store.Store) error) error {
	st, err := f.openBeside(w)
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

// openBeside opens the store that the flag names beside a server that has it open.
func (f *dbFlag) openBeside(w *env) (store.Store, error) {
	if postgres.Is(f.DB) {
		return postgres.OpenBeside(w.ctx, f.DB)
	}
	path, err := f.path(w)
	if err != nil {
		return nil, err
	}
	return sqlite.OpenBeside(w.ctx, path)
}

// explainName explains what is wrong with a name.
func explainName(w *env, err error) error {
	for _, e := range []struct {
		is  error
		key string
	}{{people.ErrNobody, "cli.admin_nobody"}, {people.ErrTaken, "people.error.taken"}, {people.ErrBadName, "people.error.name"}, {store.ErrNoMessage, "chat.error.gone"}, {store.ErrNoCircle, "circle.error.none"}} {
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
func (c *banCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error { return p.Ban(ctx, st, c.Name) })
}

type unbanCmd struct {
	dbFlag
	Name string `arg:"" name:"name" help:"cli.admin_name"`
}

// Run lifts a ban.
func (c *unbanCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error { return p.Unban(ctx, st, c.Name) })
}

type renameCmd struct {
	dbFlag
	Name string `arg:"" name:"name" help:"cli.admin_name"`
	To   string `arg:"" name:"to" help:"cli.admin_to"`
}

// Run renames an account, at its seats as well.
func (c *renameCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, p *people.Service, st store.Store) error {
		return withTables(st, func(tables *table.Service) error {
			return p.Rename(ctx, st, c.Name, c.To, func(at people.Sat, as func(string) string) error {
				return tables.Redact(ctx, at.Table, at.Seat, as)
			})
		})
	})
}

type reportsCmd struct{ dbFlag }

// Run lists reported messages. They are quoted, so that control characters
// cannot forge terminal output.
func (c *reportsCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		for n := 0; ; n += store.MaxList {
			list, err := st.Reports(ctx, n, store.MaxList)
			for _, m := range list {
				when := time.UnixMilli(m.Time).UTC().Format(time.RFC3339)
				fmt.Fprintf(w.out, "%s %s %s %d ×%d %s: %s\n", when, m.Room, m.Table, m.N, m.By, strconv.QuoteToGraphic(m.Name), strconv.QuoteToGraphic(m.Text))
			}
			if err != nil || len(list) < store.MaxList {
				return err
			}
		}
	})
}

type messageArgs struct {
	dbFlag
	Table   string `arg:"" name:"table" help:"cli.admin_table"`
	Message int64  `arg:"" name:"message" help:"cli.admin_message"`
}

type dismissCmd struct{ messageArgs }

// Run deletes the reports of a message.
func (c *dismissCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		return st.Dismiss(ctx, c.Table, c.Message)
	})
}

type unsayCmd struct{ messageArgs }

// Run deletes a message.
func (c *unsayCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		return st.Unsay(ctx, c.Table, c.Message)
	})
}

type unnameCmd struct {
	dbFlag
	Table string `arg:"" name:"table" help:"cli.admin_table_id"`
}

// Run removes the name of a table and of its rematches.
func (c *unnameCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		return withTables(st, func(tables *table.Service) error { return tables.Unname(ctx, c.Table) })
	})
}

type circlesCmd struct{ dbFlag }

// maxCircles is the most circles that circles lists, the newest first.
const maxCircles = 1000

// Run lists circles of friends, each with its founder and then the others. Names are
// quoted, as in reports.
func (c *circlesCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		list, err := st.AllCircles(ctx, maxCircles)
		for _, of := range list {
			founder, others := "", ""
			for _, m := range of.Members {
				if name := " " + strconv.QuoteToGraphic(m.Name); m.Account == of.Founder {
					founder = name
				} else {
					others += name
				}
			}
			fmt.Fprintf(w.out, "%s %s:%s%s\n", of.ID, strconv.QuoteToGraphic(of.Name), founder, others)
		}
		return err
	})
}

type dissolveCmd struct {
	dbFlag
	Circle string `arg:"" name:"id" help:"cli.admin_circle"`
}

// Run dissolves a circle of friends.
func (c *dissolveCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		for { // again if somebody has joined meanwhile
			of, err := st.Circle(ctx, c.Circle)
			if err != nil {
				return err
			}
			of.Members = nil
			if err = st.SetCircle(ctx, of); !errors.Is(err, store.ErrStale) {
				return err
			}
		}
	})
}

type recoverCmd struct {
	dbFlag
	Name   string        `arg:"" name:"name" help:"cli.admin_name"`
	For    time.Duration `default:"24h" placeholder:"24h" help:"cli.recover_for"`
	Public string        `placeholder:"URL" help:"cli.recover_public"`
}

// Run prints the address where somebody sets a new password for an account, once.
func (c *recoverCmd) Run(w *env) error {
	if c.For <= 0 {
		return w.failing(nil, "cli.recover_range")
	}
	return c.administer(w, func(ctx context.Context, p *people.Service, _ store.Store) error {
		a, err := p.Named(ctx, c.Name)
		if err != nil {
			return err
		}
		code, err := p.RecoveryCode(ctx, a, c.For)
		if err == nil {
			fmt.Fprintln(w.out, strings.TrimSuffix(c.Public, "/")+"/account/recover/"+code)
		}
		return err
	})
}

type rerateCmd struct{ dbFlag }

// Run computes all ratings again from the games.
func (c *rerateCmd) Run(w *env) error {
	return c.administer(w, func(ctx context.Context, _ *people.Service, st store.Store) error {
		return withTables(st, func(tables *table.Service) error {
			n, err := tables.Rerate(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintln(w.out, w.words.T("cli.rerated", "n", n))
			return nil
		})
	})
}

// withTables runs do with the tables of a store, at which nobody plays here.
func withTables(st store.Store, do func(*table.Service) error) error {
	hub := live.NewHub()
	defer hub.Close()
	tables, err := table.New(table.Options{Store: st, Live: hub, Board: spec.Board, Bots: bot.New})
	if err != nil {
		return err
	}
	return do(tables)
}

type inviteCmd struct {
	dbFlag
	Count int           `default:"1" placeholder:"1" help:"cli.invite_count"`
	For   time.Duration `default:"336h" placeholder:"336h" help:"cli.invite_for"`
}

// maxInvites is the most invitations made at once.
const maxInvites = 1000

// Run makes invitations and prints their codes, one a line.
func (c *inviteCmd) Run(w *env) error {
	if c.Count < 1 || c.Count > maxInvites || c.For <= 0 {
		return w.failing(nil, "cli.invite_range", "most", maxInvites)
	}
	return c.administer(w, func(ctx context.Context, p *people.Service, _ store.Store) error {
		for range c.Count {
			code, err := p.Invite(ctx, c.For)
			if err != nil {
				return err
			}
			fmt.Fprintln(w.out, code)
		}
		return nil
	})
}
