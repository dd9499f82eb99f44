package kernel

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// What is sent compressed is the file.
func TestAssetsCompress(t *testing.T) {
	a, err := loadAssets(os.DirFS("../static"), map[string][]byte{"css/extra.css": []byte("a { color: red }")})
	require.NoError(t, err)
	for name, f := range a.files {
		z, err := gzip.NewReader(bytes.NewReader(f.gzip()))
		require.NoError(t, err)
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, f.plain()) {
			t.Errorf("%s comes out as %d bytes of %d: %v", name, len(got), len(f.plain()), err)
		}
	}
	require.True(t, a.files["css/extra.css"].kind == "text/css; charset=utf-8", "kind %q", a.files["css/extra.css"].kind)
	if _, err := loadAssets(os.DirFS("../static"), map[string][]byte{"a.xyz": nil}); err == nil || !strings.Contains(err.Error(), "a.xyz") {
		t.Errorf("a file without a media type: %v", err)
	}
}
