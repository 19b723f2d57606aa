package bench

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine returns what the figures of a table depend on: the processor and the release of Go.
func Machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	m := "an unknown processor"
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			m = strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, %s/%s", m, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
