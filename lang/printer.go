package lang

import (
	"fmt"
	"html"
	"html/template"
	"strings"
	"time"

	"ruhr/view"
)

// Printer turns keys with arguments into sentences of one language. It is
// immutable and safe to share.
type Printer struct {
	language string
	texts    catalogue
	seats    []string
	to       int // the seat that texts speak to, counted from 1; 0 for none
	zone     *time.Location
}

// For returns the printer of a language, the English one if it is not supported,
// with dates in the time zone of this machine.
func For(language string) *Printer {
	texts, ok := catalogues[language]
	if !ok {
		language = Languages[0]
		texts = catalogues[language]
	}
	return &Printer{language: language, texts: texts, zone: time.Local}
}

// In returns a printer with dates in a time zone.
func (p *Printer) In(zone *time.Location) *Printer {
	q := *p
	q.zone = zone
	return &q
}

// Zone is the time zone of dates.
func (p *Printer) Zone() *time.Location { return p.zone }

// Seated returns a printer that knows the names of a table's seats.
func (p *Printer) Seated(names []string) *Printer {
	q := *p
	q.seats = names
	return &q
}

// To returns a printer whose texts speak to a seat: "You pay" instead of "Anna
// pays".
func (p *Printer) To(seat int) *Printer {
	q := *p
	q.to = seat + 1
	return &q
}

// SpeaksTo reports whether texts speak to a seat.
func (p *Printer) SpeaksTo(seat int) bool { return seat >= 0 && p.to == seat+1 }

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

func (p *Printer) form(key, form string, args args) Text {
	return Text{p.format(key, form, args, false), template.HTML(p.format(key, form, args, true))}
}

// args are the arguments of a message: by name, or names and values in turn.
type args struct {
	named view.Args
	turns []any
}

func argsOf(list []any) args {
	if len(list) == 1 {
		if named, ok := list[0].(view.Args); ok {
			return args{named: named}
		}
	}
	return args{turns: list}
}

// value is an argument, nil if it is not given.
func (a args) value(name string) any {
	for i := 0; i+1 < len(a.turns); i += 2 {
		if a.turns[i] == name {
			return a.turns[i+1]
		}
	}
	return a.named[name]
}

// format formats a key in a form. A plain text counts as its own name, and the
// name replaces a missing form.
func (p *Printer) format(key, form string, a args, markup bool) string {
	m := p.texts.find(key).in(form)
	if m == nil {
		m = catalogues[Languages[0]].find(key).in(form)
	}
	if m == nil {
		return "‹" + key + "›"
	}
	return p.write(m, a, markup)
}

// write formats a message.
func (p *Printer) write(m message, a args, markup bool) string {
	if len(m) == 1 && m[0].kind == literal { // as most are
		if markup {
			return m[0].markup
		}
		return m[0].text
	}
	w := writer{p: p, args: a, markup: markup}
	for _, part := range m {
		w.part(part)
	}
	return w.String()
}

// writer builds a formatted message.
type writer struct {
	strings.Builder
	p      *Printer
	args   args
	markup bool
}

// stopped reports whether the last argument ended with a full stop, as a name may: a
// sentence that ends there has no other.
func (w *writer) stopped() bool {
	said := w.String()
	for strings.HasSuffix(said, ">") {
		said = said[:max(0, strings.LastIndexByte(said, '<'))]
	}
	return strings.HasSuffix(said, ".")
}

func (w *writer) part(m part) {
	switch m.kind {
	case literal:
		text := m.text
		if w.markup {
			text = m.markup
		}
		if strings.HasPrefix(text, ".") && w.stopped() {
			text = text[1:]
		}
		w.WriteString(text)
	case beginGerman:
		w.mark(`<span lang="de">`)
	case endGerman:
		w.mark(`</span>`)
	case choose:
		w.choose(m)
	case argument:
		w.argument(m)
	}
}

// choose writes one of two forms: by a number, or by whether the text speaks to
// the seat that it names.
func (w *writer) choose(m part) {
	switch v := w.args.value(m.arg).(type) {
	case view.SeatRef:
		w.seatIn(m.forms, v)
	case []view.SeatRef:
		list(w, v, func(w *writer, who view.SeatRef) { w.seatIn(m.forms, who) })
	default:
		n, _ := v.(int)
		text := m.forms[1]
		if w.p.isOne(n) {
			text = m.forms[0]
		}
		w.text(strings.ReplaceAll(text, "#", w.p.Number(n)))
	}
}

// seatIn writes the first form where the text speaks to the seat, else the
// second, with the seat's name for #.
func (w *writer) seatIn(forms [2]string, seat view.SeatRef) {
	form := forms[1]
	if w.p.SpeaksTo(int(seat)) {
		form = forms[0]
	}
	before, after, named := strings.Cut(form, "#")
	w.text(before)
	if named {
		w.seat(seat)
	}
	w.text(after)
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
	switch v := w.args.value(m.arg).(type) {
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
		list(w, v, func(w *writer, t view.Thing) { w.WriteString(w.p.thing(t, m.form, w.markup)) })
	case []view.SeatRef:
		list(w, v, (*writer).seat)
	case []string:
		list(w, v, (*writer).text)
	default:
		w.text("‹" + m.arg + "›")
	}
}

// list writes several as a list, each as write does.
func list[E any](w *writer, all []E, write func(*writer, E)) {
	texts := make([]string, len(all))
	for i, one := range all {
		inner := writer{p: w.p, markup: w.markup}
		write(&inner, one)
		texts[i] = inner.String()
	}
	w.WriteString(w.p.List(texts))
}

// seat writes a seat's name, in HTML with its colour class.
func (w *writer) seat(seat view.SeatRef) {
	w.mark(fmt.Sprintf(`<b class="who seat-%d">`, int(seat)))
	w.text(w.p.Seat(int(seat)))
	w.mark(`</b>`)
}

// Seat returns the name of a seat, or its number if it has none; "You" for the
// seat that texts speak to.
func (p *Printer) Seat(k int) string {
	if p.SpeaksTo(k) {
		return p.T("view.you")
	}
	if k >= 0 && k < len(p.seats) && p.seats[k] != "" {
		return p.seats[k]
	}
	return p.T("view.seat", "n", k+1)
}

// ThingHTML is Thing as HTML alone.
func (p *Printer) ThingHTML(t view.Thing, form string) template.HTML {
	return template.HTML(p.thing(t, form, true))
}

// Thing returns a thing's name in a form: "name", and for places on the river
// also "in", "to", "from" and "the".
func (p *Printer) Thing(t view.Thing, form string) Text {
	return Text{p.thing(t, form, false), template.HTML(p.thing(t, form, true))}
}

// thing uses a thing's own entry, which takes no arguments, if it has one, else
// that of its kind.
func (p *Printer) thing(t view.Thing, form string, markup bool) string {
	if form == "" {
		form = "name"
	}
	if m := p.texts.find("thing." + t.Kind + "." + t.ID).in(form); m != nil {
		return p.write(m, args{}, markup)
	}
	name := t.Name
	if name == "" {
		name = t.ID
	}
	return p.format("thing."+t.Kind, form, args{turns: []any{"name", name}}, markup)
}
