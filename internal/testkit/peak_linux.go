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

// Processor returns the time that processors have worked for this process, which other processes do not lengthen.
func Processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
