package search

import (
	"runtime"
	"testing"
	"unsafe"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/value"
	"ruhr/internal/require"
	"ruhr/rules"
)

// The subtree below a decision is kept when the game gets there: the same
// actions with the same sums, and their nodes in turn. So a search with a
// budget of playouts plays only the missing ones.
func TestTreeIsKept(t *testing.T) {
	kept := 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		for _, s := range bottest.Positions(t, g, 6, 11) {
			tr := NewTree(policy.NewTables(g), policy.SearchModels()[seats], value.Nets()[seats], Standard, 1)
			tr.Begin(&s, 1)
			for range 80 {
				tr.Run(1)
			}
			best := *tr.edges.at(tr.nodes[0].first)
			for _, e := range tr.edges.of(&tr.nodes[0]) {
				if e.visits > best.visits {
					best = e
				}
			}
			next := s
			g.Play(&next, best.action)
			for next.Decision() != rules.Over && g.Legal(&next).Len() == 1 {
				g.Play(&next, g.Legal(&next).First())
			}
			if best.child < 0 || g.Legal(&next).Len() < 2 || next.Round() != s.Round() {
				continue // chance or the end of the game comes in between
			}
			nd := tr.nodes[best.child]
			want := append([]edge(nil), tr.edges.of(&nd)...)
			require.Must(t, tr.reuse(&next), "the position is not found in the tree")
			if tr.nodes[0].visits != nd.visits || nd.visits < best.visits-1 {
				t.Fatalf("%d visits kept of %d through the action", tr.nodes[0].visits, best.visits)
			}
			for i, w := range want {
				e := *tr.edges.at(int32(i))
				if w.child >= 0 && tr.nodes[e.child].visits == 0 && w.visits > 1 {
					t.Fatal("what lies below is lost")
				}
				if w.child, e.child = 0, 0; e != w {
					t.Fatalf("%+v kept of %+v", e, w)
				}
			}
			before := tr.nodes[0].visits
			tr.Think(t.Context(), Limit{Playouts: before})
			require.Must(t, tr.nodes[0].visits == before, "playouts were played that the tree had already")
			kept++
		}
	}
	require.True(t, kept >= 15, "only %d trees were kept", kept)
}

// A kept subtree offers exactly what its position allows, though another outcome
// of chance allowed as many other actions there, such as pilots while they are
// not banned (WATER-3).
func TestKeptTreeFitsThePosition(t *testing.T) {
	kept := 0
	for seed := range uint64(60) {
		g := rules.NewGame(board.Default(), 2, rules.Variant{})
		tr := NewTree(policy.NewTables(g), policy.SearchModels()[2], value.Nets()[2], Standard, 1)
		for _, s := range bottest.Positions(t, g, seed, 1) {
			tr.ContinueAt(&s, 9)
			if tr.Visits() > 0 {
				kept++
			}
			tr.Think(t.Context(), Limit{Playouts: 24})
			for _, e := range tr.Tried() {
				require.Must(t, g.Legal(&s).Has(e.Action), "seed %d, round %d: action %d is tried where it is not legal", seed, s.Round(), e.Action)
			}
		}
	}
	require.True(t, kept >= 1000, "only %d trees were kept", kept)
}

// withRoom begins a tree of four seats with room for a number of edges.
func withRoom(t *testing.T, edges int) *Tree {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	s := bottest.Positions(t, g, 9, 1)[20]
	tr := NewTree(policy.NewTables(g), policy.SearchModels()[4], value.Nets()[4], Standard, 1)
	tr.capacity = edges
	tr.Begin(&s, 1)
	return tr
}

// A tree without room for more nodes keeps collecting results for those it
// has.
func TestFullTreeGoesOn(t *testing.T) {
	tr := withRoom(t, 300)
	tr.Think(t.Context(), Limit{Playouts: 1000})
	if n := tr.nodes[0].visits; int(n) < 3*tr.capacity/2 || tr.edges.count > 300+64 {
		t.Errorf("%d playouts on %d edges, expected half as many again as edges, of which at most %d", n, tr.edges.count, 300+64)
	}
}

// A tree keeps its last room for the lines that are looked at most: it still
// grows when it has had many times the playouts that would have filled it.
func TestRoomIsKept(t *testing.T) {
	tr := withRoom(t, 4000)
	last := 0
	for _, playouts := range []int32{1000, 2000, 4000} {
		for tr.Visits() < playouts {
			tr.Run(1)
		}
		if tr.edges.count <= last || tr.edges.count > tr.capacity+64 {
			t.Errorf("%d edges after %d playouts, expected more than %d and about %d at most", tr.edges.count, playouts, last, tr.capacity)
		}
		last = tr.edges.count
	}
}

// A tree that grows, and keeps a subtree of itself move after move, takes no more
// memory than it had at its largest and what it keeps: it leaves none to the
// garbage collector.
func TestGrowingTreeLeavesNoGarbage(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	tr := NewTree(policy.NewTables(g), policy.SearchModels()[4], value.Nets()[4], Standard, 1)
	most, kept := 0, 0
	positions := bottest.Positions(t, g, 9, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, s := range positions[:40] {
		tr.ContinueAt(&s, 9)
		if tr.Visits() > 0 {
			kept = max(kept, tr.edges.used())
		}
		tr.Think(t.Context(), Limit{Playouts: 2000})
		most = max(most, tr.edges.used())
	}
	runtime.ReadMemStats(&after)
	if got := len(tr.edges.chunks); got > most+kept || most < 5 || kept == 0 {
		t.Errorf("%d chunks for a tree of %d at most, of which %d were kept", got, most, kept)
	}
	taken := int(after.TotalAlloc - before.TotalAlloc)
	chunks := len(tr.edges.chunks) * int(unsafe.Sizeof(chunk{}))
	require.True(t, taken <= chunks*5/4, "%d bytes were taken for chunks of %d", taken, chunks)
	t.Logf("%d chunks, %d bytes taken for %d", len(tr.edges.chunks), taken, chunks)
}
