package main

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// runFlags holds the flags of the commands that run over files of any size.
type runFlags struct {
	jobs        int
	summaryOnly bool
	noSummary   bool
	summaryBy   string
	limit       findingLimit
	noProgress  bool
}

// maxJobs is the limit of --jobs on machines with fewer processors. More chunks than processors do not help, and each takes
// memory.
const maxJobs = 16

// add registers all flags except those of addWhichFindings.
func (f *runFlags) add(cmd *cobra.Command) {
	f.addJobs(cmd)
	cmd.Flags().BoolVar(&f.noSummary, "no-summary", false, "leave out the summary")
	choice(cmd, &f.summaryBy, "summary-by", string(summary.ByCode), "what the summary has a table of; `WHAT` is code, "+
		"reason (the code and the message without its values), scheme, host or file (each with its codes)", summary.Bys())
}

// addJobs registers --jobs and --no-progress.
func (f *runFlags) addJobs(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.jobs, "jobs", min(runtime.GOMAXPROCS(0), maxJobs),
		"work on `N` blocks at the same time; the output stays in order")
	cmd.Flags().BoolVar(&f.noProgress, "no-progress", false, "show no progress on the terminal")
	before(cmd, f.check)
}

// addWhichFindings registers the flags that say which findings are printed.
func (f *runFlags) addWhichFindings(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.summaryOnly, "summary-only", false, "print the summary, on standard output, and nothing else")
	f.addLimit(cmd)
}

// A findingLimit is the value of --limit: a number, 0 for all, or auto, which is less than 0.
type findingLimit int

func (n *findingLimit) String() string {
	if *n < 0 {
		return "auto"
	}
	return strconv.Itoa(int(*n))
}

func (*findingLimit) Type() string { return "N" }

func (n *findingLimit) Set(s string) error {
	if s == "auto" {
		*n = -1
		return nil
	}
	v, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return errors.New("must be an integer, or auto")
	case v < 0:
		return errors.New("must not be negative")
	}
	*n = findingLimit(v)
	return nil
}

// addLimit registers --limit.
func (f *runFlags) addLimit(cmd *cobra.Command) {
	f.limit = -1
	cmd.Flags().Var(&f.limit, "limit", "print only the first `N` findings, or objects of JSON; 0 for all; auto "+
		"prints 100 as text, a folder of prose can have thousands, 5,000 in SARIF, JUnit and GitLab, errors first, "+
		"and else all")
}

func (f *runFlags) check() error {
	if f.jobs < 1 {
		return usagef("--jobs %d: must be at least 1", f.jobs)
	}
	f.jobs = min(f.jobs, max(runtime.GOMAXPROCS(0), maxJobs))
	return nil
}

// A runHost is the [run.Host] of a command.
type runHost struct {
	app   *app
	in    *inputFlags
	notes *notes.FileNotes
	watch bool
}

// The methods of a [run.Host].
func (h *runHost) Context() context.Context { return h.app.signals.context() }
func (h *runHost) PrintLine(line string)    { h.app.note([]string{line}) }
func (h *runHost) PrintError(err error)     { h.app.printError(err) }

func (h *runHost) Watch(findings *atomic.Int64) run.Watcher {
	if !h.watch {
		return nil
	}
	return newProgress(h.app, h.in, findings)
}

// PassedOver says which files of folders were passed over; what was found out about those that were read, unless nothing is
// to be printed; and which of them have no string.
func (h *runHost) PassedOver() int64 {
	account := h.notes.Account()
	h.app.note(account.PassedLines())
	if !h.in.quiet {
		h.app.note(account.NoteLines())
	}
	h.app.note(account.WithoutLines())
	return account.PassedOver()
}

// shown has the flags of commands that print parse trees: one chunk at a time, because trees take much memory.
var shown = &runFlags{jobs: 1, noProgress: true}

// texts returns the sink of a run that writes texts with sep between them, and findings to standard error.
func (a *app) texts(r *run.Run, sep byte) run.Sink {
	return &render.Texts{Sink: render.NewNotes(r.Out, a.stderr, a.errStyle(), 0), Out: r.Out, Sep: sep}
}

// start returns a run over the words, or over the files if there are no words, that writes to standard output. It also
// returns the target of its checks.
func (f *inputFlags) start(a *app, of *runFlags, cmd *cobra.Command, words []string,
	defaultRule func(*spec.Spec) spec.Rule) (t config.Target, r *run.Run, err error) {
	if t, err = f.target(defaultRule); err == nil {
		r, err = newRun(a, f, of, cmd, words, a.stdout)
	}
	return t, r, err
}

// newRun returns a run over the words, or over the files if there are no words, that writes to dst.
func newRun(a *app, in *inputFlags, f *runFlags, cmd *cobra.Command, words []string, dst io.Writer) (*run.Run, error) {
	o, err := in.input(a)
	if err == nil {
		err = in.wordsAlone(o, words)
	}
	if err == nil {
		err = run.OptionError(option.UselessFor(in.kinds(words), given(cmd)))
	}
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		in.hint(a)
	}
	atOnce := in.atOnce(a)
	return &run.Run{
		Inputs: run.Inputs{Input: o, Paths: in.files(), Named: in.named(), Words: words, Reads: filesOfFlags(cmd), Jobs: f.jobs,
			AtOnce: atOnce},
		Host: &runHost{a, in, o.FileNotes, a.errTerminal && !f.noProgress && !atOnce},
		Out:  run.NewOutput("standard output", dst),

		Progress: run.Progress{Summary: summary.Summary{By: summary.By(f.summaryBy).Beside()}},
	}, nil
}

// filesOfFlags returns the files of --grammar, --baseline and --config, or the iri.toml that is in force.
func filesOfFlags(cmd *cobra.Command) []string {
	var names []string
	for _, name := range []string{"grammar", "baseline", "config"} {
		if f := cmd.Flags().Lookup(name); f != nil { // not all commands have them
			names = append(names, f.Value.(*option.Value).List()...)
		}
	}
	return names
}
