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
var words = []string{"starting", "failed", "unsupported", "update", "update_now", "update_later", "full"}

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
	texts := map[string]map[string]string{}
	for _, language := range lang.Languages {
		texts[language] = map[string]string{"unreached": lang.For(language).T("page.unreached")}
		for _, key := range words {
			texts[language][key] = lang.For(language).T("alone." + key)
		}
	}
	table, err := json.Marshal(texts) // with < as \u003c
	if err != nil {
		return nil, err
	}
	page := strings.NewReplacer("WORDS", string(table), "VERSION", template.HTMLEscapeString(version)).Replace(string(files["index.html"]))
	files["index.html"] = []byte(page)
	names := slices.Sorted(maps.Keys(files))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "sw.js" })
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	worker := bytes.ReplaceAll(files["sw.js"], []byte("FILES"), list)
	files["sw.js"] = bytes.ReplaceAll(worker, []byte("BUILD"), []byte(hashOf(files, names)))
	return files, nil
}

// hashOf tells builds apart.
func hashOf(files map[string][]byte, names []string) string {
	sum := sha256.New()
	for _, name := range append(names, "sw.js") {
		of := sha256.Sum256(files[name])
		sum.Write(of[:])
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
