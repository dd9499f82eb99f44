// Command startup measures what the server takes from its start to the answer
// with its first page, on an empty database of its own. Processor time, the
// middle and the least of several runs:
//
//	go build -o out/ruhr ./cmd/ruhr && go run ./internal/tool/startup out/ruhr
//
// Without a program to start it serves and asks within itself, once, so that
// the instructions can be counted under callgrind and do not depend on the
// machine (.ci/perf does so).
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

// serving is the command line of a server with a database in a folder.
func serving(dir string) []string {
	return []string{"serve", "--no-browser", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "tables.db")}
}

// within serves and asks within this program and leaves the server running.
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

// measure starts the server, asks for the first page, and ends it at once.
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
	_ = server.Process.Kill() // its time counts to here
	_ = server.Wait()         // it was killed
	if err != nil {
		return 0, err
	}
	return server.ProcessState.UserTime() + server.ProcessState.SystemTime(), nil
}

var address = regexp.MustCompile(`http://[^\s/]+`)

// ask waits for the address that the server prints and asks for the first page.
func ask(printed io.Reader) error {
	lines := bufio.NewScanner(printed)
	for lines.Scan() {
		url := address.FindString(lines.Text())
		if url == "" {
			continue
		}
		go io.Copy(io.Discard, printed) // the server is not kept from printing
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
