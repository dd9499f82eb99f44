package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"sync"
)

// Languages are the supported languages; the first is the fallback.
var Languages = []string{"en", "de", "fr", "es"}

// Names are the languages' own names, in the order of Languages.
var Names = []string{"English", "Deutsch", "Français", "Español"}

// Parts are the files of a catalogue. A key's prefix names its part.
var Parts = []string{"page", "log", "choice", "refusal", "thing", "view", "guide", "symbol", "people", "chat", "pace", "fair", "notice", "alone", "example", "box", "day", "tournament", "circle", "cli"}

//go:embed catalogue
var files embed.FS

// plain is the form name of an entry that is a single text.
const plain = ""

// forms are the messages of an entry by form.
type forms map[string]message

// in returns a form of an entry, else its name or plain text; nil for no entry.
func (f forms) in(form string) message {
	for _, k := range [...]string{form, "name", plain} {
		if m, ok := f[k]; ok {
			return m
		}
	}
	return nil
}

// entries are the texts of one part, by key.
type entries map[string]*entry

// entry is the text of a key, or its forms, as the catalogue has it in a line. It is
// parsed on first use, because a page needs few of a part's texts.
type entry struct {
	line  string
	once  sync.Once
	forms forms
}

// parsed returns the forms of an entry. Tests ensure that every line can be parsed.
func (e *entry) parsed() forms {
	e.once.Do(func() {
		var err error
		if e.forms, err = formsOf(e.line); err != nil {
			panic(fmt.Errorf("lang: %w: %s", err, e.line))
		}
	})
	return e.forms
}

// catalogue is the texts of one language by part. Each part is read on first
// use, because the first page needs few of them.
type catalogue map[string]func() entries

// find returns the forms of a key, nil if there are none.
func (c catalogue) find(key string) forms {
	name, _, _ := strings.Cut(key, ".")
	part, ok := c[name]
	if !ok {
		return nil
	}
	if e := part()[key]; e != nil {
		return e.parsed()
	}
	return nil
}

// read reads a part of a language's catalogue: a JSON object with a key a line. Errors
// name file and line.
func read(language, part string) (entries, error) {
	name := path.Join("catalogue", language, part+".json")
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("lang: %w", err)
	}
	out := entries{}
	for line := range strings.Lines(string(data)) {
		line = strings.Trim(line, " ,\n")
		if line == "" || line == "{" || line == "}" {
			continue
		}
		key, value, ok := strings.Cut(line[1:], `":`)
		if !ok || !strings.HasPrefix(key, part+".") || out[key] != nil {
			return nil, fmt.Errorf("lang: %s: %s: expected one key that begins with %q, once", name, line, part+".")
		}
		out[key] = &entry{line: value}
	}
	return out, nil
}

// formsOf parses a text or an object of forms.
func formsOf(line string) (forms, error) {
	var value any
	if err := json.Unmarshal([]byte(line), &value); err != nil {
		return nil, err
	}
	texts, ok := value.(map[string]any)
	if !ok { // as most are
		m, err := text(plain, value)
		return forms{plain: m}, err
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("no forms")
	}
	out := make(forms, len(texts))
	for form, v := range texts {
		m, err := text(form, v)
		if err != nil {
			return nil, err
		}
		out[form] = m
	}
	return out, nil
}

// text parses the text of a form.
func text(form string, value any) (message, error) {
	s, ok := value.(string)
	if !ok || s == "" {
		return nil, fmt.Errorf("form %q is %v, expected a text", form, value)
	}
	return parse(s)
}

// catalogues holds all languages. Tests ensure that they can be read.
var catalogues = func() map[string]catalogue {
	out := map[string]catalogue{}
	for _, language := range Languages {
		out[language] = catalogue{}
		for _, part := range Parts {
			out[language][part] = sync.OnceValue(func() entries {
				e, err := read(language, part)
				if err != nil {
					panic(err)
				}
				return e
			})
		}
	}
	return out
}()
