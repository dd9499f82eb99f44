package cli

import (
	"net/url"
	"os"
	"path/filepath"

	"ruhr/internal/store"
	"ruhr/internal/store/postgres"
	"ruhr/internal/store/sqlite"
)

// tables is the store that a server uses.
type tables struct {
	store.Store
	path  string // the database file; for a database elsewhere, where that file would be
	shown string // how it is shown to the user
}

// open opens the store that the flag names: a file, or a PostgreSQL database.
func (f dbFlag) open(w *env) (*tables, error) {
	if postgres.Is(f.DB) {
		st, err := postgres.Open(w.ctx, f.DB)
		if err != nil {
			return nil, err
		}
		path, err := dbFlag{}.path(w)
		return &tables{st, path, withoutSecrets(f.DB)}, err
	}
	path, err := f.path(w)
	if err != nil {
		return nil, err
	}
	if f.DB == "" { // a folder that somebody names and that does not exist is a typing error
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, w.failing(err, "cli.make_folder", "why", err.Error())
		}
	}
	st, err := sqlite.Open(w.ctx, path)
	if err != nil {
		return nil, err
	}
	return &tables{st, path, path}, nil
}

// withoutSecrets is a database's URL without its password and parameters.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "PostgreSQL"
	}
	u.RawQuery = ""
	return u.Redacted()
}
