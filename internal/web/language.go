package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync"

	textlanguage "golang.org/x/text/language"

	"ruhr/internal/page"
	"ruhr/lang"
)

// language is a language on offer.
type language struct{ Code, Name string }

func languages() []language {
	var out []language
	for i, code := range lang.Languages {
		out = append(out, language{code, lang.Names[i]})
	}
	return out
}

// localizerOf returns the texts of pages in the language and time zone of a request.
func localizerOf(r *http.Request) *page.Localizer {
	set := readSettings(r)
	return page.NewLocalizer(lang.For(chosenLanguage(set.Lang, r.Header.Get("Accept-Language"))).In(zoneOf(r, set)))
}

// matcher finds the nearest of the languages on offer, in the order of
// lang.Languages.
var matcher = sync.OnceValue(func() textlanguage.Matcher {
	var tags []textlanguage.Tag
	for _, code := range lang.Languages {
		tags = append(tags, textlanguage.MustParse(code))
	}
	return textlanguage.NewMatcher(tags)
})

// chosenLanguage is the language that was chosen, else the one nearest to the
// preferences of an Accept-Language header, "" where none matches.
func chosenLanguage(chosen, accept string) string {
	if slices.Contains(lang.Languages, chosen) {
		return chosen
	}
	_, i, confidence := matcher().Match(wishes(accept)...)
	if confidence == textlanguage.No {
		return ""
	}
	return lang.Languages[i]
}

// wishes parses an Accept-Language header, the most preferred language first.
// Malformed items are left out; the rest still count.
func wishes(accept string) (tags []textlanguage.Tag) {
	type wish struct {
		tag    textlanguage.Tag
		weight float32
	}
	var list []wish
	for one := range strings.SplitSeq(accept, ",") {
		if tags, weights, err := textlanguage.ParseAcceptLanguage(one); err == nil && len(tags) == 1 {
			list = append(list, wish{tags[0], weights[0]})
		}
	}
	slices.SortStableFunc(list, func(a, b wish) int { return cmp.Compare(b.weight, a.weight) })
	for _, w := range list {
		tags = append(tags, w.tag)
	}
	return tags
}
