// Package handbook holds the texts to learn from, in German, English, French and
// Spanish: the rules in our own words, one entry for every rule id of
// spec/rules.md, a first page for newcomers, and the historical notes. The texts
// are the Markdown files of this directory; they are parsed once and returned as
// HTML that is safe to put into a page, and as plain text for searching.
//
// In the French, Spanish and English texts a German name is written
// {de:Ruhraake} and comes out as <span lang="de">Ruhraake</span>.
package handbook

import (
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
)

// Path is where the handbook page lives. The links between rules point there
// (Path + "#" + rule id), so that they work on every page that shows a rule.
const Path = "/handbook"

//go:embed *.md
var files embed.FS

// Languages returns the codes of the languages there are texts in, the
// original first.
func Languages() []string { return []string{"de", "en", "fr", "es"} }

// Text is a piece of writing in its two forms.
type Text struct {
	HTML  template.HTML // safe markup; a Block's is a whole element, a title's is inline
	Plain string        // the same words without markup
}

// Block is one paragraph or list. Ruling marks what settles a question that
// the rulebook leaves open; its text opens with the word for it.
type Block struct {
	Text
	Ruling bool
	open   bool // a ruling that is not folded
}

// rulingWords open the rulings, so that what is copied or read aloud still says
// what it is. The word is the glossary's play.ruling.
var rulingWords = map[string]string{"de": "Festlegung:", "en": "Ruling:", "fr": "Décision\u00a0:", "es": "Decisión:"}

// Rule is one numbered rule, for players.
type Rule struct {
	ID     string   // as in spec/rules.md: START-7
	Title  Text     // a few words
	Refs   []string // sections of the rulebook: §5.1, §5.2
	Blocks []Block  // at least one
}

// Section is a chapter of the handbook: a heading of spec/rules.md.
type Section struct {
	ID    string // START
	Title Text
	Intro []Block
	Rules []Rule
}

// Book is the handbook in one language. It is shared: do not change it.
type Book struct {
	Lang     string
	Title    Text
	Intro    []Block
	Sections []Section
}

// Note is one historical note, to a year of the timeline (ID "1787") or to a
// thing of the game (ID "ruhraake"), or a part of the first page.
type Note struct {
	ID     string
	Title  Text
	Blocks []Block
}

// Opening is the note's first sentence, without a paragraph around it.
func (n Note) Opening() template.HTML {
	first, _, _ := strings.Cut(strings.TrimPrefix(string(n.Blocks[0].HTML), "<p>"), ". ")
	return template.HTML(first + ".")
}

// Notes are the historical notes in one language, the years first, or the parts
// of the first page. They are shared: do not change them.
type Notes struct {
	Lang  string
	Title Text
	Intro []Block
	Notes []Note
}

// The texts by language, each parsed when it is first asked for.
var (
	handbooks  = texts("", parseBook)
	histories  = texts("history.", parseNotes)
	firstPages = texts("first.", parseNotes)
)

// texts are the texts of a kind, by language.
func texts[T any](kind string, parse func(lang, src string) (*T, error)) map[string]func() (*T, error) {
	out := map[string]func() (*T, error){}
	for _, lang := range Languages() {
		out[lang] = sync.OnceValues(func() (*T, error) {
			name := kind + lang + ".md"
			src, err := files.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("handbook: %w", err)
			}
			t, err := parse(lang, string(src))
			if err != nil {
				return nil, fmt.Errorf("handbook: %s: %w", name, err)
			}
			return t, nil
		})
	}
	return out
}

func in[T any](texts map[string]func() (*T, error), lang string) (*T, error) {
	if text, ok := texts[lang]; ok {
		return text()
	}
	return nil, fmt.Errorf("handbook: there are no texts in %q, only in %s", lang, strings.Join(Languages(), ", "))
}

// Handbook returns the rules in the language with the given code. It fails for
// a language that Languages does not name.
func Handbook(lang string) (*Book, error) { return in(handbooks, lang) }

// History returns the historical notes in the language with the given code. It
// fails for a language that Languages does not name.
func History(lang string) (*Notes, error) { return in(histories, lang) }

// FirstPage returns what a newcomer reads first, in the language with the given
// code: the parts goal, round, points, hidden and combination; few and
// overlooked, which are boxes; and the index of terms. It fails for a language
// that Languages does not name.
func FirstPage(lang string) (*Notes, error) { return in(firstPages, lang) }

// Rule returns the rule with the given id, and whether there is one.
func (b *Book) Rule(id string) (Rule, bool) {
	for _, s := range b.Sections {
		if i := slices.IndexFunc(s.Rules, func(r Rule) bool { return r.ID == id }); i >= 0 {
			return s.Rules[i], true
		}
	}
	return Rule{}, false
}

// Rules returns every rule in the order of the book.
func (b *Book) Rules() []Rule {
	var all []Rule
	for _, s := range b.Sections {
		all = append(all, s.Rules...)
	}
	return all
}

// Rulings returns the rules that settle a question the rulebook leaves open,
// in the order of the book.
func (b *Book) Rulings() []Rule {
	return slices.DeleteFunc(b.Rules(), func(r Rule) bool { return !r.HasRuling() })
}

// HasRuling reports whether a paragraph of the rule is a ruling.
func (r Rule) HasRuling() bool {
	return slices.ContainsFunc(r.Blocks, func(b Block) bool { return b.Ruling })
}

// Plain is the whole rule as one plain text: id, title and paragraphs.
func (r Rule) Plain() string {
	words := []string{r.ID, r.Title.Plain}
	for _, b := range r.Blocks {
		words = append(words, b.Plain)
	}
	return strings.Join(words, "\n")
}

// Note returns the note with the given id, and whether there is one.
func (n *Notes) Note(id string) (Note, bool) {
	if i := slices.IndexFunc(n.Notes, func(x Note) bool { return x.ID == id }); i >= 0 {
		return n.Notes[i], true
	}
	return Note{}, false
}

// Parts are the notes with the given ids, in that order.
func (n *Notes) Parts(ids ...string) []Note {
	out := make([]Note, 0, len(ids))
	for _, id := range ids {
		if x, ok := n.Note(id); ok {
			out = append(out, x)
		}
	}
	return out
}
