package page

import (
	"crypto/rand"
	"fmt"
	"html/template"
	"strings"

	"ruhr/lang"
	"ruhr/view"
)

// Localizer renders the texts of pages in one language, and knows the seats of a
// table by name and colour. It is immutable.
type Localizer struct {
	Printer  *lang.Printer
	recolour *strings.Replacer // from a seat's number to its colour; nil if they are the same
	account  string            // of For
}

// NewLocalizer makes a localizer for pages without a table.
func NewLocalizer(p *lang.Printer) *Localizer { return &Localizer{Printer: p} }

// AtTable is the localizer of a table with these names and signs by seat.
func (t *Localizer) AtTable(names []string, signs []int) *Localizer {
	out := &Localizer{Printer: t.Printer.Seated(names), account: t.account}
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

// To is the same, speaking to a seat.
func (t *Localizer) To(seat int) *Localizer {
	return &Localizer{Printer: t.Printer.To(seat), recolour: t.recolour, account: t.account}
}

// For is the same with forms that an account alone is to send, "" for all who may. An account
// is what an attribute can have as it is.
func (t *Localizer) For(account string) *Localizer {
	return &Localizer{t.Printer, t.recolour, account}
}

// Once is the field that lets a form happen once, however often it is sent.
func (t *Localizer) Once() template.HTML {
	return template.HTML(`<input type="hidden" name="key" value="` + rand.Text() + "." + t.account + `" autocomplete="off">`)
}

// T is a text of the catalogue as HTML; the arguments are names and values in
// turn.
func (t *Localizer) T(key string, args ...any) template.HTML {
	if len(args) == 0 { // no seat's name is in it
		return t.Printer.H(key)
	}
	return t.tint(t.Printer.H(key, args...))
}

// Plain is a text of the catalogue without markup.
func (t *Localizer) Plain(key string) string { return t.Printer.T(key) }

// MapWord is a word written on the map, by its key in draw.Words.
func (t *Localizer) MapWord(key string) string {
	return t.Plain("page.map." + strings.TrimPrefix(key, "map."))
}

// thing names a thing.
func (t *Localizer) thing(x view.Thing) template.HTML { return t.Printer.ThingHTML(x, "name") }

// tint gives the names of seats in a text their colours.
func (t *Localizer) tint(h template.HTML) template.HTML {
	if t.recolour == nil {
		return h
	}
	return template.HTML(t.recolour.Replace(string(h)))
}

// tintEach does so with several texts, in place.
func (t *Localizer) tintEach(texts []template.HTML) []template.HTML {
	for i, x := range texts {
		texts[i] = t.tint(x)
	}
	return texts
}

// tintAll does so with several texts, as HTML.
func (t *Localizer) tintAll(texts []lang.Text) []template.HTML {
	var out []template.HTML
	for _, x := range texts {
		out = append(out, t.tint(x.HTML))
	}
	return out
}

// list joins parts with the language's commas and "and".
func (t *Localizer) list(parts []template.HTML) template.HTML {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = string(p)
	}
	return template.HTML(t.Printer.List(words))
}

// LevelNote describes a level of computer player; empty for unknown ones.
func (t *Localizer) LevelNote(id string) template.HTML {
	if key := "page.level_note." + id; t.Printer.Has(key) {
		return t.T(key)
	}
	return ""
}

// Level names the level of a computer player.
func (t *Localizer) Level(id string) template.HTML {
	if key := "page.level." + id; t.Printer.Has(key) {
		return t.T(key)
	}
	return template.HTML(template.HTMLEscapeString(id))
}

// LevelName is the same without markup, for an argument of a text.
func (t *Localizer) LevelName(id string) string {
	if key := "page.level." + id; t.Printer.Has(key) {
		return t.Plain(key)
	}
	return id
}

// Colour names the colour of a seat.
func (t *Localizer) Colour(id string) template.HTML { return t.T("page.colour." + id) }

// Setting names a value of a setting.
func (t *Localizer) Setting(of, value string) template.HTML {
	return t.T("page.settings." + of + "." + value)
}

// Lang is the language, as pages name it.
func (t *Localizer) Lang() string { return t.Printer.Lang() }
