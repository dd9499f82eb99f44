package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// reservations is the migration that lets one process at a time work on a table.
var reservations = Migration{
	`ALTER TABLE tables ADD COLUMN worker $text NOT NULL DEFAULT ''`,
	`ALTER TABLE tables ADD COLUMN worker_until $int NOT NULL DEFAULT 0`,
}

// Reserve implements [store.Tables].
func (d *DB) Reserve(ctx context.Context, id, worker string, now, until int64) (mine bool, err error) {
	err = d.checked(ctx, "reserve a table", store.CheckReserve(id, worker), func(tx tx) error {
		mine, err = changed(tx.exec(`UPDATE tables SET worker = ?1, worker_until = ?2
			WHERE id = ?3 AND (worker = ?1 OR worker_until <= ?4)`, worker, until, id, now))
		return err
	})
	return mine && err == nil, err
}

// Lasts implements [store.Tables].
func (d *DB) Lasts(ctx context.Context, ids []string) (map[string]int64, error) {
	return d.numbers(ctx, "ask how far tables are", `SELECT id, last FROM tables WHERE id IN `, ids)
}

// LastSaid implements [store.Chat].
func (d *DB) LastSaid(ctx context.Context, ids []string) (map[string]int64, error) {
	return d.numbers(ctx, "ask how much was said", `SELECT table_id, n FROM said WHERE table_id IN `, ids)
}

// numbers are those that a query finds for a list of IDs, which follows it.
func (d *DB) numbers(ctx context.Context, what, query string, ids []string) (map[string]int64, error) {
	out := map[string]int64{}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !store.ValidID(id) })
	for some := range slices.Chunk(ids, store.MaxList) {
		places, args := make([]string, len(some)), make([]any, len(some))
		for i, id := range some {
			places[i], args[i] = fmt.Sprint("?", i+1), id
		}
		err := d.rows(ctx, func(r *sql.Rows) error {
			var id string
			var n int64
			err := r.Scan(&id, &n)
			out[id] = n
			return err
		}, query+`(`+strings.Join(places, ", ")+`)`, args...)
		if err != nil {
			return nil, d.explain(what, err)
		}
	}
	return out, nil
}

// growthIndices is the migration that finds the newest tables of a stage, notes by their
// table, and channels by their address, without going through all of them.
var growthIndices = Migration{
	`CREATE INDEX tables_stage ON tables (stage, created, id)`,
	`CREATE INDEX notes_table ON notes (table_id)`,
	`CREATE INDEX channels_address ON channels (address)`,
}

// newestFirst is the migration that finds somebody's newest tables and results without going
// through all of theirs. Rows that an older server writes meanwhile have 0: [Unordered].
var newestFirst = Migration{
	`ALTER TABLE grants ADD COLUMN created $int NOT NULL DEFAULT 0`,
	`UPDATE grants SET created = (SELECT t.created FROM tables t WHERE t.id = grants.table_id)`,
	`CREATE INDEX grants_newest ON grants (browser, created, table_id)`,
	`ALTER TABLE result_seats ADD COLUMN ended $int NOT NULL DEFAULT 0`,
	`UPDATE result_seats SET ended = (SELECT r.ended FROM results r WHERE r.table_id = result_seats.table_id)`,
	`DROP INDEX result_seats_holder`,
	`CREATE INDEX result_seats_newest ON result_seats (holder, ended, table_id)`,
}

// Unordered completes what servers of an earlier version have written beside this one.
const Unordered = `UPDATE grants SET created = (SELECT t.created FROM tables t WHERE t.id = grants.table_id) WHERE created = 0;
	UPDATE result_seats SET ended = (SELECT r.ended FROM results r WHERE r.table_id = result_seats.table_id) WHERE ended = 0`
