package tables

import (
	"errors"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/people/settings"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// How long computer players think is chosen with the table, and comes back with a form
// that is refused for something else.
func TestThinkingTime(t *testing.T) {
	w := newWorld(t, 41)
	v := w.Visitor()
	p := v.Alone(url.Values{"thinking": {"long"}})
	s, err := w.Service.Position(t.Context(), strings.Split(p.Path, "/")[2], game.Actor{})
	require.True(t, err == nil && s.Thinking == game.Long, "the table has %q, %v", s.Thinking, err)
	if p = v.Get(p.Path + "/share"); !p.Says("four times the usual time") {
		t.Error("the page of seats and links does not say how long computer players think")
	}
	p = v.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "thinking": {"short"}})
	if p.Status != http.StatusUnprocessableEntity || !p.Has("value", "short", "selected", "") {
		t.Errorf("refused with %d, without the choice of before", p.Status)
	}
	p = v.Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "thinking": {"forever"}})
	require.True(t, p.Status == http.StatusUnprocessableEntity && p.Says("briefly, as usual or longer"), "an unknown length: %d", p.Status)
}

// The form asks with whom, offers only what then matters, and makes the seats.
func TestNewTableWith(t *testing.T) {
	w := newWorld(t, 42)
	for _, c := range []struct {
		with   string
		name   string   // as the form says it
		fields []string // to fill in, apart from the options below the button
		seats  []game.Kind
		public bool
		to     string
	}{
		{"computer", "The computer", []string{"name", "players", "level"}, []game.Kind{game.Person, game.Bot, game.Bot, game.Bot}, false, ""},
		{"friends", "Friends", []string{"name", "players", "pace", "table"}, []game.Kind{game.Person, game.Open, game.Open, game.Open}, false, "/share"},
		{"anybody", "Anybody", []string{"name", "players", "pace", "table", "rated"}, []game.Kind{game.Person, game.Open, game.Open, game.Open}, true, "/share"},
	} {
		v := w.Visitor()
		if c.with == "anybody" {
			v.SignUp("Anna")
		}
		asked := v.Get("/new?with=" + c.with).Document()
		if here := asked.Find(t, "nav", "class", "with").Find(t, "button", "aria-current", "true"); here.Text() != c.name {
			t.Errorf("with %s, the form marks %q", c.with, here.Text())
		}
		form := asked.Find(t, "form", "action", "/new")
		require.Slices(t, form.Asks(), c.fields, "with %s, what the form asks for before its button", c.with)
		p := v.Post("/new", url.Values{"with": {c.with}, "name": {"Anna"}, "players": {"4"}, "level": {"greedy"}})
		id, to, _ := strings.Cut(strings.TrimPrefix(p.Path, "/t/"), "/")
		s := w.Snapshot(id)
		var kinds []game.Kind
		for _, seat := range s.Seats {
			kinds = append(kinds, seat.Kind)
			if seat.Kind == game.Bot && seat.Level != "greedy" {
				t.Errorf("with %s, a computer player is of the level %s", c.with, seat.Level)
			}
		}
		if !slices.Equal(kinds, c.seats) || s.Public != c.public || to != strings.TrimPrefix(c.to, "/") {
			t.Errorf("with %s: seats %v, public %v, at %s", c.with, kinds, s.Public, p.Path)
		}
		p = v.Post("/new", url.Values{"with": {c.with}, "players": {"2"}})
		refused := p.Document()
		name := refused.Find(t, "input", "name", "name")
		if p.Status != http.StatusUnprocessableEntity || name.Value("aria-invalid") != "true" || refused.Find(t, "input", "name", "with").Value("value") != c.with {
			t.Errorf("with %s and without a name: %d, not the same form with its name marked", c.with, p.Status)
		}
	}
}

// What was filled in is still there after the form is asked for another kind of table and
// back, also what the other form does not ask.
func TestNewTableKeepsWhatWasFilledIn(t *testing.T) {
	w := newWorld(t, 43)
	v := w.Visitor()
	v.SignUp("Anna")
	typed := url.Values{
		"name": {"Zoe"}, "players": {"4"}, "level": {"greedy"}, "pace": {"weeks"}, "fill": {"3600"}, "standin": {"greedy"}, "rated": {"yes"}, "public": {"yes"},
		"invite": {"Bert"}, "table": {"Thursday"}, "calm": {"yes"}, "ships": {"yes"}, "thinking": {"long"}, "name0": {"Zoe"}, "who3": {"greedy"}, "colour3": {"green"},
	}
	for _, from := range withs {
		for _, to := range withs {
			form := v.Get("/new?with="+from).Document().Find(t, "form", "action", "/new")
			mine := filled(form)
			mine.Del("hints")
			for name := range typed {
				if mine.Has(name) || len(form.All("input", "name", name)) > 0 {
					mine[name] = typed[name]
				}
			}
			there := asksFor(v, form, mine, to)
			for name, value := range filled(there) {
				if mine.Has(name) {
					require.Slices(t, value, mine[name], "%s, from %s to %s", name, from, to)
				}
			}
			back := filled(asksFor(v, there, filled(there), from))
			if own := []string{withHere, withOwn}; slices.Contains(own, from) && !slices.Contains(own, to) {
				continue // the seats are as many, with proposed names
			}
			require.Equal(t, back.Encode(), mine.Encode(), "what was filled in, from %s to %s and back", from, to)
		}
	}
}

// asksFor presses the button of the form of a new table that asks for another kind.
func asksFor(v *webtest.Visitor, form webtest.Element, fill url.Values, to string) webtest.Element {
	fields := form.Form().Fields
	maps.Copy(fields, fill)
	fields.Set("to", to)
	p := v.Get("/new?" + fields.Encode())
	back := p.With("name", "back")[0].Value("value") // its address
	require.True(v.T, !strings.Contains(back, "key="), "the address of the form has the key of another: %s", back)
	return p.Document().Find(v.T, "form", "action", "/new")
}

// filled are the fields of a form that a person sees, as a browser sends them.
func filled(form webtest.Element) url.Values {
	out := url.Values{}
	for _, e := range form.All("input", "", "") {
		if kind := e.Value("type"); kind == "text" || kind == "checkbox" && e.Has("checked") {
			out.Set(e.Value("name"), e.Value("value"))
		}
	}
	for _, e := range form.All("select", "", "") {
		options := e.All("option", "", "")
		out.Set(e.Value("name"), options[0].Value("value"))
		for _, o := range options {
			if o.Has("selected") {
				out.Set(e.Value("name"), o.Value("value"))
			}
		}
	}
	return out
}

// Who invites friends is asked for a name, and is not put before them as a guest; alone or
// at one screen, the form begins with one.
func TestNewTableAsksForAName(t *testing.T) {
	w := newWorld(t, 44)
	for _, with := range withs {
		form := w.Visitor().Get("/new?with="+with).Document().Find(t, "form", "action", "/new")
		name := form.Find(t, "input", "type", "text")
		invites := with == withFriends || with == withAnybody
		require.True(t, (name.Value("value") == "") == invites && (name.Has("required") || !invites), "with %s: the name is %q", with, name.Value("value"))
	}
}

// The seats of a new table are checked before it is made, so that the form can
// say which is wrong.
func TestSeatsOfAForm(t *testing.T) {
	person := game.NewSeat{Kind: game.Person, Name: "Anna", Colour: "green"}
	long := strings.Repeat("ä", game.MaxName)
	for _, c := range []struct {
		name  string
		seats []game.NewSeat
		want  error
		seat  int
	}{
		{"two", []game.NewSeat{person, {Kind: game.Open, Colour: "blue"}}, nil, 0},
		{"one", []game.NewSeat{person}, game.ErrBadSeats, -1},
		{"colours left open", []game.NewSeat{{Kind: game.Open}, {Kind: game.Open}}, nil, 0},
		{"one colour twice", []game.NewSeat{person, {Kind: game.Open, Colour: "green"}}, game.ErrBadColour, 1},
		{"the longest name", []game.NewSeat{person, {Kind: game.Person, Name: long}}, nil, 0},
		{"a longer name", []game.NewSeat{person, {Kind: game.Person, Name: long + "x"}}, game.ErrBadName, 1},
		{"a longer name for an open seat", []game.NewSeat{person, {Kind: game.Open, Name: long + "x"}}, game.ErrBadName, 1},
		{"a person without a name", []game.NewSeat{{Kind: game.Person}, person}, game.ErrBadName, 0},
		{"a computer player without a name", []game.NewSeat{person, {Kind: game.Bot}}, game.ErrBadName, 1},
	} {
		err := checkSeats(game.NewTable{Seats: c.seats})
		refusal := new(game.Refusal)
		if !errors.Is(err, c.want) || errors.As(err, &refusal) && refusal.Seat != c.seat {
			t.Errorf("%s: %v, expected %v at seat %d", c.name, err, c.want, c.seat)
		}
	}
}

// How long a page waits for the last word before it gives it itself.
func TestLastWord(t *testing.T) {
	for word, want := range map[string]int{"ask": -1, "none": 0, "moment": 4000} {
		require.Equal(t, lastWord(settings.Settings{Word: word}), want, "milliseconds that the last word %s waits", word)
	}
}

// The last word waits a second for each line that says what happened, at least as long as
// ever and not without end; in a lesson that goes on it never comes, and where none is
// wanted lines change nothing.
func TestMomentAllowsForReading(t *testing.T) {
	for _, c := range []struct {
		word  string
		lines int
		guide *page.Lesson
		want  int
	}{
		{"moment", 2, nil, 4000}, {"moment", 9, nil, 9000}, {"moment", 60, nil, 15_000}, {"none", 9, nil, 0}, {"ask", 9, nil, -1},
		{"moment", 2, &page.Lesson{}, -1}, {"moment", 2, &page.Lesson{Left: true}, 4000}, {"none", 2, &page.Lesson{}, 0},
	} {
		p := &tablePage{Table: &page.Table{}}
		p.Set, p.Guide, p.Lately = settings.Settings{Word: c.word}, c.guide, make([]template.HTML, c.lines)
		require.Equal(t, p.Moment(), c.want, "%+v", c)
	}
}
