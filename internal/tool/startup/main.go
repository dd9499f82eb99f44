// Command startup measures the processor time from the server's start to its
// first page, on an empty database, and prints the median and the minimum of
// several runs:
//
//	go build -o out/ruhr ./cmd/ruhr && go run ./internal/tool/startup out/ruhr
//
// Without arguments it serves and requests once within its own process, so that
// .ci/perf can count the instructions under callgrind.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"ruhr/internal/cli"
)

func main() {
	log.SetFlags(0)
	runs := flag.Int("runs", 9, "how many runs")
	flag.Parse()
	if flag.NArg() == 0 {
		if err := within(); err != nil {
			log.Fatal(err)
		}
		return
	}
	var times []time.Duration
	for range max(1, *runs) {
		d, err := measure(flag.Args())
		if err != nil {
			log.Fatal(err)
		}
		times = append(times, d)
	}
	slices.Sort(times)
	fmt.Printf("processor time to the first page, %d runs: middle %.1f ms, least %.1f ms\n",
		len(times), milliseconds(times[len(times)/2]), milliseconds(times[0]))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// serving returns the command line of a server with its database in a folder.
func serving(dir string) []string {
	return []string{"serve", "--no-browser", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "tables.db")}
}

// within serves and requests within this process and leaves the server running.
func within() error {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out, in := io.Pipe()
	go func() {
		cli.Main(serving(dir), os.Stdin, in, os.Stderr)
		in.Close()
	}()
	return ask(out)
}

// measure starts the server, requests the first page, and stops it at once.
func measure(command []string) (time.Duration, error) {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	server := exec.CommandContext(ctx, command[0], slices.Concat(command[1:], serving(dir))...)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := server.Start(); err != nil {
		return 0, err
	}
	err = ask(out)
	_ = server.Process.Kill() // processor time counts up to here
	_ = server.Wait()         // it was killed
	if err != nil {
		return 0, err
	}
	return server.ProcessState.UserTime() + server.ProcessState.SystemTime(), nil
}

var address = regexp.MustCompile(`http://[^\s/]+`)

// ask waits for the address that the server prints and requests the first page.
func ask(printed io.Reader) error {
	lines := bufio.NewScanner(printed)
	for lines.Scan() {
		url := address.FindString(lines.Text())
		if url == "" {
			continue
		}
		go io.Copy(io.Discard, printed) // keep draining, so that the server can print
		answer, err := http.Get(url + "/")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s/: %s", url, answer.Status)
		}
		return nil
	}
	return fmt.Errorf("the server ended without an address: %w", lines.Err())
}
