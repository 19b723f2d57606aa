package durable

import (
	"os"

	"golang.org/x/sys/windows"
)

// reopen opens the file of f once more, for reading.
func reopen(f *os.File) (*os.File, error) {
	path := make([]uint16, 32<<10)
	n, err := windows.GetFinalPathNameByHandle(windows.Handle(f.Fd()), &path[0], uint32(len(path)), 0)
	if err != nil {
		return nil, err
	}
	return os.Open(windows.UTF16ToString(path[:n]))
}
