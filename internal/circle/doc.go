// Package circle keeps circles of friends: who belongs to one, its tables, how they ended, and
// what is said. Anyone else learns nothing of a circle, not even that it exists.
//
// A circle is one stored value, which is replaced whole where it has not changed meanwhile.
package circle
