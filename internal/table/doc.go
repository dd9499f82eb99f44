// Package table is the one place where a running game is played: who sits
// where, whose turn it is, what may be undone, when the opponents think, and
// the log in which all of that is kept.
//
// # The log
//
// A table is what it was started with (the options, the board, the seats, and
// the deal, which is secret) and a log that only grows, numbered 1, 2, 3 …
// Folding the log from its beginning gives the list of decisions and the seats
// as they are now; the rules turn the decisions into a position. Everything
// else in memory can be thrown away at any time.
//
//	create   the table begins
//	act      a decision of the seat to decide; auto where it was the only one,
//	         bot where an opponent made it
//	undo     the decisions from number "to" on (counted from 0) are taken back
//	confirm  a turn is handed over
//	join     a person sits down at an open seat
//	give     a person's seat is handed to an opponent; take: it is taken back
//	level    an opponent is exchanged for another one
//	rename   a seat has another name
//	hint     a seat asked for advice on its decision
//	again    the table that follows this one
//
// Every command names the log number it was made at. At another number it
// changes nothing and is answered with [ErrStale] and the position as it is
// now, so a command never hits a position it was not meant for, and of two
// browsers at one decision exactly one wins. A command repeated with its key
// does nothing and gets the position, without error.
//
// A decision that is the only legal one is taken by itself, in the same append
// as what led to it, unless the turn waits (see below).
//
// # Turns
//
// A turn is a seat's consecutive decisions in one phase of one round. Its
// decisions are kept and shown to all at once, but they are tentative: the
// seat may go back to any choice of its own in the turn (to the last: one step
// back; to the first: its beginning) until the turn is handed over. Never
// taken back is
//
//   - what came before something was revealed (a marker drawn, a country
//     turned, or the end of the game, which reveals all),
//   - somebody else's decision, an opponent's on the same seat included,
//   - what came before the last hand-over.
//
// A turn is open while it holds a choice that may still be taken back; a
// decision that was the only one is no choice. When the next decision is
// another seat's or belongs to another phase, an open turn waits for its seat
// to confirm, and till then nobody else acts, opponents neither. A turn that is
// not open hands over by itself: one that was forced throughout, or whose last
// decision revealed something.
//
// In phase 6 `done` is the hand-over: choosing it needs no confirming. Where
// an open turn has nothing but `done` left, the table does not take it by
// itself, or what was bought just before could not be taken back; confirming
// takes it. The same holds for a decision that would be taken by itself and
// would reveal something (the last die that round 4 or 8 brings back).
//
// # Alone with opponents
//
// Where all seats but one are played by opponents, there is nobody to hand over
// to. No turn waits to be confirmed (`done` is held as above), opponents play
// on at once, and the person may go back to any choice of their own since the
// last reveal, past what opponents decided after it; a decision that another
// person made before giving their seat away still bars the way. Seats nobody
// has joined yet count as persons.
//
// # Opponents
//
// A seat is played by hand or by an opponent of some level. Whenever an
// opponent is to decide, the service thinks in a goroutine of that table, for as
// long as its level and the table's Thinking say; how many think at the same
// time is bounded for all tables together. An opponent that fails, or gives an
// illegal action, is replaced for that decision by a random legal action, and
// the service's log says so. What changes the position meanwhile ends the
// thinking. Tables are woken when something happens to them and when anybody
// opens them, so none needs waking after a start.
//
// # Advice
//
// At a table with hints the seat to decide may ask what a search expects of its
// choices. It sees what an opponent sees, is thought up once for a position, by
// one at a time for each table and under the same bound as the opponents. That
// it was asked for is in the log, so everybody at the table knows.
//
// # Secrets
//
// The deal never leaves the package but through [record.Export]. A [Snapshot]
// and a [Past] are made from positions and facts, in which nothing hidden
// exists.
//
// # Frozen tables
//
// A table that cannot be folded (its log is damaged or no longer replays, its
// board is missing, a newer program wrote it) is frozen: it is shown as far as
// it goes with [Frozen] saying why, and takes no commands. Other tables go on.
package table
