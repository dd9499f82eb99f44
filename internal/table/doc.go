// Package table hosts the running games (package game): it keeps their logs in a
// store, carries out commands, announces what has changed, lets the computer players
// think, and does what is due. Everything in memory is a cache and can be dropped at
// any time.
//
// # Computer players
//
// A seat is played by hand or by a computer player of some level. When a
// computer player is to decide, a goroutine of that table thinks for as long as
// the level and the table's [game.Thinking] allow. The number that think at the same
// time is bounded over all tables, with slots apart for those that search and
// those that do not; visitors take turns, and so do the tables of each. Where
// nobody is at the table, neither with a page open nor by a look at it within the
// last minute, and no clocks run there, nobody thinks; it goes on when somebody
// comes back. If a computer player fails or returns an
// illegal action, a random legal action replaces that decision and the service
// logs it. A decision that cannot be stored is tried again until it can. A change
// of the position cancels the thinking. Tables wake when
// something happens to them or somebody opens them, so a restart needs no
// special step.
//
// # Advice
//
// At a table with advice, the seat to decide may ask what a search expects of its
// choices. The search sees what a computer player sees and runs once per
// position, within a bound of its own over all tables (package analyst): nobody's
// thinking keeps anyone from advice. The request is in the log, so everybody at
// the table knows of it.
//
// # What is due
//
// Each append stores when the table is next due: a clock runs out, open seats are
// filled, a computer player may have been interrupted, or the table ends because
// nobody has done anything for long. [Service.Run] claims the tables that are due
// from the store, which gives each to one program, and appends what follows. It
// appends only what the log is overdue for, at the number it was found overdue at: so
// everything happens once, also after the program was killed.
package table
