// Package live spreads the news "table T is at position N", and who is present
// at a table, to whoever has the table open.
//
// The package is a contract, [Live], and its form within one process, [Hub].
// Package livetest holds every implementation to the same promises.
//
// News says where a table is, not what happened there: a reader fetches what it
// does not have yet. So a slow reader may miss numbers in between but never the
// newest one, and a lost message harms nothing. Whoever opens a table
// subscribes first and reads the table after it; then no news falls in between.
package live

// News is the state of a table as far as it has been heard of.
type News struct {
	Table string
	// N is the highest log number published while this subscription had the
	// table, 0 when none was.
	N int64
	// Present is who is there, by name. It is shared: do not change it.
	Present []Present
}

// Present is somebody at a table.
type Present struct {
	Who   string // as given to Join
	Count int    // how many of their pages are open, 1 at least
}

// Live spreads news. All methods may be called from several goroutines and
// never wait for a reader.
type Live interface {
	// Publish tells that a table's log has reached number n. Call it after the
	// commit. A number that is not above what a reader was already told is not
	// told again, so the order of calls does not matter.
	Publish(table string, n int64)
	// Subscribe starts to listen to tables. The subscription lasts until its
	// Close or that of the Live. After the latter it is closed from the start.
	Subscribe(tables ...string) Sub
	// Join notes that somebody is at a table until the function it returns is
	// called (calling it twice is nothing). Both are news to the table's readers.
	// who is shown to others' pages: a seat or a made-up name, never a secret.
	Join(table, who string) (leave func())
	// Present returns who is at a table, by name. The slice is shared: do not
	// change it.
	Present(table string) []Present
	// Close ends all subscriptions and returns when nothing runs any more.
	// Closing twice is nothing; so is whatever is called afterwards.
	Close() error
}

// Sub is a subscription to the news of some tables.
type Sub interface {
	// C brings the news. A table that has news while an older piece of its news
	// still waits takes that one's place. C is closed at the end of the
	// subscription.
	C() <-chan News
	// Close ends the subscription and returns when C is closed. Closing twice
	// is nothing.
	Close()
}
