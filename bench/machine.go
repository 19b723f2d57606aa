package bench

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine returns what the figures of a table depend on: the processor, or its architecture if /proc/cpuinfo has no name,
// and the release of Go.
func Machine() string {
	cpu := runtime.GOARCH
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			cpu = strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, %s/%s", cpu, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
