package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// common are passwords that guessers try first, as [stem] leaves them: in small
// letters, without digits and signs around them. So one entry stands for many:
// "Passw0rd!", "password1", "PASSWORD2024". The list is our own; it has what is
// typed again and again in the game's languages, of whatever length, because the
// digits around a short word make it long enough.
var common = strings.Fields(`
	abc abcd access account admin administrator alexander alexandra america andrea andreas angel angela
	anthony apple arsenal ashley austria azerty baseball basketball batman bayern berlin biteme bonjour borussia
	butterfly camille caroline celtic changeme charlie chelsea cheese chocolat chocolate chouchou christian
	christine computer contrasena contraseña cookie daniel default deutschland diamond dortmund doudou dragon
	einloggen elephant estrella everton facebook familia familie family ferrari flower football
	france freedom freunde frankfurt freiburg fuckoff fuckyou fussball fußball geheim gelsenkirchen ginger
	google guest gustav hallo hallohallo hamburg hannover harley hello helloworld hockey
	hunter iloveyou incorrect internet jackson jasmin jennifer jessica jesus jetaime jordan joseph joshua juventus
	kennwort killer kinder kitty klaus köln koeln konto letmein liebe liebling liverpool
	loulou love lovely loveme login loginlogin london madrid maggie manchester manuela marina martin martina
	marseille master matrix matthew maverick merlin michael michelle microsoft mickey minecraft
	mocosoft money monkey morgan motdepasse mustang mylove mypass mypassword naruto nathalie nicole nintendo
	nothing oliver olivier orange pass passe passer passwort password passwords patrick pepper peterpan
	phoenix pokemon porsche prince princesa princess princesse purple qazwsx qwerty qwertz realmadrid robert
	samsung sandra sascha schalke schatz schatzi schatzimausi schule schwarz secret secreto secure security shadow sommer
	sonne sonnenschein soleil soccer spiderman sophie sebastian stefan stefanie starwars steelers stephanie
	stuttgart summer sunshine superman supersecret teamo tequiero tequieromucho test tester testing
	testtest thomas thunder tigger trustno trustnoone turtle user username valentina vanessa
	welcome whatever willkommen william winter wolfgang yamaha
	ruhr ruhrgebiet ruhrpott ruhrschifffahrt ruhrschiffahrt ruhrort spiel spieler spielen jugador juego joueur jeu player game games
	boardgame brettspiel kohle kohlen zeche glückauf glueckauf schiff`)

// lookLetters are the letters that people write as digits and signs.
var lookLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i", "€", "e")

// stem is a password in small letters without what stands around its letters.
func stem(secret string) string {
	return strings.TrimFunc(strings.ToLower(secret), func(r rune) bool { return !unicode.IsLetter(r) })
}

// Least that a password has, besides its length.
const (
	minLetters = 5  // different characters
	minPieces  = 5  // runs and single characters, see [pieces]
	unlettered = 12 // characters without any letter: fewer are mostly a date or a telephone number
)

// isCommon reports whether a password is among the first that somebody would
// guess who knows the name.
func isCommon(secret, name string) bool {
	lower := []rune(strings.ToLower(secret))
	if distinct(lower) < minLetters || pieces(lower) < minPieces || repeated(lower) {
		return true
	}
	if len(lower) < unlettered && !strings.ContainsFunc(secret, unicode.IsLetter) {
		return true
	}
	nameStem := fold(name)
	for _, s := range []string{stem(secret), stem(lookLetters.Replace(secret)), lookLetters.Replace(stem(secret))} {
		word := strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }), "")
		if slices.Contains(common, word) || utf8.RuneCountInString(nameStem) >= MinName && fold(word) == trimDigits(nameStem) {
			return true
		}
	}
	return false
}

// trimDigits is a name without the digits around it.
func trimDigits(name string) string { return strings.TrimFunc(name, unicode.IsDigit) }

// distinct counts different characters.
func distinct(text []rune) int {
	sorted := slices.Clone(text)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// repeated reports whether a text is a shorter one again and again.
func repeated(text []rune) bool {
	for period := 1; period <= len(text)/2; period++ {
		if slices.Equal(text[period:], text[:len(text)-period]) {
			return true
		}
	}
	return false
}

// rows are characters as they follow each other on keyboards.
var rows = []string{"1234567890ß", "qwertyuiopü", "qwertzuiopü", "azertyuiop", "asdfghjklöä", "asdfghjklñ", "qsdfghjklm", "zxcvbnm", "yxcvbnm", "wxcvbn", "1qaz2wsx3edc4rfv", "1qay2wsx3edc4rfv"}

// pieces counts the runs of a text: characters that repeat or follow each other,
// upwards or downwards, in the alphabet or on a keyboard, are one.
func pieces(text []rune) int {
	n := 0
	for i, r := range text {
		if i == 0 || !follows(text[i-1], r) && !follows(r, text[i-1]) {
			n++
		}
	}
	return n
}

// follows reports whether a character is another one or comes right after it.
func follows(a, b rune) bool {
	if a == b || b == a+1 {
		return true
	}
	return slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, string([]rune{a, b})) })
}
