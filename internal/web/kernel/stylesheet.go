package kernel

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// styleSheets returns the style sheets for browsers, by name. Imports are
// inlined to save requests, and the custom media of windows.css are expanded,
// because browsers do not support them.
func styleSheets(css fs.FS) (map[string][]byte, error) {
	src, err := fs.ReadFile(css, "windows.css")
	if err != nil {
		return nil, err
	}
	windows := map[string]string{}
	for rule := range strings.SplitSeq(withoutComments(string(src)), ";") {
		if words := strings.Fields(rule); len(words) > 2 && words[0] == "@custom-media" {
			windows[words[1]] = strings.Join(words[2:], " ")
		}
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

// styleSheet returns one sheet with its imports. An import or a custom media
// query must stand on a line of its own, as the formatter writes it. Regular
// expressions would delay the first page.
func styleSheet(css fs.FS, name string, windows map[string]string) (string, error) {
	src, err := fs.ReadFile(css, name)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for line := range strings.Lines(withoutComments(string(src))) {
		part := line
		if file, ok := between(line, `@import "`, "\";\n"); ok {
			part, err = styleSheet(css, path.Join(path.Dir(name), file), windows)
		} else if use, ok := between(line, "@media (", ") {\n"); ok && strings.HasPrefix(use, "--") {
			media, known := windows[use]
			if !known {
				err = fmt.Errorf("(%s) in %s is none of the windows: %s", use, name, strings.Join(sortedKeys(windows), ", "))
			}
			part = "@media " + media + " {\n"
		}
		if err != nil {
			return "", err
		}
		out.WriteString(part)
	}
	return strings.TrimLeft(withoutIndentation(out.String()), "\n"), nil
}

// between returns the text between a line's prefix and suffix.
func between(line, begin, end string) (string, bool) {
	line, ok := strings.CutPrefix(strings.TrimLeft(line, " "), begin)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(line, end)
}

// withoutComments removes comments. No string in our sheets contains comment
// delimiters.
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

// withoutIndentation removes empty lines and indentation.
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
