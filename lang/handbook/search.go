package handbook

import (
	"slices"
	"strings"
)

// Search returns, in the order of the book, the rules in which every word of
// the query occurs: in the id, the title, the text or the section's title.
// Their rulings are open. Case and accents do not matter. An empty query finds
// nothing.
func (b *Book) Search(query string) []Rule {
	words := strings.Fields(fold(query))
	if len(words) == 0 {
		return nil
	}
	var found []Rule
	for _, s := range b.Sections {
		for _, r := range s.Rules {
			if containsAll(fold(s.Title.Plain+"\n"+r.Plain()), words) {
				found = append(found, r.Unfolded())
			}
		}
	}
	return found
}

func containsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// accents are the letters of our four languages that people often type plain.
var accents = strings.NewReplacer(
	"ä", "a", "à", "a", "â", "a", "á", "a", "æ", "ae", "ç", "c",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i", "í", "i",
	"ñ", "n", "ö", "o", "ô", "o", "ó", "o", "œ", "oe", "ß", "ss",
	"ü", "u", "û", "u", "ù", "u", "ú", "u", "’", "'", "\u00a0", " ", "\u202f", " ")

func fold(s string) string { return accents.Replace(strings.ToLower(s)) }
