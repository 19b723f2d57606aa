package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rfc3987/iri/internal/text/quote"
)

// A progressState is what the progress line shows at one moment.
type progressState struct {
	done, total int64   // bytes; total is -1 if unknown
	rate        float64 // bytes per second; 0 if unknown
	findings    int64
}

// line returns the progress in one line of at most width columns, all ASCII:
//
//	25% of 48 MB  120 MB/s  1s left  3 findings
func (s progressState) line(width int) string {
	var parts []string
	total := max(s.total, s.done) // a file may grow while it is read
	if s.total > 0 {
		parts = append(parts, fmt.Sprintf("%d%% of %s", int(100*float64(s.done)/float64(total)), formatBytes(float64(total))))
	} else {
		parts = append(parts, formatBytes(float64(s.done)))
	}
	if s.rate > 0 {
		parts = append(parts, formatBytes(s.rate)+"/s")
		if s.total > 0 {
			left := min(float64(total-s.done)/s.rate, 1e9) // the longest duration has 292 years
			parts = append(parts, (time.Duration(left+0.999)*time.Second).String()+" left")
		}
	}
	if parts = append(parts, quote.Count(s.findings)+" findings"); s.findings == 1 {
		parts[len(parts)-1] = "1 finding"
	}
	text := strings.Join(parts, "  ")
	return text[:min(len(text), width)]
}

// formatBytes returns a number of bytes in the decimal unit in which it is below 1000.
func formatBytes(n float64) string {
	names := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	for len(names) > 1 && n >= 999.5 {
		n, names = n/1000, names[1:]
	}
	return fmt.Sprintf("%.3g %s", n, names[0])
}
