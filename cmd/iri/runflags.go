package main

import (
	"io"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/run"
)

// runFlags holds the flags of the commands that run over files of any size.
type runFlags struct {
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

// maxJobs bounds --jobs on machines with fewer processors: more blocks in work than there
// are processors do not help, and each takes memory.
const maxJobs = 16

// add registers all flags but those of addWhichFindings.
func (f *runFlags) add(cmd *cobra.Command) {
	f.addHowToRun(cmd)
	cmd.Flags().BoolVar(&f.hosts, "hosts", false, "also count findings by host")
	cmd.Flags().BoolVar(&f.noSummary, "no-summary", false, "leave out the summary")
}

// addHowToRun registers the flags that do not change the output.
func (f *runFlags) addHowToRun(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&f.jobs, "jobs", min(runtime.GOMAXPROCS(0), maxJobs), "work on `N` blocks at the same time; the output stays in order")
	fs.StringVar(&f.checkpoint, "checkpoint", "", "write to `FILE`, every 5 seconds and when interrupted, how far the run has come")
	fs.BoolVar(&f.resume, "resume", false, "continue from the --checkpoint file; append to the output of the first run")
	fs.BoolVar(&f.noProgress, "no-progress", false, "show no progress on the terminal")
	_ = cmd.MarkFlagFilename("checkpoint")
}

// addWhichFindings registers the flags that say which findings are printed.
func (f *runFlags) addWhichFindings(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.summaryOnly, "summary-only", false, "print the summary, on standard output, and nothing else")
	fs.IntVar(&f.sample, "sample", 0, "print only a random sample of `N` inputs of each code, at the end")
	fs.IntVar(&f.limit, "limit", 0, "print only the first `N` inputs with findings; count the others")
	exclusive(cmd, "summary-only", "no-summary")
	exclusive(cmd, "summary-only", "sample", "limit")
}

func (f *runFlags) check() error {
	switch {
	case f.jobs < 1:
		return usagef("--jobs %d: must be at least 1", f.jobs)
	case f.sample < 0:
		return usagef("--sample %d: must not be negative", f.sample)
	case f.limit < 0:
		return usagef("--limit %d: must not be negative", f.limit)
	}
	f.jobs = min(f.jobs, max(runtime.GOMAXPROCS(0), maxJobs))
	switch {
	case f.resume && f.checkpoint == "":
		return usagef("--resume continues from the file that --checkpoint names: give --checkpoint too")
	}
	return nil
}

// outputName returns what errors call the output of a run.
func outputName(a *app, dst io.Writer) string {
	if dst == a.stdout {
		return "standard output"
	}
	return "its new text"
}

// newRun returns a run over the words, or without words over the files, that writes to dst. The
// caller has to set what is done with the blocks and the results.
func newRun(a *app, in *inputFlags, f *runFlags, cmd *cobra.Command, words []string, dst io.Writer) (*run.Run, error) {
	o, err := in.options(a)
	if err == nil {
		err = in.wordsAlone(a, words)
	}
	if err != nil {
		return nil, err
	}
	nothing := func() error { return nil }
	r := &run.Run{
		Input: o, Paths: in.files, Words: words, Jobs: f.jobs, Sample: f.sample, AtOnce: in.atOnce(a),
		Out: run.NewSink(outputName(a, dst), dst), Reads: grammarFiles(cmd),
		Checkpoint: f.checkpoint, Resume: f.resume, Interval: a.checkpointInterval, Command: func() []string { return commandLine(a, cmd) },
		Context: a.signals.context, CleanUp: a.signals.cleanUp, Stderr: a.stderr, PrintError: a.printError,
		Answered: a.answer, MayBeEmpty: in.mayHaveNone,
		PassedOver: func() int64 {
			in.passed.print(a)
			return in.passed.count()
		},
		Start: nothing, End: nothing,
	}
	if in.typed(a) {
		r.Prompt = func() io.Reader {
			a.startPrompt()
			return a.stdin
		}
	}
	if a.errTerminal && !f.noProgress && !r.AtOnce {
		r.Watch = func(findings *atomic.Int64) run.Watcher { return newProgress(a, in, findings) }
	}
	return r, nil
}
