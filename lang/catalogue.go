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
type entries map[string]forms

// catalogue is the texts of one language by part. Each part is read on first
// use, because the first page needs few of them.
type catalogue map[string]func() entries

// find returns the entry of a key, nil if there is none.
func (c catalogue) find(key string) forms {
	name, _, _ := strings.Cut(key, ".")
	part, ok := c[name]
	if !ok {
		return nil
	}
	return part()[key]
}

// read reads a part of a language's catalogue. Errors name file and key.
func read(language, part string) (entries, error) {
	name := path.Join("catalogue", language, part+".json")
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("lang: %w", err)
	}
	var texts map[string]any
	if err := json.Unmarshal(data, &texts); err != nil {
		return nil, fmt.Errorf("lang: %s: %w", name, err)
	}
	out := make(entries, len(texts))
	for key, value := range texts {
		if !strings.HasPrefix(key, part+".") {
			return nil, fmt.Errorf("lang: %s: key %q, expected one that begins with %q", name, key, part+".")
		}
		if out[key], err = entry(value); err != nil {
			return nil, fmt.Errorf("lang: %s: %s: %w", name, key, err)
		}
	}
	return out, nil
}

// entry parses a text or an object of forms.
func entry(value any) (forms, error) {
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

// catalogues holds all languages; tests ensure that they can be read.
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
