//go:build js && wasm

// Think thinks for the offline edition in a browser, compiled to WebAssembly, in a worker
// whose script (internal/edition/folder/static/think.js) passes it questions. It calls
// ruhrReady(think) when it can be asked, by think(question, answered), where it calls
// answered(answer) or answered(null, why).
package main

import (
	"context"
	"syscall/js"

	"ruhr/bot/remote"
)

type question struct {
	ask      []byte
	answered js.Value
}

func main() {
	questions := make(chan question)
	js.Global().Call("ruhrReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ask := make([]byte, args[0].Length())
		js.CopyBytesToGo(ask, args[0])
		go func() { questions <- question{ask, args[1]} }() // a callback must not wait
		return nil
	}))
	server := remote.NewServer()
	for q := range questions {
		answer, err := server.Answer(context.Background(), q.ask)
		if err != nil {
			q.answered.Invoke(nil, err.Error())
			continue
		}
		out := js.Global().Get("Uint8Array").New(len(answer))
		js.CopyBytesToJS(out, answer)
		q.answered.Invoke(out)
	}
}
