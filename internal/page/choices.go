package page

import (
	"fmt"
	"html/template"
	"strings"

	"ruhr/internal/draw"
	"ruhr/lang"
	"ruhr/view"
)

// ChoiceGroup is a heading with the choices beneath it.
type ChoiceGroup struct {
	ID    string
	Title template.HTML
	Cards []Card
}

// Card is a choice: its name, what is shown of the name beneath the group's
// heading, what it means and brings in words, and what the scripts need to show
// it on the board.
type Card struct {
	Action  int
	Name    template.HTML
	Short   template.HTML
	Says    template.HTML // what a special option allows
	Effects []template.HTML
	Rule    string
	Weight  string        // "" or the class of a card that matters less
	Ways    string        // the stretch of river it leads along
	Gains   string        // seat, what, change …
	Token   string        // the area that gets a token
	Done    string        // the progress markers that this token completes, by id
	Chips   template.HTML // the effects in symbols
	Tip     string        // the effects in words, for the mouse
	Reach   string        // where the coal could then be sold, by river index
}

// choices puts choices into words, under the headings of their groups.
func (c *Context) choices(list []view.Choice, m *draw.Map) (out []ChoiceGroup) {
	group := ""
	for i := range list {
		if list[i].Group != group {
			group = list[i].Group
			out = append(out, ChoiceGroup{ID: group, Title: c.T("choice.group." + group)})
		}
		g := &out[len(out)-1]
		g.Cards = append(g.Cards, c.card(&list[i], m))
	}
	return out
}

// card puts a choice into words.
func (c *Context) card(choice *view.Choice, m *draw.Map) Card {
	e := &choice.Effect
	said := c.Choice(*choice)
	out := Card{Action: choice.Action, Name: c.tint(said.HTML), Short: c.tint(said.Short.HTML), Effects: c.tintAll(said.Effects), Token: e.Token, Rule: choice.Rule}
	out.Chips, out.Tip = c.chips(choice), lang.Join(said.Effects).Plain
	var done []string
	for _, r := range e.Progress {
		done = append(done, r.ID)
	}
	out.Done = strings.Join(done, " ")
	switch choice.Do {
	case "done", "repay", "shift":
		out.Weight = "weak"
	case "option":
		if choice.Key != "option_none" {
			out.Says = c.T("symbol.option." + choice.Target.ID + ".text")
		}
	}
	if len(e.Path) > 1 && e.Path[0] >= 0 {
		from, to := m.Spaces[e.Path[0]].Way, m.Spaces[e.Path[len(e.Path)-1]].Way
		out.Ways = num(from) + " " + num(to)
	}
	out.Gains = gains(choice.Seat, e)
	var reach []string
	for _, at := range e.Reach {
		reach = append(reach, fmt.Sprint(at))
	}
	out.Reach = strings.Join(reach, " ")
	return out
}

// gains are the changes of figures as "seat what change" triples, for the
// preview in the seats' lines.
func gains(seat int, e *view.Effect) string {
	var out []string
	add := func(who int, what string, n int) {
		if n != 0 {
			out = append(out, fmt.Sprintf("%d %s %d", who, what, n))
		}
	}
	add(seat, "thaler", e.Thaler)
	add(seat, "vp", e.VP)
	add(seat, "supply", e.Supply)
	add(seat, "debts", e.Debts)
	for _, o := range e.Others {
		add(o.Seat, "thaler", o.Thaler)
		add(o.Seat, "vp", o.VP)
	}
	return strings.Join(out, ",")
}
