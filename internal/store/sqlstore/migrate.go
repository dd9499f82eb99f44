package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ruhr/internal/store"
)

// A Migration is a step of the schema: statements that are done together.
// Migrations are never changed once they are released, only added.
type Migration []string

// Spelling is how a database writes the types of its columns.
type Spelling struct {
	Text   string // text compared byte by byte: TEXT, in PostgreSQL TEXT COLLATE "C"
	Bytes  string // BLOB or BYTEA
	Int    string // 64 bits: INTEGER or BIGINT
	Suffix string // behind a table's closing bracket, as STRICT
	Row    string // the column that orders rows by when they were inserted: rowid or ctid
}

// Schema returns the migrations in a database's spelling.
func Schema(sp Spelling) []Migration {
	spell := strings.NewReplacer("$text", sp.Text, "$bytes", sp.Bytes, "$int", sp.Int, "$suffix", sp.Suffix, "$row", sp.Row)
	out := make([]Migration, len(schema))
	for i, m := range schema {
		for _, stmt := range m {
			out[i] = append(out[i], spell.Replace(stmt))
		}
	}
	return out
}

var schema = []Migration{
	{ // 1: tables, their logs, and who may sit where
		`CREATE TABLE boards (
			sha  $text PRIMARY KEY,
			body $bytes NOT NULL
		) $suffix`,
		`CREATE TABLE tables (
			id       $text PRIMARY KEY,
			created  $int NOT NULL,
			meta     $bytes NOT NULL,
			meta_rev $int NOT NULL,
			deal     $bytes NOT NULL,
			board    $text NOT NULL REFERENCES boards (sha),
			last     $int NOT NULL CHECK (last >= 0)
		) $suffix`,
		`CREATE TABLE entries (
			table_id $text NOT NULL REFERENCES tables (id),
			n        $int NOT NULL CHECK (n > 0),
			time     $int NOT NULL,
			kind     $text NOT NULL,
			seat     $int NOT NULL,
			body     $bytes NOT NULL,
			idem     $text,
			PRIMARY KEY (table_id, n)
		) $suffix`,
		`CREATE UNIQUE INDEX entries_idem ON entries (table_id, idem) WHERE idem IS NOT NULL`,
		`CREATE TABLE tokens (
			hash     $bytes PRIMARY KEY,
			table_id $text NOT NULL REFERENCES tables (id),
			seat     $int NOT NULL
		) $suffix`,
		`CREATE TABLE grants (
			browser  $bytes NOT NULL,
			table_id $text NOT NULL REFERENCES tables (id),
			seat     $int NOT NULL,
			PRIMARY KEY (browser, table_id, seat)
		) $suffix`,
	},
	{ // 2: the records that people have opened; the meta of a table never changes
		`CREATE TABLE records (
			name $text PRIMARY KEY,
			n    $int NOT NULL,
			size $int NOT NULL,
			body $bytes NOT NULL
		) $suffix`,
		`ALTER TABLE tables DROP COLUMN meta_rev`,
	},
	accountTables,
	owners,
	dueTables,
	accessTokens,
	reservations,
	chatTables,
}

// Migrate brings a database up to the newest of the migrations. Each is done in
// one transaction with the note that it was, so a killed program leaves no half
// of one. Errors: store.ErrNewer when the database has seen migrations that are
// not in the list.
func Migrate(ctx context.Context, db *sql.DB, list []Migration) error {
	_, err := db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)`)
	if err != nil {
		return fmt.Errorf("begin to migrate: %w", err)
	}
	have, err := schemaVersion(ctx, db, list)
	if err != nil {
		return err
	}
	for v := have + 1; v <= len(list); v++ {
		if err := step(ctx, db, v, list[v-1]); err != nil {
			return fmt.Errorf("migrate to version %d: %w", v, err)
		}
	}
	return nil
}

// CheckVersion changes nothing and fails with store.ErrNewer where [Migrate]
// would.
func CheckVersion(ctx context.Context, db *sql.DB, list []Migration) error {
	_, err := schemaVersion(ctx, db, list)
	return err
}

// schemaVersion is the number of migrations that have been done.
func schemaVersion(ctx context.Context, db *sql.DB, list []Migration) (have int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migrations`).Scan(&have)
	if err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	if have > len(list) {
		return have, fmt.Errorf("%w: its schema has version %d, this program knows %d", store.ErrNewer, have, len(list))
	}
	return have, nil
}

func step(ctx context.Context, db *sql.DB, version int, m Migration) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing after the commit
	// The note goes first: of two programs that migrate at once, the second
	// waits here and then fails instead of doing a step twice.
	note := fmt.Sprintf(`INSERT INTO migrations (version) VALUES (%d)`, version)
	if _, err := tx.ExecContext(ctx, note); err != nil {
		return err
	}
	for _, stmt := range m {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	return tx.Commit()
}
