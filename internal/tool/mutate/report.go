package main

import (
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/tool/mutate/schemata"
)

// reason explains why no test can catch a kind of change on a line. Lines are
// identified by their text, so they may move.
type reason struct{ file, kind, source, why string }

// readReasons reads explained.txt: entries of three lines, separated by empty
// lines.
func readReasons(text string) (list []reason, err error) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var lines []string
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			continue
		}
		file, kind, ok := strings.Cut(lines[0], " ")
		if len(lines) < 3 || !ok {
			return nil, fmt.Errorf("explained.txt: expected FILE KIND, the source line, and the reason: %q", block)
		}
		list = append(list, reason{file, kind, lines[1], strings.Join(lines[2:], " ")})
	}
	return list, nil
}

// summary counts the results of a room's mutants.
type summary struct {
	killed, lived, explained, timedOut, uncovered int
	survivors                                     []schemata.Mutant // survived without an explanation
}

func sum(list []schemata.Mutant, reasons []reason) (s summary) {
	for _, m := range list {
		switch m.Status {
		case schemata.Killed:
			s.killed++
		case schemata.TimedOut:
			s.timedOut++
		case schemata.Unseen:
			s.uncovered++
		case schemata.Lived:
			s.lived++
			if slices.ContainsFunc(reasons, func(r reason) bool {
				return r.file == m.File && r.kind == m.Kind && r.source == m.Source
			}) {
				s.explained++
			} else {
				s.survivors = append(s.survivors, m)
			}
		}
	}
	return s
}

// row is the room's line in lab/testing.md. The share leaves out changes that
// tests do not reach and those that no test could notice.
func (s summary) row(room string) string {
	share := "–"
	if n := s.killed + s.lived - s.explained; n > 0 {
		share = fmt.Sprintf("%.1f %%", 100*float64(s.killed)/float64(n))
	}
	return fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %s |", room, s.killed, s.lived, s.explained, s.timedOut, s.uncovered, share)
}
