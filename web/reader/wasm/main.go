//go:build js && wasm

// The program that reads files for the page. It sets the function iriCall, as the program of ../../wasm does.
package main

import (
	"syscall/js"

	"github.com/rfc3987/iri/web/reader"
)

func main() {
	js.Global().Set("iriCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return reader.Call(args[0].String(), args[1].String())
	}))
	js.Global().Call("iriReady")
	select {}
}
