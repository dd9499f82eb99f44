package page

import (
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/spec"
)

func draftOf(t *testing.T, changes map[string]string) *Draft {
	t.Helper()
	made, err := board.NewDraft(spec.Board, changes)
	require.NoError(t, err)
	d := &Draft{Draft: made, Changes: changes}
	if d.Usual, err = board.Facts(spec.Board); err != nil {
		t.Fatal(err)
	}
	if d.Facts, err = board.Facts(made.File); err != nil {
		t.Fatal(err)
	}
	return d
}

func fieldsOf(w *Workshop) map[string]WorkshopField {
	out := map[string]WorkshopField{}
	for _, g := range w.Groups {
		for _, row := range g.Rows {
			for _, f := range row.Fields {
				out[f.Key] = f
			}
		}
	}
	return out
}

// Every fact of the printed board stands in the workshop in words, once, with
// its value and what it may be instead; corrected ones say what they were.
func TestWorkshop(t *testing.T) {
	usual := draftOf(t, nil)
	b := NewBoard(board.Default())
	for _, language := range lang.Languages {
		w := b.Workshop(NewLocalizer(lang.For(language)), usual)
		rows := map[string]bool{}
		for _, g := range w.Groups {
			for _, row := range g.Rows {
				if rows[row.Key] || plain(row.Name) == "" || plain(g.Title) == "" || row.Confirmed {
					t.Errorf("%s in %q is called %q, confirmed %v", row.Key, g.Title, row.Name, row.Confirmed)
				}
				rows[row.Key] = true
			}
		}
		if w.Confirmable != 136 || w.Confirmed != 0 || len(w.Problems)+len(w.Questions) > 0 {
			t.Errorf("%d of %d confirmed, %v %v", w.Confirmed, w.Confirmable, w.Problems, w.Questions)
		}
		fields := fieldsOf(w)
		for _, f := range usual.Facts {
			got, ok := fields[f.Key()]
			if f.Group == "marker" {
				require.True(t, !ok, "%s is a field beside the counts of faces", f.Key())
				continue
			}
			if !ok || got.Value != f.Value || got.Usual != "" || plain(got.Label) == "" || strings.ContainsAny(plain(got.Label), "‹{[") {
				t.Errorf("%s is %+v, expected the value %q", f.Key(), got, f.Value)
			}
			for _, c := range got.Choices {
				if plain(c.Name) == "" || strings.ContainsAny(plain(c.Name), "‹{[") || f.Field == "returns" && c.Value == "mark" {
					t.Errorf("%s may be %+v", f.Key(), c)
				}
			}
		}
		if f := fields["face/cities city-werden city-kettwig"]; f.Value != "1" || strings.ContainsAny(plain(f.Label), "‹{[") {
			t.Errorf("the face of Werden and Kettwig is %+v", f)
		}
	}
}

// What has changed says what it was; a space that moves is one change.
func TestWorkshopOfADraft(t *testing.T) {
	d := draftOf(t, map[string]string{"river/city-witten/name": "Wittenberg", "river/city-hattingen/place": "10", "marker/forges-2/face": "cities city-witten city-steele",
		"setup/storage-horst/4": "0", board.Confirmed: "river/city-witten marker/forges-1 river/nowhere"})
	w := NewBoard(board.Default()).Workshop(in("en"), d)
	fields := fieldsOf(w)
	for key, want := range map[string][2]string{
		"river/city-witten/name": {"Wittenberg", "Witten"}, "river/city-hattingen/place": {"10", "15"}, "river/city-hattingen/name": {"Hattingen", ""},
		"river/lock-blankenstein/place": {"11", ""}, "face/trade forge": {"1", "2"}, "face/cities city-witten city-steele": {"1", "0"},
	} {
		if f := fields[key]; f.Value != want[0] || strings.TrimPrefix(plain(f.Usual), "usually: ") != want[1] {
			t.Errorf("%s is %q, usually %q; expected %q", key, f.Value, f.Usual, want)
		}
	}
	if w.Confirmed != 2 || len(w.Problems) != 1 || w.Problems[0].At != "group-setup" {
		t.Errorf("%d confirmed, problems %v", w.Confirmed, w.Problems)
	}
	for _, g := range w.Groups {
		want := map[string]string{"setup": "4 players: 6 of 7 black dice, 6 of 6 white", "marker": "20 of 20 markers"}[g.ID]
		if want != "" && (len(g.Totals) == 0 || plain(g.Totals[0]) != want) {
			t.Errorf("%s: %v, expected %q", g.ID, g.Totals, want)
		}
	}
}

// Whatever is entered for a fact, what is wrong or doubtful is said in words, at a place
// that the page has.
func TestNotesLeadToTheirFields(t *testing.T) {
	usual := draftOf(t, nil)
	b := NewBoard(board.Default())
	changes := map[string]string{}
	for _, f := range usual.Facts {
		changes[f.Key()] = ""
	}
	changes["face/trade forge"], changes["star/water high 0"] = "x", "1"
	drafts := []map[string]string{changes, {"face/trade forge": "7"}, {"face/nothing": "7"}, {"x/y/z": "1"}}
	for _, bad := range []string{"", "-1", "0", "x", "1000000", "99999999999999999999", "3;4/4-5", "9 9 9"} {
		groups := map[string]map[string]string{} // one part of the board after the other
		for _, f := range usual.Facts {
			if groups[f.Group] == nil {
				groups[f.Group] = map[string]string{}
			}
			if f.Group != "marker" || f.Field == "star" {
				groups[f.Group][f.Key()] = bad
			}
		}
		for _, c := range groups {
			drafts = append(drafts, c)
		}
	}
	for _, c := range drafts {
		w := b.Workshop(in("en"), draftOf(t, c))
		ids := map[string]bool{}
		pinned := 0
		for _, g := range w.Groups {
			ids["group-"+g.ID] = true
			pinned += g.Problems + g.Questions
			for _, row := range g.Rows {
				ids[ID(row.Key)] = true
				for _, f := range row.Fields {
					ids[ID(f.Key)] = true
				}
			}
		}
		known := 0
		for _, note := range append(w.Problems, w.Questions...) {
			text := plain(note.Text)
			if strings.ContainsAny(text, "‹{[") || strings.Contains(text, "board file") || strings.Contains(text, "_") {
				t.Errorf("%.60v: %s", c, text)
			}
			if ids[note.At] {
				known++
			} else if note.At != "" {
				t.Errorf("%.60v: %s is about %q, which the page does not have", c, text, note.At)
			}
		}
		require.Equal(t, pinned, known, "%.60v: notes beside what they are about", c)
	}
}

// What is wrong is not asked about, too.
func TestProblemsAreNoQuestions(t *testing.T) {
	w := NewBoard(board.Default()).Workshop(in("en"), draftOf(t, map[string]string{"timeline/2/year": "0", "timeline/3/year": "5"}))
	require.True(t, len(w.Problems) == 1 && len(w.Questions) == 0, "problems %v, questions %v", w.Problems, w.Questions)
}

// A question is answered by confirming its row.
func TestQuestionsAreAnswered(t *testing.T) {
	b := NewBoard(board.Default())
	changes := map[string]string{"export/scale/boxes": "5 5 5", "marker/industries-mark/face": "trade forge"}
	w := b.Workshop(in("de"), draftOf(t, changes))
	if len(w.Questions) != 2 || !strings.HasPrefix(plain(w.Questions[0].Text), "Die Exportskala, Felder von links: Im Regelheft ist es 1 bis 2 (§6.7).") {
		t.Errorf("questions: %v", w.Questions)
	}
	changes[board.Confirmed] = "export/scale"
	for _, f := range draftOf(t, nil).Facts {
		if f.Group == "marker" && f.Field == "face" {
			changes[board.Confirmed] += " marker/" + f.Subject
		}
	}
	if w = b.Workshop(in("de"), draftOf(t, changes)); len(w.Questions) > 0 {
		t.Errorf("after confirming: %v", w.Questions)
	}
}

// The river's order can be typed in any language: every name is understood, with a number or
// without its kind where that names one space. What is no order is refused, with all reasons.
func TestTypedRiver(t *testing.T) {
	d, b := draftOf(t, nil), NewBoard(board.Default())
	for _, language := range lang.Languages {
		l := NewLocalizer(lang.For(language))
		w := b.Workshop(l, d)
		names := strings.Split(w.River(), "\n")
		names[0], names[4] = names[4], "  3. "+strings.ToUpper(names[0])
		places, wrong := w.Places(l, "\n"+strings.Join(names, ";\r\n")+"\n")
		if len(wrong) > 0 || len(places) != board.Spaces || places[d.Facts[0].Subject] != 5 {
			t.Fatalf("%s: %v, %d places, the first goes to %d", language, wrong, len(places), places[d.Facts[0].Subject])
		}
	}
	l := NewLocalizer(lang.For("en"))
	w := b.Workshop(l, d)
	names := strings.Split(w.River(), "\n")
	list := func(change func(names []string)) string {
		n := append([]string(nil), names...)
		change(n)
		return strings.Join(n, "\n")
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{list(func(n []string) { n[0] = "nachtigall" }), nil}, // one space alone is called that
		{list(func(n []string) { n[0] = "<b>Köln" }), []string{"no places of this river: &lt;b&gt;Köln.", "missing: Nachtigall wharf."}},
		{list(func(n []string) { n[0] = n[1] }), []string{"twice: Witten obstacle.", "missing: Nachtigall wharf."}},
		{list(func(n []string) { n[4] = "Herbede" }), []string{"“Herbede” may be several places. Name one of them: Herbede hammer mill, Herbede obstacle.", "missing: Herbede hammer mill."}},
		{"", []string{"missing: Nachtigall wharf, Witten obstacle, Witten"}},
		{strings.Repeat("x\n", 20_000), []string{", x, …", "missing"}},
	} {
		_, wrong := w.Places(l, c.text)
		require.Equal(t, len(wrong), len(c.want), "%.60q: %v", c.text, wrong)
		for k, want := range c.want {
			if k < len(wrong) && !strings.Contains(plain(wrong[k]), want) && !strings.Contains(string(wrong[k]), want) || len(wrong[k]) > 2000 {
				t.Errorf("%.60q: %q, want %q", c.text, wrong[k], want)
			}
		}
	}
}
