package schemata

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// source is a package to change or test, with its type-checked syntax if it is
// to be changed.
type source struct {
	Dir, ImportPath, Export            string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Module                             *struct{ Dir string }

	fset  *token.FileSet
	files []*sourceFile
	types *types.Package
	info  *types.Info
}

type sourceFile struct {
	name   string // absolute
	text   []byte
	syntax *ast.File
}

func (s *source) tested() bool { return len(s.TestGoFiles)+len(s.XTestGoFiles) > 0 }

// list loads packages with the go command.
func list(dir string, args ...string) (packages []*source, err error) {
	args = append([]string{"list", "-json=Dir,ImportPath,Export,GoFiles,TestGoFiles,XTestGoFiles,Module"}, args...)
	out, err := goCommand(dir, args...)
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		s := new(source)
		if err := decoder.Decode(s); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, s)
	}
}

// goCommand runs the go command and returns its output.
func goCommand(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return nil, fmt.Errorf("go %s: %s", strings.Join(args[:2], " "), bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}

// check parses and type-checks packages; their imports come from the build
// cache.
func check(dir string, packages []*source) error {
	args := []string{"-export", "-deps"}
	for _, s := range packages {
		args = append(args, s.ImportPath)
	}
	all, err := list(dir, args...)
	if err != nil {
		return err
	}
	export := map[string]string{}
	for _, s := range all {
		export[s.ImportPath] = s.Export
	}
	for _, s := range packages {
		if err := s.check(export); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) check(export map[string]string) error {
	s.fset = token.NewFileSet()
	var syntax []*ast.File
	for _, name := range s.GoFiles {
		name = filepath.Join(s.Dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.files = append(s.files, &sourceFile{name, text, file})
		syntax = append(syntax, file)
	}
	s.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(export[path])
	})}
	var err error
	s.types, err = config.Check(s.ImportPath, s.fset, syntax, s.info)
	return err
}
