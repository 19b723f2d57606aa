package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/rfc3987/iri/internal/input"
)

// A progress shows on a terminal how far a run has come: bytes read from the files (of
// packed files, the packed bytes), rate, time left, findings. A nil progress shows
// nothing.
type progress struct {
	bar            *progressbar.ProgressBar
	sharesTerminal bool // standard output is the same terminal
	quit           chan struct{}
	finished       sync.WaitGroup

	mu          sync.Mutex
	file        *input.File
	closedBytes int64 // bytes of the files that have been closed
}

// newProgress shows the progress of a run, if standard error is a terminal. The bar
// appears after 500 ms: a run that is shorter needs none.
func newProgress(r *fileRun, findings *atomic.Int64) *progress {
	if !r.app.errTerminal || r.flags.noProgress || r.app.inTerminal && len(r.in.files) == 0 || r.in.unbuffered {
		return nil
	}
	p := &progress{sharesTerminal: r.app.outTerminal, quit: make(chan struct{})}
	p.finished.Go(func() {
		select {
		case <-p.quit:
			return
		case <-time.After(500 * time.Millisecond):
		}
		bar := progressbar.NewOptions64(totalSize(r.in.files),
			progressbar.OptionSetWriter(r.app.stderr),
			progressbar.OptionShowBytes(true),
			progressbar.OptionShowTotalBytes(true),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(24),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetRenderBlankState(true),
		)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			p.mu.Lock()
			p.bar = bar
			done := p.closedBytes
			if p.file != nil {
				done += p.file.Done()
			}
			bar.Describe(fmt.Sprintf("%d findings", findings.Load()))
			_ = bar.Set64(done)
			p.mu.Unlock()
			select {
			case <-p.quit:
				_ = bar.Clear()
				return
			case <-tick.C:
			}
		}
	})
	return p
}

// totalSize returns the size in bytes of all files and folders; -1 if one is not a
// regular file, such as a pipe, and if there is no byte.
func totalSize(paths []string) int64 {
	var total int64
	for name, err := range input.Expand(paths) {
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

// open sets the file that is read now.
func (p *progress) open(f *input.File) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file != nil {
		p.closedBytes += max(p.file.Size, p.file.Done())
	}
	p.file = f
}

// hide removes the bar before other output to the same terminal. The next tick shows
// it again.
func (p *progress) hide() {
	if p == nil || !p.sharesTerminal {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// stop removes the bar and waits until its goroutine has ended.
func (p *progress) stop() {
	if p == nil {
		return
	}
	select {
	case <-p.quit:
	default:
		close(p.quit)
	}
	p.finished.Wait()
}
