package tables

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
	"ruhr/record"
	"ruhr/rules"
)

// beside starts a table beside the printed game, at which Bert begins.
func beside(v *webtest.Visitor, more url.Values) webtest.Answer {
	v.T.Helper()
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "colour0": {"purple"}, "who1": {"none"}, "who2": {"me"}, "name2": {"Bert <b>"}, "colour2": {"green"},
		"who3": {"none"}, "start": {"2"}, "hints": {"yes"}}
	maps.Copy(form, more)
	p := v.Post("/box", form)
	if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		v.T.Fatalf("beside the box: status %d at %s: %.300s", p.Status, p.Path, webtest.Readable(p.Body))
	}
	return p
}

// enters does one thing beside the box: enters a draw, says that hands are done, or
// chooses; false at the end.
func enters(v *webtest.Visitor, p webtest.Answer, pick int) (webtest.Answer, bool) {
	v.T.Helper()
	if f := p.Form("/turn"); f != nil && f.Buttons[0].Name == "confirm" {
		return v.Press(f, f.Buttons[0]), true
	}
	for _, ending := range []string{"/drawn", "/act"} {
		if f := p.Form(ending); f != nil && f.Buttons[0].Name != "again" {
			return v.Press(f, f.Buttons[pick%len(f.Buttons)]), true
		}
	}
	return p, false
}

// A game beside the printed board is played without scripts, in four languages, gone
// back in, and ends as a record that says what it is.
func TestAGameBesideTheBox(t *testing.T) {
	w := newWorld(t, 81)
	v := w.Visitor()
	webtest.CheckPage(t, "the form", v.Get("/box"))
	p := beside(v, nil)
	id := p.Path
	if f := p.Form("/drawn"); f == nil || len(f.Buttons) != 17 || p.Form("/act") != nil {
		t.Fatal("it does not begin with the question what was drawn, with all faces")
	}
	rng := rand.New(rand.NewPCG(8, 1))
	compared := map[int]bool{} // rounds in which the table was to be compared
	for n, asked := 0, true; asked; n++ {
		v.Lang = webtest.LanguageCodes[n%4]
		webtest.CheckPage(t, "the table", p)
		if p.Has("id", "compare") {
			s := w.Snapshot(strings.TrimPrefix(id, "/t/"))
			compared[s.State.Round()] = true
		}
		if n%9 == 0 {
			webtest.CheckPage(t, "what lies where", v.Get(id+"/laid"))
		}
		if n%25 == 24 { // one step back, whatever it was
			for _, ending := range []string{"/drawn", "/turn"} {
				for _, f := range p.Forms(ending) {
					if len(f.Buttons) == 1 && (f.Buttons[0].Name == "undo" || f.Buttons[0].Name == "again") {
						p = v.Press(f, f.Buttons[0])
						break
					}
				}
			}
		}
		if p, asked = enters(v, p, rng.IntN(40)); n > 2000 {
			t.Fatal("the game does not end")
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	v.Lang = "en"
	if p = v.Get(id); !p.LeadsTo(id+"/score") || p.Form("/again") != nil || p.Form("/on") != nil {
		t.Fatal("the end offers no score sheet, or a rematch, or the same deal")
	}
	require.True(t, v.Get(id+"/score").Says("entered by hand"), "the score sheet does not say that chance was entered")
	for _, path := range []string{"/replay?n=30", "/fair", "/review"} {
		webtest.CheckPage(t, path, v.Get(id+path))
	}
	require.True(t, len(compared) >= 8 && !compared[1], "the table was to be compared in the rounds %v", compared)
	if p := v.Post(id+"/again", url.Values{"key": {"x"}}); p.Status < 400 {
		t.Errorf("a rematch: status %d", p.Status)
	}
	rec := v.Get(id + "/record").Body
	r, err := record.Read([]byte(rec))
	require.NoError(t, err)
	if g, err := record.Referee(r, w.Kernel.Board.Board); err != nil || !g.Entered || !g.Over() || r.Chance.StartSeat != 1 {
		t.Errorf("the record is not refereed: %v", err)
	}
	v.OpenAgain(rec)
}

// An impossible face is refused with the way to the earlier entry, and going there takes
// back what followed.
func TestAnImpossibleFaceLeadsToTheEarlierEntry(t *testing.T) {
	w := newWorld(t, 82)
	v := w.Visitor()
	p := beside(v, nil)
	p = v.Press(p.Form("/drawn"), webtest.Button{Name: "face", Value: "industries-mark"})
	for f := p.Form("/act"); f != nil; f = p.Form("/act") {
		p = v.Press(f, f.Buttons[0])
	}
	f := p.Form("/drawn")
	if slices.Contains(f.Buttons, webtest.Button{Name: "face", Value: "industries-mark"}) {
		t.Error("a face of which none is left can be pressed")
	}
	refused := v.Press(f, webtest.Button{Name: "face", Value: "industries-mark"})
	if refused.Status != http.StatusConflict && refused.Status != http.StatusUnprocessableEntity || !refused.Says("have been drawn before") {
		t.Errorf("drawn again: status %d", refused.Status)
	}
	for _, f := range refused.Forms("/drawn") {
		if slices.Contains(f.Buttons, webtest.Button{Name: "again", Value: "0"}) {
			p = v.Press(f, webtest.Button{Name: "again", Value: "0"})
			if !slices.Contains(p.Form("/drawn").Buttons, webtest.Button{Name: "face", Value: "industries-mark"}) || !p.Says("Round 1") {
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
	v := w.Visitor()
	p := beside(v, nil)
	id := p.Path
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(id+"/correct"))
	}
	v.Lang = "en"
	p = v.Get(id + "/correct")
	parts := p.Document().All("details", "class", "amounts")
	open := slices.DeleteFunc(slices.Clone(parts), func(part webtest.Element) bool { return !part.Has("open") })
	if seats := 2; len(parts) != 2*seats+4 || len(open) != seats+1 {
		t.Errorf("%d parts, %d of them open, expected those of %d seats and of the board, with what is rare folded", len(parts), len(open), seats)
	}
	f := p.Form("/correct")
	f.Fields.Set("set-thaler.1", "6")
	f.Fields.Set("set-vp.0", "0") // as it was
	p = v.Press(f, webtest.Button{})
	if s := w.Snapshot(strings.TrimPrefix(id, "/t/")); s.State.Thaler(1) != 6 || !p.Says("1 amount was corrected by hand") {
		t.Errorf("put right, seat 1 has %d Thaler", s.State.Thaler(1))
	}
	if rec := v.Get(id + "/record").Body; !strings.Contains(rec, `"corrections":[{"after":0,"set":{"thaler.1":6}}]`) {
		t.Errorf("the record has no correction: %.300s", rec)
	}
	before := w.Snapshot(strings.TrimPrefix(id, "/t/")).N
	if p = v.Press(v.Get(id+"/correct").Form("/correct"), webtest.Button{}); p.Status != http.StatusOK || p.Path != id || w.Snapshot(strings.TrimPrefix(id, "/t/")).N != before {
		t.Errorf("with nothing changed: status %d at %s", p.Status, p.Path)
	}
	f = v.Get(id + "/correct").Form("/correct")
	f.Fields.Set("set-lock.lock-horst", "2")
	f.Fields.Set("set-progress.1.inn", "1")
	p = v.Press(f, webtest.Button{})
	s := w.Snapshot(strings.TrimPrefix(id, "/t/"))
	if lies := s.Game.Layout(&s.State); !slices.ContainsFunc(lies.Locks[:], func(who int) bool { return who == 1 }) {
		t.Errorf("no lock is seat 1's: status %d", p.Status)
	}
	f = v.Get(id + "/correct").Form("/correct")
	f.Fields.Set("set-export", "99")
	if p := v.Press(f, webtest.Button{}); p.Status != http.StatusConflict && p.Status != http.StatusUnprocessableEntity {
		t.Errorf("a box that is not there: status %d", p.Status)
	}
	for _, f := range v.Get(id).Forms("/drawn") {
		if slices.Contains(f.Buttons, webtest.Button{Name: "again", Value: "0"}) {
			v.Press(f, webtest.Button{Name: "again", Value: "0"})
		}
	}
	if s := w.Snapshot(strings.TrimPrefix(id, "/t/")); s.State.Thaler(1) != 0 {
		t.Errorf("taken back, seat 1 has %d Thaler", s.State.Thaler(1))
	}
	if p := v.Get(v.Alone(nil).Path + "/correct"); p.Status != http.StatusOK || len(p.Document().All("section", "id", "band")) != 1 {
		t.Errorf("a table with a deal: status %d, expected its page", p.Status)
	}
}

// In the middle of a round a barge, its option and whose turn it is are put right; what the
// rules cannot lead to is refused with the rule, and the record says from where on.
func TestCorrectingBargesBesideTheBox(t *testing.T) {
	w := newWorld(t, 88)
	v := w.Visitor()
	p := beside(v, nil)
	id := p.Path
	now := func() *game.Snapshot { return w.Snapshot(strings.TrimPrefix(id, "/t/")) }
	begun := false
	for s := now(); s.State.Decision() != rules.ChooseOption || s.State.Turn() != 1; s = now() {
		if s.State.Decision() == rules.ChooseStart {
			begun = true
			if not := v.Get(id + "/correct"); not.Form("/correct") != nil || !not.Says("Bert <b> has chosen a special option but no coal wharf yet") {
				t.Error("before a start the page does not say why nothing can be put right")
			}
			if at := v.Get(id + "/laid"); len(at.Document().All("a", "href", id+"/correct")) > 0 || !at.Says("Bert <b> has chosen a special option but no coal wharf yet") {
				t.Error("before a start the list leads to a correction that would be refused, or does not say why there is none")
			}
		}
		p, _ = enters(v, p, 0)
	}
	require.True(t, begun, "no start was chosen")
	s := now()
	at := s.Game.Board().River[s.State.BargeAt(1)]
	set := func(values map[string]int) webtest.Answer {
		f := v.Get(id + "/correct").Form("/correct")
		for key, n := range values {
			require.Must(t, f.Fields.Has("was-"+key), "nothing can be entered for %s", key)
			f.Fields.Set("set-"+key, strconv.Itoa(n))
		}
		return v.Press(f, webtest.Button{})
	}
	for _, v.Lang = range webtest.LanguageCodes {
		refused := set(map[string]int{"barge.0": s.State.BargeAt(1) + 1}) // it has not had its turn
		alert := refused.Document().Find(t, "p", "role", "alert")
		if refused.Status != http.StatusConflict || len(alert.All("a", "href", "/handbook#ORDER-2")) != 1 {
			t.Errorf("%s: a barge at %s: status %d: %s", v.Lang, at.ID, refused.Status, alert.Text())
		}
	}
	v.Lang = "en"
	free := slices.IndexFunc(s.Game.Board().At.Storage[:], func(at int) bool {
		k := s.Game.StorageOf(at)
		return s.State.Die(k) > 0 && at != s.State.BargeAt(1) && s.Game.White()>>k&1 == 0 && s.Game.Reach(k, false) != 0
	})
	to := s.Game.Board().At.Storage[free]
	if p = set(map[string]int{"barge.1": to + 1, "option.1": int(rules.NoOption) + 1}); p.Status != http.StatusOK || now().State.BargeAt(1) != to {
		t.Fatalf("status %d, the barge lies at %d, expected %d", p.Status, now().State.BargeAt(1), to)
	}
	back := map[string]int{"turn": 1, "barge.1": 0, "option.1": 0}
	if p = set(back); p.Status != http.StatusOK || now().State.ToDecide() != 1 || now().State.BargeAt(1) != rules.OffRiver {
		t.Fatalf("status %d, it is the turn of %d", p.Status, now().State.ToDecide())
	}
	require.True(t, strings.Contains(v.Get(id+"/record").Body, `"turn":1`), "the record does not say whose turn it was made")
	if opened := v.Upload(v.Get(id + "/record").Body); !opened.Says("corrected by hand") {
		t.Errorf("its record opens with status %d at %s", opened.Status, opened.Path)
	}
}

// The scoring pad keeps what is filled in, adds up, and says what cannot be.
func TestScoringPad(t *testing.T) {
	v := newWorld(t, 87).Visitor()
	const filled = "/box/pad?seats=2&name0=Anna&vp0=40&thaler0=7&marker0=mayor&vp1=44&debts1=1&city1=city-werden&marker1=ruhrtalbahn"
	for _, v.Lang = range webtest.LanguageCodes {
		webtest.CheckPage(t, v.Lang, v.Get(filled))
	}
	v.Lang = "en"
	p := v.Get(filled)
	for _, want := range []string{"47", "43"} {
		if !slices.ContainsFunc(p.With("class", "total"), func(e webtest.Element) bool { return e.Text() == want }) {
			t.Errorf("the pad has no total of %s", want)
		}
	}
	require.True(t, p.Has("value", "Anna") && p.Has("value", "40") && p.Says("Seat 2"), "the pad has lost what was filled in")
	if p := v.Get("/box/pad?seats=2&depot0-0=3&depot1-0=3&seats=9&vp0=x"); p.Status != http.StatusOK || !p.Says("more warehouses") {
		t.Errorf("six warehouses in a depot: status %d", p.Status)
	}
	if p := v.Get(filled); !p.Has("name", "name0", "value", "Anna") || !p.Has("name", "name1", "value", "") {
		t.Error("a seat's own name is filled in")
	}
	require.True(t, v.Get("/box/pad").Has("name", "vp2"), "it does not begin with three people")
}

// Those who watch see that something is drawn, and can enter nothing.
func TestWatchersEnterNothing(t *testing.T) {
	w := newWorld(t, 83)
	v := w.Visitor()
	id := beside(v, nil).Path
	v.SignUp("Anna")
	if a := v.Ask("GET", "/tables/"+strings.TrimPrefix(id, "/t/"), v.Token(nil), ""); a.Status != http.StatusOK || !strings.Contains(a.Body, `"entered":true`) || strings.Contains(a.Body, `"legal"`) {
		t.Errorf("a program is not told that there is nothing to do for it: status %d: %.300s", a.Status, a.Body)
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
	v := w.Visitor()
	p := beside(v, url.Values{"who2": {"random"}})
	id := strings.TrimPrefix(p.Path, "/t/")
	p = v.Press(p.Form("/drawn"), webtest.Button{Name: "face", Value: "industries-mark"})
	news := w.Hub.Subscribe(id)
	defer news.Close()
	for !w.Snapshot(id).Turn.Waiting {
		<-news.C()
	}
	if p = v.Get(p.Path); !p.Has("id", "done") || !p.Says("Bert <b>") || p.Form("/act") != nil {
		t.Fatalf("the computer player's turn does not wait for hands: %.300s", webtest.Readable(p.Body))
	}
	p, _ = enters(v, p, 0)
	require.True(t, p.Form("/act") != nil, "after hands are done, nobody is asked")
}

// The form names what is wrong, and offers what was filled in.
func TestTheFormBesideTheBox(t *testing.T) {
	v := newWorld(t, 85).Visitor()
	for name, form := range map[string]url.Values{
		"nobody": {"who0": {"random"}, "name0": {"A"}, "who1": {"random"}, "name1": {"B"}},
		"starts": {"who0": {"me"}, "name0": {"A"}, "who1": {"me"}, "name1": {"B"}, "who2": {"none"}, "start": {"2"}},
		"unread": {"who0": {"me"}, "name0": {"A"}, "who1": {"me"}, "name1": {"B"}, "start": {"0"}, "board": {"x"}},
	} {
		if p := v.Post("/box", form); p.Status != http.StatusUnprocessableEntity || p.Form("/box") == nil || !p.Has("value", "A") || !p.Has("open") {
			t.Errorf("%s: status %d at %s", name, p.Status, p.Path)
		}
	}
}

// A game that has been begun without the program goes on from the round that comes next. Of
// a form with something wrong in it nothing that was typed is lost.
func TestGoingOnFromALaterRound(t *testing.T) {
	w := newWorld(t, 87)
	v := w.Visitor()
	p := beside(v, nil)
	id := p.Path
	if links := v.Get(id+"/laid").Document().All("a", "href", id+"/correct"); len(links) != 1 || !strings.Contains(links[0].Text(), "middle of a game") {
		t.Errorf("%d links to it", len(links))
	}
	typed := map[string]string{"round": "5", "barge.0": "24", "barge.1": "24", "arrived.0": "2", "arrived.1": "1", "thaler.0": "7", "years.0": "4",
		"hidden.belgium": "1", "marker.industries-mark": "0", "marker.industries-essen": "0", "marker.forges-1": "1", "track.black.1": "4", "die.storage-mintard": "0",
		"city.city-steele.1": "2"}
	f := v.Get(id + "/correct").Form("/correct")
	for key, value := range typed {
		require.Must(t, f.Fields.Has("was-"+key), "nothing can be entered for %s", key)
		f.Fields.Set("set-"+key, value)
	}
	refused := v.Press(f, webtest.Button{})
	if refused.Status != http.StatusConflict || !strings.Contains(refused.Document().Find(t, "p", "role", "alert").Text(), "16 obstacle/demand markers are not drawn yet") {
		t.Fatalf("with too many markers left: status %d", refused.Status)
	}
	thaler := refused.Document().Find(t, "input", "name", "set-thaler.0").Value("value")
	var barges []string
	for _, option := range refused.Document().Find(t, "select", "name", "set-barge.1").All("option", "value", "24") {
		if option.Has("selected") {
			barges = append(barges, option.Text())
		}
	}
	if thaler != "7" || len(barges) != 1 || !strings.Contains(barges[0], "Steele") {
		t.Errorf("what was typed is lost: %q Thaler, a barge in %q", thaler, barges)
	}
	again := refused.Form("/correct")
	for key, value := range typed {
		again.Fields.Set("set-"+key, value)
	}
	again.Fields.Set("set-marker.hammer-mills-1", "1")
	if p = v.Press(again, webtest.Button{}); p.Status != http.StatusOK {
		t.Fatalf("with all that is right: status %d: %s", p.Status, p.Document().Find(t, "p", "role", "alert").Text())
	}
	s := w.Snapshot(strings.TrimPrefix(id, "/t/"))
	lies := s.Game.Layout(&s.State)
	if lies.Round != 5 || lies.Order[0] != 0 || s.State.Thaler(0) != 7 || lies.Cities[3][0] != 1 || len(lies.Seats[0].Timeline) != 4 || lies.Bag != 16-board.Obstacles {
		t.Errorf("it goes on with %+v", lies)
	}
	for _, f := range v.Get(id + "/correct").Form("/correct").Fields["set-round"] {
		t.Errorf("in the middle it can be begun once more with %s", f)
	}
	for range 40 { // and is played on
		p = v.Get(id)
		if f := p.Form("/drawn"); f != nil && len(f.Buttons) > 0 && f.Buttons[0].Name == "face" {
			v.Press(f, f.Buttons[0])
		} else if f := p.Form("/act"); f != nil && len(f.Buttons) > 0 {
			v.Press(f, f.Buttons[0])
		}
	}
	if now := w.Snapshot(strings.TrimPrefix(id, "/t/")); len(now.Steps) < 10 {
		t.Errorf("%d decisions were made", len(now.Steps))
	}
	if log := v.Get(id).Document(); len(log.All("li", "id", "log-5")) != 1 || len(log.All("li", "id", "log-2")) != 0 {
		t.Error("the log does not go on with round 5")
	}
	for _, path := range []string{"", "/replay", "/replay?n=3", "/laid"} {
		webtest.CheckPage(t, "en", v.Get(id+path))
	}
	opened := v.Upload(v.Get(id + "/record").Body)
	if webtest.CheckPage(t, "en", opened); !opened.Says("Round 5") {
		t.Errorf("its record opens with status %d at %s", opened.Status, opened.Path)
	}
}
