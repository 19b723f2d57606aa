package bench

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A Row is one line of docs/speed.md: work that has an aim, and the peers that do the same.
type Row struct {
	Name string
	Unit Unit
	Aim  Aim
	// Runners returns who does the work: this module first. Those that are not on this machine are left out.
	Runners func(*Setting) []Runner
}

// A Unit is what a figure counts. More is better for rates only.
type Unit string

const (
	NS     Unit = "ns"
	MS     Unit = "ms"
	Rate   Unit = "MB/s"
	Faults Unit = "page faults"
)

// An Aim is what a figure is to reach: Figure, or if Of is set, Figure times that of the peer of this name.
type Aim struct {
	Figure float64
	Of     string
}

// A Runner does the work of a row.
type Runner struct {
	Name string
	// Round does it once, and keeps the figure if none before was better.
	Round func() error
	// Figure returns the best figure of the rounds, in the unit of the row.
	Figure func() float64
}

// A Line is what was measured for a row.
type Line struct {
	Row
	Here  float64
	Peers []Peered
}

// Keep keeps the figures of the runners of a row that are better than what the line has. It leaves out those that have
// none.
func (l *Line) Keep(r Row, runners []Runner) {
	better := math.Min
	if r.Unit == Rate {
		better = math.Max
	}
	if l.Name == "" {
		l.Row, l.Here = r, runners[0].Figure()
	}
	l.Here = better(l.Here, runners[0].Figure())
	for _, p := range runners[1:] {
		f := p.Figure()
		i := slices.IndexFunc(l.Peers, func(q Peered) bool { return q.Name == p.Name })
		switch {
		case math.IsNaN(f):
		case i < 0:
			l.Peers = append(l.Peers, Peered{p.Name, f})
		default:
			l.Peers[i].Figure = better(l.Peers[i].Figure, f)
		}
	}
}

// Peered is the figure of a peer.
type Peered struct {
	Name   string
	Figure float64
}

// Rows returns the rows in order.
func Rows() []Row { return append(stringRows(), fileRows()...) }

// Text says what the aim is, as it is set.
func (a Aim) Text(u Unit) string {
	word := "at most "
	if u == Rate {
		word = "at least "
	}
	switch {
	case a.Of == "":
		return word + figure(a.Figure)
	case a.Figure == 1:
		return word + "that of " + a.Of
	}
	return word + figure(a.Figure) + " times " + a.Of
}

// Met says "met", by how much the aim is missed, or that its peer was not there.
func (l *Line) Met() string {
	aim := l.Aim.Figure
	if l.Aim.Of != "" {
		peer := math.NaN()
		for _, p := range l.Peers {
			if p.Name == l.Aim.Of {
				peer = p.Figure
			}
		}
		aim *= peer
	}
	missed := l.Here / aim
	if l.Unit == Rate {
		missed = aim / l.Here
	}
	switch {
	case math.IsNaN(missed):
		return "no peer"
	case missed <= 1:
		return "met"
	}
	return fmt.Sprintf("not met: %.2f", missed)
}

// figure writes a number with three digits that count.
func figure(f float64) string {
	switch {
	case f >= 100 || f == math.Trunc(f):
		return fmt.Sprintf("%.0f", f)
	case f >= 10:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// Page returns docs/speed.md.
func Page(machine string, lines []Line) string {
	met := 0
	var table strings.Builder
	for _, l := range lines {
		var peers []string
		for _, p := range l.Peers {
			peers = append(peers, p.Name+" "+figure(p.Figure))
		}
		if l.Met() == "met" {
			met++
		}
		fmt.Fprintf(&table, "| %s | %s %s | %s | %s | %s |\n",
			l.Name, figure(l.Here), l.Unit, strings.Join(peers, " · "), l.Aim.Text(l.Unit), l.Met())
	}
	return fmt.Sprintf(`# Speed

What this module takes, beside others that do the same work on the same data, and what is aimed at. `+"`make bench WHAT=speed`"+` writes this page.

The programs of a row take turns, three times in a run, and the best of their rounds counts. Strings: nanoseconds for one, of 200 measured at
once. Files and commands: the processor time of a process on one core, with its start. The number after "not met" is by which factor the aim is
missed. [bench/README.md](../bench/README.md) says what the corpora are, and what made it fast.

Struck in November 2026, with the machinery that they were for, most of it assembly: 60,000 different strings beside
utf8.ValidString, all rules beside the grammar alone and by script, hosts with A-labels in 400 ns, lines of 3.8 KB, the
normal form of what is normal in 15 ns, and each of 286,000 findings of one string in 400 ns. bench/README.md says what
went, and what it bought.

%s: %d of %d aims are met.

| work | here | others | aim | |
| --- | ---: | --- | --- | --- |
%s`, machine, met, len(lines), table.String())
}

// Machine returns what the figures of a table depend on: the processor and the release of Go.
func Machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	m := "an unknown processor"
	if found := regexp.MustCompile(`(?m)^model name\s*:\s*(.*)$`).FindSubmatch(text); found != nil {
		m = string(found[1])
	}
	return fmt.Sprintf("%s, %d cores, %s, %s/%s", m, runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
