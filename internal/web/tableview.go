package web

import (
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/view"
)

// scenery is what it takes to show one position of one game: the seats, the
// position, and the words. Tables and replays both show sceneries.
type scenery struct {
	base
	ID    string // of the table, "" for an opened record
	Pos   view.Position
	Names []string
	Signs []int
	sight sight
}

// choiceGroup is a heading with the choices beneath it.
type choiceGroup struct {
	ID    string
	Title template.HTML
	Cards []card
}

// card is a choice: its name, what is shown of the name beneath the group's
// heading, what it means and brings in words, and what the scripts need to show
// it on the board.
type card struct {
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

// warning is something that changes what can be done this round.
type warning struct {
	Text template.HTML
	Rule string
}

// seatView is a seat's line and board.
type seatView struct {
	Seat, Sign  int
	Name        string
	Kind        template.HTML // who plays it
	Mine, Now   bool
	Over        bool // the game is
	Person      bool
	Present     bool
	PresentText template.HTML
	S           view.Seat
	VP          int // with the scoring of the end once the game is over
	Areas       []areaView
	Marks       []markView
	OptionName  template.HTML
	At          template.HTML
	Shown       bool // its board is the one that lies beside the choices
	Waits       []waits
	Hand        string // give, take or fill: what the viewer may do with the seat; "" for nothing
}

type areaView struct {
	ID, Class, Letter string
	Name              template.HTML
	Slots             []int // 1 for a token, 0 for a free place
	Count, Size       int
}

type markView struct {
	ID, State string
	Limited   bool
	Shown     bool   // worth a place in the seat's line
	Badge     string // what tells its state apart in a word or sign
	Price     int    // Thaler it costs to use it now, -1 where there is nothing to buy
	Can       string // "yes", "debt" or "no": whether the seat could pay that
	Name, Tip template.HTML
	Says      template.HTML
	Needs     []needView // per token wanted
}

// waits are warehouses that are still to come, and where they are.
type waits struct {
	Icon  string
	Count int
	Name  template.HTML
}

// needView is a token that a progress marker wants.
type needView struct {
	Class, Letter string
	Have          bool
}

// tableView is everything on a table's page.
type tableView struct {
	scenery
	Snap     *table.Snapshot
	You      table.You
	advice   *hintView // see Hints
	N        int64
	Key      string
	Stream   string
	Over     bool
	Head     template.HTML
	Where    template.HTML
	Because  template.HTML
	Waiting  template.HTML
	Warnings []warning
	Recap    []template.HTML
	Phases   []phaseView     // where the round is
	Lately   []template.HTML // what happened last, or in the turn to hand over
	Guide    *coach          // at a guided table
	Years    []legendYear    // the timeline in words
	Passing  bool            // the position is only passed through
	Ranks    []scorePlayer   // at the end
	Chart    template.HTML   // of the whole game, at the end
	Groups   []choiceGroup
	Seats    []seatView
	Shown    int // the seat whose board lies beside the choices
	Rounds   []logRound
	OddsLine template.HTML
	Unseen   []unseen
	River    []placeLine
	ViewBox  string
	Map      template.HTML
	Spots    template.HTML
	Pieces   template.HTML
	Targets  template.HTML
	Last     template.HTML
}

type unseen struct {
	Name        template.HTML
	Left, Total int
}

// placeLine is a river space in words.
type placeLine struct {
	ID, Name    string
	Kind, There template.HTML
}

// actor is who asks, at a table: the seats that their browser holds there, none
// where the store does not tell.
func (s *server) actor(r *http.Request, id string) table.Actor {
	seats, err := s.seatsOf(r, id)
	if err != nil {
		s.log.Error("seats of a browser", "err", err)
	}
	return table.Actor{Seats: seats}
}

func (s *server) seatsOf(r *http.Request, id string) ([]int, error) {
	secret := browser(r)
	if secret == "" {
		return nil, nil
	}
	seats, err := s.store.Seats(r.Context(), store.HashOf(secret), id)
	return slices.DeleteFunc(seats, func(n int) bool { return n < 0 }), err
}

// newScenery sets the stage for a position.
func (s *server) newScenery(b base, id string, pos view.Position, names []string, signs []int) scenery {
	sc := scenery{base: b, ID: id, Pos: pos, Names: names, Signs: signs}
	sc.tongue = sc.seated(names, signs)
	return sc
}

// tableView makes the page of a snapshot. Only the parts that differ between
// viewers depend on You.
func (s *server) tableView(r *http.Request, snap *table.Snapshot) (*tableView, error) {
	names, signs := seatNames(snap)
	pos := view.Of(snap.Game, &snap.State)
	v := &tableView{Snap: snap, You: snap.You, N: snap.N, Key: store.NewID(), Over: snap.Over}
	v.scenery = s.newScenery(s.newBase(r, "table", "page.table.title"), snap.ID, pos, names, signs)
	v.Styles = []string{"css/map.css", "css/table.css"}
	v.Scripts = []string{"js/table.js"}
	v.Preload = []string{"js/page.js", "js/morph.js", "js/motion.js", "js/map.js", "js/fit.js", "js/news.js"}
	v.Stream = fmt.Sprintf("/t/%s/stream", snap.ID)
	m := s.mapOf(snap.Game.Board())
	v.sight = sight{p: &v.Pos, m: m, signs: signs}
	past, err := s.told.of(snap)
	if err != nil {
		return nil, err
	}
	if past != nil {
		v.sight.drawn = countriesOf(past.Steps)
	}
	v.ViewBox = mapBox
	v.Map = s.groundOf(snap.Game.Board(), m, v.tongue)
	v.Spots = v.sight.spots(v.tongue)
	v.Pieces = v.sight.pieces()
	var choices []view.Choice
	if snap.You.Act {
		choices = view.Choices(snap.Game, snap.Codec, &snap.State)
	}
	v.Targets = v.sight.drawTargets(choices)
	v.Shown = shownSeat(snap.You.Seats, snap.ToAct)
	v.decide(choices)
	v.seats()
	v.around()
	v.tell(past)
	v.teach(r, past)
	return v, nil
}

// seatNames gives the seats' names, made up where nobody has joined, and their
// signs.
func seatNames(snap *table.Snapshot) (names []string, signs []int) {
	for _, seat := range snap.Seats {
		names = append(names, seat.Name)
		signs = append(signs, max(0, slices.Index(table.Colours[:], seat.Colour)))
	}
	return names, signs
}

// BackOne is the number of decisions one step back.
func (v *tableView) BackOne() int { return v.You.UndoTo[len(v.You.UndoTo)-1] }

// TurnBack says whether going back to the beginning of the turn is more than
// one step.
func (v *tableView) TurnBack() bool { return v.You.TurnFrom >= 0 && v.You.TurnFrom != v.BackOne() }

// decide fills the band: who is asked for what and why, and the choices.
func (v *tableView) decide(choices []view.Choice) {
	p, asked := &v.Pos, v.Snap.ToAct
	head := v.Headline(p, func(seat int) bool { return v.You.Act && seat == v.You.Seat })
	v.Where = head.Phase.HTML
	v.Head = v.tint(head.Turn.HTML)
	switch {
	case v.Snap.Frozen != nil:
		v.Head = v.T("page.table.frozen")
		v.Notice = &notice{Text: v.T("page.refused."+strings.TrimPrefix(v.Snap.Frozen.Key, "table."), "n", int(v.Snap.Frozen.N)), Bad: true}
		return
	case v.Over:
		v.Head = v.overLine()
		v.Title = v.plain("page.table.over") + " · Ruhr"
		return
	case v.You.Confirm && len(choices) < 2:
		choices = nil // what is left is taken by handing over
		v.Head = v.T("page.table.ask_confirm", "seat", view.Who(v.You.Seat))
	case v.You.Act:
		v.Head = v.tint(head.What.HTML)
	case asked >= 0 && asked != p.Decider:
		v.Head = v.T("page.table.waits_confirm", "seat", view.Who(asked))
	}
	if v.You.Asked() {
		v.Title = v.plain("page.table.your_turn") + " · Ruhr"
	}
	if asked >= 0 && asked == p.Decider {
		v.Because = v.tint(head.Because.HTML)
	}
	if asked >= 0 {
		v.Waiting = v.T("page.table.wait_person", "seat", view.Who(asked))
		switch {
		case v.Snap.Seats[asked].Level != "":
			v.Waiting = v.T("page.table.wait_bot", "seat", view.Who(asked))
		case v.Snap.Seats[asked].Kind == table.Open:
			v.Waiting = v.T("page.table.wait_open")
		}
	}
	if p.PilotBanned && p.Phase <= 4 {
		v.Warnings = append(v.Warnings, warning{v.T("page.warn.pilot"), "WATER-3"})
	}
	if p.Duty && p.Phase <= 6 {
		v.Warnings = append(v.Warnings, warning{v.T("page.warn.duty"), "WATER-4"})
	}
	v.Phases = v.phasesOf(asked)
	group := ""
	for _, c := range choices {
		if c.Group != group {
			group = c.Group
			v.Groups = append(v.Groups, choiceGroup{ID: group, Title: v.T("choice.group." + group)})
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Cards = append(g.Cards, v.card(c))
	}
}

// overLine says who has won.
func (v *tableView) overLine() template.HTML {
	sheet := view.SheetOf(v.Snap.Game, &v.Snap.State)
	for k, seat := range sheet.Seats {
		v.Ranks = append(v.Ranks, scorePlayer{Name: v.Names[k], Sign: v.Signs[k], VP: seat.VP, Rank: seat.Rank})
	}
	slices.SortStableFunc(v.Ranks, func(a, b scorePlayer) int { return a.Rank - b.Rank })
	return v.winners(sheet)
}

// card puts a choice into words.
func (v *tableView) card(c view.Choice) card {
	e := &c.Effect
	said := v.Choice(c)
	out := card{Action: c.Action, Name: v.tint(said.HTML), Short: v.tint(said.Short.HTML), Effects: v.tintAll(said.Effects), Token: e.Token, Rule: c.Rule}
	out.Chips, out.Tip = v.chips(&c), lang.Join(said.Effects).Plain
	var done []string
	for _, r := range e.Progress {
		done = append(done, r.ID)
	}
	out.Done = strings.Join(done, " ")
	switch c.Do {
	case "done", "repay", "shift":
		out.Weight = "weak"
	case "option":
		if c.Key != "option_none" {
			out.Says = v.T("symbol.option." + c.Target.ID + ".text")
		}
	}
	if len(e.Path) > 1 && e.Path[0] >= 0 {
		from, to := v.sight.m.Spaces[e.Path[0]].Way, v.sight.m.Spaces[e.Path[len(e.Path)-1]].Way
		out.Ways = num(from) + " " + num(to)
	}
	out.Gains = gains(v.You.Seat, e)
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
