// Package reference reads the rules a second time.
//
// The engine in package rules is written to be fast. A fast engine and its own
// tests can share one misunderstanding, and nothing in them would show it. The
// reference is the cross-check: it was written from spec/rules.md, spec/record.md,
// spec/board.json and the rulebook alone, without a look at the engine, and it
// is naive on purpose. It keeps the position in maps, slices and strings, works
// everything out again when asked, and has one file for each phase of a round,
// so that it can be read beside the numbered rules with a finger on the line.
// It reads the board file itself and imports nothing of the project.
//
// Tests play the engine and the reference in step and compare, after every
// action, the whole public position (Game.Snapshot), who decides and the set of
// legal actions. A difference means that one of the two misread a rule; who was
// wrong is noted in lab/differences.md.
//
// The reference draws nothing: whatever is random at the table is handed in as
// an outcome (New's start seat, Game.Draw, Game.Country). Faces of markers it
// has not been told it does not know, and never needs (SET-9).
//
// Nothing but tests uses this package.
package reference
