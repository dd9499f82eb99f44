package lang

import (
	"html/template"
	"maps"

	"ruhr/view"
)

// Line is a line of the log in words, with its details.
type Line struct {
	Text
	Details []Text
}

// Line describes an event.
func (p *Printer) Line(e view.Event) Line {
	line := Line{Text: p.Text("log."+e.Key, years(p, e.Args))}
	for _, d := range e.Details {
		line.Details = append(line.Details, p.Text("log."+d.Key, years(p, d.Args)))
	}
	return line
}

// LineHTML is Line as HTML alone.
func (p *Printer) LineHTML(e view.Event) (text template.HTML, details []template.HTML) {
	for _, d := range e.Details {
		details = append(details, p.H("log."+d.Key, years(p, d.Args)))
	}
	return p.H("log."+e.Key, years(p, e.Args)), details
}

// Hand says what hands do on a printed board for something to be true there.
func (p *Printer) Hand(e view.Event) template.HTML { return p.H("box.hands."+e.Key, years(p, e.Args)) }

// years keeps years from being grouped like other numbers.
func years(p *Printer, args view.Args) view.Args {
	n, ok := args["year"].(int)
	if !ok {
		return args
	}
	out := view.Args{}
	maps.Copy(out, args)
	out["year"] = p.Year(n)
	return out
}

// ChoiceText is a choice in words: the button's text, its short form beneath the
// group's heading, and the effects as a list, in full and in brief.
type ChoiceText struct {
	Text
	Short   Text
	Effects []Text
	Brief   []Text
}

// Choice describes a choice and its effects.
func (p *Printer) Choice(c view.Choice) ChoiceText {
	key := "choice." + c.Key
	return ChoiceText{p.Text(key, c.Args), p.form(key, "short", args{named: c.Args}), p.effects(&c, plain), p.effects(&c, "short")}
}

// Then describes a choice as one of several steps.
func (p *Printer) Then(c *view.Choice) Text {
	if key := "choice.then." + c.Key; p.Has(key) {
		return p.Text(key, c.Args)
	}
	return p.Text("choice."+c.Key, c.Args)
}

// Refused is a refusal in words. Fix says what would make the action possible;
// it is empty if nothing would.
type Refused struct {
	Why, Fix      Text
	Rule, Section string
}

// Refusal explains why something is not possible.
func (p *Printer) Refusal(r *view.Refusal) Refused {
	key := "refusal." + r.Key
	out := Refused{Why: p.form(key, "why", args{named: r.Args}), Rule: r.Rule, Section: r.Section}
	if _, ok := p.texts.find(key)["fix"]; ok {
		out.Fix = p.form(key, "fix", args{named: r.Args})
	}
	return out
}

// Headline is the text above the table: whose turn it is, in which phase, what
// to do, and why it is that seat's turn.
type Headline struct {
	Turn, Phase, What, Because Text
}

// Headline describes what a position waits for. mine reports whether a seat is
// the reader's.
func (p *Printer) Headline(pos *view.Position, mine func(seat int) bool) Headline {
	phase := view.PhaseThing(pos.Phase)
	h := Headline{Phase: p.Text("view.phase", "round", pos.Round, "year", p.Year(pos.Year), "phase", phase)}
	if pos.Decider < 0 {
		h.Turn = p.Text("view.turn." + pos.Decision)
		return h
	}
	who := view.SeatRef(pos.Decider)
	if mine(pos.Decider) {
		h.Turn = p.Text("view.turn.yours", "seat", who)
	} else {
		h.Turn = p.Text("view.turn.theirs", "seat", who)
	}
	h.What = p.Text("view.do."+pos.Decision, "seat", who)
	h.Because = p.Text("view.because."+pos.Because, "seat", who)
	return h
}

// Closed explains why a special option is closed to everybody; empty if it is
// open.
func (p *Printer) Closed(o view.Option) Text {
	if o.Closed == "" {
		return Text{}
	}
	return p.Text("view.closed." + o.Closed)
}

// Order explains a seat's place in the order of a phase.
func (p *Printer) Order(t view.Turn) Text { return p.Text("view.order." + t.Because) }

// Odds formats a chance as a fraction and in per cent, "4 in 20 (20%)".
func (p *Printer) Odds(o view.Odds) Text {
	return p.Text("view.odds", "for", o.For, "of", o.Of, "percent", p.Percent(o))
}

// SheetLine explains a line of the score sheet: its name, what it counts, and, if
// that is said in numbers, how much of it a seat has got.
func (p *Printer) SheetLine(l view.SheetLine) (name, why, got Text) {
	key := "view.sheet." + l.ID
	if _, counts := p.texts.find(key)["got"]; counts {
		got = p.form(key, "got", args{turns: []any{"n", l.N}})
	}
	return p.form(key, "name", args{}), p.form(key, "why", args{}), got
}

// effects lists the effects of a choice, most important first.
func (p *Printer) effects(c *view.Choice, form string) []Text {
	e := &c.Effect
	var out []Text
	add := func(key string, args ...any) { out = append(out, p.form("choice.effect."+key, form, argsOf(args))) }
	if e.Value > 0 && c.Do != "sell" {
		add("die", "n", e.Value, "colour", view.Thing{Kind: "colour", ID: e.Colour})
	}
	if c.Do == "sell" {
		add("sold", "n", e.Value, "colour", view.Thing{Kind: "colour", ID: e.Colour})
	}
	if e.PipsLost > 0 {
		add("pip", "n", e.PipsLost)
	}
	if e.Token != "" {
		add("token", "area", view.AreaThing(e.Token))
	}
	if e.Full != "" {
		add("full", "area", view.AreaThing(e.Full))
	}
	p.accounts(c, add)
	if c.Frees {
		add("frees")
	}
	p.rest(c, add)
	return out
}

// accounts lists a choice's effects on Thaler, VP, debts and warehouses.
func (p *Printer) accounts(c *view.Choice, add func(key string, args ...any)) {
	e := &c.Effect
	if e.Debts > 0 {
		add("price", "n", e.Price)
		add("debts", "n", e.Debts)
	} else if e.Thaler != 0 {
		add("thaler", "n", e.Thaler)
		for _, part := range e.Parts {
			if key := shares[part.Rule]; key != "" && part.Seat == c.Seat && part.Thaler < e.Thaler {
				add(key, "n", part.Thaler)
			}
		}
	}
	if e.Debts < 0 {
		add("repaid", "n", -e.Debts)
	}
	if c.Owing != 0 {
		add("owing", "n", c.Owing)
	}
	for _, round := range e.Early {
		add("early", "round", round)
	}
	if e.VP != 0 {
		add("vp", "n", e.VP)
	}
	if n := e.Supply + max(0, e.Debts) - len(e.Early); n > 0 && c.Do != "repay" {
		add("warehouses", "n", n)
	}
	for _, o := range e.Others {
		if o.Thaler != 0 {
			add("other_thaler", "seat", view.SeatRef(o.Seat), "n", o.Thaler)
		}
	}
}

// shares are the parts of a sale's income listed next to the total.
var shares = map[string]string{"SAIL-4": "from_space", "SAIL-5": "from_port", "SAIL-6": "from_house"}

// rest lists a choice's effects on the board and on progress.
func (p *Printer) rest(c *view.Choice, add func(key string, args ...any)) {
	e := &c.Effect
	for _, r := range e.Progress {
		key := "progress"
		if r.Left == 0 {
			key = "blank"
		}
		add(key, "marker", view.ProgressThing(r.ID))
	}
	if e.Export != nil {
		add("export", "n", e.Export.To-e.Export.From)
	}
	if c.Do == "coal_hauler" || c.Do == "supply" {
		for _, d := range e.Dice {
			add("raise", "from", d.From, "to", d.To)
		}
	}
	if len(e.Reach) > 0 {
		add("reach", "n", len(e.Reach))
	}
	if e.OffTrack > 0 {
		add("off_track", "n", e.OffTrack)
	}
}

// between separates texts listed in one line.
const between = " · "

// Join joins texts into one, for a tooltip.
func Join(texts []Text) Text {
	var out Text
	for i, t := range texts {
		if i > 0 {
			out.Plain += between
			out.HTML += between
		}
		out.Plain += t.Plain
		out.HTML += t.HTML
	}
	return out
}
