package rules

// Fact is one thing that happened, for those who show it: a log, an animation, a
// check that every Thaler is explained. Seat is the seat it
// happened to, -1 for the table. What A, B and C mean follows from Kind; Rule
// is the rule by which it happened.
type Fact struct {
	Kind    FactKind
	Seat    int8
	Rule    Rule
	A, B, C int16
}

// FactKind says what happened.
type FactKind uint8

// The kinds of fact with the meaning of A, B, C. River indexes count from
// Witten; storages, locks, cities by number; colour 0 is black, 1 white.
const (
	FRound     FactKind = iota // a round begins: A round
	FPhase                     // a phase begins: A phase; B, C the order, four bits a seat from the first (B)
	FThaler                    // Thaler of Seat change by A
	FVP                        // VP of Seat change by A
	FSupply                    // warehouses in the supply of Seat change by A
	FDebt                      // debts of Seat change by A
	FEarly                     // a warehouse is taken early from the timeline: A its round (DEBT-4)
	FMarker                    // marker A is drawn (WATER-1)
	FNoMarker                  // the bag is empty, or it is the last round
	FDemand                    // a Thaler is laid on selling space A, B now lie there
	FPilotBan                  // the options with a pilot are closed this round
	FDie                       // die on storage A changes from B to C
	FTrackDie                  // die in column A, row B of the track changes to C
	FDuty                      // building duty in this round's phase 6
	FCountry                   // country marker A is revealed
	FStage                     // the dice move to stage A of the transport track
	FRemoved                   // a die of value B leaves storage A and the game
	FReturned                  // a die of value B comes from the track to storage A, placed by Seat
	FOffTrack                  // a die of colour A and value B left the track and must be placed
	FOption                    // option A is chosen; B 1 free, 2 towed; C its price
	FStranded                  // no option exists (START-12)
	FTransport                 // a die of value B goes from the arrow box to storage A
	FStart                     // the barge goes from river index A (-1 off the river) to B
	FSail                      // the barge sails from river index A to B
	FPipLost                   // the die falls from A to B at an obstacle
	FSold                      // a die of colour A and value B is sold at selling space C
	FToken                     // a development token into area A
	FAreaFull                  // area A is full: the whole value in Thaler
	FExport                    // the export marker moves from box A to B
	FToTrack                   // a die of colour A and value B goes onto the track, row C
	FProgress                  // progress marker A is gained
	FBlank                     // limited marker A has run out (PROG-2)
	FUsed                      // limited marker A is used up
	FLock                      // lock A is built; B 1 if free
	FWarehouse                 // a warehouse: A With, B city, depot or column, C 1 in the port
	FShift                     // a port warehouse moves from column A to B
	FExported                  // a port warehouse in column A, place B, scores
	FCut                       // Thaler above 10 are returned: A how many
	FOver                      // the game is over
)

// WithFacts returns a game that appends the facts of everything it does to the
// list; the receiver is unchanged. A nil list records nothing.
func (g *Game) WithFacts(facts *[]Fact) *Game {
	h := *g
	h.facts = facts
	return &h
}

// emit records a fact if facts are recorded. It is inlined, so a game that
// records none pays for the comparison alone.
func (g *Game) emit(kind FactKind, seat int, rule Rule, a, b, c int) {
	if g.facts != nil {
		g.record(kind, seat, rule, a, b, c)
	}
}

//go:noinline
func (g *Game) record(kind FactKind, seat int, rule Rule, a, b, c int) {
	*g.facts = append(*g.facts, Fact{kind, int8(seat), rule, int16(a), int16(b), int16(c)})
}

// gain, score and stock change the Thaler, VP and supply of a seat. The bank never
// runs out (SET-8), so the state does not count it. They are inlined, as emit is.
func (g *Game) gain(c *seat, who uint8, n int, rule Rule) {
	c.thaler += uint8(n)
	if g.facts != nil {
		g.recordChange(FThaler, who, n, rule)
	}
}

func (g *Game) score(c *seat, who uint8, n int, rule Rule) {
	c.vp += uint8(n)
	if g.facts != nil {
		g.recordChange(FVP, who, n, rule)
	}
}

func (g *Game) stock(c *seat, who uint8, n int, rule Rule) {
	c.supply += uint8(n)
	if g.facts != nil {
		g.recordChange(FSupply, who, n, rule)
	}
}

//go:noinline
func (g *Game) recordChange(kind FactKind, who uint8, n int, rule Rule) {
	if n != 0 {
		g.record(kind, int(who), rule, n, 0, 0)
	}
}
