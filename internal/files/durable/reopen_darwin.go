package durable

import (
	"bytes"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reopen opens the file of f once more, for reading.
func reopen(f *os.File) (*os.File, error) {
	var path [1024]byte // F_GETPATH wants MAXPATHLEN bytes
	if _, _, errno := unix.Syscall(unix.SYS_FCNTL, f.Fd(), unix.F_GETPATH, uintptr(unsafe.Pointer(&path))); errno != 0 {
		return nil, errno
	}
	return os.Open(string(path[:bytes.IndexByte(path[:], 0)]))
}
