package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// fileLock is a file that this process holds open exclusively.
type fileLock struct {
	h      syscall.Handle
	before string // always empty: no program replaces an open file there
}

// sharingViolation is the error for a file that another process holds open.
const sharingViolation syscall.Errno = 32

// acquire takes the lock or fails with store.ErrInUse. The system closes the
// handle, and with it ends the lock, when the process ends.
func acquire(path string) (*fileLock, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, inUse(0)
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return &fileLock{h: h}, nil
}

// onlyName accepts every file: Windows itself keeps a second program out.
func onlyName(string) error { return nil }

// note writes nothing.
func (l *fileLock) note(string) {}

// release drops the lock.
func (l *fileLock) release() error { return syscall.CloseHandle(l.h) }
