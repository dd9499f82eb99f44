package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// counting rates by writing down the tables of a holder's games, in order.
// What has ratings without holding a seat is rated in the same way.
func counting(r store.Result, before store.Before) (map[store.Hash][]byte, error) {
	out := map[store.Hash][]byte{}
	who := []store.Hash{store.HashOf("all")}
	for _, h := range r.Holders {
		who = append(who, h.Browser)
	}
	for _, h := range who {
		was, err := before(h)
		if err != nil {
			return nil, err
		}
		if was == nil {
			was = []byte(`""`)
		}
		out[h] = fmt.Appendf(nil, `%s %s"`, was[:len(was)-1], r.Table[:4])
	}
	return out, nil
}

// result is the result of a game that people have ended.
func result(table string, ended int64, pool string, people ...string) store.Result {
	r := store.Result{Table: table, N: 7, Ended: ended, Pool: pool, Body: []byte(`{"seats":[]}`)}
	for k, name := range people {
		r.Holders = append(r.Holders, store.Holder{Browser: store.HashOf(name), Seat: k})
	}
	return r
}

func (s *suite) addResult(r store.Result, want bool) {
	s.Helper()
	if fresh, err := s.AddResult(s.ctx, r, counting); err != nil || fresh != want {
		s.Fatalf("AddResult = %v, %v; want %v", fresh, err, want)
	}
}

// wantRatings checks what a person's ratings in all pools were.
func (s *suite) wantRatings(name string, want ...string) {
	s.Helper()
	list, err := s.Ratings(s.ctx, store.HashOf(name), store.MaxResults)
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprintf("%s %d %s", r.Pool, r.Ended, r.Body))
	}
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("the ratings of %s are %q, %v; want %q", name, got, err, want)
	}
}

// A game counts once, and its table is no longer due.
func results(s *suite) {
	id := s.dueAt(1000)
	other := s.create(1).ID
	r := result(id, 50, "two", "anna", "bert")
	for _, fresh := range []bool{true, false, false} {
		s.addResult(r, fresh)
	}
	s.wantClaimed(5000, 6000)
	s.addResult(result(other, 60, "", "anna", "carl"), true)
	rated := fmt.Sprintf(`two 50 " %s"`, id[:4])
	s.wantRatings("anna", rated)
	s.wantRatings("bert", rated)
	s.wantRatings("carl")
	list, err := s.ResultsOf(s.ctx, store.HashOf("anna"))
	if err != nil || len(list) != 2 || list[0].Table != other || list[1].Table != id {
		s.Fatalf("Results = %+v, %v", list, err)
	}
	got := list[1]
	if got.N != 7 || got.Ended != 50 || got.Pool != "two" || string(got.Body) != `{"seats":[]}` || len(got.Holders) != 1 || got.Holders[0] != r.Holders[0] {
		s.Errorf("the result is %+v", got)
	}
	require.Returns(s.T, 1, "Rerate, which counts the one that is rated")(s.Rerate(s.ctx, "", counting))
	s.wantRatings("carl")
	// A game that nobody played leaves nothing but a table that is over and not due.
	empty := s.dueAt(1000)
	s.grant(store.HashOf("watcher"), store.Place{Table: empty, Seat: store.Nobody})
	s.addResult(result(empty, 70, "two"), false)
	s.wantClaimed(5000, 6000)
	s.wantStage("with a result", store.HashOf("watcher"), store.Over)
}

func resultsRefuse(s *suite) {
	good := result(store.NewID(), 1, "two", "anna")
	for what, spoil := range map[string]func(*store.Result){
		"no table":     func(r *store.Result) { r.Table = "x" },
		"no number":    func(r *store.Result) { r.N = 0 },
		"no time":      func(r *store.Result) { r.Ended = -1 },
		"no JSON":      func(r *store.Result) { r.Body = []byte("x") },
		"a large body": func(r *store.Result) { r.Body = append(slices.Repeat([]byte(" "), store.MaxResult), '1') },
		"a long pool":  func(r *store.Result) { r.Pool = string(make([]byte, store.MaxPool+1)) },
		"no seat":      func(r *store.Result) { r.Holders = []store.Holder{{Seat: store.Owner}} },
	} {
		r := good
		spoil(&r)
		s.fails(what, store.ErrBad)(s.AddResult(s.ctx, r, counting))
	}
	// Where a game cannot be rated, its result is not kept either.
	broken := fmt.Errorf("broken")
	s.fails("rate", broken)(s.AddResult(s.ctx, good, func(store.Result, store.Before) (map[store.Hash][]byte, error) { return nil, broken }))
	s.addResult(good, true)
}

// A result described again keeps its ratings until all are computed again.
func describeResult(s *suite) {
	id := store.NewID()
	s.addResult(result(id, 1, "two", "anna"), true)
	for _, body := range []string{"x", "", fmt.Sprintf("%*s", store.MaxResult+1, "1")} {
		s.want(body, s.Describe(s.ctx, id, []byte(body)), store.ErrBad)
	}
	for _, table := range []string{id, store.NewID()} {
		require.NoError(s.T, s.Describe(s.ctx, table, []byte(`{"seats":[1]}`)))
	}
	list, err := s.ResultsOf(s.ctx, store.HashOf("anna"))
	if err != nil || len(list) != 1 || string(list[0].Body) != `{"seats":[1]}` {
		s.Errorf("the results are %+v, %v", list, err)
	}
	s.wantRatings("anna", fmt.Sprintf(`two 1 " %s"`, id[:4]))
	body := func(r store.Result, _ store.Before) (map[store.Hash][]byte, error) {
		return map[store.Hash][]byte{r.Holders[0].Browser: r.Body}, nil
	}
	require.Succeeds(s.T)(s.Rerate(s.ctx, "", body))
	s.wantRatings("anna", `two 1 {"seats":[1]}`)
}

// However results come in, ratings are those of the order in which the games
// ended; computing them again changes nothing.
func resultsInAnyOrder(s *suite) {
	var list []store.Result
	for i := range 6 {
		pool := "two"
		if i == 4 {
			pool = "more"
		}
		list = append(list, result(store.NewID(), int64(10+i/2), pool, "anna", fmt.Sprint("other ", i%2)))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, i := range r.Perm(len(list)) {
		s.addResult(list[i], true)
	}
	slices.SortFunc(list[:4], func(a, b store.Result) int {
		if a.Ended != b.Ended {
			return int(a.Ended - b.Ended)
		}
		return slices.Compare([]byte(a.Table), []byte(b.Table))
	})
	want := []string{fmt.Sprintf(`more 12 " %s"`, list[4].Table[:4])}
	games := ""
	for _, r := range append(list[:4:4], list[5]) {
		games += " " + r.Table[:4]
		want = append(want, fmt.Sprintf(`two %d "%s"`, r.Ended, games))
	}
	s.wantRatings("anna", want...)
	s.wantRatings("all", want...)
	require.Returns(s.T, "", "rated by")(s.RatedBy(s.ctx))
	require.Returns(s.T, 6, "Rerate")(s.Rerate(s.ctx, "9", counting))
	s.wantRatings("anna", want...)
	s.wantRatings("all", want...)
	require.Returns(s.T, "9", "rated by")(s.RatedBy(s.ctx))
}

// Of several programs that find the same games ended at the same moment, each
// game counts once and for all.
func resultsAtOnce(s *suite) {
	var list []store.Result
	for i := range 8 {
		list = append(list, result(store.NewID(), int64(i), "two", "anna", "bert"))
	}
	n := 0
	for _, fresh := range atOnce(3*len(list), func(k int) bool {
		fresh, err := s.AddResult(s.ctx, list[k%len(list)], counting)
		if err != nil {
			s.Error(err)
		}
		return fresh
	}) {
		if fresh {
			n++
		}
	}
	got, err := s.Ratings(s.ctx, store.HashOf("bert"), store.MaxResults)
	if err != nil || n != len(list) || len(got) != len(list) {
		s.Fatalf("%d results of %d were new, %d ratings, %v", n, len(list), len(got), err)
	}
	games := ""
	for _, r := range list {
		games += " " + r.Table[:4]
	}
	require.Equal(s.T, string(got[len(got)-1].Body), `"`+games+`"`, "what the last rating comes of")
}

// Of several programs of a new version that start at the same moment one computes the
// ratings again, and none that starts later.
func rerateOnce(s *suite) {
	for i := range 5 {
		s.addResult(result(store.NewID(), int64(i), "two", "anna", "bert"), true)
	}
	for _, version := range []string{"8", "9"} {
		s.oneAtOnce(6, errNot, func(int) error {
			n, did, err := s.RerateOnce(s.ctx, version, counting)
			if err == nil && did != (n == 5) || !did && n != 0 {
				s.Errorf("RerateOnce = %d, %v", n, did)
			}
			return yes(did, err)
		})
		if _, did, err := s.RerateOnce(s.ctx, version, counting); did || err != nil {
			s.Errorf("once more: %v, %v", did, err)
		}
		require.Returns(s.T, version, "rated by")(s.RatedBy(s.ctx))
	}
}

// A result stays when its table goes.
func resultsOutlive(s *suite) {
	id := s.create(1).ID
	s.grant(store.HashOf("anna"), store.Place{Table: id, Seat: 0})
	s.addResult(result(id, 1, "two", "anna"), true)
	require.Returns(s.T, true, "Leave")(s.Leave(s.ctx, store.HashOf("anna"), id))
	s.wantRatings("anna", fmt.Sprintf(`two 1 " %s"`, id[:4]))
	require.Returns(s.T, 1, "Rerate")(s.Rerate(s.ctx, "", counting))
}

// Beside the seats of tables stand the newest ratings of those who hold them.
func seatRatings(s *suite) {
	one, two := s.create(1).ID, s.create(1).ID
	for k, name := range []string{"anna", "bert"} {
		s.grant(store.HashOf(name), store.Place{Table: one, Seat: k})
	}
	s.grant(store.HashOf("anna"), store.Place{Table: two, Seat: 1})
	s.grant(store.HashOf("anna"), store.Place{Table: two, Seat: store.Owner})
	games := []string{store.NewID(), store.NewID()}
	for i, id := range games {
		s.addResult(result(id, int64(i), "two", "anna"), true)
	}
	s.addResult(result(store.NewID(), 9, "more", "bert"), true)
	got, err := s.SeatRatings(s.ctx, "two", []string{one, two, "x"})
	now := fmt.Sprintf(`" %s %s"`, games[0][:4], games[1][:4])
	want := map[store.Place]string{{Table: one, Seat: 0}: now, {Table: two, Seat: 1}: now}
	if err != nil || !maps.EqualFunc(got, want, func(a []byte, b string) bool { return string(a) == b }) {
		s.Errorf("SeatRatings = %v, %v; want %v", got, err, want)
	}
	held, err := s.Holders(s.ctx, one)
	if err != nil || len(held) != 2 || held[0] != (store.Holder{Browser: store.HashOf("anna"), Seat: 0}) || held[1].Seat != 1 {
		s.Errorf("Holders = %+v, %v", held, err)
	}
	s.many("Holders", 1)(s.Holders(s.ctx, two))
}

// Of each pool the newest ratings are listed, the last one last.
func newestRatings(s *suite) {
	for i, pool := range []string{"two", "four", "two", "two"} {
		s.addResult(result(store.NewID(), int64(i+1), pool, "anna"), true)
	}
	list, err := s.Ratings(s.ctx, store.HashOf("anna"), 2)
	if err != nil || len(list) != 3 || list[0].Pool != "four" || list[1].Ended != 3 || list[2].Ended != 4 {
		s.Errorf("%+v, %v", list, err)
	}
}
