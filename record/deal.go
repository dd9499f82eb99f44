package record

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Deal is what chance has decided for one table and nobody there may know
// before the rules reveal it (SET-9): it is kept beside the log and never sent.
// Markers go by their number on the board, countries by port column.
type Deal struct {
	StartSeat int `json:"startSeat"`
	// Obstacles are the markers on the river, from Witten down (SET-4).
	Obstacles [board.Obstacles]int `json:"obstacles"`
	// Urn is an order of all markers: the one drawn is the first of it that is
	// in the bag, so that a draw is even among those in the bag and the same
	// after an undo.
	Urn []int `json:"urn"`
	// Countries are the face-down country markers for rounds 4 to 11 (SET-3).
	Countries [8]int `json:"countries"`
}

// NewDeal shuffles for a game. random gives an even number from 0 to n-1.
func NewDeal(g *rules.Game, random func(n int) int) Deal {
	markers, countries := make([]int, 0, board.Markers), make([]int, 0, len(Deal{}.Countries))
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
	shuffle := func(list []int) {
		for i := len(list) - 1; i > 0; i-- {
			j := random(i + 1)
			list[i], list[j] = list[j], list[i]
		}
	}
	var d Deal
	d.StartSeat = random(g.Seats())
	shuffle(markers)
	copy(d.Obstacles[:], markers)
	shuffle(markers)
	d.Urn = markers
	shuffle(countries)
	copy(d.Countries[:], countries)
	return d
}

// ReadDeal reads a deal that was kept as JSON and checks that it fits the game.
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

// Start is the position of the game at its first decision.
func (d *Deal) Start(g *rules.Game) rules.State {
	s := g.Start(d.StartSeat)
	g.Settle(&s, d) // a deal that fits the game has every outcome
	return s
}

// Apply plays an action and what chance decides after it. An action that is
// not legal is refused with a *rules.Refusal and changes nothing.
func (d *Deal) Apply(g *rules.Game, s *rules.State, a rules.Action) error {
	if err := g.Apply(s, a); err != nil {
		return err
	}
	return g.Settle(s, d)
}

// Marker implements [rules.Chance]: the first of the urn that is in the bag.
func (d *Deal) Marker(s *rules.State) (int, error) {
	in := bag(s, &d.Obstacles)
	for _, m := range d.Urn {
		if in>>m&1 != 0 {
			return m, nil
		}
	}
	return 0, fmt.Errorf("deal: the urn has none of the markers in the bag of round %d", s.Round())
}

const firstCountry = 4 // the round of the first country marker (EVENT-4)

// Country implements [rules.Chance].
func (d *Deal) Country(s *rules.State) (int, error) { return d.Countries[s.Round()-firstCountry], nil }

// bag is the set of markers in the bag where those of the obstacles are known:
// all that are unseen but for the ones that still lie on the river. The marker
// of a lock that is built is in the bag (SET-9).
func bag(s *rules.State, obstacles *[board.Obstacles]int) uint32 {
	in := s.Unseen()
	lying := ^uint32(s.Built())
	for k := range obstacles {
		in &^= lying >> k & 1 << (obstacles[k] & 31)
	}
	return in
}
