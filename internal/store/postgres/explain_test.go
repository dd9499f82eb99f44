package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"ruhr/internal/store"
)

// What passes is told apart from bugs, no matter who reports it: the database, the
// network or the clock.
func TestErrorsAreExplained(t *testing.T) {
	code := func(code string) error { return &pgconn.PgError{Code: code} }
	for _, c := range []struct {
		err  error
		want error // nil for none of the store's
	}{
		{code("40001"), store.ErrUnreachable}, // serialization_failure
		{code("40P01"), store.ErrUnreachable}, // deadlock_detected
		{code("55P03"), store.ErrUnreachable}, // lock_not_available
		{code("57014"), store.ErrUnreachable}, // query_canceled, by the statement's limit
		{code("57P01"), store.ErrUnreachable}, // admin_shutdown
		{code("57P02"), store.ErrUnreachable}, // crash_shutdown
		{code("57P03"), store.ErrUnreachable}, // cannot_connect_now
		{code("53300"), store.ErrUnreachable}, // too_many_connections
		{code("53200"), store.ErrUnreachable}, // out_of_memory
		{code("08006"), store.ErrUnreachable}, // connection_failure
		{code("25006"), store.ErrUnreachable}, // read_only_sql_transaction: a standby
		{code("25P03"), store.ErrUnreachable}, // idle_in_transaction_session_timeout
		{code("58030"), store.ErrUnreachable}, // io_error
		{&pgconn.ConnectError{}, store.ErrUnreachable},
		{fmt.Errorf("read: %w", &net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)}), store.ErrUnreachable},
		{fmt.Errorf("dial: %w", syscall.ECONNREFUSED), store.ErrUnreachable},
		{context.DeadlineExceeded, store.ErrUnreachable},
		{driver.ErrBadConn, store.ErrUnreachable},
		{code("53100"), store.ErrFull},
		{code("XX001"), store.ErrDamaged},
		{code("23505"), store.ErrExists}, // unique_violation
		{code("42P01"), nil},             // undefined_table
		{context.Canceled, nil},
	} {
		got := explain(fmt.Errorf("somewhere: %w", c.err))
		if c.want != nil && !errors.Is(got, c.want) || c.want == nil && (store.Unwritable(got) || errors.Is(got, store.ErrDamaged)) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}
