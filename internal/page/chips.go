package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/view"
)

// chips draws what a choice brings as a row of the symbols used on the board:
// the die before and after, tokens, Thaler, VP, debts, markers completed.
// They are for the eye only; the choice's name has the effects in words.
type chips struct {
	strings.Builder
	c *Context
}

func (c *Context) chips(choice *view.Choice) template.HTML {
	w := chips{c: c}
	e := &choice.Effect
	switch {
	case choice.Do == "supply" || choice.Do == "coal_hauler":
		for _, d := range e.Dice {
			w.dice(c.colourAt(d.At), d.From, d.To)
		}
	case e.Value > 0:
		w.dice(e.Colour, e.Value+e.PipsLost, e.Value)
	}
	if e.Token != "" {
		w.chip("token", w.area(e.Token))
	}
	if e.Full != "" {
		w.chip("token full", w.area(e.Full))
	}
	w.accounts(choice)
	for _, r := range e.Progress {
		class := "reward"
		if r.Left == 0 {
			class += " blank"
		}
		w.chip(class, glyph("m-"+r.ID))
	}
	if e.Export != nil {
		w.chip("", glyph("i-export")+signed(e.Export.To-e.Export.From))
	}
	if len(e.Reach) > 0 {
		w.chip("", glyph("i-reach")+fmt.Sprint(len(e.Reach)))
	}
	if choice.Do == "option" && strings.Contains(choice.Target.ID, "transport") {
		w.chip("", c.arrowDice())
	}
	if e.OffTrack > 0 {
		w.chip("off", glyph("i-off")+cube("", e.OffTrack))
	}
	return template.HTML(w.String())
}

// accounts draws Thaler, VP, debts and warehouses.
func (w *chips) accounts(choice *view.Choice) {
	e := &choice.Effect
	thaler := e.Thaler
	if e.Debts > 0 {
		thaler = -e.Price
	}
	if choice.Do == "sell" && thaler == 0 {
		w.chip("", glyph("i-thaler")+"+0")
	}
	w.sum("i-thaler", thaler, false)
	w.sum("i-debt", e.Debts, true)
	w.sum("i-laurel", choice.Owing, false)
	if choice.Frees {
		w.chip("plus", glyph("m-lock_building")+"+1")
	}
	for _, round := range e.Early {
		w.chip("minus", glyph("i-clock")+fmt.Sprint(round))
	}
	if e.VP != 0 {
		w.chip(tone(e.VP), signed(e.VP)+` `+string(w.c.T("page.short.vp")))
	}
	if n := e.Supply + max(0, e.Debts) - len(e.Early); n > 0 && choice.Do != "repay" {
		w.chip("plus supply", glyph("i-house")+signed(n))
	}
	for _, o := range e.Others {
		if o.Thaler != 0 {
			sign := w.c.Signs[o.Seat]
			w.chip("", fmt.Sprintf(`<svg class="sign seat-%d" viewBox="-7 -7 14 14"><use href="#sign-%d"/></svg>`, sign, sign)+glyph("i-thaler")+signed(o.Thaler))
		}
	}
}

// chip adds one piece of information that is never broken across lines.
func (w *chips) chip(class, inner string) {
	fmt.Fprintf(w, `<span class="%s">%s</span>`, strings.TrimSpace("chip "+class), inner)
}

// sum adds the change of a figure; bad marks a figure that is better low.
func (w *chips) sum(symbol string, n int, bad bool) {
	if n == 0 {
		return
	}
	class := tone(n)
	if bad {
		class = tone(-n)
	}
	w.chip(class, glyph(symbol)+signed(n))
}

// dice adds a die before and after.
func (w *chips) dice(colour string, from, to int) {
	inner := cube(colour, to)
	if from != to {
		inner = cube(colour, from) + "→" + inner
	}
	w.chip("", inner)
}

// cube draws a coal die; 0 is none.
func cube(colour string, pips int) string {
	if pips < 1 {
		return ""
	}
	return fmt.Sprintf(`<svg class="cube %s" viewBox="-13 -13 26 26"><use href="#i-die"/><use href="#p-%d"/></svg>`, colour, min(pips, 6))
}

// area draws the sign of a development area.
func (w *chips) area(id string) string {
	return fmt.Sprintf(`<span class="area %s"><i class="kind">%s</i></span>`, areaClasses[id], areaLetters[id])
}

// colourAt is the colour of the coal on a storage.
func (c *Context) colourAt(space int) string {
	k := slices.IndexFunc(c.Pos.Spaces, func(s view.Space) bool { return s.Index == space })
	if k < 0 {
		return ""
	}
	return c.Pos.Spaces[k].Colour
}

func glyph(id string) string {
	return `<svg class="ico" viewBox="-10 -10 20 20"><use href="#` + id + `"/></svg>`
}

// signed writes a change with its sign.
func signed(n int) string {
	if n < 0 {
		return fmt.Sprintf("−%d", -n)
	}
	return fmt.Sprintf("+%d", n)
}

func tone(n int) string {
	if n < 0 {
		return "minus"
	}
	return "plus"
}
