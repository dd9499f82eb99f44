package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ruhr/board"
	"ruhr/guide"
	"ruhr/internal/store"
	"ruhr/internal/visible"
	"ruhr/record"
	"ruhr/rules"
)

// Create starts a table and gives the links to its seats. Computer players that are
// to decide first begin to think. Errors besides the refusals: ErrExists where
// there is a table with the ID already.
func (v *Service) Create(ctx context.Context, t NewTable) (*Created, error) {
	if v.closing() {
		return nil, ErrClosed
	}
	s := setup{Rules: rules.Version, CalmWater: t.CalmWater, EveryShip: t.EveryShip, Hints: t.Hints, Public: t.Public, Guided: t.Guided, Thinking: t.Thinking,
		Pace: t.Pace, Fill: t.Fill, StandIn: t.StandIn, Rated: t.Rated}
	if t.Thinking != Usual && t.Thinking != Short && t.Thinking != Long {
		return nil, ErrBadThinking.saying(string(t.Thinking))
	}
	var err error
	if s.Seats, err = v.checkSeats(t.Seats); err != nil {
		return nil, err
	}
	if err := v.checkPace(&s); err != nil {
		return nil, err
	}
	data := t.Board
	if len(data) > board.MaxOwn {
		return nil, ErrNoBoard.saying(board.TooLarge(len(data), board.MaxOwn).Error())
	}
	if data == nil {
		data = v.opt.Board
	}
	c := &Created{ID: cmp.Or(t.ID, store.NewID())}
	if err := v.checkRated(s, data); err != nil {
		return nil, err
	}
	t.Part.seat = slices.IndexFunc(s.Seats, func(seat NewSeat) bool { return seat.Kind == Person })
	if err := v.start(ctx, c.ID, s, data, t.Part, nil); err != nil {
		return nil, err
	}
	for k, seat := range s.Seats {
		token := ""
		if seat.Kind != Bot {
			if token, err = v.newLink(ctx, c.ID, k); err != nil {
				return nil, err
			}
		}
		c.Seats = append(c.Seats, token)
	}
	c.Watch, err = v.newLink(ctx, c.ID, store.Nobody)
	return c, err
}

// start stores a new table with its first entries and wakes its computer
// players. Where it goes on from another game, it has that one's deal and its
// first decisions.
func (v *Service) start(ctx context.Context, id string, s setup, data []byte, part Part, from *beginning) error {
	now := v.opt.Clock().UnixMilli()
	sha := store.BoardSHA(data)
	g, err := v.games.get(gameKey{sha, len(s.Seats), s.variant()}, func() ([]byte, error) { return data, nil })
	if err != nil {
		return ErrNoBoard.saying(err.Error())
	}
	b := &base{id: id, created: time.UnixMilli(now), setup: s, board: sha, game: g.game, words: g.words}
	var past []Step
	if from != nil {
		b.deal, past = from.deal, from.past
	} else if err := v.dealFor(ctx, b, part); err != nil {
		if _, there := v.opt.Store.Table(ctx, id); errors.Is(err, ErrNoCommitment) && there == nil {
			return store.ErrExists // made with it before
		}
		return err
	}
	if err := b.begin(); err != nil {
		return err
	}
	meta, err := json.Marshal(b.setup)
	if err != nil {
		return err
	}
	deal, err := json.Marshal(storedDeal{b.deal, b.secret})
	if err != nil {
		return err
	}
	f := newFold(b)
	first, err := f.open(past, now)
	if err != nil {
		return err
	}
	t := store.Table{ID: id, Created: now, Meta: meta, Deal: deal, Board: sha}
	if err := v.opt.Store.CreateTable(ctx, t, data, first); err != nil {
		return err
	}
	if s.Public {
		if err := v.grant(ctx, lobby, id, []int{store.Nobody}); err != nil {
			return err
		}
	}
	v.publish(f)
	return nil
}

// dealFor makes the deal of a new table: the lesson's, one that can be proven, or
// one from the given generator.
func (v *Service) dealFor(ctx context.Context, b *base, part Part) (err error) {
	b.setup.Shuffle = nil // that of the table before
	switch {
	case b.setup.Guided:
		b.deal = guide.Deal(b.game)
	case v.proves:
		if b.secret, err = v.shuffle(ctx, &b.setup, part); err == nil {
			b.deal, err = newFold(b).shuffle().Deal(b.game)
		}
	default:
		b.deal = record.NewDeal(b.game, v.opt.Random)
	}
	return err
}

// open returns the first entries of a table: its creation, decisions made
// elsewhere before, and what follows them by itself.
func (f *fold) open(past []Step, now int64) ([]store.Entry, error) {
	if len(past) == 0 {
		return f.extend(draft{kind: kindCreate, seat: store.Nobody}, now)
	}
	p := f.stepper()
	e, err := f.enter(draft{kind: kindCreate, seat: store.Nobody}, now, p)
	out := []store.Entry{e}
	for _, step := range past {
		if err != nil {
			return nil, err
		}
		e, err = f.enter(f.act(step.Action, step.Auto, step.Bot), now, p)
		out = append(out, e)
	}
	if err != nil {
		return nil, err
	}
	// Decisions made there cannot be taken back.
	last, err := f.extend(draft{kind: kindConfirm, seat: past[len(past)-1].Seat}, now)
	return append(out, last...), err
}

// maxFill is how many seconds computer players may be kept from open seats: a week.
const maxFill = 7 * day

// checkPace tidies what a new table says of its clocks and of what comes by itself.
func (v *Service) checkPace(s *setup) error {
	if err := s.Pace.check(); err != nil {
		return err
	}
	if s.Fill < 0 || s.Fill > maxFill {
		return ErrBadPace.saying(strconv.Itoa(s.Fill))
	}
	if s.Rated {
		s.Hints, s.Thinking = false, Usual
	}
	if !s.Pace.Timed() && s.Fill == 0 {
		s.StandIn = ""
		return nil
	}
	if s.StandIn == "" {
		s.StandIn = v.opt.StandIn
	}
	return v.checkLevel(store.Nobody, s.StandIn)
}

// checkSeats checks and completes the seats of a new table.
func (v *Service) checkSeats(in []NewSeat) ([]NewSeat, error) {
	if len(in) < 2 || len(in) > 4 {
		return nil, ErrBadSeats.saying(strconv.Itoa(len(in)))
	}
	out := slices.Clone(in)
	taken := map[string]bool{}
	for k := range out {
		s := &out[k]
		if s.Kind != Person && s.Kind != Open && s.Kind != Bot {
			return nil, ErrBadKind.at(k).saying(string(s.Kind))
		}
		var err error
		if s.Name, err = tidyName(k, s.Name, s.Kind == Person); err != nil {
			return nil, err
		}
		if s.Level != "" || s.Kind == Bot {
			if err := v.checkLevel(k, s.Level); err != nil {
				return nil, err
			}
		}
		if s.Colour != "" && (taken[s.Colour] || !slices.Contains(Colours[:], s.Colour)) {
			return nil, ErrBadColour.at(k).saying(s.Colour)
		}
		taken[s.Colour] = true
	}
	for k := range out {
		if out[k].Colour == "" {
			free := slices.IndexFunc(Colours[:], func(c string) bool { return !taken[c] })
			out[k].Colour = Colours[free]
			taken[out[k].Colour] = true
		}
	}
	return out, nil
}

func (v *Service) checkLevel(seat int, level string) error {
	if len(level) > MaxName {
		return ErrNoLevel.at(seat).saying(level[:MaxName])
	}
	if _, err := v.opt.Bots(level); err != nil {
		return ErrNoLevel.at(seat).saying(level)
	}
	return nil
}

// tidyName returns a name with single spaces between its words. It refuses
// names that are too long or not fully visible.
func tidyName(seat int, name string, needed bool) (string, error) {
	tidy := strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(tidy); {
	case n > MaxName:
		return "", ErrBadName.at(seat).saying(strings.ToValidUTF8(string([]rune(tidy)[:MaxName]), "�") + "…")
	case needed && n == 0, !utf8.ValidString(tidy):
		return "", ErrBadName.at(seat).saying(strings.ToValidUTF8(tidy, "�"))
	case !visible.All(tidy):
		return "", ErrHiddenName.at(seat).saying(visible.Spelled(tidy))
	}
	return tidy, nil
}
