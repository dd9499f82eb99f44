package page

import (
	"html/template"
	"slices"
	"strings"

	"ruhr/lang"
)

// mostNamed is how many names a refusal lists, of at most mostOfName characters each.
const (
	mostNamed  = 8
	mostOfName = 60
)

// likened is a name as names are compared: without a number, in small letters.
func likened(name string) string {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(name, "’", "'")))
	if len(words) > 1 && strings.Trim(words[0], "0123456789.):") == "" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// River are the names of the spaces from the source down, one a line.
func (w *Workshop) River() string {
	var out []string
	for _, row := range w.river() {
		out = append(out, row.Plain)
	}
	return strings.Join(out, "\n")
}

func (w *Workshop) river() (out []WorkshopRow) {
	for _, g := range w.Groups {
		for _, row := range g.Rows {
			if row.Moves != "" {
				out = append(out, row)
			}
		}
	}
	return out
}

// Places reads the river's order from the names of all its spaces, as places counted from
// 1. Where the text is no such list, it says everything that is wrong with it.
func (w *Workshop) Places(l *Localizer, text string) (places map[string]int, wrong []template.HTML) {
	rows := w.river()
	places = map[string]int{}
	var unknown, twice, missing []string
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n;", r) }) {
		name := likened(line)
		if name == "" {
			continue
		}
		which := called(rows, name)
		free := slices.IndexFunc(which, func(row WorkshopRow) bool { return places[row.Moves] == 0 })
		switch {
		case len(which) == 0:
			unknown = append(unknown, strings.TrimSpace(line))
		case likened(which[0].Plain) != name && len(which) > 1:
			wrong = append(wrong, l.T("page.workshop.order.which", "name", lang.Text{HTML: named([]string{line})}, "names", lang.Text{HTML: named(namesOf(which))}))
		case free < 0:
			twice = append(twice, which[0].Plain)
		default:
			places[which[free].Moves] = len(places) + 1
		}
	}
	for _, row := range rows {
		if places[row.Moves] == 0 {
			missing = append(missing, row.Plain)
		}
	}
	for _, x := range []struct {
		key   string
		names []string
	}{{"unknown", unknown}, {"twice", twice}, {"missing", missing}} {
		if len(x.names) > 0 {
			wrong = append(wrong, l.T("page.workshop.order."+x.key, "names", lang.Text{HTML: named(x.names)}))
		}
	}
	return places, wrong[:min(len(wrong), mostNamed)]
}

// called are the spaces with a name; where none has it, those that have it but for their kind.
func called(rows []WorkshopRow, name string) (out []WorkshopRow) {
	for _, full := range []bool{true, false} {
		for _, row := range rows {
			if full && likened(row.Plain) == name || !full && likened(row.named) == name {
				out = append(out, row)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func namesOf(rows []WorkshopRow) (out []string) {
	for _, row := range rows {
		out = append(out, row.Plain)
	}
	return out
}

// named lists names in a text.
func named(names []string) template.HTML {
	var out []string
	for _, name := range names[:min(len(names), mostNamed)] {
		if r := []rune(strings.TrimSpace(name)); len(r) > mostOfName {
			name = string(r[:mostOfName]) + "…"
		}
		out = append(out, template.HTMLEscapeString(strings.TrimSpace(name)))
	}
	if len(names) > mostNamed {
		out = append(out, "…")
	}
	return template.HTML(strings.Join(out, ", "))
}
