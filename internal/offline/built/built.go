// Package built holds cmd/offline, cmd/edition and cmd/think as built for browsers, where the program was
// built with the tag offline. internal/tool/offline builds it beforehand:
//
//	go run ./internal/tool/offline && go build -tags offline ./cmd/ruhr
//
// Without the tag there is none: a server then asks before a game in a link is
// sent to it.
package built
