// Package visible tells which characters of a text can be seen and leave their
// surroundings readable, for whatever people write for others to read.
package visible

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks one character may carry: more than any
// language needs, fewer than it takes to cover the line above.
const maxMarks = 4

// blanks are characters that count as letters or symbols but show nothing.
var blanks = []rune{'\u115f', '\u1160', '\u2800', '\u3164', '\uffa0'}

// Joiners combine symbols into one, or join and separate letters in scripts
// that need it; anywhere else they are invisible.
const joiner, nonJoiner = '\u200d', '\u200c'

// joins reports whether a joiner between two characters is visible.
func joins(before, joint, after rune) bool {
	picture := func(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) || r == '\ufe0f' }
	tied := func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
			unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala)
	}
	return joint == joiner && picture(before) && picture(after) || (joint == joiner || joint == nonJoiner) && tied(before) && tied(after)
}

// All reports whether every character of a text is visible, spaces among them, and
// none covers its surroundings.
func All(text string) bool { return utf8.ValidString(text) && Only(text) == text }

// Name returns a name as it is stored: 1 to most visible characters, with single spaces
// between them. It is false for one that cannot be made so.
func Name(name string, most int) (string, bool) {
	name = strings.Join(strings.Fields(name), " ")
	return name, name != "" && len([]rune(name)) <= most && All(name)
}

// Apart tells equal names at a table apart, by the numbers of their seats from 1.
func Apart(names []string) []string {
	given, out := map[string]int{}, slices.Clone(names)
	for _, name := range names {
		given[name]++
	}
	for k, name := range names {
		for name != "" && given[name] > 1 && given[out[k]] > 0 {
			out[k] += fmt.Sprintf(" (%d)", k+1)
		}
	}
	return out
}

// Only returns a text without the characters that are not visible or cover their
// surroundings. Of white space it keeps spaces alone.
func Only(text string) string {
	var out strings.Builder
	marks := maxMarks // there is no character yet that could carry a mark
	runes := []rune(strings.ToValidUTF8(text, ""))
	for i, r := range runes {
		switch {
		case i > 0 && i < len(runes)-1 && joins(runes[i-1], r, runes[i+1]):
			out.WriteRune(r)
			continue
		case !unicode.IsPrint(r) || slices.Contains(blanks, r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks >= maxMarks:
			continue
		default:
			marks++
		}
		out.WriteRune(r)
	}
	return out.String()
}

// Line returns the visible characters of a text as one line, with single spaces
// between its words.
func Line(text string) string {
	return strings.Join(strings.Fields(Only(strings.Join(strings.Fields(text), " "))), " ")
}

// Lines returns the visible characters of a text, whose lines stay.
func Lines(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(Only(strings.ReplaceAll(line, "\t", " ")), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Spelled replaces the invisible characters of a text by their code points.
func Spelled(text string) string {
	var out strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) && !slices.Contains(blanks, r) {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "[U+%04X]", r)
		}
	}
	return out.String()
}
