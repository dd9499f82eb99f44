package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/lang"
	"ruhr/view"
)

// tongue says a page's texts in one language, and knows the seats of a table.
type tongue struct {
	*lang.Printer
	names    []string
	recolour *strings.Replacer // from a seat's number to its colour; nil where they are the same
}

// language is a language on offer.
type language struct{ Code, Name string }

func languages() []language {
	var out []language
	for i, code := range lang.Languages {
		out = append(out, language{code, lang.Names[i]})
	}
	return out
}

// tongueFor takes the language that was chosen, else the one the browser
// wishes most.
func tongueFor(chosen, wishes string) *tongue {
	if slices.Contains(lang.Languages, chosen) {
		return &tongue{Printer: lang.For(chosen)}
	}
	best, rank := "", 0.0
	for wish := range strings.SplitSeq(wishes, ",") {
		name, q, weighed := strings.Cut(strings.TrimSpace(wish), ";q=")
		weight := 1.0
		if weighed {
			if _, err := fmt.Sscan(q, &weight); err != nil {
				continue
			}
		}
		name, _, _ = strings.Cut(strings.ToLower(name), "-")
		if weight > rank && slices.Contains(lang.Languages, name) {
			best, rank = name, weight
		}
	}
	return &tongue{Printer: lang.For(best)}
}

// seated is the tongue at a table: it knows the seats by name and colour.
func (t *tongue) seated(names []string, signs []int) *tongue {
	out := &tongue{Printer: t.Printer.Seated(names), names: names}
	var pairs []string
	for seat, sign := range signs {
		if sign != seat {
			pairs = append(pairs, fmt.Sprintf(`class="who seat-%d"`, seat), fmt.Sprintf(`class="who seat-%d"`, sign))
		}
	}
	if len(pairs) > 0 {
		out.recolour = strings.NewReplacer(pairs...)
	}
	return out
}

// T says a text of the catalogue as HTML; the arguments are names and values
// in turn.
func (t *tongue) T(key string, args ...any) template.HTML { return t.tint(t.H(key, args...)) }

// plain says a text of the catalogue without markup.
func (t *tongue) plain(key string) string { return t.Printer.T(key) }

// mapWord is a word written on the map.
func (t *tongue) mapWord(key string) string {
	return t.plain("page.map." + strings.TrimPrefix(key, "map."))
}

// thing names a thing.
func (t *tongue) thing(x view.Thing) template.HTML { return t.Thing(x, "name").HTML }

// tint gives the names of seats in a text their colours.
func (t *tongue) tint(h template.HTML) template.HTML {
	if t.recolour == nil {
		return h
	}
	return template.HTML(t.recolour.Replace(string(h)))
}

// tintAll does so with several texts.
func (t *tongue) tintAll(texts []lang.Text) []template.HTML {
	var out []template.HTML
	for _, x := range texts {
		out = append(out, t.tint(x.HTML))
	}
	return out
}

// list joins parts with the language's commas and "and".
func (t *tongue) list(parts []template.HTML) template.HTML {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = string(p)
	}
	return template.HTML(t.List(words))
}

// Level names an opponent's level.
func (t *tongue) Level(id string) template.HTML {
	if key := "page.level." + id; t.Has(key) {
		return t.T(key)
	}
	return template.HTML(template.HTMLEscapeString(id))
}

// Colour names the colour of a seat.
func (t *tongue) Colour(id string) template.HTML { return t.T("page.colour." + id) }

// Setting names a value of a setting.
func (t *tongue) Setting(of, value string) template.HTML {
	return t.T("page.settings." + of + "." + value)
}
