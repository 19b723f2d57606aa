package bench

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine returns what the figures of a table depend on: the processor and the release of Go.
func Machine() string {
	model := "an unknown processor"
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
		}
	}
	return fmt.Sprint(model, ", ", runtime.NumCPU(), " cores, ", runtime.Version(), ", ", runtime.GOOS, "/", runtime.GOARCH)
}
