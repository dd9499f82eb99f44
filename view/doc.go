// Package view describes a game for display: a position, its choices with their
// effects, and the log, all as plain data that goes into JSON. It has no
// sentences; package lang makes them from the keys and arguments given here.
//
//	pos := view.Of(g, &s)                    // everything on the table
//	choices := view.Choices(g, codec, &s)    // what the seat to decide can do
//	why := view.WhyNot(g, &s, action)        // what forbids an action
//	past := view.NewHistory(played)          // a whole game to step through
//
// It cannot contain anything hidden: it is made from a rules.State, which
// holds nothing hidden, and from facts of what has happened.
//
// Ids are those of the board file and of game records; seats count from 0, -1
// is none; river indexes count downriver from 0.
package view
