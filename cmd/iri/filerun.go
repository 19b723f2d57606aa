package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/durable"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/pipeline"
	"github.com/rfc3987/iri/internal/summary"
	"github.com/rfc3987/iri/internal/wording"
	"github.com/rfc3987/iri/internal/work"
)

// A fileRun is a run over files: what check, filter, fix and the converting commands
// have in common. A command sets the functions, then calls run. onBlock is called
// from several goroutines at the same time, everything else from one.
type fileRun struct {
	app   *app
	in    *inputFlags
	flags *runFlags
	cmd   *cobra.Command

	words     []string // of the command line; none for files
	firstWord int      // how many words stand before them

	out     *sink  // standard output
	rejects string // the file of --rejects, as in filterRun; run opens it
	second  *sink  // the output for rejects; nil for all commands but filter
	page    string // the file of --railroad; onEnd writes it

	adjustInput func(o *input.Options) // may be nil
	onStart     func() error           // before the first result; not when a run is resumed
	onBlock     func(b *input.Block, r *work.Result)
	onResult    func(r *work.Result) error // in the order of the input
	onEnd       func() error               // after the last result; not when the run can be resumed

	summary       summary.Summary // of the results so far
	coverage      *work.Coverage  // nil unless --coverage is given
	printedAny    bool            // the next output needs a separator before it
	printedInputs int             // with --limit
	lastFile      int             // filter: the number of the file of the last good record
	lastBytes     [2]byte         // filter: the last bytes of out and second
	fileFailed    bool            // a file could not be read
	findingCount  atomic.Int64    // for progress, which runs in a goroutine of its own
	progress      *progress
	checkpoint    *checkpoint // nil without --checkpoint
	stdinHead     func() durable.Head
	partial       bool // a part of a block has been emitted since the last call of advance
}

// newFileRun returns a run that writes to dst and does nothing else at its start and
// end. The caller has to set onBlock and onResult.
func newFileRun(a *app, in *inputFlags, flags *runFlags, cmd *cobra.Command, dst io.Writer) *fileRun {
	nothing := func() error { return nil }
	return &fileRun{
		app: a, in: in, flags: flags, cmd: cmd, out: newSink("standard output", dst),
		onStart: nothing, onEnd: nothing, stdinHead: func() durable.Head { return durable.Head{} },
	}
}

// run reads the files, or standard input if none is named.
func (r *fileRun) run() (err error) {
	o, err := r.in.options(r.app)
	if err != nil {
		return err
	}
	if err := r.in.wordsAlone(r.app, r.words); err != nil {
		return err
	}
	// The signals come first: a checkpoint is locked and written below.
	ctx := r.app.signals.context()
	if err := r.refuseInputs(*o); err != nil {
		return err
	}
	if len(r.words) > 0 {
		return r.runWords(o)
	}
	if r.flags.checkpoint != "" {
		release, err := r.openCheckpoint(o)
		if err != nil {
			return err
		}
		defer release()
	}
	if r.rejects != "" && r.rejects != "-" {
		if r.second, err = openSink(r.rejects); err != nil {
			return err
		}
		defer func() { err = firstError(err, r.second.close()) }()
	}
	for _, out := range []*sink{r.out, r.second} {
		if info := out.regular(); info != nil {
			o.Outputs = append(o.Outputs, info)
		}
	}
	if r.adjustInput != nil {
		r.adjustInput(o)
	}
	resumed, err := r.resume()
	if err != nil {
		return err
	}
	if r.rejects == "-" {
		r.second = r.out
	}
	if !resumed {
		// The run may be killed before its first checkpoint is due. With this one,
		// --resume knows what such a run has written.
		if err := r.saveCheckpoint(false); err != nil {
			return err
		}
		if err := r.onStart(); err != nil {
			return err
		}
	}
	if resumed && r.checkpoint.Finished {
		fmt.Fprintf(r.app.stderr, "iri: the run of the checkpoint %s has finished: nothing is left to do\n", wording.Visible(r.flags.checkpoint))
		return r.status()
	}
	if r.in.typed(r.app) {
		r.app.startPrompt()
		o.Stdin = r.app.stdin
	}
	run := pipeline.Run[work.Result]{
		Input: o, Paths: r.in.files, Jobs: r.flags.jobs,
		Work: r.workOnBlock, Emit: r.emitResult, Fail: r.reportFile, Done: r.advance,
	}
	if r.checkpoint != nil {
		run.From = r.checkpoint.Position
	}
	r.progress = newProgress(r, &r.findingCount)
	run.Open = r.progress.open
	err = run.Do(ctx)
	r.progress.stop()
	cause, interrupted := context.Cause(ctx).(interruption)
	if err != nil && (!interrupted || !errors.Is(err, cause)) {
		return err
	}
	if err == nil {
		return r.finish(nil)
	}
	return r.finish(&cause)
}

// runWords works on the words of the command line as if they were a block of a file, for which
// there is no checkpoint.
func (r *fileRun) runWords(o *input.Options) error {
	r.rejects = ""
	if r.adjustInput != nil {
		r.adjustInput(o)
	}
	if err := r.onStart(); err != nil {
		return err
	}
	var result work.Result
	r.workOnBlock(input.BlockOf(r.words, r.firstWord), &result, func() error { return r.emitResult(&result) })
	if err := firstError(r.emitResult(&result), r.onEnd(), r.flush()); err != nil {
		return err
	}
	return r.status()
}

// workOnBlock calls onBlock.
func (r *fileRun) workOnBlock(b *input.Block, result *work.Result, flush func() error) {
	result.Begin(b, flush)
	r.onBlock(b, result)
}

// emitResult counts and writes a result, and empties it.
func (r *fileRun) emitResult(result *work.Result) error {
	r.partial = true
	r.summary.Merge(&result.Summary, r.flags.sample)
	r.findingCount.Store(r.summary.Errors + r.summary.Warnings)
	if len(result.Out) > 0 {
		r.progress.hide()
	}
	if err := r.onResult(result); err != nil {
		return err
	}
	result.Empty()
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
	r.partial = false
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

// finish ends a run that has read all its input, or was interrupted by a signal.
func (r *fileRun) finish(cause *interruption) error {
	resumable := cause != nil && r.checkpoint != nil
	if cause != nil {
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
		r.summary.PassedOver = r.in.passed.count()
		r.in.passed.print(r.app)
		if err := r.onEnd(); err != nil {
			return err
		}
	}
	if err := r.flush(); err != nil {
		return err
	}
	if cause == nil {
		if err := firstError(r.out.end(), r.second.end()); err != nil {
			return err
		}
	}
	// If a part of a block has been emitted, or the start of the output and no block, the last
	// checkpoint stays: the run goes on before that, and what stands in the output is compared.
	if !resumable || !r.partial && r.checkpoint.Position != (pipeline.Position{}) {
		if err := r.saveCheckpoint(!resumable); err != nil {
			return err
		}
	}
	if cause != nil {
		return cause.status()
	}
	return r.status()
}

// status returns the exit status of a run that was not interrupted.
func (r *fileRun) status() error {
	if r.fileFailed {
		return statusUsage
	}
	if r.summary.Inputs == 0 && r.in.hasText.Load() && !r.in.mayHaveNone {
		r.app.printError(errNoStrings)
		return statusUsage
	}
	if r.summary.NotConforming() > 0 {
		return statusFound
	}
	return nil
}

// errNoStrings is the error of a run that found nothing to work on in input that is not
// empty: it must not look like one in which all was well.
var errNoStrings = errors.New("nothing was checked: the input is not empty, but no string was found in it; --from says what it holds")

// firstError returns the first error that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
