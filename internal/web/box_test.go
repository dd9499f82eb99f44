package web

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ruhr/record"
)

// beside starts a table beside the printed game, at which Bert begins.
func (v *visitor) beside(more url.Values) answer {
	v.t.Helper()
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "colour0": {"purple"}, "who1": {"none"}, "who2": {"me"}, "name2": {"Bert <b>"}, "colour2": {"green"},
		"who3": {"none"}, "start": {"2"}, "hints": {"yes"}}
	for name, values := range more {
		form[name] = values
	}
	p := v.post("/box", form)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/t/") {
		v.t.Fatalf("beside the box: status %d at %s: %.300s", p.status, p.path, readable(p.body))
	}
	return p
}

// enters does one thing beside the box: enters a draw, says that hands are done, or
// chooses; false at the end.
func (v *visitor) enters(p answer, pick int) (answer, bool) {
	v.t.Helper()
	if f := p.form("/turn"); f != nil && f.buttons[0].name == "confirm" {
		return v.press(f, f.buttons[0]), true
	}
	for _, ending := range []string{"/drawn", "/act"} {
		if f := p.form(ending); f != nil && f.buttons[0].name != "again" {
			return v.press(f, f.buttons[pick%len(f.buttons)]), true
		}
	}
	return p, false
}

// A game beside the printed board is played without scripts, in four languages, gone
// back in, and ends as a record that says what it is.
func TestAGameBesideTheBox(t *testing.T) {
	w := newWorld(t, 81)
	v := w.visitor()
	checkPage(t, "the form", v.get("/box"))
	p := v.beside(nil)
	id := p.path
	if f := p.form("/drawn"); f == nil || len(f.buttons) != 17 || p.form("/act") != nil {
		t.Fatal("it does not begin with the question what was drawn, with all faces")
	}
	rng := rand.New(rand.NewPCG(8, 1))
	compared := map[int]bool{} // rounds in which the table was to be compared
	for n, asked := 0, true; asked; n++ {
		v.lang = languageCodes[n%4]
		checkPage(t, "the table", p)
		if strings.Contains(p.body, `id="compare"`) {
			s := w.snapshot(strings.TrimPrefix(id, "/t/"))
			compared[s.State.Round()] = true
		}
		if n%9 == 0 {
			checkPage(t, "what lies where", v.get(id+"/laid"))
		}
		if n%25 == 24 { // one step back, whatever it was
			for _, ending := range []string{"/drawn", "/turn"} {
				for _, f := range p.forms(ending) {
					if len(f.buttons) == 1 && (f.buttons[0].name == "undo" || f.buttons[0].name == "again") {
						p = v.press(f, f.buttons[0])
						break
					}
				}
			}
		}
		if p, asked = v.enters(p, rng.IntN(40)); n > 2000 {
			t.Fatal("the game does not end")
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	v.lang = "en"
	if p = v.get(id); !strings.Contains(p.body, id+"/score") || p.form("/again") != nil || p.form("/on") != nil {
		t.Fatal("the end offers no score sheet, or a rematch, or the same deal")
	}
	if !strings.Contains(v.get(id+"/score").body, "entered by hand") {
		t.Error("the score sheet does not say that chance was entered")
	}
	for _, path := range []string{"/replay?n=30", "/fair", "/review"} {
		checkPage(t, path, v.get(id+path))
	}
	if len(compared) < 8 || compared[1] {
		t.Errorf("the table was to be compared in the rounds %v", compared)
	}
	if p := v.post(id+"/again", url.Values{"key": {"x"}}); p.status < 400 {
		t.Errorf("a rematch: status %d", p.status)
	}
	rec := v.get(id + "/record").body
	r, err := record.Read([]byte(rec))
	if err != nil {
		t.Fatal(err)
	}
	if g, err := record.Referee(r, w.server.Board.Board); err != nil || !g.Entered || !g.Over() || r.Chance.StartSeat != 1 {
		t.Errorf("the record is not refereed: %v", err)
	}
	v.openAgain(rec)
}

// forms are all forms of a page that go to an address ending so.
func (p answer) forms(ending string) (out []*form) {
	for _, m := range formTag.FindAllString(p.body, -1) {
		if f := (answer{body: m}).form(ending); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// An impossible face is refused with the way to the earlier entry, and going there takes
// back what followed.
func TestAnImpossibleFaceLeadsToTheEarlierEntry(t *testing.T) {
	w := newWorld(t, 82)
	v := w.visitor()
	p := v.beside(nil)
	p = v.press(p.form("/drawn"), button{"face", "industries-mark"})
	for f := p.form("/act"); f != nil; f = p.form("/act") {
		p = v.press(f, f.buttons[0])
	}
	f := p.form("/drawn")
	if slices.Contains(f.buttons, button{"face", "industries-mark"}) {
		t.Error("a face of which none is left can be pressed")
	}
	refused := v.press(f, button{"face", "industries-mark"})
	if refused.status != http.StatusConflict && refused.status != http.StatusUnprocessableEntity || !strings.Contains(refused.body, "have been drawn before") {
		t.Errorf("drawn again: status %d", refused.status)
	}
	for _, f := range refused.forms("/drawn") {
		if slices.Contains(f.buttons, button{"again", "0"}) {
			p = v.press(f, button{"again", "0"})
			if !slices.Contains(p.form("/drawn").buttons, button{"face", "industries-mark"}) || !strings.Contains(p.body, "Round 1") {
				t.Error("back at the first draw it is not asked for again")
			}
			return
		}
	}
	t.Error("there is no way to the earlier entry")
}

// What differs on the table is put right, in words of the log, and taken back like a draw.
func TestCorrectingBesideTheBox(t *testing.T) {
	w := newWorld(t, 86)
	v := w.visitor()
	p := v.beside(nil)
	id := p.path
	for _, v.lang = range languageCodes {
		checkPage(t, v.lang, v.get(id+"/correct"))
	}
	v.lang = "en"
	p = v.get(id + "/correct")
	parts := document(t, p).all("details", "class", "amounts")
	open := slices.DeleteFunc(slices.Clone(parts), func(part element) bool { return !part.has("open") })
	if seats := 2; len(parts) != 2*seats+3 || len(open) != seats+1 {
		t.Errorf("%d parts, %d of them open, expected those of %d seats and of the board, with what is rare folded", len(parts), len(open), seats)
	}
	f := p.form("/correct")
	f.fields.Set("set-thaler.1", "6")
	f.fields.Set("set-vp.0", "0") // as it was
	p = v.press(f, button{})
	if s := w.snapshot(strings.TrimPrefix(id, "/t/")); s.State.Thaler(1) != 6 || !strings.Contains(readable(p.body), "1 amount was corrected by hand") {
		t.Errorf("put right, seat 1 has %d Thaler", s.State.Thaler(1))
	}
	if rec := v.get(id + "/record").body; !strings.Contains(rec, `"corrections":[{"after":0,"set":{"thaler.1":6}}]`) {
		t.Errorf("the record has no correction: %.300s", rec)
	}
	f = v.get(id + "/correct").form("/correct")
	f.fields.Set("set-lock.lock-horst", "2")
	f.fields.Set("set-progress.1.inn", "1")
	p = v.press(f, button{})
	s := w.snapshot(strings.TrimPrefix(id, "/t/"))
	if lies := s.Game.Layout(&s.State); !slices.ContainsFunc(lies.Locks[:], func(who int) bool { return who == 1 }) {
		t.Errorf("no lock is seat 1's: status %d", p.status)
	}
	f = v.get(id + "/correct").form("/correct")
	f.fields.Set("set-export", "99")
	if p := v.press(f, button{}); p.status != http.StatusConflict && p.status != http.StatusUnprocessableEntity {
		t.Errorf("a box that is not there: status %d", p.status)
	}
	for _, f := range v.get(id).forms("/drawn") {
		if slices.Contains(f.buttons, button{"again", "0"}) {
			v.press(f, button{"again", "0"})
		}
	}
	if s := w.snapshot(strings.TrimPrefix(id, "/t/")); s.State.Thaler(1) != 0 {
		t.Errorf("taken back, seat 1 has %d Thaler", s.State.Thaler(1))
	}
	if p := v.get(v.alone(nil).path + "/correct"); p.status != http.StatusOK || len(document(t, p).all("section", "id", "band")) != 1 {
		t.Errorf("a table with a deal: status %d, expected its page", p.status)
	}
}

// The scoring pad keeps what is filled in, adds up, and says what cannot be.
func TestScoringPad(t *testing.T) {
	v := newWorld(t, 87).visitor()
	const filled = "/box/pad?seats=2&name0=Anna&vp0=40&thaler0=7&marker0=mayor&vp1=44&debts1=1&city1=city-werden&marker1=ruhrtalbahn"
	for _, v.lang = range languageCodes {
		checkPage(t, v.lang, v.get(filled))
	}
	v.lang = "en"
	p := v.get(filled)
	for _, want := range []string{`value="Anna"`, `value="40"`, `<b class="total">47</b>`, `<b class="total">43</b>`, "Seat 2"} {
		if !strings.Contains(p.body, want) {
			t.Errorf("the pad has no %s", want)
		}
	}
	if p := v.get("/box/pad?seats=2&depot0-0=3&depot1-0=3&seats=9&vp0=x"); p.status != http.StatusOK || !strings.Contains(p.body, "more warehouses") {
		t.Errorf("six warehouses in a depot: status %d", p.status)
	}
	if p := v.get("/box/pad"); !strings.Contains(p.body, `name="vp2"`) {
		t.Error("it does not begin with three people")
	}
}

// Those who watch see that something is drawn, and can enter nothing.
func TestWatchersEnterNothing(t *testing.T) {
	w := newWorld(t, 83)
	v := w.visitor()
	id := v.beside(nil).path
	v.signUp("Anna")
	if a := v.ask("GET", "/tables/"+strings.TrimPrefix(id, "/t/"), v.token(nil), ""); a.status != http.StatusOK || !strings.Contains(a.body, `"entered":true`) || strings.Contains(a.body, `"legal"`) {
		t.Errorf("a program is not told that there is nothing to do for it: status %d: %.300s", a.status, a.body)
	}
	for own, want := range map[int]bool{-1: false, 0: true} {
		var seats []int
		if own >= 0 {
			seats = []int{own}
		}
		p := w.pageOf(strings.TrimPrefix(id, "/t/"), seats...)
		if may := p.You.Enter && len(p.Box.Faces) > 0; may != want || p.Box == nil || p.Head == "" {
			t.Errorf("seat %d may enter: %t", own, may)
		}
	}
}

// A computer player in an empty chair moves, and the table waits until hands are done.
func TestAComputerPlayerBesideTheBox(t *testing.T) {
	w := newWorld(t, 84)
	v := w.visitor()
	p := v.beside(url.Values{"who2": {"random"}})
	id := strings.TrimPrefix(p.path, "/t/")
	p = v.press(p.form("/drawn"), button{"face", "industries-mark"})
	news := w.hub.Subscribe(id)
	defer news.Close()
	for !w.snapshot(id).Turn.Waiting {
		<-news.C()
	}
	if p = v.get(p.path); !strings.Contains(p.body, `id="done"`) || !strings.Contains(p.body, "Bert &lt;b&gt;</") || p.form("/act") != nil {
		t.Fatalf("the computer player's turn does not wait for hands: %.300s", readable(p.body))
	}
	p, _ = v.enters(p, 0)
	if p.form("/act") == nil {
		t.Error("after hands are done, nobody is asked")
	}
}

// The form names what is wrong, and offers what was filled in.
func TestTheFormBesideTheBox(t *testing.T) {
	v := newWorld(t, 85).visitor()
	for name, form := range map[string]url.Values{
		"nobody": {"who0": {"random"}, "name0": {"A"}, "who1": {"random"}, "name1": {"B"}},
		"starts": {"who0": {"me"}, "name0": {"A"}, "who1": {"me"}, "name1": {"B"}, "who2": {"none"}, "start": {"2"}},
		"unread": {"who0": {"me"}, "name0": {"A"}, "who1": {"me"}, "name1": {"B"}, "start": {"0"}, "board": {"x"}},
	} {
		if p := v.post("/box", form); p.status != http.StatusUnprocessableEntity || p.form("/box") == nil || !strings.Contains(p.body, `value="A"`) {
			t.Errorf("%s: status %d at %s", name, p.status, p.path)
		}
	}
}
