package policy

// Handicap limits how much of a position an evaluator sees.
type Handicap struct {
	Later  int  // the part it sees of what pays only in later rounds, in 256ths
	Near   int  // how many tokens may be missing for it to see a progress marker coming
	Others bool // whether it considers what the other seats have and want
}

// Restricted returns the parameters limited to what an evaluator sees.
func (t Params) Restricted(by Handicap) Params {
	for k := range t.later {
		t.later[k] = t.later[k] * by.Later / 256
	}
	for _, later := range []*int{&t.firstLater, &t.city, &t.keepAny, &t.river, &t.repay} {
		*later = *later * by.Later / 256
	}
	for lack := by.Near + 1; lack < len(t.near); lack++ {
		t.near[lack] = 0
	}
	if !by.Others {
		t.guest, t.most, t.scarce, t.dock, t.export = 0, [3]int{}, 0, 0, t.export/2
	}
	return t
}

// Lerp interpolates between these parameters and others; part is in 256ths.
func (t Params) Lerp(other *Params, part int) Params {
	to := other.All()
	for i, c := range t.All() {
		*c += (*to[i] - *c) * part / 256
	}
	return t
}
