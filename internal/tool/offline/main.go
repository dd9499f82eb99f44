// Offline builds cmd/offline, cmd/edition and cmd/think for browsers into internal/offline/built, from
// where go build -tags offline takes them, and prints how large they are. The same commit and
// version of Go give the same bytes.
//
//	go run ./internal/tool/offline
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	work, err := os.MkdirTemp("", "offline")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	overlay, err := nameMethods(work, filepath.Join(goroot, "src", "text", "template", "exec.go"), filepath.Join(root, "internal", "web", "templates"))
	if err != nil {
		return err
	}
	into := filepath.Join(root, "internal", "offline", "built")
	for _, name := range []string{"offline", "edition", "think"} {
		plain, small, err := compile(root, filepath.Join(work, name+".wasm"), overlay, name)
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

// nameMethods makes an overlay for go build in which text/template calls methods by the
// names in our templates alone. Where it may call any, the linker keeps all exported methods
// of all types, which is a quarter of a program.
func nameMethods(work, exec, templates string) (overlay string, err error) {
	const anyMethod = "ptr.MethodByName(fieldName)"
	code, err := os.ReadFile(exec)
	if err != nil {
		return "", err
	}
	if bytes.Count(code, []byte(anyMethod)) != 1 {
		return "", fmt.Errorf("%s calls no method by %s, expected once: see what this version of Go does instead", exec, anyMethod)
	}
	names := map[string]bool{}
	err = filepath.WalkDir(templates, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, field := range fields.FindAllStringSubmatch(string(text), -1) {
			names[field[1]] = true
		}
		return err
	})
	code = bytes.Replace(code, []byte(anyMethod), []byte("methodNamed(ptr, fieldName)"), 1)
	code = append(code, "\nfunc methodNamed(v reflect.Value, name string) reflect.Value {\n\tswitch name {\n"...)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		code = fmt.Appendf(code, "\tcase %q:\n\t\treturn v.MethodByName(%[1]q)\n", name)
	}
	code = append(code, "\t}\n\treturn reflect.Value{}\n}\n"...)
	ours := filepath.Join(work, "exec.go")
	replace, failed := json.Marshal(map[string]map[string]string{"Replace": {exec: ours}})
	overlay = filepath.Join(work, "overlay.json")
	return overlay, errors.Join(err, failed, os.WriteFile(ours, code, 0o644), os.WriteFile(overlay, replace, 0o644))
}

// fields are what templates name of a value.
var fields = regexp.MustCompile(`\.([A-Z]\w*)`)

// compile builds a program of cmd for browsers, and compresses it.
func compile(root, wasm, overlay, name string) (plain, small []byte, err error) {
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-overlay="+overlay, "-ldflags=-s -w -buildid=", "-o", wasm, "./cmd/"+name)
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
