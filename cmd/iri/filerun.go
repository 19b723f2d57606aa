package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/pipeline"
	"github.com/rfc3987/iri/internal/summary"
)

// A fileRun is a run over files: what check, filter, fix and the converting commands
// have in common. A command sets the functions, then calls run. onBlock is called
// from several goroutines at the same time, everything else from one.
type fileRun struct {
	app     *app
	in      *inputFlags
	flags   *runFlags
	command []string // see commandLine

	out    *sink // standard output
	second *sink // the file of --rejects; nil for all commands but filter

	adjustInput func(o *input.Options) // may be nil
	onStart     func() error           // before the first result; not when a run is resumed
	onBlock     func(b *input.Block, r *blockResult, flush func() error)
	onResult    func(r *blockResult) error // in the order of the input
	onEnd       func() error               // after the last result; not when the run can be resumed

	summary       summary.Summary // of the results so far
	coverage      *coverage       // nil unless --coverage is given
	printedAny    bool            // the next output needs a separator before it
	printedInputs int             // with --limit
	lastFile      int             // filter: the number of the file of the last good record
	lastBytes     [2]byte         // filter: the last bytes of out and second
	fileFailed    bool            // a file could not be read
	findingCount  atomic.Int64    // for progress, which runs in a goroutine of its own
	progress      *progress
	collectOften  sync.Once
	checkpoint    *checkpoint // nil without --checkpoint
}

// newFileRun returns a run that writes to dst and does nothing else at its start and
// end. The caller has to set onBlock and onResult.
func newFileRun(a *app, in *inputFlags, flags *runFlags, cmd *cobra.Command, dst io.Writer) *fileRun {
	nothing := func() error { return nil }
	return &fileRun{
		app: a, in: in, flags: flags, command: commandLine(cmd), out: newSink("standard output", dst),
		onStart: nothing, onEnd: nothing,
	}
}

// run reads the files, or standard input if none is named.
func (r *fileRun) run() error {
	o, err := r.in.options(r.app)
	if err != nil {
		return err
	}
	outs := []*sink{r.out, r.second}
	if r.second == r.out {
		outs = outs[:1] // filter --rejects -
	}
	for _, out := range outs {
		if info := out.regular(); info != nil {
			o.Outputs = append(o.Outputs, info)
		}
	}
	if len(o.Outputs) == 2 && os.SameFile(o.Outputs[0], o.Outputs[1]) {
		return usagef("%s is also standard output", r.second.name)
	}
	if r.adjustInput != nil {
		r.adjustInput(o)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	run := pipeline.Run[blockResult]{
		Input: o, Paths: r.in.files, Jobs: r.flags.jobs,
		Work: r.workOnBlock, Emit: r.emitResult, Fail: r.reportFile, Done: r.advance,
	}
	resumed := false
	if r.flags.checkpoint != "" {
		if resumed, err = r.resume(); err != nil {
			return err
		}
		run.From = r.checkpoint.Position
	}
	if !resumed {
		// The run may be killed before its first checkpoint is due. This one makes
		// --resume remove what such a run has written.
		if err := r.saveCheckpoint(false); err != nil {
			return err
		}
		if err := r.onStart(); err != nil {
			return err
		}
	}
	if resumed && r.checkpoint.Finished {
		fmt.Fprintf(r.app.stderr, "iri: the run of the checkpoint %s has finished: nothing is left to do\n", r.checkpoint.path)
		return r.status()
	}
	if r.in.typed(r.app) {
		r.app.startPrompt()
		o.Stdin = r.app.stdin
	}
	r.progress = newProgress(r, &r.findingCount)
	run.Open = r.progress.open
	err = run.Do(ctx)
	r.progress.stop()
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return err
	}
	return r.finish(err != nil)
}

// workOnBlock calls onBlock. From the first very long line on, the garbage collector
// runs at 20 % of growth instead of 100 %: otherwise garbage as large as the line
// may be kept.
func (r *fileRun) workOnBlock(b *input.Block, result *blockResult, flush func() error) {
	if b.Big() {
		r.collectOften.Do(func() { debug.SetGCPercent(20) })
	}
	r.onBlock(b, result, flush)
}

// emitResult counts and writes a result, and empties it.
func (r *fileRun) emitResult(result *blockResult) error {
	r.summary.Merge(&result.summary, r.flags.sample)
	r.findingCount.Store(r.summary.Errors + r.summary.Warnings)
	if len(result.out) > 0 {
		r.progress.hide()
	}
	if err := r.onResult(result); err != nil {
		return err
	}
	result.summary.Reset()
	result.out, result.second, result.inputEnds = result.out[:0], result.second[:0], result.inputEnds[:0]
	if cap(result.out) > 4*flushSize { // one input had very much output: free the memory
		result.out = nil
	}
	if !r.in.atOnce(r.app) {
		return nil
	}
	defer r.app.prompter.answer()
	return r.flush()
}

// reportFile names a file that could not be read.
func (r *fileRun) reportFile(err error) error {
	r.summary.Broken++
	r.fileFailed = true
	r.progress.hide()
	// Where both streams go to one place, the message comes after the output so far.
	if err := r.flush(); err != nil {
		return err
	}
	r.app.printError(err)
	return nil
}

// advance notes how far the run has come.
func (r *fileRun) advance(pos pipeline.Position) error {
	r.summary.Files = int64(pos.File)
	if pos.Name != "" {
		r.summary.Files++
	}
	return r.advanceCheckpoint(pos)
}

func (r *fileRun) flush() error {
	if err := r.out.Flush(); err != nil {
		return err
	}
	return r.second.Flush()
}

// finish ends a run that has read all its input or was interrupted.
func (r *fileRun) finish(interrupted bool) error {
	resumable := interrupted && r.checkpoint != nil
	if interrupted {
		fmt.Fprintf(r.app.stderr, "iri: interrupted after %d inputs", r.summary.Inputs)
		if resumable {
			fmt.Fprint(r.app.stderr, "; --resume continues from there, append to the output")
		}
		fmt.Fprintln(r.app.stderr)
	}
	if !resumable {
		if err := r.flush(); err != nil {
			return err
		}
		r.summary.PassedOver = r.in.passed.n
		r.in.passed.print(r.app)
		if err := r.onEnd(); err != nil {
			return err
		}
	}
	if err := r.saveCheckpoint(!resumable); err != nil {
		return err
	}
	if err := r.flush(); err != nil {
		return err
	}
	if interrupted {
		return statusInterrupted
	}
	return r.status()
}

// status returns the exit status of a run that was not interrupted.
func (r *fileRun) status() error {
	if r.fileFailed {
		return statusUsage
	}
	return status(&r.summary)
}
