//go:build !man

package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

func main() {
	collectLater()
	os.Exit(execute(systemApp(), os.Args[1:]))
}

// collectLater delays the first garbage collection until the heap has 16 MiB, unless the user has set it. Go's own 4 MiB are
// nearly full with the tables of a run, so most runs would collect once or twice in vain.
func collectLater() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual := debug.SetGCPercent(400)
	runtime.AddCleanup(new([16]*byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
