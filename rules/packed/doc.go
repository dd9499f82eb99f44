// Package packed holds the values of a position that lie packed in one number:
// dice on storages, columns of the transport track, rows of warehouses, prices,
// places on the river. Every operation has the name of what it does at the
// table, so that package rules reads like the rulebook and the bits stay here.
//
// The values have no pointers and compare with ==. An index beyond its range is
// cut to size instead of checked: it gives some value of the range, never a
// panic.
package packed
