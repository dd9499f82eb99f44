package web

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	latelyList = regexp.MustCompile(`<ul class="lately" id="lately-\d+"><li>(.*?)</li></ul>`)
	logRounds  = regexp.MustCompile(`<li id="log-\d+"`)
	logStep    = regexp.MustCompile(`<li class="(?:line([^"]*)"><a class="step" href="[^"]*">(.*?)</a>|phase">(.*?)</li>)`)
	orderSeat  = regexp.MustCompile(`<span( class="now")? title="[^"]*">.*?<span class="out">(.*?)</span>`)
	seatName   = regexp.MustCompile(`<b class="who[^"]*">(.*?)</b>`)
	headline   = regexp.MustCompile(`<h1 id="headline".*?</h1>`)
	station    = regexp.MustCompile(`<li(?: class="(was|now)")?(?: aria-current="(step)")? title="([^"]*)"><i aria-hidden="true">(\d)</i>.*?(?:<b>(.*?)</b>)?</li>`)
)

// Who is not asked sees what happened last as the log tells it, the newest
// first, and where the round is (ORDER-1): the phases before, the one at hand
// with its order and who is asked, and those to come. Who only has to hand over
// sees what the turn did.
func TestMeanwhile(t *testing.T) {
	w := newWorld(t, 6)
	v, watcher := w.visitor(), w.visitor()
	phases, handed := map[string]bool{}, 0
	for p := v.alone(nil); !strings.Contains(p.body, `id="log-5"`); p, _ = v.step(p, 0) {
		seen := watcher.get(p.path)
		told := logBackward(seen.body)
		checkLately(t, seen, told.happened[:min(len(told.happened), 9)])
		checkStations(t, seen.body, told.phase)
		if p.form("/act") == nil && p.form("/turn") != nil {
			checkLately(t, p, logBackward(p.body).tentative)
			checkStations(t, p.body, told.phase)
			handed++
		}
		name, _, _ := strings.Cut(told.phase, ".")
		phases[name] = true
	}
	if len(phases) < 3 || handed < 3 {
		t.Errorf("only the phases %v were seen, and only %d turns handed over", phases, handed)
	}
}

func checkLately(t *testing.T, p answer, want []string) {
	t.Helper()
	if got := latelyList.FindStringSubmatch(p.body); got == nil || !slices.Equal(strings.Split(got[1], "</li><li>"), want) {
		t.Fatalf("what happened lately is %.400q, expected %q", got, want)
	}
}

// At the end the band shows how it came to that: who won, and the chart of
// the game. Nothing lately, no phases.
func TestTheEndIsTold(t *testing.T) {
	w := newWorld(t, 6)
	v := w.visitor()
	p := v.alone(nil)
	for more := true; more; {
		p, more = v.step(p, 0)
	}
	for _, page := range []answer{p, w.visitor().get(p.path)} {
		if n := strings.Count(page.body, `<polyline class="vps"`); n != 2 || !strings.Contains(page.body, `<ol class="ranks">`) {
			t.Errorf("%d lines of VP in the chart, expected one a seat, below the ranks", n)
		}
		if strings.Contains(page.body, `class="lately"`) || strings.Contains(page.body, `class="phases"`) {
			t.Error("the band of a game that is over tells how it goes on")
		}
	}
}

// backward is what the log of a page tells, the newest first: what happened,
// what of it may still be taken back, and the last heading.
type backward struct {
	happened, tentative []string
	phase               string
}

func logBackward(body string) (b backward) {
	at := logRounds.FindAllStringIndex(body, -1)
	for k, from := range at {
		to := len(body)
		if k+1 < len(at) {
			to = at[k+1][0]
		}
		for _, m := range slices.Backward(logStep.FindAllStringSubmatch(body[from[0]:to], -1)) {
			switch {
			case m[2] != "":
				b.happened = append(b.happened, m[2])
				if strings.Contains(m[1], "tentative") {
					b.tentative = append(b.tentative, m[2])
				}
			case b.phase == "":
				b.phase = m[3]
			}
		}
	}
	return b
}

func checkStations(t *testing.T, body, phase string) {
	t.Helper()
	all := station.FindAllStringSubmatch(body, -1)
	if len(all) != 7 {
		t.Fatalf("%d phases, expected 7", len(all))
	}
	now := slices.IndexFunc(all, func(m []string) bool { return m[1] == "now" })
	if now < 0 || !strings.HasPrefix(phase, all[now][3]) {
		t.Fatalf("phase %d is at hand, the log says %q", now+1, phase)
	}
	for k, m := range all {
		want := [2]string{}
		switch {
		case k < now:
			want[0] = "was"
		case k == now:
			want = [2]string{"now", "step"}
		}
		if got := [2]string{m[1], m[2]}; got != want || k != now && m[5] != "" {
			t.Errorf("phase %d is %q with the order %q, expected %q", k+1, got, m[5], want)
		}
	}
	var order, asked []string
	for _, m := range orderSeat.FindAllStringSubmatch(all[now][5], -1) {
		order = append(order, m[2])
		if m[1] != "" {
			asked = append(asked, m[2])
		}
	}
	if want := namesIn(phase); !slices.Equal(order, want) {
		t.Errorf("the order is %q, expected %q", order, want)
	}
	if want := namesIn(headline.FindString(body))[:1]; !slices.Equal(asked, want) {
		t.Errorf("the stations say that %q is asked, the headline %q", asked, want)
	}
}

// namesIn are the seats' names in a text, in turn.
func namesIn(text string) (names []string) {
	for _, m := range seatName.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}
