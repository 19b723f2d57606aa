package testkit

import (
	"os"
	"syscall"
	"time"
)

// Peak returns the most memory that a process held. The one that started it counts, too,
// so the tests hold little themselves.
func Peak(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}

// Processor returns the processor time of this process. Other processes do not affect it.
func Processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
