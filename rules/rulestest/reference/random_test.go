package reference

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// playRandom plays a whole game at random, chance and actions alike, calling
// each at every position.
func playRandom(t *testing.T, seed uint64, seats int, calm, every bool, each func(g *Game, r *rand.Rand)) *Game {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	g, err := New(spec.Board, seats, calm, every, r.IntN(seats))
	require.NoError(t, err)
	markers := slices.Sorted(maps.Keys(g.unseen))
	r.Shuffle(len(markers), func(i, j int) { markers[i], markers[j] = markers[j], markers[i] })
	countries := []string{"rhineland", "rhineland", "rhineland", "netherlands", "netherlands", "netherlands", "belgium", "belgium"}
	r.Shuffle(len(countries), func(i, j int) { countries[i], countries[j] = countries[j], countries[i] })
	chance := Chance{Draws: markers, Countries: countries}
	for feed(t, g, chance); g.Needs() != "over"; feed(t, g, chance) {
		each(g, r)
		legal := g.Legal()
		require.Must(t, len(legal) != 0, "seed %d, round %d phase %d: seat %d has nothing legal", seed, g.round, g.phase, g.ToDecide())
		require.NoError(t, g.Apply(legal[r.IntN(len(legal))]))
	}
	each(g, r)
	return g
}

// In random games nothing gets lost or exceeds its limit: dice (SET-5), the 10
// warehouses of each seat (SET-2), 4 debts (DEBT-2), values 1 to 6, VP and
// Thaler never below 0, at most 2 Thaler on a space (WATER-2).
func TestRandomGamesKeepTheirPieces(t *testing.T) {
	for seed := range uint64(40) {
		seats := 2 + int(seed%3)
		playRandom(t, seed, seats, seed%2 == 0, seed%4 < 2, func(g *Game, _ *rand.Rand) {
			if wrong := countPieces(g); wrong != "" {
				t.Fatalf("seed %d, round %d phase %d: %s", seed, g.round, g.phase, wrong)
			}
		})
	}
}

// countPieces says what is wrong with the pieces, or "".
func countPieces(g *Game) string {
	dice := 0
	for id, value := range g.storages {
		if value < 0 || value > 6 {
			return fmt.Sprintf("a die of %d on %s", value, id)
		}
		dice += min(1, value)
	}
	for coal, column := range g.track {
		for _, value := range column {
			if value < 0 || value > 6 {
				return fmt.Sprintf("a die of %d on track %s", value, coal)
			}
			dice += min(1, value)
		}
	}
	for _, task := range g.agenda {
		if task.kind == "place" {
			dice++
		}
	}
	if want := 6 + 2*len(g.players); g.round < 11 && dice != want {
		return fmt.Sprintf("%d dice, want %d", dice, want)
	}
	if want := 7 + len(g.players); g.round == 12 && dice < want {
		return fmt.Sprintf("%d dice in round 12, want at least %d", dice, want)
	}
	for id, n := range g.thaler {
		if n < 0 || n > 2 {
			return fmt.Sprintf("%d Thaler on %s", n, id)
		}
	}
	for seat := range g.players {
		if wrong := countSeat(g, seat); wrong != "" {
			return wrong
		}
	}
	return ""
}

func countSeat(g *Game, seat int) string {
	p := g.players[seat]
	warehouses := p.supply + p.debts + len(p.timeline) + p.lockWarehouses + p.markWarehouses
	for _, places := range []map[string][]int{g.cities, g.depots, g.port} {
		for _, owners := range places {
			warehouses += count(owners, seat)
		}
	}
	if warehouses != 10 {
		return fmt.Sprintf("seat %d has %d warehouses in all, not 10", seat, warehouses)
	}
	if p.supply < 0 || p.debts < 0 || p.debts > 4 || p.thaler < 0 || p.vp < 0 {
		return fmt.Sprintf("seat %d has supply %d, debts %d, Thaler %d, VP %d", seat, p.supply, p.debts, p.thaler, p.vp)
	}
	return ""
}

// Playing on with a clone leaves the original as it was.
func TestCloneStandsApart(t *testing.T) {
	for seed := uint64(100); seed < 104; seed++ {
		playRandom(t, seed, 2+int(seed%3), false, false, func(g *Game, r *rand.Rand) {
			if g.Needs() != "action" || r.IntN(10) != 0 {
				return
			}
			before, legal := g.Snapshot(nil), g.Legal()
			c := g.Clone()
			for i := 0; i < 12 && c.Needs() == "action"; i++ {
				choices := c.Legal()
				require.NoError(t, c.Apply(choices[r.IntN(len(choices))]))
			}
			if !bytes.Equal(before, g.Snapshot(nil)) || !slices.Equal(legal, g.Legal()) {
				t.Fatalf("seed %d, round %d phase %d: the original changed with its clone", seed, g.round, g.phase)
			}
		})
	}
}

// The port's columns stay within the limits of BUY-6 in random games.
func TestRandomGamesKeepThePortsLimits(t *testing.T) {
	built := 0
	for seed := uint64(200); seed < 230; seed++ {
		g := playRandom(t, seed, 4, false, false, func(g *Game, _ *rand.Rand) {
			for seat := range g.players {
				_, own := g.portCount(seat)
				for column, owners := range g.port {
					require.Must(t, len(owners) <= 3 && count(owners, seat) <= 1 && own <= 2, "seed %d: port %s holds %v", seed, column, owners)
				}
			}
		})
		all, _ := g.portCount(-1)
		built += all
	}
	require.Must(t, built != 0, "no random game built in the port: the limits were not tried")
}

// What is refused is refused with the reason, and changes nothing.
func TestRefusals(t *testing.T) {
	r := readRecord(t, "2-seats-thrifty.json")
	g := begin(t, r)
	before := g.Snapshot(nil)
	for name, err := range map[string]error{
		"an illegal action": g.Apply(Action{Do: "lock", Space: "lock-witten"}),
		"the wrong seat":    g.Apply(Action{Seat: 1 - g.ToDecide(), Round: 1, Do: "option", Option: "none"}),
		"the wrong round":   g.Apply(Action{Seat: g.ToDecide(), Round: 2, Do: "option", Option: "none"}),
		"a draw":            g.Draw("forges-1"),
		"a country":         g.Country("belgium"),
	} {
		require.True(t, err != nil, "%s was not refused", name)
	}
	require.True(t, bytes.Equal(before, g.Snapshot(nil)), "a refusal changed the position")
}

// New names what is wrong with what it was given.
func TestNewRefusals(t *testing.T) {
	for _, c := range []struct {
		board            []byte
		seats, startSeat int
		says             string
	}{
		{spec.Board, 1, 0, "2 to 4"},
		{spec.Board, 5, 0, "2 to 4"},
		{spec.Board, 3, 3, "0 to 2"},
		{spec.Board, 3, -1, "0 to 2"},
		{[]byte("{"), 3, 0, "cannot be read"},
		{[]byte("{}"), 3, 0, "incomplete"},
	} {
		_, err := New(c.board, c.seats, false, false, c.startSeat)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d seats, start seat %d: error %v, want one with %q", c.seats, c.startSeat, err, c.says)
		}
	}
}

// A marker cannot be drawn twice, and calm water leaves the starred ones out
// (SET-4, WATER-1).
func TestDrawRefusals(t *testing.T) {
	g, err := New(spec.Board, 2, true, false, 0)
	require.NoError(t, err)
	require.Equal(t, g.bag, 4, "markers in the bag with calm water")
	for _, id := range []string{"high-water-minus", "low-water-plus", "no-such-marker"} {
		require.True(t, g.Draw(id) != nil, "%s was drawn", id)
	}
	require.NoError(t, g.Draw("forges-1"))
	if g.unseen["forges-1"] || g.bag != 3 {
		t.Errorf("after the draw the marker is unseen: %v, the bag holds %d", g.unseen["forges-1"], g.bag)
	}
}
