package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ruhr/internal/store/postgres"
	"ruhr/internal/store/sqlite"
)

// dbFlag names the file with all tables.
type dbFlag struct {
	DB string `name:"db" placeholder:"FILE" help:"cli.db"`
}

// path is the file the flag names, or the one in the user's configuration
// folder.
func (f dbFlag) path(w *env) (string, error) {
	if f.DB != "" {
		return f.DB, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", w.failing(err, "cli.no_folder", "why", err.Error())
	}
	return filepath.Join(dir, "ruhr", "tables.db"), nil
}

// file is the path of a file; a database elsewhere is refused.
func (f dbFlag) file(w *env) (string, error) {
	if postgres.Is(f.DB) {
		return "", w.failing(nil, "cli.backup_database")
	}
	return f.path(w)
}

// backupCmd copies the tables while the program runs.
type backupCmd struct {
	dbFlag
	To    string        `arg:"" name:"to" help:"cli.backup_to"`
	Every time.Duration `placeholder:"6h" help:"cli.backup_every"`
	Keep  int           `placeholder:"N" help:"cli.backup_keep"`
}

// Run makes one backup, or one after another until the user ends it. A failure after the first
// one is printed, and tried again within the hour.
func (c *backupCmd) Run(w *env) error {
	from, err := c.file(w)
	if err != nil {
		return err
	}
	info, err := os.Stat(c.To)
	folder := err == nil && info.IsDir()
	switch {
	case !folder && (c.Every != 0 || c.Keep != 0):
		return w.failing(nil, "cli.backup_folder", "to", c.To)
	case c.Every < 0 || c.Keep < 0:
		return w.failing(nil, "cli.backup_negative")
	}
	for began := false; ; began = true {
		to, err := c.To, error(nil)
		if folder {
			to, err = backupInto(w.ctx, from, c.To, c.Keep)
		} else {
			err = sqlite.Backup(w.ctx, from, to)
		}
		made := err == nil || folder && to != ""
		if made {
			fmt.Fprintln(w.out, w.words.T("cli.backed_up", "path", to))
		}
		switch {
		case c.Every == 0, !made && !began, w.ctx.Err() != nil:
			return err
		case err != nil:
			fmt.Fprintln(w.errors, "ruhr:", oneLine(w.explain(err)))
		}
		if !wait(w.ctx, again(c.Every, made)) {
			return nil
		}
	}
}

// again is the time until the next backup: after a failure an hour at most.
func again(every time.Duration, made bool) time.Duration {
	if made {
		return every
	}
	return min(every, time.Hour)
}

// backupInto makes a backup in a folder and keeps only the newest ones; 0
// keeps all. With a name, the error is that of older ones that could not be removed.
func backupInto(ctx context.Context, from, folder string, keep int) (to string, err error) {
	dropParts(folder, time.Now().Add(-24*time.Hour))
	to = filepath.Join(folder, backupName(time.Now()))
	if err := sqlite.Backup(ctx, from, to); err != nil {
		return "", err
	}
	if keep > 0 {
		err = prune(folder, keep)
	}
	return to, err
}

// dropParts removes what backups that were interrupted before a time have left.
func dropParts(folder string, before time.Time) {
	parts, _ := filepath.Glob(filepath.Join(folder, backupPattern+".part-*")) // the pattern is good
	for _, path := range parts {
		if info, err := os.Stat(path); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(path) // the next backup tries again
		}
	}
}

const (
	backupPattern = "ruhr-????????T??????.???Z.db"
	backupTime    = "ruhr-20060102T150405.000Z.db"
)

// backupName is the name of a backup by its time, so that names sort by age.
func backupName(t time.Time) string { return t.UTC().Format(backupTime) }

// prune removes all but the newest backups of a folder, as far as it can, and no file
// with another kind of name.
func prune(folder string, keep int) error {
	list, err := backups(folder, time.Now())
	if err != nil {
		return err
	}
	for _, path := range list[:max(0, len(list)-keep)] {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// backups are the backups in a folder until now, the oldest first. Those of a clock that
// was fast neither count nor go: they would push out all that are made now.
func backups(folder string, now time.Time) ([]string, error) {
	list, err := filepath.Glob(filepath.Join(folder, backupPattern))
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(path string) bool {
		at, err := time.Parse(backupTime, filepath.Base(path))
		return err != nil || at.After(now)
	})
	slices.Sort(list)
	return list, nil
}

// restoreCmd replaces the tables by those of a backup.
type restoreCmd struct {
	dbFlag
	From string `arg:"" name:"backup" help:"cli.restore_from"`
}

// Run restores and says where the replaced tables are.
func (c *restoreCmd) Run(w *env) error {
	to, err := c.file(w)
	if err != nil {
		return err
	}
	kept, err := sqlite.Restore(w.ctx, c.From, to)
	if err == nil {
		fmt.Fprintln(w.out, w.words.T("cli.restored", "path", to))
	}
	if kept != "" {
		fmt.Fprintln(w.out, w.words.T("cli.replaced", "path", kept))
	}
	return err
}
