//go:build !linux

package faults

import "errors"

// disk is a folder: only Linux has small disks in memory.
type disk struct {
	path  string
	small bool
}

func (d *disk) mount(dir string) error { d.path = dir; return nil }
func (d *disk) fill() error            { return errors.ErrUnsupported }
func (d *disk) clear() error           { return errors.ErrUnsupported }
func (d *disk) unmount()               {}
