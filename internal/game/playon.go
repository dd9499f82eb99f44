package game

import (
	"slices"

	"ruhr/record"
	"ruhr/rules"
)

// PlayOn is what a table is started with that goes on from this finished one, after so
// many of its decisions: seats for people at one screen, mine if they were theirs, computer
// players of a level at the others. Errors: ErrBadName, ErrHiddenName.
func (f *Game) PlayOn(decisions int, seats []int, level, name string, mine bool) (Setup, Dealer, error) {
	s := f.Setup
	name, err := tidyName(seats[0], name, false)
	s.Name, s.Public = "", false
	s.Rules, s.Hints = rules.Version, true
	s.Turned, s.Common, s.Tournament, s.Circle, s.SameDeal = false, nil, "", "", false
	s.Pace, s.Fill, s.Rated, s.Strict = Pace{}, 0, false, false // no other people, and the deal is known
	s.From = &Origin{Table: f.ID, Decisions: min(max(decisions, 0), len(f.Steps)-1)}
	s.Seats = nil
	for k, old := range f.Seats {
		as := NewSeat{Kind: Bot, Colour: old.Colour, Level: level}
		if old.Kind == Bot {
			as.Name = old.Name
		}
		if slices.Contains(seats, k) {
			as.Kind, as.Level, as.Name = Person, "", name
			if old.Name != "" && old.Kind != Bot && mine {
				as.Name = old.Name
			}
		}
		s.Seats = append(s.Seats, as)
	}
	return s, dealOn(Continued, *f.deal, f.Steps[:s.From.Decisions]), err
}

// MayPlayOnGame reports whether a game can be played on from its record: one that is over and
// says what lay on the river, or one that runs and that one person plays against computer
// players. At a running game of several people, those who play it on would learn what
// computer players do and advise there.
func MayPlayOnGame(played *record.Game) bool {
	people := 0
	for _, p := range played.Players {
		if p.Bot == "" {
			people++
		}
	}
	return played.Obstacles != nil || !played.Entered && !played.Over() && people == 1
}

// PlayOnGame is the same for a game with this deal; known refuses a level that does not
// exist. In a running game the computer players stay, and there is no advice: its own table
// may have none.
func PlayOnGame(played *record.Game, deal record.Deal, decisions, seat int, level, name string, known func(int, string) error) (Setup, Dealer, error) {
	name, err := tidyName(seat, name, false)
	options := played.Rules.Variant()
	s := Setup{Rules: rules.Version, Hints: played.Over(), CalmWater: options.CalmWater, EveryShip: options.EveryShip}
	by := make([]string, len(played.Players)) // the computer player that decided
	for k, player := range played.Players {
		if by[k] = player.Bot; by[k] != "" && known(k, by[k]) != nil {
			by[k] = level // anyone can write another one into a record
		}
		as := NewSeat{Kind: Bot, Name: recordedName(k, player), Colour: Colours[k], Level: level}
		if by[k] != "" && !played.Over() {
			as.Level = by[k]
		}
		if k == seat {
			as.Kind, as.Level = Person, ""
			if as.Name == "" || player.Bot != "" {
				as.Name = name
			}
		}
		s.Seats = append(s.Seats, as)
	}
	last := played.Len()
	if played.Over() {
		last--
	}
	past := made(played.Steps[1:1+min(max(decisions, 0), last)], func(seat int) string { return by[seat] })
	return s, dealOn(Given, deal, past), err
}

// recordedName is the name of a player in a record, "" for one that no seat may
// have.
func recordedName(seat int, p record.Player) string {
	name, err := tidyName(seat, p.Name, false)
	if err != nil {
		return ""
	}
	return name
}
