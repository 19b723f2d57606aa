//go:build !unix

package durable

import (
	"io/fs"
	"os"
)

func links(fs.FileInfo) int { return 1 }

func keepOwner(*os.File, fs.FileInfo) error { return nil }
