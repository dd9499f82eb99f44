package web

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	importRule = regexp.MustCompile(`(?m)^@import "([^"]+)";\n`)
	windowRule = regexp.MustCompile(`@custom-media (--[\w-]+)\s+([^;]+);`)
	windowUse  = regexp.MustCompile(`@media ([^{]*\(--[^{]*) \{`)
)

// styleSheets are the style sheets as browsers load them, by name: imports
// stand in place, so that a page needs few requests, and what the custom media
// of windows.css stand for is filled in, which browsers do not do yet.
func styleSheets(css fs.FS) (map[string][]byte, error) {
	src, err := fs.ReadFile(css, "windows.css")
	if err != nil {
		return nil, err
	}
	windows := map[string]string{}
	for _, m := range windowRule.FindAllStringSubmatch(string(src), -1) {
		windows[m[1]] = strings.Join(strings.Fields(m[2]), " ")
	}
	names, err := fs.Glob(css, "*.css")
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, name := range names {
		if name == "windows.css" {
			continue
		}
		sheet, err := styleSheet(css, name, windows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = []byte(sheet)
	}
	return out, nil
}

// styleSheet is one sheet with everything it imports.
func styleSheet(css fs.FS, name string, windows map[string]string) (string, error) {
	src, err := fs.ReadFile(css, name)
	if err != nil {
		return "", err
	}
	var failed error
	sheet := importRule.ReplaceAllStringFunc(withoutComments(string(src)), func(rule string) string {
		part, err := styleSheet(css, path.Join(path.Dir(name), importRule.FindStringSubmatch(rule)[1]), windows)
		if err != nil {
			failed = err
		}
		return part
	})
	sheet = windowUse.ReplaceAllStringFunc(sheet, func(use string) string {
		window := windowUse.FindStringSubmatch(use)[1]
		media, ok := windows[strings.Trim(window, "()")]
		if !ok {
			failed = fmt.Errorf("%s in %s is none of the windows: %s", window, name, strings.Join(sortedKeys(windows), ", "))
		}
		return "@media " + media + " {"
	})
	return strings.TrimLeft(withoutIndentation(sheet), "\n"), failed
}

// withoutComments is a sheet without its comments. No string in ours holds the
// signs of one.
func withoutComments(css string) string {
	var out strings.Builder
	for {
		code, rest, ok := strings.Cut(css, "/*")
		out.WriteString(code)
		if !ok {
			return out.String()
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
}

// withoutIndentation is a sheet without empty lines and the white space that
// lines begin with. Regular expressions would delay the first page.
func withoutIndentation(css string) string {
	var out strings.Builder
	lines := strings.Split(css, "\n")
	for i, line := range lines {
		if i > 0 {
			line = strings.TrimLeft(line, " \t\r\f")
			if line == "" && i < len(lines)-1 {
				continue
			}
			out.WriteByte('\n')
		}
		out.WriteString(line)
	}
	return out.String()
}
