//go:build unix

package bench

import (
	"os"
	"syscall"
)

// pageFaults returns how many pages a process got: a measure that other work on the machine does not change.
func pageFaults(p *os.ProcessState) float64 {
	return float64(p.SysUsage().(*syscall.Rusage).Minflt)
}
