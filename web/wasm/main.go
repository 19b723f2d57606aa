//go:build js && wasm

// The program that the worker of the page runs. It sets the function iriCall, which
// takes a method and its parameters as JSON and returns the result as JSON, and iriNames, which takes the
// names of characters as bytes.
package main

import (
	"syscall/js"

	"github.com/rfc3987/iri/web/engine"
)

func main() {
	e := engine.New()
	js.Global().Set("iriCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 2 {
			return `{"error":"iriCall takes a method and its parameters"}`
		}
		return e.Call(args[0].String(), args[1].String())
	}))
	js.Global().Set("iriNames", js.FuncOf(func(_ js.Value, args []js.Value) any {
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		e.Names(string(b))
		return nil
	}))
	js.Global().Call("iriReady")
	select {}
}
