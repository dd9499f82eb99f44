package tournament

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"ruhr/internal/require"
	"slices"
	"testing"
)

// vp makes results of VP; a negative one is of a seat that was left.
func vp(all ...int) (out []Result) {
	for _, n := range all {
		out = append(out, Result{VP: max(n, -n), Left: n < 0})
	}
	return out
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		vp   []Result
		want []int // in Point
	}{
		{vp(60, 50, 40, 30), []int{4 * Point, 2 * Point, Point, 0}},
		{vp(30, 60, 40), []int{0, 3 * Point, Point}},
		{vp(30, 31), []int{0, Point}},
		{vp(50, 60, 60, 30), []int{Point, 3 * Point, 3 * Point, 0}},                             // first and second shared: (4+2)/2
		{vp(50, 50, 50), []int{Point * 4 / 3, Point * 4 / 3, Point * 4 / 3}},                    // (3+1+0)/3
		{vp(40, 40, 40, 40), []int{Point * 7 / 4, Point * 7 / 4, Point * 7 / 4, Point * 7 / 4}}, // 7/4
		{vp(-60, 50, 40, 30), []int{2 * Point, 2 * Point, Point, 0}},                            // half of 4 for who left
		{vp(-30, 31), []int{0, Point}},
		{vp(-30, -30), []int{Point / 4, Point / 4}},
	} {
		require.Slices(t, (Format{}).Points(&Round{Tables: []Table{{Results: c.vp}}}, 0), c.want, "%v", c.vp)
	}
}

// Who has decided nothing gets nothing, however well the stand-in does, and takes nothing from
// those at the table.
func TestNoPointsForNothing(t *testing.T) {
	for _, same := range []bool{false, true} {
		r := Round{Tables: []Table{{Results: vp(-60, 50)}, {Results: vp(40, 30)}}}
		r.Tables[0].Results[0].Absent = true
		require.Slices(t, Format{Seats: 2, SameDeal: same}.Points(&r, 0), map[bool][]int{false: {0, 0}, true: {0, Point}}[same], "same deal %v", same)
	}
}

// With the same deal the three who had a place are compared, once all have played: 60
// beats both others, 50 ties with 50; a stand-in's half of nothing is nothing.
func TestPointsBySameDeal(t *testing.T) {
	f := Format{Seats: 2, SameDeal: true}
	r := Round{Tables: []Table{{Results: vp(60, 20)}, {Results: vp(50, -30)}, {}}}
	require.Slices(t, f.Points(&r, 0), nil, "while one plays")
	r.Closed = true
	for i, want := range [][]int{{Point, 0}, {0, Point / 2}, {}} {
		require.Slices(t, f.Points(&r, i), want, "table %d of a round that its maker ended", i)
	}
	require.Slices(t, f.Points(&Round{Tables: []Table{r.Tables[0], {}}, Closed: true}, 0), []int{Point, 0}, "the only game that ended")
	r.Closed = false
	r.Tables[2].Results = vp(50, 10)
	for i, want := range [][]int{{Point, Point / 2}, {Point / 4, Point / 2}, {Point / 4, 0}} {
		require.Slices(t, f.Points(&r, i), want, "table %d", i)
	}
	r.Tables = r.Tables[:1]
	require.Slices(t, f.Points(&r, 0), []int{Point, 0}, "a single table")
}

// Three play for themselves from the same place, in the second round from the next one:
// those with 50 and 60 VP beat two others and one, and nobody has met an opponent.
func TestSolo(t *testing.T) {
	f := Format{Seats: 2, Rounds: 2, SameDeal: true, Solo: true}
	first := Round{Tables: Pair(f, nil, []bool{true, true, true})}
	if want := []Table{{Players: []int{0, Computer}}, {Players: []int{1, Computer}}, {Players: []int{2, Computer}}}; !reflect.DeepEqual(first.Tables, want) {
		t.Fatalf("first round %v, want %v", first.Tables, want)
	}
	for i, results := range [][]Result{vp(40, 70), vp(60, 10), vp(50, 65)} {
		first.Tables[i].Results = results
	}
	want := []Standing{{Player: 1, Rank: 1, Points: Point, VP: 60, Games: 1}, {Player: 2, Rank: 2, Points: Point / 2, VP: 50, Games: 1}, {Player: 0, Rank: 3, VP: 40, Games: 1}}
	require.Slices(t, f.Standings(3, []Round{first}), want, "standings")
	second := Pair(f, []Round{first}, []bool{true, true, false})
	if want := []Table{{Players: []int{Computer, 1}}, {Players: []int{Computer, 0}}}; !reflect.DeepEqual(second, want) {
		t.Errorf("second round %v, want %v", second, want)
	}
}

// Four players, two rounds of two: 0 beats 1 and 2, 3 beats 2 and loses to 1.
func TestStandings(t *testing.T) {
	rounds := []Round{
		{Tables: []Table{{Players: []int{0, 1}, Results: vp(60, 50)}, {Players: []int{2, 3}, Results: vp(40, 45)}}},
		{Tables: []Table{{Players: []int{2, 0}, Results: vp(30, 55)}, {Players: []int{1, 3}, Results: vp(52, 44)}}},
	}
	want := []Standing{
		{Player: 0, Rank: 1, Points: 2 * Point, Met: Point / 2, VP: 115, Games: 2},
		{Player: 1, Rank: 2, Points: Point, Met: 3 * Point / 2, VP: 102, Games: 2}, // met 0 and 3
		{Player: 3, Rank: 3, Points: Point, Met: Point / 2, VP: 89, Games: 2},      // met 2 and 1
		{Player: 2, Rank: 4, Points: 0, Met: 3 * Point / 2, VP: 70, Games: 2},
	}
	require.Slices(t, (Format{}).Standings(4, rounds), want, "standings")
	rounds = append(rounds, Round{Tables: []Table{{Players: []int{0, 1}}, {Players: []int{2, 3}}}})
	require.Slices(t, (Format{}).Standings(4, rounds), want, "a running round changes the standings")
}

func TestSharedRank(t *testing.T) {
	rounds := []Round{{Tables: []Table{{Players: []int{0, Computer}, Results: vp(40, 30)}, {Players: []int{Computer, 1}, Results: vp(30, 40)}, {Players: []int{2, Computer}, Results: vp(20, 30)}}}}
	got := (Format{}).Standings(3, rounds)
	if got[0].Rank != 1 || got[1].Rank != 1 || got[2].Rank != 3 {
		t.Errorf("ranks %d, %d, %d, want 1, 1, 3", got[0].Rank, got[1].Rank, got[2].Rank)
	}
}

// The winners of the first round meet, and sit where they have not sat.
func TestSwiss(t *testing.T) {
	f := Format{Seats: 2, Rounds: 3}
	all := []bool{true, true, true, true}
	first := Pair(f, nil, all)
	if want := []Table{{Players: []int{0, 1}}, {Players: []int{2, 3}}}; !reflect.DeepEqual(first, want) {
		t.Fatalf("first round %v, want %v", first, want)
	}
	first[0].Results, first[1].Results = vp(50, 40), vp(30, 60) // 0 and 3 win
	second := Pair(f, []Round{{Tables: first}}, all)
	if want := []Table{{Players: []int{3, 0}}, {Players: []int{1, 2}}}; !reflect.DeepEqual(second, want) {
		t.Errorf("second round %v, want %v", second, want)
	}
	// 3 has won both, then 0, 1 and 2 with one or none: 3 may meet neither 2 nor 0 again.
	second[0].Results, second[1].Results = vp(60, 50), vp(50, 40)
	third := Pair(f, []Round{{Tables: first}, {Tables: second}}, all)
	for _, table := range third {
		slices.Sort(table.Players)
	}
	if want := []Table{{Players: []int{1, 3}}, {Players: []int{0, 2}}}; !reflect.DeepEqual(third, want) {
		t.Errorf("third round %v, want %v", third, want)
	}
}

func TestComputerPlayersFill(t *testing.T) {
	for _, c := range []struct {
		players, seats int
		want           []int // persons by table
	}{
		{4, 4, []int{4}}, {5, 4, []int{3, 2}}, {9, 4, []int{3, 3, 3}}, {1, 3, []int{1}}, {7, 2, []int{2, 2, 2, 1}}, {0, 2, nil},
	} {
		var got []int
		for _, table := range Pair(Format{Seats: c.seats, Rounds: 1}, nil, slices.Repeat([]bool{true}, c.players)) {
			n := 0
			for _, p := range table.Players {
				if p != Computer {
					n++
				}
			}
			got = append(got, n)
		}
		require.True(t, slices.Equal(got, c.want), "%d players at tables of %d: %v persons, want %v", c.players, c.seats, got, c.want)
	}
}

// A simulated tournament: persons of different strength, some of whom leave.
func simulate(seed uint64) (f Format, players int, rounds []Round, active [][]bool) {
	r := rand.New(rand.NewPCG(seed, 0))
	f = Format{Seats: 2 + r.IntN(3), Rounds: 1 + r.IntN(7), Solo: seed%10 == 0}
	f.SameDeal = f.Solo
	players = 2 + r.IntN(39)
	now := slices.Repeat([]bool{true}, players)
	for range f.Rounds {
		for p := range now {
			now[p] = now[p] && r.IntN(15) > 0
		}
		tables := Pair(f, rounds, now)
		for i := range tables {
			for k, p := range tables[i].Players {
				// The first place wins most often, so that those who had it meet.
				tables[i].Results = append(tables[i].Results, Result{VP: 60 - 6*k - p/4 + r.IntN(12), Left: p != Computer && r.IntN(12) == 0})
			}
		}
		rounds = append(rounds, Round{Tables: tables})
		active = append(active, slices.Clone(now))
	}
	return f, players, rounds, active
}

func TestSimulated(t *testing.T) {
	repeats, pairs := 0, 0
	for seed := range uint64(1000) {
		f, players, rounds, active := simulate(seed)
		met, had := map[[2]int]int{}, map[[2]int]int{}
		for n, round := range rounds {
			times := make([]int, players)
			if want := f.Tables(count(active[n])); len(round.Tables) != want {
				t.Fatalf("%d, round %d: %d tables, want %d", seed, n, len(round.Tables), want)
			}
			for _, table := range round.Tables {
				require.Must(t, len(table.Players) == f.Seats, "%d, round %d: %d places, want %d", seed, n, len(table.Players), f.Seats)
				for k, p := range table.Players {
					if p == Computer {
						continue
					}
					times[p]++
					if had[[2]int{p, k}]++; had[[2]int{p, k}] > f.MostOfPlace() {
						t.Fatalf("%d (%+v), round %d: %d has place %d more than %d times", seed, f, n, p, k, f.MostOfPlace())
					}
					for _, o := range table.Players[:k] {
						if o != Computer {
							pair := [2]int{min(p, o), max(p, o)}
							if met[pair] > 0 {
								repeats++
							}
							met[pair]++
							pairs++
						}
					}
				}
			}
			for p, at := range times {
				require.Must(t, active[n][p] == (at == 1) && at <= 1, "%d, round %d: player %d is at %d tables", seed, n, p, at)
			}
		}
		_, _, again, _ := simulate(seed)
		require.Must(t, reflect.DeepEqual(rounds, again), "%d: another pairing of the same tournament", seed)
	}
	t.Logf("%d of %d meetings are repeats", repeats, pairs)
}

func count(active []bool) (n int) {
	for _, a := range active {
		if a {
			n++
		}
	}
	return n
}

// Where there are many more players than rounds, no two meet again.
func TestNoTwoMeetAgain(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for _, players := range []int{16, 24, 40} {
			t.Run(fmt.Sprint(players, " at tables of ", seats), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(seats), uint64(players)))
				f := Format{Seats: seats, Rounds: 3}
				var rounds []Round
				met := map[[2]int]bool{}
				for range f.Rounds {
					tables := Pair(f, rounds, slices.Repeat([]bool{true}, players))
					for i, table := range tables {
						for k, p := range table.Players {
							tables[i].Results = append(tables[i].Results, Result{VP: 60 - 6*k + r.IntN(12)})
							for _, o := range table.Players[:k] {
								if pair := [2]int{min(p, o), max(p, o)}; o != Computer && p != Computer {
									require.True(t, !met[pair], "%v meet again", pair)
									met[pair] = true
								}
							}
						}
					}
					rounds = append(rounds, Round{Tables: tables})
				}
			})
		}
	}
}

// Whom computer players meet changes: nobody has a table of two seats with one again before
// all others had, and with more seats nobody meets many more than others do.
func TestComputerPlayersAreShared(t *testing.T) {
	for _, c := range []struct{ players, seats, rounds, apart int }{{3, 2, 3, 0}, {5, 2, 5, 0}, {7, 2, 7, 0}, {9, 2, 5, 1}, {5, 4, 4, 3}, {7, 3, 5, 2}, {9, 4, 4, 2}} {
		for _, strong := range []int{10, 90} {
			f := Format{Seats: c.seats, Rounds: c.rounds}
			var rounds []Round
			met := make([]int, c.players)
			for range c.rounds {
				tables := Pair(f, rounds, slices.Repeat([]bool{true}, c.players))
				for i, table := range tables {
					for _, p := range table.Players {
						if p == Computer {
							tables[i].Results = append(tables[i].Results, Result{VP: strong})
							continue
						}
						tables[i].Results = append(tables[i].Results, Result{VP: 60 - p})
						for _, o := range table.Players {
							if o == Computer {
								met[p]++
							}
						}
					}
				}
				rounds = append(rounds, Round{Tables: tables})
			}
			if most, least := slices.Max(met), slices.Min(met); most-least > c.apart {
				t.Errorf("%+v, computer players with %d VP: met %v times", c, strong, met)
			}
		}
	}
}
