package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"ruhr/internal/store"
)

// ratings are the results of games and what follows from them.
type ratings struct {
	results []store.Result // in the order of their ends
	list    []rating       // in the order of their games
	version string         // of what computed them
}

// rating is a holder's rating after a game.
type rating struct {
	store.Rating
	holder store.Hash
}

// byEnd orders results by their ends.
func byEnd(a, b store.Result) int {
	return cmp.Or(cmp.Compare(a.Ended, b.Ended), cmp.Compare(a.Table, b.Table))
}

// AddResult implements [store.Results].
func (s *Store) AddResult(ctx context.Context, r store.Result, rate store.Rater) (fresh bool, err error) {
	err = s.do(ctx, "keep a result", func() error {
		if err := store.CheckResult(r); err != nil {
			return err
		}
		known := func(old store.Result) bool { return old.Table == r.Table }
		if len(r.Holders) > 0 && !slices.ContainsFunc(s.results, known) {
			r.Body, r.Holders = bytes.Clone(r.Body), slices.Clone(r.Holders)
			slices.SortFunc(r.Holders, byHolder)
			r.Holders = slices.Compact(r.Holders)
			with := ratings{append(slices.Clone(s.results), r), s.list, s.version}
			slices.SortFunc(with.results, byEnd)
			if r.Pool != "" {
				if _, err := with.rateFrom(r, rate); err != nil {
					return err
				}
			}
			s.ratings, fresh = with, true
			s.touched |= restRatings
		}
		if t := s.tables[r.Table]; t != nil {
			t.due, t.stage = 0, store.Over
		}
		return nil
	})
	return fresh, err
}

// rateFrom computes the ratings of a pool again from a result on, and returns how many
// games it rated.
func (r *ratings) rateFrom(first store.Result, rate store.Rater) (n int, err error) {
	r.list = slices.DeleteFunc(slices.Clone(r.list), func(g rating) bool {
		return g.Pool == first.Pool && byEnd(store.Result{Ended: g.Ended, Table: g.Table}, first) >= 0
	})
	for _, game := range r.results {
		if game.Pool != first.Pool || byEnd(game, first) < 0 {
			continue
		}
		after, err := rate(game, func(of store.Hash) ([]byte, error) { return r.newest(of, game.Pool), nil })
		if err != nil {
			return 0, err
		}
		for holder, body := range after {
			r.list = append(r.list, rating{store.Rating{Pool: game.Pool, Table: game.Table, Ended: game.Ended, Body: body}, holder})
		}
		n++
	}
	return n, nil
}

// newest returns a holder's rating in a pool, nil for none. In each pool, the ratings
// stand in the order of the games' ends.
func (r *ratings) newest(holder store.Hash, pool string) []byte {
	for _, g := range slices.Backward(r.list) {
		if g.holder == holder && g.Pool == pool {
			return g.Body
		}
	}
	return nil
}

// Describe implements [store.Results].
func (s *Store) Describe(ctx context.Context, table string, body []byte) error {
	return s.do(ctx, "describe a result", func() error {
		if err := store.CheckBody(body); err != nil {
			return err
		}
		if k := slices.IndexFunc(s.results, func(r store.Result) bool { return r.Table == table }); k >= 0 {
			s.results = slices.Clone(s.results)
			s.results[k].Body = bytes.Clone(body)
			s.touched |= restRatings
		}
		return nil
	})
}

// Rerate implements [store.Results].
func (s *Store) Rerate(ctx context.Context, version string, rate store.Rater) (n int, err error) {
	err = s.do(ctx, "compute the ratings again", func() (err error) { n, err = s.rerate(version, rate); return err })
	return n, err
}

// RerateOnce implements [store.Results].
func (s *Store) RerateOnce(ctx context.Context, version string, rate store.Rater) (n int, did bool, err error) {
	err = s.do(ctx, "compute the ratings again", func() (err error) {
		if did = s.version != version; did {
			n, err = s.rerate(version, rate)
		}
		return err
	})
	return n, did && err == nil, err
}

func (s *Store) rerate(version string, rate store.Rater) (n int, err error) {
	if err := store.CheckText(version); err != nil {
		return 0, err
	}
	pools := map[string]bool{}
	for _, r := range s.results {
		pools[r.Pool] = true
	}
	delete(pools, "") // not rated
	again := ratings{results: s.results, version: version}
	for pool := range pools {
		some, err := again.rateFrom(store.Result{Pool: pool}, rate)
		if err != nil {
			return 0, err
		}
		n += some
	}
	s.ratings = again
	s.touched |= restRatings
	return n, nil
}

// RatedBy implements [store.Results].
func (s *Store) RatedBy(ctx context.Context) (version string, err error) {
	err = s.do(ctx, "read what ratings were computed by", func() error { version = s.version; return nil })
	return version, err
}

// Ratings implements [store.Results].
func (s *Store) Ratings(ctx context.Context, holder store.Hash, most int) (list []store.Rating, err error) {
	err = s.do(ctx, "read ratings", func() error {
		for _, g := range s.list {
			if g.holder == holder {
				list = append(list, g.Rating)
			}
		}
		slices.SortStableFunc(list, func(a, b store.Rating) int { return cmp.Compare(a.Pool, b.Pool) })
		slices.Reverse(list)
		kept := map[string]int{}
		list = slices.DeleteFunc(list, func(r store.Rating) bool { kept[r.Pool]++; return kept[r.Pool] > most })
		slices.Reverse(list)
		return nil
	})
	return list, err
}

// SeatRatings implements [store.Results].
func (s *Store) SeatRatings(ctx context.Context, pool string, tables []string) (map[store.Place][]byte, error) {
	out := map[store.Place][]byte{}
	err := s.do(ctx, "read the ratings at tables", func() error {
		for _, id := range tables {
			t := s.tables[id]
			if t == nil {
				continue
			}
			for _, h := range t.seated() {
				if body := s.newest(h.Browser, pool); body != nil {
					out[store.Place{Table: id, Seat: h.Seat}] = body
				}
			}
		}
		return nil
	})
	return out, err
}

// ResultsOf implements [store.Results].
func (s *Store) ResultsOf(ctx context.Context, holder store.Hash) (list []store.Result, err error) {
	err = s.do(ctx, "read results", func() error {
		for _, r := range slices.Backward(s.results) {
			r.Holders = slices.DeleteFunc(slices.Clone(r.Holders), func(h store.Holder) bool { return h.Browser != holder })
			if len(r.Holders) > 0 && len(list) < store.MaxResults {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}
