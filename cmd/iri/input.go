package main

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/input"
)

// An inputFlags holds the flags that say where inputs come from.
type inputFlags struct {
	files      []string
	from       string
	field      string
	column     string
	maxLine    int
	unbuffered bool
}

func (f *inputFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVarP(&f.files, "file", "f", nil, "read `FILE` or folder, - for standard input; packed with gzip, zstd or bzip2 or not; may be repeated")
	fs.StringVar(&f.from, "from", "", "how the input holds them: "+strings.Join(input.FormatNames(), ", ")+" (default by the file's name, else lines)")
	fs.StringVar(&f.field, "field", "", "json: the `PATH` to the value, as a.b (default a string by itself, or the member iri)")
	fs.StringVar(&f.column, "column", "", "csv, tsv: the `COLUMN`, by its name in the first line, or by number if there are no names (default 1)")
	fs.IntVar(&f.maxLine, "max-line", input.DefaultMaxLine, "the longest line in `BYTES`")
	fs.BoolVar(&f.unbuffered, "unbuffered", false, "write each result as soon as its line has come")
	complete(cmd, "from", input.FormatNames)
}

// limitLines lowers the default of --max-line, for a command that needs much more
// room than its input.
func (f *inputFlags) limitLines(cmd *cobra.Command, n int) {
	f.maxLine = n
	cmd.Flags().Lookup("max-line").DefValue = strconv.Itoa(n)
}

// asked reports whether --from names that format.
func (f *inputFlags) fromIs(format input.Format) bool {
	from, err := input.ParseFormat(f.from)
	return err == nil && from == format
}

// lineForLine reports whether the output must have one line for each line of the
// input: then it is a step in somebody else's stream, such as Spark's pipe, where a
// line too many or too few shifts all that follow.
func (f *inputFlags) oneLineEach(format string) bool {
	return format == formatJSON && (f.unbuffered || f.fromIs(input.Lines))
}

// options returns what the flags come to for package input.
func (f *inputFlags) options(a *app) (*input.Options, error) {
	from, err := input.ParseFormat(f.from)
	if err != nil {
		return nil, usageError{fmt.Errorf("--from: %w", err)}
	}
	if f.maxLine < 1 {
		return nil, usagef("--max-line %d: must be at least 1", f.maxLine)
	}
	return &input.Options{
		From:       from,
		Field:      f.field,
		Column:     f.column,
		MaxLine:    f.maxLine,
		Unbuffered: f.unbuffered,
		Stdin:      a.stdin,
	}, nil
}

// records iterates over the words of the command line; without any over what the
// files hold, and without those over standard input. A record holds until the
// next one is asked for. format is that of the output. Files that cannot be read
// are named on standard error, and the rest is still read; after the loop *broken
// says whether there were any.
func (f *inputFlags) records(a *app, words []string, format string) (records iter.Seq[*input.Record], broken *bool, err error) {
	o, err := f.options(a)
	if err != nil {
		return nil, nil, err
	}
	o.KeepBlank = f.oneLineEach(format)
	broken = new(bool)
	if len(words) > 0 {
		if len(f.files) > 0 {
			return nil, nil, usagef("words on the command line and --file exclude each other")
		}
		return input.FromArgs(words), broken, nil
	}
	return o.Records(slices.Clone(f.files), func(err error) {
		*broken = true
		fmt.Fprintf(a.stderr, "iri: %v\n", err)
	}), broken, nil
}
