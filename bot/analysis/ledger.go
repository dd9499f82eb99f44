package analysis

import (
	"math"

	"ruhr/board"
	"ruhr/rules"
)

// Ledger is what comes of two actions of a seat when each is played on to the end of the
// game with the same chance, so many times.
type Ledger struct {
	Pairs   int
	Seat    int    // who decides between them
	Pays    bool   // the decision is a purchase, or the actions cost or bring different sums at once
	Takes   Taking // what the first action takes
	Figures [Amounts]Figure
}

// Figure is a mean after each of the two actions, with the standard error of their
// difference.
type Figure struct{ First, Second, Error float64 }

// More is by how much the first is greater.
func (f *Figure) More() float64 { return f.First - f.Second }

// Amount is something that is counted at the end of a game, of the seat that decides
// unless it says another.
type Amount int

// The amounts: those of a seat or thing begin at the named one.
const (
	AmountVP     Amount = 0                                            // + seat: final VP
	AmountGroup         = AmountVP + 4                                 // + seat × Groups + group: VP of it
	AmountDebts         = AmountGroup + 4*Amount(Groups)               // open at the end of the round
	AmountThaler        = AmountDebts + 1                              // at the end of the round, less the price of the debts
	AmountSale          = AmountThaler + 1                             // Thaler of the seat's sale in this round
	AmountOrder         = AmountSale + 1                               // 1 where it is first in river order in the next round
	AmountMost          = AmountOrder + 1                              // + depot: 1 where it has the majority
	AmountGains         = AmountMost + Amount(len(board.TerritoryIDs)) // + progress marker: 1 where it gains it
	AmountRound         = AmountGains + board.Kinds                    // + progress marker: in which round it gains it, 13 for never
	AmountTaken         = AmountRound + board.Kinds                    // + seat: 1 where it takes what the first action takes
	Amounts             = int(AmountTaken) + 4
)

// Never is the round of what is not gained.
const Never = board.Rounds + 1

// Group is where VP come from.
type Group int

// The groups.
const (
	GroupLocks   Group = iota
	GroupCities        // and the lines of the end that count cities
	GroupDepots        // and the lines that count depots
	GroupExport        // the port and exports
	GroupMarkers       // limited markers
	GroupDebts         // below 0
	GroupOther
	Groups int = iota
)

// String is the name of a group in the catalogues and for programs.
func (g Group) String() string {
	return [...]string{"locks", "cities", "depots", "export", "markers", "debts", "other"}[g]
}

// Of is the figure of a group of a seat.
func (l *Ledger) Of(seat int, g Group) *Figure {
	return &l.Figures[int(AmountGroup)+seat*Groups+int(g)]
}

// Taking is something that only one seat can have.
type Taking struct {
	Kind TakingKind
	What int // the river index of a start, the number of a lock
}

// TakingKind is what is taken.
type TakingKind int

// The kinds.
const (
	TakesNothing TakingKind = iota
	TakesStart              // the place where a barge starts in this round
	TakesWage               // the option wage in this round
	TakesLock               // the building of a lock, until the end of the next round
)

// Rounds is how many rounds later another may still take it.
func (t Taking) Rounds() int {
	if t.Kind == TakesLock {
		return 1
	}
	return 0
}

// TakingOf is what a seat takes by an action, by the facts of it.
func TakingOf(facts []rules.Fact, seat int) Taking {
	for _, f := range facts {
		switch {
		case int(f.Seat) != seat:
		case f.Kind == rules.FStart && f.B >= 0:
			return Taking{TakesStart, int(f.B)}
		case f.Kind == rules.FOption && rules.Option(f.A) == rules.Wage:
			return Taking{Kind: TakesWage}
		case f.Kind == rules.FLock:
			return Taking{TakesLock, int(f.A)}
		}
	}
	return Taking{}
}

// Sums adds up pairs of games for a ledger.
type Sums struct {
	pairs                  int
	first, second, squares [Amounts]float64
}

// Add adds a pair.
func (s *Sums) Add(first, second *[Amounts]float64) {
	s.pairs++
	for i := range first {
		s.first[i] += first[i]
		s.second[i] += second[i]
		s.squares[i] += (first[i] - second[i]) * (first[i] - second[i])
	}
}

// Ledger is the ledger of the pairs so far, of which there are at least two.
func (s *Sums) Ledger(seat int, takes Taking) Ledger {
	l, n := Ledger{Pairs: s.pairs, Seat: seat, Takes: takes}, float64(s.pairs)
	for i := range l.Figures {
		f := Figure{First: s.first[i] / n, Second: s.second[i] / n}
		f.Error = math.Sqrt(max(0, s.squares[i]/n-f.More()*f.More()) / (n - 1))
		l.Figures[i] = f
	}
	return l
}
