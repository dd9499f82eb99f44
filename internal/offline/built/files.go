//go:build offline

package built

import _ "embed"

// Program is cmd/offline as WebAssembly, compressed by gzip.
//
//go:embed offline.wasm.gz
var Program []byte

// Edition is cmd/edition as WebAssembly, compressed by gzip.
//
//go:embed edition.wasm.gz
var Edition []byte

// Think is cmd/think as WebAssembly, compressed by gzip.
//
//go:embed think.wasm.gz
var Think []byte

// Exec is the script that runs programs of this version of Go, from its distribution.
//
//go:embed wasm_exec.js
var Exec []byte
