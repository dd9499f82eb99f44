package sqlstore

import (
	"context"
	"slices"

	"ruhr/internal/store"
)

// dueTables is the migration that adds when a table must be checked again.
var dueTables = Migration{
	`ALTER TABLE tables ADD COLUMN due $int NOT NULL DEFAULT 0`,
	`CREATE INDEX tables_due ON tables (due) WHERE due > 0`,
}

// due returns when a table is due after an append.
func due(entries []store.Entry) int64 {
	if len(entries) == 0 {
		return 0
	}
	return entries[len(entries)-1].Due
}

// stages is the migration that adds how far a table is. Of those without a result
// nobody knows, unless they are due anyway: they become due, to be looked at.
var stages = Migration{
	`ALTER TABLE tables ADD COLUMN stage $int NOT NULL DEFAULT 0`,
	`UPDATE tables SET stage = 2 WHERE id IN (SELECT table_id FROM results)`,
	`UPDATE tables SET due = 1 WHERE due = 0 AND stage = 0`,
}

// stage returns how far a table is after an append.
func stage(entries []store.Entry) int {
	if len(entries) == 0 {
		return int(store.Running)
	}
	return int(entries[len(entries)-1].Stage)
}

// SetStage implements [store.Tables].
func (d *DB) SetStage(ctx context.Context, id string, n int64, stage store.Stage) error {
	return d.write(ctx, "set a table's stage", func(tx tx) error {
		return tx.do(`UPDATE tables SET due = 0, stage = ?1 WHERE id = ?2 AND last = ?3`, int(stage), id, n)
	})
}

// Claim implements [store.Tables].
func (d *DB) Claim(ctx context.Context, now, again int64, limit int) ([]string, error) {
	return d.claim(ctx, "claim tables that are due", "tables", "id", "due", now, again, limit)
}

// ClaimNews implements [store.Notices].
func (d *DB) ClaimNews(ctx context.Context, now, again int64, limit int) ([]string, error) {
	return d.claim(ctx, "claim tables with news", "tables", "id", "news", now, again, limit)
}

// claim claims rows of a table, which key names, by a column that says when they are due.
func (d *DB) claim(ctx context.Context, what, table, key, column string, now, again int64, limit int) ([]string, error) {
	if err := store.CheckClaim(now, again, limit); err != nil {
		return nil, d.explain(what, err)
	}
	ids, err := list(ctx, d, what, only[string],
		`SELECT `+key+` FROM `+table+` WHERE `+column+` > 0 AND `+column+` <= ?1 ORDER BY `+column+`, `+key+` LIMIT ?2`, now, min(limit, store.MaxList))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	mine := map[string]bool{}
	err = d.write(ctx, what, func(tx tx) error {
		// Rows are locked in the order of their keys, or two that claim the same
		// rows might wait for each other.
		for _, id := range slices.Sorted(slices.Values(ids)) {
			// A concurrent caller waits here for the row and then finds it no
			// longer due.
			claimed, err := changed(tx.exec(`UPDATE `+table+` SET `+column+` = ?1 WHERE `+key+` = ?2 AND `+column+` > 0 AND `+column+` <= ?3`, again, id, now))
			if err != nil {
				return err
			}
			mine[id] = claimed
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(ids, func(id string) bool { return !mine[id] }), nil
}
