package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/rfc3987/iri/internal/files/input"
)

// A progress shows the progress of a run on a terminal: the bytes read from files (before decompression), the rate,
// the time left, and the findings.
type progress struct {
	w              io.Writer  // standard error
	width          func() int // of the terminal, in columns
	sharesTerminal bool       // standard output is the same terminal
	quit           chan struct{}
	finished       sync.WaitGroup

	mu          sync.Mutex
	file        *input.File
	closedBytes int64 // bytes of the files that were closed
	shown       int   // columns of the line on the terminal; 0 if there is none
}

// The line appears after progressDelay, because a shorter run does not need it, and is rewritten each progressTick.
const (
	progressDelay = 500 * time.Millisecond
	progressTick  = 200 * time.Millisecond
)

// newProgress shows the progress of a run. The caller knows that standard error is a terminal.
func newProgress(a *app, in *inputFlags, findings *atomic.Int64) *progress {
	p := &progress{
		w:              a.stderr,
		width:          func() int { return terminalWidth(a.stderr) },
		sharesTerminal: a.outTerminal,
		quit:           make(chan struct{}),
	}
	p.finished.Go(func() {
		select {
		case <-p.quit:
			return
		case <-time.After(progressDelay):
		}
		total := totalSize(in)
		start, before := time.Now(), p.done()
		tick := time.NewTicker(progressTick)
		defer tick.Stop()
		for at := start; ; {
			p.show(total, findings.Load(), float64(p.done()-before)/max(at.Sub(start).Seconds(), 1e-3))
			select {
			case <-p.quit:
				p.mu.Lock()
				p.clear()
				p.mu.Unlock()
				return
			case at = <-tick.C:
			}
		}
	})
	return p
}

// terminalWidth returns the number of columns of the terminal of w, or 80 if it is unknown.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// done returns how many bytes were read.
func (p *progress) done() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file != nil {
		return p.closedBytes + p.file.Done()
	}
	return p.closedBytes
}

// show writes the line over the one before.
func (p *progress) show(total, findings int64, rate float64) {
	done := p.done()
	p.mu.Lock()
	defer p.mu.Unlock()
	// In the last column, some terminals move to the next line.
	line := progressState{done, total, rate, findings}.line(max(p.width()-1, 0))
	// Use spaces and not an escape sequence, which some consoles of Windows do not support.
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(0, p.shown-len(line))))
	p.shown = len(line)
}

// clear removes the line. The caller holds p.mu.
func (p *progress) clear() {
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.shown))
		p.shown = 0
	}
}

// totalSize returns the size in bytes of all files and folders; -1 if one is not a
// regular file, such as a pipe, and if there is no byte.
func totalSize(in *inputFlags) int64 {
	o, err := in.reading()
	if err != nil {
		return -1 // the run says why
	}
	var total int64
	for name, err := range o.Expand(in.files()) {
		if err != nil {
			continue
		}
		var info os.FileInfo
		if name == "-" {
			info, err = os.Stdin.Stat()
		} else {
			info, err = os.Stat(name)
		}
		if err == nil && !info.Mode().IsRegular() {
			return -1
		}
		if err == nil {
			total += info.Size()
		}
	}
	if total == 0 {
		return -1
	}
	return total
}

// Open sets the file that is read now.
func (p *progress) Open(f *input.File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file != nil {
		p.closedBytes += max(p.file.Size, p.file.Done())
	}
	p.file = f
}

// Hide removes the line before other output to the same terminal. The next tick shows
// it again.
func (p *progress) Hide() {
	if !p.sharesTerminal {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// Stop removes the line and waits until its goroutine has ended.
func (p *progress) Stop() {
	select {
	case <-p.quit:
	default:
		close(p.quit)
	}
	p.finished.Wait()
}
