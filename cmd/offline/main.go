//go:build js && wasm

// Offline opens games in a browser: package internal/offline, compiled to
// WebAssembly. It sets one function for the page's scripts,
//
//	ruhr.open({link, board, language, theme, page, playOn, levels})
//
// which returns {replay(n, seat), score()}, each a page as HTML, or {wrong}, what
// is wrong with the link in words as HTML, or null if the program is broken.
package main

import (
	"errors"
	"strings"
	"syscall/js"

	"ruhr/internal/offline"
)

func main() {
	js.Global().Set("ruhr", map[string]any{"open": js.FuncOf(open)})
	select {}
}

func open(_ js.Value, args []js.Value) any {
	of := func(name string) string {
		if v := args[0].Get(name); v.Type() == js.TypeString {
			return v.String()
		}
		return ""
	}
	w := offline.Options{Link: of("link"), Language: of("language"), Theme: of("theme"), Page: of("page"), PlayOn: of("playOn"),
		Levels: strings.Fields(of("levels")), Board: []byte(of("board"))}
	game, err := offline.Open(w)
	if errors.Is(err, offline.ErrProgram) {
		return text("", err)
	}
	if err != nil {
		return map[string]any{"wrong": string(offline.Why(w.Language, err)), "detail": err.Error()}
	}
	return map[string]any{
		"replay": js.FuncOf(func(_ js.Value, args []js.Value) any { return text(game.Replay(args[0].Int(), args[1].Int())) }),
		"score":  js.FuncOf(func(js.Value, []js.Value) any { return text(game.Score()) }),
	}
}

// text is a page, or null if it failed; the browser's console says why.
func text(html string, err error) any {
	if err != nil {
		js.Global().Get("console").Call("error", err.Error())
		return nil
	}
	return html
}
