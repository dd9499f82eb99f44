package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

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

// localizerOf says the texts of a page in the language of a request.
func localizerOf(r *http.Request) *page.Localizer {
	return page.NewLocalizer(lang.For(chosenLanguage(readSettings(r).Lang, r.Header.Get("Accept-Language"))))
}

// chosenLanguage is the language that was chosen, else the one the browser
// wishes most, "" where none of its wishes can be met.
func chosenLanguage(chosen, wishes string) string {
	if slices.Contains(lang.Languages, chosen) {
		return chosen
	}
	best, rank := "", 0.0
	for wish := range strings.SplitSeq(wishes, ",") {
		name, q, weighed := strings.Cut(strings.TrimSpace(wish), ";q=")
		weight := 1.0
		if weighed {
			if _, err := fmt.Sscan(q, &weight); err != nil {
				continue
			}
		}
		name, _, _ = strings.Cut(strings.ToLower(name), "-")
		if weight > rank && slices.Contains(lang.Languages, name) {
			best, rank = name, weight
		}
	}
	return best
}
