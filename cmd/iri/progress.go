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

// A progress shows on a terminal how far a run has come: bytes of the files as
// they lie on the disk, rate, time left, findings. A nil progress shows nothing.
type progress struct {
	bar            *progressbar.ProgressBar
	sharesTerminal bool // standard output is the same terminal
	quit           chan struct{}
	finished       sync.WaitGroup

	mu          sync.Mutex
	file        *input.File
	closedBytes int64 // bytes of the files that have been closed
}

// newProgress shows the progress of a run, if there is a terminal to show it on.
// It appears after a moment: who waits no longer wants none.
func newProgress(k *fileRun, findings *atomic.Int64) *progress {
	if !k.app.errTerminal || k.flags.noProgress || k.app.inTerminal && len(k.in.files) == 0 || k.in.unbuffered {
		return nil
	}
	p := &progress{sharesTerminal: k.app.outTerminal, quit: make(chan struct{})}
	p.finished.Go(func() {
		select {
		case <-p.quit:
			return
		case <-time.After(500 * time.Millisecond):
		}
		bar := progressbar.NewOptions64(totalSize(k.in.files),
			progressbar.OptionSetWriter(k.app.stderr),
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

// totalSize adds up the sizes of files and folders; -1 if one has none, as a pipe.
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

// open tells of the file that is read now.
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

// hide takes the bar away, before other output to the terminal. It comes back by
// itself.
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

// stop takes the bar away for good.
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
