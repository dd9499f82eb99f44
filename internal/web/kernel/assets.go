package kernel

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"
)

// assets are the static files. All of them stand under one folder named after
// the hash of their contents, so that a script can import its neighbour by a
// relative name and everything may be cached for ever.
type assets struct {
	prefix string // "/s/<hash>/"
	files  map[string]asset
}

// asset is a file; what it is in one of the forms is made when it is first asked for.
type asset struct {
	kind        string
	plain, gzip func() []byte
}

const zipped = ".gz"

// Kinds are the media types of the static files by extension. The tables of the
// operating system differ and take long to read.
var Kinds = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".wasm": "application/wasm",

	".webmanifest": "application/manifest+json",
}

// loadAssets reads the static files and the extra ones, by name. What has a name
// that ends in zipped is compressed already, and served under its name without that.
func loadAssets(static fs.FS, extra map[string][]byte) (*assets, error) {
	a := &assets{files: map[string]asset{}}
	sum := xxhash.New() // tells versions of the program apart, nothing else
	add := func(name string, data []byte) error {
		given, small := strings.CutSuffix(name, zipped)
		kind, ok := Kinds[path.Ext(given)]
		if !ok {
			return fmt.Errorf("web: static file %s: the media type of %q is not in kinds", name, path.Ext(name))
		}
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(data))
		sum.Write(data)
		is, other := func() []byte { return data }, sync.OnceValue(func() []byte { return smallest(data) })
		if small {
			is, other = sync.OnceValue(func() []byte { return unzip(data) }), is
		}
		a.files[given] = asset{kind, is, other}
		return nil
	}
	css, err := fs.Sub(static, "css")
	if err != nil {
		return nil, err
	}
	sheets, err := styleSheets(css)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(sheets) {
		if err := add("css/"+name, sheets[name]); err != nil {
			return nil, err
		}
	}
	err = fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".css" {
			return err
		}
		data, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		return add(name, data)
	})
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(extra) {
		if err := add(name, extra[name]); err != nil {
			return nil, err
		}
	}
	a.prefix = "/s/" + hex.EncodeToString(sum.Sum(nil)) + "/"
	return a, nil
}

// smallest is the data at gzip's best compression.
func smallest(data []byte) []byte {
	var z bytes.Buffer
	w, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(data) // a buffer takes everything
	w.Close()
	return z.Bytes()
}

// unzip is what was compressed by gzip. It was built with the program.
func unzip(data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return out
}

// url is the address of a static file.
func (a *assets) url(name string) string { return a.prefix + name }

// serve answers a request for a static file. A page that was open while the
// program was replaced may ask for the files of the old hash: it gets the new
// ones, not to be kept.
func (a *assets) serve(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[r.PathValue("file")]
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		Send(w, r, http.StatusNotFound, "text/plain; charset=utf-8", []byte("no such file\n"))
		return
	}
	h := w.Header()
	for _, ofPages := range []string{"Cross-Origin-Opener-Policy", "Permissions-Policy"} {
		h.Del(ofPages) // a table asks for some thirty files
	}
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	if strings.HasPrefix(r.URL.Path, a.prefix) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-store")
	}
	form := f.plain
	if TakesGzip(r) {
		h.Set("Content-Encoding", "gzip")
		form = f.gzip
	}
	body := form()
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

// The files of the program that opens games in the browser.
const (
	OfflineProgram = "offline.wasm"
	OfflineExec    = "wasm_exec.js"
	OfflineBoard   = "board.json"
)

// Asset is what a static file has.
func (s *Kernel) Asset(name string) []byte { return s.assets.files[name].plain() }
