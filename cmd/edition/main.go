//go:build js && wasm

// Edition runs package internal/edition in a browser, compiled to WebAssembly, in a
// worker whose scripts have a disk for it (internal/edition/static/worker.js). It calls
// ruhrReady(serve) when it can be asked, or ruhrFailed(why).
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"syscall/js"
	"time"

	"ruhr/internal/edition"
	"ruhr/internal/store"
)

var global = js.Global()

func main() {
	// Nobody else needs the memory, and collecting it is a fifth of the start.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(96 << 20)
	o := edition.Options{Disk: disk{global.Get("ruhrDisk")}, Think: think, Origin: global.Get("location").Get("origin").String(), Base: global.Get("ruhrBase").String(), Version: global.Get("ruhrVersion").String(),
		Zone: global.Get("ruhrZone").String(), Log: slog.New(slog.NewTextHandler(console{}, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	e, err := edition.New(context.Background(), o)
	if err != nil {
		global.Call("ruhrFailed", err.Error())
		return
	}
	global.Call("ruhrReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go serve(e, args[0], args[1])
		return nil
	}))
	select {}
}

// console writes to the browser's console.
type console struct{}

func (console) Write(p []byte) (int, error) {
	global.Get("console").Call("warn", string(bytes.TrimSpace(p)))
	return len(p), nil
}

// serve answers a request {method, url, headers, body} to a port, by {status, headers},
// any number of {chunk}, and {end}. The port answers chunks with "more"; any other message
// from it ends the request.
func serve(e *edition.Edition, asked, port js.Value) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w := &response{port: port, header: http.Header{}, stop: cancel}
	heard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if data := args[0].Get("data"); data.Type() == js.TypeString && data.String() == "more" {
			w.unanswered = time.Time{}
		} else { // to stop, or the port is closed
			cancel()
		}
		return nil
	})
	defer heard.Release()
	for _, event := range []string{"message", "close"} { // not all browsers tell of the second
		port.Set("on"+event, heard)
		defer port.Set("on"+event, js.Null())
	}
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			console{}.Write(fmt.Appendf(nil, "request failed: %v", p))
		}
		w.WriteHeader(http.StatusOK)
		port.Call("postMessage", map[string]any{"end": true})
	}()
	r, err := http.NewRequestWithContext(ctx, asked.Get("method").String(), asked.Get("url").String(), bytes.NewReader(bytesOf(asked.Get("body"))))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for k := range asked.Get("headers").Length() {
		pair := asked.Get("headers").Index(k)
		r.Header.Add(pair.Index(0).String(), pair.Index(1).String())
	}
	r.RemoteAddr, r.RequestURI = "127.0.0.1:1", r.URL.RequestURI()
	e.ServeHTTP(w, r)
}

// response is an answer on its way through a port.
type response struct {
	port       js.Value
	header     http.Header
	begun      bool
	unanswered time.Time // when the first chunk without an answer was sent
	stop       func()
}

// deaf is for how long nobody answers to the chunks of a request that has ended: a service
// worker ends without a word.
const deaf = time.Minute

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
	var headers []any
	for name, values := range w.header {
		for _, v := range values {
			headers = append(headers, []any{name, v})
		}
	}
	w.port.Call("postMessage", map[string]any{"status": status, "headers": headers})
}

func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.port.Call("postMessage", map[string]any{"chunk": toJS(p)})
	switch now := time.Now(); {
	case w.unanswered.IsZero():
		w.unanswered = now
	case now.Sub(w.unanswered) > deaf:
		w.stop()
	}
	return len(p), nil
}

// Flush implements [http.Flusher]: what is written is on its way already.
func (w *response) Flush() {}

// think has another worker think, one for each purpose.
func think(ctx context.Context, purpose string, question []byte) ([]byte, error) {
	answer, err := await(ctx, global.Call("ruhrThink", purpose, toJS(question)))
	return bytesOf(answer), err
}

// disk is the disk of the worker's scripts.
type disk struct{ js.Value }

// Load implements [memory.Disk].
func (d disk) Load(_ context.Context, from, to string) (map[string][]byte, error) {
	list, err := await(context.Background(), d.Call("load", from, to))
	if err != nil {
		return nil, failure(err)
	}
	all := map[string][]byte{}
	for k := range list.Length() {
		pair := list.Index(k)
		all[pair.Index(0).String()] = bytesOf(pair.Index(1))
	}
	return all, nil
}

// Write implements [memory.Disk].
func (d disk) Write(_ context.Context, changes map[string][]byte) error {
	var list []any
	for key, value := range changes {
		if value == nil {
			list = append(list, []any{key, nil})
			continue
		}
		list = append(list, []any{key, toJS(value)})
	}
	_, err := await(context.Background(), d.Call("write", list)) // what is begun is waited for
	return failure(err)
}

// await waits for a promise until ctx ends. It must not be called by a callback of the
// browser. The error is a broken, or that of ctx.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	done := make(chan settled, 1)
	var kept, failed js.Func
	settle := func(s settled) any {
		kept.Release()
		failed.Release()
		done <- s
		return nil
	}
	kept = js.FuncOf(func(_ js.Value, args []js.Value) any { return settle(settled{value: args[0]}) })
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any { return settle(settled{err: broken{args[0]}}) })
	promise.Call("then", kept, failed)
	select {
	case out := <-done:
		return out.value, out.err
	case <-ctx.Done():
		return js.Undefined(), ctx.Err()
	}
}

// broken is why a promise was broken.
type broken struct{ js.Value }

func (b broken) Error() string { return global.Get("String").Invoke(b.Value).String() }

// failure is the store's error for one of the browser's.
func failure(err error) error {
	b, ok := err.(broken)
	if !ok {
		return err
	}
	kind := store.ErrUnreachable
	if b.Type() == js.TypeObject {
		switch b.Get("name").String() {
		case "QuotaExceededError":
			kind = store.ErrFull
		case "RuhrGone":
			kind = store.ErrGone
		}
	}
	return fmt.Errorf("%w: %w", kind, err)
}

func toJS(p []byte) js.Value {
	out := global.Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(out, p)
	return out
}

// bytesOf are the bytes of a Uint8Array; none for anything else.
func bytesOf(v js.Value) []byte {
	if v.Type() != js.TypeObject {
		return nil
	}
	out := make([]byte, v.Length())
	js.CopyBytesToGo(out, v)
	return out
}
