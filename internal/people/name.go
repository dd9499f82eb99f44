package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/secure/precis"
)

// Limits on a name, in characters. Names fit the seats of a table.
const (
	MinName = 2
	MaxName = 30
)

// reserved are names that could be mistaken for the program or its operator.
var reserved = looksOfAll("ruhr", "admin", "administrator", "moderator", "operator", "system", "computer", "root", "support",
	"guest", "gast", "invité", "invitado", "N. N.")

// name is a person's name with the forms it is compared by.
type name struct {
	shown string
	key   string   // two names with one key are the same
	looks []string // two names with a look in common cannot be told apart
}

// readName checks a name. Errors: ErrBadName, ErrTaken for one that looks like
// a reserved one.
func readName(text string) (name, error) {
	shown, err := precis.Nickname.String(text)
	if n := utf8.RuneCountInString(shown); err != nil || n < MinName || n > MaxName || !wellFormed(shown) {
		return name{}, ErrBadName
	}
	n := name{shown: shown, key: Key(shown), looks: looksOf(shown)}
	if slices.ContainsFunc(n.looks, func(l string) bool { return slices.Contains(reserved, l) }) {
		return name{}, ErrTaken
	}
	return n, nil
}

// Key is the form in which names are compared at signing in, without regard to
// case, width and spaces; "" where the text is no name.
func Key(text string) string {
	key, err := precis.Nickname.CompareKey(text)
	if err != nil || utf8.RuneCountInString(key) > 2*MaxName {
		return ""
	}
	return key
}

// wellFormed reports whether a name has letters and digits with single signs
// between them, and no more marks over a letter than writing needs.
func wellFormed(text string) bool {
	const maxMarks = 2
	before, marks := ' ', 0
	written := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	for _, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			marks = 0
		case unicode.IsMark(r):
			if marks++; !written(before) || marks > maxMarks {
				return false
			}
		case strings.ContainsRune(" .-_'’", r):
			if !written(before) && (r != ' ' || before != '.') { // as in "J. S. Bach"
				return false
			}
		default:
			return false
		}
		before = r
	}
	return written(before) || before == '.'
}

// looksLike reports whether two names cannot be told apart.
func looksLike(one, other string) bool {
	looks := looksOf(other)
	return slices.ContainsFunc(looksOf(one), func(look string) bool { return slices.Contains(looks, look) })
}

// looksOf are the skeletons of a name (UTS #39). Case is folded before, after
// and in between: a capital I looks like a small l, but Ida is ida. Two v look like
// a w; both forms count, whichever is stored of another name.
func looksOf(shown string) (looks []string) {
	shown = smallCapitals.Replace(shown)
	for _, skeleton := range []string{confusable.Skeleton(fold(shown)), confusable.Skeleton(shown), confusable.Skeleton(strings.ToUpper(shown))} {
		look := fold(skeleton)
		looks = append(looks, look, strings.ReplaceAll(look, "vv", "w"), strings.ReplaceAll(look, "w", "vv"))
	}
	slices.Sort(looks)
	return slices.Compact(looks)
}

// smallCapitals are letters that look like others and are not among Unicode's
// look-alikes.
var smallCapitals = strings.NewReplacer("ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l",
	"ᴍ", "m", "ɴ", "n", "ᴏ", "o", "ᴘ", "p", "ꞯ", "q", "ʀ", "r", "ꜱ", "s", "ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z")

// fold writes a name in small letters without what is easily overlooked: signs,
// spaces and accents. The marks of scripts that spell with them stay.
func fold(s string) string {
	const firstAccent, lastAccent = '\u0300', '\u036f'
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && (r < firstAccent || r > lastAccent) {
			return r
		}
		return -1
	}, s))
}

func looksOfAll(names ...string) (out []string) {
	for _, n := range names {
		out = append(out, looksOf(n)...)
	}
	return out
}
