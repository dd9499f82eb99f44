package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"sync"
)

// Languages are the languages there are; the first is taken where a wish
// cannot be met.
var Languages = []string{"en", "de", "fr", "es"}

// Names are the languages' own names, by their place in Languages.
var Names = []string{"English", "Deutsch", "Français", "Español"}

// Parts are the files of a catalogue; keys begin with the name of theirs.
var Parts = []string{"page", "log", "choice", "refusal", "thing", "view", "guide", "symbol", "people", "pace", "cli"}

//go:embed catalogue
var files embed.FS

// plain is the form of an entry that is a text and not an object of forms.
const plain = ""

// forms are the messages of an entry by form.
type forms map[string]message

// in gives a form of an entry, else its name; nil where there is no entry.
func (f forms) in(form string) message {
	for _, k := range [...]string{form, "name", plain} {
		if m, ok := f[k]; ok {
			return m
		}
	}
	return nil
}

// catalogue is the entries of one language by key.
type catalogue map[string]forms

// read reads the catalogue of a language. The error names file and key.
func read(language string) (catalogue, error) {
	c := catalogue{}
	for _, part := range Parts {
		name := path.Join("catalogue", language, part+".json")
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("lang: %w", err)
		}
		var entries map[string]any
		if err := json.Unmarshal(data, &entries); err != nil {
			return nil, fmt.Errorf("lang: %s: %w", name, err)
		}
		for key, value := range entries {
			if !strings.HasPrefix(key, part+".") {
				return nil, fmt.Errorf("lang: %s: key %q, expected one that begins with %q", name, key, part+".")
			}
			if c[key], err = entry(value); err != nil {
				return nil, fmt.Errorf("lang: %s: %s: %w", name, key, err)
			}
		}
	}
	return c, nil
}

// entry reads a text or an object of forms.
func entry(value any) (forms, error) {
	texts, ok := value.(map[string]any)
	if !ok {
		texts = map[string]any{plain: value}
	} else if len(texts) == 0 {
		return nil, fmt.Errorf("no forms")
	}
	out := forms{}
	for form, v := range texts {
		text, ok := v.(string)
		if !ok || text == "" {
			return nil, fmt.Errorf("form %q is %v, expected a text", form, v)
		}
		m, err := parse(text)
		if err != nil {
			return nil, err
		}
		out[form] = m
	}
	return out, nil
}

// catalogues are read once each, when first asked for; the tests hold that they
// can be.
var catalogues = func() map[string]func() catalogue {
	out := map[string]func() catalogue{}
	for _, language := range Languages {
		out[language] = sync.OnceValue(func() catalogue {
			c, err := read(language)
			if err != nil {
				panic(err)
			}
			return c
		})
	}
	return out
}()
