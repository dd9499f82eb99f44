package view

// Event is one line of the log: the key and arguments of a sentence, with its
// consequences as details. Every fact is in one of them.
type Event struct {
	Key     string  `json:"key"`  // log.<Key> in the catalogue
	Seat    int     `json:"seat"` // the seat that did it, -1 for the table
	Args    Args    `json:"args"`
	Rule    string  `json:"rule,omitempty"`
	Section string  `json:"section,omitempty"`
	Heading int     `json:"heading,omitempty"` // 1 begins a round, 2 a phase
	Details []Event `json:"details,omitempty"` // without details of their own
}
