package game

import (
	"encoding/json"
	"fmt"
	"slices"

	"ruhr/record"
)

// shuffled is what a table was started with if its shuffle can be proven: the
// public part; the secret is stored with the deal.
type shuffled struct {
	Commitment string   `json:"commitment"`
	Start      []string `json:"start"` // contributions by seat, "" for none
}

// Shuffle is what may be known of a table's shuffle before the game is over
// (record.Shuffle).
type Shuffle struct {
	Commitment    string   `json:"commitment"`
	Start         []string `json:"start"`
	Contributions []string `json:"contributions"`
	// Fixed: the first outcome that depends on the contributions has been revealed,
	// so no more are taken.
	Fixed bool `json:"fixed"`
}

// Contributes lists the seats of an actor that may add to the shuffle.
func (s *Snapshot) Contributes(who Actor) (seats []int) {
	if s.Shuffle == nil || s.Frozen != nil || s.Common != nil || s.SameDeal {
		return nil
	}
	for k, seat := range s.Seats {
		if who.Holds(k) && seat.Kind == Person && !s.Shuffle.Fixed && s.Shuffle.Contributions[k] == "" {
			seats = append(seats, k)
		}
	}
	return seats
}

// Part is what the maker of a table adds to its shuffle: 64 hex digits, made
// after the commitment was known. The zero Part adds nothing.
type Part struct {
	Commitment   string
	Contribution string

	Seat int // whose it is, -1 for nobody's
}

// shuffle returns what the deal is derived from, nil if it was not derived.
func (f *Game) shuffle() *record.Shuffle {
	if f.Setup.Shuffle == nil {
		return nil
	}
	return &record.Shuffle{Format: record.ShuffleFormat, Commitment: f.Setup.Shuffle.Commitment, Secret: f.secret,
		Start: f.Setup.Shuffle.Start, Contributions: f.contributions}
}

// storedDeal is a deal as it is stored: with the secret it was derived from, and
// as long as only the maker of the table has contributed.
type storedDeal struct {
	*record.Deal
	Secret string `json:"secret,omitempty"`
}

// readSecret reads the secret of a stored deal.
func (b *base) readSecret(data []byte) error {
	var stored storedDeal
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	commitment, err := record.CommitmentOf(stored.Secret)
	if err != nil {
		return err
	}
	if commitment != b.Setup.Shuffle.Commitment || len(b.Setup.Shuffle.Start) != len(b.Setup.Seats) {
		return fmt.Errorf("deal: the secret does not belong to commitment %s", b.Setup.Shuffle.Commitment)
	}
	b.secret = stored.Secret
	return nil
}

// fix derives the deal from all contributions, when the first outcome that
// depends on them is about to be revealed.
func (f *Game) fix(p *record.Stepper) error {
	f.fixed = true
	sh := f.shuffle()
	if sh == nil || slices.Equal(sh.Start, sh.Contributions) {
		return nil
	}
	b := *f.base
	deal, err := sh.Deal(f.Rules)
	if err != nil {
		return err
	}
	b.deal = &deal
	f.base = &b
	p.SetChance(f.deal)
	return nil
}

// Contribute adds a random number of 64 hex digits to the shuffle for one of the
// actor's seats (Snapshot.Contributes). Errors: ErrShuffled if nothing may be added
// for it, ErrBadContribution, ErrNotYours.
func Contribute(seat int, contribution string) Command {
	return Command{name: seatCommand("contribute", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if !record.ValidContribution(contribution) {
			return draft{}, ErrBadContribution.At(seat).Saying(contribution[:min(len(contribution), MaxKey)])
		}
		if f.Setup.Shuffle == nil || f.Setup.Common != nil || f.Setup.SameDeal || f.fixed || f.contributions[seat] != "" || f.Seats[seat].Kind != Person {
			return draft{}, ErrShuffled.At(seat)
		}
		return draft{kind: kindContribute, seat: seat, body: body{Contribution: contribution}}, nil
	}}
}

// addContribution folds a contribution.
func (f *Game) addContribution(seat int, b body) error {
	if f.Setup.Shuffle == nil || f.fixed || !record.ValidContribution(b.Contribution) {
		return fmt.Errorf("nothing can be added to the shuffle, or not %q", b.Contribution)
	}
	f.setContribution(seat, b.Contribution)
	return nil
}

// contributesAnew lets who has just sat down at a seat contribute in place of
// who had it before.
func (f *Game) contributesAnew(seat int) {
	if f.Setup.Shuffle != nil && !f.fixed {
		f.setContribution(seat, "")
	}
}

func (f *Game) setContribution(seat int, contribution string) {
	f.contributions = slices.Clone(f.contributions)
	f.contributions[seat] = contribution
}
