package web

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// finals are the commands that cannot be undone by who gives them, or cost them a
// rated game, by what their button has. One press never gives them: the button is in a
// closed <details class="sure"> that says what follows. Forgetting a guest and deleting
// an account have pages of their own that ask.
var finals = map[string]int{ // how many places offer them
	`name="do" value="remove"`:   2, // the owner frees a seat, the founder of a circle sends a member away
	`name="do" value="hand"`:     2, // and hands the table or the circle over
	`name="do" value="leave"`:    1, // a circle
	`name="do" value="dissolve"`: 1,
	`name="do" value="renew"`:    1, // its link
	`name="do" value="replace"`:  1, // a silent person's seat
	`name="do" value="give"`:     2, // the computer plays on
	`name="do" value="resign"`:   1,
	`name="do" value="decline"`:  1, // a kept seat
	`name="renew" value="yes"`:   1, // other browsers lose the seat
	`page.tables.leave_go`:       1,
	`name="session"`:             1,
	`name="others"`:              1,
	`name="end"`:                 1, // an access token
	`name="do" value="drop"`:     4, // a passkey, the password, a channel in use or not yet
}

func TestNothingFinalByOnePress(t *testing.T) {
	// The parts that ask are as if they were written out.
	asks := regexp.MustCompile(`\{\{template "(?:sure|leaving)" \((?:sure (.*?) "(\w+)"|leaving (.*?)) (?:"(\w*)"|\.ID)\)\}\}`)
	tag := regexp.MustCompile(`(?s)<(/?)(details|button|input)\b((?:\{\{.*?\}\}|[^>])*)>(\s*[^<]*)`)
	found := map[string]int{}
	err := fs.WalkDir(os.DirFS("templates"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		text, err := os.ReadFile("templates/" + path)
		if err != nil {
			return err
		}
		written := asks.ReplaceAllStringFunc(string(text), func(call string) string {
			m := asks.FindStringSubmatch(call)
			return fmt.Sprintf(`<details class="sure"><button name="%s" value="%s">%s%s</button></details>`, cmp.Or(m[2], "do"), m[4], m[1], m[3])
		})
		var sure []bool // by open details
		for _, m := range tag.FindAllStringSubmatch(written, -1) {
			switch {
			case m[2] == "details" && m[1] == "":
				sure = append(sure, strings.Contains(m[3], `class="sure`) && !strings.Contains(m[3], " open"))
				continue
			case m[2] == "details":
				sure = sure[:len(sure)-1]
				continue
			}
			all := strings.Join(strings.Fields(m[3]), " ") + " " + m[4]
			for what := range finals {
				if !strings.Contains(all, what) || strings.Contains(m[4], "page.seat.fill") || strings.Contains(m[3], "checkbox") { // nobody's seat
					continue
				}
				found[what]++
				require.True(t, len(sure) != 0 && sure[len(sure)-1], "%s: one press does %s", path, what)
			}
		}
		return nil
	})
	require.NoError(t, err)
	for what, n := range finals {
		require.Equal(t, found[what], n, "places where %s is", what)
	}
}
