// Package game has running games as values. A game is what its table was started
// with and its log; commands give the entries to append. It says who sits where,
// whose turn it is, what may be undone and how the clocks run, and shows it all as a
// [Snapshot]. It stores nothing, waits for nobody and asks no computer player:
// package table does.
//
// # The log
//
// A table is what it was started with (the options, the board, the seats, and
// the secret deal) and a log that only grows, numbered 1, 2, 3 … Folding the
// log from its beginning gives the decisions and the current seats; the rules
// turn the decisions into a position. Everything else in memory is a cache and
// can be dropped at any time.
//
//	create   the table begins
//	act      a decision of the seat to decide; "auto" if nothing was to
//	         choose, "bot" if a computer player made it
//	undo     takes back the decisions from number "to" on (counted from 0)
//	takeback asks the others to take back a choice; agree, refuse: their answers
//	confirm  gives the last word on a turn
//	hold     a decision that will reveal something, before the last word is given
//	join     a person sits down at an open seat
//	give     hands a person's seat to a computer player; take: takes it back
//	level    replaces a computer player by one of another level
//	rename   changes the name of a seat
//	name     changes the name of the table
//	remove   frees a seat from its holder, or from the person it was kept for
//	decline  frees a seat by the wish of whom it was kept for
//	timeout  a seat ran out of time, and a computer player goes on; resign: by its wish
//	replace  another person lets a computer player go on for a seat that was silent
//	fill     a computer player takes a seat that nobody has joined
//	wait     a seat wants to wait for another one
//	hours    the quiet hours of a seat; away: its holiday
//	end      the table ends for lack of action
//	add      a seat adds its random number to the shuffle
//	enter    what was drawn beside the box; enteragain takes that back;
//	correct  puts amounts right there
//	hint     a seat asked for advice on its decision
//	again    names the rematch: the table that follows this one
//	forget   takes a person's name from a seat, here and in all earlier entries
//
// Every command names the log number it was made at. At a later one it is
// carried out if it means the same there, else it changes nothing and the answer
// is [ErrStale] with the current position: a decision, its confirmation and a
// request for advice are meant for one decision of one game, undoing for what
// its seat had chosen last, and commands about seats for any number. So a
// command never applies to a position it was not meant for, none is lost without
// a word, and of two browsers at one decision exactly one wins. Repeating a
// command with its key does nothing and returns the position without an error;
// another command with that key is no repetition.
//
// A decision where nothing is to choose, because there is a single legal action or
// nothing can differ between them (rules.Game.Forced), is taken automatically, in
// the same append as the command that led to it, unless the turn waits (see below).
//
// # Turns
//
// A turn is a run of consecutive decisions by one seat within one phase of one
// round. They are stored and shown to everybody at once, but they are
// tentative: the seat may go back to any of its own choices in it until
// something closes the turn. It can never take back
//
//   - what came before something was revealed (a marker drawn, a country
//     turned, or the end of the game, which reveals everything),
//   - another player's decision, including one that a computer player made for
//     the same seat,
//   - what came before its last word.
//
// A turn is open while it holds a choice that may still be taken back; a
// decision where nothing can differ (rules.Game.Forced) is not a choice. Before anything closes
// an open turn its seat must confirm, in all phases alike: the table waits
// until it does, and until then nobody else acts, computer players included.
// What closes a turn is a decision of any seat that reveals something, and
// among persons any decision of another seat or phase, or `done` where nothing
// else is left.
//
// A choice that itself reveals something is held: it is in the log, but it is
// carried out only when confirmed, and can be taken back until then. A forced
// decision that reveals something waits in the same way. A turn that is not open
// needs no confirmation.
//
// What a seat can no longer undo it may ask to take back: its last choice,
// as long as nothing was revealed since. All other persons must agree; computer
// players do. The request ends when one refuses, when a person chooses something,
// or when something is revealed.
//
// Whose choices are final (Actor.Final) is not asked: the last word is given
// with them.
//
// # Alone with computer players
//
// If computer players have all seats but one, there is nobody to hand over to:
// computer players move at once, and the table waits for the last word only
// before something is revealed, be it by a computer player's decision, which is
// held then. The person may go back to any of their own choices since the last
// reveal, past the decisions computer players made after it, but not past a
// decision that another person made before giving up the seat. Seats that
// nobody has joined yet count as persons. Where the result counts for others
// (Setup.Strict) turns are handed over as among persons, so nobody sees the answers first.
//
// # Clocks
//
// A table may have a [Pace]: every seat a bank of time, and an increment for each
// turn it finishes, up to a cap. The rules know nothing of it. The time of a seat
// follows from the times of the log's entries: it runs while the table waits for
// that seat, once everybody has sat down and while at least two play by hand, and
// rests in the quiet hours and holidays that the log holds for it. Who runs out is
// replaced by a computer player, and may take the seat back; if all others want to
// wait, the seat has its bank again.
//
// # Tables without clocks
//
// Where there are no clocks, anyone with a seat may replace the person whom the table
// has waited for so long ([Silence]) by a computer player, and that person may take the
// seat back. So nobody waits for ever, and a table without clocks is never rated.
//
// # Rematches
//
// At a rematch those who ask for it sit down. The seats of the other persons are
// open, and kept for them: they may take their seat at any time, also from a
// computer player that fills it meanwhile, until they decline, or the owner frees
// it or gives it to somebody else by a link. Like any open seat, a kept one keeps
// the clocks from running.
//
// # Owners
//
// Who makes a table owns it, and a rematch belongs to the owner of the table
// before. A seat comes with a private link, ownership does not. The owner alone
// replaces the links of open seats, removes who does not play, names the table and
// hands it over; an owner who leaves the table, or is replaced for being silent, passes it
// on to somebody with a seat. Everybody replaces the links of their own seat and nobody else's.
//
// # Beside the box
//
// A table beside the printed game has no deal ([Entered]): its people say what they
// drew ([Enter]). Where the rules ask for that, nobody decides until somebody with a
// seat has entered it. Nothing waits to be confirmed, except that the turn of a computer
// player waits until hands have carried it out. Everything may be taken back, what was
// drawn ([EnterAgain]) included.
//
// # Secrets
//
// The deal leaves the package only through [record.Game.Record]. Snapshots and
// histories are made from positions and facts, which hold nothing hidden.
//
// # Frozen tables
//
// A table that cannot be folded is frozen: its log is damaged or no longer
// replays, its board is missing, or a newer program wrote it. It is shown as far
// as it goes, with [Frozen] saying why, and takes no commands. Other tables are
// not affected.
package game
