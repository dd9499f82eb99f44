package view

// Refusal is why something is not possible: the rule, its section, and the key
// and arguments of the sentence refusal.<Key>.
type Refusal struct {
	Rule    string `json:"rule"`
	Section string `json:"section"`
	Key     string `json:"key"`
	Args    Args   `json:"args"`
}
