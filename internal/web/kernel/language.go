package kernel

import (
	"cmp"
	"context"
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

// LocalizerOf returns the texts of pages in the time zone and language of a request:
// that of the page whose script makes it, whatever has been chosen since, else the
// chosen one.
func LocalizerOf(r *http.Request) *page.Localizer {
	set, wished := ReadSettings(r), r.Header.Get(langHeader)
	if page, ok := r.Context().Value(languageKey{}).(string); ok {
		wished = page
	}
	if !slices.Contains(lang.Languages, wished) {
		wished = set.Lang
	}
	return page.NewLocalizer(lang.For(chosenLanguage(wished, r.Header.Get("Accept-Language"))).In(zoneOf(r, set)))
}

// langHeader names the language of the page whose script makes a request.
const langHeader = "X-Lang"

type languageKey struct{}

// InLanguage is a request by a page in a language.
func InLanguage(r *http.Request, code string) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), languageKey{}, code))
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
	wished := wishes(accept)
	if len(wished) == 0 {
		return ""
	}
	// What most browsers ask for first is on offer, and needs no table of languages like it.
	if base, _ := wished[0].Base(); slices.Contains(lang.Languages, base.String()) {
		return base.String()
	}
	_, i, confidence := matcher().Match(wished...)
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
