// Package sqltest fills databases for tests, and reads everything in them.
package sqltest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Fill puts three rows into each of the tables of an SQLite database, whatever
// these are for. Values of one row are alike in all tables, so that references
// lead somewhere; the last row is NULL wherever it may be.
func Fill(t *testing.T, db *sql.DB, tables []string) {
	t.Helper()
	for _, table := range tables {
		rows, err := db.QueryContext(t.Context(), `SELECT name, type, "notnull", pk FROM pragma_table_info(?1)`, table)
		if err != nil {
			t.Fatal(err)
		}
		var names, places []string
		var values [3][]any
		for rows.Next() {
			var name, kind string
			var required bool
			var key int
			if err := rows.Scan(&name, &kind, &required, &key); err != nil {
				t.Fatal(err)
			}
			names, places = append(names, name), append(places, fmt.Sprint("?", len(names)+1))
			for n := range values {
				v := value(t, kind, n)
				if n == len(values)-1 && !required && key == 0 {
					v = nil
				}
				values[n] = append(values[n], v)
			}
		}
		if err := rows.Err(); err != nil || len(names) == 0 {
			t.Fatalf("%s has %d columns, %v", table, len(names), err)
		}
		for _, row := range values {
			if _, err := db.ExecContext(t.Context(), `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(places, ", ")+`)`, row...); err != nil {
				t.Fatalf("%s: %v", table, err)
			}
		}
	}
}

// value is a value of a column's type in row n.
func value(t *testing.T, kind string, n int) any {
	t.Helper()
	switch kind {
	case "TEXT":
		return fmt.Sprintf("Größe %d 'of' \"all\" \\ ?1 $1\n", n)
	case "BLOB":
		return []byte{byte(n), 0, 0xff, '\\', 'x'}
	case "INTEGER":
		return int64(n+1) << 40
	case "REAL":
		return 0.1 * float64(n+1)
	}
	t.Fatalf("a column of type %s", kind)
	return nil
}

// Rows is everything in the tables of a database, to compare.
func Rows(t *testing.T, db *sql.DB, tables []string) string {
	t.Helper()
	var out []string
	for _, table := range tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			row, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			line := table
			for i, v := range row {
				line += fmt.Sprintf(" %s=%T %q", columns[i], v, fmt.Sprint(v))
			}
			out = append(out, line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
