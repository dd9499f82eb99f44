package sqlite

import (
	"fmt"

	"ruhr/internal/store"
)

// inUse says that another process has the file open; pid is its number, 0 if
// unknown.
func inUse(pid int) error {
	if pid == 0 {
		return store.ErrInUse
	}
	return fmt.Errorf("%w by process %d", store.ErrInUse, pid)
}
