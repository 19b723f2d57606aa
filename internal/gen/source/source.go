// Package source writes the Go files that the generators make.
package source

import (
	"fmt"
	"go/format"
	"os"
)

// Write formats src and writes it to a file. What cannot be formatted is written all
// the same, so that it can be read, and is an error.
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
