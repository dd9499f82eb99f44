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
type fileLock struct {
	f      *os.File
	before string // what the last process has noted
}

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
			pid, _ := held(f)
			return nil, inUse(pid)
		}
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	_, before := held(f)
	l := &fileLock{f, before}
	l.note("")
	return l, nil
}

// note writes the number of this process, for another one's message, and a text
// for the next. It may fail: then the next one knows less.
func (l *fileLock) note(text string) {
	if l.f.Truncate(0) == nil {
		l.f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"+text), 0)
	}
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

// held returns the number of the process that wrote the lock file, 0 if none, and
// what it has noted.
func held(f *os.File) (pid int, note string) {
	b, _ := io.ReadAll(io.LimitReader(f, 40))
	first, note, _ := strings.Cut(string(b), "\n")
	pid, _ = strconv.Atoi(first)
	return pid, note
}

// release drops the lock. The file stays: removing it would let two processes
// lock two files of the same name.
func (l *fileLock) release() error { return l.f.Close() }
