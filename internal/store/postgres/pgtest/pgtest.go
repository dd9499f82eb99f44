// Package pgtest starts PostgreSQL servers for tests: whatever version is
// installed, with its data in a temporary folder, on a free loopback port.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// ErrMissing: PostgreSQL is not installed here.
var ErrMissing = errors.New("no PostgreSQL on this machine (Debian: apt-get install postgresql)")

// patience is how long a server may take to respond: after a kill it recovers first.
const patience = 5 * time.Minute

// Server is a PostgreSQL server of its own. Its data is gone after Remove.
type Server struct {
	dir  string
	bin  string
	port int
	cmd  *exec.Cmd
	done chan struct{}
	who  *syscall.SysProcAttr
	sync string // the server's setting fsync
}

// Start makes an empty database and serves it at a free loopback port. Like that
// of StartIn it survives Kill, but not that of the machine: it does not wait for
// the disk. Errors: ErrMissing.
func Start(ctx context.Context) (*Server, error) { return start(ctx, "", "off") }

// StartIn serves a new database in a folder and waits for the disk, as a server
// in earnest does. Errors: ErrMissing.
func StartIn(ctx context.Context, folder string) (*Server, error) { return start(ctx, folder, "on") }

func start(ctx context.Context, folder, sync string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(folder, "ruhr-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin, port: port, sync: sync}
	if s.who, err = unprivileged(dir); err == nil {
		err = s.run(ctx, "initdb", "--pgdata", s.data(), "--auth", "trust", "--username", "ruhr", "--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions")
	}
	if err == nil {
		err = s.Restart(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	return s, nil
}

// binaries returns the folder with the programs of the newest installed server.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if path, e := exec.LookPath("postgres"); e == nil && len(found) == 0 {
		path, err = filepath.EvalSymlinks(path) // its other programs are beside the file itself
		found = append(found, path)
	}
	if err != nil || len(found) == 0 {
		return "", ErrMissing
	}
	return filepath.Dir(slices.Max(found)), nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// unprivileged returns the user to run the server as, because it refuses to run
// as root, and gives them the folder.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return attributes(0, 0), nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return attributes(uid, gid), os.Chown(dir, uid, gid)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, filepath.Join(s.bin, name), args...)
	c.Dir, c.SysProcAttr, c.Env = s.dir, s.who, append(os.Environ(), "LC_ALL=C")
	return c
}

func (s *Server) run(ctx context.Context, name string, args ...string) error {
	if out, err := s.command(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// Address is HOST:PORT.
func (s *Server) Address() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// URL returns the address of a database that always exists. A test that needs
// its own creates a schema and appends &search_path=NAME.
func (s *Server) URL() string {
	return fmt.Sprintf("postgres://ruhr@%s/postgres?sslmode=disable", s.Address())
}

// Restart starts the server, also after Stop or Kill, and returns when it
// responds.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.Stop(); err != nil {
		return err
	}
	s.cmd = s.command(context.Background(), "postgres", "-D", s.data(), "-p", strconv.Itoa(s.port), "-k", s.dir,
		"-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100", "-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal", "-c", "fsync="+s.sync)
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	cmd, done := s.cmd, make(chan struct{})
	s.done = done
	go func() {
		_ = cmd.Wait() // the log says why it ended
		close(done)
	}()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		if s.command(ctx, "pg_isready", "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-d", "postgres", "-U", "ruhr").Run() == nil {
			return nil
		}
		select {
		case <-done:
			out, _ := os.ReadFile(log.Name())
			return fmt.Errorf("postgres ended: %s", out)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Stop ends the server at once, but in order.
func (s *Server) Stop() error { return s.end(syscall.SIGINT) }

// Kill ends the server as a power cut would.
func (s *Server) Kill() error { return s.end(syscall.SIGQUIT) }

func (s *Server) end(how syscall.Signal) error {
	if s.cmd == nil {
		return nil
	}
	if err := s.cmd.Process.Signal(how); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.done
	s.cmd = nil
	return nil
}

// Remove ends the server and removes its data.
func (s *Server) Remove() error { return errors.Join(s.Kill(), os.RemoveAll(s.dir)) }
