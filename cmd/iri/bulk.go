package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/pipeline"
	"github.com/rfc3987/iri/internal/summary"
)

// A bulkFlags holds the flags of the commands that run over files of any size.
type bulkFlags struct {
	jobs        int
	summaryOnly bool
	noSummary   bool
	hosts       bool
	sample      int
	limit       int
	checkpoint  string
	resume      bool
	noProgress  bool
}

// maxJobs bounds the default of --jobs: each block under way takes memory.
const maxJobs = 16

// add registers all but those of addFindings.
func (f *bulkFlags) add(cmd *cobra.Command) {
	f.addRun(cmd)
	cmd.Flags().BoolVar(&f.hosts, "hosts", false, "count findings by host, too")
	cmd.Flags().BoolVar(&f.noSummary, "no-summary", false, "leave out the summary")
}

// addRun registers those that say how to run.
func (f *bulkFlags) addRun(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&f.jobs, "jobs", min(runtime.GOMAXPROCS(0), maxJobs), "work on `N` blocks at the same time; the output stays in order")
	fs.StringVar(&f.checkpoint, "checkpoint", "", "write to `FILE` from time to time, and when interrupted, how far the run has come")
	fs.BoolVar(&f.resume, "resume", false, "go on from where the --checkpoint file says; append to the output of then")
	fs.BoolVar(&f.noProgress, "no-progress", false, "show no progress on the terminal")
	_ = cmd.MarkFlagFilename("checkpoint")
}

// addFindings registers the flags that say which findings are printed.
func (f *bulkFlags) addFindings(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.summaryOnly, "summary-only", false, "print the summary, on standard output, and nothing else")
	fs.IntVar(&f.sample, "sample", 0, "print only a random sample of `N` inputs of each code, at the end")
	fs.IntVar(&f.limit, "limit", 0, "print only the first `N` inputs with findings; count the others")
	cmd.MarkFlagsMutuallyExclusive("summary-only", "no-summary")
	cmd.MarkFlagsMutuallyExclusive("summary-only", "sample", "limit")
}

func (f *bulkFlags) check() error {
	switch {
	case f.jobs < 1:
		return usagef("--jobs %d: must be at least 1", f.jobs)
	case f.sample < 0:
		return usagef("--sample %d: must not be negative", f.sample)
	case f.limit < 0:
		return usagef("--limit %d: must not be negative", f.limit)
	case f.resume && f.checkpoint == "":
		return usagef("--resume goes on from the file that --checkpoint names: give it, too")
	}
	return nil
}

// A sink is a place for output. It counts what it is given, and its error names
// the place: a run whose output is lost must not look like one that went well.
type sink struct {
	name string
	dst  io.Writer
	w    *bufio.Writer
	n    int64 // bytes that have left the buffer, with those of the run that is resumed
	base int64 // how long the file was before the run, as with >> in a shell
}

func newSink(name string, dst io.Writer) *sink {
	s := &sink{name: name, dst: dst}
	s.w = bufio.NewWriterSize(sinkEnd{s}, 64<<10)
	return s
}

func (s *sink) Write(p []byte) (int, error) { return s.w.Write(p) }

// any reports whether anything has been written.
func (s *sink) any() bool { return s.n > 0 || s.w.Buffered() > 0 }

// Flush is for a nil sink, too.
func (s *sink) Flush() error {
	if s == nil {
		return nil
	}
	return s.w.Flush()
}

// regular returns what is known of the file that the sink writes to; nil if it is
// none, or a device or pipe. It is for a nil sink, too.
func (s *sink) regular() os.FileInfo {
	if s == nil {
		return nil
	}
	f, ok := s.dst.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}

// written returns how many bytes have left; 0 for a nil sink.
func (s *sink) written() int64 {
	if s == nil {
		return 0
	}
	return s.n
}

type sinkEnd struct{ s *sink }

func (e sinkEnd) Write(p []byte) (int, error) {
	n, err := e.s.dst.Write(p)
	e.s.n += int64(n)
	if err != nil {
		err = fmt.Errorf("%s cannot be written, after %d bytes: %w", e.s.name, e.s.n, writeFault(err))
	}
	return n, err
}

// A bulk is a run over files: what check and filter have in common. Before run,
// set what is exported to the commands here; work is called from several
// goroutines at once, all else from one.
type bulk struct {
	app     *app
	in      *inputFlags
	flags   *bulkFlags
	command []string // see commandLine

	out, other *sink // standard output; a second one, or nil

	begin func() error                                       // before the first share; not when a run is resumed
	work  func(b *input.Block, p *share, flush func() error) // on a block
	emit  func(p *share) error                               // in the order of the input
	end   func() error                                       // behind the last share; not when the run can be resumed
	tune  func(o *input.Options)                             // may be nil

	total    summary.Summary // of what has been emitted
	coverage *coverage       // nil unless asked for
	started  bool            // something has been put out
	printed  int             // inputs, with --limit
	file     int             // the number of the file of the last output
	ends     [2]byte         // the last bytes of out and other
	broken   bool            // a file could not be read
	findings atomic.Int64    // so far, for the progress
	bar      *progress
	big      sync.Once   // for the first very long line
	cp       *checkpoint // nil without --checkpoint
}

// A share is what comes of a block.
type share struct {
	out, other []byte
	room       []byte // for what is on its way into out; used again
	ends       []int  // of the inputs in out, with --limit
	sum        summary.Summary
	coverage   *iri.Coverage // used again; nil unless asked for

	// For filter: the number of the file, what ends a record of it, and whether out
	// and other go on with a record that has begun in an earlier share.
	file int
	sep  byte
	rest bool
}

// large is how much output a block may hold back.
const large = 256 << 10

// A pourer writes into an output of a share, and lets it go when it has become
// large, but for what was written last. Without it, what is said of a very long
// line would take as much memory as the line.
type pourer struct {
	to    *[]byte
	flush func() error
}

func (w pourer) Write(data []byte) (int, error) {
	n := 0
	for len(data) > 0 {
		if len(*w.to) >= large {
			if err := w.flush(); err != nil {
				return n, err
			}
		}
		k := min(len(data), large)
		*w.to = append(*w.to, data[:k]...)
		data, n = data[k:], n+k
	}
	return n, nil
}

// A spill lets go of the output of a share that has become large, all of it: its
// full is that of [jsonw.AppendStringFull]. Without flush it keeps all.
type spill struct {
	sh    *share
	flush func() error // nil where what is put out is small
	err   error        // of flush: the run is over
}

func (s *spill) full(b []byte) []byte {
	if s.sh.out = b; len(b) >= large && s.flush != nil {
		if s.err == nil {
			s.err = s.flush()
		}
		if s.err != nil {
			s.sh.out = s.sh.out[:0] // nobody will read it
		}
	}
	return s.sh.out
}

// write appends text.
func (s *spill) write(text string) {
	for len(text) > 0 {
		n := min(len(text), large)
		s.full(append(s.sh.out, text[:n]...))
		text = text[n:]
	}
}

// run works on the files.
func (k *bulk) run() error {
	o, err := k.in.options(k.app)
	if err != nil {
		return err
	}
	for _, out := range []*sink{k.out, k.other} {
		if info := out.regular(); info != nil {
			o.Outputs = append(o.Outputs, info)
		}
	}
	if len(o.Outputs) == 2 && os.SameFile(o.Outputs[0], o.Outputs[1]) {
		return usagef("%s is standard output, too", k.other.name)
	}
	if k.tune != nil {
		k.tune(o)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	run := pipeline.Run[share]{Input: o, Paths: k.in.files, Jobs: k.flags.jobs, Work: k.frugal, Emit: k.take, Fail: k.fail, Done: k.done}
	resumed := false
	if k.flags.checkpoint != "" {
		if resumed, err = k.resume(); err != nil {
			return err
		}
		run.From = k.cp.Position
	}
	if !resumed {
		// A run may be killed before there is anything to go on from: then what it
		// has written has to go.
		if err := k.save(false); err != nil {
			return err
		}
		if err := k.begin(); err != nil {
			return err
		}
	}
	if resumed && k.cp.Finished {
		fmt.Fprintf(k.app.stderr, "iri: the run of %s was finished: nothing is left to do\n", k.cp.file)
		return k.status(nil)
	}
	k.bar = newProgress(k, &k.findings)
	run.Open = k.bar.open
	err = run.Do(ctx)
	k.bar.stop()
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return err
	}
	return k.finish(err != nil)
}

// frugal is work that, as soon as there is a very long line, collects garbage before
// there is as much of it as of the line.
func (k *bulk) frugal(b *input.Block, p *share, flush func() error) {
	if b.Big() {
		k.big.Do(func() { debug.SetGCPercent(20) })
	}
	k.work(b, p, flush)
}

// resume reads the checkpoint if the run is to go on from it.
func (k *bulk) resume() (bool, error) {
	k.cp = &checkpoint{Version: checkpointVersion, Command: k.command, file: k.flags.checkpoint, last: time.Now()}
	var cp *checkpoint
	var err error
	if k.flags.resume {
		if cp, err = readCheckpoint(k.flags.checkpoint, k.command); err != nil {
			return false, err
		}
	}
	if cp == nil {
		k.out.start()
		return false, k.other.empty()
	}
	cp.last = time.Now()
	if cp.Position == (pipeline.Position{}) && !cp.Finished {
		return false, cmpErr(k.out.continueAt(cp.OutputBase, 0), k.other.empty())
	}
	k.cp = cp
	k.total, k.started, k.printed, k.broken = cp.Summary, cp.Started, cp.Printed, cp.Broken
	k.file, k.ends = cp.File, cp.Ends
	if cp.Coverage != nil {
		k.coverage = cp.Coverage
	}
	if cp.Finished { // and its output is left alone
		return true, nil
	}
	if err := k.out.continueAt(cp.OutputBase, cp.Output); err != nil {
		return false, err
	}
	if k.other != nil {
		if err := k.other.continueAt(0, cp.Other); err != nil {
			return false, err
		}
	}
	return true, nil
}

// take emits a share and empties it.
func (k *bulk) take(p *share) error {
	k.total.Merge(&p.sum, k.flags.sample)
	k.findings.Store(k.total.Errors + k.total.Warnings)
	if len(p.out) > 0 {
		k.bar.hide()
	}
	if err := k.emit(p); err != nil {
		return err
	}
	p.sum.Reset()
	p.out, p.other, p.ends = p.out[:0], p.other[:0], p.ends[:0]
	if cap(p.out) > 4*large { // one input had very much output
		p.out = nil
	}
	if k.in.unbuffered || k.app.inTerminal {
		return k.flush()
	}
	return nil
}

// fail names a file that could not be read.
func (k *bulk) fail(err error) error {
	k.total.Broken++
	k.broken = true
	k.bar.hide()
	if err := k.flush(); err != nil { // for those who look at both streams in one
		return err
	}
	fmt.Fprintf(k.app.stderr, "iri: %v\n", err)
	return nil
}

// done remembers how far the run has come.
func (k *bulk) done(pos pipeline.Position) error {
	k.total.Files = int64(pos.File)
	if pos.Name != "" {
		k.total.Files++
	}
	if k.cp == nil {
		return nil
	}
	k.cp.Position = pos
	if time.Since(k.cp.last) < checkpointPace {
		return nil
	}
	return k.save(false)
}

// save writes the checkpoint.
func (k *bulk) save(finished bool) error {
	if k.cp == nil {
		return nil
	}
	if err := k.flush(); err != nil {
		return err
	}
	c := k.cp
	c.Size, c.ModTime = fileState(c.Position.Name)
	c.OutputBase, c.Output, c.Other = k.out.base, k.out.written(), k.other.written()
	c.Summary, c.Started, c.Printed, c.Broken, c.Finished = k.total, k.started, k.printed, k.broken, finished
	c.File, c.Ends, c.Coverage = k.file, k.ends, k.coverage
	return c.write()
}

func (k *bulk) flush() error {
	if err := k.out.Flush(); err != nil {
		return err
	}
	return k.other.Flush()
}

// finish ends a run that has come to its end or was interrupted.
func (k *bulk) finish(interrupted bool) error {
	if interrupted {
		fmt.Fprintf(k.app.stderr, "iri: interrupted after %d inputs", k.total.Inputs)
		if k.cp != nil {
			fmt.Fprintf(k.app.stderr, "; --resume goes on from there, append to the output")
		}
		fmt.Fprintln(k.app.stderr)
	}
	if interrupted && k.cp != nil {
		if err := k.save(false); err != nil {
			return err
		}
	} else {
		if err := k.end(); err != nil {
			return err
		}
		if err := k.save(true); err != nil {
			return err
		}
	}
	if err := k.flush(); err != nil {
		return err
	}
	if !interrupted {
		return k.status(nil)
	}
	return k.status(statusUsage)
}

// status is how the process ends.
func (k *bulk) status(err error) error {
	switch {
	case err != nil:
		return err
	case k.broken:
		return statusUsage
	case k.total.NotConforming() > 0:
		return statusFound
	}
	return nil
}
