package reference

// Action is one decision as the record writes it (spec/record.md). Fields that
// the kind of decision does not use are empty. Two actions are the same
// decision exactly if they are equal with ==.
//
// In the form of a legal list Seat and Round are zero. The JSON keys are the
// record's; as every key is left out when empty, seat 0 is not written, which
// is right for legal lists and means 0 when a record is read.
type Action struct {
	Seat    int    `json:"seat,omitempty"`
	Round   int    `json:"round,omitempty"`
	Do      string `json:"do"`
	With    string `json:"with,omitempty"`
	What    string `json:"what,omitempty"`
	Take    string `json:"take,omitempty"`
	Storage string `json:"storage,omitempty"`
	Option  string `json:"option,omitempty"`
	Coal    string `json:"coal,omitempty"`
	Space   string `json:"space,omitempty"`
	At      string `json:"at,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Free    bool   `json:"free,omitempty"`
	Towed   bool   `json:"towed,omitempty"`
}

// Chance is what fell out at random in one game, as a record keeps it. The
// obstacle markers' places are not among it: no rule depends on them.
type Chance struct {
	StartSeat int      `json:"startSeat"` // SET-6
	Draws     []string `json:"draws"`     // WATER-1, in the order drawn
	Countries []string `json:"countries"` // SET-3, for rounds 4 to 11
}
