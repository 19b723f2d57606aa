package main

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
)

func TestProgressLine(t *testing.T) {
	for _, tt := range []struct {
		name  string
		state progressState
		width int
		want  string
	}{
		{"in the middle", progressState{12e6, 48e6, 120e6, 3}, 80, "25% of 48 MB  120 MB/s  1s left  3 findings"},
		{"one finding", progressState{12e6, 48e6, 120e6, 1}, 80, "25% of 48 MB  120 MB/s  1s left  1 finding"},
		{"at the start", progressState{0, 48e6, 0, 0}, 80, "0% of 48 MB  0 findings"},
		{"one byte is missing", progressState{999, 1000, 0, 0}, 80, "99% of 1 kB  0 findings"},
		{"the file has grown", progressState{50, 48, 0, 0}, 80, "100% of 50 B  0 findings"},
		{"unknown total", progressState{1234567, -1, 999600, 2}, 80, "1.23 MB  1 MB/s  2 findings"},
		{"cut", progressState{12e6, 48e6, 120e6, 3}, 10, "25% of 48 "},
		{"days", progressState{1e12, 4e12, 1e7, 0}, 80, "25% of 4 TB  10 MB/s  83h20m0s left  0 findings"},
		{"very slow", progressState{1, 9e18, 1e-9, 0}, 80, "0% of 9e+03 PB  1e-09 B/s  277777h46m40s left  0 findings"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.state.line(tt.width); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// lastLine returns what a terminal shows in its last line after out.
func lastLine(out string) string {
	var line []byte
	at := 0
	for _, c := range []byte(out) {
		switch {
		case c == '\n':
			line, at = line[:0], 0
		case c == '\r':
			at = 0
		case at < len(line):
			line[at] = c
			at++
		default:
			line = append(line, c)
			at++
		}
	}
	return strings.TrimRight(string(line), " ")
}

// TestProgressOnTerminal holds what stands in the last line of the terminal: the new
// state, without rests of a longer one, and nothing after hide.
func TestProgressOnTerminal(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, width: func() int { return 80 }, sharesTerminal: true, closedBytes: 1000}
	p.show(-1, 123456, 0)
	if got, want := lastLine(out.String()), "1 kB  123,456 findings"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.show(-1, 1, 0)
	if got, want := lastLine(out.String()), "1 kB  1 finding"; got != want {
		t.Errorf("a shorter line: got %q, want %q", got, want)
	}
	p.Hide()
	if got := lastLine(out.String()); got != "" {
		t.Errorf("after hide: got %q, want an empty line", got)
	}
	n := out.Len()
	p.Hide()
	if out.Len() != n {
		t.Errorf("a second hide writes %q", out.String()[n:])
	}
	p.sharesTerminal = false
	p.show(-1, 1, 0)
	n = out.Len()
	p.Hide()
	if out.Len() != n {
		t.Errorf("hide writes %q, and standard output is not on this terminal", out.String()[n:])
	}
}

// TestProgressRun holds that the line appears in a run that lasts and is gone after it,
// and that there is none where there is no terminal or none is wanted.
func TestProgressRun(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		terminal, noProgress bool
		want                 bool
	}{
		{"terminal", true, false, true},
		{"no terminal", false, false, false},
		{"not wanted", true, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cmd := &cobra.Command{}
			var in inputFlags
			var flags runFlags
			in.addReading(cmd)
			flags.addJobs(cmd)
			flags.noProgress = tt.noProgress
			r, err := newRun(&app{stderr: &out, errTerminal: tt.terminal}, &in, &flags, cmd, nil, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			var findings atomic.Int64
			findings.Store(7)
			watcher := r.Host.Watch(&findings)
			if got := watcher != nil; got != tt.want {
				t.Errorf("watched: got %v, want %v", got, tt.want)
			}
			if watcher == nil {
				return
			}
			p := watcher.(*progress)
			p.Open(&input.File{File: new(source.File)})
			for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(progressTick / 4) {
				p.mu.Lock()
				shown := p.shown > 0
				p.mu.Unlock()
				if shown {
					break
				}
			}
			p.Stop()
			p.Stop() // a second time does nothing
			if got := strings.Contains(out.String(), "7 findings"); got != tt.want {
				t.Errorf("shown: got %v, want %v: %q", got, tt.want, out.String())
			}
			if got := lastLine(out.String()); got != "" {
				t.Errorf("after stop: got %q, want an empty line", got)
			}
		})
	}
}

// TestNoHTTP holds that the command does not link net/http, which takes 1.5 MB: it never
// opens a connection.
func TestNoHTTP(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skip("go list:", err)
	}
	deps := strings.Fields(string(list))
	if len(deps) < 50 {
		t.Fatalf("go list -deps names %d packages", len(deps))
	}
	for _, d := range deps {
		if d == "net/http" || d == "crypto/tls" {
			t.Errorf("the command links %s: go mod why %[1]s says why", d)
		}
	}
}
