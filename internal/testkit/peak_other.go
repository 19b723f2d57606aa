//go:build !linux

package testkit

import "os"

// Peak returns 0: only Linux is measured.
func Peak(*os.ProcessState) int64 { return 0 }
