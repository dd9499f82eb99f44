package page

import (
	"html/template"
	"slices"
	"strconv"

	"ruhr/coach"
	"ruhr/internal/draw"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// Learn is a decision that cost a seat much, to be taken again.
type Learn struct {
	*Localizer
	Link, Review string // of the position, and of the game's review
	Player       SeatName
	Number       int // the decision, from 1
	Which        []LearnLink
	Next         string // the address of the next one, "" after the last
	Where, Head  template.HTML
	Map          MapLayers
	Seats        []Seat
	Choices      []LearnChoice
	Tried        *TriedChoice
	Under        bool          // what was tried is being compared …
	Before       int           // … after so many others
	Better       template.HTML // the best choice
	Why          []template.HTML
}

// LearnLink is the address of one of a seat's decisions.
type LearnLink struct {
	Link  string
	Round int
	Here  bool
}

// LearnChoice is something that can be tried.
type LearnChoice struct {
	Action int
	Name   template.HTML
	Played bool // in the game; known once something was tried
}

// TriedChoice says what became of a try.
type TriedChoice struct {
	Says  template.HTML
	Right bool
}

// Try is what is known of an action that was tried.
type Try struct {
	Action rules.Action
	Loss   coach.Loss
	Under  bool // it is being compared …
	Before int  // … after so many others
	Failed bool
}

// lessonAt is the address of a decision of a seat that was reviewed.
func lessonAt(gm *Game, s *coach.Step) string {
	return gm.Review + "/learn?n=" + strconv.Itoa(s.Decision)
}

// NewLearn is the page of one of a seat's lessons; try is nil before the first one.
func NewLearn(l *Localizer, gm *Game, r *coach.Review, s *coach.Step, try *Try) *Learn {
	h, n := gm.History, s.Decision-1
	c, _ := gm.context(l, n)
	p := &Learn{Localizer: c.Localizer, Link: positionAt(gm.Link, n), Review: gm.Review, Player: SeatName{gm.Names[s.Seat], gm.Signs[s.Seat]}, Number: s.Decision}
	list := r.Lessons(s.Seat, gm.Own)
	at := slices.Index(list, s)
	for i, other := range list {
		p.Which = append(p.Which, LearnLink{lessonAt(gm, other), other.Round, i == at})
	}
	if at+1 < len(list) {
		p.Next = p.Which[at+1].Link
	}
	v := draw.MapView{Pos: &c.Pos, Signs: gm.Signs, Countries: h.Countries(n)}
	p.Map = mapLayers(&v, c.Localizer)
	head := c.Printer.Headline(&c.Pos, func(int) bool { return false })
	p.Where, p.Head, p.Seats = head.Phase.HTML, c.tint(head.Turn.HTML), c.seats()
	names := c.learnChoices(h, s, p, try != nil)
	if try != nil {
		p.try(c, s, try, names[int(try.Action)])
		p.Better = names[int(s.Best)]
		for _, phrase := range s.Explained(h.Rules, c.Printer.Tenths) {
			p.Why = append(p.Why, c.T(phrase.Key, phrase.Args...))
		}
	}
	return p
}

// learnChoices adds what can be tried, alike choices once, and returns their names.
func (c *Context) learnChoices(h *view.History, s *coach.Step, p *Learn, tried bool) map[int]template.HTML {
	before := h.After(s.Decision - 1)
	sets, base, seen := h.Rules.Alike(before), h.Rules.Legal(before).Base, uint64(0)
	played := uint64(1) << (h.Steps[s.Decision].Action - base)
	names := map[int]template.HTML{}
	for _, choice := range view.Choices(h.Rules, h.Codec, before) {
		names[choice.Action] = c.tint(c.Printer.Choice(choice).HTML)
		all := uint64(1) << (rules.Action(choice.Action) - base)
		for _, set := range sets {
			if set&all != 0 {
				all |= set
			}
		}
		if seen&all == 0 {
			p.Choices = append(p.Choices, LearnChoice{choice.Action, names[choice.Action], tried && all&played != 0})
		}
		seen |= all
	}
	return names
}

// try says what became of a try.
func (p *Learn) try(c *Context, s *coach.Step, try *Try, name template.HTML) {
	if p.Under, p.Before = try.Under, try.Before; p.Under {
		return
	}
	l, choice := try.Loss, lang.Text{HTML: name}
	switch {
	case try.Failed:
		p.Tried = &TriedChoice{Says: c.T("page.learn.failed")}
	case l.Right():
		p.Tried = &TriedChoice{c.T("page.learn.right", "choice", choice), true}
	case !l.Sure():
		p.Tried = &TriedChoice{Says: c.T("page.learn.unsure", "choice", choice, "lost", lang.Text{HTML: c.lost(l)})}
	default:
		p.Tried = &TriedChoice{Says: c.T("page.learn.again", "choice", choice, "lost", lang.Text{HTML: c.lost(l)})}
	}
}
