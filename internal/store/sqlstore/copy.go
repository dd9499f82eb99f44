package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ruhr/internal/store"
)

// Tables lists the database's tables, each after those that it refers to.
func Tables() []string { return tablesOf(schema) }

func tablesOf(list []Migration) (out []string) {
	created := regexp.MustCompile(`^CREATE TABLE (\w+)`)
	dropped := regexp.MustCompile(`^DROP TABLE (\w+)`)
	renamed := regexp.MustCompile(`^ALTER TABLE (\w+) RENAME TO (\w+)`)
	for _, m := range list {
		for _, stmt := range m {
			if name := created.FindStringSubmatch(stmt); name != nil {
				out = append(out, name[1])
			} else if name := dropped.FindStringSubmatch(stmt); name != nil {
				out = slices.DeleteFunc(out, func(t string) bool { return t == name[1] })
			} else if name := renamed.FindStringSubmatch(stmt); name != nil {
				out[slices.Index(out, name[1])] = name[2]
			}
		}
	}
	return out
}

// begunWith reports whether a new database already has rows in a table. The copy
// replaces them.
func begunWith(table string) bool {
	filled := regexp.MustCompile(`^INSERT INTO (\w+) (?:\([^)]*\) )?VALUES`)
	return slices.ContainsFunc(schema, func(m Migration) bool {
		return slices.ContainsFunc(m, func(stmt string) bool {
			name := filled.FindStringSubmatch(stmt)
			return name != nil && name[1] == table
		})
	})
}

// Copied says how much of a table was copied.
type Copied struct {
	Table string
	Rows  int64
}

// Copy copies everything from one store into another one, of whatever databases,
// and reads it there again to compare. Programs that use the first go on
// undisturbed: the copy is of one moment. Of a copy that fails, nothing is left.
// Errors: store.ErrExists if there is anything in the second one,
// store.ErrNewer and store.ErrBad if their schemas differ, store.ErrDamaged if
// something else was read than written.
func Copy(ctx context.Context, from, to store.Store) ([]Copied, error) {
	const what = "copy the tables"
	source, ok1 := from.(*DB)
	target, ok2 := to.(*DB)
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("%s: %w: not a database", what, store.ErrBad)
	}
	read, err := source.cfg.Read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return nil, source.explain(what, err)
	}
	defer read.Rollback() // nothing was written
	write, err := target.cfg.Write.BeginTx(ctx, nil)
	if err != nil {
		return nil, target.explain(what, err)
	}
	defer write.Rollback() // no effect after the commit
	for tx, db := range map[*sql.Tx]*DB{read: source, write: target} {
		if err := db.long(ctx, tx); err != nil {
			return nil, db.explain(what, err)
		}
	}
	if err := sameSchema(ctx, read, write); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	var out []Copied
	for _, name := range Tables() {
		c := copier{ctx: ctx, name: name, write: write, rebind: target.cfg.Rebind}
		rows, err := c.copy(read)
		if err != nil {
			return nil, target.explain(what+": "+name, source.cfg.Explain(err))
		}
		out = append(out, Copied{name, rows})
	}
	if err := write.Commit(); err != nil {
		return nil, target.explain(what, err)
	}
	return out, nil
}

// sameSchema refuses databases whose tables may look different.
func sameSchema(ctx context.Context, from, to *sql.Tx) error {
	var versions [2]int
	for i, tx := range []*sql.Tx{from, to} {
		if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migrations`).Scan(&versions[i]); err != nil {
			return err
		}
	}
	if versions[0] < versions[1] {
		return fmt.Errorf("%w: the schema has version %d, this program's %d; open it once with this program (ruhr serve), which upgrades it", store.ErrBad, versions[0], versions[1])
	}
	if versions[0] > versions[1] {
		return fmt.Errorf("%w: its schema has version %d, this program knows %d", store.ErrNewer, versions[0], versions[1])
	}
	return nil
}

// copier copies one table.
type copier struct {
	ctx    context.Context
	name   string
	write  *sql.Tx
	rebind func(string) string
}

// batch is how many rows are inserted at once.
const batch = 50

func (c *copier) copy(from *sql.Tx) (int64, error) {
	if begunWith(c.name) {
		if _, err := c.write.ExecContext(c.ctx, `DELETE FROM `+c.name); err != nil {
			return 0, err
		}
	}
	var one int
	switch err := c.write.QueryRowContext(c.ctx, `SELECT 1 FROM `+c.name+` LIMIT 1`).Scan(&one); {
	case err == nil:
		return 0, fmt.Errorf("%w: %s is not empty; copy into a new file or an empty database", store.ErrExists, c.name)
	case err != sql.ErrNoRows:
		return 0, err
	}
	var columns []string
	var pending [][]any
	sent, err := c.scan(from, func(names []string, row []any) error {
		columns = names
		if pending = append(pending, row); len(pending) < batch {
			return nil
		}
		err := c.insert(names, pending)
		pending = pending[:0]
		return err
	})
	if err == nil && len(pending) > 0 {
		err = c.insert(columns, pending)
	}
	if err != nil {
		return 0, err
	}
	got, err := c.scan(c.write, func([]string, []any) error { return nil })
	if err == nil && got != sent {
		err = fmt.Errorf("%w: %d rows were written and %d read again, or others", store.ErrDamaged, sent.rows, got.rows)
	}
	return got.rows, err
}

// insert writes rows.
func (c *copier) insert(columns []string, rows [][]any) error {
	var places []string
	var args []any
	for _, row := range rows {
		var one []string
		for _, v := range row {
			args = append(args, v)
			one = append(one, fmt.Sprint("?", len(args)))
		}
		places = append(places, "("+strings.Join(one, ", ")+")")
	}
	_, err := c.write.ExecContext(c.ctx, c.rebind(`INSERT INTO `+c.name+` (`+strings.Join(columns, ", ")+`) VALUES `+strings.Join(places, ", ")), args...)
	return err
}

// content is equal for equal rows in whatever order.
type content struct {
	rows int64
	sum  [4]uint64 // of the rows' SHA-256
}

// scan reads the table and passes on its rows.
func (c *copier) scan(tx *sql.Tx, each func(columns []string, row []any) error) (out content, err error) {
	rows, err := tx.QueryContext(c.ctx, `SELECT * FROM `+c.name)
	if err != nil {
		return out, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return out, err
	}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return out, err
		}
		if err := out.add(columns, row); err != nil {
			return out, err
		}
		if err := each(columns, row); err != nil {
			return out, err
		}
	}
	return out, rows.Err()
}

// add adds a row. The databases give back the same types: numbers of 64 bits,
// texts and bytes.
func (c *content) add(columns []string, row []any) error {
	sum := sha256.New()
	for _, i := range ascending(columns) {
		var data []byte
		switch v := row[i].(type) {
		case nil, int64, float64, bool:
			data = fmt.Append(nil, v)
		case string:
			data = []byte(v)
		case []byte:
			data = v
		default:
			return fmt.Errorf("%w: column %s has a %T", store.ErrBad, columns[i], v)
		}
		fmt.Fprintf(sum, "%s %T %d ", columns[i], row[i], len(data))
		sum.Write(data)
	}
	digest := sum.Sum(nil)
	for i := range c.sum {
		c.sum[i] += binary.BigEndian.Uint64(digest[8*i:])
	}
	c.rows++
	return nil
}

// ascending are the columns' places in the order of their names.
func ascending(columns []string) []int {
	out := make([]int, len(columns))
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int { return strings.Compare(columns[a], columns[b]) })
	return out
}
