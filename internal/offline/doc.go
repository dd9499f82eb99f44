// Package offline shows games where no server is asked: it opens the game of a
// link, checks it by the rules, and renders its positions and its score sheet with
// the models and templates of the server's pages.
//
// cmd/offline is this package for browsers, compiled to WebAssembly. Nothing here
// depends on that; the tests run like all others.
package offline
