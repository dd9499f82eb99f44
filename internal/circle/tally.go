package circle

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/results"
	"ruhr/internal/store"
)

// Tally is what the finished games among the same people came to.
type Tally struct {
	Computers int // that played, too
	Games     int
	Rows      []Row // the one with the most wins first
}

// Seats are those at each table.
func (t Tally) Seats() int { return len(t.Rows) + t.Computers }

// Row is a line of a tally.
type Row struct {
	Name   string
	Me     bool
	Places [4]int // how often first, second, third and last; equal VP share a place (END-6)
	VP     int    // of all games
}

// maxTallies is how many tallies of a circle are shown.
const maxTallies = 12

// Tallies counts the games of a circle, by who played: the people who played last
// come first. Games count in which each person had a seat of their own to the end and still
// is a member.
func (s *Service) Tallies(ctx context.Context, c *Circle) ([]Tally, error) {
	list, err := s.Store.CircleResults(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	return tallies(c.Members, list)
}

func tallies(members []Member, list []store.Result) (out []Tally, err error) {
	byHolder, at := map[store.Hash]int{}, map[string]int{}
	for k, m := range members {
		byHolder[store.HashOf(store.Account{ID: m.id}.Holder())] = k
	}
	for _, r := range list {
		var o results.Outcome
		if err := json.Unmarshal(r.Body, &o); err != nil {
			return nil, fmt.Errorf("result of table %s: %w", store.ShortID(r.Table), err)
		}
		by := playedBy(byHolder, r.Holders, o)
		if by == nil {
			continue
		}
		key := fmt.Sprint(slices.Sorted(slices.Values(by)))
		k, known := at[key]
		if !known {
			if len(out) == maxTallies {
				continue
			}
			k = len(out)
			at[key], out = k, append(out, newTally(members, by))
		}
		out[k].add(members, by, o)
	}
	for _, t := range out {
		slices.SortStableFunc(t.Rows, func(a, b Row) int {
			return cmp.Or(cmp.Compare(b.Places[0], a.Places[0]), cmp.Compare(b.VP, a.VP), strings.Compare(a.Name, b.Name))
		})
	}
	return out, nil
}

// computer stands for one among the members who played.
const computer = -1

// playedBy says which members had the seats of a game; nil for one that does not count.
func playedBy(members map[store.Hash]int, holders []store.Holder, o results.Outcome) (by []int) {
	if o.Broken {
		return nil
	}
	people := 0
	for k, seat := range o.Seats {
		if seat.Mixed {
			return nil
		}
		if seat.Level != "" {
			by = append(by, computer)
			continue
		}
		held := slices.DeleteFunc(slices.Clone(holders), func(h store.Holder) bool { return h.Seat != k })
		if len(held) != 1 {
			return nil
		}
		m, member := members[held[0].Browser]
		if !member || slices.Contains(by, m) {
			return nil
		}
		by, people = append(by, m), people+1
	}
	if people < 2 {
		return nil
	}
	return by
}

func newTally(members []Member, by []int) (t Tally) {
	for _, m := range by {
		if m == computer {
			t.Computers++
			continue
		}
		t.Rows = append(t.Rows, Row{Name: members[m].Name, Me: members[m].Me})
	}
	return t
}

// add counts a game by the same people.
func (t *Tally) add(members []Member, by []int, o results.Outcome) {
	t.Games++
	for k, seat := range o.Seats {
		if by[k] == computer {
			continue
		}
		row := &t.Rows[slices.IndexFunc(t.Rows, func(r Row) bool { return r.Name == members[by[k]].Name })]
		row.VP += seat.VP
		if seat.Place >= 1 && seat.Place <= len(row.Places) {
			row.Places[seat.Place-1]++
		}
	}
}
