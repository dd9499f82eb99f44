package sqlite

import (
	"context"
	"database/sql/driver"

	sqlite "modernc.org/sqlite"
)

// mostStatements is how many statements a connection keeps prepared.
const mostStatements = 256

// connector opens connections that keep their statements prepared. That saves a
// quarter of the processor time of a move of which no page hears (BenchmarkAct in
// package web).
type connector struct{ driver.Connector }

// newConnector returns a connector to the database of a data source name.
func newConnector(dsn string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(dsn)
	return connector{c}, err
}

// Connect implements [driver.Connector].
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{opened.(fullConn), map[string]*statement{}}, nil
}

// fullConn is what package sql asks of a connection.
type fullConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// conn is a connection with the statements it has prepared, by their text. Package
// sql lets one goroutine at a time use it.
type conn struct {
	fullConn
	kept map[string]*statement
}

// statement is a prepared statement; while rows of it are read, nobody else may
// use it.
type statement struct {
	driver.Stmt
	reading bool
}

// Close closes the statements and the connection.
func (c *conn) Close() error {
	c.forget()
	return c.fullConn.Close()
}

// forget closes all statements that are not in use.
func (c *conn) forget() {
	for query, s := range c.kept {
		if !s.reading {
			s.Close() // what is lost with it is prepared again
			delete(c.kept, query)
		}
	}
}

// prepared returns the statement with this text, or nil while rows of it are read.
func (c *conn) prepared(ctx context.Context, query string) (*statement, error) {
	if s := c.kept[query]; s != nil {
		if s.reading {
			return nil, nil
		}
		return s, nil
	}
	s, err := c.fullConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(c.kept) >= mostStatements {
		c.forget()
	}
	c.kept[query] = &statement{Stmt: s}
	return c.kept[query], nil
}

// ExecContext implements [driver.ExecerContext].
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.fullConn.ExecContext(ctx, query, args)
	}
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

// QueryContext implements [driver.QueryerContext].
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.fullConn.QueryContext(ctx, query, args)
	}
	r, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.reading = true
	return rows{r, s}, nil
}

// rows are the rows of a prepared statement.
type rows struct {
	driver.Rows
	of *statement
}

// Close implements [driver.Rows].
func (r rows) Close() error {
	defer func() { r.of.reading = false }()
	return r.Rows.Close()
}
