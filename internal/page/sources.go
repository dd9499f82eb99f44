package page

import (
	"html/template"
	"regexp"
	"strings"

	"ruhr/board"
)

// SourceLine says where a fact of the board comes from. Raw is set if the
// words are the board file's own, in English, as in a file that somebody else
// wrote.
type SourceLine struct {
	Fact, Source template.HTML
	Raw          bool
}

// sourceIDs are the catalogue's ids of what the usual board file says about
// itself (src in spec/board.json).
var sourceIDs = map[string]string{
	"river counts and kinds": "counts",
	"city order":             "cities",
	"river order otherwise, names, territories of storages, industries and locks": "river",
	"Horst lock lies outside the Mark":                                            "horst",
	"which storages are pilotOnly":                                                "pilot",
	"no storage within two spaces of Ruhrort":                                     "ruhrort",
	"dice: how many on the board per player count, how many spaces stay empty":    "dice",
	"dice: values 3 or 4, where":                                                  "values",
	"track start die 3 on the arrow":                                              "arrow",
	"timeline: rounds of warehouses and country markers":                          "timeline",
	"years 1769 1782 1784 1809 1860 1880":                                         "years",
	"years 1774 1776 1778 1780 1787 1890":                                         "other_years",
	"blackCoalReturnsTo rounds 2-11":                                              "returns",
	"blackCoalReturnsTo rounds 1 and 12":                                          "end_returns",
	"transportTracks: three stages, columns, rounds":                              "tracks",
	"transportTracks: boxes above and below the arrow":                            "boxes",
	"exportTrack: values 1 or 2, marker starts leftmost at 1":                     "export",
	"exportTrack: number of boxes":                                                "export_boxes",
	"harbour":                                                                     "harbour",
	"countryMarkers":                                                              "countries",
	"cityWarehouses: 3 to 5 Thaler; Mülheim 2 Thaler, three spaces":               "city_prices",
	"cityWarehouses: spaces per city":                                             "city_spaces",
	"depots: four, 2 or 3 Thaler":                                                 "depots",
	"depots: spaces":                                                              "depot_spaces",
	"developmentAreas: white_city holds 2":                                        "white_city",
	"developmentAreas: total 12":                                                  "total",
	"developmentAreas: other sizes":                                               "sizes",
	"progress lock_building":                                                      "lock_building",
	"progress grafschaft_mark needs four tokens, none white":                      "grafschaft_mark",
	"other progress combinations":                                                 "combinations",
	"limitedCopies":                                                               "limited",
	"markers: twenty, kinds, two water markers with +1 and -1, two with a star":   "markers",
	"markers: how many of each kind, which two are starred":                       "marker_kinds",
	"startingThaler":                                                              "thaler",
}

// sections matches a source that consists of sections of the rulebook.
var sections = regexp.MustCompile(`^[0-9.]+(, [0-9.]+)*$`)

// sourceOf says where a fact comes from, in the reader's language if the
// catalogue has the words.
func (t *Localizer) sourceOf(src board.Source) SourceLine {
	id := sourceIDs[src.Fact]
	if id == "" {
		return SourceLine{template.HTML(template.HTMLEscapeString(src.Fact)), template.HTML(template.HTMLEscapeString(src.Source)), true}
	}
	line := SourceLine{Fact: t.T("page.src." + id)}
	switch {
	case sections.MatchString(src.Source):
		refs := strings.Split(src.Source, ", ")
		for i, ref := range refs {
			refs[i] = "§" + strings.TrimSuffix(ref, ".0")
		}
		line.Source = template.HTML(strings.Join(refs, ", "))
	case t.Printer.Has("page.src.from." + id):
		line.Source = t.T("page.src.from." + id)
	default:
		line.Source = t.T("page.src.reconstructed")
	}
	return line
}
