//go:build !offline

package built

// Program is not part of this build.
var Program, Edition, Think, Exec []byte
