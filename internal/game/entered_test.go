package game

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/rules/random"
)

var besideGames = flag.Int("beside", 40, "how many random games to enter by hand")

// box is a table beside the box, with the log that a store would have.
type box struct {
	t     *testing.T
	rules *Ruleset
	f     *Game
	log   []Entry
}

var hand = Actor{Seats: []int{0, 1, 2, 3}}

func noLevel(int, string) error { return nil }

// besideBox starts a table; the seats of bots are computer players.
func besideBox(t *testing.T, seats, start int, v rules.Variant, bots ...int) *box {
	t.Helper()
	b := board.Default()
	table := NewTable{Deal: Entered, StartSeat: start, CalmWater: v.CalmWater, EveryShip: v.EveryShip}
	for k := range seats {
		table.Seats = append(table.Seats, NewSeat{Kind: Person, Name: fmt.Sprint("P", k)})
	}
	for _, k := range bots {
		table.Seats[k] = NewSeat{Kind: Bot, Level: "kapitaen"}
	}
	s, err := table.Setup("", noLevel, true)
	require.NoError(t, err)
	x := &box{t: t, rules: NewRuleset(b, seats, v)}
	if x.f, x.log, err = Begin("box", time.UnixMilli(1), s, b.SHA256, x.rules, DealEntered); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *box) try(c Command) error {
	next, entries, _, err := x.f.Do(c, Call{Who: hand, At: x.f.N, Now: time.UnixMilli(1), Level: noLevel})
	if err == nil {
		x.f, x.log = next, append(x.log, entries...)
	}
	return err
}

func (x *box) do(c Command) {
	x.t.Helper()
	require.ErrorIs(x.t, x.try(c), nil, "at %d", x.f.N)
}

// waits reports whether something drawn is to be entered.
func (x *box) waits() bool {
	s := x.f.State()
	return record.Waits(&s)
}

// seen is what somebody may do.
func (x *box) seen(who Actor) You {
	return x.f.Snapshot(func(int) bool { return false }, analysis.Analysis{}, time.Now()).For(who).You
}

// again folds the log as it is stored.
func (x *box) again() *Game {
	x.t.Helper()
	meta, deal, err := x.f.Stored()
	require.NoError(x.t, err)
	g := Read("box", time.UnixMilli(1), meta, deal, x.f.Board, func(int, rules.Variant) (*Ruleset, error) { return x.rules, nil })
	g.AddLog(x.log)
	if g.Frozen != nil {
		x.t.Fatal(g.Why)
	}
	return g
}

// slip enters something else and takes it back: a decision, or what was drawn.
func (x *box) slip(r *rand.Rand) {
	x.t.Helper()
	before, s := x.f.State(), x.f.State()
	if record.Waits(&s) {
		faces := record.Faces(x.rules.game, &s)
		face := faces[r.IntN(len(faces))]
		if err := x.try(Enter(face.ID)); face.Left == 0 {
			require.ErrorIs(x.t, err, ErrNoneLeft, "%s has none left", face.ID)
			return
		} else if err != nil {
			x.t.Fatal(err)
		}
		x.do(EnterAgain(len(x.f.entering().Outcomes) - 1))
	} else {
		legal := x.rules.game.Legal(&s).Append(nil)
		x.do(Act(legal[r.IntN(len(legal))]))
		_, to := x.f.undo()
		x.do(Undo(to[len(to)-1]))
	}
	require.Must(x.t, x.f.State() == before, "what was taken back has left something")
}

// want is a record as it comes out of what people entered: the first marker of a face
// stands for all.
func want(g *rules.Game, rec record.Record) *record.Record {
	rec.Chance.Entered, rec.Chance.Obstacles = true, make([]*string, board.Obstacles)
	rec.Players = nil
	s := g.Start(0)
	left := s.Unseen()
	for k, id := range rec.Chance.Draws {
		face := faceOf(g, id)
		for m := range g.Board().Markers {
			if left>>m&1 != 0 && faceOf(g, g.Board().Markers[m].ID) == face {
				rec.Chance.Draws[k] = g.Board().Markers[m].ID
				left &^= 1 << m
				break
			}
		}
	}
	return &rec
}

func faceOf(g *rules.Game, id string) string {
	s := g.Start(0)
	for m, marker := range g.Board().Markers {
		if marker.ID == id {
			for s.Decision() != rules.DrawMarker {
				g.Apply(&s, g.Legal(&s).First())
			}
			return record.FaceOf(g, record.Outcome{Before: s, Number: m})
		}
	}
	return ""
}

// same compares what a table exports with a record.
func (x *box) same(name string, rec *record.Record) {
	x.t.Helper()
	got, err := x.f.Record()
	require.NoError(x.t, err)
	got.Players = nil
	have, _ := json.Marshal(got)
	if wanted, _ := json.Marshal(want(x.rules.game, *rec)); string(have) != string(wanted) {
		at := 0
		for at < min(len(have), len(wanted)) && have[at] == wanted[at] {
			at++
		}
		t := max(0, at-80)
		x.t.Fatalf("%s differs: …%s, expected …%s", name, have[t:min(at+80, len(have))], wanted[t:min(at+80, len(wanted))])
	}
	again, err := x.again().Record()
	require.NoError(x.t, err)
	if again.Players = nil; !reflect.DeepEqual(again, got) {
		x.t.Errorf("%s: folded again, the log gives another record", name)
	}
}

// enter plays a recorded game by hand, with so many slips of every hundred.
func (x *box) enter(rec *record.Record, r *rand.Rand, slips int) {
	x.t.Helper()
	draws, countries := 0, 0
	for n := 0; ; {
		s := x.f.State()
		if s.Decision() == rules.Over {
			return
		}
		if r.IntN(100) < slips {
			x.slip(r)
		}
		switch s.Decision() {
		case rules.DrawMarker:
			x.do(Enter(faceOf(x.rules.game, rec.Chance.Draws[draws])))
			draws++
		case rules.RevealCountry:
			x.do(Enter(*rec.Chance.Countries[countries]))
			countries++
		default:
			a, err := x.f.words.Decode(rec.Actions[n])
			require.NoError(x.t, err)
			x.do(Act(a))
		}
		n = len(x.f.Steps)
	}
}

// played is a game with the decisions in which nothing can differ taken as every table
// takes them.
func played(t *testing.T, g *rules.Game, deal *record.Deal, choose func(s *rules.State, n int) rules.Action) *record.Record {
	t.Helper()
	var actions []rules.Action
	for s := deal.Start(g); s.Decision() != rules.Over; {
		a, forced := g.Forced(&s)
		if !forced {
			a = choose(&s, len(actions))
		}
		actions = append(actions, a)
		require.NoError(t, deal.Apply(g, &s, a))
	}
	rec, err := record.Export(g, deal, make([]record.Player, g.Seats()), actions)
	require.NoError(t, err)
	return rec
}

// A recorded game that is entered by hand comes out as the same record, whatever was
// entered wrongly on the way and taken back, and is refereed.
func TestEnteredByHandIsTheSameRecord(t *testing.T) {
	paths, _ := filepath.Glob("../../record/testdata/*-*.json")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		rec, err := record.Read(data)
		require.NoError(t, err)
		x := besideBox(t, len(rec.Players), rec.Chance.StartSeat, rec.Variant.Rules())
		g, err := record.Referee(rec, x.rules.game.Board())
		require.NoError(t, err)
		deal, err := g.Deal(rand.IntN)
		require.NoError(t, err)
		rec = played(t, g.Rules, &deal, func(_ *rules.State, n int) rules.Action { return g.Steps[n+1].Action })
		x.enter(rec, rand.New(rand.NewPCG(1, 2)), 10)
		x.same(path, rec)
		out, _ := x.f.Record()
		if g, err := record.Referee(out, x.rules.game.Board()); err != nil || !g.Entered || !g.Over() {
			t.Errorf("%s: the referee says %v", path, err)
		}
	}
}

// Random games through the same door: -beside 1000 takes some minutes.
func TestRandomGamesEnteredByHand(t *testing.T) {
	for n := range *besideGames {
		g := besideBox(t, 2+n%3, 0, rules.Variant{CalmWater: n%2 == 1, EveryShip: n%4 > 1}).rules.game
		r, source := rand.New(rand.NewPCG(3, uint64(n))), random.New(uint64(n))
		deal := record.NewDeal(g, r.IntN)
		rec := played(t, g, &deal, func(s *rules.State, _ int) rules.Action { return source.Action(g.Legal(s)) })
		x := besideBox(t, g.Seats(), deal.StartSeat, g.Variant())
		x.enter(rec, r, 10)
		x.same(fmt.Sprint("game ", n), rec)
	}
}

// Going back to what was drawn long ago takes back all that followed.
func TestBackToAnEarlierDraw(t *testing.T) {
	x := besideBox(t, 3, 0, rules.Variant{})
	for range 3 {
		first := x.f.State() // waits for a draw
		x.do(Enter(firstLeft(x.rules.game, &first)))
		for !x.waits() {
			s := x.f.State()
			x.do(Act(x.rules.game.Legal(&s).First()))
		}
	}
	e := x.f.entering()
	require.Must(t, len(e.Outcomes) == 3 && e.Outcomes[1].Round == 2, "entered: %+v", e.Outcomes)
	x.do(EnterAgain(1))
	x.do(Correct(record.Correction{"die.storage-mintard": 0})) // by mistake
	x.do(Correct(record.Correction{"die.storage-mintard": 3})) // put back
	x.do(EnterAgain(1))
	s := x.f.State()
	if s.Round() != 2 || !x.waits() || len(x.f.entering().Outcomes) != 1 {
		t.Errorf("back at the draw of round 2: round %d, %+v", s.Round(), x.f.entering().Outcomes)
	}
	require.True(t, x.again().State() == s, "folded again it is another position")
}

// A computer player's turn waits until hands have carried it out, before anything is
// drawn and before anyone else decides.
func TestHandsCarryOutAComputerPlayersTurn(t *testing.T) {
	x := besideBox(t, 3, 0, rules.Variant{}, 1, 2)
	x.do(Enter("industries-mark"))
	waited := 0
	for s := x.f.State(); s.Round() < 3; s = x.f.State() {
		if _, due := x.f.BotDue(); due {
			if turn := x.f.turn(); turn.Waiting {
				t.Fatalf("seat %d decides before hands have done what seat %d decided", s.ToDecide(), turn.Seat)
			}
			x.do(BotDecides(x.f, x.rules.game.Legal(&s).First(), "kapitaen"))
			continue
		}
		if turn := x.f.turn(); turn.Waiting {
			waited++
			require.Must(t, turn.Seat >= 1 && !x.seen(hand).Enter, "waits for %+v", turn)
			if err := x.try(Act(x.rules.game.Legal(&s).First())); !errors.Is(err, ErrWaiting) && !errors.Is(err, ErrPlayedByBot) {
				t.Fatalf("decided before hands were done: %v", err)
			}
			x.do(Confirm())
			continue
		}
		if x.waits() {
			x.do(Enter(firstLeft(x.rules.game, &s)))
			continue
		}
		x.do(Act(x.rules.game.Legal(&s).First()))
	}
	require.True(t, waited >= 8, "waited %d times in two rounds, expected each option, trip and purchase to wait", waited)
	x.do(EnterAgain(0))
	for x.do(Enter("industries-mark")); !x.f.turn().Waiting; {
		if s := x.f.State(); s.Round() > 1 {
			t.Fatal("back in round 1 no turn of a computer player waits again")
		} else if _, due := x.f.BotDue(); due {
			x.do(BotDecides(x.f, x.rules.game.Legal(&s).First(), "kapitaen"))
		} else {
			x.do(Act(x.rules.game.Legal(&s).First()))
		}
	}
}

// A seat that is handed over owes hands nothing of what its person decided, and nothing
// but a computer player's turn is ever confirmed.
func TestHandingOverBesideTheBox(t *testing.T) {
	x := besideBox(t, 3, 0, rules.Variant{}, 1, 2)
	final := Call{Who: Actor{Seats: []int{0}, Final: true}, Now: time.UnixMilli(1), Level: noLevel}
	x.do(Enter("industries-mark"))
	for range 2 {
		s, call := x.f.State(), final
		call.At = x.f.N
		next, entries, _, err := x.f.Do(Act(x.rules.game.Legal(&s).First()), call)
		require.NoError(t, err)
		for _, e := range entries {
			require.Must(t, e.Kind != kindConfirm, "a person's choice is confirmed")
		}
		x.f, x.log = next, append(x.log, entries...)
	}
	x = besideBox(t, 2, 0, rules.Variant{})
	forced := func(s Step) bool { return s.Auto && s.Seat == 0 && x.f.handled(&s) }
	for !slices.ContainsFunc(x.f.Steps, forced) {
		if s := x.f.State(); record.Waits(&s) {
			x.do(Enter(firstLeft(x.rules.game, &s)))
		} else {
			x.do(Act(x.rules.game.Legal(&s).First()))
		}
	}
	x.do(GiveToBot(0, "kapitaen"))
	if turn := x.f.turn(); turn.Waiting {
		t.Errorf("what a person decided waits for hands: %+v", turn)
	}
	if g := x.again(); g.State() != x.f.State() || g.turn() != x.f.turn() {
		t.Error("folded again the turn differs")
	}
}

// What a computer player decided is still to be carried out when any seat is handed over, taken
// back or gets another level, its own too.
func TestHandingOverKeepsWhatHandsOwe(t *testing.T) {
	for name, change := range map[string][]Command{
		"given": {GiveToBot(0, "kapitaen")}, "taken back": {GiveToBot(0, "kapitaen"), TakeBack(0)}, "own taken back": {TakeBack(1)},
		"level": {SetLevel(2, "greedy")}, "own level": {SetLevel(1, "greedy")},
	} {
		x := besideBox(t, 3, 0, rules.Variant{}, 2)
		x.do(GiveToBot(1, "kapitaen"))
		for x.do(Enter("industries-mark")); x.f.turn().Seat != 1; {
			if a := x.rules.game.Legal(new(x.f.State())).First(); x.f.turn().Waiting {
				x.do(Confirm())
			} else if _, due := x.f.BotDue(); due {
				x.do(BotDecides(x.f, a, "kapitaen"))
			} else {
				x.do(Act(a))
			}
		}
		turn, owed := x.f.turn(), x.f.entering().Hands
		for _, c := range change {
			x.do(c)
		}
		if e := x.f.entering(); x.f.turn() != turn || e.Hands != owed || x.again().turn() != turn {
			t.Errorf("%s: waits for %+v from step %d, expected %+v from %d", name, x.f.turn(), e.Hands, turn, owed)
		}
		if _, due := x.f.BotDue(); due {
			t.Errorf("%s: the next computer player decides already", name)
		}
	}
}

func firstLeft(g *rules.Game, s *rules.State) string {
	for _, face := range record.Faces(g, s) {
		if face.Left > 0 {
			return face.ID
		}
	}
	return ""
}

// Someone without a seat enters nothing, and elsewhere nothing is entered.
func TestWhoEnters(t *testing.T) {
	if s := (&Setup{Deal: Entered}); s.Unknown() {
		t.Error("results of entered games count")
	}
	x := besideBox(t, 2, 1, rules.Variant{})
	call := Call{Who: Actor{Watching: true}, At: x.f.N, Now: time.UnixMilli(1)}
	if _, _, _, err := x.f.Do(Enter("industries-mark"), call); !errors.Is(err, ErrNotYours) {
		t.Errorf("without a seat: %v", err)
	}
	require.ErrorIs(t, x.try(Enter("netherlands")), ErrNothingToEnter, "a country where a marker is drawn")
	require.ErrorIs(t, x.try(Act(0)), ErrEnterFirst, "a decision before the draw")
	x.do(Enter("industries-mark"))
	require.ErrorIs(t, x.try(Enter("industries-mark")), ErrNothingToEnter, "nothing to draw")
	for _, bad := range []NewTable{
		{Rated: true}, {Public: true}, {Pace: Paces[1].Pace}, {StartSeat: 2}, {Seats: []NewSeat{{Kind: Bot, Level: "x"}, {Kind: Bot, Level: "x"}}},
		{Seats: []NewSeat{{Kind: Person, Name: "A"}, {Kind: Open}}},
	} {
		if bad.Deal = Entered; bad.Seats == nil {
			bad.Seats = []NewSeat{{Kind: Person, Name: "A"}, {Kind: Person, Name: "B"}}
		}
		if _, err := bad.Setup("", noLevel, true); !errors.Is(err, ErrBesideBox) && !errors.Is(err, ErrBadStart) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// What people put right is an entry like any other: it can be taken back, the log folds
// to the same game, and the record says where it was, so that it is refereed from there.
func TestCorrections(t *testing.T) {
	for n := range 20 {
		x := besideBox(t, 2+n%3, 0, rules.Variant{})
		r, made, seen := rand.New(rand.NewPCG(5, uint64(n))), 0, map[string]bool{}
		for s := x.f.State(); s.Decision() != rules.Over; s = x.f.State() {
			if fields := record.Fields(x.rules.game, &s); fields != nil && r.IntN(4) == 0 {
				f := fields[r.IntN(len(fields))]
				set := record.Correction{f.Key: r.IntN(f.Most + 1)}
				if err := x.try(Correct(set)); err != nil {
					if !errors.Is(err, ErrCorrection) {
						t.Fatal(err)
					}
					continue
				}
				if r.IntN(2) == 0 {
					x.do(EnterAgain(len(x.f.entering().Outcomes) - 1))
					require.Must(t, x.f.State() == s, "%v is taken back, and the position differs", set)
					continue
				}
				made++
				seen[f.Kind] = true
				continue
			}
			if record.Waits(&s) {
				x.do(Enter(firstLeft(x.rules.game, &s)))
				continue
			}
			legal := x.rules.game.Legal(&s).Append(nil)
			x.do(Act(legal[r.IntN(len(legal))]))
		}
		rec, err := x.f.Record()
		require.NoError(t, err)
		g, err := record.Referee(rec, x.rules.game.Board())
		if err != nil || *g.After(g.Len()) != x.f.State() || len(rec.Corrections) != made || made < 2 {
			t.Fatalf("game %d with %d corrections: %v", n, made, err)
		}
		require.True(t, x.again().State() == x.f.State(), "game %d: folded again it ends otherwise", n)
		rec.Chance.Entered = false
		if _, err := record.Referee(rec, x.rules.game.Board()); err == nil {
			t.Errorf("game %d: corrections of a game that was dealt are refereed", n)
		}
		rec.Chance.Entered = true
		known := slices.Clone(rec.Chance.Obstacles)
		for k := range rec.Chance.Obstacles {
			rec.Chance.Obstacles[k] = &x.rules.game.Board().Markers[k].ID
		}
		if _, err := record.Referee(rec, x.rules.game.Board()); err == nil || !strings.Contains(err.Error(), "what lay on the river") {
			t.Errorf("game %d: corrected, it still says what lay on the river: %v", n, err)
		}
		rec.Chance.Obstacles = known
		rec.Corrections[0].After = len(rec.Actions) + 1
		if _, err := record.Referee(rec, x.rules.game.Board()); err == nil {
			t.Errorf("game %d: with a correction that has no place the record is still refereed", n)
		}
	}
}

// A game is corrected only so often.
func TestCorrectionsAreBounded(t *testing.T) {
	x := besideBox(t, 2, 0, rules.Variant{})
	for n := range record.MaxCorrections {
		x.do(Correct(record.Correction{"thaler.0": n % 2}))
	}
	require.ErrorIs(t, x.try(Correct(record.Correction{"thaler.0": 3})), ErrManyCorrections, "one too many")
	rec, err := x.f.Record()
	require.NoError(t, err)
	require.Fails(t, nil, "as many as can be")(record.Referee(rec, x.rules.game.Board()))
	rec.Corrections = append(rec.Corrections, record.Corrected{At: len(rec.Corrections), Set: record.Correction{"thaler.0": 3}})
	if _, err := record.Referee(rec, x.rules.game.Board()); err == nil {
		t.Error("a record with one too many is refereed")
	}
}

// Everyone with a seat keeps the books: each may take back the last choice, no matter
// whose; nobody gives standing orders.
func TestEveryoneKeepsTheBooks(t *testing.T) {
	x := besideBox(t, 2, 1, rules.Variant{})
	x.do(Enter("industries-mark"))
	s := x.f.State()
	x.do(Act(x.rules.game.Legal(&s).First()))
	for _, who := range []Actor{{Watching: true}, {Seats: []int{0}}, {Seats: []int{1}}} {
		_, _, _, err := x.f.Do(Undo(0), Call{Who: who, At: x.f.N, Now: time.UnixMilli(1), Level: noLevel})
		if (err == nil) != (len(who.Seats) > 0) || err != nil && !errors.Is(err, ErrNotYours) {
			t.Errorf("%+v takes back: %v", who, err)
		}
		if you := x.seen(who); (len(you.UndoTo) > 0) != (err == nil) {
			t.Errorf("%+v is offered %v", who, you.UndoTo)
		}
	}
	require.ErrorIs(t, x.try(SetOrders(0, nil, true)), ErrBesideBox, "standing orders")
	for s = x.f.State(); s.Phase() != rules.Purchase; s = x.f.State() {
		snap := x.f.Snapshot(func(int) bool { return false }, analysis.Analysis{}, time.Now())
		for k := range 2 {
			if list := snap.SalesAhead(k); len(list) > 0 {
				t.Fatalf("seat %d is offered %d sales to order, which are refused", k, len(list))
			}
		}
		if record.Waits(&s) {
			x.do(Enter(firstLeft(x.rules.game, &s)))
		} else {
			x.do(Act(x.rules.game.Legal(&s).First()))
		}
	}
}

// A choice is not taken back, nor an outcome, with what somebody else entered after the page
// was sent.
func TestBackTakesNothingAlongThatWasEnteredSince(t *testing.T) {
	for _, draws := range []bool{true, false} {
		x := besideBox(t, 2, 0, rules.Variant{})
		x.do(Enter("industries-mark"))
		for !x.waits() {
			x.do(Act(x.rules.game.Legal(new(x.f.State())).First()))
		}
		before, choices := x.f.N, x.f.choices()
		enter := Correct(record.Correction{"thaler.0": 1})
		if draws {
			enter = Enter(firstLeft(x.rules.game, new(x.f.State())))
		}
		x.do(enter)
		for _, back := range []Command{Undo(choices[len(choices)-1]), EnterAgain(0)} {
			if _, _, _, err := x.f.Do(back, Call{Who: hand, At: before, Now: time.UnixMilli(1)}); !errors.Is(err, ErrStale) {
				t.Errorf("%s after %s: %v", back.name, enter.name, err)
			}
		}
	}
}

// Locks, warehouses and progress markers are put right, with what hangs on them; what nobody could
// have is refused.
func TestPiecesAreCorrected(t *testing.T) {
	x := besideBox(t, 2, 0, rules.Variant{})
	bag := func() (int, rules.Position) {
		s := x.f.State()
		p := x.rules.game.Layout(&s)
		return p.Bag, p
	}
	before, start := bag()
	x.do(Correct(record.Correction{"lock.lock-horst": 2, "city.city-steele.1": 1, "city.city-steele.3": 2, "depot.essen.2": 2, "port.belgium.1": 1, "progress.0.inn": 1,
		"progress.1.grafschaft_mark": 1}))
	inBag, p := bag()
	inn, lock := board.Inn-board.FirstLimited, slices.IndexFunc(p.Locks[:], func(who int) bool { return who >= 0 })
	if inBag != before+1 || lock < 0 || p.Locks[lock] != 1 || p.Seats[1].LockField || !p.Seats[0].LockField || p.Seats[1].MarkField || p.Copies[inn] != start.Copies[inn]-1 {
		t.Errorf("%d markers in the bag, locks %v, seat 1 %+v, copies %v", inBag, p.Locks, p.Seats[1], p.Copies)
	}
	if steele := p.Cities[3]; !slices.Equal(steele, []int{0, 1}) || !slices.Equal(p.Depots[board.Essen], []int{1}) || !slices.Equal(p.Port[0], []int{0}) {
		t.Errorf("warehouses %v, %v, %v", steele, p.Depots, p.Port)
	}
	for _, wrong := range []record.Correction{
		{"city.city-steele.2": 1}, {"port.belgium.2": 1}, {"progress.1.inn": 1}, {"lock.lock-horst": 3}, {"progress.0.inn": 4}, {"depot.essen.9": 1},
		{"port.netherlands.1": 1, "port.rhineland.1": 1},
	} {
		require.ErrorIs(t, x.try(Correct(wrong)), ErrCorrection, "%v", wrong)
	}
	x.do(Correct(record.Correction{"lock.lock-horst": 0, "progress.0.inn": 0, "progress.1.grafschaft_mark": 0}))
	if inBag, p = bag(); inBag != before || !p.Seats[1].LockField || !p.Seats[1].MarkField || p.Copies[inn] != start.Copies[inn] {
		t.Errorf("put back, %d markers in the bag, seat 1 %+v, copies %v", inBag, p.Seats[1], p.Copies)
	}
}

// In the middle of something, and of what does not lie on the table, nothing is corrected.
func TestImpossibleCorrections(t *testing.T) {
	x := besideBox(t, 2, 0, rules.Variant{})
	for key, n := range map[string]int{"thaler.0": -1, "thaler.2": 1, "die.storage-oefte": 7, "export": 0, "bag": 3, "demand.city-witten": 3, "die.storage-stiepel": 3, "vp.0": 121} {
		require.ErrorIs(t, x.try(Correct(record.Correction{key: n})), ErrCorrection, "%s = %d", key, n)
	}
	layout, b := x.f.Rules.Layout(new(x.f.State())), x.rules.game.Board()
	full := slices.IndexFunc(layout.Dice[:], func(die int) bool { return die > 0 })
	for k, at := range b.At.Storage {
		if layout.Dice[k] == 0 && x.rules.game.White()>>k&1 != x.rules.game.White()>>full&1 {
			require.ErrorIs(t, x.try(Correct(record.Correction{"die." + b.River[b.At.Storage[full]].ID: 0, "die." + b.River[at].ID: 1})), ErrCorrection, "a die of the other colour on %s", b.River[at].ID)
		}
	}
	before := x.f.N
	x.do(Correct(record.Correction{"thaler.1": 4, "die.storage-oefte": 2, "export": 3}))
	if _, _, _, err := x.f.Do(Correct(record.Correction{"thaler.1": 6}), Call{Who: hand, At: before, Now: time.UnixMilli(1)}); !errors.Is(err, ErrStale) {
		t.Errorf("made before somebody else's correction: %v", err)
	}
	x.do(Correct(record.Correction{"die.storage-mintard": 0, "die.storage-schuir": 3})) // moved
	x.do(EnterAgain(1))
	s := x.f.State()
	if layout := x.rules.game.Layout(&s); s.Thaler(1) != 4 || layout.Export != 2 || !x.waits() {
		t.Errorf("seat 1 has %d Thaler, the export marker is on box %d", s.Thaler(1), layout.Export+1)
	}
	for s = x.f.State(); s.Decision() != rules.Sell; s = x.f.State() {
		if record.Waits(&s) {
			x.do(Enter(firstLeft(x.rules.game, &s)))
			continue
		}
		legal := x.rules.game.Legal(&s).Append(nil)
		x.do(Act(legal[len(legal)/2]))
	}
	at := x.rules.game.Board().River[s.BargeAt(s.ToDecide())].ID
	require.ErrorIs(t, x.try(Correct(record.Correction{"die." + at: 0})), ErrCorrection, "the load of a barge is taken away")
	for s = x.f.State(); record.Fields(x.rules.game, &s) != nil; s = x.f.State() {
		if record.Waits(&s) {
			x.do(Enter(firstLeft(x.rules.game, &s)))
			continue
		}
		legal := x.rules.game.Legal(&s).Append(nil)
		x.do(Act(legal[len(legal)/2]))
	}
	require.ErrorIs(t, x.try(Correct(record.Correction{"thaler.0": 5})), ErrCorrection, "in the middle of %v", s.Decision())
}
