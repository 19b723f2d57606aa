//go:build unix

package durable

import (
	"io/fs"
	"os"
	"syscall"
)

// links returns how many names a file has.
func links(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink)
	}
	return 1
}

// keepOwner gives a file the owner and the group of another file.
func keepOwner(f *os.File, of fs.FileInfo) error {
	now, err := f.Stat()
	if err != nil {
		return err
	}
	have, ok := now.Sys().(*syscall.Stat_t)
	want, ok2 := of.Sys().(*syscall.Stat_t)
	if !ok || !ok2 || have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}
