package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ruhr/internal/store"
)

// files are the game file and its write-ahead log as they were opened. What is
// written to an open file that has been removed or replaced is lost.
type files map[string]os.FileInfo

// watch notes the files at a path.
func watch(path string) (files, error) {
	out := files{}
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) && name != path {
			continue // there is no write-ahead log on some file systems
		}
		if err != nil {
			return nil, err
		}
		out[name] = info
	}
	return out, nil
}

// check returns store.ErrGone if the names lead to other files, or nowhere.
func (f files) check() error {
	for name, opened := range f {
		if now, err := os.Stat(name); err != nil || !os.SameFile(opened, now) {
			return fmt.Errorf("%w: %s is not the file that was opened; end the program, put the file back and start again", store.ErrGone, name)
		}
	}
	return nil
}
