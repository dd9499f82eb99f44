package rules_test

import (
	"fmt"
	"math/bits"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// guard watches over games of one kind, one after the other.
type guard struct {
	quiet   *rules.Game
	g       *rules.Game // the same, telling its facts
	facts   []rules.Fact
	refused map[rules.RefusalKey]*int // how often each reason was given; every reason there is
	last    rules.RefusalKey          // the reason given last,
	times   *int                      // and how often
	list    []rules.Action
}

func newGuard(g *rules.Game) *guard {
	d := &guard{quiet: g, refused: map[rules.RefusalKey]*int{}}
	d.g = g.WithFacts(&d.facts)
	for _, key := range rules.RefusalKeys {
		d.refused[key] = new(int)
	}
	return d
}

// watched is a game under watch: whatever is done in it, what must hold at a
// table is checked afterwards.
type watched struct {
	*guard
	deal record.Deal
	s    rules.State
	done []rules.Action

	dice   [2]int // black and white dice in the game
	drawn  int    // markers drawn
	ledger [4]account
	probe  bool // try every action there is
	relay  bool // lay the position out again
	export bool // export the game as a record, write and read its text

	// What was looked at last and found right: the same needs no second look.
	buildings rules.Buildings
	built     [4]int // warehouses of each seat among them
	seats     [4]seatSeen
}

// account is what the facts say a seat has.
type account struct{ thaler, vp, supply, debts int }

// seatSeen is all that checkSeat goes by.
type seatSeen struct {
	data   rules.SeatData
	ledger account
	built  int
}

// watch begins a game under watch.
func (d *guard) watch(deal record.Deal) (*watched, error) {
	w := &watched{guard: d, deal: deal}
	w.s = d.g.Start(deal.StartSeat)
	w.dice = countDice(w.g, &w.s)
	for who := range d.g.Seats() {
		v := d.g.Seat(&w.s, who)
		w.ledger[who] = account{v.Thaler, v.VP, v.Supply, v.Debts}
	}
	w.facts = w.facts[:0]
	return w, w.settle()
}

// act plays an action, then chance, and checks all that must hold.
func (w *watched) act(a rules.Action) error {
	if err := w.g.Apply(&w.s, a); err != nil {
		return fmt.Errorf("%+v is on the legal list and refused: %w", w.g.Move(a), err)
	}
	w.done = append(w.done, a)
	return w.settle()
}

// settle plays what chance decides, with a look before and after.
func (w *watched) settle() error {
	if err := w.check(); err != nil {
		return err
	}
	if d := w.s.Decision(); d != rules.DrawMarker && d != rules.RevealCountry {
		return nil
	}
	if err := w.g.Settle(&w.s, &w.deal); err != nil {
		return err
	}
	return w.check()
}

// check looks at everything that must hold after every action.
func (w *watched) check() error {
	for _, f := range w.facts {
		w.book(f)
	}
	w.facts = w.facts[:0]
	for _, holds := range [...]func(*watched) error{(*watched).checkDice, (*watched).checkMarkers, (*watched).checkOrder,
		(*watched).checkBoard, (*watched).checkBuildings, (*watched).checkLegal} {
		if err := holds(w); err != nil {
			return err
		}
	}
	for who := range w.g.Seats() {
		if err := w.checkSeat(who); err != nil {
			return fmt.Errorf("seat %d: %w", who, err)
		}
	}
	if w.probe || w.s.Decision() == rules.Over {
		return w.checkRefusals()
	}
	if w.relay {
		return w.checkLayout()
	}
	return nil
}

// checkLayout: a position laid out again is the same state, wherever no turn is
// half done: what a state keeps for speed follows from what lies on the table.
func (w *watched) checkLayout() error {
	if d := w.s.Decision(); d != rules.ChooseOption && d != rules.Sell && d != rules.Buy {
		return nil
	}
	again, err := w.quiet.Set(w.quiet.Layout(&w.s))
	if err == nil && again != w.s {
		err = fmt.Errorf("laid out again\n%+v\nis not\n%+v", again, w.s)
	}
	return err
}

// book enters a fact into the ledger.
func (w *watched) book(f rules.Fact) {
	switch f.Kind {
	case rules.FThaler:
		w.ledger[f.Seat].thaler += int(f.A)
	case rules.FVP:
		w.ledger[f.Seat].vp += int(f.A)
	case rules.FSupply:
		w.ledger[f.Seat].supply += int(f.A)
	case rules.FDebt:
		w.ledger[f.Seat].debts += int(f.A)
	case rules.FMarker:
		w.drawn++
	case rules.FRemoved:
		w.dice[w.g.White()>>f.A&1]--
	}
}

// countDice counts black and white dice on storages and track; a die that has
// left the track and waits to be placed still hangs below its last box.
func countDice(g *rules.Game, s *rules.State) (n [2]int) {
	for k := range board.Storages {
		if s.Die(k) > 0 {
			n[g.White()>>k&1]++
		}
	}
	for colour := range n {
		for row := range board.MaxTrackBoxes + 1 {
			if s.TrackDie(colour, row) > 0 {
				n[colour]++
			}
		}
	}
	return n
}

// checkDice: no die gets lost or made but by round 11 (SET-5, EVENT-R), and
// none has a value above 6.
func (w *watched) checkDice() error {
	if n := countDice(w.g, &w.s); n != w.dice {
		return fmt.Errorf("%d black and white dice, expected %d (SET-5)", n, w.dice)
	}
	for k := range board.Storages {
		if v := w.s.Die(k); v > 6 {
			return fmt.Errorf("a die of %d on storage %d", v, k)
		}
	}
	return nil
}

// checkMarkers: the 20 markers, 18 in calm water, are unseen or drawn, and the
// unseen ones on the river or in the bag (SET-4).
func (w *watched) checkMarkers() error {
	all := board.Markers
	if w.g.Variant().CalmWater {
		all -= 2
	}
	unseen := bits.OnesCount32(w.s.Unseen())
	river := 0
	for k := range board.Obstacles {
		if w.s.LockBuilder(k) < 0 {
			river++
		}
	}
	if unseen+w.drawn != all || river+w.s.Bag() != unseen {
		return fmt.Errorf("%d markers unseen, %d drawn, %d on the river, %d in the bag, expected %d in all (SET-4)",
			unseen, w.drawn, river, w.s.Bag(), all)
	}
	hidden := w.s.HiddenCountries()
	revealed := min(max(w.s.Round()-4, 0), 8)
	if w.s.Country() >= 0 {
		revealed = w.s.Round() - 3
	}
	if n := hidden[0] + hidden[1] + hidden[2]; n != 8-revealed {
		return fmt.Errorf("%d country markers face down in round %d, expected %d (SET-3)", n, w.s.Round(), 8-revealed)
	}
	return nil
}

// checkOrder: each phase's order holds every seat once; on the river nobody
// stands before one farther upriver; at most one barge is at a storage
// (ORDER-1, ORDER-3, START-1).
func (w *watched) checkOrder() error {
	order, river := w.g.Order(&w.s), w.g.River(&w.s)
	for _, list := range [...][]int{order, river} {
		var seen int
		for _, who := range list {
			seen |= 1 << who
		}
		if len(list) != w.g.Seats() || seen != 1<<w.g.Seats()-1 {
			return fmt.Errorf("order %v, river %v: not every seat once (ORDER-1)", order, river)
		}
	}
	var moored uint16
	last := -1
	for _, who := range river {
		at := w.s.BargeAt(who)
		if at == rules.OffRiver {
			at = board.Spaces // after all barges
		}
		if at < last {
			return fmt.Errorf("river order %v: seat %d stands farther upriver than the one before (ORDER-1)", river, who)
		}
		last = at
		if at < board.Spaces && w.g.Board().River[at].Kind == board.Storage {
			bit := uint16(1) << w.g.StorageOf(at)
			if moored&bit != 0 {
				return fmt.Errorf("two barges at storage %d (START-1)", w.g.StorageOf(at))
			}
			moored |= bit
		}
	}
	if moored != w.s.Moored() {
		return fmt.Errorf("barges at storages %b, said to be at %b", moored, w.s.Moored())
	}
	return nil
}

// checkBoard: limits of places on the board and of the game (WATER-2, SAIL-5,
// END).
func (w *watched) checkBoard() error {
	for k := range board.Sells {
		if n := w.s.Demand(k); n > 2 || n > 0 && k == board.Sells-1 {
			return fmt.Errorf("%d Thaler lie on selling space %d (WATER-2)", n, k)
		}
	}
	if box := w.s.ExportBox(); box < 0 || box >= len(w.g.Board().Export) {
		return fmt.Errorf("export marker on box %d of %d (SAIL-5)", box, len(w.g.Board().Export))
	}
	if r := w.s.Round(); r < 1 || r > 12 || w.s.Decision() == rules.Over && r != 12 || len(w.done) > 2000 {
		return fmt.Errorf("round %d, decision %d after %d actions: the game ends after round 12", r, w.s.Decision(), len(w.done))
	}
	return nil
}

// checkBuildings: room, and one seat's warehouses, in cities, depots and port
// (BUY-4 to BUY-6).
func (w *watched) checkBuildings() error {
	now := rules.BuildingsOf(&w.s)
	if now == w.buildings {
		return nil
	}
	b := w.g.Board()
	var built [4]int
	count := func(owners []int) (distinct int) {
		var seen int
		for _, who := range owners {
			built[who]++
			seen |= 1 << who
		}
		return bits.OnesCount(uint(seen))
	}
	for k := range b.Cities {
		owners := w.s.CityOwners(k)
		if n := len(owners); n > len(b.Cities[k].Costs) || count(owners) != n || !sameSeats(owners, w.s.CitySeats(k)) {
			return fmt.Errorf("city %d has %v (BUY-4)", k, owners)
		}
	}
	for k := range b.Depots {
		owners := w.s.DepotOwners(k)
		count(owners)
		if n := len(owners); n > len(b.Depots[k].Costs) {
			return fmt.Errorf("depot %d has %d warehouses (BUY-5)", k, n)
		}
	}
	before := built
	for k := range b.Port.Columns {
		owners := w.s.PortOwners(k)
		if n := len(owners); n > b.Port.Rows || count(owners) != n || n != w.s.PortLen(k) || !sameSeats(owners, w.s.PortSeats(k)) {
			return fmt.Errorf("port column %d has %v (BUY-6)", k, owners)
		}
	}
	for who := range built {
		if n := built[who] - before[who]; n > 2 {
			return fmt.Errorf("seat %d has %d warehouses in the port (BUY-6)", who, n)
		}
	}
	w.buildings, w.built = now, built
	return nil
}

// sameSeats reports whether a set has the seats of a list.
func sameSeats(list []int, set uint8) bool {
	for _, who := range list {
		set ^= 1 << who
	}
	return set == 0
}

// checkSeat: ten warehouses (SET-2), what the facts explain, and the limits of
// what a seat has (DEBT-2, SAIL-3, PROG-2).
func (w *watched) checkSeat(who int) error {
	now := seatSeen{rules.DataOf(&w.s, who), w.ledger[who], w.built[who]}
	if now == w.seats[who] {
		return nil
	}
	v := w.g.Seat(&w.s, who)
	if is := (account{v.Thaler, v.VP, v.Supply, v.Debts}); is != w.ledger[who] {
		return fmt.Errorf("has (Thaler, VP, supply, debts) %v, the facts explain %v", is, w.ledger[who])
	}
	warehouses := v.Supply + v.Debts + len(v.Timeline) + w.built[who]
	for _, waiting := range [...]bool{v.LockField, v.MarkField} {
		if waiting {
			warehouses += 2
		}
	}
	switch {
	case warehouses != 10:
		return fmt.Errorf("%d warehouses, expected 10 (SET-2)", warehouses)
	case v.Thaler < 0 || v.Thaler > 200 || v.VP < 0 || v.VP > 200:
		return fmt.Errorf("%d Thaler, %d VP", v.Thaler, v.VP)
	case v.Debts < 0 || v.Debts > 4 || v.Supply < 0:
		return fmt.Errorf("%d debts, %d in the supply (DEBT-2)", v.Debts, v.Supply)
	case v.Used&^v.Progress != 0 || v.Progress&v.Blanks != 0:
		return fmt.Errorf("markers %b, blanks %b, used %b (PROG-2)", v.Progress, v.Blanks, v.Used)
	}
	for a, n := range v.Tokens {
		if n < 0 || n > w.g.Board().AreaSize[a] {
			return fmt.Errorf("%d tokens in %s (SAIL-3)", n, board.AreaIDs[a])
		}
	}
	w.seats[who] = now
	return nil
}

// checkLegal: somebody who must decide has something to choose, each once and
// in order.
func (w *watched) checkLegal() error {
	l := w.g.Legal(&w.s)
	w.list = l.Append(w.list[:0])
	list := w.list
	if w.s.Decision() >= rules.DrawMarker {
		if len(list) != 0 {
			return fmt.Errorf("%d legal actions where nobody decides", len(list))
		}
		return nil
	}
	if len(list) == 0 {
		return fmt.Errorf("seat %d must decide (%d) and has no legal action", w.s.ToDecide(), w.s.Decision())
	}
	for i, a := range list {
		if i > 0 && a <= list[i-1] || l.Nth(i) != a || int(a) >= rules.ActionsCount {
			return fmt.Errorf("legal list %v: out of order at %d", list, i)
		}
	}
	if l.Len() != len(list) || l.First() != list[0] {
		return fmt.Errorf("legal list %v: Len %d, First %d", list, l.Len(), l.First())
	}
	return nil
}

// checkRefusals tries every action there is: those on the legal list are
// accepted, every other is refused with a rule and a known reason and changes
// nothing; so are outcomes of chance that are not due.
func (w *watched) checkRefusals() error {
	legal := w.g.Legal(&w.s)
	for a := range 256 {
		s := w.s
		err := w.quiet.Apply(&s, rules.Action(a))
		if legal.Has(rules.Action(a)) != (err == nil) {
			return fmt.Errorf("%+v on the legal list: %v, but applying it gives %v", w.g.Move(rules.Action(a)), err != nil, err)
		}
		if err := w.checkRefusal(&s, err); err != nil {
			return fmt.Errorf("%+v: %w", w.g.Move(rules.Action(a)), err)
		}
	}
	for k := -1; k <= board.Markers; k++ {
		s := w.s
		if err := w.quiet.Draw(&s, k); w.s.Decision() != rules.DrawMarker || w.s.Unseen()>>max(k, 0)&1 == 0 || k < 0 {
			if err == nil {
				return fmt.Errorf("marker %d was drawn", k)
			}
			if err := w.checkRefusal(&s, err); err != nil {
				return fmt.Errorf("drawing %d: %w", k, err)
			}
		}
	}
	hidden := w.s.HiddenCountries()
	for k := -1; k <= board.Countries; k++ {
		s := w.s
		if err := w.quiet.Reveal(&s, k); w.s.Decision() != rules.RevealCountry || k < 0 || k == board.Countries || hidden[k] == 0 {
			if err == nil {
				return fmt.Errorf("country %d was revealed", k)
			}
			if err := w.checkRefusal(&s, err); err != nil {
				return fmt.Errorf("revealing %d: %w", k, err)
			}
		}
	}
	return nil
}

func (w *watched) checkRefusal(after *rules.State, err error) error {
	if err == nil {
		return nil
	}
	r, ok := err.(*rules.Refusal)
	if !ok {
		return fmt.Errorf("refused with a %T: %w", err, err)
	}
	if r.Key != w.last || w.times == nil {
		w.last, w.times = r.Key, w.refused[r.Key]
	}
	switch {
	case w.times == nil:
		return fmt.Errorf("refused for %q, which is no known reason", r.Key)
	case r.Rule == rules.NoRule:
		return fmt.Errorf("refused for %q by no rule", r.Key)
	case *after != w.s:
		return fmt.Errorf("refused for %q, but the position changed", r.Key)
	}
	*w.times++
	return nil
}

// checkReplay: what was played, its deal and its decisions, leads a game to which
// nobody listens to the same position and digest; so does, where asked for, the
// record exported of it, written, read and refereed.
func (w *watched) checkReplay() error {
	s := w.deal.Start(w.quiet)
	for n, a := range w.done {
		if err := w.deal.Apply(w.quiet, &s, a); err != nil {
			return fmt.Errorf("again, action %d (%+v) is refused: %w", n, w.g.Move(a), err)
		}
	}
	if s != w.s || s.Hash() != w.s.Hash() {
		return fmt.Errorf("the same %d actions again lead to another position", len(w.done))
	}
	if w.export {
		return w.checkRecord()
	}
	return nil
}

func (w *watched) checkRecord() error {
	r, err := record.Export(w.g, &w.deal, make([]record.Player, w.g.Seats()), w.done)
	if err != nil {
		return err
	}
	data, err := r.Write()
	if err != nil {
		return err
	}
	if r, err = record.Read(data); err != nil {
		return err
	}
	p, err := record.Referee(r, w.g.Board())
	if err != nil {
		return err
	}
	if at := p.After(p.Len()); *at != w.s || at.Hash() != w.s.Hash() {
		return fmt.Errorf("the record of %d actions leads to another position", len(w.done))
	}
	return nil
}
