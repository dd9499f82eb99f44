package coach

import (
	"cmp"
	"math"
	"slices"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/rules"
	"ruhr/view"
)

// Reason is something that the best action brings more than what was played, on average
// of games that were played on from both. Its figures are in hundredths.
type Reason struct {
	Kind   ReasonKind `json:"k"`
	Seat   int        `json:"s,omitempty"` // whom it is about, where that is a rival
	What   int        `json:"w,omitempty"` // the depot, progress marker, river index, lock or group of VP
	Best   int        `json:"b"`           // of it after the best action
	Played int        `json:"p"`           // … and after what was played
	Weight int        `json:"-"`           // how much it is worth, roughly, in hundredths of VP
}

// ReasonKind is what a reason is about.
type ReasonKind int

// The kinds.
const (
	NoReason ReasonKind = iota
	ByLocks             // VP
	ByCities
	ByDepots
	ByExport
	ByMarkers
	ByDebts
	ByMajority // how often the depot is led
	ByGain     // how often the limited marker is gained
	BySooner   // in which round the progress marker is gained
	ByOpenDebts
	ByMoney
	BySale
	ByOrder
	ByStartTaken // how often the rival takes the place
	ByWageTaken
	ByLockTaken
	ByDenial     // VP of the rival
	ByDenialFrom // … mostly from a group
	Exactly      // VP and rank, worked out to the end: Seat is the rank after what was played, What after the best
)

var reasonIDs = [...]string{"", "locks", "cities", "depots", "export", "markers", "debts", "majority", "gain", "sooner", "open_debts",
	"money", "sale", "order", "start_taken", "wage_taken", "lock_taken", "denial", "denial_from", "exact"}

// String is the name of a kind in the catalogues and for programs.
func (k ReasonKind) String() string { return reasonIDs[k] }

// Themes are what mistakes are about, in the order of a list: by the first reason.
var Themes = []string{"locks", "cities", "depots", "port", "markers", "debts", "thaler", "sale", "order", "rivals", "end", "other"}

// Theme is what a mistake is about with such a reason first.
func (k ReasonKind) Theme() string {
	switch k {
	case ByLocks:
		return "locks"
	case ByCities:
		return "cities"
	case ByDepots, ByMajority:
		return "depots"
	case ByExport:
		return "port"
	case ByMarkers, ByGain, BySooner:
		return "markers"
	case ByDebts, ByOpenDebts:
		return "debts"
	case ByMoney:
		return "thaler"
	case BySale:
		return "sale"
	case ByOrder:
		return "order"
	case Exactly:
		return "end"
	}
	if k.rivals() {
		return "rivals"
	}
	return "other"
}

// rivals reports whether a reason is about a rival.
func (k ReasonKind) rivals() bool { return k >= ByStartTaken && k <= ByDenialFrom }

const (
	mostReasons = 2
	leastMore   = 0.5 // VP, Thaler, debts or rounds that are worth a word
	leastOften  = 0.25
	sure        = 3   // standard errors, since some forty figures are looked at
	mostlyGains = 0.9 // a marker that both gain is gained sooner
	oftenTakes  = 0.6 // a rival takes what is left, but hardly ever what is not
	hardlyTakes = 0.2
)

// Reasons are why the first action of a ledger is better, the greatest first: at most
// two, one of them about a rival if there is one. more reports that they explain less
// than half of the VP, and that no other reason explains half of the rest.
func Reasons(l *analysis.Ledger) (list [mostReasons]Reason, more bool) {
	if lead(l) <= 0 {
		return list, false // these games do not show what makes it better
	}
	own, rivals := ofOwn(l), ofRivals(l)
	by := func(a, b Reason) int { return cmp.Compare(b.Weight, a.Weight) }
	slices.SortStableFunc(own, by)
	slices.SortStableFunc(rivals, by)
	said := own
	if len(rivals) > 0 {
		said = append(slices.Clone(own[:min(mostReasons-1, len(own))]), rivals[0])
		slices.SortStableFunc(said, by)
	}
	said = said[:min(mostReasons, len(said))]
	copy(list[:], said)
	explained, unsaid := 0, 0 // VP, and those of the greatest reason there was no room for
	for _, r := range own {
		switch {
		case r.Kind > ByGain:
		case slices.Contains(said, r):
			explained += r.Weight
		default:
			unsaid = max(unsaid, r.Weight)
		}
	}
	vp := int(math.Round(100 * l.Figures[int(analysis.AmountVP)+l.Seat].More()))
	return list, len(said) > 0 && vp >= 100*leastMore && 2*explained < vp && 2*unsaid < vp-explained
}

// lead is by how much more VP the first action leads to, less what it gives the best of
// the others.
func lead(l *analysis.Ledger) float64 {
	best := rival(l)
	return l.Figures[int(analysis.AmountVP)+l.Seat].More() - l.Figures[int(analysis.AmountVP)+best].More()
}

// rival is the seat of the others with the most VP. Seats that there are none of have 0.
func rival(l *analysis.Ledger) (best int) {
	most := math.Inf(-1)
	for k := range 4 {
		if f := &l.Figures[int(analysis.AmountVP)+k]; k != l.Seat && f.First+f.Second > most {
			best, most = k, f.First+f.Second
		}
	}
	return best
}

// speaks reports whether a figure that is greater by more is worth a word.
func speaks(f *analysis.Figure, more, least float64) bool {
	return more >= least && more >= sure*f.Error
}

func reason(kind ReasonKind, what int, f *analysis.Figure, weight float64) Reason {
	hundredths := func(x float64) int { return int(math.Round(100 * x)) }
	return Reason{Kind: kind, What: what, Best: hundredths(f.First), Played: hundredths(f.Second), Weight: hundredths(weight)}
}

// ofOwn are the reasons about the seat itself.
func ofOwn(l *analysis.Ledger) (list []Reason) {
	lost := 0.0 // the VP of the group that loses most
	for g := range analysis.Group(analysis.Groups) {
		lost = max(lost, -l.Of(l.Seat, g).More())
	}
	add := func(kind ReasonKind, what int, f *analysis.Figure, sign, least, worth float64) bool {
		more := sign * f.More()
		if !speaks(f, more, least) || kind <= ByDebts && 2*lost > more {
			return false // it is small, or offset
		}
		list = append(list, reason(kind, what, f, worth*more))
		return true
	}
	add(ByLocks, 0, l.Of(l.Seat, analysis.GroupLocks), 1, leastMore, 1)
	add(ByCities, 0, l.Of(l.Seat, analysis.GroupCities), 1, leastMore, 1)
	add(ByExport, 0, l.Of(l.Seat, analysis.GroupExport), 1, leastMore, 1)
	if add(ByDepots, 0, l.Of(l.Seat, analysis.GroupDepots), 1, leastMore, 1) {
		nameDepot(l, &list[len(list)-1])
	}
	if !addGain(l, &list) {
		add(ByMarkers, 0, l.Of(l.Seat, analysis.GroupMarkers), 1, leastMore, 1)
	}
	// What the actions themselves pay or bring is seen, and so is what is always the same.
	seen := func(a analysis.Amount) bool { return l.Pays || l.Figures[a].Error == 0 }
	if !add(ByDebts, 0, l.Of(l.Seat, analysis.GroupDebts), 1, leastMore, 1) && !seen(analysis.AmountDebts) {
		add(ByOpenDebts, 0, &l.Figures[analysis.AmountDebts], -1, leastMore, 1)
	}
	byVP := len(list) > 0
	for kind := range board.Kinds {
		if gains := &l.Figures[int(analysis.AmountGains)+kind]; min(gains.First, gains.Second) >= mostlyGains {
			add(BySooner, kind, &l.Figures[int(analysis.AmountRound)+kind], -1, leastMore, 0.5)
		}
	}
	add(ByOrder, 0, &l.Figures[analysis.AmountOrder], 1, leastOften, 1)
	if !add(BySale, 0, &l.Figures[analysis.AmountSale], 1, leastMore, 0.3) && !byVP && !seen(analysis.AmountThaler) {
		add(ByMoney, 0, &l.Figures[analysis.AmountThaler], 1, leastMore, 0.3)
	}
	return list
}

// nameDepot makes a reason about depots one about the depot that is led more often, if
// there is one.
func nameDepot(l *analysis.Ledger, r *Reason) {
	most := leastOften
	for d := range board.TerritoryIDs {
		if f := &l.Figures[int(analysis.AmountMost)+d]; speaks(f, f.More(), most) {
			most = f.More()
			*r = reason(ByMajority, d, f, float64(r.Weight)/100)
		}
	}
}

// addGain adds the limited marker that is gained more often, if there is one and it does
// not cost others that are worth more.
func addGain(l *analysis.Ledger, list *[]Reason) bool {
	most, best, markers := leastOften, -1, l.Of(l.Seat, analysis.GroupMarkers).More()
	if markers < 0 {
		return false
	}
	for kind := board.FirstLimited; kind < board.Kinds; kind++ {
		if f := &l.Figures[int(analysis.AmountGains)+kind]; speaks(f, f.More(), most) {
			most, best = f.More(), kind
		}
	}
	if best >= 0 {
		*list = append(*list, reason(ByGain, best, &l.Figures[int(analysis.AmountGains)+best], max(2*most, markers)))
	}
	return best >= 0
}

// ofRivals are the reasons about others: what one of them takes, and what the best of
// them is kept from.
func ofRivals(l *analysis.Ledger) (list []Reason) {
	for k := range 4 {
		f := &l.Figures[int(analysis.AmountTaken)+k]
		if k == l.Seat || l.Takes.Kind == analysis.TakesNothing || f.Second < oftenTakes || f.First > hardlyTakes {
			continue
		}
		r := reason(ByStartTaken+ReasonKind(l.Takes.Kind-analysis.TakesStart), l.Takes.What, f, -2*f.More())
		r.Seat = k
		list = append(list, r)
	}
	k := rival(l)
	f := &l.Figures[int(analysis.AmountVP)+k]
	if !speaks(f, -f.More(), leastMore) {
		return list
	}
	r := reason(ByDenial, 0, f, -f.More())
	for g := range analysis.GroupOther {
		if part := l.Of(k, g); speaks(part, -part.More(), -f.More()/2) && outweighs(l, k, g) {
			r.Kind, r.What = ByDenialFrom, int(g)
		}
	}
	r.Seat = k
	return append(list, r)
}

// outweighs reports whether a seat's VP of a group differ at least twice as much as those
// of any other: two that are exchanged for each other are not where a difference is from.
func outweighs(l *analysis.Ledger, seat int, group analysis.Group) bool {
	for g := range analysis.Group(analysis.Groups) {
		if g != group && 2*math.Abs(l.Of(seat, g).More()) > math.Abs(l.Of(seat, group).More()) {
			return false
		}
	}
	return true
}

// exactly is the reason where the end was worked out.
func exactly(best, played *analysis.Candidate, seat int) Reason {
	rank := func(c *analysis.Candidate) int {
		place := 1
		for k := range c.VP {
			if c.VP[k] > c.VP[seat] {
				place++
			}
		}
		return place
	}
	return Reason{Kind: Exactly, Seat: rank(played), What: rank(best), Best: int(math.Round(100 * best.VP[seat])), Played: int(math.Round(100 * played.VP[seat]))}
}

// Why are the reasons that a step has.
func (s *Step) Why() []Reason {
	n := 0
	for n < len(s.Reasons) && s.Reasons[n].Kind != NoReason {
		n++
	}
	return s.Reasons[:n]
}

// Phrase is a sentence of the catalogue.
type Phrase struct {
	Key  string
	Args []any
}

// Explained says why a step is an established loss; tenths writes numbers.
func (s *Step) Explained(g *rules.Game, tenths func(float64) string) (list []Phrase) {
	if !s.Established() {
		return nil
	}
	for _, r := range s.Why() {
		key, args := r.words(g, tenths)
		if r.Kind == Exactly {
			key += s.shared(&r)
		}
		list = append(list, Phrase{key, args})
	}
	switch {
	case len(list) == 0:
		list = append(list, Phrase{Key: "page.review.reason.none"})
	case s.More:
		list = append(list, Phrase{Key: "page.review.reason.more"})
	}
	return list
}

// shared is the ending of the key of a reason where the end was worked out and a win is
// shared, which a rank does not say.
func (s *Step) shared(r *Reason) string {
	best, came := r.What == 1 && s.Expected[s.Seat] < Whole, r.Seat == 1 && s.Came[s.Seat] < Whole
	switch {
	case best && came:
		return ".fewer"
	case best:
		return ".shared"
	case came:
		return ".alone"
	}
	return ""
}

// words is the key of a reason in the catalogue, with its arguments.
func (r *Reason) words(g *rules.Game, tenths func(float64) string) (key string, args []any) {
	at := func(hundredths int) float64 { return float64(hundredths) / 100 }
	best, played := tenths(at(r.Best)), tenths(at(r.Played))
	args = []any{"more", tenths(math.Abs(at(r.Best) - at(r.Played))), "best", best, "played", played}
	switch r.Kind {
	case ByMajority, ByGain, ByOrder, ByStartTaken, ByWageTaken, ByLockTaken: // of 100
		args = []any{"best", r.Best, "played", r.Played}
	case Exactly:
		args = []any{"best", r.Best / 100, "played", r.Played / 100, "place", r.What, "came", r.Seat}
	}
	if r.Kind.rivals() {
		args = append(args, "seat", view.SeatRef(r.Seat))
	}
	switch r.Kind {
	case ByMajority:
		args = append(args, "depot", view.DepotThing(board.TerritoryIDs[r.What]))
	case ByGain, BySooner:
		args = append(args, "marker", view.ProgressThing(board.ProgressIDs[r.What]))
	case ByStartTaken:
		args = append(args, "place", view.SpaceThing(g, r.What))
	case ByLockTaken:
		args = append(args, "place", view.SpaceThing(g, g.Board().At.Lock[r.What]))
	case ByDenialFrom:
		return "page.review.reason.denial." + analysis.Group(r.What).String(), args
	}
	return "page.review.reason." + r.Kind.String(), args
}
