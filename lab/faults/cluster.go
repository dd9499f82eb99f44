package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// process is a program that can be killed and restarted at the same address.
type process struct {
	name string
	args []string
	port int
	log  string
	path string // what to request for readiness; "" checks only the port

	mu  sync.Mutex
	cmd *exec.Cmd
}

func newProcess(dir, name, path string, args func(port int) []string) (*process, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	return &process{name: name, args: args(port), port: port, path: path, log: filepath.Join(dir, fmt.Sprintf("%s-%d.log", filepath.Base(name), port))}, nil
}

func (p *process) address() string { return fmt.Sprintf("127.0.0.1:%d", p.port) }

// start starts the program and returns when it is ready.
func (p *process) start(ctx context.Context) error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	p.mu.Lock()
	p.cmd = exec.Command(p.name, p.args...)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	err = p.cmd.Start()
	p.mu.Unlock()
	if err != nil {
		return err
	}
	for began := time.Now(); !p.ready(); {
		if time.Since(began) > time.Minute || ctx.Err() != nil {
			out, _ := os.ReadFile(p.log)
			return fmt.Errorf("%s is not ready: %s", p.name, out[max(0, len(out)-1000):])
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

func (p *process) ready() bool {
	if p.path == "" {
		c, err := net.Dial("tcp", p.address())
		if err == nil {
			c.Close()
		}
		return err == nil
	}
	client := http.Client{Timeout: 2 * time.Second}
	resp, err := client.Get("http://" + p.address() + p.path)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(s) // it may have ended
	}
}

// kill ends the program without warning, as a power cut would.
func (p *process) kill() {
	p.signal(syscall.SIGCONT)
	p.signal(syscall.SIGKILL)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		_ = p.cmd.Wait() // it was killed
		p.cmd = nil
	}
}

// balancer passes each request to the next available node, without sticky
// sessions. A node that does not answer is skipped for a second.
type balancer struct {
	nodes []*process
	next  atomic.Int64
	rests []atomic.Int64 // by node: skipped until, in unix milliseconds
	base  http.RoundTripper
}

// newBalancer serves the nodes at an address of its own.
func newBalancer(nodes []*process) (url string, end func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	b := &balancer{nodes: nodes, rests: make([]atomic.Int64, len(nodes)), base: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
		ResponseHeaderTimeout: 3 * time.Second,
		MaxIdleConnsPerHost:   200,
	}}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", r.In.Host, r.In.Host
		},
		Transport:     b,
		ErrorLog:      log.New(io.Discard, "", 0), // nodes are killed on purpose
		FlushInterval: -1,                         // streams
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusBadGateway)
		},
	}}
	go server.Serve(l)
	return "http://" + l.Addr().String(), func() { server.Close() }, nil
}

// RoundTrip tries the nodes in turn. It repeats a request only if no node
// received it.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	failed := errors.New("no node answers")
	for range 2 * len(b.nodes) {
		i := int(b.next.Add(1)) % len(b.nodes)
		if b.rests[i].Load() > time.Now().UnixMilli() {
			continue
		}
		out := r.Clone(r.Context())
		out.URL.Host = b.nodes[i].address()
		out.Body = io.NopCloser(bytes.NewReader(body))
		resp, err := b.base.RoundTrip(out)
		if err == nil {
			return resp, nil
		}
		if r.Context().Err() == nil {
			b.rests[i].Store(time.Now().Add(time.Second).UnixMilli())
		}
		failed = err
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" {
			return nil, err
		}
	}
	return nil, failed
}
