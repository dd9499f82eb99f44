//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"ruhr/internal/store"
)

// fileLock is an advisory lock on a file, held by this process.
type fileLock struct{ f *os.File }

// acquire takes the lock or fails with store.ErrInUse. The kernel drops it when
// the process ends.
func acquire(path string) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		defer f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, inUse(holder(f))
		}
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	// The number is only for the other process's message, so an error in writing
	// it does not matter.
	if f.Truncate(0) == nil {
		f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &fileLock{f}, nil
}

// onlyName refuses a file with hard links: a program that opens it by another
// name would take another lock.
func onlyName(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && info.Mode().IsRegular() && s.Nlink > 1 {
		return fmt.Errorf("%w under another name: %s has %d hard links", store.ErrInUse, path, s.Nlink)
	}
	return nil
}

// holder returns the number of the process that wrote the lock file, 0 if none.
func holder(f *os.File) int {
	b, _ := io.ReadAll(io.LimitReader(f, 20))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	return pid
}

// release drops the lock. The file stays: removing it would let two processes
// lock two files of the same name.
func (l *fileLock) release() error { return l.f.Close() }
