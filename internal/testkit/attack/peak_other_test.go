//go:build !linux

package attack

import "os"

// peak returns 0: only Linux is measured.
func peak(*os.ProcessState) int64 { return 0 }
