package people

import (
	"errors"
	"ruhr/internal/require"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Anna": "Anna", "  Anna   Maria ": "Anna Maria", "J. S. Bach": "J. S. Bach", "O’Hara": "O’Hara", "Åsa": "Åsa", "A\u030asa": "Åsa",
		"Ａｎｎａ": "Anna", "Анна": "Анна", "安娜": "安娜", "कमला": "कमला", "x_1": "x_1", "Jean-Luc": "Jean-Luc",
		strings.Repeat("ä", MaxName): strings.Repeat("ä", MaxName),
	} {
		if got, err := readName(text); err != nil || got.shown != want {
			t.Errorf("readName(%q) = %q, %v; want %q", text, got.shown, err, want)
		}
	}
	for _, text := range []string{"", " ", "A", "-Anna", "Anna-", "An--na", "An  -na", "<b>Anna", "Anna\u202eb", "An\u200bna", "An\x00na", "An\nna",
		"Anna@x", "💣💣", "a\u0300\u0301\u0302\u0303", "\xff\xfe", "..", strings.Repeat("ä", MaxName+1), strings.Repeat("x", 100_000)} {
		if got, err := readName(text); !errors.Is(err, ErrBadName) {
			t.Errorf("readName(%.40q) = %q, %v; want %v", text, got.shown, err, ErrBadName)
		}
	}
	for _, text := range []string{"Admin", "аdmin", "ADM1N", "R-u-h-r", "Gast", "Invité", "invite", "ᴀdmin", "ᴀᴅᴍɪɴ", "ɢᴜᴇꜱᴛ"} {
		require.Fails(t, ErrTaken, "readName(%q)", text)(readName(text))
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Anna", "anna", true}, {"Anna", " ANNA ", true}, {"Ａnna", "anna", true}, {"Anna Maria", "anna   maria", true},
		{"Anna", "Аnna", false}, {"Anna", "Hanna", false}, {"O'Hara", "OHara", false},
	} {
		require.Equal(t, Key(c.a) == Key(c.b), c.same, "%q and %q sign in as one", c.a, c.b)
	}
	require.True(t, Key("\xff") == "" && Key(strings.Repeat("x", 1000)) == "", "what is no name has a key")
}

// Names that cannot be told apart have a look in common, others have none.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"anna", "Anna", true},
		{"paypal", "раураl", true}, // Cyrillic
		{"Ludwig", "Iudwig", true}, // capital I
		{"Ida", "ida", true},
		{"Ida", "lda", true},
		{"Otto", "0tto", true},
		{"Modern", "Modem", true},
		{"Anna Maria", "Anna-Maria", true},
		{"Muller", "Müller", true},
		{"Ольга", "ольга", true},
		{"Wald", "vvald", true},
		{"Wald", "VVald", true},
		{"ᴡᴀʟᴅ", "wald", true},
		{"Vald", "Wald", false},
		{"Anna", "Hanna", false},
		{"Karl", "Carl", false},
		{"Anna1", "Anna2", false},
		{"कमल", "कमला", false},
	} {
		a, b := looksOf(c.a), looksOf(c.b)
		same := false
		for _, x := range a {
			for _, y := range b {
				same = same || x == y
			}
		}
		require.Equal(t, same, c.same, "%q (%q) looks like %q (%q)", c.a, a, c.b, b)
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"Anna", "J. S. Bach", "раураl", "\xff", "a\u0300"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := readName(text)
		if err != nil {
			return
		}
		require.Must(t, n.key != "" && len(n.looks) != 0 && n.looks[0] != "", "%q has the key %q and the looks %q", text, n.key, n.looks)
		again, err := readName(n.shown)
		require.Must(t, err == nil && again.shown == n.shown && again.key == n.key, "%q becomes %+v and then %+v, %v", text, n, again, err)
	})
}
