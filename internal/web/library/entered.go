package library

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/internal/page"
)

// entered is the draft that the workshop's form makes of the one that it showed; typed are
// the places of the spaces where their order was typed.
func entered(before *page.Draft, form url.Values, typed map[string]int) draft {
	d := draft{}
	for _, f := range before.Usual {
		if key := f.Key(); form.Has(key) && !isPlace(&f) && strings.TrimSpace(form.Get(key)) != f.Value {
			d[key] = form.Get(key)
		}
	}
	enterPlaces(d, before, form, typed)
	enterFaces(d, before, form)
	if ok := confirmedIn(before, form); len(ok) > 0 {
		d[board.Confirmed] = strings.Join(ok, " ")
	}
	return d
}

func isPlace(f *board.Fact) bool { return f.Field == "place" }

// enterPlaces moves the spaces whose position is another than shown, and one up or down.
// What is no position stays as it was typed, unless the whole order was.
func enterPlaces(d draft, before *page.Draft, form url.Values, order map[string]int) {
	up, space, _ := strings.Cut(form.Get("move"), " ")
	places := map[string]int{}
	maps.Copy(places, order)
	for _, f := range before.Facts {
		if !isPlace(&f) || order != nil {
			continue
		}
		at, _ := strconv.Atoi(f.Value)
		typed := strings.TrimSpace(form.Get(f.Key()))
		switch n, err := strconv.Atoi(typed); {
		case f.Subject == space && up == "up":
			places[space] = max(1, at-1)
		case f.Subject == space && up == "down":
			places[space] = min(board.Spaces, at+1)
		case !form.Has(f.Key()):
		case err != nil || n < 1 || n > board.Spaces:
			d[f.Key()] = typed
		case n != at:
			places[f.Subject] = n
		}
	}
	for id, n := range board.Place(before.Usual, before.Facts, places) {
		if key := "river/" + id + "/place"; d[key] == "" {
			d[key] = strconv.Itoa(n)
		}
	}
}

// enterFaces gives the markers the faces that were counted; counts that are not those of
// as many markers stay as they were typed.
func enterFaces(d draft, before *page.Draft, form url.Values) {
	if !form.Has(board.CountedFaces + "/trade forge") {
		return // a form with each marker's face
	}
	usual := board.Faces(before.Usual)
	typed := draft{}
	good := true
	counts := slices.Clone(usual)
	for i := range counts {
		count := func(group string, was int) int {
			key := group + "/" + counts[i].Face
			v := strings.TrimSpace(form.Get(key))
			if !form.Has(key) {
				return was
			}
			n, err := strconv.Atoi(v)
			good = good && (err == nil || v == "")
			if v != strconv.Itoa(was) && (v != "" || was != 0) {
				typed[key] = v
			}
			return n
		}
		counts[i].Count, counts[i].Stars = count(board.CountedFaces, counts[i].Count), count(board.CountedStars, counts[i].Stars)
	}
	changes, ok := board.AssignFaces(before.Usual, counts)
	if !ok || !good {
		changes = typed
	}
	maps.Copy(d, changes)
}

// confirmedIn are the rows whose ticks are set; a section may be confirmed as a whole.
func confirmedIn(before *page.Draft, form url.Values) (ok []string) {
	ticked, was := form["ok"], strings.Fields(before.Changes[board.Confirmed])
	markers, whole := 0, 0
	for _, f := range before.Usual {
		if row := f.Group + "/" + f.Subject; f.Group == "marker" && f.Field == "face" {
			whole++
			if slices.Contains(was, row) {
				markers++
			}
		}
	}
	faces := slices.Contains(ticked, page.FacesKey)
	for _, f := range before.Usual {
		row := f.Group + "/" + f.Subject
		yes := slices.Contains(ticked, row) || form.Get("all") == f.Group
		if f.Group == page.FacesKey { // one tick for all; some may be confirmed by earlier versions
			yes = yes || faces || markers < whole && slices.Contains(was, row)
		}
		if yes && !slices.Contains(ok, row) {
			ok = append(ok, row)
		}
	}
	return ok
}
