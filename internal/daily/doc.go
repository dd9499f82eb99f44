// Package daily is the deal of the day: what a day's deal follows from, how its
// computer players decide, what a result is compared with, and who has played how many
// days in a row.
//
// A day is a day in UTC. Its deal follows, as any shuffle without contributions
// (record.Shuffle), from a secret of the day, which follows from a secret of the server
// and the date. So the commitments of days to come can be shown, and the secret of a day
// that has ended tells nothing about others.
package daily
