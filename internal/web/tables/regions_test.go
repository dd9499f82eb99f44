package tables

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
	"ruhr/view"
)

// inOrder fails unless the texts appear in the markup in this order.
func inOrder(t *testing.T, what, markup string, texts ...string) {
	t.Helper()
	rest := markup
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("%s: %q does not stand after %q", what, text, strings.Join(texts[:slices.Index(texts, text)], " … "))
		}
		rest = after
	}
}

// asHTML escapes texts as the templates do.
func asHTML[S ~string](list []S) (out []string) {
	for _, s := range list {
		out = append(out, string(s))
	}
	return out
}

// pageOf builds the model of a table's page for a viewer with these seats.
func (w *world) pageOf(id string, own ...int) *tablePage {
	w.T.Helper()
	id = strings.TrimPrefix(id, "/t/")
	snap, err := w.Service.Position(w.T.Context(), id, game.Actor{Seats: own})
	require.NoError(w.T, err)
	p, _, err := w.tables.newTablePage(httptest.NewRequestWithContext(w.T.Context(), http.MethodGet, "/t/"+id, nil), snap)
	require.NoError(w.T, err)
	return p
}

// A seat's line and board show its own figures only.
func TestSeatRegionsShowTheirSeat(t *testing.T) {
	w := newWorld(t, 1)
	l := page.NewLocalizer(kernel.LocalizerOf(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)).Printer)
	for k, seat := range []page.Seat{
		{Seat: 0, Sign: 2, Name: "Anna", VP: 1111, S: view.Seat{Thaler: 1112, Supply: 13, Debts: 1114, Means: 1115, IfEnded: 1116, Locks: 1117, Built: 1118}, At: "ANNAPLACE", OptionName: "ANNAOPTION"},
		{Seat: 1, Sign: 3, Name: "Bert", VP: 2221, S: view.Seat{Thaler: 2222, Supply: 23, Debts: 2224, Means: 2225, IfEnded: 2226, Locks: 2227, Built: 2228}, At: "BERTPLACE", OptionName: "BERTOPTION"},
	} {
		number := func(n int) string { return l.Printer.Number(n) }
		figures := map[string][]string{
			"seatline": {"<b>" + seat.Name + "</b>", fmt.Sprint(seat.VP), fmt.Sprint(seat.S.Thaler), fmt.Sprint(seat.S.Supply), fmt.Sprint(seat.S.Debts)},
			"board":    {seat.Name, fmt.Sprint(seat.VP), number(seat.S.IfEnded), fmt.Sprint(seat.S.Thaler), number(seat.S.Means), number(seat.S.Debts), fmt.Sprint(seat.S.Locks), fmt.Sprint(seat.S.Built), string(seat.At), string(seat.OptionName)},
		}
		for name, want := range figures {
			got, err := w.tables.Region(name, seatPart{place: place{Localizer: l, render: w.tables.renderer}, P: l, V: seat})
			require.NoError(t, err)
			inOrder(t, fmt.Sprint(name, " of seat ", k), got, want...)
			if !strings.Contains(got, fmt.Sprintf(`id="%s%d"`, regionIDs[name], k)) || !strings.Contains(got, fmt.Sprintf("seat-%d", seat.Sign)) {
				t.Errorf("%s of seat %d has another id or sign", name, k)
			}
		}
	}
}

// The headline and the log follow the order of the model: recent events, phases,
// rounds.
func TestBandAndLogKeepTheOrder(t *testing.T) {
	w := newWorld(t, 6)
	v, watcher := w.Visitor(), w.Visitor()
	lately, recaps, handed := 0, 0, 0
	p := v.Alone(nil)
	for step := 0; !p.Has("id", "log-4"); step++ {
		mine, other := w.pageOf(p.Path, 0, 1), w.pageOf(p.Path)
		band := watcher.Get(p.Path).Body
		inOrder(t, "lately", band, asHTML(other.Lately)...)
		inOrder(t, "since", p.Body, asHTML(mine.Recap)...)
		for _, phase := range other.Phases {
			inOrder(t, "phases", band, fmt.Sprintf(`title="%s"`, html.EscapeString(string(phase.Name))))
		}
		if mine.You.Confirm && mine.Groups == nil {
			inOrder(t, "the turn to hand over", p.Body, asHTML(mine.Lately)...)
			handed++
		}
		if step%7 == 0 {
			for _, round := range mine.Log(1) {
				var texts []string
				for _, line := range round.Lines {
					texts = append(texts, string(line.Text))
				}
				_, log, _ := strings.Cut(p.Body, fmt.Sprintf(`id="log-%d"`, round.Round))
				inOrder(t, "the log", log, texts...)
			}
		}
		lately, recaps = lately+len(other.Lately), recaps+len(mine.Recap)
		p, _ = v.Step(p, 0)
	}
	if lately < 50 || recaps < 20 || handed < 3 {
		t.Errorf("only %d lines lately, %d since, %d turns to hand over were seen", lately, recaps, handed)
	}
}

// The end shows the winner, the ranking and the chart, and nothing about the
// next decision.
func TestTheEndIsShown(t *testing.T) {
	w := newWorld(t, 6)
	v := w.Visitor()
	p := v.Alone(nil)
	for !w.pageOf(p.Path).Over {
		w.acts(strings.TrimPrefix(p.Path, "/t/"))
	}
	p = v.Get(p.Path)
	end := w.pageOf(p.Path, 0, 1)
	want := []string{string(end.Head)}
	for _, r := range end.End.Ranks {
		want = append(want, html.EscapeString(r.Name), fmt.Sprint(r.VP))
	}
	for _, a := range []webtest.Answer{p, w.Visitor().Get(p.Path)} {
		inOrder(t, "the end", a.Body, append(want, string(end.End.Chart))...)
		require.True(t, !a.Has("class", "lately") && !a.Has("class", "phases"), "the band of a game that is over shows what comes next")
	}
	sheet := v.Get(p.Path + "/score")
	score := page.NewScore(end.Localizer, &page.Game{History: webtest.Must(w.historyOf(p.Path)), Names: end.Names, Signs: end.Signs})
	var lines []string
	for _, line := range score.Lines {
		lines = append(lines, string(line.Name), string(line.Why))
	}
	inOrder(t, "the score sheet", sheet.Body, lines...)
}

func (w *world) historyOf(id string) (*view.History, error) {
	snap, err := w.Service.Position(w.T.Context(), strings.TrimPrefix(id, "/t/"), game.Actor{})
	if err != nil {
		return nil, err
	}
	return snap.History, nil
}

var stampKey = regexp.MustCompile(`name=\\?"key\\?" value=\\?"[^"]*"`)

// The cached regions of a table equal what each viewer would get without the
// cache, in every language, whatever was rendered before and no matter who is present.
func TestKeptRegionsAreEverybodysOwn(t *testing.T) {
	w := newWorld(t, 4)
	anna, bert, watcher := w.Visitor(), w.Visitor(), w.Visitor()
	p := anna.Alone(url.Values{"who1": {"open"}, "name1": {""}, "who2": {"me"}, "name2": {"Cleo"}})
	id := strings.TrimSuffix(p.Path, "/share")
	link := anna.Post(p.Path, url.Values{"seat": {"1"}}).Invitation()
	keys := map[string]bool{}
	look := func(fresh bool) (out []string) {
		for _, v := range []*webtest.Visitor{anna, bert, watcher} {
			for _, v.Lang = range []string{"en", "de"} {
				for _, path := range []string{id, id + "/frame?after=7", id + "/frame?after=9999"} {
					if fresh {
						w.tables.shared.Purge()
						w.tables.parts.Purge()
					}
					got := v.Get(path)
					require.Must(t, got.Status == http.StatusOK, "%s: status %d", path, got.Status)
					body := got.Body
					for _, key := range slices.Compact(stampKey.FindAllString(body, -1)) {
						if strings.Contains(key, `value=\"\"`) {
							continue // the page fills it in
						}
						require.Must(t, !keys[key], "%s is in two answers: the second command would count as the first repeated", key)
						keys[key] = true
					}
					out = append(out, frameless(body))
				}
			}
			v.Lang = "en"
		}
		return out
	}
	for step := range 5 {
		if step == 1 {
			bert.Post(link, url.Values{"name": {"Bert"}})
		}
		if step == 3 {
			leave := w.Hub.Join(strings.TrimPrefix(id, "/t/"), table.SeatPresence(0))
			defer leave()
		}
		look(false)
		kept, fresh := look(false), look(true)
		for i := range kept {
			if kept[i] != fresh[i] {
				at := 0
				for kept[i][at] == fresh[i][at] {
					at++
				}
				t.Fatalf("step %d, answer %d is %q, made again %q", step, i, kept[i][max(0, at-150):at+50], fresh[i][max(0, at-150):at+50])
			}
		}
		for range min(9*step, 9) { // the seat is still open at first
			w.acts(strings.TrimPrefix(id, "/t/"))
		}
	}
}

// pageTime is when a page was made.
var pageTime = regexp.MustCompile(` data-now="\d+"`)

// frameless strips the form keys and the time from an answer and unwraps a frame's markup.
func frameless(body string) string {
	var f frames
	if json.Unmarshal([]byte(body), &f) == nil && f.Frames != nil {
		var out strings.Builder
		for _, frame := range f.Frames {
			fmt.Fprintf(&out, "%d %q %v %v\n", frame.N, frame.Title, frame.Say, frame.Facts)
			for _, id := range slices.Sorted(maps.Keys(frame.Regions)) {
				fmt.Fprintf(&out, "%s: %s\n", id, frame.Regions[id])
			}
			if frame.Log != nil {
				out.WriteString(frame.Log.HTML)
			}
		}
		body = out.String()
	}
	return stampKey.ReplaceAllString(pageTime.ReplaceAllString(body, ""), "")
}

// The newest shared part of a table is kept; anyone who still needs an older one
// gets that.
func TestSharedPartIsOfItsNumber(t *testing.T) {
	w := newWorld(t, 4)
	id := strings.TrimPrefix(w.Visitor().Alone(nil).Path, "/t/")
	l := kernel.LocalizerOf(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	shared := func(snap *game.Snapshot) *sharedTable {
		t.Helper()
		all := w.tables.sharedOf(snap, l)
		require.Equal(t, all.N, snap.N, "the number of the shared part")
		return all
	}
	snapshot := func() *game.Snapshot { return webtest.Must(w.Service.Position(t.Context(), id, game.Actor{})) }
	older := snapshot()
	shared(older)
	w.acts(id)
	newer := snapshot()
	kept := shared(newer)
	shared(older)
	require.True(t, older.N != newer.N && shared(newer).Shared == kept.Shared, "the newest shared part is not kept")
	anew := *newer // after a store has lost its newest entries
	anew.Last = newer.Last.Add(time.Second)
	if got := shared(&anew).Shared; got == kept.Shared || shared(&anew).Shared != got {
		t.Error("the shared part is of another entry with the same number")
	}
}
