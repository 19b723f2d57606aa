// Command iri-beam runs the bulk commands of iri as Apache Beam pipelines: on this
// machine by default, and on a job server, Flink, Spark or Dataflow by flag. See
// beam/README.md.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx has the other file systems
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/rfc3987/iri/beam/iribeam"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

func main() { os.Exit(execute(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

// execute carries out one command line and returns the exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	// Beam keeps its flags, among them --runner, in flag.CommandLine.
	f := newFlags(flag.CommandLine)
	flag.CommandLine.Init("iri-beam", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard) // with an error it would print the whole help
	flag.CommandLine.Usage = func() {}
	switch err := flag.CommandLine.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		f.usage(stderr)
		return 0
	case err != nil:
		// Parsing stopped after this word.
		name, _, _ := strings.Cut(strings.TrimLeft(args[len(args)-len(flag.Args())-1], "-"), "=")
		if flag.Lookup(name) == nil {
			var known []string
			flag.VisitAll(func(x *flag.Flag) { known = append(known, x.Name) })
			err = option.UnknownName(name, known, "unknown flag %q", "")
		}
		fmt.Fprintf(stderr, "iri-beam: %v\nRun 'iri-beam --help' for usage.\n", err)
		return int(run.Usage)
	}
	// On a worker this does not return: a runner starts this command there, with flags of its own.
	iribeam.Register()
	beam.Init()

	err := cmp.Or(f.check(name, flag.Args()), ownWorker(), tooLargeFor(name, f.Get("input").List()))
	if err == nil {
		if !f.Verbose {
			slog.SetDefault(slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
		}
		var status int
		if status, err = runPipeline(ctx, name, f, stdout, stderr); err == nil {
			return status
		}
	}
	printError(stderr, err)
	if u := (run.UsageError{}); errors.As(err, &u) {
		fmt.Fprintln(stderr, "Run 'iri-beam --help' for usage.")
	}
	if ended := (run.Signal{}); errors.As(err, &ended) {
		return int(ended.Status())
	}
	return int(run.Usage)
}

// runPipeline builds the pipeline, runs it, and prints its summary.
func runPipeline(ctx context.Context, name string, f *flags, stdout, stderr io.Writer) (status int, err error) {
	ctx, stop := run.UntilSignal(ctx, nil)
	defer stop()
	remove, err := run.OwnTemporary("iri-beam-*")
	if err != nil {
		return 0, err
	}
	defer remove()
	out, release, err := f.prepareOutput(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	defer func() {
		if e := out.RemoveTemporary(context.WithoutCancel(ctx)); e != nil && err == nil {
			err = e
		}
	}()
	f.limitDialing()
	p, s := beam.NewPipelineWithRoot()
	build(s, name, f, out)
	if err = run.Ended(ctx, func() error { return beamx.Run(ctx, p) }); err != nil {
		return 0, fmt.Errorf("the pipeline failed: %w", err)
	}
	sum, err := iribeam.ReadSummary(ctx, out, summaryName)
	if err != nil {
		return 0, fmt.Errorf("the summary of the pipeline cannot be read: %w", err)
	}
	for _, b := range sum.Broken {
		printError(stderr, errors.New(b.Message))
	}
	account, err := f.finish(&sum)
	if err != nil {
		return 0, err
	}
	for _, line := range sum.Lines() {
		fmt.Fprintln(stderr, "iri-beam: "+line)
	}
	fmt.Fprint(stderr, account)
	if _, err := stdout.Write(sum.AppendJSON(nil)); err != nil {
		return 0, fmt.Errorf("standard output cannot be written: %w", err)
	}
	if len(f.Get("field").List()) > 0 && sum.Inputs == 0 && sum.Account.Without.Count > 0 {
		return 0, run.ErrNoStrings
	}
	return sum.StatusOn(f.Get("fail-on").Text()), nil
}

// The names of two files in the output: the summary, and the list of the other files.
const summaryName, manifestName = "summary.json", "manifest.jsonl"

// build puts the transforms of a command into the pipeline.
func build(s beam.Scope, name string, f *flags, out iribeam.Output) {
	input := iribeam.FilesFor(s, f.Options, f.Get("input").List()...)
	var counted iribeam.Counted
	var files []beam.PCollection
	write := func(kind, suffix string, texts beam.PCollection) {
		files = append(files, iribeam.Write(s, out, kind, suffix, texts))
	}
	converted := func(c iribeam.Converted) {
		counted = c.Counted
		write("results", cmp.Or(f.Suffix, map[string]string{render.FormatJSON: ".jsonl",
			render.FormatTSV: ".tsv"}[f.Options.Format]), c.Results)
		write("failed", ".jsonl", iribeam.RejectedText(s, iribeam.ReasonsJSON, c.Failed))
	}
	switch {
	case name == "check" && f.SummaryOnly:
		counted = iribeam.Summarize(s, input, f.Options)
	case name == "check":
		r := iribeam.Report(s, input, f.Options)
		counted = r.Counted
		write("findings", ".jsonl", r.Reports)
	case name == "filter":
		r := iribeam.Filter(s, input, f.Options)
		counted = r.Counted
		write("good", f.Suffix, r.Good)
		suffix := f.Suffix
		if f.Reasons == string(iribeam.ReasonsJSON) {
			suffix = ".jsonl"
		}
		write("rejected", suffix, iribeam.RejectedText(s, iribeam.Reasons(f.Reasons), r.Rejected))
	case name == "uniq":
		converted(iribeam.Uniq(s, input, f.conversion, f.Count, f.Options))
	case name == "fix":
		converted(iribeam.Fix(s, input, f.fix, f.Options))
	default:
		converted(iribeam.Convert(s, input, f.conversion, f.Options))
	}
	if len(files) > 0 {
		iribeam.WriteManifest(s, out, manifestName, files...)
	}
	iribeam.WriteSummary(s, out, summaryName, counted.Summary(s))
}

// printError prints an error on standard error, as iri does.
func printError(w io.Writer, err error) {
	if !render.PrintFaults(w, err, render.Style{}) {
		fmt.Fprintf(w, "iri-beam: %s\n", strings.Join(quote.ErrorLines(err), "\n"))
	}
}
