package page

// Tournament is the ID of the one that the table belongs to, "" for none.
func (t *Table) Tournament() string { return t.snap.Tournament }

// Sealed reports whether nothing of the game may leave the table yet, because others play
// the same deal.
func (t *Table) Sealed() bool { return t.snap.SameDeal && t.snap.Hidden }
