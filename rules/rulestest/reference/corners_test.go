package reference

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// corner is a position laid out by hand with what was counted from it, as
// rules/testdata/perft.json has it. Places go by their number, counted
// downriver or as the board file lists them.
type corner struct {
	Name     string
	Seats    int
	Position struct {
		Round, Phase            int
		Dice                    []int
		Track                   [2][]int
		Demand                  []int
		Locks                   []int
		Cities, Depots, Port    [][]int
		Export, Country         int
		Hidden                  []int
		Unseen                  uint32
		Bag                     int
		Copies                  []int
		Ban, Duty, Wage, Docked bool
		Seats                   []cornerSeat
	}
	Seat   int
	Legal  []Action
	Counts []int
	Divide []int
}

type cornerSeat struct {
	Thaler, VP, Supply, Debts      int
	Timeline                       []int
	LockField, MarkField           bool
	Tokens                         []int
	Progress, Blanks, Used, Bought int
	Barge, Arrived, Option         int
	FreeLock                       bool
}

// The order in which the file numbers what it names by number.
var (
	cornerAreas   = []string{"black_industry", "black_city", "white_industry", "white_city", "ruhrort"}
	cornerMarkers = []string{"lock_building", "essen_warehouse", "mark_warehouse", "coal_depot", "port_ruhrort", "grafschaft_mark",
		"wage", "supply", "hauling_action", "inn", "mayor", "coal_hauler", "warehouse", "ruhraake", "ruhrtalbahn"}
	cornerTerritories = []string{"broich", "werden", "essen", "mark"}
)

// layOut puts a corner on the reference's table and begins its phase.
func layOut(t *testing.T, c corner) *Game {
	g, err := New(spec.Board, c.Seats, false, false, 0)
	require.NoError(t, err)
	p := c.Position
	g.round, g.phase, g.export, g.bag = p.Round, p.Phase, p.Export, p.Bag
	g.pilotBan, g.duty, g.wage, g.docked = p.Ban, p.Duty, p.Wage, p.Docked
	if p.Country >= 0 {
		g.country = g.board.Harbour.Columns[p.Country]
	}
	for k, column := range g.board.Harbour.Columns {
		g.hidden[column], g.port[column] = p.Hidden[k], p.Port[k]
	}
	for k, m := range g.board.Markers {
		g.unseen[m.ID] = p.Unseen>>k&1 != 0
	}
	for k, s := range g.board.spaces("storage") {
		g.storages[s.ID] = p.Dice[k]
	}
	for k, s := range g.board.spaces("lock") {
		g.locks[s.ID] = p.Locks[k]
	}
	for k, s := range g.board.spaces("city") {
		g.cities[s.ID] = p.Cities[k]
	}
	for _, d := range g.board.Depots {
		g.depots[d.ID] = p.Depots[slices.Index(cornerTerritories, d.ID[len("depot-"):])]
	}
	sells := 0
	for _, s := range g.board.River {
		if s.sells() {
			g.thaler[s.ID] = p.Demand[sells]
			sells++
		}
	}
	path := g.path()
	g.track = map[string][]int{}
	for k, column := range path.Columns {
		g.track[column] = slices.Clone(p.Track[k][:path.Above+1+path.Below])
	}
	for k, n := range p.Copies {
		g.copies[cornerMarkers[8+k]] = n
	}
	g.river = nil
	for seat, v := range p.Seats {
		g.players[seat] = layOutSeat(g, v)
		g.river = append(g.river, seat)
	}
	slices.SortFunc(g.river, func(a, b int) int {
		x, y := p.Seats[a], p.Seats[b]
		if x.Barge != y.Barge {
			return x.Barge - y.Barge
		}
		return y.Arrived - x.Arrived
	})
	g.order = g.riverOrder()
	g.agenda = nil
	map[int]func(){3: g.beginStart, 4: g.beginSail, 6: g.beginBuy}[p.Phase]()
	g.run()
	return g
}

func layOutSeat(g *Game, v cornerSeat) *player {
	p := newPlayer(g.board)
	p.thaler, p.vp, p.supply, p.debts, p.timeline = v.Thaler, v.VP, v.Supply, v.Debts, v.Timeline
	if !v.LockField {
		p.lockWarehouses = 0
	}
	if !v.MarkField {
		p.markWarehouses = 0
	}
	for k, n := range v.Tokens {
		p.tokens[cornerAreas[k]] = n
	}
	for k, id := range cornerMarkers {
		p.progress[id], p.blanks[id], p.used[id] = v.Progress>>k&1 != 0, v.Blanks>>k&1 != 0, v.Used>>k&1 != 0
	}
	p.barge = g.board.River[v.Barge].ID
	if v.Option < len(options) {
		p.option = options[v.Option].id
	}
	return p
}

// The reference counts the same action sequences from positions laid out by hand
// as the engine did (rules/testdata/perft.json), with the same legal lists.
func TestCornersAsCounted(t *testing.T) {
	data, err := os.ReadFile("../../testdata/perft.json")
	require.NoError(t, err)
	var corners []corner
	require.NoError(t, json.Unmarshal(data, &corners))
	for _, c := range corners {
		t.Run(c.Name, func(t *testing.T) {
			g := layOut(t, c)
			require.Must(t, g.ToDecide() == c.Seat, "seat %d decides, counted for seat %d", g.ToDecide(), c.Seat)
			compareLegal(t, 0, g.Legal(), c.Legal)
			for depth, want := range c.Counts {
				if want > 3000 {
					break
				}
				if have := perft(t, g, Chance{}, g.Round(), depth+1); have != want {
					t.Errorf("depth %d: %s sequences, the engine counted %d", depth+1, fmt.Sprint(have), want)
				}
			}
		})
	}
}
