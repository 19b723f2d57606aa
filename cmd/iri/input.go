package main

import (
	"fmt"
	"os"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// inputFlags are the flags for the input, and for the target of its check.
type inputFlags struct {
	ruleFlags
	file       option.Values // --file
	unbuffered bool
	whole      bool   // each file is one string
	stdinName  string // --stdin-filename

	charset string // the value of --charset, if it is the charset of the text

	quiet bool // no notes
}

// fileFlag is --file.
var fileFlag = option.Option{Name: "file", Short: "f", Kind: option.List, Why: "what is read this time",
	Usage: "read a `FILE`, - for standard input, or a folder; in a folder, files are read if their names say a format " +
		"(with --from all), except hidden ones and those that .gitignore names; gzip, zstd and bzip2 are unpacked; may be repeated"}

// files returns the files that are named.
func (f *inputFlags) files() []string { return f.file[0].List() }

// named returns the files and folders that the user has named; standard input if there are none.
func (f *inputFlags) named() []string {
	return append([]string{input.Stdin, f.stdinName}, f.files()...)
}

func (f *inputFlags) addReading(cmd *cobra.Command) {
	addFlags(cmd, &f.file, fileFlag)
	f.add(cmd, option.Reading(input.FormatNames())...)
	cmd.Flags().BoolVar(&f.unbuffered, "unbuffered", false,
		"write each result as soon as its line has been read; with --format json there is one line out for each line "+
			"in, and no summary among them")
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "",
		"standard input is the text of the file `NAME`; its format and what iri.toml says of it are those of that file")
	complete(cmd, "from", input.FormatNames)
	complete(cmd, "delimiter", table.DelimiterNames)
	complete(cmd, "header", table.HeaderNames)
	complete(cmd, "prefix", scheme.PrefixSets)
}

// addAll registers the flags that select strings and their target, for a command with a default rule.
func (f *inputFlags) addAll(cmd *cobra.Command, defaultRule string) {
	f.addReading(cmd)
	f.addCharset(cmd)
	f.addSpec(cmd, defaultRule)
}

// addWhole registers --whole.
func (f *inputFlags) addWhole(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.whole, "whole", false,
		"each file is one string; for a grammar of whole files, whatever the name and the bytes of a file are")
}

// addCharset registers --charset for a command that only uses it to read files.
func (f *inputFlags) addCharset(cmd *cobra.Command) { f.add(cmd, option.Charset("")) }

// limitLines lowers the default of --max-line to n bytes, for a command that needs much more memory than its input.
func (f *inputFlags) limitLines(cmd *cobra.Command, n int) {
	limit := f.Get("max-line")
	limit.Default = option.Size(n)
	cmd.Flags().Lookup("max-line").DefValue = limit.Default
}

// oneLineEach reports whether the output must have exactly one line for each line of
// the input. Programs such as Spark's pipe match the lines by number, so one line too
// many or too few would give every later line the wrong result. format is that of the
// output.
func (f *inputFlags) oneLineEach(format string) bool {
	return format == render.FormatJSON && f.unbuffered
}

// mayHaveBase reports whether the input can declare bases, as objects of JSON and documents can. If it cannot, and
// the command needs a base, no input is read.
func (f *inputFlags) mayHaveBase() bool {
	if from, err := input.ParseFormat(f.Get("from").Text()); err != nil || from != input.Auto {
		return from.Bases
	}
	return slices.ContainsFunc(f.files(), func(name string) bool {
		info, err := os.Stat(name)
		return input.GuessFormat(name).Bases || err == nil && info.IsDir()
	})
}

// typed reports whether a person types the input at a terminal.
func (f *inputFlags) typed(a *app) bool {
	return a.inTerminal && (len(f.files()) == 0 || slices.Contains(f.files(), "-"))
}

// hint says how to end the input, if a person types it and sees standard error.
func (f *inputFlags) hint(a *app) {
	if f.typed(a) && a.errTerminal {
		fmt.Fprintln(a.stderr, "iri: reading what is typed; Ctrl-D ends it (on Windows Ctrl-Z and Enter)")
	}
}

// atOnce reports whether each result is written as soon as its line was read.
func (f *inputFlags) atOnce(a *app) bool { return f.unbuffered || f.typed(a) }

// reading returns the options of package input for the flags, without those of a run.
func (f *inputFlags) reading() (*input.Options, error) {
	of, err := f.options()
	if err != nil {
		return nil, err
	}
	of.Charset = f.charset
	o, err := config.Input(&of)
	switch {
	case err != nil:
	case f.whole:
		o.From, o.PerFile = input.Whole, nil
		err = f.Refuse(o.From.String())
	case len(of.Grammar) > 0:
		o.Advice = "with a grammar, iri check --whole takes a file as one string, and --from lines each of its lines"
	}
	return o, run.OptionError(err)
}

// input returns the options of package input for a run with the flags.
func (f *inputFlags) input(a *app) (*input.Options, error) {
	o, err := f.reading()
	if err != nil {
		return nil, err
	}
	o.FileNotes, o.StdinName = new(notes.FileNotes), f.stdinName
	o.Unbuffered, o.Stdin, o.PassOver, o.HasText = f.atOnce(a), a.stdin, o.FileNotes.PassOver, new(atomic.Bool)
	return o, nil
}

// wordsAlone returns an error if there are both words and files, or words and flags for files.
func (f *inputFlags) wordsAlone(o *input.Options, words []string) error {
	if len(words) > 0 && len(f.files()) > 0 {
		return usagef("give words on the command line or --file, not both")
	}
	return f.applies(o, words)
}

// kinds returns the kinds of input.
func (f *inputFlags) kinds(words []string) (read option.Input) {
	if len(words) > 0 {
		return option.Words
	}
	if len(f.files()) == 0 {
		return option.Stdin
	}
	for _, name := range f.files() {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			read |= option.Folders
		} else if read |= option.Files; name == input.Stdin || name == "-" {
			read |= option.Stdin
		}
	}
	return read
}

// applies returns an error if a flag is for other formats than those of the input, as far as flags and the names of
// files tell them. A folder can have all formats.
func (f *inputFlags) applies(o *input.Options, words []string) error {
	if o.From != input.Auto { // options has validated it
		return nil
	}
	var formats []string
	switch {
	case len(words) > 0:
		formats = []string{"words of the command line"}
	case len(f.files()) == 0:
		formats = []string{input.Lines.String()}
	}
	for _, name := range f.files() {
		if info, err := os.Stat(name); err != nil || info.IsDir() {
			return nil
		}
		of := *o
		if of.PerFile != nil {
			of.PerFile(name, &of)
		}
		if of.From == input.Auto {
			of.From = input.GuessFormat(name)
		}
		formats = append(formats, of.From.String())
	}
	slices.Sort(formats)
	return run.OptionError(f.Refuse(slices.Compact(formats)...))
}

// note prints lines on standard error.
func (a *app) note(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(a.stderr, "iri: "+line)
	}
}
