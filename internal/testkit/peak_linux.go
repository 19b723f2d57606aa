package testkit

import (
	"os"
	"syscall"
)

// Peak returns the most memory that a process held. The one that started it counts, too,
// so the tests hold little themselves.
func Peak(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}
