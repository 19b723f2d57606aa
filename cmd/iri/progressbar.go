package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A progressState is what the progress line shows at one moment.
type progressState struct {
	done, total int64   // bytes; total is -1 if unknown
	rate        float64 // bytes per second; 0 if unknown
	findings    int64
}

// barWidth is the number of columns between the brackets of the bar.
const barWidth = 24

// line returns the progress in one line of at most width columns, all ASCII:
//
//	25% [=====>                  ] 12.0/48.0 MB  120 MB/s  1s left  3 findings
//
// Where the terminal is too narrow, the bar goes first, then what stands at the end.
func (s progressState) line(width int) string {
	done := max(s.done, 0)
	total := s.total
	if total >= 0 {
		total = max(total, done) // a file may grow while it is read
	}
	var head, bar string
	var parts []string
	if total > 0 {
		share := float64(done) / float64(total)
		head = fmt.Sprintf("%3.0f%%", math.Floor(100*share))
		bar = " [" + fillBar(share) + "]"
		unit, name := unitOf(total)
		parts = append(parts, fmt.Sprintf("%s/%s", formatBytes(done, unit, name, false),
			formatBytes(total, unit, name, true)))
	} else {
		unit, name := unitOf(done)
		parts = append(parts, formatBytes(done, unit, name, true))
	}
	if s.rate > 0 {
		unit, name := unitOf(int64(s.rate))
		parts = append(parts, formatBytes(int64(s.rate), unit, name, true)+"/s")
		if total > 0 {
			parts = append(parts, formatLeft(float64(total-done)/s.rate)+" left")
		}
	}
	if parts = append(parts, fmt.Sprintf("%d findings", s.findings)); s.findings == 1 {
		parts[len(parts)-1] = "1 finding"
	}
	text := strings.Join(parts, "  ")
	if head == "" {
		return text[:min(len(text), width)]
	}
	if len(head)+len(bar)+1+len(text) > width {
		bar = ""
	}
	text = head + bar + " " + text
	return text[:min(len(text), width)]
}

// fillBar returns the bar for a share from 0 to 1.
func fillBar(share float64) string {
	n := int(share * barWidth)
	if n >= barWidth {
		return strings.Repeat("=", barWidth)
	}
	return strings.Repeat("=", n) + ">" + strings.Repeat(" ", barWidth-n-1)
}

// unitOf returns the decimal unit in which n bytes are a number below 1000.
func unitOf(n int64) (unit float64, name string) {
	unit, name = 1, "B"
	for _, next := range []string{"kB", "MB", "GB", "TB", "PB"} {
		if float64(n) < 999.5*unit {
			break
		}
		unit, name = 1000*unit, next
	}
	return unit, name
}

// formatBytes returns n in the unit with three digits or more, and with the name of the
// unit if it is asked for.
func formatBytes(n int64, unit float64, name string, named bool) string {
	v, digits := float64(n)/unit, 0
	switch {
	case unit == 1 || v >= 99.95:
	case v >= 9.995:
		digits = 1
	default:
		digits = 2
	}
	s := fmt.Sprintf("%.*f", digits, v)
	if named {
		s += " " + name
	}
	return s
}

// formatLeft returns a time for people: 45s, 3m05s, 2h10m, 3d04h.
func formatLeft(seconds float64) string {
	switch s := int64(math.Ceil(min(seconds, 1e10))); {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 24*3600:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	default:
		return fmt.Sprintf("%dd%02dh", s/(24*3600), s/3600%24)
	}
}

// A rateMeter measures bytes per second as a moving average: what is older than
// rateWindow counts little.
type rateMeter struct {
	started bool
	at      time.Time
	done    int64
	rate    float64
}

// rateWindow is the time constant of the moving average.
const rateWindow = 5 * time.Second

// add takes a measurement and returns the rate, 0 after the first one. The first one
// sets where to count from: a run that is resumed starts in the middle of a file.
func (m *rateMeter) add(at time.Time, done int64) float64 {
	dt := at.Sub(m.at).Seconds()
	switch {
	case !m.started:
		m.started = true
	case dt <= 0:
		return m.rate
	default:
		now := float64(done-m.done) / dt
		if m.rate == 0 {
			m.rate = now
		} else {
			m.rate += (now - m.rate) * (1 - math.Exp(-dt/rateWindow.Seconds()))
		}
	}
	m.at, m.done = at, done
	return m.rate
}
