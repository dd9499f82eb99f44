package rules_test

import (
	"fmt"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// column returns a column of the track from the top.
func (b *table) column(colour, rows int) (out []int) {
	for row := range rows {
		out = append(out, b.s.TrackDie(colour, row))
	}
	return out
}

// TRACK-1: the paths, their rounds and boxes.
func TestPaths(t *testing.T) {
	for i, want := range []string{"brickearth_path from 1: 2 above, 2 below, two columns false",
		"paved_path from 4: 2 above, 1 below, two columns true", "rails from 8: 2 above, 0 below, two columns true"} {
		p := rareBoard(-1).Tracks[i]
		got := fmt.Sprintf("%s from %d: %d above, %d below, two columns %v", p.ID, p.FromRound, p.Above, p.Below, p.TwoColumns)
		require.Equal(t, got, want, "TRACK-1")
	}
	for i, want := range []int{0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2} {
		require.Equal(t, newGame(t, 4, rules.Variant{}).Board().Stage(i+1), want, "TRACK-1: stage in round %d", i+1)
	}
}

// TRACK-2: to the arrow box, else the next free box above, else all move down
// and the new one takes the top; TRACK-3: what falls off the bottom returns.
func TestOntoTheTrack(t *testing.T) {
	for _, c := range []struct {
		name          string
		round         int
		before, after []int
		off           int
	}{
		{"TRACK-2: the arrow box", 5, []int{0, 0, 0, 0}, []int{0, 0, 5, 0}, 0},
		{"TRACK-2: the next above", 5, []int{0, 0, 2, 0}, []int{0, 5, 2, 0}, 0},
		{"TRACK-2: the top", 5, []int{0, 3, 2, 0}, []int{5, 3, 2, 0}, 0},
		{"TRACK-2: a free box above, whatever lies on top", 5, []int{4, 0, 2, 0}, []int{4, 5, 2, 0}, 0},
		{"TRACK-2: all move down", 5, []int{4, 3, 2, 0}, []int{5, 4, 3, 2}, 0},
		{"TRACK-2: the arrow box, with a die below it", 5, []int{0, 0, 0, 1}, []int{0, 0, 5, 1}, 0},
		{"TRACK-3: off the bottom", 5, []int{4, 3, 2, 1}, []int{5, 4, 3, 2}, 1},
		{"TRACK-3: off the brickearth path", 2, []int{4, 3, 2, 1, 6}, []int{5, 4, 3, 2, 1}, 6},
		{"TRACK-3: off the rails", 9, []int{4, 3, 2}, []int{5, 4, 3}, 2},
	} {
		b := lay(t, 2, c.round, rules.Sale, func(p *rules.Position) {
			only(p, map[string]int{"heisingen": 5, "oefte": 1})
			stand(p, 0, "storage-heisingen")
			stand(p, 1, "storage-oefte")
			p.Track = [2][board.MaxTrackBoxes]int{}
			copy(p.Track[0][:], c.before)
		})
		b.do("sell industry-deilbachhammer")
		b.is(c.name, b.column(0, len(c.after)), c.after)
		if c.off == 0 {
			b.is(c.name+": nothing to place", b.legal("place"), "")
			continue
		}
		b.is(c.name+": the phase's start player places it", b.s.ToDecide(), 0)
		b.g.Play(&b.s, b.g.Legal(&b.s).First())
		b.is(c.name+": with its value", b.facts[len(b.facts)-1].B, c.off)
		b.is(c.name+": then the next seat sells", b.s.ToDecide(), 1)
	}
}

// TRACK-3, EVENT-C: black to the round's territory or, where that is full, to
// any other outside the Mark; white to the Mark. Ruling: the start player is
// the first in the phase's order, wherever its barge is by now.
func TestReturn(t *testing.T) {
	broich := []string{"storage-mintard", "storage-menden"}
	for _, c := range []struct {
		name, from, to string
		full           []string
		offers         string
	}{
		{"EVENT-C: to Broich in round 4", "heisingen", "industry-deilbachhammer", nil, "storage-mintard, storage-menden"},
		{"EVENT-C: to what is free in Broich", "heisingen", "industry-deilbachhammer", broich[:1], "storage-menden"},
		{"TRACK-3: Broich is full", "heisingen", "industry-deilbachhammer", broich,
			"storage-horst, storage-holteyer-hafen, storage-rellinghausen, storage-heisingen, storage-fischlaken, storage-schuir"},
		{"TRACK-3: white to the Mark", "hasenwinkel", "industry-dahlhausen", nil,
			"storage-hardenstein, storage-stiepel, storage-gibraltar, storage-rauendahl, storage-hasenwinkel"},
	} {
		b := lay(t, 2, 4, rules.Sale, func(p *rules.Position) {
			only(p, map[string]int{"nachtigall": 1, "oefte": 1, c.from: 5})
			for _, id := range c.full {
				p.Dice[number(id)] = 1
			}
			stand(p, 0, "storage-nachtigall")
			stand(p, 1, "storage-"+c.from)
			p.Track = [2][board.MaxTrackBoxes]int{{1, 1, 1, 6}, {1, 1, 0, 6}}
			if c.from == "hasenwinkel" {
				p.Track[1][2] = 1
			}
			p.Seats[0].Option = rules.Pilot
		})
		b.do("sell ruhrort")
		if c.from == "hasenwinkel" { // the first sale pushed a white die off too
			b.do("place storage-nachtigall")
		}
		b.do("sell " + c.to)
		b.is(c.name+": start player of the phase, though it lies in Ruhrort", b.s.ToDecide(), 0)
		b.is(c.name, b.legal("place"), c.offers)
	}
	b := lay(t, 2, 4, rules.Sale, func(p *rules.Position) {
		only(p, map[string]int{"heisingen": 5, "mintard": 1})
		stand(p, 0, "storage-heisingen")
		stand(p, 1, "storage-mintard")
		p.Track[0] = [board.MaxTrackBoxes]int{1, 1, 1, 6}
	})
	b.do("sell industry-deilbachhammer")
	b.refuses("place storage-mintard", "TRACK-3", rules.StorageTaken)
	b.refuses("place storage-gibraltar", "TRACK-3", rules.WrongColour)
	b.refuses("place storage-horst", "EVENT-C", rules.WrongTerritory)
	b.do("place storage-menden")
	b.is("TRACK-3: with its value", die(&b.s, "menden"), 6)
}

// TRACK-4: dice move sideways; those with no box return, black before white.
// Ruling: in each column the upper die first; rows count from the top.
func TestChangeOfPath(t *testing.T) {
	b := lay(t, 2, 4, rules.Event, func(p *rules.Position) {
		only(p, nil)
		p.Track[0] = [board.MaxTrackBoxes]int{1, 2, 3, 4, 5}
	})
	b.is("TRACK-4: round 4", b.column(0, 4), []int{1, 2, 3, 4})
	b.is("TRACK-4: the fifth box is gone", b.s.ToDecide(), 0)
	b.do("place storage-menden")
	b.is("TRACK-4: with its value", die(&b.s, "menden"), 5)
	b.is("TRACK-4: then the country", b.s.Decision(), rules.RevealCountry)

	b = lay(t, 3, 8, rules.Event, func(p *rules.Position) {
		only(p, nil)
		p.Track = [2][board.MaxTrackBoxes]int{{1, 0, 3, 4, 0}, {0, 2, 5, 6, 0}}
	})
	b.offers("place", "storage-horst, storage-holteyer-hafen, storage-rellinghausen")
	b.do("place storage-horst")
	b.offers("place", "storage-nachtigall, storage-hardenstein, storage-stiepel, storage-gibraltar, storage-rauendahl, storage-hasenwinkel")
	b.do("place storage-stiepel")
	b.is("TRACK-4: black and white", []int{die(&b.s, "horst"), die(&b.s, "stiepel")}, []int{4, 6})
	b.is("TRACK-4: rails, black", b.column(0, 3), []int{1, 0, 3})
	b.is("TRACK-4: rails, white", b.column(1, 3), []int{0, 2, 5})

	// A longer path gives up two dice of a column: the upper one first.
	c := open(t, 2, rules.Variant{})
	start := c.g.Start(0)
	p := c.g.Layout(&start)
	p.Round, p.Phase, p.Order = 8, rules.Event, nil
	only(&p, nil)
	p.Track[0] = [board.MaxTrackBoxes]int{0, 0, 3, 4, 5}
	s, err := c.g.Set(p)
	require.NoError(t, err)
	c.s = s
	c.do("place storage-horst", "place storage-rellinghausen")
	c.is("TRACK-4: the upper first", []int{die(&c.s, "horst"), die(&c.s, "rellinghausen")}, []int{4, 5})
}
