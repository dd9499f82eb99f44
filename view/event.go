package view

// Event is one line of the log: a sentence's key and arguments, and what came
// of it as details that belong to the line. Every fact is in one of them.
type Event struct {
	Key     string  `json:"key"`  // log.<Key> in the catalogue
	Seat    int     `json:"seat"` // whose doing, -1 for the table
	Args    Args    `json:"args"`
	Rule    string  `json:"rule,omitempty"`
	Section string  `json:"section,omitempty"`
	Heading int     `json:"heading,omitempty"` // 1 begins a round, 2 a phase
	Details []Event `json:"details,omitempty"` // without details of their own
}
