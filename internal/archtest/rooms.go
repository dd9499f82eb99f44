package archtest

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// module is the import path of the project.
const module = "ruhr"

// rooms are the rooms of the project by folder, each with everything from
// outside the standard library that it may import directly: packages of the
// project by their folders, other modules by their paths.
type rooms map[string][]string

// readRooms reads imports.txt: each line names the folder of a room and, after
// a colon, what it may import. Lines that begin with # are comments.
func readRooms(text string) (rooms, error) {
	r := rooms{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		room, imports, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(room, " \t") {
			return nil, fmt.Errorf("expected a folder, a colon and what it imports: %q", line)
		}
		if _, twice := r[room]; twice {
			return nil, fmt.Errorf("two lines for %s", room)
		}
		r[room] = strings.Fields(imports)
	}
	return r, nil
}

var row = regexp.MustCompile("(?m)^\\| `([^`]+)/` \\|")

// described lists the rooms in the tables of ARCHITECTURE.md, sorted.
func described(text string) (list []string) {
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return list
}

// room is the room that a package belongs to: the nearest folder above it that
// has its own line, "" for none.
func (r rooms) room(pkg string) string {
	for p := pkg; p != "."; p = path.Dir(p) {
		if _, ok := r[p]; ok {
			return p
		}
	}
	return ""
}

// permission is the entry that allows a room to import something outside the
// standard library, or "". A room of the project is allowed by its own name
// only, another module with all its packages.
func (r rooms) permission(room, imported string) string {
	to, ours := strings.CutPrefix(imported, module+"/")
	for _, allowed := range r[room] {
		if ours && r.room(to) == allowed || !ours && (imported == allowed || strings.HasPrefix(imported, allowed+"/")) {
			return allowed
		}
	}
	return ""
}

// dependency is one import of a package by a file.
type dependency struct {
	pkg      string // its folder in the project
	file     string
	imported string
}

// problems lists imports of a room that its line does not allow, and entries of
// the line that the room does not need.
func (r rooms) problems(room string, all []dependency) (list []string) {
	used := map[string]bool{}
	for _, d := range all {
		if r.room(d.pkg) != room {
			continue
		}
		to, ours := strings.CutPrefix(d.imported, module+"/")
		if !ours && !strings.Contains(strings.Split(d.imported, "/")[0], ".") || ours && r.room(to) == room {
			continue // the standard library, the room itself
		}
		if p := r.permission(room, d.imported); p != "" {
			used[p] = true
		} else {
			list = append(list, fmt.Sprintf("%s imports %s, which the line of %s does not allow", d.file, d.imported, room))
		}
	}
	for _, p := range r[room] {
		if !used[p] {
			list = append(list, fmt.Sprintf("the line of %s allows %s, which it does not import", room, p))
		}
	}
	return list
}

var node = regexp.MustCompile(`^([a-z]+)(?:\["([^"]+)"\])?$`)

// readPicture reads the arrows of the diagram in ARCHITECTURE.md, each as the
// imported room and the importing one. A node with a label stands for the room
// in the label.
func readPicture(text string) (arrows [][2]string, err error) {
	_, text, _ = strings.Cut(text, "```mermaid\nflowchart LR\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok {
		return nil, fmt.Errorf("no picture that begins with flowchart LR")
	}
	labels := map[string]string{}
	for line := range strings.Lines(text) {
		last := ""
		for word := range strings.SplitSeq(line, "-->") {
			m := node.FindStringSubmatch(strings.TrimSpace(word))
			if m == nil {
				return nil, fmt.Errorf("not read: %q", line)
			}
			if m[2] != "" {
				labels[m[1]] = m[2]
			}
			name := m[1]
			if last != "" {
				arrows = append(arrows, [2]string{last, name})
			}
			last = name
		}
	}
	for i, a := range arrows {
		for k, name := range a {
			if label, ok := labels[name]; ok {
				arrows[i][k] = label
			}
		}
	}
	return arrows, nil
}
