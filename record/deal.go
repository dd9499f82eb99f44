package record

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Deal is what chance has decided for a table and stays secret until the rules
// reveal it (SET-9). It is stored apart from the log and never sent. Markers are
// numbered as on the board, countries by port column.
type Deal struct {
	StartSeat int `json:"startSeat"`
	// Obstacles are the markers on the river, from Witten down (SET-4).
	Obstacles [board.Obstacles]int `json:"obstacles"`
	// Urn is an order of all markers: a draw takes the first of them that is in
	// the bag. So draws are uniform over the bag, and the same after an undo.
	Urn []int `json:"urn"`
	// Countries are the face-down country markers for rounds 4 to 11 (SET-3).
	Countries [8]int `json:"countries"`
}

// NewDeal shuffles for a game. random returns a uniform number from 0 to n-1.
func NewDeal(g *rules.Game, random func(n int) int) Deal {
	markers, countries := Components(g)
	var d Deal
	d.StartSeat = random(g.Seats())
	shuffle(markers, random)
	copy(d.Obstacles[:], markers)
	shuffle(markers, random)
	d.Urn = markers
	shuffle(countries, random)
	copy(d.Countries[:], countries)
	return d
}

// Components returns what is shuffled for a game, in the board's order: its
// markers, and a port column for each country marker.
func Components(g *rules.Game) (markers, countries []int) {
	markers, countries = make([]int, 0, board.Markers), make([]int, 0, len(Deal{}.Countries))
	for m, mk := range g.Board().Markers {
		if !mk.Star || !g.Variant().CalmWater {
			markers = append(markers, m)
		}
	}
	for c, n := range g.Board().CountryMarkers {
		for range n {
			countries = append(countries, c)
		}
	}
	return markers, countries
}

// shuffle is the shuffle of Fisher and Yates, from the end of the list.
func shuffle(list []int, random func(n int) int) {
	for i := len(list) - 1; i > 0; i-- {
		j := random(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// ReadDeal parses a stored deal (JSON) and checks that it fits the game.
func ReadDeal(g *rules.Game, data []byte) (Deal, error) {
	var d Deal
	if err := json.Unmarshal(data, &d); err != nil {
		return d, fmt.Errorf("deal: %w", err)
	}
	s := g.Start(0)
	all := s.Unseen()
	seen, lying := uint32(0), uint32(0)
	for _, m := range slices.Concat(d.Urn, d.Obstacles[:]) {
		if m < 0 || m >= board.Markers {
			return d, fmt.Errorf("deal: marker %d, expected 0 to %d", m, board.Markers-1)
		}
	}
	for _, m := range d.Urn {
		seen |= 1 << m
	}
	for _, m := range d.Obstacles {
		lying |= 1 << m
	}
	var countries [board.Countries]int
	for _, c := range d.Countries {
		if c < 0 || c >= board.Countries {
			return d, fmt.Errorf("deal: country %d, expected 0 to %d", c, board.Countries-1)
		}
		countries[c]++
	}
	if seen != all || len(d.Urn) != s.Bag()+board.Obstacles || lying&^all != 0 || bits.OnesCount32(lying) != board.Obstacles ||
		countries != g.Board().CountryMarkers || d.StartSeat < 0 || d.StartSeat >= g.Seats() {
		return d, fmt.Errorf("deal: not the markers of this table")
	}
	return d, nil
}

// Start returns the position at the game's first decision.
func (d *Deal) Start(g *rules.Game) rules.State {
	s := g.Start(d.StartSeat)
	g.Settle(&s, d) // a deal that fits has every outcome
	return s
}

// Apply plays an action and the chance events after it. An illegal action is
// refused with a *rules.Refusal and changes nothing.
func (d *Deal) Apply(g *rules.Game, s *rules.State, a rules.Action) error {
	if err := g.Apply(s, a); err != nil {
		return err
	}
	return g.Settle(s, d)
}

// Marker implements [rules.Chance]: the first marker of the urn in the bag.
func (d *Deal) Marker(s *rules.State) (int, error) {
	in := bag(s, &d.Obstacles)
	for _, m := range d.Urn {
		if in>>m&1 != 0 {
			return m, nil
		}
	}
	return 0, fmt.Errorf("deal: the urn has none of the markers in the bag of round %d", s.Round())
}

const firstCountry = 4 // round of the first country marker (EVENT-4)

// Country implements [rules.Chance].
func (d *Deal) Country(s *rules.State) (int, error) { return d.Countries[s.Round()-firstCountry], nil }

// bag returns the set of markers in the bag, given those of the obstacles: all
// unseen ones except those still on the river. The marker of a lock that has
// been built is in the bag (SET-9).
func bag(s *rules.State, obstacles *[board.Obstacles]int) uint32 {
	in := s.Unseen()
	lying := ^uint32(s.Built())
	for k := range obstacles {
		in &^= lying >> k & 1 << (obstacles[k] & 31)
	}
	return in
}
