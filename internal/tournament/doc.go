// Package tournament is how tournaments are paired and scored: no storage, no clock, no
// chance.
//
// Players are numbered from 0. A table lists them by place, which is their order in the
// first round of its game; the program makes the first place the start player. Places
// without a player are a computer player's.
//
// A round is paired by Swiss: the active players in the order of the standings are
// divided among the tables from the top, so that those play each other who have about as
// many points. No two meet again where exchanging neighbours in that order can avoid it.
// At a table everyone gets the place that they had least, and none more than
// [Format.MostOfPlace] times. Where everyone plays for themselves ([Format.Solo]) there is
// nobody to be paired with: all have the same place, in the next round the next one.
package tournament
