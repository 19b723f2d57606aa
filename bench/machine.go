package bench

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Machine returns what the figures of a table depend on: the processor, the release of Go
// and the build tags.
func Machine() string {
	return fmt.Sprintf("%s, %d cores, %s, %s/%s%s", cpu(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, tags())
}

// cpu returns the name of the processor, or its architecture if /proc/cpuinfo has no name.
func cpu() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}

// tags returns with which build tags this program was built: purego is without assembly.
func tags() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "-tags" && s.Value != "" {
			return ", -tags " + s.Value
		}
	}
	return ""
}
