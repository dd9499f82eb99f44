package sqlite

import (
	"fmt"

	"ruhr/internal/store"
)

// inUse says that another process has the file open and what to do about it;
// pid is its number, 0 when unknown.
func inUse(pid int) error {
	who := "another running ruhr"
	if pid != 0 {
		who = fmt.Sprintf("process %d", pid)
	}
	return fmt.Errorf("%w by %s: end that one first, or start this one on another file with --db", store.ErrInUse, who)
}
