package pgtest

import "syscall"

// attributes are those of a process that runs as somebody, 0 for who we are. It
// ends with this program, however that ends.
func attributes(uid, gid int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if uid != 0 {
		a.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return a
}
