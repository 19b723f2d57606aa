package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/iribeam"
)

// A usageError is an error in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// A listFlag is a flag that may be repeated.
type listFlag []string

func (l *listFlag) String() string     { return strings.Join(*l, " ") }
func (l *listFlag) Set(v string) error { *l = append(*l, v); return nil }

// flags are the flags of all commands, but for those of Beam.
type flags struct {
	set         *flag.FlagSet
	own         []string // the names of our flags: Beam has many more
	inputs      listFlag
	output      string
	summaryOnly bool
	severity    listFlag
	grammar     listFlag
	maxFindings int
	splitSize   int64
	maxLine     int
	verbose     bool
	suffix      string
	reasons     string
	fix         listFlag
	options     iribeam.Options
	conversion  iribeam.Conversion
}

// newFlags registers the flags. Those of iri check have the same names and meanings.
func newFlags(fs *flag.FlagSet) *flags {
	var before []string
	fs.VisitAll(func(f *flag.Flag) { before = append(before, f.Name) })
	f := &flags{set: fs}
	o := &f.options
	fs.Var(&f.inputs, "input", "read `FILES`: a file, a folder or a glob such as 'dir/*.nq.gz'; may be repeated")
	fs.StringVar(&f.output, "output", "", "write to the `FOLDER`, which must not hold the output of another run")
	fs.BoolVar(&f.summaryOnly, "summary-only", false, "check: write no findings, only the summary")
	fs.StringVar(&o.From, "from", "", "the `FORMAT` of the input, as for iri check (default by the name of the file, or else lines)")
	fs.Func("field", "json: the `PATH` to the value, such as a.b; may be repeated", appendTo(&o.Fields))
	fs.Func("column", "csv, tsv: the `COLUMN`, as a name in the first line or as a number; may be repeated", appendTo(&o.Columns))
	fs.IntVar(&f.maxLine, "max-line", 64<<20, "the longest line in `BYTES`")
	fs.StringVar(&o.Spec, "spec", "", "the grammar: rfc3987 (the default), rfc3986, rfc3987bis or leiri")
	fs.Var(&f.grammar, "grammar", "read the grammar from `FILE.abnf` instead; may be repeated")
	fs.StringVar(&o.Rule, "rule", "", "the `PRODUCTION` to start from (default that of iri)")
	fs.Var(&f.severity, "severity", "set a prose rule to `CODE=error|warning|off`; may be repeated")
	fs.BoolVar(&o.GrammarOnly, "grammar-only", false, "leave out the prose rules")
	fs.BoolVar(&o.Lint, "lint", false, "turn on every prose rule that is off by default, as a warning")
	fs.IntVar(&f.maxFindings, "max-findings", iri.DefaultMaxFindings, "report at most `N` findings of one input; 0 for all")
	fs.BoolVar(&o.Hosts, "hosts", false, "also count findings by host")
	fs.Int64Var(&f.splitSize, "split-size", iribeam.DefaultSplitSize, "read plain files of lines, JSON Lines, N-Triples and N-Quads in parts of `BYTES`")
	fs.BoolVar(&o.NoLineNumbers, "no-line-numbers", false, "write 0 for all line numbers; otherwise files that are read in parts are read twice, because lines have to be counted")
	fs.StringVar(&f.suffix, "suffix", "", "filter, fix and conversions: the `ENDING` of the names of the files written, such as .nq")
	fs.StringVar(&f.reasons, "reasons", string(iribeam.ReasonsComments), "filter: the `FORMAT` of the reasons with the rejected records: comments, json or none")
	fs.Var(&f.fix, "fix", "fix: also fix the warnings with this `CODE`; may be repeated")
	fs.StringVar(&f.conversion.Host, "host", "", "to-uri, normalize: how hosts are converted: "+strings.Join(iri.HostMappings(), ", ")+" (`MAPPING`)")
	fs.BoolVar(&f.conversion.Lenient, "lenient", false, "to-uri: encode the printable ASCII that URIs do not allow, instead of refusing it")
	fs.BoolVar(&f.conversion.Display, "display", false, "to-iri: decode the A-labels of hosts, for people to read")
	fs.StringVar(&f.conversion.Rung, "to", "", "normalize: up to this `RUNG` of the comparison ladder (default scheme)")
	fs.BoolVar(&f.verbose, "verbose", false, "print what Beam logs")
	fs.VisitAll(func(x *flag.Flag) {
		if !slices.Contains(before, x.Name) {
			f.own = append(f.own, x.Name)
		}
	})
	return f
}

// commands returns the names of the commands.
func commands() []string {
	return []string{
		"check", "filter", "fix", string(iribeam.ToURI), string(iribeam.ToIRI), string(iribeam.FromLEIRI), string(iribeam.Normalize),
	}
}

// codes returns the values of --fix.
func (f *flags) codes() []iri.Code {
	var codes []iri.Code
	for _, c := range f.fix {
		codes = append(codes, iri.Code(c))
	}
	return codes
}

// usage prints the help.
func (f *flags) usage(w io.Writer) {
	fmt.Fprint(w, `iri-beam runs the bulk commands of iri as Apache Beam pipelines.

Usage:
  iri-beam check --input 'dir/*.nq.gz' --output out/

Commands:
  check       write the inputs with findings to findings-*.jsonl, as iri check
              --format json prints them
  filter      write the records that conform to good-*, the others to rejected-*
  fix         copy the files to results-* with what can be fixed fixed; write the
              records that cannot to failed-*.jsonl
  to-uri, to-iri, from-leiri, normalize
              copy the files to results-* with their IRIs converted; write the records
              that have no result to failed-*.jsonl

The summary of the run is one JSON object on standard output, as that of iri check
--summary-only --format json. Exit status: 0 if all inputs conform, 1 if some do not,
2 for an error in usage, input or output. --runner chooses where the pipeline runs:
prism (this process, the default), universal (a job server), flink, spark, dataflow.

Flags:
`)
	for _, name := range f.own {
		x := f.set.Lookup(name)
		value, text := flag.UnquoteUsage(x)
		fmt.Fprintf(w, "  --%s %s\n        %s\n", name, value, text)
	}
	fmt.Fprint(w, "\nFlags of Beam, such as --runner, --endpoint and --parallelism, are described in docs/beam.md.\n")
}

// quietBeam reports whether what Beam logs is left out.
func (f *flags) quietBeam() bool { return !f.verbose }

// check interprets the command line.
func (f *flags) check(name string, words []string) error {
	switch {
	case name == "":
		return usagef("name a command: %s", strings.Join(commands(), ", "))
	case !slices.Contains(commands(), name):
		return usagef("unknown command %q: choose one of %s", name, strings.Join(commands(), ", "))
	case len(words) > 0:
		return usagef("%q is not a flag: name files with --input", words[0])
	case len(f.inputs) == 0:
		return usagef("name the files to read with --input")
	case f.output == "":
		return usagef("name a folder for the results with --output")
	case f.maxLine < 1:
		return usagef("--max-line %d: must be at least 1", f.maxLine)
	case f.splitSize < 1:
		return usagef("--split-size %d: must be at least 1", f.splitSize)
	case f.maxFindings < 0:
		return usagef("--max-findings %d: must not be negative", f.maxFindings)
	}
	o := &f.options
	o.MaxLine, o.SplitSize, o.MaxFindings = f.maxLine, f.splitSize, f.maxFindings
	if f.maxFindings == 0 {
		o.MaxFindings = -1 // all
	}
	for _, file := range f.grammar {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		o.Grammar = append(o.Grammar, iri.GrammarFile{Name: filepath.Base(file), Text: text})
	}
	for _, s := range f.severity {
		code, level, _ := strings.Cut(s, "=")
		var severity iri.Severity
		switch level {
		case "off":
			severity = iri.Off
		case "warning":
			severity = iri.Warning
		case "error":
			severity = iri.Error
		default:
			return usagef("--severity %s: write CODE=error, CODE=warning or CODE=off", s)
		}
		if o.Severity == nil {
			o.Severity = make(map[iri.Code]iri.Severity)
		}
		o.Severity[iri.Code(code)] = severity
	}
	switch iribeam.Reasons(f.reasons) {
	case iribeam.ReasonsComments, iribeam.ReasonsJSON, iribeam.ReasonsNone:
	default:
		return usagef("--reasons %s: choose one of comments, json, none", f.reasons)
	}
	for _, code := range f.codes() {
		if _, ok := iri.LookupCode(code); !ok {
			return usagef("--fix: there is no code %q: iri explain lists the codes", string(code))
		}
	}
	f.conversion.Kind = iribeam.Kind(name)
	err := o.Validate()
	if err == nil && name != "check" && name != "filter" && name != "fix" {
		err = f.conversion.Validate(*o)
	}
	if err != nil {
		if g := new(iri.GrammarError); errors.As(err, &g) {
			return err
		}
		return usageError{err}
	}
	return nil
}

// prepareOutput makes the folder of the output. It refuses one that holds the results of
// another run: shards of both would be taken for one.
func (f *flags) prepareOutput(ctx context.Context) (iribeam.Output, error) {
	out := iribeam.NewOutput(f.output)
	var names []string
	if strings.Contains(f.output, "://") {
		system, err := filesystem.New(ctx, f.output)
		if err != nil {
			return out, err
		}
		defer system.Close()
		if names, err = system.List(ctx, strings.TrimSuffix(f.output, "/")+"/*"); err != nil {
			return out, err
		}
	} else {
		if err := os.MkdirAll(f.output, 0o777); err != nil {
			return out, err
		}
		entries, err := os.ReadDir(f.output)
		if err != nil {
			return out, err
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	if len(names) > 0 {
		return out, usagef("--output %s: there are files in it, such as %s: choose an empty folder", f.output, names[0])
	}
	return out, nil
}

// appendTo returns what adds the value of a flag that may be repeated to a list.
func appendTo(list *[]string) func(string) error {
	return func(s string) error {
		*list = append(*list, s)
		return nil
	}
}
