//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package durable

import (
	"errors"
	"io/fs"
	"os"
)

func openLock(name string) (*os.File, error) {
	return nil, &fs.PathError{Op: "lock", Path: name, Err: errors.ErrUnsupported}
}
