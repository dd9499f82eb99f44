//go:build !linux

package pgtest

import "syscall"

// attributes: elsewhere the server runs as who we are, and refuses to as root.
func attributes(_, _ int) *syscall.SysProcAttr { return nil }
