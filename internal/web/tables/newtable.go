package tables

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
)

// newPage is the form for a new table. It asks with whom first, and shows only what
// then matters.
type newPage struct {
	kernel.Base
	With      string // one of withs
	Name      string // of the table, "" for none
	Players   string // one of playerCounts, unless each seat is chosen
	BotLevel  string // of the computer players, unless each seat is chosen
	Seats     []newSeat
	Levels    []string
	Colours   []string
	CalmWater bool
	EveryShip bool
	Hints     bool
	Public    bool
	Thinking  game.Thinking
	Pace      string // a name of table.Paces
	Fill      int    // seconds until computer players take the open seats
	StandIn   string
	Rated     bool
	Invite    string // the name of a person to keep a seat for
	OwnBoard  string // a packed draft of the workshop, "" for the usual board
	Person    string // the key of what a person's seat is called
	Opens     bool   // whether a seat may wait for somebody
}

// With whom a table is played; at the last two kinds each seat is chosen by itself.
const (
	withComputer = "computer"
	withFriends  = "friends"
	withAnybody  = "anybody"
	withHere     = "here"
	withOwn      = "own"
)

var (
	withs        = []string{withComputer, withFriends, withAnybody, withHere, withOwn}
	playerCounts = []string{"3", "2", "4"} // the usual one first
)

// Withs are the answers to the question with whom to play.
func (p *newPage) Withs() []string {
	if p.Alone {
		return []string{withComputer, withOwn}
	}
	return withs[:4]
}

// EachSeat reports whether each seat is chosen by itself.
func (p *newPage) EachSeat() bool { return p.With == withHere || p.With == withOwn }

// invites reports whether others will read the table before they come.
func (p *newPage) invites() bool { return p.With == withFriends || p.With == withAnybody }

// PlayerCounts are the numbers of players to choose from.
func (p *newPage) PlayerCounts() []string { return []string{"2", "3", "4"} }

// Thinkings are the lengths of thinking to choose from.
func (p *newPage) Thinkings() []game.Thinking {
	return []game.Thinking{game.Short, game.Usual, game.Long}
}

// Paces are the paces to choose from.
func (p *newPage) Paces() []game.NamedPace { return game.Paces }

// Fills are the times to choose from after which computer players take open seats.
func (p *newPage) Fills() []string { return fills }

var fills = []string{"0", "300", "3600", "86400"}

// newSeat is a seat of the form. Who is me, open, none or the level of a
// computer player.
type newSeat struct {
	Seat              int
	Name, Who, Colour string
	Sign              int
	Wrong             bool // refused
}

// maxSeats is the number of seats in the form.
const maxSeats = 4

func (s *Tables) newForm(w http.ResponseWriter, r *http.Request) {
	if to := r.FormValue("to"); to != "" {
		http.Redirect(w, r, "/new?"+s.takenAlong(r, kernel.OneOf(to, withs)).Encode(), http.StatusSeeOther)
		return
	}
	p := s.newPage(r)
	p.With = kernel.OneOf(r.FormValue("with"), withs)
	if r.Form.Has("table") {
		p.read(s, r.Form)
	} else {
		p.Players, p.BotLevel, p.Hints, p.StandIn = playerCounts[0], s.suitedLevel(r), true, s.StandIns()[0]
		p.OwnBoard, p.Invite = r.FormValue("board"), kernel.TrimEnd(r.FormValue("invite"))
		p.seat("")
	}
	if me := &p.Seats[0]; me.Who == "me" && (me.Name == "" || nameless(me.Name)) {
		me.Name = s.knownName(r)
		if !p.invites() { // friends are not to meet a guest without a name
			me.Name = s.tableName(r, p.Localizer)
		}
	}
	if p.With == withAnybody && p.Pace == "" {
		p.Pace = "days" // strangers seldom look at one table at the same time
	}
	s.Show(w, r, http.StatusOK, "new", p)
}

// wasPrefix begins the names of fields that a form only hands on.
const wasPrefix = "was-"

// takenAlong is what was filled in before another kind of table is chosen.
func (s *Tables) takenAlong(r *http.Request, to string) url.Values {
	q := url.Values{}
	for name, value := range r.Form {
		q[strings.TrimPrefix(name, wasPrefix)] = value
	}
	p := s.newPage(r)
	p.With = kernel.OneOf(q.Get("with"), withs)
	p.read(s, q)
	switch {
	case p.With == to:
	case p.EachSeat() && (to == withHere || to == withOwn):
	case p.EachSeat():
		q.Set("name", p.Seats[0].Name)
		q.Set("players", strconv.Itoa(len(p.tableSeats())))
		for k := range maxSeats {
			for _, field := range []string{"who", "name", "colour"} {
				q.Del(field + strconv.Itoa(k))
			}
		}
	case to == withHere || to == withOwn:
		if to == withHere {
			p.With, p.Seats = to, nil
			p.seat(q.Get("name"))
		}
		for k, seat := range p.Seats {
			n := strconv.Itoa(k)
			q.Set("who"+n, seat.Who)
			q.Set("name"+n, seat.Name)
			q.Set("colour"+n, seat.Colour)
		}
	}
	q.Set("with", to)
	for _, name := range []string{"to", "key", "commitment", "contribution"} {
		q.Del(name)
	}
	return q
}

// Kept are the values of fields that the form does not ask for, by name, in case it is
// asked for another kind of table.
func (p *newPage) Kept() map[string]string {
	all := map[string]string{"level": p.BotLevel, "pace": p.Pace, "fill": strconv.Itoa(p.Fill), "standin": p.StandIn, "invite": p.Invite}
	if p.Rated {
		all["rated"] = "yes"
	}
	if p.Public {
		all["public"] = "yes"
	}
	asked := map[string][]string{
		withComputer: {"level"}, withFriends: {"pace", "fill", "standin", "invite"},
		withAnybody: {"pace", "fill", "standin", "rated", "public"}, withHere: {"pace", "fill", "standin", "rated", "public"}, withOwn: {"pace", "fill", "standin", "rated", "public"},
	}
	for _, name := range asked[p.With] {
		delete(all, name)
	}
	return all
}

// seat fills the seats by whom a person wants to play with.
func (p *newPage) seat(name string) {
	others := p.BotLevel
	switch {
	case p.invites():
		others = "open"
	case p.With == withHere:
		others = "me"
	}
	players, _ := strconv.Atoi(p.Players)
	for k := range maxSeats {
		seat := newSeat{Seat: k, Who: others, Colour: game.Colours[k], Sign: k, Name: p.Plain("page.name.bot" + strconv.Itoa(k))}
		switch {
		case k == 0:
			seat.Who, seat.Name = "me", name
		case k >= players:
			seat.Who = "none"
		}
		p.Seats = append(p.Seats, seat)
	}
}

func (s *Tables) newPage(r *http.Request) *newPage {
	p := &newPage{Base: s.NewBase(r, "new", "page.new.title"), Levels: s.Levels, Colours: game.Colours[:], Person: "page.new.me", Opens: !s.Alone()}
	p.Scripts = append(p.Scripts, "js/contribute.js")
	return p
}

func (s *Tables) newTable(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	p := s.newPage(r)
	p.With = withOwn // programs that post seats say nothing
	if r.PostForm.Has("with") {
		p.With = kernel.OneOf(r.PostForm.Get("with"), withs)
	}
	p.read(s, r.PostForm)
	t := game.NewTable{Name: p.Name, Hints: p.Hints, Public: p.Public, Thinking: p.Thinking, CalmWater: p.CalmWater, EveryShip: p.EveryShip,
		Fill: p.Fill, StandIn: p.StandIn, Rated: p.Rated, Part: partOf(r), Seats: p.tableSeats()}
	var known bool
	if t.Pace, known = game.PaceNamed(p.Pace); !known {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	s.makeTable(w, r, p, t, "new", p)
}

// read reads what was filled in, for the kind of table that the page has.
func (p *newPage) read(s *Tables, f url.Values) {
	p.readOptions(f)
	p.Public, p.Rated = f.Has("public") || p.With == withAnybody, f.Has("rated")
	p.Thinking, p.Pace = game.Thinking(f.Get("thinking")), f.Get("pace")
	p.OwnBoard, p.Invite = f.Get("board"), kernel.TrimEnd(f.Get("invite"))
	p.Fill, _ = strconv.Atoi(kernel.OneOf(f.Get("fill"), fills))
	p.StandIn = kernel.OneOf(f.Get("standin"), s.StandIns())
	p.Players, p.BotLevel = kernel.OneOf(f.Get("players"), playerCounts), kernel.OneOf(f.Get("level"), s.Levels)
	if p.EachSeat() {
		p.readSeats(f)
	} else {
		p.seat(f.Get("name"))
	}
}

// readOptions reads the options that every new table has.
func (p *newPage) readOptions(f url.Values) {
	p.Name = f.Get("table")
	p.CalmWater, p.EveryShip, p.Hints = f.Has("calm"), f.Has("ships"), f.Has("hints")
}

// makeTable makes the table that a form describes, or shows the form again with what is
// wrong.
func (s *Tables) makeTable(w http.ResponseWriter, r *http.Request, p *newPage, t game.NewTable, form string, shown any) {
	wrong := checkSeats(t)
	if wrong == nil {
		wrong = checkRated(r, t)
	}
	if wrong == nil {
		wrong = s.invite(r, p.Invite, t.Seats)
	}
	if wrong == nil && p.OwnBoard != "" {
		var err error
		if t.Board, err = library.FileOf(s.Service.UsualBoard(), p.OwnBoard); err != nil {
			wrong = game.ErrNoBoard.Saying(kernel.Brief(err.Error()))
		} else if !s.Limits.May(fair.Bring, kernel.CallerOf(r).Address, "") {
			s.TooMany(w, r, "page.error.many")
			return
		}
	}
	if wrong == nil {
		wrong = s.startTable(w, r, t)
	}
	if wrong == nil {
		return
	}
	if errors.Is(wrong, game.ErrNoCommitment) || s.StatusOf(wrong) >= http.StatusInternalServerError {
		s.Refuse(w, r, wrong)
		return
	}
	kernel.NoteWhy(w, s.Reason(wrong))
	p.Notice = s.NoticeOf(p.Localizer, wrong)
	if refused := (*game.Refusal)(nil); errors.As(wrong, &refused) && refused.Seat >= 0 {
		p.wrong(refused.Seat)
	}
	s.Show(w, r, http.StatusUnprocessableEntity, form, shown)
}

// wrong marks the seat of the form that is the table's k-th.
func (p *newPage) wrong(k int) {
	for i, seat := range p.Seats {
		if seat.Who == "none" || seat.Who == "" {
			continue
		}
		if k == 0 {
			p.Seats[i].Wrong = true
		}
		k--
	}
}

// readSeats reads the seats of a form in which each is chosen.
func (p *newPage) readSeats(f url.Values) {
	for k := range maxSeats {
		field := func(name string) string { return f.Get(fmt.Sprintf("%s%d", name, k)) }
		p.Seats = append(p.Seats, newSeat{Seat: k, Name: field("name"), Who: field("who"), Colour: field("colour"), Sign: k})
	}
}

// tableSeats are the seats of the table that the form describes.
func (p *newPage) tableSeats() (out []game.NewSeat) {
	for k, seat := range p.Seats {
		n := game.NewSeat{Name: seat.Name, Colour: seat.Colour}
		switch seat.Who {
		case "none", "":
			continue
		case "me":
			n.Kind = game.Person
		case "open":
			n.Kind = game.Open
			if n.Name == p.Plain("page.name.bot"+strconv.Itoa(k)) {
				n.Name = "" // the form's proposal for a computer player
			}
		default:
			n.Kind, n.Level = game.Bot, seat.Who
		}
		out = append(out, n)
	}
	return out
}

// checkRated finds what a rated table lacks, before it is made.
func checkRated(r *http.Request, t game.NewTable) error {
	persons := 0
	for _, seat := range t.Seats {
		if seat.Kind == game.Person {
			persons++
		}
	}
	switch {
	case !t.Rated:
		return nil
	case kernel.PersonOf(r) == nil:
		return game.ErrRatedAccount
	case !t.Pace.Timed():
		return game.ErrRatedPace
	case t.Board != nil:
		return game.ErrRatedBoard
	case persons > 1:
		return game.ErrRatedSeats
	}
	return nil
}

// checkSeats finds what a person gets wrong most easily before the table is
// made, so that the form comes back filled in.
func checkSeats(t game.NewTable) error {
	if len(t.Seats) < 2 {
		return &game.Refusal{Key: game.ErrBadSeats.Key, Seat: -1, Value: strconv.Itoa(len(t.Seats))}
	}
	taken := map[string]bool{}
	for k, seat := range t.Seats {
		if taken[seat.Colour] && seat.Colour != "" {
			return &game.Refusal{Key: game.ErrBadColour.Key, Seat: k, Value: seat.Colour}
		}
		taken[seat.Colour] = true
		if len([]rune(seat.Name)) > game.MaxName || seat.Name == "" && seat.Kind != game.Open {
			return &game.Refusal{Key: game.ErrBadName.Key, Seat: k, Value: seat.Name}
		}
	}
	return nil
}
