package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"ruhr/internal/store"
)

// days are the deals of days and who has played them, as they are written.
type days struct {
	Days  map[string]dayOf
	Games []store.DayGame // in the order they were begun
}

// dayOf is what is known of a day.
type dayOf struct {
	Body []byte
	Due  int64
}

func newDays() days { return days{Days: map[string]dayOf{}} }

// AddDay implements [store.Days].
func (s *Store) AddDay(ctx context.Context, day string, body []byte, due int64) (stored []byte, err error) {
	err = s.do(ctx, "keep a day", func() error {
		if err := store.CheckDay(day, body); err != nil {
			return err
		}
		if _, known := s.days.Days[day]; !known {
			s.days.Days[day] = dayOf{bytes.Clone(body), due}
			s.touched |= restDays
		}
		stored = s.days.Days[day].Body
		return nil
	})
	return stored, err
}

// Day implements [store.Days].
func (s *Store) Day(ctx context.Context, day string) (body []byte, err error) {
	err = s.do(ctx, "read a day", func() error {
		d, known := s.days.Days[day]
		if body = d.Body; !known {
			return store.ErrNoDay
		}
		return nil
	})
	return body, err
}

// ClaimDays implements [store.Days].
func (s *Store) ClaimDays(ctx context.Context, now, again int64, limit int) (list []string, err error) {
	err = s.do(ctx, "claim days that are due", func() error {
		if err := store.CheckClaim(now, again, limit); err != nil {
			return err
		}
		for day, d := range s.days.Days {
			if d.Due > 0 && d.Due <= now {
				list = append(list, day)
			}
		}
		slices.SortFunc(list, func(a, b string) int {
			return cmp.Or(cmp.Compare(s.days.Days[a].Due, s.days.Days[b].Due), cmp.Compare(a, b))
		})
		list = list[:min(len(list), limit, store.MaxList)]
		for _, day := range list {
			s.days.Days[day] = dayOf{s.days.Days[day].Body, again}
			s.touched |= restDays
		}
		return nil
	})
	return list, err
}

// SetDay implements [store.Days].
func (s *Store) SetDay(ctx context.Context, day string, body []byte, due int64) error {
	return s.do(ctx, "keep what is known of a day", func() error {
		if err := store.CheckDay(day, body); err != nil {
			return err
		}
		if _, known := s.days.Days[day]; !known {
			return store.ErrNoDay
		}
		s.days.Days[day] = dayOf{bytes.Clone(body), due}
		s.touched |= restDays
		return nil
	})
}

// StartDayGame implements [store.Days].
func (s *Store) StartDayGame(ctx context.Context, g store.DayGame) (first bool, err error) {
	err = s.do(ctx, "keep a game of a day", func() error {
		if err := store.CheckDayGame(g); err != nil {
			return err
		}
		if slices.ContainsFunc(s.days.Games, func(o store.DayGame) bool { return o.Table == g.Table }) {
			return fmt.Errorf("%w: a game of a day", store.ErrExists)
		}
		first = !slices.ContainsFunc(s.days.Games, func(o store.DayGame) bool { return o.Day == g.Day && o.Holder == g.Holder })
		g.First, g.DayEnd = first, store.DayEnd{}
		s.days.Games = append(slices.Clip(s.days.Games), g)
		s.touched |= restDays
		return nil
	})
	return first, err
}

// EndDayGame implements [store.Days].
func (s *Store) EndDayGame(ctx context.Context, table string, end store.DayEnd) error {
	return s.do(ctx, "keep how a game of a day ended", func() error {
		if err := store.CheckDayEnd(end); err != nil {
			return err
		}
		i := slices.IndexFunc(s.days.Games, func(g store.DayGame) bool { return g.Table == table })
		if i < 0 || s.days.Games[i].Ended > 0 {
			return nil
		}
		s.days.Games = slices.Clone(s.days.Games)
		g := &s.days.Games[i]
		end.Counted, end.Body = end.Counted && g.First, bytes.Clone(end.Body)
		g.DayEnd = end
		s.touched |= restDays
		return nil
	})
}

// DayGames implements [store.Days].
func (s *Store) DayGames(ctx context.Context, day string) ([]store.DayGame, error) {
	return s.bestOf(ctx, store.MaxList, func(g store.DayGame) bool { return g.Day == day && g.Counted })
}

// LaterDayGames implements [store.Days].
func (s *Store) LaterDayGames(ctx context.Context, day string) ([]store.DayGame, error) {
	return s.bestOf(ctx, store.MaxLaterGames, func(g store.DayGame) bool { return g.Day == day && !g.Counted && g.Ended > 0 })
}

// bestOf are some of the games of days, the best first, at most so many of a holder.
func (s *Store) bestOf(ctx context.Context, most int, wanted func(store.DayGame) bool) (list []store.DayGame, err error) {
	err = s.do(ctx, "list games of days", func() error {
		for _, g := range s.days.Games {
			if wanted(g) {
				list = append(list, g)
			}
		}
		slices.SortFunc(list, func(a, b store.DayGame) int {
			return cmp.Or(cmp.Compare(b.VP, a.VP), cmp.Compare(a.Ended, b.Ended), cmp.Compare(a.Table, b.Table))
		})
		of := map[store.Hash]int{}
		list = slices.DeleteFunc(list, func(g store.DayGame) bool { of[g.Holder]++; return of[g.Holder] > most })
		list = list[:min(len(list), store.MaxList)]
		return nil
	})
	return list, err
}

// DayGamesOf implements [store.Days].
func (s *Store) DayGamesOf(ctx context.Context, holder store.Hash) (list []store.DayGame, err error) {
	err = s.do(ctx, "list games of days", func() error {
		for _, g := range s.days.Games {
			if g.Holder == holder {
				list = append(list, g)
			}
		}
		slices.SortFunc(list, func(a, b store.DayGame) int {
			return cmp.Or(cmp.Compare(b.Started, a.Started), cmp.Compare(a.Table, b.Table))
		})
		list = list[:min(len(list), store.MaxDayGames)]
		return nil
	})
	return list, err
}

// DaysCounted implements [store.Days].
func (s *Store) DaysCounted(ctx context.Context, holder store.Hash) (days []string, err error) {
	err = s.do(ctx, "list the days that count", func() error {
		for _, g := range s.days.Games {
			if g.Holder == holder && g.Counted {
				days = append(days, g.Day)
			}
		}
		slices.SortFunc(days, func(a, b string) int { return cmp.Compare(b, a) })
		days = days[:min(len(days), store.MaxDaysCounted)]
		return nil
	})
	return days, err
}

// DayRank implements [store.Days].
func (s *Store) DayRank(ctx context.Context, day string, vp int) (rank store.DayRank, err error) {
	err = s.do(ctx, "count games of a day", func() error {
		for _, g := range s.days.Games {
			if g.Day != day || !g.Counted {
				continue
			}
			rank.All++
			switch {
			case g.VP < vp:
				rank.Below++
			case g.VP == vp:
				rank.Equal++
			}
		}
		return nil
	})
	return rank, err
}

// PlayedDay implements [store.Days].
func (s *Store) PlayedDay(ctx context.Context, day string, holder store.Hash) (played bool, err error) {
	err = s.do(ctx, "find a game of a day", func() error {
		played = slices.ContainsFunc(s.days.Games, func(g store.DayGame) bool {
			return g.Day == day && g.Holder == holder && g.First && g.Ended > 0
		})
		return nil
	})
	return played, err
}
