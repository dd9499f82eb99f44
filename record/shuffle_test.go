package record

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/rules/rulestest/rare"
)

// digits are 64 hex digits made of one.
func digits(c string) string { return strings.Repeat(c, 64) }

// shuffleVectors are finished games with shuffles, in testdata/shuffles.json; the
// tests of the script that derives the same deals read them, too.
type shuffleVector struct {
	Record *Record `json:"record"`
	Parts  struct {
		Seats     int            `json:"seats"`
		Markers   []string       `json:"markers"`
		Countries []string       `json:"countries"`
		Locks     map[string]int `json:"locks"`
	} `json:"parts"`
}

func playShuffle(t *testing.T, seats int, v rules.Variant, sh Shuffle) *Record {
	t.Helper()
	g := rules.NewGame(board.Default(), seats, v)
	commitment, err := CommitmentOf(sh.Secret)
	require.NoError(t, err)
	sh.Format, sh.Commitment = ShuffleFormat, commitment
	d, err := sh.Deal(g)
	require.NoError(t, err)
	s, rng := d.Start(g), rand.New(rand.NewPCG(uint64(seats), 3))
	var played []rules.Action
	for s.Decision() != rules.Over {
		a := rare.Habits[seats%len(rare.Habits)].Pick(g, &s, g.Legal(&s).Append(nil), rng.IntN)
		require.NoError(t, d.Apply(g, &s, a))
		played = append(played, a)
	}
	r, err := Export(g, &d, make([]Player, seats), played)
	require.NoError(t, err)
	r.Publish(sh)
	return r
}

var shuffles = []struct {
	seats   int
	variant rules.Variant
	Shuffle
}{
	{2, rules.Variant{}, Shuffle{Secret: digits("a"), Start: []string{digits("1"), ""}, Contributions: []string{digits("1"), digits("2")}}},
	{3, rules.Variant{CalmWater: true}, Shuffle{Secret: digits("0"), Start: []string{"", "", ""}, Contributions: []string{"", digits("f"), ""}}},
	{4, rules.Variant{EveryShip: true}, Shuffle{Secret: digits("7"), Start: []string{"", digits("3"), "", ""}, Contributions: []string{digits("4"), digits("5"), "", digits("6")}}},
}

func vectors(t *testing.T) []byte {
	b := board.Default()
	var out []shuffleVector
	for _, c := range shuffles {
		r := playShuffle(t, c.seats, c.variant, c.Shuffle)
		v := shuffleVector{Record: r}
		v.Parts.Seats, v.Parts.Locks = c.seats, map[string]int{}
		markers, countries := Components(r.NewGame(b))
		for _, m := range markers {
			v.Parts.Markers = append(v.Parts.Markers, b.Markers[m].ID)
		}
		for _, c := range countries {
			v.Parts.Countries = append(v.Parts.Countries, b.Port.Columns[c])
		}
		for k := range board.Obstacles {
			v.Parts.Locks[b.River[b.At.Lock[k]].ID] = k
		}
		out = append(out, v)
	}
	data, err := json.Marshal(out)
	require.NoError(t, err)
	return append(data, '\n')
}

// The deals that follow from secrets and contributions never change: records
// that carry them must stay provable.
func TestShuffleVectors(t *testing.T) {
	const path = "testdata/shuffles.json"
	now := vectors(t)
	if *update {
		require.NoError(t, os.WriteFile(path, now, 0o644))
	}
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(kept, now), "%s is not what follows now", path)
	var list []shuffleVector
	require.NoError(t, json.Unmarshal(kept, &list))
	for k, v := range list {
		checks, err := v.Record.Shuffle.Check(refereed(t, v.Record))
		require.Must(t, err == nil && len(checks) == 5, "game %d: %v, %v", k, checks, err)
		for _, c := range checks {
			require.True(t, c.OK, "game %d: %+v", k, c)
		}
	}
}

// What does not follow from the shuffle is found, with the first outcome that
// differs.
func TestShuffledFindsWhatDiffers(t *testing.T) {
	other := digits("b")
	for _, c := range []struct {
		name   string
		change func(r *Record)
		wrong  string // what differs; more may
	}{
		{"the commitment", func(r *Record) { r.Shuffle.Commitment = other }, "commitment"},
		{"SET-6: the start seat", func(r *Record) { r.Shuffle.Start = []string{digits("9"), ""} }, "draws"},
		{"SET-4: the obstacles", func(r *Record) { r.Shuffle.Contributions[1] = other }, "obstacles"},
		{"SET-3: the countries", func(r *Record) { r.Shuffle.Contributions[1] = "" }, "countries"},
		{"another secret", func(r *Record) { r.Shuffle.Secret = other }, "commitment"},
	} {
		r := playShuffle(t, 2, rules.Variant{}, Shuffle{Secret: digits("a"), Start: []string{digits("1"), ""}, Contributions: []string{digits("1"), digits("2")}})
		c.change(r)
		checks, err := r.Shuffle.Check(refereed(t, r))
		if err != nil {
			t.Fatal(c.name, err)
		}
		found := false
		for _, check := range checks {
			found = found || check.What == c.wrong && !check.OK && check.Got != check.Want
		}
		require.True(t, found, "%s: %+v, expected %s to differ", c.name, checks, c.wrong)
	}
}

// A shuffle that is not of its form is refused with a reason.
func TestShuffleRefuses(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	for _, c := range []struct {
		change func(sh *Shuffle)
		says   string
	}{
		{func(sh *Shuffle) { sh.Format = "x" }, `format is "x"`},
		{func(sh *Shuffle) { sh.Secret = "" }, `secret "" is not 64`},
		{func(sh *Shuffle) { sh.Secret = digits("A") }, "lower-case"},
		{func(sh *Shuffle) { sh.Start = nil }, "0 contributions, expected one for each of 2 seats"},
		{func(sh *Shuffle) { sh.Contributions = []string{"", "", ""} }, "3 contributions"},
		{func(sh *Shuffle) { sh.Contributions = []string{"", "zz"} }, `contribution of seat 1 "zz"`},
	} {
		sh := Shuffle{Format: ShuffleFormat, Secret: digits("0"), Start: []string{"", ""}, Contributions: []string{"", ""}}
		c.change(&sh)
		if _, err := sh.Deal(g); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want %q in it", err, c.says)
		}
	}
}

// What is seen at once follows from the contributions made before, whatever comes
// later (SET-6, WATER-1).
func TestLaterContributionsKeepTheStart(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	sh := Shuffle{Format: ShuffleFormat, Secret: digits("c"), Start: make([]string, 4), Contributions: make([]string, 4)}
	before, err := sh.Deal(g)
	require.NoError(t, err)
	sh.Contributions = []string{"", digits("8"), "", ""}
	after, err := sh.Deal(g)
	require.NoError(t, err)
	require.True(t, before.Start(g) == after.Start(g), "the first position depends on contributions that came later")
	require.True(t, before.Obstacles != after.Obstacles && before.Countries != after.Countries, "a contribution changes nothing")
}

// Derived deals are uniform, as those of NewDeal (SET-3, SET-4, SET-6, WATER-1).
func TestDerivedDealIsEven(t *testing.T) {
	const deals = 4000
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	rng := rand.New(rand.NewPCG(17, 69))
	var seats [3]int
	var lying, first [board.Markers]int
	for range deals {
		secret := make([]byte, 0, 64)
		for range 64 {
			secret = append(secret, "0123456789abcdef"[rng.IntN(16)])
		}
		sh := Shuffle{Format: ShuffleFormat, Secret: string(secret), Start: make([]string, 3), Contributions: make([]string, 3)}
		d, err := sh.Deal(g)
		require.NoError(t, err)
		seats[d.StartSeat]++
		first[d.Urn[0]]++
		lying[d.Obstacles[13]]++
		data, _ := json.Marshal(d)
		require.Succeeds(t)(ReadDeal(g, data))
	}
	near := func(what string, got, part int) {
		if want := deals / part; got < want*2/3 || got > want*4/3 {
			t.Errorf("%s: %d times in %d, expected about %d", what, got, deals, want)
		}
	}
	for _, n := range seats {
		near("a seat starts", n, 3)
	}
	for m := range board.Markers {
		near("a marker is the first drawn", first[m], board.Markers)
		near("a marker lies farthest down", lying[m], board.Markers)
	}
}

// The secret leaves only with the end of the game (SET-9).
func TestPublishKeepsTheSecret(t *testing.T) {
	sh := Shuffle{Format: ShuffleFormat, Secret: digits("d"), Start: []string{"", ""}, Contributions: []string{"", ""}}
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	d, err := sh.Deal(g)
	require.NoError(t, err)
	r, err := Export(g, &d, make([]Player, 2), nil)
	require.NoError(t, err)
	r.Publish(sh)
	data, _ := r.Write()
	require.True(t, r.Shuffle != nil && !strings.Contains(string(data), sh.Secret), "a running game's record: %s", data)
}
