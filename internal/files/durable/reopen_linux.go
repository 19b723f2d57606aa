package durable

import (
	"fmt"
	"os"
)

// reopen opens the file of f once more, for reading.
func reopen(f *os.File) (*os.File, error) { return os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd())) }
