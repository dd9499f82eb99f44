// Package live broadcasts the news "table T is at position N", and who is
// present at a table, to everybody who has the table open.
//
// The package has a contract, [Live], and its implementation within one
// process, [Hub]. Package livetest tests every implementation against the
// contract.
//
// News says where a table is, not what happened there: a reader fetches what
// it does not have yet. So a slow reader may miss numbers in between but never
// the newest one, and a lost message does no harm. To miss nothing, subscribe
// to a table first and read it afterwards.
package live

import "time"

// News is the last known state of a table.
type News struct {
	Table string
	// N is the highest log number published while this subscription had the
	// table, 0 when none was.
	N int64
	// Present is who is there, by name. It is shared: do not modify it.
	Present []Present
	// Since is when the oldest of what it tells became known to this process:
	// how long the reader has not come to hear it.
	Since time.Time
}

// Present is somebody at a table.
type Present struct {
	Who   string // as given to Join
	Count int    // how many of their pages are open, 1 at least
}

// Live broadcasts news. All methods may be called concurrently and never wait
// for a reader.
type Live interface {
	// Publish announces that a table's log has reached number n. Call it after
	// the commit. A reader is only told numbers above the last one it was told,
	// so the order of calls does not matter.
	Publish(table string, n int64)
	// Subscribe starts to listen to tables. The subscription lasts until it or
	// the Live is closed. A subscription to a closed Live is closed from the
	// start.
	Subscribe(tables ...string) Sub
	// Join marks somebody as present at a table until the returned function is
	// called (calling it again has no effect). Both are news to the table's
	// readers. who is shown on others' pages: a seat or a made-up name, never a
	// secret.
	Join(table, who string) (leave func())
	// Present returns who is at a table, by name. The slice is shared: do not
	// modify it.
	Present(table string) []Present
	// Close ends all subscriptions and returns when nothing runs any more.
	// Closing again, and any later call, has no effect.
	Close() error
}

// Sub is a subscription to the news of some tables.
type Sub interface {
	// C delivers the news. A newer piece of news of a table replaces an older one
	// that is still waiting. C is closed at the end of the subscription.
	C() <-chan News
	// Close ends the subscription and returns when C is closed. Closing again has
	// no effect.
	Close()
}
