package page

import (
	"cmp"
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

// Offer is a set of choices that differ only in their place, with the common
// effects shown once. Chips is empty if each choice shows its own.
type Offer struct {
	Chips template.HTML
	NoUse template.HTML // why they are of no use to the one who chooses, or ""
	Cards []Card
}

// listed are the groups whose choices differ at most in price: the purchases.
var listed = []string{"lock", "city", "depot", "port", "any", "shift"}

// Listed reports whether the choices differ at most in price: they stand in a row
// with their place and what sets it apart alone.
func (g ChoiceGroup) Listed() bool { return slices.Contains(listed, g.ID) }

// Offers groups the choices by their effects, each in river order. If nearly all
// effects differ, there is a single offer, except for groups listed by price.
// What is of no use comes last, by the reason.
func (g ChoiceGroup) Offers() []Offer {
	var use []Card
	var out []Offer
	for _, card := range g.inOrder() {
		if card.NoUse == "" {
			use = append(use, card)
			continue
		}
		i := slices.IndexFunc(out, func(o Offer) bool { return o.NoUse == card.NoUse })
		if i < 0 {
			i = len(out)
			out = append(out, Offer{NoUse: card.NoUse})
		}
		out[i].Cards = append(out[i].Cards, card)
	}
	if len(use) == 0 {
		return out
	}
	return append(ChoiceGroup{ID: g.ID, Cards: use}.byEffect(), out...)
}

// inOrder are the cards, those of purchases in river order.
func (g ChoiceGroup) inOrder() []Card {
	if !g.Listed() {
		return g.Cards
	}
	return slices.SortedStableFunc(slices.Values(g.Cards), func(a, b Card) int { return cmp.Compare(a.at, b.at) })
}

func (g ChoiceGroup) byEffect() []Offer {
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
	apart := len(g.Cards) < 2 || 2*len(out) > len(g.Cards)+1
	if apart && !g.Listed() || slices.ContainsFunc(g.Cards, explained) {
		return []Offer{{Cards: g.Cards}}
	}
	return out
}

// waysOut is the group of choices that end a turn, shown apart.
const waysOut = "done"

// Offered are the groups of choices that do not end the turn.
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

// Card is a choice as shown: its name, in full and beneath its group's heading,
// its meaning and effects in words, and the data that scripts need to preview it
// on the board.
type Card struct {
	Action  int
	Alike   []int // other choices that have the same effect, which it stands for
	Name    template.HTML
	Short   template.HTML
	Says    template.HTML // what a special option permits
	Effects []template.HTML
	Rule    string
	Weight  string        // CSS class of a less important card, or ""
	Ways    string        // first and last space of its way on the river
	Gains   string        // triples of seat, item and change
	Token   string        // the area that gets a development token
	Done    string        // ids of the progress markers that the token earns
	Chips   template.HTML // effects as symbols
	Tip     string        // effects in words, as a tooltip
	Owes    bool          // whether it takes a debt
	Reach   string        // where the coal could then be sold, by river index
	NoUse   template.HTML // why it is of no use to the one who chooses, or ""
	Extra   Extra         // what tells a purchase from others of its kind, empty for nothing
	Then    []Taken       // the decisions that follow, with nothing to choose

	at int // the place's river index, beyond the river for others
}

// Taken is a decision with nothing to choose.
type Taken struct {
	Name    template.HTML
	Effects []template.HTML
	Chips   template.HTML // effects as symbols
}

// taken describes decisions in turn. That a die is moved where it is loaded is said
// by the load, and what a load brings by the sale that follows.
func (c *Context) taken(list []view.Choice) (out []Taken) {
	for i := range list {
		one, last := &list[i], i == len(list)-1
		if !last && loads(&list[i+1], one) {
			continue
		}
		step := Taken{Name: c.tint(c.Printer.Then(one).HTML)}
		if one.Do != "start" || last {
			step.Effects, step.Chips = c.tintAll(c.Printer.Choice(*one).Effects), c.chips(one)
		}
		out = append(out, step)
	}
	return out
}

// loads reports whether a choice loads the die that the one before moved or raised.
func loads(choice, before *view.Choice) bool {
	return choice.Do == "start" && choice.Target == before.Target
}

// then adds to a card what follows with nothing to choose. That the die just moved
// or raised is loaded need not be said, nor what follows if it cannot be.
func (c *Context) then(card *Card, choice *view.Choice) {
	list := choice.Then
	if choice.NoUse != "" {
		return
	}
	card.Gains = gains(append([]view.Choice{*choice}, list...))
	for _, next := range list {
		card.Token = cmp.Or(card.Token, next.Effect.Token)
	}
	if len(list) > 0 && loads(&list[0], choice) {
		list = list[1:]
	}
	card.Then = c.taken(list)
}

// choices describes the choices, grouped under headings.
func (c *Context) choices(list []view.Choice) (out []ChoiceGroup) {
	group := ""
	for i := range list {
		if list[i].Group != group {
			group = list[i].Group
			title := group
			switch key := list[i].Key; key {
			case "lock_free", "coal_hauler": // as are all others of the group
				title = key
			}
			out = append(out, ChoiceGroup{ID: group, Title: c.T("choice.group." + title)})
		}
		g := &out[len(out)-1]
		if first := g.card(list[i].First); first != nil {
			first.Alike = append(first.Alike, list[i].Action)
			continue
		}
		g.Cards = append(g.Cards, c.card(&list[i]))
	}
	for _, g := range out {
		for k := range g.Cards {
			c.anyOf(&g.Cards[k])
		}
	}
	return out
}

// card is the card of an action, nil if the group has none yet.
func (g *ChoiceGroup) card(action int) *Card {
	for k := range g.Cards {
		if g.Cards[k].Action == action {
			return &g.Cards[k]
		}
	}
	return nil
}

// anyOf names a card that stands for several choices.
func (c *Context) anyOf(card *Card) {
	if n := len(card.Alike); n > 0 {
		card.Name = c.Printer.H("page.choice.alike", "choice", lang.Text{HTML: card.Name}, "n", n+1)
		card.Short = c.T("page.choice.any", "n", n+1)
	}
}

// Place is the card without what its offer already shows.
func (c Card) Place() Card {
	c.Chips = ""
	return c
}

// card describes a choice.
func (c *Context) card(choice *view.Choice) Card {
	e := &choice.Effect
	said := c.Printer.Choice(*choice)
	out := Card{at: c.indexOf(choice.Target), Action: choice.Action, Name: c.tint(said.HTML), Short: c.tint(said.Short.HTML), Effects: c.tintAll(said.Effects), Token: e.Token, Rule: choice.Rule}
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
		switch {
		case choice.Key == "option_none":
			out.Says = c.T("page.note.none")
		case choice.Target.ID == "pilot" && e.Thaler == 0:
			out.Says = c.T("page.note.pilot")
		default:
			out.Says = c.T("symbol.option." + choice.Target.ID + ".text")
		}
	}
	if len(e.Path) > 1 && e.Path[0] >= 0 {
		out.Ways = fmt.Sprint(e.Path[0], " ", e.Path[len(e.Path)-1])
	}
	out.Owes = e.Debts > 0
	out.Gains = gains([]view.Choice{*choice})
	var reach []string
	for _, at := range e.Reach {
		reach = append(reach, fmt.Sprint(at))
	}
	out.Reach = strings.Join(reach, " ")
	out.NoUse, out.Extra = c.noUse(choice), c.extra(choice.Extra)
	c.then(&out, choice)
	return out
}

// indexOf is a target's river index, beyond the river for all but spaces.
func (c *Context) indexOf(t view.Target) int {
	for _, sp := range c.Pos.Spaces {
		if t.Kind == "space" && sp.ID == t.ID {
			return sp.Index
		}
	}
	return len(c.Pos.Spaces)
}

// noUse says why the one who chooses has no use for a choice, "" if it may be of use.
func (c *Context) noUse(choice *view.Choice) template.HTML {
	if choice.NoUse == "" {
		return ""
	}
	loader := -1
	for i := range c.Pos.Spaces {
		if sp := &c.Pos.Spaces[i]; sp.ID == choice.Target.ID && len(sp.Barges) > 0 {
			loader = sp.Barges[0]
		}
	}
	return c.T("page.nouse."+choice.NoUse, "seat", view.SeatRef(loader))
}

// gains lists what choices in turn change as "seat item change" triples, for the
// preview in the seats' lines.
func gains(list []view.Choice) string {
	var out []string
	sums := map[string]int{}
	add := func(who int, what string, n int) {
		of := fmt.Sprint(who, " ", what)
		if n != 0 && !slices.Contains(out, of) {
			out = append(out, of)
		}
		sums[of] += n
	}
	for i := range list {
		seat, e := list[i].Seat, &list[i].Effect
		add(seat, "thaler", e.Thaler)
		add(seat, "vp", e.VP)
		add(seat, "supply", e.Supply)
		add(seat, "debts", e.Debts)
		for _, o := range e.Others {
			add(o.Seat, "thaler", o.Thaler)
			add(o.Seat, "vp", o.VP)
		}
	}
	out = slices.DeleteFunc(out, func(of string) bool { return sums[of] == 0 })
	for i, of := range out {
		out[i] = fmt.Sprint(of, " ", sums[of])
	}
	return strings.Join(out, ",")
}
