// Package folder has the files of the offline edition: the page around its pages, the
// service worker, and the program. Any host of static files can serve them, below any
// address.
package folder

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"ruhr/lang"
)

//go:embed static
var static embed.FS

// words are the texts of the page around the pages: keys of the catalogue after "alone.".
var words = []string{"starting", "failed", "broke", "again", "unsupported", "update", "update_now", "update_later", "full", "gone"}

// Programs are cmd/edition and cmd/think, compressed by gzip, and the script that runs
// them.
type Programs struct{ Core, Think, Exec []byte }

// Files returns all files by name. The same programs and the same version make the same
// files.
func Files(version string, p Programs) (map[string][]byte, error) {
	files := map[string][]byte{"core.wasm.gz": p.Core, "think.wasm.gz": p.Think, "wasm_exec.js": p.Exec}
	entries, err := fs.ReadDir(static, "static")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = static.ReadFile("static/" + e.Name()); err != nil {
			return nil, err
		}
	}
	texts, scripts := map[string]map[string]string{}, ""
	for _, language := range lang.Languages {
		texts[language] = map[string]string{"unreached": lang.For(language).T("page.unreached")}
		scripts += `<p lang="` + language + `">` + template.HTMLEscapeString(lang.For(language).T("alone.scripts")) + "</p>"
		for _, key := range words {
			texts[language][key] = lang.For(language).T("alone." + key)
		}
	}
	table, err := json.Marshal(texts) // with < as \u003c
	if err != nil {
		return nil, err
	}
	fill := strings.NewReplacer("WORDS", string(table), "VERSION", template.HTMLEscapeString(version), "SCRIPTS", scripts)
	for _, name := range []string{"index.html", missing} {
		files[name] = []byte(fill.Replace(string(files[name])))
	}
	sums := map[string]string{}
	for name, data := range files {
		if name != worker && name != missing {
			sums[name] = hashOf(data)
		}
	}
	list, err := json.Marshal(sums)
	if err != nil {
		return nil, err
	}
	script := bytes.ReplaceAll(files[worker], []byte("FILES"), list)
	files[worker] = bytes.ReplaceAll(script, []byte("BUILD"), []byte(hashOf(script)[:16])) // tells builds apart
	return files, nil
}

// missing is what hosts answer with in place of what they do not have.
const missing = "404.html"

// worker has the hashes of all other files: a browser keeps what fits together, or nothing.
const worker = "sw.js"

// Names are the names of the files in the order in which a folder that is in use is
// brought up to date: the service worker, which browsers look for, comes last.
func Names(files map[string][]byte) []string {
	names := slices.Sorted(maps.Keys(files))
	return append(slices.DeleteFunc(names, func(name string) bool { return name == worker }), worker)
}

// hashOf is the SHA-256 of a file in hexadecimal.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
