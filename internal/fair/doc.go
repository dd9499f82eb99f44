// Package fair shares a server out among its visitors, who are told apart by their
// addresses: a queue in which addresses take turns, limits on what each makes and keeps
// open, and places for the files that they send. Pages and programs share one of each.
package fair
