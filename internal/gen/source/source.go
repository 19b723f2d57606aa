// Package source writes generated Go files. In comes source text; out comes a
// formatted file. It must not know what is generated.
package source

import (
	"fmt"
	"go/format"
	"os"
)

// Write formats src and writes it to a file. Text that cannot be formatted is
// written as it is, so that it can be read, and is an error.
func Write(file string, src []byte) error {
	formatted, err := format.Source(src)
	if err != nil {
		formatted, err = src, fmt.Errorf("%s: %w", file, err)
	}
	if werr := os.WriteFile(file, formatted, 0o666); werr != nil {
		return werr
	}
	return err
}
