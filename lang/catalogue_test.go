package lang

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// All languages have the same keys with the same forms and arguments, and every
// text is well formed.
func TestCataloguesAgree(t *testing.T) {
	for _, l := range Languages[1:] {
		compare(t, "en", whole(t, "en"), l, whole(t, l))
	}
}

// whole returns a language's catalogue with all its parts.
func whole(t *testing.T, language string) map[string]forms {
	t.Helper()
	out := map[string]forms{}
	for _, part := range Parts {
		entries, err := read(language, part)
		require.NoError(t, err)
		for key, e := range entries {
			out[key], err = formsOf(e.line)
			require.ErrorIs(t, err, nil, "%s %s", language, key)
		}
	}
	return out
}

func compare(t *testing.T, al string, a map[string]forms, bl string, b map[string]forms) {
	t.Helper()
	for key := range b {
		require.True(t, a[key] != nil, "%s is in %s and not in %s", key, bl, al)
	}
	for key, forms := range a {
		if b[key] == nil {
			t.Errorf("%s is in %s and not in %s", key, al, bl)
			continue
		}
		x, y := slices.Sorted(maps.Keys(forms)), slices.Sorted(maps.Keys(b[key]))
		if !slices.Equal(x, y) {
			t.Errorf("%s has the forms %q in %s and %q in %s", key, x, al, y, bl)
			continue
		}
		for form := range forms {
			x, y := forms[form].arguments(), b[key][form].arguments()
			require.True(t, maps.Equal(x, y), "%s %s has the arguments %v in %s and %v in %s", key, form, x, al, y, bl)
		}
	}
}

// The German catalogue marks no names as German.
func TestGermanMarksNoGerman(t *testing.T) {
	for key, forms := range whole(t, "de") {
		for _, m := range forms {
			for _, p := range m {
				require.True(t, p.kind != beginGerman, "%s: a [ in the German text", key)
			}
		}
	}
}

// Only the kinds of things take an argument, the name.
func TestThingsOfTheirOwnTakeNoArguments(t *testing.T) {
	for _, l := range Languages {
		for key, forms := range whole(t, l) {
			if own := strings.HasPrefix(key, "thing.") && strings.Count(key, ".") == 2; !own {
				continue
			}
			for form, m := range forms {
				require.True(t, len(m.arguments()) <= 0, "%s: %s %s takes %v", l, key, form, m.arguments())
			}
		}
	}
}

// Each key appears once in a file: a second entry would silently win.
func TestNoKeyTwice(t *testing.T) {
	key := regexp.MustCompile(`(?m)^\s*"([a-z]+\.[^"]+)":`)
	for _, l := range Languages {
		for _, part := range Parts {
			data, err := files.ReadFile("catalogue/" + l + "/" + part + ".json")
			require.NoError(t, err)
			seen := map[string]bool{}
			for _, m := range key.FindAllStringSubmatch(string(data), -1) {
				require.True(t, !seen[m[1]], "%s/%s.json has %s twice", l, part, m[1])
				seen[m[1]] = true
			}
		}
	}
}

// dynamic lists the prefixes of keys built from what the game can say.
// TestAllThatCanBeSaid checks that each exists; here none may be superfluous.
func dynamic() map[string]bool {
	keys := map[string]bool{}
	add := func(prefix string, ids ...string) {
		for _, id := range ids {
			keys[prefix+id] = true
		}
	}
	add("log.", view.EventKeys[:]...)
	add("box.hands.", view.HandKeys[:]...)
	add("log.", view.ChoiceKeys[:]...)
	add("choice.", view.ChoiceKeys[:]...)
	add("choice.group.", view.GroupIDs[:]...)
	add("view.do.", view.DecisionIDs[:rules.DrawMarker]...)
	add("view.turn.", view.DecisionIDs[rules.DrawMarker:]...)
	add("view.because.", view.ReasonIDs[:]...)
	add("view.order.", view.ReasonIDs[:3]...)
	add("view.sheet.", rules.LineIDs[:]...)
	add("view.closed.", view.ClosedIDs[:]...)
	add("view.event.", view.EventIDs[:]...)
	add("view.progress.", view.ProgressStates[:]...)
	add("view.month.", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
	add("view.marker.", "industries_of_territory", "industries_of_type", "cities", "high", "low", "high.coal", "low.coal")
	split := map[rules.RefusalKey][]string{
		rules.ColourNotOwed: {".black", ".white"}, rules.WrongColour: {".black", ".white"}, rules.NoArrowDie: {".black", ".white", ".none"},
	}
	for _, key := range rules.RefusalKeys {
		if ends := split[key]; ends != nil {
			add("refusal."+string(key), ends...)
		} else {
			add("refusal.", string(key))
		}
	}
	return keys
}

// Every key that the game can request is in every catalogue.
func TestAllThatCanBeSaid(t *testing.T) {
	for _, l := range Languages {
		p := For(l)
		for key := range dynamic() {
			require.True(t, p.Has(key), "%s: no text for %s", l, key)
		}
	}
}

// Every key in the sources is in the catalogue, and every key in the catalogue
// is used. A literal that ends in a dot, or to which something is appended,
// stands for all keys with that prefix.
func TestKeysAreUsedAndKnown(t *testing.T) {
	used, prefixes := sourceKeys(t, "..")
	known := whole(t, "en")
	for key, where := range used {
		require.True(t, known[key] != nil, "%s uses %s, which is in no catalogue", where, key)
	}
	said := dynamic()
	for key := range known {
		if used[key] != "" || said[key] || strings.HasPrefix(key, "thing.") {
			continue
		}
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("%s is in the catalogue and nothing uses it", key)
		}
	}
}

// ours are the prefixes of keys built by this package. Their endings are in
// dynamic, so that they do not count as used here.
var ours = []string{"log.", "choice.", "refusal.", "thing.", "view.do.", "view.turn.", "view.because.", "view.sheet.", "view.month.",
	"view.closed.", "view.event.", "view.order."}

// sourceKeys finds keys and prefixes in the sources and templates below a
// folder: literals that begin with a part's name. say.go adds effects by the end
// of their key.
func sourceKeys(t *testing.T, root string) (used map[string]string, prefixes []string) {
	t.Helper()
	used = map[string]string{}
	literal := regexp.MustCompile("[\"`'](" + strings.Join(Parts, "|") + `)\.([A-Za-z0-9_.-]*)["'` + "`](\\s*\\+)?")
	effect := regexp.MustCompile(`\badd\("([a-z_]+)"|key :?= "([a-z_]+)"|"SAIL-\d": "([a-z_]+)"`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "test" || d.Name() == "node_modules" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		ext := filepath.Ext(path)
		if strings.HasSuffix(path, "_test.go") || ext != ".go" && ext != ".html" && ext != ".tmpl" && ext != ".js" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range literal.FindAllStringSubmatch(string(data), -1) {
			key := m[1] + "." + m[2]
			switch {
			case strings.HasSuffix(key, ".json") || strings.HasSuffix(key, ".go") && !For("en").Has(key):
			case !strings.HasSuffix(key, ".") && m[3] == "":
				used[key] = path
			case !slices.Contains(ours, key):
				prefixes = append(prefixes, key)
			}
		}
		if filepath.Base(path) == "say.go" {
			for _, m := range effect.FindAllStringSubmatch(string(data), -1) {
				used["choice.effect."+m[1]+m[2]+m[3]] = path
			}
		}
		return nil
	})
	require.NoError(t, err)
	return used, prefixes
}

// Things are named as in the glossary, in every language.
func TestThingsAreNamedAsInTheGlossary(t *testing.T) {
	data, err := os.ReadFile("glossary.json")
	require.NoError(t, err)
	var glossary struct {
		Entries []map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(data, &glossary))
	things := map[string]string{"territory.": "territory.", "country.": "column.", "industry.": "trade.", "area.": "area.",
		"track.": "stage.", "option.": "option.", "progress.": "progress.", "phase.": "phase.", "event.": "event."}
	same := strings.NewReplacer("’", "'", "\u00a0", " ")
	checked := 0
	for _, e := range glossary.Entries {
		var key string
		require.NoError(t, json.Unmarshal(e["key"], &key))
		kind, id, _ := strings.Cut(key, ".")
		thing, ok := things[kind+"."]
		if !ok || !For("en").Has("thing."+thing+id) {
			continue
		}
		for _, l := range Languages {
			var term struct{ One, In, To string }
			require.NoError(t, json.Unmarshal(e[l], &term))
			for form, want := range map[string]string{"name": term.One, "in": term.In, "to": term.To} {
				if _, ok := For(l).texts.find("thing." + thing + id)[form]; want == "" || !ok && form != "name" {
					continue
				}
				got := For(l).format("thing."+thing+id, form, args{}, false)
				require.True(t, same.Replace(got) == same.Replace(want), "%s: thing.%s%s %s is %q, the glossary has %q", l, thing, id, form, got, want)
				checked++
			}
		}
	}
	require.True(t, checked >= 4*50, "only %d names compared", checked)
}

// French uses a non-breaking space with high punctuation and inside its quotes,
// a narrow one before ; ! and ?. Spanish opens questions and exclamations. No
// language uses typewriter apostrophes, quotes or dots.
func TestPunctuationIsTheLanguages(t *testing.T) {
	typewriter := regexp.MustCompile(`'|"|\.\.\.`)
	french := regexp.MustCompile("[^\u00a0][:»]|[^\u202f][;!?]|«[^\u00a0]")
	argument := regexp.MustCompile(`\{([a-z_]+)[:|][^}]*\}`)
	address := regexp.MustCompile(`://|:PORT|(HOST|HÔTE|…):\d+|:\d{4}|NOM:MOT`) // not punctuation
	for _, l := range Languages {
		for key, text := range allTexts(t, l) {
			said := address.ReplaceAllString(argument.ReplaceAllString(text, "{$1}"), "")
			require.Equal(t, typewriter.FindString(text), "", "%s: %s: %s", l, key, text)
			if w := french.FindString(said); l == "fr" && w != "" {
				t.Errorf("fr: %s has %q, expected a space that does not break: %s", key, w, text)
			}
			if l == "es" && (strings.Count(said, "¿") != strings.Count(said, "?") || strings.Count(said, "¡") != strings.Count(said, "!")) {
				t.Errorf("es: %s does not open what it closes: %s", key, text)
			}
		}
	}
}

// allTexts returns a language's texts as written, by key and form.
func allTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, part := range Parts {
		raw, err := files.ReadFile("catalogue/" + language + "/" + part + ".json")
		require.NoError(t, err)
		entries := map[string]any{}
		require.NoError(t, json.Unmarshal(raw, &entries))
		for key, value := range entries {
			switch v := value.(type) {
			case string:
				out[key] = v
			case map[string]any:
				for form, text := range v {
					out[key+" "+form], _ = text.(string)
				}
			}
		}
	}
	return out
}

// A text that names a button names it as the button does.
func TestTextsNameButtonsAsTheyAre(t *testing.T) {
	for text, button := range map[string]string{
		"page.table.map": "page.table.words", "page.thought.where": "page.table.replay", "page.home.play_note": "page.home.play", "page.home.play_next": "page.home.play",
		"page.new.share_note": "page.new.me",
	} {
		for _, l := range Languages {
			p := For(l)
			if said, name := p.T(text, "level", ""), p.T(button); !strings.Contains(said, name) {
				t.Errorf("%s: %s says %q, and the button is %q", l, text, said, name)
			}
		}
	}
}
