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
	logStep    = regexp.MustCompile(`<li class="(?:line[^"]*"><a class="step" href="[^"]*">(.*?)</a>|phase">(.*?)</li>)`)
	station    = regexp.MustCompile(`<li(?: class="(was|now)")?(?: aria-current="(step)")? title="([^"]*)"><i aria-hidden="true">(\d)</i>.*?(?:<b>(.*?)</b>)?</li>`)
)

// Who is not asked sees what happened last as the log tells it, the newest
// first, and where the round is (ORDER-1): the phases before, the one at hand
// with its order and who is to decide, and those to come.
func TestMeanwhile(t *testing.T) {
	w := newWorld(t, 6)
	v, watcher := w.visitor(), w.visitor()
	phases := map[string]bool{}
	for p := v.alone(nil); !strings.Contains(p.body, `id="log-5"`); p, _ = v.step(p, 0) {
		seen := watcher.get(p.path)
		happened, phase := logBackward(seen.body)
		happened = happened[:min(len(happened), maxLately)]
		if got := latelyList.FindStringSubmatch(seen.body); got == nil || !slices.Equal(strings.Split(got[1], "</li><li>"), happened) {
			t.Fatalf("what happened lately is %.400q, expected %q", got, happened)
		}
		checkStations(t, seen.body, phase)
		name, _, _ := strings.Cut(phase, ".")
		phases[name] = true
	}
	if len(phases) < 3 {
		t.Errorf("only the phases %v were seen", phases)
	}
}

// logBackward is what the log of a page tells, the newest first, and its last
// heading.
func logBackward(body string) (happened []string, phase string) {
	at := logRounds.FindAllStringIndex(body, -1)
	for k, from := range at {
		to := len(body)
		if k+1 < len(at) {
			to = at[k+1][0]
		}
		for _, m := range slices.Backward(logStep.FindAllStringSubmatch(body[from[0]:to], -1)) {
			switch {
			case m[1] != "":
				happened = append(happened, m[1])
			case phase == "":
				phase = m[2]
			}
		}
	}
	return happened, phase
}

func checkStations(t *testing.T, body, phase string) {
	t.Helper()
	all := station.FindAllStringSubmatch(body, -1)
	if len(all) != 7 {
		t.Fatalf("%d phases, expected 7", len(all))
	}
	now := slices.IndexFunc(all, func(m []string) bool { return m[1] == "now" })
	for k, m := range all {
		want := [3]string{}
		switch {
		case k < now:
			want = [3]string{"was", "", ""}
		case k == now:
			want = [3]string{"now", "step", m[5]}
		}
		if got := [3]string{m[1], m[2], m[5]}; got != want {
			t.Errorf("phase %d is %q, expected %q", k+1, got, want)
		}
	}
	if now < 0 || !strings.HasPrefix(phase, all[now][3]) {
		t.Fatalf("phase %d is at hand, the log says %q", now+1, phase)
	}
	if order := all[now][5]; strings.Count(order, `class="sign`) != 2 || strings.Count(order, `class="now"`) != 1 {
		t.Errorf("the order of the phase is %q", order)
	}
}
