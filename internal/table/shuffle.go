package table

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/internal/store"
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

// Why a table's shuffle cannot be proven.
const (
	UnprovenFrom   = "from"   // the deal is that of another table
	UnprovenGuided = "guided" // the lesson's deal is fixed
	UnprovenOld    = "old"    // made without a secret: by an older program, or with a seed
)

// Unproven says why the shuffle cannot be proven, "" if it can.
func (s *Snapshot) Unproven() string {
	switch {
	case s.Shuffle != nil:
		return ""
	case s.From != nil:
		return UnprovenFrom
	case s.Guided:
		return UnprovenGuided
	}
	return UnprovenOld
}

// Contributes lists the seats of an actor that may add to the shuffle.
func (s *Snapshot) Contributes(who Actor) (seats []int) {
	if s.Shuffle == nil || s.Frozen != nil {
		return nil
	}
	for k, seat := range s.Seats {
		if who.Holds(k) && seat.Kind == Person && !s.Shuffle.Fixed && s.Shuffle.Contributions[k] == "" {
			seats = append(seats, k)
		}
	}
	return seats
}

// commitFor is how long a commitment waits for its table.
const commitFor = 24 * time.Hour

// waitingCommitments is how many commitments of one visitor wait for their tables,
// far fewer than the store keeps.
const waitingCommitments = 20

// commitments are those given out last, by who asked. They bound only those of this
// process; the store bounds all.
type commitments struct {
	mu     sync.Mutex
	latest *simplelru.LRU[string, []string]
}

const rememberedMakers = 4096 // who asked last

func newCommitments() commitments {
	return commitments{latest: newLRU[string, []string](rememberedMakers)}
}

// add notes a commitment for who asked and returns one that is too many, or "".
func (c *commitments) add(from, commitment string) (oldest string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	list, _ := c.latest.Get(from)
	if list = append(list, commitment); len(list) > waitingCommitments {
		oldest, list = list[0], slices.Clone(list[1:])
	}
	c.latest.Add(from, list)
	return oldest
}

// Commitment returns the commitment to a new secret, for one table that names it
// (NewTable.Commitment) within a day. Of those that who asks has got, the newest
// waitingCommitments stay valid. Errors: the store's.
func (v *Service) Commitment(ctx context.Context, from string) (string, error) {
	secret := newRandom()
	commitment, err := record.CommitmentOf(secret)
	if err != nil {
		return "", err
	}
	now := v.opt.Clock()
	if err := v.opt.Store.AddCommitment(ctx, commitment, secret, now.UnixMilli(), now.Add(commitFor).UnixMilli()); err != nil {
		return "", err
	}
	if oldest := v.commitments.add(from, commitment); oldest != "" {
		_, err = v.opt.Store.TakeCommitment(ctx, oldest, now.UnixMilli())
		if errors.Is(err, store.ErrNoCommitment) { // its table has been made
			err = nil
		}
	}
	return commitment, err
}

// newRandom returns 64 hex digits from the operating system.
func newRandom() string {
	var b [32]byte
	crand.Read(b[:]) // never fails: the runtime stops the program instead
	return hex.EncodeToString(b[:])
}

// shuffle sets up the shuffle of a new table and returns its secret. The maker's
// contribution counts only if it was made with the commitment known. Errors:
// ErrNoCommitment, ErrBadContribution, so that none is lost without a word.
func (v *Service) shuffle(ctx context.Context, s *setup, p Part) (secret string, err error) {
	start := make([]string, len(s.Seats))
	if secret, err = v.secretFor(ctx, p); err != nil {
		return "", err
	}
	if p.seat >= 0 {
		start[p.seat] = p.Contribution
	}
	commitment, err := record.CommitmentOf(secret)
	s.Shuffle = &shuffled{Commitment: commitment, Start: start}
	return secret, err
}

// secretFor is the secret of the maker's commitment, or a new one for who has none.
func (v *Service) secretFor(ctx context.Context, p Part) (secret string, err error) {
	if p.Contribution != "" && !record.ValidContribution(p.Contribution) {
		return "", ErrBadContribution.saying(p.Contribution[:min(len(p.Contribution), MaxKey)])
	}
	if p.Commitment == "" && p.Contribution == "" {
		return newRandom(), nil
	}
	if !record.ValidContribution(p.Commitment) { // of the same form
		return "", ErrNoCommitment
	}
	secret, err = v.opt.Store.TakeCommitment(ctx, p.Commitment, v.opt.Clock().UnixMilli())
	if errors.Is(err, store.ErrNoCommitment) {
		err = ErrNoCommitment
	}
	return secret, err
}

// Part is what the maker of a table adds to its shuffle: 64 hex digits, made
// after the commitment was known. The zero Part adds nothing.
type Part struct {
	Commitment   string
	Contribution string

	seat int // whose it is, -1 for nobody's
}

// shuffle returns what the deal is derived from, nil if it was not derived.
func (f *fold) shuffle() *record.Shuffle {
	if f.setup.Shuffle == nil {
		return nil
	}
	return &record.Shuffle{Format: record.ShuffleFormat, Commitment: f.setup.Shuffle.Commitment, Secret: f.secret,
		Start: f.setup.Shuffle.Start, Contributions: f.contributions}
}

// storedDeal is a deal as it is stored: with the secret it was derived from, and
// as long as only the maker of the table has contributed.
type storedDeal struct {
	record.Deal
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
	if commitment != b.setup.Shuffle.Commitment || len(b.setup.Shuffle.Start) != len(b.setup.Seats) {
		return fmt.Errorf("deal: the secret does not belong to commitment %s", b.setup.Shuffle.Commitment)
	}
	b.secret = stored.Secret
	return nil
}

// fix derives the deal from all contributions, when the first outcome that
// depends on them is about to be revealed.
func (f *fold) fix(p *record.Stepper) error {
	f.fixed = true
	sh := f.shuffle()
	if sh == nil || slices.Equal(sh.Start, sh.Contributions) {
		return nil
	}
	b := *f.base
	var err error
	if b.deal, err = sh.Deal(f.game); err != nil {
		return err
	}
	f.base = &b
	p.SetChance(&f.deal)
	return nil
}

// Contribute adds a random number of 64 hex digits to the shuffle for one of the
// actor's seats (Snapshot.Contributes). Errors: ErrShuffled if nothing may be added
// for it, ErrBadContribution, ErrNotYours.
func (v *Service) Contribute(ctx context.Context, id string, who Actor, at int64, key string, seat int, contribution string) (*Snapshot, error) {
	return v.do(ctx, id, who, at, key, command{name: seatCommand("contribute", seat), draft: func(f *fold) (draft, error) {
		if err := f.theirs(who, seat); err != nil {
			return draft{}, err
		}
		if !record.ValidContribution(contribution) {
			return draft{}, ErrBadContribution.at(seat).saying(contribution[:min(len(contribution), MaxKey)])
		}
		if f.setup.Shuffle == nil || f.fixed || f.contributions[seat] != "" || f.seats[seat].Kind != Person {
			return draft{}, ErrShuffled.at(seat)
		}
		return draft{kind: kindContribute, seat: seat, body: body{Contribution: contribution}}, nil
	}})
}

// addContribution folds a contribution.
func (f *fold) addContribution(seat int, b body) error {
	if f.setup.Shuffle == nil || f.fixed || !record.ValidContribution(b.Contribution) {
		return fmt.Errorf("nothing can be added to the shuffle, or not %q", b.Contribution)
	}
	f.setContribution(seat, b.Contribution)
	return nil
}

// contributesAnew lets who has just sat down at a seat contribute in place of
// who had it before.
func (f *fold) contributesAnew(seat int) {
	if f.setup.Shuffle != nil && !f.fixed {
		f.setContribution(seat, "")
	}
}

func (f *fold) setContribution(seat int, contribution string) {
	f.contributions = slices.Clone(f.contributions)
	f.contributions[seat] = contribution
}
