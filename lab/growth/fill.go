package growth

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/rating"
	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/internal/store/memory"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
	"ruhr/internal/tournament"
	"ruhr/internal/tournament/director"
	"ruhr/spec"
)

// Whom the pages are asked for, and how much they have played.
const (
	heavy     = 0 // plays every fiftieth game, in tournaments, circles and on each day
	light     = 1 // plays ten games
	every     = 50
	cups      = 1000 // tournaments, in every fourth of which the heavy one plays
	perDay    = 100
	ofToday   = 5000 // games of today's deal, at most one of each account
	inCircles = 10   // every tenth game of the heavy one is its circle's
)

// idOf is the ID of a thing: always the same one.
func idOf(what string) string {
	sum := store.HashOf(what)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// secretOf is what a person's browser or program signs in with.
func secretOf(person int) string { return idOf(fmt.Sprint("secret", person)) }

func nameOf(person int) string { return fmt.Sprintf("Person%04d", person) }

func accountOf(person int) store.Account {
	name := nameOf(person)
	return store.Account{ID: idOf(name), Created: 1, Name: name, Key: strings.ToLower(name), Password: "-"}
}

func holderOf(person int) store.Hash { return store.HashOf(accountOf(person).Holder()) }

// longID is the table with the longest log.
var longID = idOf("long")

func gameID(i int) string { return idOf(fmt.Sprint("game", i)) }

// template is a game that others are copied from.
type template struct {
	table   store.Table
	log     []store.Entry
	outcome results.Outcome // of a finished one
}

// filler writes rows in one transaction.
type filler struct {
	*Command
	ctx    context.Context
	rng    *rand.Rand
	tx     *sql.Tx
	kept   map[string]*sql.Stmt
	err    error // the first one
	now    int64
	logs   int        // finished games with their log so far
	pairs  []template // finished games of two people
	fours  []template // of two people and two computer players
	solos  []template // of one person and three computer players
	open   template
	long   template
	rated  map[store.Hash]int // how many rated games somebody has
	people []store.Hash
}

// fill makes the file: accounts through the store, everything else in one transaction.
func (c *Command) fill(ctx context.Context) error {
	f := &filler{Command: c, ctx: ctx, rng: rand.New(rand.NewPCG(c.Seed, 1)), kept: map[string]*sql.Stmt{}, rated: map[store.Hash]int{}, now: time.Now().UnixMilli()}
	if err := f.play(); err != nil {
		return err
	}
	st, err := sqlite.Open(ctx, c.File)
	if err != nil {
		return err
	}
	for _, p := range []int{heavy, light} {
		if err := f.signUp(st, p); err != nil {
			return err
		}
	}
	if err := st.CreateTable(ctx, f.long.table, spec.Board, nil); err != nil { // brings the board
		return err
	}
	if err := st.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", c.File+"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-1000000)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if f.tx, err = db.Begin(); err != nil {
		return err
	}
	f.all()
	if f.err != nil {
		return f.err
	}
	return f.tx.Commit()
}

// signUp makes an account with a session and an access token.
func (f *filler) signUp(st store.Store, person int) error {
	a := accountOf(person)
	n := store.NewAccount{Account: a, Looks: []string{a.Key}, Session: store.Session{Hash: store.HashOf(secretOf(person)), Account: a.ID, Created: f.now, Seen: f.now}}
	if err := st.SignUp(f.ctx, n); err != nil {
		return err
	}
	return st.AddAccess(f.ctx, store.Access{Hash: store.HashOf("ruhr_" + secretOf(person)), Account: a.ID, Name: "growth", Play: true, Created: f.now, Seen: f.now})
}

// row writes a row; columns are separated by commas.
func (f *filler) row(table, columns string, values ...any) {
	if f.err != nil {
		return
	}
	stmt := f.kept[table]
	if stmt == nil {
		marks := strings.Repeat(", ?", len(values))[2:]
		if stmt, f.err = f.tx.PrepareContext(f.ctx, `INSERT INTO `+table+` (`+columns+`) VALUES (`+marks+`)`); f.err != nil {
			return
		}
		f.kept[table] = stmt
	}
	if _, err := stmt.ExecContext(f.ctx, values...); err != nil {
		f.err = fmt.Errorf("%s: %w", table, err)
	}
}

// play plays the games that others are copied from, by random actions.
func (f *filler) play() error {
	hub, st := live.NewHub(), memory.New()
	defer hub.Close()
	o := table.Options{Store: st, Live: hub, Board: spec.Board, Bots: bot.New, StandIn: "lotse"}
	table.Seed(&o, f.Seed)
	v, err := table.New(o)
	if err != nil {
		return err
	}
	defer v.Close(f.ctx)
	const different = 10
	for range different {
		t, err := f.game(v, st, 2, finished)
		if err != nil {
			return err
		}
		f.pairs = append(f.pairs, t)
		if t, err = f.game(v, st, 4, finished); err != nil {
			return err
		}
		f.fours, f.solos = append(f.fours, t.against(2)), append(f.solos, t.against(1))
	}
	if f.open, err = f.game(v, st, 2, 60); err == nil {
		f.long, err = f.game(v, st, 2, f.Long)
		f.long.table.ID = longID
	}
	return err
}

// against is a template in which only so many seats are people's.
func (t template) against(people int) template {
	t.outcome.Seats = slices.Clone(t.outcome.Seats)
	for k := people; k < len(t.outcome.Seats); k++ {
		t.outcome.Seats[k].Level = "lotse"
	}
	return t
}

// finished stands for as many entries as a game takes.
const finished = 0

// game plays a game to its end, or until its log has so many entries: what was decided in
// its first round is then taken back again and again.
func (f *filler) game(v *table.Service, st *memory.Store, seats, entries int) (t template, err error) {
	all, wish := game.Actor{}, game.NewTable{Public: true}
	for k := range seats {
		all.Seats = append(all.Seats, k)
		wish.Seats = append(wish.Seats, game.NewSeat{Kind: game.Person, Name: seatName(k)})
	}
	made, err := v.Create(f.ctx, wish)
	if err != nil {
		return t, err
	}
	for k := range seats {
		if err := st.Grant(f.ctx, store.HashOf(seatName(k)), store.Place{Table: made.ID, Seat: k}); err != nil {
			return t, err
		}
	}
	s, err := v.Position(f.ctx, made.ID, all)
	for err == nil && !s.Over && (entries == finished || s.N < int64(entries)) {
		legal, do := s.Game.Legal(&s.State), game.Command{}
		switch undo := s.You.UndoTo; {
		case entries > 1000 && len(undo) > 0:
			do = game.Undo(undo[0])
		case s.You.Confirm:
			do = game.Confirm()
		default:
			do = game.Act(legal.Nth(f.rng.IntN(legal.Len())))
		}
		s, err = v.Do(f.ctx, made.ID, all, s.N, "", do)
	}
	if err == nil {
		err = v.Tick(f.ctx)
	}
	if err == nil {
		t.table, err = st.Table(f.ctx, made.ID)
	}
	if err == nil {
		t.log, err = st.Log(f.ctx, made.ID, 1)
	}
	if err != nil || entries != finished {
		return t, err
	}
	t.table.Meta = bytes.Replace(t.table.Meta, []byte("{"), []byte(`{"rated":true,`), 1) // as if strangers had sat down
	list, err := st.ResultsOf(f.ctx, store.HashOf(seatName(0)))
	if err != nil {
		return t, err
	}
	for _, r := range list {
		if r.Table == made.ID {
			return t, json.Unmarshal(r.Body, &t.outcome)
		}
	}
	return t, fmt.Errorf("table %s has no result", made.ID)
}

// seatName is the name at a seat of a template.
func seatName(seat int) string { return fmt.Sprintf("Seat%04d", seat) }

// all writes all rows.
func (f *filler) all() {
	for p := range f.People {
		f.people = append(f.people, holderOf(p))
		if a := accountOf(p); p != heavy && p != light {
			f.row("accounts", "id, created, name, name_key, password, settings", a.ID, a.Created, a.Name, a.Key, a.Password, "")
		}
	}
	for i := range f.Games {
		f.played(i)
	}
	for i := range f.Open {
		id, first := idOf(fmt.Sprint("open", i)), f.rng.IntN(f.People)
		if i%every == 0 {
			first = heavy
		}
		f.seats(id, &f.open, f.now-int64(i)*60_000, 0, first, f.other(first))
	}
	f.seats(f.long.table.ID, nil, 0, 0, heavy, light)
	f.entries(f.long.table.ID, f.long.log)
	f.exec(`UPDATE tables SET last = ? WHERE id = ?`, len(f.long.log), f.long.table.ID)
	f.exec(`UPDATE ratings_by SET version = ?`, rating.Version)
	f.days()
	f.tournaments()
	f.circles()
}

func (f *filler) exec(query string, args ...any) {
	if f.err == nil {
		_, f.err = f.tx.ExecContext(f.ctx, query, args...)
	}
}

// other is somebody else than a person, and not one of those who are measured.
func (f *filler) other(than int) int {
	for {
		if p := 2 + f.rng.IntN(f.People-2); p != than {
			return p
		}
	}
}

// played writes a finished game, the newest first.
func (f *filler) played(i int) {
	id := gameID(i)
	ended := f.now - int64(i)*int64(f.Days)*dayLength/int64(f.Games)
	t, people := f.pairs, 2
	switch f.rng.IntN(10) {
	case 0, 1, 2:
		t = f.fours
	case 3, 4, 5:
		t, people = f.solos, 1
	}
	from := t[f.rng.IntN(len(t))]
	first := f.other(-1)
	switch {
	case i%every == 0:
		first = heavy
	case i%max(every+1, f.Games/10) == 1:
		first = light
	}
	seats := []int{first, f.other(first)}[:people]
	f.seats(id, &from, ended, 2, seats...)
	pool := ""
	if people > 1 {
		pool = string(rating.PoolOf(len(from.outcome.Seats)))
	}
	from.outcome.Public = i%3 == 0
	f.result(id, ended, pool, from.outcome, seats)
	if first == heavy {
		f.row("messages", "table_id, n, time, room, author, seat, name, body", id, 1, ended, "", f.people[first][:], 0, nameOf(first), "Good game, thank you!")
	}
	if i%(every*inCircles) == 0 {
		circle := store.HashOf(store.CircleHolder(circleID(0)))
		f.row("grants", "browser, table_id, seat, created", circle[:], id, store.Nobody, ended)
		f.row("result_seats", "table_id, seat, holder, ended", id, store.MaxSeat, circle[:], ended)
	}
}

const dayLength = 24 * 60 * 60 * 1000 // milliseconds

// result writes the result of a game with ratings of those who played, and of their turns.
func (f *filler) result(id string, ended int64, pool string, o results.Outcome, seats []int) {
	body, err := json.Marshal(o)
	if err != nil {
		f.err = err
	}
	f.row("results", "table_id, n, ended, pool, body", id, 200, ended, pool, body)
	for k, p := range seats {
		f.row("result_seats", "table_id, seat, holder, ended", id, k, f.people[p][:], ended)
		if pool == "" {
			continue
		}
		var turn store.Hash
		copy(turn[:], fmt.Sprintf("turn %d of %d", o.Seats[k].Turn, len(o.Seats)))
		for _, who := range []store.Hash{f.people[p], turn} {
			f.rated[who]++
			r := rating.First(rating.Pool(pool))
			r.Value += 1000 * (f.rated[who] % 200)
			r.Games, r.Time = f.rated[who], ended
			if body, err = json.Marshal(r); err != nil {
				f.err = err
			}
			f.row("ratings", "holder, pool, ended, table_id, body", who[:], pool, ended, id, body)
		}
	}
}

// seats writes a table with those who play, the first of whom owns it, and its log as long
// as there are to be some. A third of the tables are in the lobby.
func (f *filler) seats(id string, from *template, created int64, stage store.Stage, seats ...int) {
	if from != nil {
		log, deal := from.log, from.table.Deal
		if stage == store.Over {
			if f.logs++; f.logs > f.Logs {
				log, deal = nil, []byte("{}")
			}
		}
		meta := from.table.Meta
		for k, p := range seats {
			meta = bytes.ReplaceAll(meta, []byte(seatName(k)), []byte(nameOf(p)))
		}
		f.row("tables", "id, created, meta, deal, board, last, stage", id, created, meta, deal, from.table.Board, len(log), int(stage))
		f.entries(id, log)
	}
	for k, p := range seats {
		f.row("grants", "browser, table_id, seat, created", f.people[p][:], id, k, created)
	}
	f.row("grants", "browser, table_id, seat, created", f.people[seats[0]][:], id, store.Owner, created)
	if lobby := store.HashOf("lobby"); f.rng.IntN(3) == 0 {
		f.row("grants", "browser, table_id, seat, created", lobby[:], id, store.Nobody, created)
	}
}

func (f *filler) entries(id string, log []store.Entry) {
	for _, e := range log {
		var key any
		if e.Key != "" {
			key = e.Key
		}
		f.row("entries", "table_id, n, time, kind, seat, body, idem", id, e.N, e.Time, e.Kind, e.Seat, e.Body, key)
	}
}

// days writes the games of the deals of days: many of today's, and the heavy one's on each.
// The tables of the best ones of the newest days are there.
func (f *filler) days() {
	shown := 0
	for d := range f.Days {
		at := time.UnixMilli(f.now - int64(d)*dayLength)
		day := at.UTC().Format(time.DateOnly)
		f.row("days", "day, body, due", day, []byte(`{"players":"1","board":"`+f.open.table.Board+`","par":[60,62,64]}`), 0)
		most := perDay
		if d == 0 {
			most = ofToday
		}
		for k := range min(most, f.People) {
			p, id := k, idOf(fmt.Sprint("day", d, "-", k))
			if d > 0 && k > 0 {
				p = 1 + (d+k*37)%(f.People-1)
			}
			vp := 30 + f.rng.IntN(60)
			if vp > 87 && shown < min(f.Games, f.Logs) {
				id, shown = gameID(shown), shown+1
			}
			f.row("day_games", "table_id, day, holder, first, started, ended, counted, vp, body", id, day, f.people[p][:], 1, at.UnixMilli()-1, at.UnixMilli(), 1, vp, []byte(`{}`))
		}
	}
}

// cup is what the director of tournaments stores of one that has ended.
type cup struct {
	director.Settings
	Started int64              `json:"started"`
	Ended   int64              `json:"ended"`
	Played  []tournament.Round `json:"played"`
}

// cupID and circleID are those of the heavy one's.
func cupID(k int) string    { return idOf(fmt.Sprint("cup", k)) }
func circleID(k int) string { return idOf(fmt.Sprint("circle", k)) }

// tournaments writes tournaments of as many players as possible, which have ended.
func (f *filler) tournaments() {
	for k := range cups {
		c := cup{Settings: director.Settings{Name: fmt.Sprint("Cup ", k), Format: tournament.Format{Seats: 4, Rounds: director.MaxRounds}, Pace: game.Pace{Bank: 600, Increment: 60, Cap: 600}, Level: "lotse"}, Started: f.now, Ended: f.now}
		order := f.rng.Perm(director.MaxPlayers)
		for r := range director.MaxRounds {
			round := tournament.Round{Made: true}
			for t := 0; t < len(order); t += 4 {
				next := tournament.Table{ID: idOf(fmt.Sprint("cup", k, "-", r, "-", t)), Players: slices.Clone(order[t : t+4])}
				for range 4 {
					next.Results = append(next.Results, tournament.Result{VP: 30 + f.rng.IntN(60)})
				}
				round.Tables = append(round.Tables, next)
			}
			c.Played = append(c.Played, round)
			f.rng.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		}
		body, err := json.Marshal(c)
		if err != nil {
			f.err = err
		}
		made := f.now - int64(k)*dayLength
		f.row("tournaments", "id, owner, created, version, due, body", cupID(k), f.people[f.other(-1)][:], made, 1, 0, body)
		f.row("tournament_changes", "tournament, changed", cupID(k), made)
		for n := range director.MaxPlayers {
			p := 2 + (k*7+n)%(f.People-2)
			if k%4 == 0 && n == 0 {
				p = heavy
			}
			f.row("tournament_players", "tournament, number, holder, name, gone", cupID(k), n, f.people[p][:], nameOf(p), 0)
		}
	}
}

// circles writes the heavy one's circles, as many and as large as possible, and what was said
// in them.
func (f *filler) circles() {
	for k := range store.MaxCircles {
		f.row("circles", "id, name, founder, link, created, version", circleID(k), fmt.Sprint("Circle ", k), accountOf(heavy).ID, idOf(fmt.Sprint("link", k)), f.now, 1)
		for n := range store.MaxCircleMembers {
			p := heavy
			if n > 0 {
				p = 1 + k*store.MaxCircleMembers + n
			}
			f.row("circle_members", "circle, account, number, joined, quiet", circleID(k), accountOf(p).ID, n, f.now, 0)
		}
		for n := range store.MaxMessages {
			p := heavy
			f.row("circle_messages", "table_id, n, time, room, author, seat, name, body", circleID(k), n+1, f.now, "", f.people[p][:], store.Nobody, nameOf(p), "Who plays tonight?")
		}
	}
}
