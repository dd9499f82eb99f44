package page

// Tournament is the ID of the one that the table belongs to, "" for none.
func (t *Table) Tournament() string { return t.snap.Tournament }
