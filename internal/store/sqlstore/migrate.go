package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ruhr/internal/store"
)

// A Migration is a step of the schema: statements executed in one transaction. A
// released migration never changes.
type Migration []string

// Spelling is a database's dialect for column types.
type Spelling struct {
	Text   string // text compared byte by byte: TEXT, in PostgreSQL TEXT COLLATE "C"
	Bytes  string // BLOB or BYTEA
	Int    string // 64 bits: INTEGER or BIGINT
	Suffix string // after a table's closing parenthesis, such as STRICT
	Row    string // pseudo-column to order rows by insertion: rowid or ctid
}

// Schema returns the migrations in a database's dialect.
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
	{ // 1: tables, their logs, and who may act for which seat
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
	{ // 2: opened records; a table's meta becomes immutable
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
	noticeTables,
	resultTables,
	inviteTables,
	commitmentTables,
	passkeyTables,
	formerTable,
	boardIndex,
	stages,
	channelSessions,
	{`CREATE INDEX tokens_table ON tokens (table_id, seat)`},
	reviewTable,
	dayTables,
	tournamentTables,
	growthIndices,
	circleTables,
	tournamentChanges,
	messageCounts,
	{`CREATE INDEX day_games_later ON day_games (day, vp) WHERE counted = 0 AND ended > 0`},
	newestFirst,
	readTable,
}

// Migrated is a database, or one connection to it.
type Migrated interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error)
}

// Migrate applies all missing migrations with their version numbers in one
// transaction, so that an interruption leaves none half done. Errors:
// store.ErrNewer if the database has migrations that are not in the list.
func Migrate(ctx context.Context, db Migrated, list []Migration) error {
	_, err := db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)`)
	if err != nil {
		return fmt.Errorf("begin to migrate: %w", err)
	}
	have, err := schemaVersion(ctx, db, list)
	if err != nil || have == len(list) {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin to migrate: %w", err)
	}
	defer tx.Rollback() // no effect after the commit
	for v := have + 1; v <= len(list); v++ {
		if err := step(ctx, tx, v, list[v-1]); err != nil {
			return fmt.Errorf("migrate to version %d: %w", v, err)
		}
	}
	return tx.Commit()
}

// CheckVersion fails with store.ErrNewer if [Migrate] would; it changes nothing.
func CheckVersion(ctx context.Context, db Migrated, list []Migration) error {
	_, err := schemaVersion(ctx, db, list)
	return err
}

// schemaVersion returns the number of migrations applied.
func schemaVersion(ctx context.Context, db Migrated, list []Migration) (have int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM migrations`).Scan(&have)
	if err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	if have > len(list) {
		return have, fmt.Errorf("%w: its schema has version %d, this program knows %d", store.ErrNewer, have, len(list))
	}
	return have, nil
}

func step(ctx context.Context, tx *sql.Tx, version int, m Migration) error {
	// Insert the version first: of two concurrent migrations, the second waits
	// here and then fails instead of repeating a step.
	note := fmt.Sprintf(`INSERT INTO migrations (version) VALUES (%d)`, version)
	for _, stmt := range append(Migration{note}, m...) {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	return nil
}
