package schemata

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

//go:embed switch.go.txt
var switches string

// Room is the code to change and the tests to run.
type Room struct {
	Module string   // folder of go.mod
	Change []string // packages to change, in the go command's notation: ./board
	Test   []string // packages whose tests run
	Keep   func(Mutant) bool
}

// build is a room compiled with all its mutants.
type build struct {
	folder   string // temporary
	mutants  []Mutant
	binaries []*binary
}

// binary is the compiled tests of one package.
type binary struct {
	path, dir string
	tests     []*test

	lock    sync.Mutex
	killers map[string]*test // by file: the test that killed its last mutant
}

// compile rewrites the packages and builds their tests into a folder.
func (r Room) compile(folder string) (*build, error) {
	change, err := list(r.Module, r.Change...)
	if err != nil {
		return nil, err
	}
	if err := check(r.Module, change); err != nil {
		return nil, err
	}
	b := &build{folder: folder}
	overlay := map[string]string{}
	for _, s := range change {
		maps.Copy(overlay, r.rewrite(s, b))
	}
	replace := map[string]string{}
	for name, text := range overlay {
		replace[name] = filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(replace[name], []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "overlay.json"), data, 0o666); err != nil {
		return nil, err
	}
	return b, r.link(b)
}

// rewrite adds a package's mutants to the build and returns its rewritten files,
// plus one with the switches.
func (r Room) rewrite(s *source, b *build) map[string]string {
	overlay := map[string]string{}
	for _, f := range s.files {
		lines := bytes.Split(f.text, []byte("\n"))
		propose := func(at token.Position, operator, kind string) (int, bool) {
			name, _ := filepath.Rel(s.Module.Dir, f.name)
			line, column := string(lines[at.Line-1]), at.Column-1
			m := Mutant{
				File: filepath.ToSlash(name), Line: at.Line, Column: at.Column, Kind: kind, id: len(b.mutants) + 1,
				Source: strings.TrimSpace(line[:column] + "«" + operator + "»" + line[column+len(operator):]),
			}
			if r.Keep != nil && !r.Keep(m) {
				return 0, false
			}
			b.mutants = append(b.mutants, m)
			return m.id, true
		}
		overlay[f.name] = string((&rewriter{source: s, file: f, propose: propose}).rewrite())
	}
	text := strings.NewReplacer("PACKAGE", s.types.Name(), "COUNT", fmt.Sprint(len(b.mutants))).Replace(switches)
	// The first file by name, so that variables still begin in the same order.
	overlay[filepath.Join(s.Dir, "0_mutant_switches.go")] = text
	return overlay
}

// link builds the test binaries.
func (r Room) link(b *build) error {
	packages, err := list(r.Module, append(slices.Clone(r.Change), r.Test...)...)
	if err != nil {
		return err
	}
	for _, s := range packages {
		if !s.tested() {
			continue
		}
		name := filepath.Join(b.folder, strings.ReplaceAll(s.ImportPath, "/", "_")+".test")
		if _, err := goCommand(r.Module, "test", "-c", "-overlay", filepath.Join(b.folder, "overlay.json"), "-o", name, s.ImportPath); err != nil {
			return fmt.Errorf("%s with switches: %w", path.Base(s.ImportPath), err)
		}
		b.binaries = append(b.binaries, &binary{path: name, dir: s.Dir, killers: map[string]*test{}})
	}
	return nil
}
