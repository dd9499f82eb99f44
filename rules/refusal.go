package rules

// Refusal says why something is not possible: the rule that forbids it and a
// key for the sentence, with up to three numbers it needs. It is a value, not
// a sentence; package lang has the words.
type Refusal struct {
	Rule Rule
	Key  string
	Args [3]int
}

// Error gives the rule and the key, for logs and tests.
func (r *Refusal) Error() string { return r.Rule.String() + ": " + r.Key }

// Why gives the reason why a is not legal.
func (g *Game) Why(s *State, a Action) *Refusal {
	return &Refusal{Rule: BUY1, Key: "not_legal", Args: [3]int{int(a)}}
}

// Plain is the refusal in plain English, for the command line and tests.
func (r *Refusal) Plain() string { return r.Key }
