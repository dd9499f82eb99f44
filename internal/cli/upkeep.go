package cli

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
)

// upkeepFlags configure a server's backups and the deletion of old tables.
type upkeepFlags struct {
	BackupDir   string        `placeholder:"DIR" help:"cli.backup_dir"`
	BackupEvery time.Duration `default:"24h" placeholder:"24h" help:"cli.backup_dir_every"`
	BackupKeep  int           `default:"7" placeholder:"7" help:"cli.backup_dir_keep"`
	ExpireAfter time.Duration `placeholder:"DURATION" help:"cli.expire_after"`
}

// Limits on flags. At a table of days for a turn nothing may happen for weeks.
const (
	longest   = 100 * 366 * 24 * time.Hour
	leastIdle = 30 * 24 * time.Hour
)

// check refuses contradictory flags.
func (f upkeepFlags) check(w *env, db string) error {
	err := cmp.Or(
		within(w, "--backup-every", f.BackupEvery, time.Minute, longest),
		within(w, "--backup-keep", f.BackupKeep, 0, math.MaxInt32),
		within(w, "--expire-after", cmp.Or(f.ExpireAfter, leastIdle), leastIdle, longest),
	)
	if err != nil {
		return err
	}
	if f.BackupDir != "" && postgres.Is(db) {
		return w.failing(nil, "cli.backup_database")
	}
	if info, err := os.Stat(f.BackupDir); f.BackupDir != "" && (err != nil || !info.IsDir()) {
		return w.failing(err, "cli.upkeep_folder", "to", f.BackupDir)
	}
	return nil
}

// start starts the upkeep in the background until ctx ends.
func (f upkeepFlags) start(ctx context.Context, st store.Store, path string, log *slog.Logger) {
	go watchStore(ctx, st, log)
	if f.BackupDir != "" {
		go f.backUp(ctx, path, log)
	}
	if f.ExpireAfter > 0 {
		go f.expire(ctx, st, log)
	}
}

// watchEvery is how often the store is checked for the log; failed writes are
// noticed at once.
const watchEvery = 5 * time.Second

// watchStore logs when the store becomes unusable, and when it is usable again.
func watchStore(ctx context.Context, st store.Store, log *slog.Logger) {
	var before error
	for wait(ctx, watchEvery) {
		err := st.Ready(ctx)
		if ctx.Err() != nil {
			return
		}
		switch {
		case err != nil && before == nil:
			log.Error("the tables cannot be used", "error", err)
		case err == nil && before != nil:
			log.Info("the tables can be used again")
		}
		before = err
	}
}

// wait sleeps for d; it returns false if ctx ends first.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// backUp makes regular backups. The first one waits until the newest in the
// folder is old enough, so that frequent restarts do not add more.
func (f upkeepFlags) backUp(ctx context.Context, path string, log *slog.Logger) {
	for due := f.untilDue(time.Now()); wait(ctx, due); {
		to, err := backupInto(ctx, path, f.BackupDir, f.BackupKeep)
		due = again(f.BackupEvery, to != "")
		switch {
		case to == "":
			log.Error("no backup was made", "error", err)
		case err != nil:
			log.Error("backed up, but old backups could not be removed", "to", to, "error", err)
		default:
			log.Info("backed up", "to", to)
		}
	}
}

// untilDue is the time left until the next backup.
func (f upkeepFlags) untilDue(now time.Time) time.Duration {
	list, err := backups(f.BackupDir, now)
	if err != nil || len(list) == 0 {
		return 0
	}
	newest, err := time.Parse(backupTime, filepath.Base(list[len(list)-1]))
	if err != nil {
		return 0
	}
	return min(max(0, newest.Add(f.BackupEvery).Sub(now)), f.BackupEvery)
}

// Old tables are deleted in small batches, to keep the store responsive.
const (
	expireEvery  = time.Hour
	expireAtOnce = 20
)

// expire deletes tables that have been idle for too long.
func (f upkeepFlags) expire(ctx context.Context, st store.Store, log *slog.Logger) {
	for due := time.Duration(0); wait(ctx, due); due = expireEvery {
		all := 0
		for ctx.Err() == nil {
			n, err := st.Expire(ctx, time.Now().Add(-f.ExpireAfter).UnixMilli(), expireAtOnce)
			if err != nil {
				log.Error("old tables were not deleted", "error", err)
			}
			if all += n; err != nil || n < expireAtOnce {
				break
			}
		}
		if all > 0 {
			log.Info("old tables deleted", "tables", all)
		}
	}
}
