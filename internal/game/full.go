package game

// MaxLog is how many entries a log holds besides those that end the game: more than
// forty times as many as a game has in which nobody takes anything back.
const MaxLog = 20_000

// lengthOf is as how many entries one counts: standing orders are long.
func lengthOf(body []byte) int { return 1 + len(body)/200 }

// ends reports whether entries of a kind bring a game nearer to its end, so that only
// so many follow as long as there are no others. A full log takes them all the same.
func ends(kind string) bool {
	switch kind {
	case kindAct, kindHold, kindConfirm, kindEnter:
		return true
	case EventGive, EventResign, EventReplace, EventRemove, EventDecline: // which nobody takes back then
		return true
	case EventTimeout, EventFill, EventEnd, EventRematch, kindDisclose, KindForget, kindReturn:
		return true
	}
	return false
}
