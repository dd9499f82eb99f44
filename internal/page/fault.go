package page

import (
	"errors"
	"html/template"
	"regexp"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/lang"
	"ruhr/view"
)

// faults are the texts for what can be wrong with a draft, by what the loader
// expects.
var faults = map[string]string{
	"a number":                                 "number",
	"a number from %d to %d":                   "between",
	"a name":                                   "name",
	"one of %s":                                "choice",
	"only facts that a board file has":         "unknown",
	"at most %d bytes":                         "size",
	"%d markers in all (§2.3.6)":               "faces",
	"stars only where there is a marker":       "face_stars",
	"1 to %d prices":                           "count",
	"1 to %d boxes":                            "count",
	"%d markers in all (§2.3.8)":               "countries",
	"a territory outside the Mark (§5.1)":      "returns",
	"no storage there (§5.2)":                  "near",
	"the harbour of Ruhrort as the last space": "last",
	"%d storages with pilotOnly (§2.1)":        "pilots",
	"a combination of at least one token":      "needs",
	"coal and star only on markers of high and low water (§6.2)":  "water",
	"%d, the only version of board files that this program reads": "version",
	"%d with a star (§6.2)":                                      "stars",
	"true: no city or industry lies within two spaces downriver": "pilot",
	"false: a city or industry lies within two spaces downriver": "no_pilot",
	"at least three tokens, none white: no white die is loaded while the brickearth path has one column (§5.1, §6.3)": "mark",
	"%d black dice, the one on the track included, and %d white (§4, §8; %s)":                                         "dice",
	"at least %d storages outside the Mark and %d inside, one for each die":                                           "storages",
	"one marker with coal 1 and one with coal -1 (§6.2)":                                                              "coal",
}

// Fault says what keeps a draft from being a board: the fact, and what would be
// right. It has no words for what only a file can have wrong.
func (b *Board) Fault(l *Localizer, err error) (text lang.Text, ok bool) {
	var e *board.Error
	if !errors.As(err, &e) || faults[e.Form] == "" {
		return lang.Text{}, false
	}
	return lang.Text{HTML: b.faultText(l, e)}, true
}

// faultText says what is wrong; what has no words of its own is only located.
func (b *Board) faultText(l *Localizer, e *board.Error) template.HTML {
	key := faults[e.Form]
	if key == "" {
		key = "unknown"
	}
	args := view.Args{"where": lang.Text{HTML: (&workshop{b, l}).where(e.Field)}, "value": strings.Trim(e.Value, `"`)}
	for i, name := range []string{"a", "b"} {
		if i < len(e.Args) {
			args[name] = e.Args[i]
		}
	}
	return l.T("page.workshop.fault."+key, args)
}

// factPaths find the fact that a field of a board file belongs to: the group, the
// number or id that is its subject, and the fact's field.
var factPaths = []struct{ path, group, field string }{
	{`^river\[\d+\] \(([\w-]+)\)\.name$`, "river", "name"},
	{`^river\[\d+\] \(([\w-]+)\)`, "river", ""},
	{`^timeline\[(\d+)\]\.year$`, "timeline", "year"},
	{`^timeline\[(\d+)\]\.blackCoalReturnsTo$`, "timeline", "returns"},
	{`^progress\[\d+\] \((\w+)\)`, "progress", ""},
	{`^cityWarehouses\.([\w-]+)`, "city", "prices"},
	{`^depots\[\d+\] \((\w+)\)`, "depot", "prices"},
	{`^developmentAreas\.(\w+)$`, "area", "size"},
	{`^transportTracks\[(\d+)\]\.above$`, "track", "above"},
	{`^transportTracks\[(\d+)\]\.below$`, "track", "below"},
	{`^(trackStart)\.value$`, "track", "value"},
	{`^countryMarkers\.(\w+)$`, "country", "count"},
	{`^(exportTrack)`, "export", "boxes"},
	{`^setup\.(\d)`, "setup", ""},
	{`^markers\[(\d+)\]`, "marker", ""},
	{`^(startingThaler)$`, "start", "value"},
}

// factAt is the fact that a field of a board file belongs to; a fact's key is one,
// too.
func (b *Board) factAt(field string) (f board.Fact) {
	if words := strings.Split(field, "/"); len(words) == 3 {
		return board.Fact{Group: words[0], Subject: words[1], Field: words[2]}
	}
	for _, x := range factPaths {
		m := regexp.MustCompile(x.path).FindStringSubmatch(field)
		if m == nil {
			continue
		}
		f = board.Fact{Group: x.group, Subject: m[1], Field: x.field}
		if n, err := strconv.Atoi(m[1]); err == nil {
			f.Subject = b.subjectAt(x.group, n)
		}
		if x.group == "track" && f.Subject == "trackStart" {
			f.Subject = "start"
		}
		break
	}
	return f
}

// subjectAt is what the entry of a list in the file is about.
func (b *Board) subjectAt(group string, n int) string {
	switch group {
	case "timeline":
		return strconv.Itoa(n + 1)
	case "track":
		return b.start.Track.Stages[n].ID
	case "marker":
		return b.Markers[n].ID
	}
	return strconv.Itoa(n)
}

// where names the fact of a field: its group where that is all there is, its
// subject, and what of it is meant.
func (w *workshop) where(field string) template.HTML {
	if _, face, ok := strings.Cut(field, "/"); ok && (strings.HasPrefix(field, board.CountedFaces+"/") || strings.HasPrefix(field, board.CountedStars+"/")) {
		return w.T("page.workshop.group.marker") + ", " + w.face(face)
	}
	f := w.board.factAt(field)
	var parts []template.HTML
	switch f.Group {
	case "":
		return ""
	case "setup":
		if f.Field != "" {
			return w.T("page.workshop.group.setup") + ", " + w.space(f.Subject) + ", " + w.label(&f)
		}
		parts = []template.HTML{w.T("page.workshop.group.setup"), w.T("page.workshop.field.seats", "n", f.Subject)}
	case "track", "export", "start", "city", "depot":
		parts = append(parts, w.T("page.workshop.group."+f.Group))
		fallthrough
	default:
		if f.Group != "export" && f.Group != "start" {
			parts = append(parts, w.subject(&f))
		}
		if f.Field != "" && f.Group != "start" {
			parts = append(parts, w.label(&f))
		}
	}
	out := parts[0]
	for _, p := range parts[1:] {
		out += ", " + p
	}
	return out
}
