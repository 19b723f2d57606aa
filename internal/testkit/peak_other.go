//go:build !linux

package testkit

import (
	"os"
	"time"
)

// Peak returns 0: only Linux is measured.
func Peak(*os.ProcessState) int64 { return 0 }

// Processor returns 0: only Linux is measured.
func Processor() time.Duration { return 0 }
