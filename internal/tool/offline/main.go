// Offline builds cmd/offline for browsers into internal/offline/built, from
// where go build -tags offline takes it, and prints how large it is. The same commit and
// version of Go give the same bytes.
//
//	go run ./internal/tool/offline
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "offline")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	wasm := filepath.Join(work, "offline.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", wasm, "./cmd/offline")
	build.Dir, build.Stderr = root, os.Stderr
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=-mod=readonly")
	if err := build.Run(); err != nil {
		return fmt.Errorf("building cmd/offline: %w", err)
	}
	plain, err := os.ReadFile(wasm)
	if err != nil {
		return err
	}
	var small bytes.Buffer
	z, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(plain); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("the script of this Go distribution: %w", err)
	}
	for name, data := range map[string][]byte{"offline.wasm.gz": small.Bytes(), "wasm_exec.js": script} {
		if err := os.WriteFile(filepath.Join(root, "internal", "offline", "built", name), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("offline.wasm: %d bytes, %d compressed\n", len(plain), small.Len())
	return nil
}

// output is the first line that a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
