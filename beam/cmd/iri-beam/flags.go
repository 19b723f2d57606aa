package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/internal/outputs"
	"github.com/rfc3987/iri/beam/iribeam"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// flags are the flags of all commands, without those of Beam.
type flags struct {
	set *flag.FlagSet // ours alone: Beam has many more
	config.Flags
	own option.Values // of the pipeline, which fill in the settings
	settings
	connect    time.Duration
	fix        []iri.Code
	how        option.Values // the options of conversions
	conversion iribeam.Conversion
}

// settings are what only the pipeline has.
type settings struct {
	Output, Suffix, Compress, Reasons      string
	SummaryOnly, KeepNames, Count, Verbose bool
	iribeam.Options
}

// newFlags registers the flags, also in the set of Beam. Those of iri have the same names and
// meanings.
func newFlags(beams *flag.FlagSet) *flags {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	f := &flags{set: fs}
	options := slices.Concat([]option.Option{
		{Name: "input", Kind: option.List,
			Usage: "read `FILES`: a file, a folder or a glob such as 'dir/*.nq.gz'; may be repeated"},
		option.Rule("that of iri"), option.Guess(), option.Fix(),
		option.Charset("; --query-charset is that of queries"),
	}, option.Choice(), option.Reading(input.FormatNames()), option.Grammar(), option.Checking(), option.Findings())
	for _, x := range options {
		if x.Only != "" {
			x.Usage = x.Only + ": " + x.Usage
		}
		f.AddTo(fs, x)
	}
	f.own.Add([]option.Option{
		{Name: "output", Field: "Output",
			Usage: "write to the `FOLDER`, which must not hold the output of another run"},
		{Name: "suffix", Field: "Suffix",
			Usage: "filter, fix and conversions: the `ENDING` of the names of the files written, such as .nq"},
		{Name: "keep-names", Kind: option.Switch, Field: "KeepNames",
			Usage: "give what is written for a file its name, with the folders below that of --input: " +
				"results/sub/a.nq; a file that is read in parts gives one for each"},
		{Name: "split-size", Kind: option.Bytes, Default: option.Size(iribeam.DefaultSplitSize), Min: 1,
			Field: "SplitSize",
			Usage: "read plain files of lines, JSON Lines, N-Triples and N-Quads in parts of `BYTES`"},
		{Name: "summary-only", Kind: option.Switch, Field: "SummaryOnly",
			Usage: "check: write no findings, only the summary"},
		{Name: "no-line-numbers", Kind: option.Switch, Field: "NoLineNumbers",
			Usage: "write 0 for all line numbers; otherwise files that are read in parts are read twice, because " +
				"lines have to be counted"},
		{Name: "reasons", Default: string(iribeam.ReasonsComments), Of: render.Reasons(), Field: "Reasons",
			Usage: "filter: the `FORMAT` of the reasons with the rejected records: comments, json or none"},
		{Name: "format", Default: render.FormatText, Field: "Format",
			Usage: "fix and conversions: write files with the results in place (text), or the results with their " +
				"inputs (json, tsv); uniq: text or json"},
		{Name: "list", Kind: option.Switch, Field: "List",
			Usage: "fix and conversions: write the results alone, one a line"},
		{Name: "summary-by", Default: string(summary.ByCode), Of: summary.Bys(), Field: "SummaryBy",
			Usage: "what findings are counted by: `WHAT` is " + strings.Join(summary.Bys(), ", ")},
		{Name: "compress", Of: outputs.Compressions(), Field: "Compress",
			Usage: "write files packed: `HOW` is " + strings.Join(outputs.Compressions(), ", ") +
				" (default none, with --keep-names as the file was that is read)"},
		{Name: "count", Kind: option.Switch, Field: "Count",
			Usage: "uniq: write how many IRIs each class has, a tab and the first one"},
		{Name: "verbose", Kind: option.Switch, Field: "Verbose", Usage: "print what Beam logs"},
	}...)
	for _, v := range slices.Concat(f.own, f.how.Add(conversionOptions()...)) {
		fs.Var(v, v.Name, v.Usage)
	}
	fs.DurationVar(&f.connect, "connect-timeout", time.Minute, "give up if the job server does not answer within the `DURATION`")
	fs.VisitAll(func(x *flag.Flag) { beams.Var(x.Value, x.Name, x.Usage) })
	return f
}

// conversionOptions returns the options of all conversions. The help of each option names its commands.
func conversionOptions() (all []option.Option) {
	for _, k := range conversions.Kinds() {
		options := k.Options()
		if k == conversions.ToURI {
			options = append(options, conversions.QueryCharset())
		}
		for _, x := range options {
			x.Usage = string(k) + ": " + x.Usage
			if i := slices.IndexFunc(all, func(y option.Option) bool { return x.Name == y.Name }); i >= 0 {
				all[i].Usage += "; " + x.Usage
			} else {
				all = append(all, x)
			}
		}
	}
	base := conversions.Base()
	base.Usage = "uniq: " + base.Usage
	return append(all, base)
}

// commands returns the names of the commands.
func commands() []string {
	names := []string{"check", "filter", "fix", "uniq"}
	for _, k := range conversions.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// usage prints the help.
func (f *flags) usage(w io.Writer) {
	fmt.Fprint(w, `iri-beam runs the bulk commands of iri as Apache Beam pipelines.

Usage:
  iri-beam check --input 'dir/*.nq.gz' --output out/

Commands:
  check       write the inputs with findings to findings-*.jsonl, as JSON
  filter      write the records that conform to good-*, the others to rejected-*
  fix, to-uri, to-iri, from-leiri, normalize
              copy the files to results-* with what can be fixed or converted changed;
              write the records without a result to failed-*.jsonl
  uniq        write the first IRI of each class that is equal on a rung of the ladder to
              results-*, and the records without a normal form to failed-*.jsonl

The summary of the run is one JSON object on standard output, as that of iri check
--summary-only --format json. Exit status: 0 if all inputs conform, 1 if some do not,
2 for an error in usage, input or output. --runner chooses where the pipeline runs:
prism (this process, the default), universal (a job server), flink, spark, dataflow.

Flags:
`)
	f.set.VisitAll(func(x *flag.Flag) {
		value, text := flag.UnquoteUsage(x)
		if v, ok := x.Value.(*option.Value); ok && value == "value" {
			value = v.Type()
		}
		fmt.Fprintf(w, "  --%s %s\n        %s\n", x.Name, value, text)
	})
	fmt.Fprint(w, "\nFlags of Beam, such as --runner, --endpoint and --parallelism, are described in beam/README.md.\n")
}

// check interprets the command line.
func (f *flags) check(name string, words []string) error {
	own := f.own.Fill(&f.settings)
	switch {
	case name == "":
		return run.Usagef("name a command: %s", strings.Join(commands(), ", "))
	case !slices.Contains(commands(), name):
		return run.Usagef("unknown command %q: choose one of %s", name, strings.Join(commands(), ", "))
	case len(words) > 0:
		return run.Usagef("%q is not a flag: name files with --input", words[0])
	case len(f.Get("input").List()) == 0:
		return run.Usagef("name the files to read with --input")
	case f.Output == "":
		return run.Usagef("name a folder for the results with --output")
	case !isRunner(flag.Lookup("runner").Value.String()):
		return run.Usagef("--runner %s: there is no such runner: choose prism, universal, flink, spark or dataflow",
			flag.Lookup("runner").Value)
	case f.connect <= 0:
		return run.Usagef("--connect-timeout %s: must be more than 0", f.connect)
	case f.KeepNames && f.Suffix != "":
		return run.Usagef("--suffix %s and --keep-names cannot stand together: leave one out", f.Suffix)
	}
	given := func(name string) (value string, isGiven, ok bool) {
		x := f.set.Lookup(name)
		if x == nil {
			return "", false, false
		}
		flag.Visit(func(y *flag.Flag) { isGiven = isGiven || y.Name == name && x.Value.String() != x.DefValue })
		return x.Value.String(), isGiven, true
	}
	if err := option.Useless(name, given); err != nil {
		return run.OptionError(err)
	}
	formats := []string{render.FormatText, render.FormatJSON, render.FormatTSV}
	if name == "uniq" {
		formats = formats[:2]
	}
	err := f.readConfig(name)
	of, wrong := f.Job()
	o := &f.Options
	if err := cmp.Or(err, wrong, own, option.OneOf("format", o.Format, formats)); err != nil {
		return run.OptionError(err)
	}
	if _, takes := takesConfig[name]; takes {
		if err := f.Nest(&of, localFiles(f.Get("input").List())); err != nil {
			return err
		}
	}
	for _, code := range f.Get("fix").List() {
		f.fix = append(f.fix, iri.Code(code))
	}
	switch name {
	case "filter":
	case "check":
		if o.Baseline, err = baseline.Chosen(f.Get("baseline").Text(), f.On("write-baseline")); err != nil {
			return err
		}
	default:
		if f.conversion.Kind = iribeam.Kind(name); name == "uniq" {
			f.conversion.Kind = iribeam.Normalize
		}
		if err := f.how.Fill(&f.conversion); err != nil {
			return run.OptionError(err)
		}
	}
	o.Job = of
	return run.OptionError(o.Validate(f.conversion, f.fix))
}

// localFiles returns the files and folders that names and patterns stand for, without those of other file systems.
func localFiles(names []string) (files []string) {
	for _, name := range names {
		if matches, err := filepath.Glob(name); err == nil {
			files = append(files, matches...)
		}
	}
	return files
}

// takesConfig has the commands that read iri.toml, each with its flags that the same command of iri does not have: the file
// does not set these.
var takesConfig = map[string][]string{"check": nil, "filter": {"fail-on", "guess", "baseline"},
	"fix": {"fail-on", "baseline"}}

// readConfig sets the options of a command from iri.toml, except those that a flag sets.
func (f *flags) readConfig(name string) error {
	c, err := config.Chosen(f.Values)
	if without, takes := takesConfig[name]; err == nil && takes {
		err = f.ApplyConfig(c, without...)
	}
	return err
}

// finish ends a run with a baseline. account says what happened to the baseline.
func (f *flags) finish(sum *iribeam.Summary) (account string, err error) {
	if f.Options.Baseline == nil {
		return "", nil
	}
	known, err := f.Options.Baseline.Open()
	if err != nil {
		return "", err
	}
	return sum.Finish(known)
}
