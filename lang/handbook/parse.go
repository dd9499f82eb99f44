package handbook

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// The form of the texts, one paragraph a line, blank lines ignored:
//
//	# Title of the text
//	## ID Title of a section or a note
//	### ID Title of a rule · §6.4, §6.6
//	A paragraph.
//	- an item; neighbouring items make one list
//	1. an item of a numbered list
//	> A ruling, which is folded; >> one that stays open, because without it
//	nothing is left of its rule

// heading is a heading with what stands under it, up to the next heading.
type heading struct {
	level  int
	id     string
	title  Text
	refs   []string
	blocks []Block
	line   int
}

var (
	ruleID  = regexp.MustCompile(`^[A-Z]+-(?:[0-9]+|[A-Z])$`)
	section = regexp.MustCompile(`^§[0-9](?:\.[0-9])*$`)
	counted = regexp.MustCompile(`^[0-9]+\. `)
)

// listItem is an item of a list and the element of that list, "" for another line.
func listItem(line string) (item, tag string) {
	if item, ok := strings.CutPrefix(line, "- "); ok {
		return item, "ul"
	}
	if mark := counted.FindString(line); mark != "" {
		return line[len(mark):], "ol"
	}
	return "", ""
}

// parse splits a text into its headings. Every text begins with one of level 1.
func parse(src string) ([]heading, error) {
	var out []heading
	var items []string
	tag := ""
	lines := strings.Split(src+"\n", "\n")
	for i, line := range lines {
		item, kind := listItem(line)
		if kind != tag && len(items) > 0 {
			if err := appendBlock(out, list(tag, items)); err != nil {
				return nil, fmt.Errorf("line %d: %w", i, err)
			}
			items = nil
		}
		if tag = kind; tag != "" {
			items = append(items, item)
			continue
		}
		var err error
		switch {
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "#"):
			var h heading
			if h, err = parseHeading(line); err == nil {
				h.line = i + 1
				out = append(out, h)
			}
		default:
			err = appendBlock(out, paragraph(line))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if len(out) == 0 || out[0].level != 1 {
		return nil, fmt.Errorf("line 1: a text begins with its title, \"# Title\"")
	}
	return out, nil
}

// parseHeading reads one heading line, its id and its sections of the rulebook.
func parseHeading(line string) (heading, error) {
	marks, rest, ok := strings.Cut(line, " ")
	h := heading{level: len(marks)}
	if !ok || strings.Trim(marks, "#") != "" || h.level > 3 {
		return h, fmt.Errorf("a heading is \"# \", \"## \" or \"### \" and a text, not %q", line)
	}
	if h.level > 1 {
		h.id, rest, ok = strings.Cut(rest, " ")
		if !ok {
			return h, fmt.Errorf("the heading %q needs an id and a title", line)
		}
	}
	if h.level == 3 {
		if !ruleID.MatchString(h.id) {
			return h, fmt.Errorf("%q is no rule id such as START-7", h.id)
		}
		var refs string
		if rest, refs, ok = strings.Cut(rest, " · "); !ok {
			return h, fmt.Errorf("the heading of %s ends with its section, such as \"· §6.4\"", h.id)
		}
		h.refs = strings.Split(refs, ", ")
		for _, r := range h.refs {
			if !section.MatchString(r) {
				return h, fmt.Errorf("%s: %q is no section such as §6.4", h.id, r)
			}
		}
	}
	var err error
	h.title, err = inline(rest)
	return h, err
}

// appendBlock adds what made returned to the last heading.
func appendBlock(to []heading, made func() (Block, error)) error {
	if len(to) == 0 {
		return fmt.Errorf("text before the first heading")
	}
	b, err := made()
	if err == nil {
		last := &to[len(to)-1]
		last.blocks = append(last.blocks, b)
	}
	return err
}

func paragraph(line string) func() (Block, error) {
	return func() (Block, error) {
		text, open := strings.CutPrefix(line, ">> ")
		text, folded := strings.CutPrefix(text, "> ")
		t, err := inline(text)
		t.HTML = "<p>" + t.HTML + "</p>"
		return Block{Text: t, Ruling: open || folded, open: open}, err
	}
}

func list(tag string, items []string) func() (Block, error) {
	return func() (Block, error) {
		var html strings.Builder
		var plain []string
		for _, it := range items {
			t, err := inline(it)
			if err != nil {
				return Block{}, err
			}
			html.WriteString("<li>" + string(t.HTML) + "</li>")
			plain = append(plain, t.Plain)
		}
		return Block{Text: Text{template.HTML("<" + tag + ">" + html.String() + "</" + tag + ">"), strings.Join(plain, "\n")}}, nil
	}
}

// parseBook builds the handbook of one language from its text.
func parseBook(lang, src string) (*Book, error) {
	heads, err := parse(src)
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		name(h.blocks, rulingWords[lang])
	}
	b := &Book{Lang: lang, Title: heads[0].title, Intro: heads[0].blocks}
	for _, h := range heads[1:] {
		switch {
		case h.level == 1:
			return nil, fmt.Errorf("line %d: a second title", h.line)
		case len(h.blocks) == 0:
			return nil, fmt.Errorf("line %d: nothing stands under %s", h.line, h.id)
		case h.level == 2:
			b.Sections = append(b.Sections, Section{ID: h.id, Title: h.title, Intro: h.blocks})
		case len(b.Sections) == 0:
			return nil, fmt.Errorf("line %d: the rule %s stands before the first section", h.line, h.id)
		default:
			if _, twice := b.Rule(h.id); twice {
				return nil, fmt.Errorf("line %d: the rule %s comes a second time", h.line, h.id)
			}
			s := &b.Sections[len(b.Sections)-1]
			s.Rules = append(s.Rules, Rule{ID: h.id, Title: h.title, Refs: h.refs, Blocks: h.blocks})
		}
	}
	return b, nil
}

// name opens every ruling with the word for one, as what it folds under.
func name(blocks []Block, word string) {
	for i := range blocks {
		b := &blocks[i]
		if !b.Ruling {
			continue
		}
		fold := "<details>"
		if b.open {
			fold = opened
		}
		b.HTML = template.HTML(fold + "<summary>" + strings.TrimRight(word, ":\u00a0") + "</summary>" + string(b.HTML) + "</details>")
		b.Plain = word + " " + b.Plain
	}
}

const opened = "<details open>"

// Unfolded is the rule with its rulings open.
func (r Rule) Unfolded() Rule {
	r.Blocks = slices.Clone(r.Blocks)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		b.HTML = template.HTML(strings.Replace(string(b.HTML), "<details>", opened, 1))
	}
	return r
}

// parseNotes builds the notes of one language from their text.
func parseNotes(lang, src string) (*Notes, error) {
	heads, err := parse(src)
	if err != nil {
		return nil, err
	}
	n := &Notes{Lang: lang, Title: heads[0].title, Intro: heads[0].blocks}
	for _, h := range heads[1:] {
		if h.level != 2 {
			return nil, fmt.Errorf("line %d: notes have headings of the form \"## id title\" only", h.line)
		}
		if len(h.blocks) == 0 {
			return nil, fmt.Errorf("line %d: nothing stands under %s", h.line, h.id)
		}
		if _, twice := n.Note(h.id); twice {
			return nil, fmt.Errorf("line %d: the note %s comes a second time", h.line, h.id)
		}
		n.Notes = append(n.Notes, Note{ID: h.id, Title: h.title, Blocks: h.blocks})
	}
	return n, nil
}
