package page

import (
	"fmt"
	"html/template"

	"ruhr/lang"
	"ruhr/view"
)

// Extra is what tells a purchase from others of its kind: as a sign with a figure, and
// in words.
type Extra struct {
	Sign template.HTML
	Says template.HTML
	Tip  string
}

// extra puts what tells a purchase apart into a sign and into words, empty for nothing.
func (c *Context) extra(m *view.Extra) Extra {
	if m == nil {
		return Extra{}
	}
	var lines []lang.Text
	for _, id := range m.Lines {
		name, _, _ := c.Printer.SheetLine(view.SheetLine{ID: id})
		lines = append(lines, name)
	}
	says := c.Printer.Text("page.extra."+m.Kind, "lines", lang.Join(lines), "n", m.N, "of", m.Of)
	out := Extra{Sign: figure(m), Says: c.tint(says.HTML), Tip: says.Plain}
	switch m.Kind {
	case "export":
		out.Sign = template.HTML(`<svg class="ico" viewBox="-17 -17 34 34"><use href="#flag-`+m.Country+`"/></svg>`) + out.Sign
	case "end":
		out.Sign = template.HTML(glyph("i-laurel")) + out.Sign
	}
	return out
}

// figure is the figure of an extra.
func figure(m *view.Extra) template.HTML {
	if m.Kind == "step" {
		return template.HTML(fmt.Sprintf("%d/%d", m.N, m.Of))
	}
	return template.HTML(signed(m.N))
}
