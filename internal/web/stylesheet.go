package web

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	importRule  = regexp.MustCompile(`(?m)^@import "([^"]+)";\n`)
	windowRule  = regexp.MustCompile(`@custom-media (--[\w-]+)\s+([^;]+);`)
	windowUse   = regexp.MustCompile(`@media ([^{]*\(--[^{]*) \{`)
	cssComment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	indentation = regexp.MustCompile(`\n\s+`)
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
	sheet := importRule.ReplaceAllStringFunc(cssComment.ReplaceAllString(string(src), ""), func(rule string) string {
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
	return strings.TrimLeft(indentation.ReplaceAllString(sheet, "\n"), "\n"), failed
}
