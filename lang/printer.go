package lang

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"ruhr/view"
)

// Printer turns keys with arguments into sentences of one language. It is
// immutable and safe to share.
type Printer struct {
	language string
	texts    catalogue
	seats    []string
}

// For returns the printer of a language, the English one if it is not supported.
func For(language string) *Printer {
	texts, ok := catalogues[language]
	if !ok {
		language = Languages[0]
		texts = catalogues[language]
	}
	return &Printer{language: language, texts: texts}
}

// Seated returns a printer that knows the names of a table's seats.
func (p *Printer) Seated(names []string) *Printer {
	q := *p
	q.seats = names
	return &q
}

// Lang is the language's code, for the lang attribute of a page.
func (p *Printer) Lang() string { return p.language }

// Text is a text both plain and as HTML. The HTML marks German names in other
// languages, and the names of seats.
type Text struct {
	Plain string
	HTML  template.HTML
}

func (t Text) String() string { return t.Plain }

// T returns a plain text. The arguments are one view.Args, or alternating names
// and values. A key missing in a language falls back to English, one missing
// everywhere is printed in angle quotes; tests ensure that neither happens.
func (p *Printer) T(key string, args ...any) string {
	return p.format(key, plain, argsOf(args), false)
}

// H returns a text as HTML.
func (p *Printer) H(key string, args ...any) template.HTML {
	return template.HTML(p.format(key, plain, argsOf(args), true))
}

// Text returns a text both plain and as HTML.
func (p *Printer) Text(key string, args ...any) Text { return p.form(key, plain, argsOf(args)) }

// Has reports whether there is a text with this key.
func (p *Printer) Has(key string) bool { return p.texts.find(key) != nil }

func (p *Printer) form(key, form string, args view.Args) Text {
	return Text{p.format(key, form, args, false), template.HTML(p.format(key, form, args, true))}
}

func argsOf(args []any) view.Args {
	if len(args) == 0 {
		return nil
	}
	if len(args) == 1 {
		if a, ok := args[0].(view.Args); ok {
			return a
		}
	}
	out := view.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		out[fmt.Sprint(args[i])] = args[i+1]
	}
	return out
}

// format formats a key in a form. A plain text counts as its own name, and the
// name replaces a missing form.
func (p *Printer) format(key, form string, args view.Args, markup bool) string {
	m := p.texts.find(key).in(form)
	if m == nil {
		m = catalogues[Languages[0]].find(key).in(form)
	}
	if m == nil {
		return "‹" + key + "›"
	}
	if len(m) == 1 && m[0].kind == literal { // as most are
		if markup {
			return html.EscapeString(m[0].text)
		}
		return m[0].text
	}
	w := writer{p: p, args: args, markup: markup}
	for _, part := range m {
		w.part(part)
	}
	return w.String()
}

// writer builds a formatted message.
type writer struct {
	strings.Builder
	p      *Printer
	args   view.Args
	markup bool
}

func (w *writer) part(m part) {
	switch m.kind {
	case literal:
		w.text(m.text)
	case beginGerman:
		w.mark(`<span lang="de">`)
	case endGerman:
		w.mark(`</span>`)
	case choose:
		n, _ := w.args[m.arg].(int)
		text := m.plural[1]
		if w.p.isOne(n) {
			text = m.plural[0]
		}
		w.text(strings.ReplaceAll(text, "#", w.p.Number(n)))
	case argument:
		w.argument(m)
	}
}

// mark writes markup, in HTML only.
func (w *writer) mark(tag string) {
	if w.markup {
		w.WriteString(tag)
	}
}

// text writes text, escaped in HTML.
func (w *writer) text(s string) {
	if w.markup {
		s = html.EscapeString(s)
	}
	w.WriteString(s)
}

func (w *writer) argument(m part) {
	switch v := w.args[m.arg].(type) {
	case int:
		if m.form == "+" {
			w.text(w.p.Signed(v))
		} else {
			w.text(w.p.Number(v))
		}
	case string:
		w.text(v)
	case Text:
		if w.markup {
			w.WriteString(string(v.HTML))
		} else {
			w.WriteString(v.Plain)
		}
	case view.Thing:
		w.WriteString(w.p.thing(v, m.form, w.markup))
	case view.SeatRef:
		w.seat(v)
	case []view.Thing:
		list := make([]string, len(v))
		for i, t := range v {
			list[i] = w.p.thing(t, m.form, w.markup)
		}
		w.WriteString(w.p.List(list))
	case []view.SeatRef:
		list := make([]string, len(v))
		for i, who := range v {
			inner := writer{p: w.p, markup: w.markup}
			inner.seat(who)
			list[i] = inner.String()
		}
		w.WriteString(w.p.List(list))
	case []string:
		list := make([]string, len(v))
		for i, s := range v {
			inner := writer{p: w.p, markup: w.markup}
			inner.text(s)
			list[i] = inner.String()
		}
		w.WriteString(w.p.List(list))
	default:
		w.text("‹" + m.arg + "›")
	}
}

// seat writes a seat's name, in HTML with its colour class.
func (w *writer) seat(seat view.SeatRef) {
	w.mark(fmt.Sprintf(`<b class="who seat-%d">`, int(seat)))
	w.text(w.p.Seat(int(seat)))
	w.mark(`</b>`)
}

// Seat returns the name of a seat, or its number if it has none.
func (p *Printer) Seat(k int) string {
	if k >= 0 && k < len(p.seats) && p.seats[k] != "" {
		return p.seats[k]
	}
	return p.T("view.seat", "n", k+1)
}

// Thing returns a thing's name in a form: "name", and for places on the river
// also "in", "to", "from" and "the".
func (p *Printer) Thing(t view.Thing, form string) Text {
	return Text{p.thing(t, form, false), template.HTML(p.thing(t, form, true))}
}

// thing uses a thing's own entry if it has one, else that of its kind.
func (p *Printer) thing(t view.Thing, form string, markup bool) string {
	key := "thing." + t.Kind + "." + t.ID
	if !p.Has(key) {
		key = "thing." + t.Kind
	}
	if form == "" {
		form = "name"
	}
	name := t.Name
	if name == "" {
		name = t.ID
	}
	return p.format(key, form, view.Args{"name": name}, markup)
}
