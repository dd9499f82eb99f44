package record

// LegalLine is one line of `ruhr replay --legal`: the legal actions before
// action N.
type LegalLine struct {
	N     int      `json:"n"`
	Seat  int      `json:"seat"`
	Legal []Action `json:"legal"`
}

// Legal returns the legal list at the replay's position; empty after the end.
func (p *Replay) Legal() LegalLine {
	l := LegalLine{N: p.n, Seat: p.State.ToDecide(), Legal: []Action{}}
	for _, a := range p.Game.Legal(&p.State).Append(nil) {
		l.Legal = append(l.Legal, p.Codec.Encode(a))
	}
	return l
}
