// Command startup measures what processor time the server takes from its start
// to the answer with its first page, on an empty database of its own:
//
//	go build -o out/ruhr ./cmd/ruhr && go run ./internal/tool/startup out/ruhr
//
// It prints the middle and the least of several runs. With -page it asks for
// another page. What follows the flags is the command, so that it may be run
// under callgrind.
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
)

var address = regexp.MustCompile(`http://[^\s/]+`)

func main() {
	log.SetFlags(0)
	runs := flag.Int("runs", 9, "how many runs")
	page := flag.String("page", "/", "the page to ask for")
	flag.Parse()
	if flag.NArg() == 0 || *runs < 1 {
		log.Fatal("usage: startup [flags] PROGRAM [ARGUMENT…]")
	}
	var times []time.Duration
	for range *runs {
		d, err := measure(flag.Args(), *page)
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

// measure starts the server, asks for one page, and ends it at once.
func measure(command []string, page string) (time.Duration, error) {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	args := append(command[1:len(command):len(command)], "serve", "--no-browser", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "tables.db"))
	server := exec.CommandContext(ctx, command[0], args...)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := server.Start(); err != nil {
		return 0, err
	}
	err = ask(out, page)
	_ = server.Process.Kill() // its time counts to here
	if waited := server.Wait(); err == nil && server.ProcessState == nil {
		err = waited
	}
	if err != nil {
		return 0, err
	}
	return server.ProcessState.UserTime() + server.ProcessState.SystemTime(), nil
}

// ask waits for the address that the server prints and asks for the page.
func ask(printed io.Reader, page string) error {
	lines := bufio.NewScanner(printed)
	for lines.Scan() {
		url := address.FindString(lines.Text())
		if url == "" {
			continue
		}
		answer, err := http.Get(url + page)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s%s: %s", url, page, answer.Status)
		}
		return nil
	}
	return fmt.Errorf("the server ended without an address: %w", lines.Err())
}
