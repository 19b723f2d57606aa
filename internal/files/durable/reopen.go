package durable

import (
	"errors"
	"os"
)

// Reopen opens the regular file of f once more, for reading: a shell opens the file of
// ">>" for writing only.
func Reopen(f *os.File) (*os.File, error) {
	again, err := reopen(f)
	if err != nil {
		if again, err = os.Open(f.Name()); err != nil {
			return nil, err
		}
	}
	a, err := f.Stat()
	b, err2 := again.Stat()
	if err != nil || err2 != nil || !os.SameFile(a, b) {
		again.Close()
		return nil, errors.New("it cannot be opened for reading")
	}
	return again, nil
}
