package game

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ruhr/internal/visible"
	"ruhr/rules"
)

// Setup checks what a new table is to be started with. standIn is the level of computer
// players that stand in where the table names none, level refuses one that
// does not exist, and usual says whether the board is that of most tables.
func (t *NewTable) Setup(standIn string, level func(seat int, level string) error, usual bool) (Setup, error) {
	s := Setup{Rules: rules.Version, CalmWater: t.CalmWater, EveryShip: t.EveryShip, Hints: t.Hints, Public: t.Public && t.Circle == "", Deal: t.Deal, StartSeat: t.StartSeat, Thinking: t.Thinking,
		Pace: t.Pace, Fill: t.Fill, StandIn: t.StandIn, Rated: t.Rated, Tournament: t.Tournament, Circle: t.Circle, SameDeal: t.SameDeal}
	s.Strict = s.counts()
	if t.Thinking != Usual && t.Thinking != Short && t.Thinking != Long {
		return s, ErrBadThinking.Saying(string(t.Thinking))
	}
	var err error
	if s.Name, err = tidyTableName(t.Name); err != nil {
		return s, err
	}
	if s.Seats, err = checkSeats(t.Seats, level); err != nil {
		return s, err
	}
	if err := s.checkPace(standIn, level); err != nil {
		return s, err
	}
	if err := s.checkEntered(); err != nil {
		return s, err
	}
	return s, s.checkRated(usual)
}

// tidyTableName returns the name of a table with single spaces between its words, "" for
// none.
func tidyTableName(name string) (string, error) {
	tidy, ok := visible.Name(name, MaxTableName)
	if !ok && strings.TrimSpace(name) != "" {
		return "", ErrTableName
	}
	return tidy, nil
}

// Begin starts a table: it returns it with the first entries of its log, the decisions
// of another game that it goes on from among them.
func Begin(id string, now time.Time, s Setup, board string, g *Ruleset, from Dealer) (*Game, []Entry, error) {
	b := &base{ID: id, created: time.UnixMilli(now.UnixMilli()), Setup: s, Board: board, Rules: g.game, words: g.words}
	b.Setup.Shuffle = nil // that of the table before
	past, err := from(b)
	if err != nil {
		return nil, nil, err
	}
	if err := b.begin(); err != nil {
		return nil, nil, err
	}
	f := newGame(b)
	first, err := f.open(past, now.UnixMilli())
	return f, first, err
}

// Stored is what the table was started with, as it is stored: its setup and its deal. The deal is secret.
func (f *Game) Stored() (meta, deal []byte, err error) {
	if meta, err = json.Marshal(f.Setup); err == nil {
		deal, err = json.Marshal(storedDeal{f.deal, f.secret})
	}
	return meta, deal, err
}

// open returns the first entries of a table: its creation, decisions made
// elsewhere before, and the forced entries that follow.
func (f *Game) open(past []Step, now int64) ([]Entry, error) {
	if len(past) == 0 {
		return f.extend(draft{kind: kindCreate, seat: Nobody}, now)
	}
	p := f.stepper()
	e, err := f.enter(draft{kind: kindCreate, seat: Nobody}, now, p)
	out := []Entry{e}
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

// checkPace tidies what a new table says of its clocks and of stand-ins.
func (s *Setup) checkPace(standIn string, level func(int, string) error) error {
	if err := s.Pace.check(); err != nil {
		return err
	}
	if s.Fill < 0 || s.Fill > maxFill {
		return ErrBadPace.Saying(strconv.Itoa(s.Fill))
	}
	if s.Rated {
		s.Hints, s.Thinking = false, Usual
	}
	if !s.Pace.Timed() && s.Fill == 0 {
		s.StandIn = ""
		return nil
	}
	if s.StandIn == "" {
		s.StandIn = standIn
	}
	return level(Nobody, s.StandIn)
}

// checkRated refuses a rated table on which results would not count: it needs
// clocks, so that nobody can put off losing, the usual board, and another account
// for each seat.
func (s *Setup) checkRated(usual bool) error {
	if !s.Rated {
		return nil
	}
	if !s.Pace.Timed() {
		return ErrRatedPace
	}
	if !usual {
		return ErrRatedBoard
	}
	persons := 0
	for k, seat := range s.Seats {
		if seat.Kind != Person {
			continue
		}
		if persons++; persons > 1 {
			return ErrRatedSeats.At(k)
		}
	}
	return nil
}

// checkSeats checks and completes the seats of a new table.
func checkSeats(in []NewSeat, level func(int, string) error) ([]NewSeat, error) {
	if len(in) < 2 || len(in) > 4 {
		return nil, ErrBadSeats.Saying(strconv.Itoa(len(in)))
	}
	out := slices.Clone(in)
	taken := map[string]bool{}
	for k := range out {
		s := &out[k]
		if s.Kind != Person && s.Kind != Open && s.Kind != Bot {
			return nil, ErrBadKind.At(k).Saying(string(s.Kind))
		}
		s.Invited = s.Kind == Open && s.For != ""
		s.Kept = s.Invited
		var err error
		if s.Name, err = tidyName(k, s.Name, s.Kind == Person); err != nil {
			return nil, err
		}
		if s.Level != "" || s.Kind == Bot {
			if err := level(k, s.Level); err != nil {
				return nil, err
			}
		}
		if s.Colour != "" && (taken[s.Colour] || !slices.Contains(Colours[:], s.Colour)) {
			return nil, ErrBadColour.At(k).Saying(s.Colour)
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

// tidyName returns a name with single spaces between its words. It refuses
// names that are too long or not fully visible.
func tidyName(seat int, name string, needed bool) (string, error) {
	tidy := strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(tidy); {
	case n > MaxName:
		return "", ErrBadName.At(seat).Saying(strings.ToValidUTF8(string([]rune(tidy)[:MaxName]), "�") + "…")
	case needed && n == 0, !utf8.ValidString(tidy):
		return "", ErrBadName.At(seat).Saying(strings.ToValidUTF8(tidy, "�"))
	case !visible.All(tidy):
		return "", ErrHiddenName.At(seat).Saying(visible.Spelled(tidy))
	}
	return tidy, nil
}
