//go:build js && wasm

// The program of the npm package's iri/full. It hands a function to iriFullReady that takes the name of a command,
// a text and the options as JSON, and returns the answer and an error, one of which is null, and whether the error is
// that of a timeout.
package main

import (
	"errors"
	"syscall/js"

	"github.com/rfc3987/iri/web/full"
)

func main() {
	js.Global().Call("iriFullReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		answer, err := full.Answer(args[0].String(), args[1].String(), args[2].String())
		if err != nil {
			return []any{nil, err.Error(), errors.Is(err, full.ErrTimeout)}
		}
		return []any{answer, nil, false}
	}))
	select {}
}
