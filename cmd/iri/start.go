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

// collectLater has garbage collected for the first time when the heap has 16 MiB, unless the user has said when, and
// then as Go does. Go begins at 4 MiB, which the tables of a run nearly fill: most runs would collect once or twice for
// nothing.
func collectLater() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual := debug.SetGCPercent(400)
	runtime.AddCleanup(new([16]*byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
