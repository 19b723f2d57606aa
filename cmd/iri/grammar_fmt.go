package main

import (
	"bytes"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/output"
)

// minWidth and maxWidth are the least and the largest --width.
const minWidth, maxWidth = 20, 1000

func newGrammarFmtCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fmt [SPEC|FILE...]",
		Short: "Write a grammar in one form, as the text of an RFC has room for it",
		Long: `fmt prints a grammar in one form: lines of at most 69 columns, which is what the text
of an RFC has room for, broken before an alternative where there can be one; one space
between elements and inside of brackets; comments where they were, in ASCII, and those
that are too long filled up with the lines on which they go on. Where each of three or
more alternatives has a line, it keeps it. The rules stay the same, and a file in this
form does not change.

A string, a prose value, a word of a comment or a header field that is longer than a line
stays whole.

Exit status: 0 if the files were written, or have this form already, 1 if a file has a
fault of the notation or --check found one in another form, 2 for an error in usage,
input or output.`,
		Example: `  iri grammar fmt draft.abnf
  iri grammar fmt --write *.abnf
  iri grammar fmt --check *.abnf
  iri grammar extract draft.xml | iri grammar fmt -`,
		Args:              wordCount(1, math.MaxInt, "a spec or a file, or several"),
		ValidArgsFunction: completeSpecOrFile,
	}
	write := cmd.Flags().BoolP("write", "w", false, "write the files back instead of printing them")
	check := cmd.Flags().Bool("check", false, "print only the names of files in another form")
	width := cmd.Flags().Int("width", grammarfmt.Width, "write lines of at most `N` columns")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if *width < minWidth || *width > maxWidth {
			return usagef("--width %d: must be from %d to %d", *width, minWidth, maxWidth)
		}
		if *write && *check {
			return usagef("--write and --check cannot stand together: leave one out")
		}
		status := error(nil)
		for _, word := range words {
			files, err := grammars.Read([]string{word})
			if err != nil {
				return err
			}
			if _, builtin := spec.ByName(word); *write && (builtin || word == "-") {
				return usagef("--write takes files, and %q is not one", word)
			}
			text, err := grammarfmt.Format(files[0].Name, files[0].Text, *width)
			same := bytes.Equal(text, files[0].Text)
			switch {
			case err != nil:
				if !output.PrintFaults(a.stderr, err, a.errStyle()) {
					fmt.Fprintln(a.stderr, quote.Visible(err.Error()))
				}
				status = statusFound
			case *check:
				if !same {
					fmt.Fprintln(a.stdout, quote.Visible(word))
					status = statusFound
				}
			case !*write:
				if _, err := a.stdout.Write(text); err != nil {
					return err
				}
			case !same:
				if err := durable.WriteFile(word, text); err != nil {
					return fmt.Errorf("%s: %w", word, err)
				}
			}
		}
		return status
	}
	return cmd
}
