package faults

import (
	"errors"
	"log"
	"os"
	"path/filepath"
	"syscall"
)

// diskSize has room for an empty database and some games.
const diskSize = "160m"

// disk is a small disk in memory, or just a folder without the right to mount
// one.
type disk struct {
	path  string
	small bool
}

// mount makes a disk in a folder.
func (d *disk) mount(dir string) error {
	d.path = filepath.Join(dir, "disk")
	if err := os.Mkdir(d.path, 0o755); err != nil {
		return err
	}
	err := syscall.Mount("ruhr", d.path, "tmpfs", 0, "size="+diskSize)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		log.Printf("the database is on the common disk: %v", err)
		return os.Chmod(filepath.Dir(d.path), 0o755)
	}
	if err != nil {
		return err
	}
	d.small = true
	return os.Chmod(filepath.Dir(d.path), 0o755) // the database has another user
}

func (d *disk) ballast() string { return filepath.Join(d.path, "ballast") }

// fill leaves no room.
func (d *disk) fill() error {
	f, err := os.Create(d.ballast())
	if err != nil {
		return err
	}
	defer f.Close()
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			return err
		}
	}
	return nil
}

// clear makes room again.
func (d *disk) clear() error { return os.Remove(d.ballast()) }

func (d *disk) unmount() {
	if d.small {
		_ = syscall.Unmount(d.path, 0) // the whole folder is removed next
	}
}
