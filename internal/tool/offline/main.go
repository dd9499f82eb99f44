// Offline builds cmd/offline, cmd/edition and cmd/think for browsers into internal/offline/built, from
// where go build -tags offline takes them, and prints how large they are. The same commit and
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
	script, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("the script of this Go distribution: %w", err)
	}
	into := filepath.Join(root, "internal", "offline", "built")
	for _, name := range []string{"offline", "edition", "think"} {
		plain, small, err := compile(root, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(into, name+".wasm.gz"), small, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s.wasm: %d bytes, %d compressed\n", name, len(plain), len(small))
	}
	return os.WriteFile(filepath.Join(into, "wasm_exec.js"), script, 0o644)
}

// compile builds a program of cmd for browsers, and compresses it.
func compile(root, name string) (plain, small []byte, err error) {
	work, err := os.MkdirTemp("", "offline")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	wasm := filepath.Join(work, name+".wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", wasm, "./cmd/"+name)
	build.Dir, build.Stderr = root, os.Stderr
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=-mod=readonly")
	if err := build.Run(); err != nil {
		return nil, nil, fmt.Errorf("building cmd/%s: %w", name, err)
	}
	if plain, err = os.ReadFile(wasm); err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, nil, err
	}
	if _, err := z.Write(plain); err != nil {
		return nil, nil, err
	}
	err = z.Close()
	return plain, out.Bytes(), err
}

// output is the first line that a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
