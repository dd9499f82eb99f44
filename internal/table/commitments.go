package table

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
)

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

// secretFor is the secret of the maker's commitment, or a new one for who has none.
func (v *Service) secretFor(ctx context.Context, p game.Part) (secret string, err error) {
	if p.Contribution != "" && !record.ValidContribution(p.Contribution) {
		return "", game.ErrBadContribution.Saying(p.Contribution[:min(len(p.Contribution), game.MaxKey)])
	}
	if p.Commitment == "" && p.Contribution == "" {
		return newRandom(), nil
	}
	if !record.ValidContribution(p.Commitment) { // of the same form
		return "", game.ErrNoCommitment
	}
	secret, err = v.opt.Store.TakeCommitment(ctx, p.Commitment, v.opt.Clock().UnixMilli())
	if errors.Is(err, store.ErrNoCommitment) {
		err = game.ErrNoCommitment
	}
	return secret, err
}
