package page

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/view"
)

// Through a whole game every choice has one card, in order, under the heading of
// its group, with the texts that the language has for it.
func TestEveryChoiceHasACard(t *testing.T) {
	e := exampleOf(t, "3-seats-uniform")
	for n := 0; n < e.Len(); n += 3 {
		choices := view.Choices(e.Rules, e.Codec, &e.Steps[n].State)
		c := e.context(n)
		groups := c.choices(choices)
		i := 0
		var shown []int
		for g, group := range groups {
			title := group.ID
			if key := choices[i].Key; key == "lock_free" || key == "coal_hauler" {
				title = key
			}
			if g > 0 && groups[g-1].ID == group.ID || plain(group.Title) != c.Plain("choice.group."+title) {
				t.Errorf("position %d: group %q is called %q", n, group.ID, group.Title)
			}
			for _, card := range group.Cards {
				for choices[i].First != choices[i].Action { // shown by the card of the first that is alike
					i++
				}
				said := c.Printer.Choice(choices[i])
				if len(card.Alike) > 0 {
					said.HTML, said.Short.HTML = card.Name, card.Short
				}
				if card.Action != choices[i].Action || choices[i].Group != group.ID || plain(card.Name) != plain(said.HTML) || plain(card.Short) != plain(said.Short.HTML) ||
					card.Tip != lang.Join(said.Effects).Plain || len(card.Effects) != len(said.Effects) || card.Rule != choices[i].Rule {
					t.Fatalf("position %d: choice %d is shown as %+v", n, i, card)
				}
				shown = append(shown, card.Action)
				shown = append(shown, card.Alike...)
				i++
			}
		}
		slices.Sort(shown)
		if !slices.Equal(shown, rulesOrder(choices)) {
			t.Fatalf("position %d: cards for %v, choices %v", n, shown, rulesOrder(choices))
		}
	}
}

// rulesOrder is the actions of choices, rising.
func rulesOrder(list []view.Choice) (out []int) {
	for _, c := range list {
		out = append(out, c.Action)
	}
	slices.Sort(out)
	return out
}

// Choices between which nothing can differ have one card, which says so.
func TestAlikeChoicesHaveOneCard(t *testing.T) {
	c := exampleOf(t, "2-seats-thrifty").context(0)
	list := []view.Choice{
		{Action: 40, First: 40, Group: "lock", Key: "lock", Args: view.Args{"place": view.Thing{Kind: "lock", ID: "lock-horst", Name: "Horst"}}},
		{Action: 41, First: 41, Group: "lock", Key: "lock", Args: view.Args{"place": view.Thing{Kind: "lock", ID: "lock-witten", Name: "Witten"}}},
		{Action: 42, First: 40, Group: "lock", Key: "lock", Args: view.Args{"place": view.Thing{Kind: "lock", ID: "lock-kettwig", Name: "Kettwig"}}},
	}
	cards := c.choices(list)[0].Cards
	require.Must(t, len(cards) == 2 && slices.Equal(cards[0].Alike, []int{42}) && len(cards[1].Alike) == 0, "the cards are %+v", cards)
	require.Equal(t, plain(cards[0].Short), "any of 2", "its short name")
	if got := plain(cards[0].Name); !strings.Contains(got, "Horst") || !strings.HasSuffix(got, "(any of the 2; all the same)") {
		t.Errorf("it is called %q", got)
	}
}

// Choices that bring the same are one offer, in the order of the river; where
// hardly two do, or a card has something to explain, each says it for itself.
func TestOffersSayOnceWhatChoicesShare(t *testing.T) {
	cards := func(chips string) (out []Card) {
		for i, c := range chips {
			out = append(out, Card{Action: i, Chips: template.HTML(c)})
		}
		return out
	}
	explained := cards("aaaa")
	explained[2].Says = "why"
	for _, x := range []struct {
		cards []Card
		want  string // chips and actions of each offer
	}{
		{cards("aaaa"), "a 0 1 2 3;"},
		{cards("abaab"), "a 0 2 3;b 1 4;"},
		{cards("abc"), " 0 1 2;"},
		{cards("ab"), " 0 1;"},
		{cards("aa"), "a 0 1;"},
		{cards("a"), " 0;"},
		{explained, " 0 1 2 3;"},
	} {
		got := ""
		for _, o := range (ChoiceGroup{Cards: x.cards}).Offers() {
			got += string(o.Chips)
			for _, c := range o.Cards {
				got += fmt.Sprint(" ", c.Action)
			}
			got += ";"
		}
		require.Equal(t, got, x.want, "the offers")
	}
}

// Purchases stand in river order, each with a figure for what tells it apart, in words
// for who asks or listens.
func TestPurchasesSayWhatSetsThemApart(t *testing.T) {
	e := exampleOf(t, "3-seats-uniform")
	signedN := func(x *view.Extra) string { return signed(x.N) }
	figures := map[string]func(*view.Extra) string{"export": signedN, "end": signedN, "step": func(x *view.Extra) string { return fmt.Sprintf("%d/%d", x.N, x.Of) }}
	seen := map[string]int{}
	for n := range e.Len() {
		choices := view.Choices(e.Rules, e.Codec, &e.Steps[n].State)
		c := e.context(n)
		for _, group := range c.choices(choices) {
			for _, offer := range group.Offers() {
				if group.Listed() && !slices.IsSortedFunc(offer.Cards, func(a, b Card) int { return a.at - b.at }) {
					t.Fatalf("position %d: %s is not in river order", n, group.ID)
				}
				for _, card := range offer.Cards {
					choice := choices[slices.IndexFunc(choices, func(x view.Choice) bool { return x.Action == card.Action })]
					require.Must(t, (card.Extra == Extra{}) == (choice.Extra == nil), "position %d: %s says %+v of %+v", n, card.Name, card.Extra, choice.Extra)
					if choice.Extra == nil {
						continue
					}
					kind, name := choice.Extra.Kind, ""
					for _, id := range choice.Extra.Lines {
						line, _, _ := c.Printer.SheetLine(view.SheetLine{ID: id})
						name = strings.TrimPrefix(name+" · "+line.Plain, " · ")
					}
					want := plain(c.T("page.extra."+kind, "lines", name, "n", choice.Extra.N, "of", choice.Extra.Of))
					if card.Extra.Tip != want || plain(card.Extra.Says) != want || !strings.Contains(plain(card.Extra.Sign), figures[kind](choice.Extra)) {
						t.Fatalf("position %d: %s says %+v, want %q", n, card.Name, card.Extra, want)
					}
					seen[kind]++
				}
			}
		}
	}
	for _, kind := range view.ExtraKinds {
		require.True(t, seen[kind] != 0, "seen: %v", seen)
	}
}

// What is of no use comes last, by the reason, and does not count among the effects.
func TestOffersPutWhatIsOfUseFirst(t *testing.T) {
	cards := []Card{{Action: 0, Chips: "a", NoUse: "far"}, {Action: 1, Chips: "b"}, {Action: 2, Chips: "a", NoUse: "taken"}, {Action: 3, Chips: "b"}, {Action: 4, Chips: "c", NoUse: "far"}}
	offers := ChoiceGroup{ID: "supply", Cards: cards}.Offers()
	got := ""
	for _, o := range offers {
		got += string(o.Chips + ":" + o.NoUse)
		for _, c := range o.Cards {
			got += fmt.Sprint(" ", c.Action)
		}
		got += ";"
	}
	require.Equal(t, got, "b: 1 3;:far 0 4;:taken 2;", "the offers")
	if offers := (ChoiceGroup{Cards: cards[:1]}).Offers(); len(offers) != 1 || offers[0].NoUse != "far" {
		t.Errorf("only what is of no use: %+v", offers)
	}
}

// Whose barge has loaded the die is said by its name.
func TestNoUseNamesWhoLoaded(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	c := e.context(e.first(t, "a loaded barge", func(p *view.Position) bool { return p.Cargo(1) != nil }))
	got := c.card(&view.Choice{Do: "supply", Key: "supply", NoUse: "barge_there", Target: view.Target{Kind: "space", ID: c.Pos.Cargo(1).ID}, Args: view.Args{"place": c.Pos.Cargo(1).Thing()}}).NoUse
	require.Equal(t, got, c.T("page.nouse.barge_there", "seat", view.SeatRef(1)), "the reason")
}

// A card says what follows with nothing to choose, but not that the die just moved
// is loaded; the preview counts it all. Nothing follows what is of no use.
func TestCardSaysWhatFollows(t *testing.T) {
	c := exampleOf(t, "2-seats-thrifty").context(0)
	at := func(id string) view.Target { return view.Target{Kind: "space", ID: id} }
	thing := func(id string) view.Args { return view.Args{"place": view.Thing{Kind: "space", ID: id}} }
	load := view.Choice{Do: "start", Key: "start", Target: at("horst"), Args: thing("horst"), Effect: view.Effect{Value: 3, Colour: "black"}}
	sell := view.Choice{Do: "sell", Key: "sell", Args: thing("steele"), Effect: view.Effect{Value: 3, Colour: "black", Thaler: 4, Token: "black_city"}}
	choice := view.Choice{Do: "transport", Key: "transport", Target: load.Target, Args: load.Args, Effect: view.Effect{Thaler: -1}, Then: []view.Choice{load, sell}}
	said := func(names ...any) string { return fmt.Sprint(names...) }
	for _, x := range []struct {
		change func()
		want   string
	}{
		{func() {}, said([]string{c.Printer.Then(&sell).Plain}, "0 thaler 3", "black_city")},
		{func() { choice.Target = at("menden") }, said([]string{c.Printer.Then(&load).Plain, c.Printer.Then(&sell).Plain}, "0 thaler 3", "black_city")},
		{func() { choice.Then = []view.Choice{load, load, sell} }, said([]string{c.Printer.Then(&load).Plain, c.Printer.Then(&sell).Plain}, "0 thaler 3", "black_city")},
		{func() { choice.NoUse = "needs_mark" }, said([]string(nil), "0 thaler -1", "")},
	} {
		x.change()
		got := c.card(&choice)
		var names []string
		for i, one := range got.Then {
			names = append(names, plain(one.Name))
			if last := i == len(got.Then)-1; last != (one.Chips != "") || last != (one.Effects != nil) {
				t.Errorf("%s has the symbols %q and the effects %q", one.Name, one.Chips, one.Effects)
			}
		}
		require.Equal(t, said(names, got.Gains, got.Token), x.want, "what the card says")
	}
}

// The way out has a place of its own and is no offer beside it.
func TestWaysOutStandApart(t *testing.T) {
	p := &Table{Groups: []ChoiceGroup{{ID: "lock", Cards: []Card{{Action: 1}}}, {ID: "done", Cards: []Card{{Action: 2}}}}}
	if o, w := p.Offered(), p.WaysOut(); len(o) != 1 || o[0].ID != "lock" || len(w) != 1 || w[0].Action != 2 || len(p.Groups) != 2 {
		t.Errorf("offered %+v, ways out %+v", o, w)
	}
}

// What scripts need of a choice: the way, whom it gains what, what a token
// completes, and where the coal could be sold.
func TestCardForScripts(t *testing.T) {
	c := exampleOf(t, "2-seats-thrifty").context(0)
	for _, x := range []struct {
		choice view.Choice
		want   Card
	}{
		{view.Choice{Do: "sell", Seat: 1, Effect: view.Effect{Path: []int{3, 4, 5}, Thaler: 3, VP: -1, Token: "ruhrort", Progress: []view.Reward{{ID: "inn"}, {ID: "wage"}}, Others: []view.Gain{{Seat: 0, Thaler: 1, VP: 2}}}},
			Card{Ways: "3 5", Gains: "1 thaler 3,1 vp -1,0 thaler 1,0 vp 2", Token: "ruhrort", Done: "inn wage"}},
		{view.Choice{Do: "start", Seat: 0, Effect: view.Effect{Path: []int{-1, 6}, Reach: []int{7, 9, 12}}}, Card{Reach: "7 9 12"}},
		{view.Choice{Do: "start", Seat: 0, Effect: view.Effect{Path: []int{0, 6}}}, Card{Ways: "0 6"}},
		{view.Choice{Do: "start", Seat: 0, Effect: view.Effect{Path: []int{6}}}, Card{}},
		{view.Choice{Do: "repay", Seat: 0, Effect: view.Effect{Thaler: -6, Supply: 1, Debts: -1}}, Card{Weight: "weak", Gains: "0 thaler -6,0 supply 1,0 debts -1"}},
		{view.Choice{Do: "buy", Seat: 0, Effect: view.Effect{Debts: 1}}, Card{Gains: "0 debts 1", Owes: true}},
		{view.Choice{Do: "done"}, Card{Weight: "weak"}},
		{view.Choice{Do: "shift"}, Card{Weight: "weak"}},
		{view.Choice{Do: "option", Key: "option", Target: view.Target{Kind: "option", ID: "wage"}}, Card{Says: c.T("symbol.option.wage.text")}},
		{view.Choice{Do: "option", Key: "option_none", Target: view.Target{Kind: "option", ID: "none"}}, Card{Says: c.T("page.note.none")}},
	} {
		got := c.card(&x.choice)
		if got.Ways != x.want.Ways || got.Gains != x.want.Gains || got.Token != x.want.Token || got.Done != x.want.Done || got.Reach != x.want.Reach || got.Weight != x.want.Weight || got.Says != x.want.Says || got.Owes != x.want.Owes {
			t.Errorf("%s is %+v, want %+v", x.choice.Do, got, x.want)
		}
	}
}

var (
	chipTag = regexp.MustCompile(`(?s)<span class="(chip[^"]*)">(.*?)</span>(?:</span>)?`)
	useTag  = regexp.MustCompile(`<svg class="([^"]*)"[^>]*><use href="#([^"]*)"/>(?:<use href="#([^"]*)"/>)?</svg>`)
)

// chipsOf writes chips briefly: class, symbols by id, and the text.
func chipsOf(c *Context, choice view.Choice) (out []string) {
	for _, m := range chipTag.FindAllStringSubmatch(string(c.chips(&choice)), -1) {
		inner := useTag.ReplaceAllStringFunc(m[2], func(s string) string {
			u := useTag.FindStringSubmatch(s)
			class := strings.TrimPrefix(strings.TrimPrefix(u[1], "ico"), "cube")
			if u[3] != "" {
				return fmt.Sprintf("[%s%s]", u[3], class)
			}
			return "[" + u[2] + class + "]"
		})
		out = append(out, strings.TrimSpace(strings.TrimPrefix(m[1], "chip"))+":"+plain(inner))
	}
	return out
}

// What a choice brings, in symbols.
func TestChips(t *testing.T) {
	c := &Context{Localizer: in("en"), Signs: []int{3, 2}}
	c.Pos.Spaces = []view.Space{{Index: 4, Colour: "white"}}
	vp := c.Plain("page.short.vp")
	for _, x := range []struct {
		name   string
		choice view.Choice
		want   []string
	}{
		{"a sale", view.Choice{Do: "sell", Effect: view.Effect{Colour: "black", Value: 3, PipsLost: 1, Token: "black_city", Thaler: 4, VP: 2, Others: []view.Gain{{Seat: 1, Thaler: 1}, {Seat: 0, VP: 3}},
			Export: &view.Step{From: 1, To: 2}, Progress: []view.Reward{{ID: "inn", Left: 0}, {ID: "mayor", Left: -1}}, OffTrack: 2}},
			[]string{":[p-4 black]→[p-3 black]", "token:⌂", "plus:[i-thaler]+4", "plus:+2 " + vp, ":[sign-2sign seat-2][i-thaler]+1", "reward blank:[m-inn]", "reward:[m-mayor]", ":[i-export]+1", "off:[i-off][p-2 ]"}},
		{"a full area", view.Choice{Do: "sell", Effect: view.Effect{Colour: "white", Value: 2, Full: "ruhrort"}}, []string{":[p-2 white]", "token full:⚓", ":[i-thaler]+0"}},
		{"improving", view.Choice{Do: "supply", Effect: view.Effect{Dice: []view.Die{{At: 4, From: 2, To: 4}, {At: 9, From: 0, To: 1}}}}, []string{":[p-2 white]→[p-4 white]", ":→[p-1 ]"}},
		{"coal hauler", view.Choice{Do: "coal_hauler", Effect: view.Effect{Value: 9, Dice: []view.Die{{At: 4, From: 6, To: 7}}}}, []string{":[p-6 white]→[p-6 white]"}},
		{"a start", view.Choice{Do: "start", Effect: view.Effect{Value: 4, Colour: "black", Reach: []int{1, 2, 3}}}, []string{":[p-4 black]", ":[i-reach]3"}},
		{"with debts", view.Choice{Do: "lock", Effect: view.Effect{Price: 5, Thaler: 7, Debts: 2, Supply: 0, VP: -1}}, []string{"minus:[i-thaler]−5", "minus:[i-debt]+2", "minus:−1 " + vp, "plus supply:[i-house]+2"}},
		{"taken early", view.Choice{Do: "lock", Effect: view.Effect{Thaler: -1, Early: []int{6, 9}, Supply: 1, Debts: 2}}, []string{"minus:[i-debt]+2", "minus:[i-clock]6", "minus:[i-clock]9", "plus supply:[i-house]+1"}},
		{"repaying", view.Choice{Do: "repay", Effect: view.Effect{Thaler: -6, Debts: -1, Supply: 1}}, []string{"minus:[i-thaler]−6", "plus:[i-debt]−1"}},
		{"fewer warehouses", view.Choice{Do: "warehouse", Effect: view.Effect{Thaler: -3, Supply: -1}}, []string{"minus:[i-thaler]−3"}},
		{"one more warehouse", view.Choice{Do: "option", Effect: view.Effect{Supply: 1}}, []string{"plus supply:[i-house]+1"}},
		{"down the export boxes", view.Choice{Do: "sell", Effect: view.Effect{Export: &view.Step{From: 3, To: 1}}}, []string{":[i-thaler]+0", ":[i-export]−2"}},
		{"nothing", view.Choice{Do: "done"}, nil},
	} {
		got := chipsOf(c, x.choice)
		require.True(t, slices.Equal(got, x.want), "%s:\n got %q\nwant %q", x.name, got, x.want)
	}
}

// A change has its sign, a minus the true one; less is bad but for debts.
func TestSigned(t *testing.T) {
	for n, want := range map[int][3]string{-2: {"−2", "−2", "minus"}, 0: {"+0", "0", "plus"}, 3: {"+3", "3", "plus"}} {
		require.Equal(t, [3]string{signed(n), Points(n).String(), tone(n)}, want, "%d", n)
	}
}
