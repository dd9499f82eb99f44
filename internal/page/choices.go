package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/lang"
	"ruhr/view"
)

// ChoiceGroup is a heading with the choices beneath it.
type ChoiceGroup struct {
	ID    string
	Title template.HTML
	Cards []Card
}

// Offer is choices of a kind that bring the same, said once: the places are all
// that differs. Chips are empty where each choice says for itself what it brings.
type Offer struct {
	Chips template.HTML
	Cards []Card
}

// listed are the groups whose choices differ in their price at most.
var listed = []string{"lock", "city", "depot", "port", "any", "shift"}

// Offers are the choices of a group by what they bring, each kind in the order
// of the river. Where hardly two bring the same, all are one offer, but for
// those that are listed by price.
func (g ChoiceGroup) Offers() []Offer {
	var out []Offer
	for _, card := range g.Cards {
		i := slices.IndexFunc(out, func(o Offer) bool { return o.Chips == card.Chips })
		if i < 0 {
			i = len(out)
			out = append(out, Offer{Chips: card.Chips})
		}
		out[i].Cards = append(out[i].Cards, card)
	}
	explained := func(card Card) bool { return card.Says != "" }
	apart := 2*len(out) > len(g.Cards)+1 && !slices.Contains(listed, g.ID)
	if len(g.Cards) < 2 || apart || slices.ContainsFunc(g.Cards, explained) {
		return []Offer{{Cards: g.Cards}}
	}
	return out
}

// waysOut is the group of choices that end a turn; they have a place of their own.
const waysOut = "done"

// Offered are the groups of choices but for the way out.
func (t *Table) Offered() []ChoiceGroup {
	return slices.DeleteFunc(slices.Clone(t.Groups), func(g ChoiceGroup) bool { return g.ID == waysOut })
}

// WaysOut are the choices that end the turn.
func (t *Table) WaysOut() []Card {
	for _, g := range t.Groups {
		if g.ID == waysOut {
			return g.Cards
		}
	}
	return nil
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
	Ways    string        // the first and the last space of the river it leads along
	Gains   string        // seat, what, change …
	Token   string        // the area that gets a token
	Done    string        // the progress markers that this token completes, by id
	Chips   template.HTML // the effects in symbols
	Tip     string        // the effects in words, for the mouse
	Owes    bool          // it takes a debt
	Reach   string        // where the coal could then be sold, by river index
}

// choices puts choices into words, under the headings of their groups.
func (c *Context) choices(list []view.Choice) (out []ChoiceGroup) {
	group := ""
	for i := range list {
		if list[i].Group != group {
			group = list[i].Group
			out = append(out, ChoiceGroup{ID: group, Title: c.T("choice.group." + group)})
		}
		g := &out[len(out)-1]
		g.Cards = append(g.Cards, c.card(&list[i]))
	}
	return out
}

// Place is the card without what its offer says for all of its choices.
func (c Card) Place() Card {
	c.Chips = ""
	return c
}

// card puts a choice into words.
func (c *Context) card(choice *view.Choice) Card {
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
			if choice.Target.ID == "pilot" && e.Thaler == 0 {
				out.Says += " " + c.T("page.note.pilot")
			}
		}
	}
	if len(e.Path) > 1 && e.Path[0] >= 0 {
		out.Ways = fmt.Sprint(e.Path[0], " ", e.Path[len(e.Path)-1])
	}
	out.Owes = e.Debts > 0
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
