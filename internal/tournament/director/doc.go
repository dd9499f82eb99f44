// Package director hosts tournaments: who plays, when rounds begin, and what came of their
// tables.
//
// A tournament is one stored value, which is replaced whole where it has not changed
// meanwhile. What is to be done for one is claimed like what is due at a table. Each step
// can be repeated: the IDs of the tables of a round are stored before its tables are made,
// so that neither an interruption nor a second process makes a table twice.
package director
