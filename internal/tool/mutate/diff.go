package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// place is a line of a file, with its path in the repository.
type place struct {
	file string
	line int
}

// changedSince asks git which lines of a room differ from a commit.
func changedSince(ctx context.Context, commit, room string) (map[place]bool, error) {
	out, err := exec.CommandContext(ctx, "git", "diff", "--unified=0", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", commit, "--", room).Output()
	if err != nil {
		return nil, fmt.Errorf("git diff %s: %w", commit, err)
	}
	return changedLines(string(out)), nil
}

var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// changedLines reads a diff without context.
func changedLines(diff string) map[place]bool {
	changed := map[place]bool{}
	file := ""
	for line := range strings.Lines(diff) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = strings.TrimSpace(name)
		}
		if m := hunk.FindStringSubmatch(line); m != nil {
			first, _ := strconv.Atoi(m[1])
			count := 1
			if m[2] != "" {
				count, _ = strconv.Atoi(m[2])
			}
			for i := range count {
				changed[place{file, first + i}] = true
			}
		}
	}
	return changed
}
